"""When is taking the pile worth it, at Burraco?

Every time somebody draws, in real hands, both are tried: he takes the pile, or he draws from the stock, and the hand is
played on to its end by the same players.  The gain of the pile is told by how many of its cards he could use at once,
by how many there are, and by who has taken a pozzetto.  A card is useful if it is wild, fits a meld of his side, or
opens one with cards he holds.  Whole hands with other thresholds stand beside it.
"""

from analyzer import options
from analyzer.burraco import DRAW, TAKE_PILE, TAKE_STOCK, UNTAKEN
from analyzer.options import Jobs, Seed
from analyzer.rummy import MINE, THEIRS, pile_brings

CHAPTER = "Burraco"
USUAL_DEALS = 6_000
LEAST_DEALS = 60
EXAMPLE = "mazziere take-the-pile --players-are maestro,meld_all"

MOST_USEFUL = 4
POOL = ("meld_all", "maestro")  # against whom whole hands are played

PHASES = ("no pozzetto taken", "theirs taken", "ours taken", "both taken")
USEFUL = ("none", "1", "2", "3", "4 or more")
TOLD = ("without a useful card", "for one", "for two", "for three", "for four or more")
PILE = ("1", "2", "3-4", "5-8", "9 or more")


def situation(view):
    """Whose pozzetto is taken, how many cards of the pile are useful, how many there are, as one number."""
    if view.phase != DRAW or view.n_pile == 0:
        return -1
    taken = 2 * (view.pozzetto[MINE] != UNTAKEN) + (view.pozzetto[THEIRS] != UNTAKEN)
    return (taken * len(USEFUL) + min(pile_brings(view), MOST_USEFUL)) * len(PILE) + size(view.n_pile)


def size(cards):
    """How many cards lie in the pile, in steps."""
    return 0 if cards == 1 else 1 if cards == 2 else 2 if cards <= 4 else 3 if cards <= 8 else 4


def option(view, k):
    """Take the pile (k = 0) or draw (k = 1)."""
    for m in range(view.n_moves):
        if view.moves[m].kind == (TAKE_PILE if k == 0 else TAKE_STOCK):
            return m
    return -1


def ask(
    *,
    players_are: options.players_are(
        "Whose draws, and against whom; by default maestro against itself.", "A[,B]"
    ) = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try the pile and the stock at every draw, and whole hands with other thresholds."""
    from analyzer import deciding
    from analyzer.deviations import Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    who = deciding.asked(players_are, "maestro", "burraco")
    axes = (Axis("pozzetti", PHASES), Axis("useful cards", USEFUL, TOLD), Axis("cards in the pile", PILE))
    fork = Fork(situation, option, ("pile", "stock"), len(PHASES) * len(USEFUL) * len(PILE))

    def work(lab):
        forked = deciding.forked(lab, fork, who, game="burraco")
        return deciding.Found(
            [Choice(forked, "pile", "stock", "taking the pile", "drawing", "draw", axes, "points a hand")],
            [
                turn(
                    lab,
                    "meld_all",
                    "enough",
                    (0, 1, 2, 3, 4, 99),
                    1,
                    "takes the pile for so many useful cards",
                    POOL,
                    game="burraco",
                ),
                turn(
                    lab,
                    "maestro",
                    "pile",
                    (-40, -20, 0, 20, 40),
                    0,
                    "points it adds to what it thinks the pile worth",
                    POOL,
                    game="burraco",
                ),
            ],
            axis=1,
        )

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    return deciding.answer("take-the-pile", __doc__, lab, who, work, game="burraco")
