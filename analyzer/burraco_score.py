"""What a hand of Burraco was worth."""

from numba.extending import register_jitable

from analyzer.burraco_rules import ANY_SEVEN, NO_SEMI
from analyzer.burraco_table import CLEAN, DIRTY, ROW, SEMI, SIDES, STOCK_END, TAKEN, is_clean
from analyzer.double_pack import value
from analyzer.melds import BURRACO, RUN, SET, WILDS, clean_streak
from analyzer.scores import HANDS, PAYOFF, POINTS, RESULT, ROLE, TRICKS, WHOLE

CLOSING, FINE = 100, 100


@register_jitable
def meld_class(state, meld):
    """CLEAN, SEMI or DIRTY for a burraco, the row of the score that counts it; -1 for a smaller meld."""
    if meld.n < BURRACO:
        return -1
    if is_clean(state, meld.kind, meld.wilds):
        return CLEAN
    if state.semi_clean == NO_SEMI or meld.kind == WILDS:
        return DIRTY
    if meld.kind == SET:
        return SEMI if meld.n > BURRACO else DIRTY
    if state.semi_clean == ANY_SEVEN:
        return SEMI if clean_streak(meld) else DIRTY
    return SEMI if meld.free and meld.n > BURRACO else DIRTY


@register_jitable
def usual_bonus(kind):
    """What a burraco of this class counts beside its cards: 200 clean, 150 semi-clean, 100 dirty, 0 for -1."""
    return 200 if kind == CLEAN else 150 if kind == SEMI else 100 if kind == DIRTY else 0


@register_jitable
def bonus(state, meld):
    """What a meld counts beside its cards: as usual, or more for a big one if so agreed."""
    worth = usual_bonus(meld_class(state, meld))
    if state.big_burrachi:
        if meld.kind == RUN and meld.n >= 13:
            worth = max(worth, 300 if meld.wilds == 0 else 250)
        elif meld.kind == SET and meld.n >= 8:
            worth = max(worth, 250 if meld.wilds == 0 else 200)
    return worth


# A hand that has ended counts for a side the value of its melds (`laid`), their bonuses, and:


@register_jitable
def closing(state, side):
    """100 for the side that closed."""
    return CLOSING if state.closer == side else 0


@register_jitable
def left_in_hands(state, side):
    """The value of the cards in both hands of the side, which it loses."""
    return value(state.hands[side]) + value(state.hands[side + 2])


@register_jitable
def fine(state, side):
    """100 lost by a side that has not taken its pozzetto, unless the stock has run out and that is excused."""
    excused = state.ended == STOCK_END and not state.pozzetto_penalty_on_stock_end
    return 0 if state.pozzetto[side] == TAKEN or excused else FINE


@register_jitable
def hand_result(state, side):
    """The score of a side in the hand that has ended."""
    total = state.laid[side] + closing(state, side) - left_in_hands(state, side) - fine(state, side)
    for index in range(state.n_melds[side]):
        total += bonus(state, state.melds[side, index])
    return total


@register_jitable
def score(state, row):
    """Write the outcome of a finished game into `row`, int64 of shape ROW."""
    for what in range(ROW[0]):
        for side in range(SIDES):
            row[what, side] = state.rows[what, side]
    ahead = state.totals[0] - state.totals[1]
    for side in range(SIDES):
        margin = ahead if side == 0 else -ahead
        row[RESULT, side] = WHOLE if margin > 0 else WHOLE // 2 if margin == 0 else 0
        row[POINTS, side] = state.totals[side]
        row[TRICKS, side] = 0
        row[HANDS, side] = state.hands_won[side]
        row[PAYOFF, side] = margin
        row[ROLE, side] = -1
