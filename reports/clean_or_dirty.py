"""Shall a wild card go on a clean burraco, or keep it clean?

Whenever somebody has laid all he can but for a wild that a clean burraco, or a clean meld of six, would take, in real
hands of Burraco, he both lays it there and stops, keeping it, and the hand is played on to its end by the same players.
What the wild gains there is told by what it would go on, by what may be reached in this turn, and by the cards he
holds.  Whole hands of players who keep melds clean stand beside it.
"""

from analyzer import options
from analyzer.burraco import BURRACO, EXTEND, MELDING, STOP, UNTAKEN, is_wild
from analyzer.options import Jobs, Seed
from analyzer.rummy import MINE, dirties, left_over, may_close

CHAPTER = "Burraco"
USUAL_DEALS = 20_000
LEAST_DEALS = 200
EXAMPLE = "mazziere clean-or-dirty --players-are meld_all"
POOL = ("meld_all", "maestro")  # against whom whole hands are played

MELDS = ("a clean burraco", "a clean six")
REACH = ("the end", "the pozzetto", "neither")
HAND = ("1-2", "3-4", "5-7", "8-11", "12 or more")
TOLD = ("on a clean burraco", "on a clean six")


def situation(view):
    """Is there a wild to lay?  On what, what may be reached in this turn, how many cards I hold, as one number."""
    if view.phase != MELDING or view.moves[0].kind != STOP or not only_wilds(view):
        return -1
    choice = dirtying(view)
    if choice < 0:
        return -1
    reach = 2
    if left_over(view) <= 1:
        reach = 0 if may_close(view) else 1 if view.pozzetto[MINE] == UNTAKEN else 2
    n = view.hand.n
    hand = 0 if n <= 2 else 1 if n <= 4 else 2 if n <= 7 else 3 if n <= 11 else 4
    return ((view.moves[choice].n == BURRACO) * len(REACH) + reach) * len(HAND) + hand


def only_wilds(view):
    """Does every step of melding lay a wild?"""
    for m in range(view.n_moves):
        step = view.moves[m]
        if step.kind != STOP and not (is_wild(step.card) if step.kind == EXTEND else step.wilds > 0):
            return False
    return True


def dirtying(view):
    """The position of the step that puts a wild to the longest clean meld of six cards or more; -1 if none does."""
    choice = -1
    for m in range(view.n_moves):
        step = view.moves[m]
        if dirties(view, step) and step.n >= BURRACO and (choice < 0 or step.n > view.moves[choice].n):
            choice = m
    return choice


def option(view, k):
    """Lay the wild there (k = 0), or stop (k = 1)."""
    return dirtying(view) if k == 0 else 0


def ask(
    *,
    players_are: options.players_are(
        "Whose wilds, and against whom; by default maestro against itself.", "A[,B]"
    ) = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try to lay the wild and to keep it, and whole hands of those who keep melds clean."""
    from analyzer import deciding
    from analyzer.deviations import Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    who = deciding.asked(players_are, "maestro", "burraco")
    axes = (Axis("on", MELDS, TOLD), Axis("within reach", REACH), Axis("cards I hold", HAND))
    fork = Fork(situation, option, ("wild", "keep"), len(MELDS) * len(REACH) * len(HAND))
    usual = ("wild", "keep", "laying a wild", "keeping it", "chance", axes, "points a hand")

    def work(lab):
        forked = deciding.forked(lab, fork, who, game="burraco")
        spare = "keeps clean burrachi: 0 never, 1 but to close, 2 always"
        wait = "keeps clean sixes while more cards are in the stock"
        deals = lab.deals // 2 or 1
        knobs = [
            turn(lab, "clean_builder", "spare", (0, 1, 2), 0, spare, POOL, deals, game="burraco"),
            turn(lab, "clean_builder", "wait", (42, 30, 20, 10, 0), 42, wait, POOL, deals, game="burraco"),
        ]
        return deciding.Found([Choice(forked, *usual)], knobs, 0)

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    return deciding.answer("clean-or-dirty", __doc__, lab, who, work, game="burraco")
