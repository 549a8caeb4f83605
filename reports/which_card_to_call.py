"""Which card shall the caller call, at Briscola Chiamata?

Whenever somebody has won the auction, in real games, several cards are called, and the deal is played on to its end by
the same players: the card of the best suit that he lacks, one of another suit, one of his own, with which he plays
alone.  Where points alone are bid any card may be called, and then the highest he lacks of his best suit stands against
the next and the lowest.  A suit counts the points of its cards as trumps, one for a low card, and one more for each.
Whole games of a player who calls his own card with a strong suit stand beside it.
"""

from analyzer import options
from analyzer.bidding import length, own_call, rate
from analyzer.chiamata import CALL, strength, suit
from analyzer.options import Jobs, Seed

CHAPTER = "Chiamata"
USUAL_DEALS = 50_000
FEWER = 4  # so many times fewer deals are played as whole games
LEAST_DEALS = 1_000
EXAMPLE = "mazziere which-card-to-call --players-are suit_counter,maestro"
POOL = ("suit_counter:per_card=1.0", "maestro")  # among whom whole games are played

CARDS = ("1 or 2", "3", "4", "5", "6 or more")
HOLDS = "with {} cards of the suit"
LACKS = ("ace", "three", "king", "queen or jack", "lower")
WORDS = ("best", "next", "lowest", "other", "own")
BEST, NEXT, LOWEST, OTHER, OWN = range(5)
FIRST, LAST = 0, 9  # of the cards of a suit that are missing, from the strongest


def situation(view):
    """How many cards of the best suit, and the strongest of it that is missing and may be called, as one number."""
    if view.phase != CALL:
        return -1
    colour = best(view, -1)
    if colour < 0:
        return -1
    lacks = strength(view.moves[missing(view, colour, FIRST)])
    column = 9 - lacks if lacks >= 7 else 3 if lacks >= 5 else 4
    return min(max(length(view, colour), 2), 6) * len(LACKS) - 2 * len(LACKS) + column


def option(view, k):
    """Call the card of the best suit, the next one missing, the lowest, one of another suit, or one of my own."""
    colour = best(view, -1)
    if k == OWN:
        return own(view)
    if k != OTHER:
        return missing(view, colour, FIRST if k == BEST else 1 if k == NEXT else LAST)
    other = best(view, colour)
    return missing(view, other, FIRST) if other >= 0 else -1


def best(view, but):
    """The suit that counts most of those of which a card may be called that I lack; -1 if there is none."""
    choice = -1
    for colour in range(4):
        if colour != but and missing(view, colour, FIRST) >= 0:
            if choice < 0 or rate(view, colour, 1.0) > rate(view, choice, 1.0):
                choice = colour
    return choice


def own(view):
    """The position of a card of my own that may be called, of the suit that counts most; -1 if there is none."""
    choice = -1
    for colour in range(4):
        if own_call(view, colour) >= 0 and (choice < 0 or rate(view, colour, 1.0) > rate(view, choice, 1.0)):
            choice = colour
    return own_call(view, choice) if choice >= 0 else -1


def missing(view, colour, place):
    """The position of the card of a suit that may be called and that I lack, `place` from the strongest.

    The weakest of them if `place` is LAST; -1 if there are not so many.
    """
    found = 0
    last = -1
    for back in range(view.n_moves):
        m = view.n_moves - 1 - back
        card = view.moves[m]
        if suit(card) == colour and not view.hand >> card & 1:
            if found == place:
                return m
            found += 1
            last = m
    return last if place == LAST else -1


def ask(
    *,
    players_are: options.players_are("Who calls, and among whom; by default maestro and itself.", "A[,B]") = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Try several cards at every call, where ranks are bid and where points are, and whole games of who plays alone."""
    from analyzer import deciding
    from analyzer.deviations import ALONE, Axis, Choice
    from analyzer.fork import Fork
    from analyzer.knobs import turn
    from analyzer.lab import Lab

    who = deciding.asked(players_are, "maestro", "chiamata")
    axes = (ALONE, Axis("cards of the suit", CARDS, CARDS, HOLDS), Axis("called of it", LACKS))
    fork = Fork(situation, option, WORDS, len(CARDS) * len(LACKS))
    units = ("call", axes, "units a game")

    def work(lab):
        ranks = deciding.forked(lab, fork, who, game="chiamata")
        points = deciding.forked(lab, fork, who, game="chiamata", rules="bid_form=points_only")
        choices = [
            Choice(ranks, "best", "other", "calling in the best suit", "in another suit", *units, "suit"),
            Choice(ranks, "own", "best", "calling a card of one's own", "one of a partner", *units, "alone"),
            Choice(points, "best", "next", "calling the highest card missing", "the next", *units, "next"),
            Choice(points, "best", "lowest", "calling the highest card missing", "the lowest", *units, "lowest"),
        ]
        alone = "what its best suit must count to play alone, 99 never"
        values = (25.0, 29.0, 33.0, 37.0, 99.0)
        knob = turn(lab, "loner", "overwhelming", values, 99.0, alone, POOL, -(-lab.deals // FEWER), game="chiamata")
        return deciding.Found(choices, [knob], 1)

    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    return deciding.answer("which-card-to-call", __doc__, lab, who, work, game="chiamata")
