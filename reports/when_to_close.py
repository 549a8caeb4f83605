"""When shall I close, at Burraco?

Whenever somebody has but one step of melding to make so that he can close by throwing his last card, in real hands, he
both makes it and stops before it, keeping his last cards for another turn, and the hand is played on to its end by the
same players.  What closing gains is told by the cards the opponents hold, by those the partner holds, and by whether
the opponents have taken their pozzetto.  Whole hands of a player who waits for his partner stand beside it.
"""

from analyzer import options
from analyzer.burraco import MELDING, STOP, TAKEN, UNTAKEN
from analyzer.options import Jobs, Seed
from analyzer.rummy import MINE, THEIRS, laid_points, lays

CHAPTER = "Burraco"
USUAL_DEALS = 30_000
LEAST_DEALS = 200
EXAMPLE = "mazziere when-to-close --players-are maestro,meld_all"
POOL = ("meld_all", "maestro")  # against whom whole hands are played

POZZETTO = ("not taken", "taken")
FOES = ("up to 5", "6-10", "11-15", "16-20", "over 20")
PARTNER = ("up to 2", "3-5", "6-8", "9-11", "12 or more")
TOLD = ("up to 2", "3 to 5", "6 to 8", "9 to 11", "12 or more")
HOLDS = "with {} cards in the partner's hand"


def situation(view):
    """Can I close now or wait?  Their pozzetto, the cards they hold, those my partner holds, as one number."""
    if view.phase != MELDING or view.pozzetto[MINE] != TAKEN or view.moves[0].kind != STOP or last_step(view) < 0:
        return -1
    foes = min(max(view.hands[1] + view.hands[3] - 1, 0) // 5, len(FOES) - 1)
    row = (view.pozzetto[THEIRS] != UNTAKEN) * len(FOES) + foes
    return row * len(PARTNER) + min(view.hands[2] // 3, len(PARTNER) - 1)


def last_step(view):
    """The position of the dearest step that leaves one card, which may then be thrown to close; -1 if there is none.

    Of those who have their pozzetto the rules let nobody make such a step who may not close.
    """
    choice = -1
    for m in range(view.n_moves):
        step = view.moves[m]
        if lays(step) > 0 and view.hand.n - lays(step) == 1:
            if choice < 0 or laid_points(step) > laid_points(view.moves[choice]):
                choice = m
    return choice


def option(view, k):
    """Make the last step and close (k = 0), or stop before it (k = 1)."""
    return last_step(view) if k == 0 else 0


def ask(
    *,
    players_are: options.players_are(
        "Who may close, and against whom; maestro against itself unless told.", "A[,B]"
    ) = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try to close and to wait whenever one step is left, and whole hands of who waits for his partner."""
    from analyzer import deciding
    from analyzer.deviations import Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    who = deciding.asked(players_are, "maestro", "burraco")
    axes = (
        Axis("their pozzetto", POZZETTO),
        Axis("cards they hold", FOES),
        Axis("the partner holds", PARTNER, TOLD, HOLDS),
    )
    fork = Fork(situation, option, ("close", "wait"), len(POZZETTO) * len(FOES) * len(PARTNER))

    def work(lab):
        forked = deciding.forked(lab, fork, who, game="burraco")
        waits = "waits while its partner holds so many cards, 99 never"
        return deciding.Found(
            [Choice(forked, "close", "wait", "closing", "waiting", "chance", axes, "points a hand")],
            [turn(lab, "closer", "partner", (3, 5, 8, 11, 99), 99, waits, POOL, lab.deals // 2 or 1, game="burraco")],
            axis=2,
        )

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    return deciding.answer("when-to-close", __doc__, lab, who, work, game="burraco")
