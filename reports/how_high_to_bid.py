"""How high shall I bid, at Briscola Chiamata?

Whenever somebody may bid, in real games, he both makes the lowest bid that asks for a card of his best suit and passes,
and the deal is played on to its end by the same players.  What the bid gains is told by how strong his best suit is and
by what he has to ask for.  A suit counts the points of its cards as trumps, one for a low card, and one more for each.
What became of those who won the auction, and whole games of players who dare more or less, stand beside it.
"""

from analyzer import options
from analyzer.bidding import best_suit, lowest_bid, rate
from analyzer.chiamata import BID, CALL
from analyzer.options import Jobs, Seed

CHAPTER = "Chiamata"
USUAL_DEALS = 20_000
FEWER = 2  # so many times fewer deals are played as whole games
LEAST_DEALS = 1_000
EXAMPLE = "mazziere how-high-to-bid --players-are suit_counter,maestro"
POOL = ("maestro", "suit_counter")  # among whom whole games are played

RATING = ("under 10", "10-13", "14-17", "18-21", "22-25", "26-29", "30 or more")
TOLD = tuple(step.replace("-", " to ") for step in RATING)
HOLDS = "with a suit of {}"
BIDS = ("A or 3", "K", "Q or J", "7 to 4", "two", "62-70", "over 70")
HIGHEST = 200  # above every bid


def situation(view):
    """How strong the best suit is and what would have to be bid, as one number; -1 if no bid is left."""
    bid = lowest(view) if view.phase == BID else 0
    return -1 if bid == 0 else cell(view, view.moves[bid])


def cell(view, bid):
    """The number of the case, for a bid of 1 (an ace) to 10 (a two), 11 (a two for 62 points) and on."""
    strength = min(max(0, int(rate(view, best_suit(view, 1.0), 1.0)) - 6) // 4, len(RATING) - 1)
    return strength * len(BIDS) + step(bid)


def step(bid):
    """How high a bid is, in steps."""
    if bid <= 5:
        return 0 if bid <= 2 else 1 if bid == 3 else 2
    return 3 if bid <= 9 else 4 if bid == 10 else 5 if bid <= 19 else 6


def lowest(view):
    """The position of the lowest bid for a card of the best suit that I do not hold; 0 if there is none."""
    return lowest_bid(view, best_suit(view, 1.0), False, HIGHEST, HIGHEST)


def option(view, k):
    """Bid (k = 0) or pass (k = 1), which always comes first."""
    return lowest(view) if k == 0 else 0


def called(view):
    """The same number for whoever has won the auction."""
    return cell(view, view.bid) if view.phase == CALL else -1


def nothing(view, k):
    """No option: only what the caller does unasked is of interest."""
    return -1


def ask(
    *,
    players_are: options.players_are("Who bids, and among whom; by default maestro and itself.", "A[,B]") = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try to bid and to pass at every turn of the auction, and whole games of who dares more or less."""
    from analyzer import callers, deciding, shown, tables
    from analyzer.deviations import ALONE, Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    who = deciding.asked(players_are, "maestro", "chiamata")
    axes = (ALONE, Axis("suit counts", RATING, TOLD, HOLDS), Axis("to be bid", BIDS))
    fork = Fork(situation, option, ("bid", "pass"), len(RATING) * len(BIDS))
    calls = Fork(called, nothing, ("none",), len(RATING) * len(BIDS))
    usual = ("bid", "pass", "bidding", "passing", "turn", axes, "units a game", "bids")

    def work(lab):
        choice = Choice(deciding.forked(lab, fork, who, game="chiamata"), *usual)
        made = callers.Callers(deciding.forked(lab, calls, who, game="chiamata"), RATING, BIDS)
        deals = -(-lab.deals // FEWER)
        dares = "units it must expect to win by the auction"
        opens = "what its best suit must count to bid an ace"
        knobs = [
            turn(lab, "maestro", "margin", (-2, -1, -0.5, 0, 0.5, 1), 0, dares, POOL, deals, game="chiamata"),
            turn(
                lab, "suit_counter", "opening", (8.0, 10.0, 11.5, 13.0, 16.0), 11.5, opens, POOL, deals, game="chiamata"
            ),
        ]
        about = f"{who.words}; {shown.where(tables.table('chiamata'), lab)}"
        return deciding.Found([choice], knobs, 1, made.sentences(), made.tables(), made.drawings(about))

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    return deciding.answer("how-high-to-bid", __doc__, lab, who, work, game="chiamata")
