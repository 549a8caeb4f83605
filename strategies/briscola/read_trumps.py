"""Takes an opponent who let a rich card go untrumped to hold no trump but what he has drawn since.

"How the opponent uses his trumps tells his hand: an ace he did not trump means that he has none."  It
leads a side ace or three when the chance of its being beaten is small, and the refusals make that chance smaller; with
`trust=0.0`, and at tables of more than two, they are overlooked.  The rest is spend_trump, to whom `risk=-1.0` leads
back.
"""

from analyzer.briscola import THREE, points, strength, suit, trick_card, trick_leader
from analyzer.habits import ALL, above, answer, cards_of_foes, chance, cheapest, others, trumps

DRAWS = 17


def choose(view, trust=0.9, rich=10, risk=0.3, spend_at=10):
    """The index in view.moves to play.

    trust      how far a refusal is believed: 0.0 not at all, 1.0 wholly
    rich       the least points of a side card that a player with a trump is thought to take
    risk       leads an ace or a three if its chance of being beaten is no more than this
    spend_at   the least points on the table for which it trumps
    """
    if view.led >= 0:
        return answer(view, spend_at)
    out = others(view, ALL)
    held = cards_of_foes(view)
    doubted = held
    if view.players == 2 and trust > 0.0:
        doubted = min(doubted, drawn_since_refusal(view, rich))
    trumped = trust * chance(trumps(view), out, doubted) + (1.0 - trust) * chance(trumps(view), out, held)
    choice = -1
    least = risk
    for k in range(view.n_moves):
        card = view.moves[k]
        if strength(card) < THREE or suit(card) == view.trump:
            continue
        beaten = 1.0 - (1.0 - trumped) * (1.0 - chance(above(card), out, held))
        if beaten <= least:
            least = beaten
            choice = k
    return choice if choice >= 0 else cheapest(view)


def drawn_since_refusal(view, rich):
    """How many cards the opponent has drawn since he last let a rich side card of mine win the trick untrumped."""
    trick = view.tricks - 1
    while trick >= 0:
        if trick_leader(view, trick) == view.seat:
            led = trick_card(view, trick, 0)
            reply = trick_card(view, trick, 1)
            won = suit(reply) != view.trump and (suit(reply) != suit(led) or reply < led)
            if won and suit(led) != view.trump and points(led) >= rich:
                return max(0, min(view.tricks, DRAWS) - min(trick, DRAWS))
        trick -= 1
    return DRAWS
