"""What a hand of Burraco was worth."""

from numba.extending import register_jitable

from analyzer.burraco_rules import ANY_SEVEN, NO_SEMI
from analyzer.burraco_table import CLEAN, DIRTY, ROW, SEMI, SIDES, STOCK_END, TAKEN
from analyzer.double_pack import value
from analyzer.melds import BURRACO, RUN, SET, WILDS, clean_streak
from analyzer.scores import HANDS, PAYOFF, POINTS, RESULT, ROLE, TRICKS, WHOLE


@register_jitable
def meld_class(state, meld):
    """CLEAN, SEMI or DIRTY for a burraco, -1 for a smaller meld."""
    if meld.n < BURRACO:
        return -1
    if meld.kind == WILDS:
        return CLEAN if state.all_wild_class else DIRTY
    if meld.wilds == 0:
        return CLEAN
    if state.semi_clean == NO_SEMI:
        return DIRTY
    if meld.kind == SET:
        return SEMI if meld.n > BURRACO else DIRTY
    if state.semi_clean == ANY_SEVEN:
        return SEMI if clean_streak(meld) else DIRTY
    return SEMI if meld.free and meld.n > BURRACO else DIRTY


@register_jitable
def bonus(state, meld):
    """What a meld counts beside its cards: 200 clean, 150 semi-clean, 100 dirty; more for a big one if so agreed."""
    kind = meld_class(state, meld)
    if kind < 0:
        return 0
    worth = 200 if kind == CLEAN else 150 if kind == SEMI else 100
    if state.big_burrachi:
        if meld.kind == RUN and meld.n >= 13:
            worth = max(worth, 300 if meld.wilds == 0 else 250)
        elif meld.kind == SET and meld.n >= 8:
            worth = max(worth, 250 if meld.wilds == 0 else 200)
    return worth


@register_jitable
def hand_result(state, side, ended, closer):
    """The score of a side in the hand that ended so: see `finish_hand`."""
    total = state.laid[side] - value(state.hands[side]) - value(state.hands[side + 2])
    for index in range(state.n_melds[side]):
        total += bonus(state, state.melds[side, index])
    if closer == side:
        total += 100
    spared = ended == STOCK_END and not state.pozzetto_penalty_on_stock_end
    if state.pozzetto[side] != TAKEN and not spared:
        total -= 100
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
