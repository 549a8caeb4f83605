"""Shall I hurry to take the pozzetto, at Burraco?

Whenever somebody can run out of cards by one step more, in real hands, he both makes it and stops before it, and the
hand is played on to its end by the same players.  With one card, stopping is to throw it and to run out by that; with
two it is to wait.  What the step gains is told by that, by the cards left in the stock, and by whether the opponents
have taken their pozzetto.  How sides fare who took theirs first is told too, and whole hands of players who hurry more
or less.
"""

from analyzer import options
from analyzer.burraco import MELDING, STOP, UNTAKEN
from analyzer.options import Jobs, Seed
from analyzer.rummy import MINE, THEIRS, laid_points, lays

CHAPTER = "Burraco"
USUAL_DEALS = 15_000
LEAST_DEALS = 200
EXAMPLE = "mazziere race-to-the-pozzetto --players-are meld_all,maestro"
POOL = ("meld_all", "maestro")  # against whom whole hands are played

POZZETTO = ("not taken", "taken")
WAYS = ("the last card: lay or throw it", "one card over: go or wait", "the last three: go or wait")
TOLD = (
    "when the last card could be thrown instead",
    "when one card is left to throw and one could wait",
    "when three go at once and two could wait",
)
STOCK = ("under 10", "10-19", "20-29", "30 or more")


def situation(view):
    """Can I run out now?  Their pozzetto, how I can, how much stock is left, as one number."""
    if view.phase != MELDING or view.pozzetto[MINE] != UNTAKEN or view.moves[0].kind != STOP:
        return -1
    choice = last_step(view)
    if choice < 0:
        return -1
    n = view.hand.n
    way = 0 if n == 1 else 2 if lays(view.moves[choice]) == n else 1
    row = (view.pozzetto[THEIRS] != UNTAKEN) * len(WAYS) + way
    return row * len(STOCK) + min(view.stock // 10, len(STOCK) - 1)


def last_step(view):
    """The position of the step that leaves no card, or one: that which leaves fewer, of equals the dearest; else -1."""
    choice = -1
    most = 0
    for m in range(view.n_moves):
        step = view.moves[m]
        left = view.hand.n - lays(step)
        worth = 1000 * (2 - left) + laid_points(step)
        if lays(step) > 0 and left <= 1 and worth > most:
            most = worth
            choice = m
    return choice


def option(view, k):
    """Make the step (k = 0), or stop before it (k = 1)."""
    return last_step(view) if k == 0 else 0


def ask(
    *,
    players_are: options.players_are(
        "Who runs out, and against whom; maestro against itself unless told.", "A[,B]"
    ) = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try to run out and to stop before it, and whole hands of who hurries more or less."""
    from analyzer import deciding, races
    from analyzer.deviations import Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    who = deciding.asked(players_are, "maestro", "burraco")
    axes = (Axis("their pozzetto", POZZETTO), Axis("how", WAYS, TOLD), Axis("cards in the stock", STOCK))
    fork = Fork(situation, option, ("go", "stop"), len(POZZETTO) * len(WAYS) * len(STOCK))
    usual = ("go", "stop", "laying the last card", "stopping", "chance", axes, "points a hand")

    def work(lab):
        forked = deciding.forked(lab, fork, who, game="burraco")
        first = races.first_pozzetto(lab, who)
        hurry = "how much it hurries to the pozzetto and the end, as a share of the usual"
        hold = "waits to go out directly if both opponents hold so many cards, 0 never"
        deals = lab.deals // 2 or 1
        knobs = [
            turn(lab, "maestro", "hurry", (0.0, 0.5, 1.0, 1.5, 2.0), 1.0, hurry, POOL, deals, game="burraco"),
            turn(lab, "rusher", "hold", (0, 4, 6, 8), 0, hold, POOL, deals, game="burraco"),
        ]
        return deciding.Found([Choice(forked, *usual)], knobs, 1, first.sentences(), first.tables())

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    return deciding.answer("race-to-the-pozzetto", __doc__, lab, who, work, game="burraco")
