"""Is a hand of Burraco told as it was played, and counted as the engine counts it?"""

import re
from collections import Counter

import numpy as np
import pytest

from analyzer import match, replay
from analyzer.burraco_rules import PRESETS
from analyzer.burraco_table import CLOSES, DIRECT, LEFT, MELDED, POZZETTI
from analyzer.crew import Crew
from analyzer.double_pack import parse, points
from analyzer.melds import meld_name
from analyzer.score_sheet import lines_of, melds_of, sheet, sum_of
from analyzer.scores import PAYOFF, POINTS, RESULT
from analyzer.telling import versus

RULES = {
    **{preset: preset for preset in PRESETS},
    "seven": "semi_clean=seven big_burrachi=on all_wild_class=clean",
    "later": "pozzetto_indirect=next_turn initial_upcard=false stock_end=immediate",
    "spared": "pozzetto_penalty_on_stock_end=false redicard_single=allowed one_set_per_rank=false run_max=13",
}
PASSIVE = '"""Draws and discards."""\n\n\ndef choose(view):\n    return 0\n'
SWAPPER = '"""Takes the pile and melds nothing."""\n\n\ndef choose(view):\n    return 1 if view.phase == 0 else 0\n'


def told(names="meld_all random_move", deal=0, **options):
    """The answer, and its lines between the heading and the verdict."""
    answer = replay(*names.split(), deal=deal, **{"game": "burraco"} | options)
    return answer, list(answer.block[1:-2])


def worth(cards):
    """What cards in words are worth; a meld's wilds stand in brackets."""
    return sum(points(parse(card.strip("()"))) for card in cards)


def the_melds(table, side):
    return [meld.split() for meld in table["melds"][side]]


def finished(rules, deals):
    """The tables of so many hands as they ended, played by machine code."""
    made = match.contest("meld_all", "random_move", game="burraco", rules=RULES[rules], seed=3)
    match.prepare(made)
    crew = Crew(made, 0, 0, 1, 1, False)
    for number in range(deals):
        _, row = crew.play_one(number, number % 2)
        yield crew.states[0].view(np.recarray)[0], row


@pytest.mark.parametrize("rules", RULES)
def test_the_score_sheet_counts_what_lies_on_the_table_and_adds_up_to_the_score_of_the_hand(rules):
    bonuses = {"clean": [200], "semi-clean": [150], "dirty": [100], "royal": [300, 250], "super": [250, 200]}
    for state, row in finished(rules, 200):
        counted = sheet(state)
        for side, each in enumerate(counted["sides"]):
            assert each["total"] == row[POINTS][side]
            parts = ("melded", "bonuses", "closing", "left", "pozzetto")
            assert sum(each[part] for part in parts) == each["total"], (state.number, each)
            melds = [meld_name(meld).split() for meld in melds_of(state, side)]
            assert each["melded"] == sum(map(worth, melds)) == row[MELDED][side]
            assert each["left"] == -sum(map(worth, each["held"])) == -row[LEFT][side]
            assert (each["closing"] == 100) is (counted["closed_by"] in (side, side + 2)) is (row[CLOSES][side] == 1)
            assert each["pozzetto"] in ((0,) if row[POZZETTI][side] else (-100, 0) if rules == "spared" else (-100,))
            large = [meld for meld in melds if len(meld) >= 7]
            assert [burraco["cards"].split() for burraco in each["burrachi"]] == large
            for meld, burraco in zip(large, each["burrachi"], strict=True):
                wild = any(card.startswith("(") for card in meld)
                assert (
                    burraco["bonus"] == bonuses[burraco["kind"]][wild if burraco["kind"] in ("royal", "super") else 0]
                )
                natural = wild and any(card.strip("()") == "JK" or "2" in card for card in meld)
                assert (burraco["kind"] in ("dirty", "semi-clean")) <= natural


@pytest.mark.parametrize("rules", ["seed", "later", "fibur_int"])
def test_every_card_of_a_turn_is_accounted_for(rules):
    for deal in range(2):
        answer, _ = told(deal=deal, open=True, rules=RULES[rules])
        facts = answer.facts
        hands, turns = {}, {}
        for move in facts["moves"]:
            seat, holds = move["seat"], Counter(move["holds"])
            if seat in hands and move["turn"] != turns[seat]:
                fresh = holds - hands[seat]
                assert not hands[seat] - holds
                assert fresh.total() in (0, 11), "between his turns a player only gets his pozzetto"
            elif seat in hands:
                assert holds == hands[seat] or (holds - hands[seat]).total() == 11 and not hands[seat]
            cards = Counter(move["cards"])
            gets = move["move"] in ("draws", "takes the pile")
            assert gets or not cards - holds, "nobody lays down what he does not hold"
            hands[seat] = holds + cards if gets else holds - cards
            turns[seat] = move["turn"]
        last = facts["table"][-1]
        lie = [card.strip("()") for side in range(2) for meld in the_melds(last, side) for card in meld]
        laid = [card for move in facts["moves"] if move["meld"] is not None for card in move["cards"]]
        assert Counter(lie) == Counter(laid)


@pytest.mark.parametrize("rules", ["seed", "fitab"])
def test_the_told_game_is_the_one_the_kernel_plays_in_every_seating(rules):
    options = {"game": "burraco", "rules": f"{RULES[rules]} target=500", "match": "full", "seed": 9}
    made = match.contest("meld_all", "random_move", **options)
    match.prepare(made)
    rows = []
    match.play(made, 1, first=5, save=lambda first, played: rows.append(played.copy()))
    for game in range(made.plan.games):
        answer, _ = told(deal=5, seating=game + 1, **options)
        assert rows[0][0, game, PAYOFF].tolist() == answer.facts["payoffs"]
        assert (rows[0][0, game, RESULT] / 60).tolist() == answer.facts["results"]
        for name, row, _ in made.table.module.SAVED:
            assert rows[0][0, game, row].tolist() == answer.facts[name], name
        sheets = answer.facts["score_sheet"]
        for side in range(2):
            sides = [sheet["sides"][side] for sheet in sheets]
            running = [sum(each["total"] for each in sides[: k + 1]) for k in range(len(sides))]
            assert [each["match"] for each in sides] == running
            assert running[-1] == answer.facts["points"][side]
            assert sum(each["melded"] for each in sides) == answer.facts["melded"][side]
            assert sum(sheet["turns"] for sheet in sheets) == sum(answer.facts["turns"])
        assert max(answer.facts["points"]) >= 500
        assert all(each["match"] < 500 for sheet in sheets[:-1] for each in sheet["sides"])


def test_a_turn_reads_in_the_order_in_which_it_was_played():
    for deal in range(2):
        answer, lines = told(deal=deal)
        starts = [k for k, line in enumerate(lines) if re.match(r" *\d+  (meld_all|random_move) \(\d\)", line)]
        end = next(k for k, line in enumerate(lines) if k > starts[-1] and line[:5].isspace() and line[5] != " ")
        turns = [" ".join(line.strip() for line in lines[a:b]) for a, b in zip(starts, [*starts[1:], end], strict=True)]
        for number, text in enumerate(turns, 1):
            moves = [move for move in answer.facts["moves"] if move["turn"] == number]
            assert text.startswith(f"{number}  {moves[0]['strategy']}")
            first = f"draws {moves[0]['cards'][0]}" if moves[0]["move"] == "draws" else "takes the pile"
            assert first in text
            assert f"discards {moves[-1]['cards'][0]}" in text
            size = answer.facts["table"][number - 1]["in_hand"][moves[0]["seat"]]
            assert text.endswith((f"{size} left", "and closes"))
            # Nothing is melded that is not told, and in this turn nothing else.
            opened = [move for move in moves if move["move"].startswith("melds")]
            assert len(opened) == text.count("melds ")
            for kind in ("clean", "semi-clean", "dirty"):
                assert (f"a {kind} burraco" in text) <= any(move["burraco"] == kind for move in moves)
        assert max(map(len, lines)) <= 80


WAYS = {
    "direct": "takes the pozzetto directly",
    "by discard": "and takes the pozzetto",
    "reserved": "the pozzetto is his when his next turn begins",
}


@pytest.mark.parametrize("rules", ["seed", "later"])
def test_how_a_side_came_by_its_pozzetto_is_told(rules):
    rows = [row for _, row in finished(rules, 100)]
    direct = next(deal for deal, row in enumerate(rows) if sum(row[DIRECT]))
    later = next(deal for deal, row in enumerate(rows) if sum(row[POZZETTI]) > sum(row[DIRECT]))
    seen = set()
    for deal in (direct, later):
        answer, lines = told(deal=deal, seating=1 + deal % 2, rules=RULES[rules], seed=3)
        text = " ".join(" ".join(lines).split())
        how = [move["pozzetto"] for move in answer.facts["moves"] if move["pozzetto"]]
        assert how.count("direct") == sum(answer.facts["direct"])
        for way, words in WAYS.items():
            assert text.count(words) == how.count(way), (deal, way)
        came = len(re.findall(r"takes the pozzetto; (?:draws|takes)", text))
        assert came == sum(answer.facts["pozzetti"]) - how.count("direct") - how.count("by discard")
        seen |= set(how)
    assert seen == {"direct", "by discard" if rules == "seed" else "reserved"}


def test_a_hand_may_end_by_the_stock_or_by_swapping(tmp_path):
    (tmp_path / "passive.py").write_text(PASSIVE)
    (tmp_path / "swapper.py").write_text(SWAPPER)
    passive, swapper = str(tmp_path / "passive.py"), str(tmp_path / "swapper.py")
    answer, lines = told(passive)
    assert "     the stock has run out after 39 turns" in lines
    assert answer.facts["verdict"].endswith("; the stock has run out after 39 turns.")
    assert [side["pozzetto"] for side in answer.facts["score_sheet"][0]["sides"]] == [-100, -100]
    _, lines = told(passive, rules="stock_end=immediate pozzetto_penalty_on_stock_end=false")
    assert re.fullmatch(r" 39  passive \(3\)  draws \S+", next(line for line in lines if line.startswith(" 39")))
    assert not any("pozzetto" in line for line in lines)
    answer, lines = told(swapper)
    assert "     the hand ends after 8 turns: everybody only swaps the last discard" in lines
    assert answer.facts["score_sheet"][0]["ended"] == "stalemate"


def test_the_table_is_shown_after_each_turn_if_asked_for():
    plain, lines = told(deal=2)
    shown, more = told(deal=2, table=True)
    assert shown.facts == plain.facts
    assert shown.command == "mazziere replay meld_all random_move --deal 2 --table --seed 1 --game burraco"
    assert [line for line in more if line in lines] == lines
    tables = shown.facts["table"]
    stocks = [re.search(r"in hand (\d+ \d+ \d+ \d+); stock (\d+)$", line) for line in more]
    assert [found.groups() for found in stocks if found] == [
        (" ".join(map(str, table["in_hand"])), str(table["stock"])) for table in tables
    ]
    text = " ".join(" ".join(more).split())
    for table in tables:
        for side in range(2):
            for meld in table["melds"][side]:
                assert meld in text
    with pytest.raises(ValueError, match="--table shows the melds and the pile of burraco; briscola has none"):
        replay("lowest", table=True)


def test_hands_are_shown_only_if_open():
    closed, lines = told(deal=3)
    opened, more = told(deal=3, open=True)
    assert not any("[" in line for line in lines)
    assert all(move["holds"] is None for move in closed.facts["moves"])
    text = " ".join(" ".join(more).split())
    starts = {move["turn"]: move["holds"] for move in reversed(opened.facts["moves"])}
    for holds in starts.values():
        assert f"[{' '.join(holds)}]" in text
    assert text.count("[") == len(starts)
    assert opened.facts["score_sheet"] == closed.facts["score_sheet"]


def test_a_match_tells_hand_after_hand_with_the_totals():
    answer, lines = told(deal=1, match="full", rules="target=500")
    sheets = answer.facts["score_sheet"]
    heads = [line for line in lines if line.startswith("Hand ")]
    assert [head.partition(":")[0] for head in heads] == [f"Hand {k + 1}" for k in range(len(sheets))]
    seats = answer.facts["seats"]
    assert [head.split(": ")[1].split(" acts first")[0] for head in heads] == [seats[k % 4] for k in range(len(sheets))]
    stands = [line.split()[-2:] for line in lines if line.startswith("     match so far")]
    assert stands == [[str(side["match"]) for side in sheet["sides"]] for sheet in sheets]
    best = sorted(answer.facts["points"], reverse=True)
    hands = f"{len(sheets)} hand{'s' * (len(sheets) > 1)}"
    assert answer.facts["verdict"].endswith(f" win {versus(best)} after {hands}.")
    assert answer.tables_as_frames()["score_sheet"]["match"].tolist() == [
        side["match"] for sheet in sheets for side in sheet["sides"]
    ]


def test_long_names_leave_room_for_the_cards():
    answer, lines = told("meld_all:enough=2+random_move meld_all:enough=3+random_move", table=True)
    assert "seats 1 and 3" in "\n".join(lines)
    assert max(map(len, lines)) <= 80
    both = "meld_all:enough=2 (1) and random_move (3) against meld_all:enough=3 (2) and random_move (4)"
    assert answer.block[0].startswith(
        f"{both}; meld_all:enough=2 (1) acts first, random_move (4) deals; deal 0 of seed 1"
    )


def test_a_fault_comes_after_the_turns_that_led_to_it(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text('"""Fails."""\n\n\ndef choose(view):\n    return 99 if view.turns == 6 and view.phase else 0\n')
    with pytest.raises(ValueError, match="mine returned 99") as caught:
        told(str(path))
    *lines, last = str(caught.value).splitlines()
    assert re.fullmatch(r"  7  mine \(3\)  draws \S+", lines[-1])
    assert len(lines) == 8
    assert last.startswith("strategy mine returned 99; it has ")
    assert last.endswith("--deal 0 --seed 1 --game burraco")


def test_bonuses_side_by_side():
    assert [sum_of(each) for each in ([], [200], [200, 200], [300, 250])] == [
        "0",
        "200",
        "2 x 200 = 400",
        "300 + 250 = 550",
    ]


def test_a_score_sheet_leaves_out_what_neither_side_has():
    side = {"melded": 300, "burrachi": [], "closing": 0, "left": 0, "pozzetto": 0, "total": 300, "match": 700}
    burrachi = [{"kind": "clean", "bonus": 200}, {"kind": "clean", "bonus": 200}, {"kind": "royal", "bonus": 300}]
    other = side | {"burrachi": burrachi, "closing": 100, "left": -35, "total": 1065, "match": 1065}
    assert lines_of({"sides": [side, other]}, ["we", "they"], True) == [
        "                 we           they",
        "cards melded    300            300",
        "clean burrachi    0  2 x 200 = 400",
        "royal burraco     0            300",
        "closing           0           +100",
        "left in hand      0            -35",
        "this hand       300           1065",
        "match so far    700           1065",
    ]
    assert lines_of({"sides": [side, side]}, ["we", "they"], False) == [
        "               we  they",
        "cards melded  300   300",
        "this hand     300   300",
    ]
