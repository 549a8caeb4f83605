"""Laws of Burraco, whatever the rules and whoever plays: no card and no point is lost, every meld is one, hands end.

What is true of single cards as masks in the other games is true of heaps of cards here; what a seat sees is looked at
in test_laws_views_burraco.
"""

from collections import Counter

import numpy as np
import oracle_melds as oracle
import pytest
from burraco_by_hand import meld, score, text
from burraco_record import MOST, cards, record
from every_table import STRATEGIES, compiled, in_python, rows_of

from analyzer import burraco, match
from analyzer.bits import count
from analyzer.burraco import DISCARD, HANDS, PAYOFF, POINTS, PRESETS, RESULT, TAKEN
from analyzer.burraco_table import (
    CLEAN,
    CLOSED,
    CLOSES,
    DEALT,
    DIRECT,
    DIRTY,
    DISCARDING,
    FIRST_POZZETTI,
    LEFT,
    MELDED,
    PILES,
    POZZETTI,
    SEMI,
    STALEMATE,
    STALEMATES,
    STOCK_END,
    STOCK_ENDS,
    TURNS,
)
from analyzer.double_pack import PACK, points

RULES = {
    "seed": {},
    "fitab": PRESETS["fitab"],
    "fibur_int": PRESETS["fibur_int"],
    "all else": {
        "initial_upcard": "false",
        "pozzetto_indirect": "next_turn",
        "stock_end": "immediate",
        "one_set_per_rank": "false",
        "run_max": "13",
        "redicard_single": "allowed",
        "all_wild_class": "clean",
        "semi_clean": "seven",
        "stalemate_turns": "4",
        "shared_stock": "on",
        "pozzetto_penalty_on_stock_end": "false",
    },
}
HOW = ("random_move", "meld_all")


# Cards and points


def stock_of(state):
    """The cards that have not been drawn yet, read off the deck."""
    first = 66 + int(state.initial_upcard)
    if state.shared_stock:
        return state.deck[int(state.next_card) :].tolist()
    lanes = [state.deck[first + seat :: 4].tolist() for seat in range(4)]
    gone = zip(lanes, state.drawn.tolist(), state.lent.tolist(), strict=True)
    return [card for lane, drawn, lent in gone for card in lane[drawn : len(lane) - lent]]


def audit(state):
    """Check that every card lies in one place, and that the state says of them what is true."""
    hands = [cards(hand) for hand in state.hands]
    melds = [[cards(state.melds[side, k]) for k in range(int(state.n_melds[side]))] for side in range(2)]
    pile = state.pile[: state.n_pile].tolist()
    stock = stock_of(state)
    boxes = state.deck[44:55].tolist(), state.deck[55:66].tolist()
    waiting = [box for side, box in enumerate(boxes) if state.pozzetto[side] != TAKEN]
    lying = [card for each in melds for laid in each for card in laid] + pile
    everywhere = [card for zone in (*hands, lying, stock, *waiting) for card in zone]
    assert sorted(everywhere) == sorted(PACK), "every card is in one place only"
    assert sum(map(points, everywhere)) == 1080
    assert len(stock) == state.stock >= 2
    assert cards(state.open_cards[0]) == sorted(lying)
    for heap in (*state.hands, *state.known, state.open_cards[0]):
        assert heap.n == len(cards(heap)) and int(heap.twice) & ~int(heap.has) == 0
    for seat in range(4):
        assert not Counter(cards(state.known[seat])) - Counter(hands[seat]), "what is known is held"
    for side in range(2):
        audit_melds(state, side, melds[side])
    assert 0 <= state.swaps < state.stalemate_turns + state.finished
    return hands


def audit_melds(state, side, melds):
    """Check the melds of a side by the oracle, and by building each anew; and what is said of them together."""
    rules = oracle.rules_of(**{name: names_of(state, name) for name in ("run_max", "all_wild_sets", "sets")})
    runs, sets, wild, ranks = [0] * 4, 0, 0, []
    for k, laid in enumerate(melds):
        words = [text(card) for card in laid]
        read = oracle.read(words, rules)
        assert read is not None, words
        found = state.melds[side, k]
        assert found.tolist() == meld(" ".join(words), int(state.run_max)).tolist()
        if read.kind == "run":
            runs["hdcs".index(read.suit)] |= int(found.takes)
        else:
            ranks.append(int(found.rank))
            sets |= int(found.takes) & ~1 if read.kind == "set" else 0
        wild |= int(found.takes) & 1
    assert len(set(ranks)) == len(ranks) or not state.one_set_per_rank
    assert state.set_ranks[side] == sum(1 << rank for rank in set(ranks))
    assert (state.runs_take[side].tolist(), state.sets_take[side], state.wilds_take[side]) == (runs, sets, wild)
    assert state.laid[side] == sum(points(card) for laid in melds for card in laid)
    assert state.burrachi[side] == sum(len(laid) >= 7 for laid in melds)
    rules = oracle.rules_of(all_wild_class="clean" if state.all_wild_class else "dirty")
    clean = [oracle.burraco_class([text(card) for card in laid], rules) == "clean" for laid in melds]
    assert state.cleans[side] == sum(clean)


def names_of(state, name):
    """The value of a rule option at this table, as it is typed."""
    rule = next(each for each in burraco.RULES if each.name == name)
    return next(value for value in rule.values if rule.code(value) == state[name])


def audit_steps(state, hands):
    """Check that somebody can always do something, with cards he holds, and that the turn can always end."""
    n, hand = int(state.n_moves), Counter(hands[state.turn])
    assert 1 <= n <= MOST
    steps = state["moves"][:n].tolist()
    assert len(set(steps)) == n
    for kind, _, *three, _, _ in steps:
        laid = Counter(card for card in three if card >= 0)
        assert not laid - hand
        if kind == DISCARD:
            assert laid[state.barred] == 0 and laid.total() == 1
    if state.phase == DISCARDING:
        assert {step[2] for step in steps} == set(hand) - {int(state.barred)}
        assert hand.total() > 1 or state.pozzetto[state.turn & 1] != burraco.RESERVED


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("form", ["single", "full"])
def test_cards_and_points_are_conserved_after_every_step(rules, form):
    more = {} if form == "single" else {"max_hands": "2"}
    ends = Counter()
    for number in range(6 if form == "single" else 2):
        for k, (state, _, _) in enumerate(record(number, RULES[rules] | more, form, seed=12)):
            if k % 3 == number % 3 or state.finished:
                hands = audit(state)
                if not state.finished:
                    audit_steps(state, hands)
        ends[int(state.ended)] += 1
        agrees(state)
    assert form == "full" or len(ends) > 1


def agrees(state):
    """Check the score of a finished game against the state it ended with."""
    row = score(state)
    assert row[POINTS].tolist() == state.totals.tolist() and row[DEALT].tolist() == [state.hands_dealt] * 2
    assert (row[POINTS] % 5 == 0).all() and row[PAYOFF].sum() == 0 == row[PAYOFF, 0] - row[POINTS, 0] + row[POINTS, 1]
    last = [CLOSED, STOCK_END, STALEMATE].index(state.ended)
    assert row[(CLOSES, STOCK_ENDS, STALEMATES)[last]].max() > 0
    assert (state.closer >= 0) == (state.ended == CLOSED)
    if state.ended == CLOSED:
        side = int(state.closer)
        assert state.pozzetto[side] == TAKEN and state.burrachi[side] > 0
        assert state.close_requires == 0 or state.cleans[side] > 0 or state.all_wild_class
        assert not state.hands[state.turn].n and state.turn & 1 == side


# The score


def agree(rows, rules, hands=1):
    """Check the rows of many games, int64 of (games, rows, sides)."""
    each = {name: rows[:, at] for name, at in ROWS.items()}
    assert (each["dealt"][:, 0] == each["dealt"][:, 1]).all() and (1 <= each["dealt"]).all()
    ends = each["closed"].sum(axis=1) + each["stock_ends"][:, 0] + each["stalemates"][:, 0]
    assert np.array_equal(ends, each["dealt"][:, 0]), "every hand ends in one way"
    assert (each["payoff"].sum(axis=1) == 0).all()
    assert np.array_equal(each["payoff"][:, 0], each["points"][:, 0] - each["points"][:, 1])
    assert np.array_equal(each["result"], 30 * (np.sign(each["payoff"]) + 1))
    assert (each["points"] % 5 == 0).all()
    burrachi = each["clean"] + each["semi"] + each["dirty"]
    expected = each["melded"] - each["left"] + 200 * each["clean"] + 150 * each["semi"] + 100 * each["dirty"]
    expected = expected + 100 * each["closed"] - 100 * (each["dealt"] - each["pozzetti"])
    if rules.get("pozzetto_penalty_on_stock_end") == "false":
        spared = each["points"] - expected
        assert (spared >= 0).all() and (spared <= 100 * each["stock_ends"]).all()
    elif rules.get("big_burrachi") == "on":
        more = each["points"] - expected
        assert (more >= 0).all() and (more[burrachi == 0] == 0).all() and (more <= 150 * burrachi).all()
    else:
        assert np.array_equal(each["points"], expected)
    assert (each["pozzetti"] <= each["dealt"]).all() and (each["direct"] <= each["pozzetti"]).all()
    assert (each["first"] <= each["pozzetti"]).all() and (each["first"].sum(axis=1) <= each["dealt"][:, 0]).all()
    assert (each["pozzetti"] >= each["closed"]).all() and (burrachi >= each["closed"]).all()
    if rules.get("close_requires") == "clean":
        assert (each["clean"] >= each["closed"]).all()
    assert ((each["melded"] + each["left"]).sum(axis=1) <= 1080 * each["dealt"][:, 0]).all()
    assert (each["piles"] <= each["turns"]).all()
    # A turn draws one of the 40 cards there are to draw, or melds, or no more than so many follow without either.
    bound = (40 + 108 + 1) * (int(rules.get("stalemate_turns", 8)) + 2)
    assert (each["turns"].sum(axis=1) <= bound * each["dealt"][:, 0]).all()
    if hands == 1:
        assert (each["dealt"] == 1).all()


ROWS = {
    "result": RESULT,
    "points": POINTS,
    "hands": HANDS,
    "payoff": PAYOFF,
    "dealt": DEALT,
    "closed": CLOSES,
    "stock_ends": STOCK_ENDS,
    "stalemates": STALEMATES,
    "pozzetti": POZZETTI,
    "first": FIRST_POZZETTI,
    "direct": DIRECT,
    "clean": CLEAN,
    "semi": SEMI,
    "dirty": DIRTY,
    "melded": MELDED,
    "left": LEFT,
    "turns": TURNS,
    "piles": PILES,
}


def flat(rows):
    """All games of all blocks in a row."""
    return rows.reshape(-1, *burraco.ROW)


@pytest.mark.parametrize("names", [HOW, ("random_move", "random_move")])
@pytest.mark.parametrize("rules", RULES)
def test_rows_add_up(names, rules):
    rows = rows_of(names, 300, seed=14, game="burraco", rules=RULES[rules])
    agree(flat(rows), RULES[rules])
    agree(flat(rows_of(names, 20, seed=15, game="burraco", rules=RULES[rules], match="full")), RULES[rules], hands=100)


def test_matches_end_at_the_target_or_after_so_many_hands():
    for rules, most in (({"target": "500"}, 100), ({"target": "505", "max_hands": "2", "match_tie": "draw"}, 2)):
        rows = flat(rows_of(("meld_all", "meld_all"), 60, seed=16, game="burraco", rules=rules, match="full"))
        there = rows[:, POINTS].max(axis=1) >= int(rules["target"])
        assert (there | (rows[:, DEALT, 0] == most)).all() and there.any()
        assert (rows[:, HANDS].sum(axis=1) <= rows[:, DEALT, 0]).all() and rows[:, DEALT].max() <= most


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("names", [("random_move", "random_move"), HOW])
def test_a_hundred_thousand_hands_all_end(preset, names):
    for start in range(0, 50_000, 5_000):
        rows = rows_of(names, 5_000, start=start, seed=17, game="burraco", rules=PRESETS[preset])
        agree(flat(rows), PRESETS[preset])


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_cards_are_conserved_in_many_hands(rules):
    for number in range(1000, 1150):
        for state, _, _ in record(number, RULES[rules]):
            hands = audit(state)
            if not state.finished:
                audit_steps(state, hands)
        agrees(state)


# Chance


def told_of(state):
    """All that a state says, but for what is left of an earlier hand where nobody looks."""
    kept = state.copy()
    for side in range(2):
        kept.melds[side, int(state.n_melds[side]) :] = 0
    kept.moves[int(state.n_moves) :] = 0
    kept.trial[0] = 0
    kept.ended = kept.closer = 0
    return kept.tobytes()


@pytest.mark.parametrize("rules", RULES)
def test_a_table_played_at_before_deals_as_a_new_one(rules):
    used = burraco.new(4, RULES[rules], 1)
    for number in (5, 4, 4, 5, 1 << 40, 5):
        burraco.deal(used[0], 31, number)
        fresh = burraco.new(4, RULES[rules], 1)
        burraco.deal(fresh[0], 31, number)
        assert told_of(used[0]) == told_of(fresh[0])
        for k in range(150):
            burraco.play(used[0], (7 * k) % int(used[0].n_moves))


def thrown(names, number, **options):
    """The dice of every decision in a game, by (hand, seat, how many steps the seat made before)."""
    dice, made, view = {}, Counter(), burraco.blank(burraco.VIEW)[0]

    def watch(state, index, forced):
        who = int(state.hands_dealt), int(state.turn)
        if not forced:
            burraco.look(state, view)
            dice[(*who, made[who])] = int(view.dice)
        made[who] += 1

    in_python(names, number, 0, watch, game="burraco", **options)
    return dice


def test_dice_are_thrown_anew_for_every_decision():
    every = [die for number in range(2) for die in thrown(HOW, number, rules="max_hands=2", match="full").values()]
    assert len(set(every)) == len(every) > 300
    ones = sum(count(die) for die in every)
    assert abs(ones - 32 * len(every)) < 5 * (16 * len(every)) ** 0.5


def test_the_play_of_one_seat_never_moves_the_dice_of_another():
    one, other = thrown(HOW, 3), thrown(("random_move", "random_move"), 3)
    both = [key for key in one if key in other]
    assert len(both) > 60 and all(one[key] == other[key] for key in both)


def stocks_drawn(names, number):
    """What each seat has drawn of its own stock in a game, in order."""
    drawn = [[] for _ in range(4)]

    def watch(state, index, forced):
        for seat in range(4):
            drawn[seat] = state.deck[67 + seat :: 4].tolist()[: int(state.drawn[seat])]

    in_python(names, number, 0, watch, game="burraco")
    return drawn


def test_every_seat_meets_the_same_luck_whatever_the_others_do():
    for one, other in zip(stocks_drawn(HOW, 4), stocks_drawn(("random_move",) * 2, 4), strict=True):
        shorter = min(len(one), len(other))
        assert shorter and one[:shorter] == other[:shorter]


# Machine code


SPREAD = [(name, list(PRESETS)[k % len(PRESETS)]) for k, name in enumerate(STRATEGIES["burraco"])]


@pytest.mark.parametrize(("strategy", "preset"), SPREAD)
def test_machine_code_plays_as_plain_python_does(strategy, preset):
    contest = match.contest(strategy, "random_move", seed=51, game="burraco", rules=preset)
    assert match.check(contest, 1) > 60


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("strategy", STRATEGIES["burraco"])
def test_machine_code_plays_as_plain_python_does_by_every_preset(strategy, preset):
    for form, deals in (("single", 3), ("full", 1)):
        rules = [preset, "max_hands=3"] if form == "full" else [preset]
        contest = match.contest(strategy, "random_move", seed=52, game="burraco", rules=rules, match=form)
        assert match.check(contest, deals) > 100


@pytest.mark.parametrize("rules", RULES)
def test_a_saved_row_is_what_the_referee_counts(rules):
    options = {"seed": 61, "game": "burraco", "rules": RULES[rules] | {"max_hands": "2"}, "match": "full"}
    _, rows, _ = compiled(HOW, 2, **options)
    _, row = in_python(HOW, 1, 1, **options)
    assert row.tolist() == rows[1, 1].tolist()


def test_a_strategy_against_itself_plays_the_same_game_twice():
    for strategy in ("random_move", "meld_all"):
        rows = rows_of((strategy, strategy), 100, seed=71, game="burraco")
        assert np.array_equal(rows[:, 0], rows[:, 1]), "so every pair of games is exactly level"
        assert (rows[:, :, PAYOFF] != 0).any()


def test_names_swapped_are_games_swapped():
    one = rows_of(HOW, 100, seed=72, game="burraco")
    assert np.array_equal(one, rows_of(HOW[::-1], 100, seed=72, game="burraco")[:, ::-1])


def test_nobody_is_asked_about_a_forced_step(tmp_path):
    path = tmp_path / "picky.py"
    path.write_text(
        '"""Must not be asked when there is nothing to decide."""\n\n\ndef choose(view):\n'
        '    """The last step."""\n    if view.n_moves < 2:\n        raise ValueError("one step")\n'
        "    return view.n_moves - 1\n"
    )
    in_python((str(path), "random_move"), 0, game="burraco")
    assert len(rows_of((str(path), "random_move"), 100, game="burraco")) == 100
