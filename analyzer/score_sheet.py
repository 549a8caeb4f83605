"""The score sheet of a finished hand of Burraco: what each side got and lost, line by line."""

from analyzer.burraco_score import bonus, closing, fine, left_in_hands, meld_class, usual_bonus
from analyzer.burraco_table import CLEAN, CLOSED, DIRTY, SEMI, SIDES, STALEMATE, STOCK_END
from analyzer.double_pack import names
from analyzer.melds import BURRACO, RUN, meld_name

CLASSES = {CLEAN: "clean", SEMI: "semi-clean", DIRTY: "dirty"}
ENDINGS = {CLOSED: "closed", STOCK_END: "stock end", STALEMATE: "stalemate"}
CELLS = ("melded", "bonuses", "closing", "left", "pozzetto", "total")


def melds_of(state, side):
    """The melds of a side, in the order in which they were opened."""
    return [state.melds[side, index] for index in range(int(state.n_melds[side]))]


def kind_of(state, meld):
    """What a burraco counts as: clean, semi-clean or dirty, royal or super if that is more; "" for a smaller meld."""
    kind = int(meld_class(state, meld))
    if bonus(state, meld) > usual_bonus(kind):
        return "royal" if meld.kind == RUN else "super"
    return CLASSES.get(kind, "")


def burraco_of(state, meld):
    """A burraco as a fact."""
    return {"cards": meld_name(meld), "kind": kind_of(state, meld), "bonus": int(bonus(state, meld))}


def listed(cards):
    """The cards one by one as people write them, jokers first."""
    return names(cards).split()


def sheet(state):
    """The hand that has just ended, as facts; the table must still lie as it ended."""
    closer = int(state.closer)
    return {
        "ended": ENDINGS[int(state.ended)],
        "closed_by": int(state.turn) if closer >= 0 else None,
        "turns": int(state.turns),
        "sides": [side_sheet(state, side) for side in range(SIDES)],
    }


def side_sheet(state, side):
    """What one side got and lost."""
    hands = [state.hands[seat] for seat in (side, side + 2)]
    burrachi = [burraco_of(state, meld) for meld in melds_of(state, side) if meld.n >= BURRACO]
    return {
        "seats": [side, side + 2],
        "melded": int(state.laid[side]),
        "burrachi": burrachi,
        "bonuses": sum(each["bonus"] for each in burrachi),
        "closing": int(closing(state, side)),
        "held": [listed(hand) for hand in hands],
        "left": -int(left_in_hands(state, side)),
        "pozzetto": -int(fine(state, side)),
        "total": int(state.hand_score[side]),
        "match": int(state.totals[side]),
    }


def ending_of(sheet, seats):
    """How the hand ended, in words."""
    turns = f"{sheet['turns']} turns"
    if sheet["ended"] == "closed":
        return f"{seats[sheet['closed_by']]} closes after {turns}"
    if sheet["ended"] == "stalemate":
        return f"the hand ends after {turns}: everybody only swaps the last discard"
    return f"the stock has run out after {turns}"


def lines_of(sheet, names, whole_match):
    """The sheet as lines, a column for each side; what neither side has is left out."""
    sides = sheet["sides"]
    rows = [("cards melded", [str(side["melded"]) for side in sides])]
    for kind in (*CLASSES.values(), "royal", "super"):
        worths = [[each["bonus"] for each in side["burrachi"] if each["kind"] == kind] for side in sides]
        if any(worths):
            many = "burrachi" if max(map(len, worths)) > 1 else "burraco"
            rows.append((f"{kind} {many}", [sum_of(each) for each in worths]))
    for key, words in (("closing", "closing"), ("left", "left in hand"), ("pozzetto", "pozzetto not taken")):
        if any(side[key] for side in sides):
            rows.append((words, [f"{side[key]:+d}" if side[key] else "0" for side in sides]))
    rows.append(("this hand", [str(side["total"]) for side in sides]))
    if whole_match:
        rows.append(("match so far", [str(side["match"]) for side in sides]))
    width = max(len(words) for words, _ in rows)
    widths = [max(len(name), *(len(cells[k]) for _, cells in rows)) for k, name in enumerate(names)]
    return [
        f"{words:<{width}}" + "".join(f"  {cell:>{wide}}" for cell, wide in zip(cells, widths, strict=True))
        for words, cells in [("", names), *rows]
    ]


def sum_of(bonuses):
    """`2 x 200 = 400`, `300 + 250 = 550`, `200` or `0`."""
    if len(bonuses) < 2:
        return str(sum(bonuses))
    if len(set(bonuses)) == 1:
        return f"{len(bonuses)} x {bonuses[0]} = {sum(bonuses)}"
    return f"{' + '.join(map(str, bonuses))} = {sum(bonuses)}"
