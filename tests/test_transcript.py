"""Is a deal told as it was played: every card once, every trick to its taker, and nothing that is hidden let out?"""

import re

import numpy as np
import pytest

from analyzer import cards, match, replay
from analyzer.chiamata import bid_name, bid_target
from analyzer.scores import HANDS, PAYOFF, RESULT
from analyzer.telling import signed, versus
from analyzer.transcript import teller

BIDDERS = "random_bidder random_bidder:daring=0.6"
FIVE = {"game": "chiamata"}
TABLES = {
    "2": ("spend_trump lowest", {}),
    "2, swapping": ("spend_trump random_card", {"rules": "trump_swap=seven"}),
    "3": ("spend_trump lowest", {"players": 3}),
    "3, orders": ("spend_trump lowest random_card", {"players": 3}),
    "3, pool": ("spend_trump lowest random_card throw_away", {"players": 3}),
    "4": ("spend_trump+lowest random_card", {"players": 4, "rules": "signals=on"}),
    "4, five cards": ("spend_trump lowest", {"players": 4, "rules": "hand_size=5 must_follow=on"}),
    "6": ("spend_trump lowest", {"players": 6}),
    "5": (BIDDERS, FIVE),
    "5, points": (BIDDERS, FIVE | {"rules": "bid_form=points_only"}),
    "5, pool": (BIDDERS, FIVE | {"pool": True}),
}
TRICK = re.compile(r"^    (\S.*) takes (\d+),")


def told(names, deal=0, **options):
    """The answer and its lines between the heading and the verdict."""
    answer = replay(*names.split(), deal=deal, **options)
    return answer, list(answer.block[1:-2])


def plays(lines):
    """Who plays which card, line by line."""
    found = (re.match(r"^(?:..)  (\S+(?: \(\d\))?) .*plays ([24567JQKA3][CDSB])\b", line) for line in lines)
    return [(line[1], cards.parse(line[2])) for line in found if line]


@pytest.mark.parametrize("what", TABLES)
@pytest.mark.parametrize("deal", [0, 7])
def test_every_card_is_played_once_and_the_tricks_and_points_are_those_of_the_score(what, deal):
    names, options = TABLES[what]
    answer, lines = told(names, deal, seating=2, **options)
    facts, players = answer.facts, answer.facts["players"]
    last = max(move["hand"] for move in facts["moves"])
    moves = [move for move in facts["moves"] if move["hand"] == last and move["move"].startswith("plays")]
    played = [cards.parse(move["move"].split()[1]) for move in moves]
    assert len(set(played)) == len(played) == {3: 39, 6: 36}.get(players, 40)
    assert plays(lines)[-len(played) :] == [(move["strategy"], card) for move, card in zip(moves, played, strict=True)]
    takers = [TRICK.match(line) for line in lines if TRICK.match(line)][-len(played) // players :]
    taken = dict.fromkeys(facts["seats"], 0)
    for number, taker in enumerate(takers):
        trick = played[players * number : players * (number + 1)]
        assert int(taker[2]) == sum(cards.points(card) for card in trick)
        if number + 1 < len(takers):
            assert moves[players * (number + 1)]["strategy"] == taker[1], "who takes a trick leads the next"
        taken[taker[1]] += int(taker[2])
    sides = len(facts["points"])
    assert [sum(taken[seat] for seat in facts["seats"][side::sides]) for side in range(sides)] == facts["points"]
    assert sum(facts["points"]) == 120
    assert sum(facts["payoffs"]) == 0


@pytest.mark.parametrize("what", TABLES)
def test_the_told_game_is_the_one_the_kernel_plays_in_every_seating(what):
    names, options = TABLES[what]
    made = match.contest(*names.split(), seed=9, **options)
    match.prepare(made)
    rows = []
    match.play(made, 1, first=5, save=lambda first, played: rows.append(played.copy()))
    for game in range(made.plan.games):
        facts = replay(*names.split(), deal=5, seed=9, seating=game + 1, **options).facts
        sides = len(facts["payoffs"])
        assert rows[0][0, game, PAYOFF, :sides].tolist() == facts["payoffs"]
        assert (rows[0][0, game, RESULT, :sides] / 60).tolist() == facts["results"]
        for name, row, _ in made.table.module.SAVED:
            assert rows[0][0, game, row, :sides].tolist() == facts[name]
        assert [seat.rpartition(" (")[0] or seat for seat in facts["seats"]] == made.seated(5, game)


@pytest.mark.parametrize("what", TABLES)
def test_a_seating_that_is_not_played_is_refused(what):
    names, options = TABLES[what]
    games = match.contest(*names.split(), **options).plan.games
    replay(*names.split(), seating=games, **options)
    with pytest.raises(ValueError, match=f"a deal is played {games} times here, so there is no seating {games + 1}"):
        replay(*names.split(), seating=games + 1, **options)


def test_swapped_is_the_second_seating():
    one, two = (replay("spend_trump", "lowest", deal=3, **how) for how in ({"swapped": True}, {"seating": 2}))
    assert one.block == two.block
    assert one.command == "mazziere replay spend_trump lowest --deal 3 --seating 2 --seed 1"
    assert one.facts["seats"] == ["lowest", "spend_trump"]


def test_one_strategy_alone_is_told_at_a_table_of_its_own_kind():
    assert replay("lowest").facts["seats"] == ["lowest (1)", "lowest (2)"]
    assert replay("random_bidder", game="chiamata").facts["seats"] == [f"random_bidder ({k})" for k in range(1, 6)]


COMPANY = {
    "2": "spend_trump leads against lowest;",
    "3": "spend_trump (1) leads, lowest (2) sits behind, lowest (3) deals;",
    "3, orders": "spend_trump leads, lowest sits behind, random_card deals;",
    "4": "spend_trump (1) and lowest (3) against random_card (2) and random_card (4); spend_trump (1) leads, "
    "random_card (4) deals;",
    "6": "spend_trump (1), spend_trump (3) and spend_trump (5) against lowest (2), lowest (4) and lowest (6); "
    "spend_trump (1) leads, lowest (6) deals;",
    "5": "in playing order random_bidder (1), random_bidder:daring=0.6 (2), random_bidder:daring=0.6 (3), "
    "random_bidder:daring=0.6 (4), random_bidder:daring=0.6 (5); random_bidder:daring=0.6 (5) deals.",
}


@pytest.mark.parametrize("what", COMPANY)
def test_the_heading_says_who_sits_where(what):
    names, options = TABLES[what]
    assert replay(*names.split(), **options).block[0].startswith(COMPANY[what])


def test_the_points_stand_side_by_side_after_every_trick():
    _, lines = told("spend_trump lowest", 5, players=3)
    stands = [re.search(r"now (\d+)-(\d+)-(\d+)", line) for line in lines]
    sums = [sum(map(int, stand.groups())) for stand in stands if stand]
    assert len(sums) == 13
    assert sums == sorted(sums)
    assert sums[-1] == 120
    assert sum("the stock is gone, lowest (3) draws the upcard" in line for line in lines) == 1


def test_french_suits_change_the_letters_and_nothing_else():
    letters = str.maketrans("♥♦♠♣", "CDSB")
    for what in ("3", "4", "5"):
        names, options = TABLES[what]
        for bare in (False, True):
            plain, french = (replay(*names.split(), french=how, open=bare, **options) for how in (False, True))
            assert not re.search("[♥♦♠♣]", str(plain))
            assert not re.search(r"\b[24567JQKA3][CDSB]\b", str(french))
            assert str(french).replace(" --french", "").translate(letters) == str(plain)


# How a game ends, in words: with the deal that shows it, found by playing many.


def ends(names, how, deals=400, **options):
    """The last line of the first deal whose row `how` likes."""
    made = match.contest(*names.split(), **options)
    match.prepare(made)
    kept = []
    match.play(made, deals, save=lambda first, rows: kept.append(rows.copy()))
    found = [deal for deal, row in enumerate(np.concatenate(kept)[:, 0].tolist()) if how(row)]
    answer = replay(*names.split(), deal=found[0], **options)
    assert answer.block[-2] == answer.facts["verdict"]
    return answer.facts["verdict"].partition(": ")[2]


def shared(row):
    return sorted(row[RESULT]) == [0, 30, 30]


def test_a_shared_win_a_draw_and_a_void_hand_are_called_so():
    three = "random_card lowest"
    level = ends(three, shared, players=3)
    one = r"(?:random_card|lowest) \(\d\)"
    assert re.fullmatch(rf"{one} and {one} share the win, (\d+)-\1-\d+\.", level)
    void = ends(three, lambda row: row[RESULT] == [0, 0, 0], players=3, rules="tie3=void")
    assert void == "void, " + level.rpartition(", ")[2]
    assert ends("random_card lowest", lambda row: row[RESULT][:2] == [30, 30]) == "drawn, 60-60."
    won = ends("random_card lowest", lambda row: row[RESULT][0] == 60, players=4)
    assert re.fullmatch(r"random_card \(1\) and random_card \(3\) win \d+-\d+\.", won)
    best = ends("random_card lowest", lambda row: row[RESULT][1] == 60, players=3, match="best_of=3")
    with_points = r"with (\d+) points, (?:random_card|lowest) \(\d\) (\d+), (?:random_card|lowest) \(\d\) (\d+)\."
    told = re.fullmatch(rf"lowest \(2\) wins by 2-([01])-([01]) hands {with_points}", best)
    assert sum(map(int, told.groups()[2:])) == 120 * (2 + int(told[1]) + int(told[2]))
    sweep = {"players": 3, "match": "best_of=3", "rules": "cappotto_wins_match=on"}
    swept = ends("random_card lowest", lambda row: max(row[RESULT]) == 60 and max(row[HANDS]) == 1, 2000, **sweep)
    assert re.fullmatch(rf"\S+ \(\d\) wins by a cappotto, hands 1-[01]-[01], {with_points}", swept)
    alone = ends("random_card lowest", lambda row: row[RESULT][0] == 60, players=3)
    told = re.fullmatch(rf"random_card \(1\) wins {with_points}", alone)
    assert sum(map(int, told.groups())) == 120
    assert int(told[1]) > int(told[2]) >= int(told[3])


def test_a_hand_dealt_again_says_so():
    made = match.contest("random_card", "lowest")
    match.prepare(made)
    kept = []
    match.play(made, 400, save=lambda first, rows: kept.append(rows.copy()))
    deal = next(d for d, row in enumerate(np.concatenate(kept)[:, 0].tolist()) if row[RESULT][:2] == [30, 30])
    _, lines = told("random_card lowest", deal, rules="tie=replay")
    at = lines.index("    level, so the hand is dealt again")
    assert lines[at - 1].endswith("now 60-60")
    assert lines[at + 1].startswith("Hand 2: trump is ")


# Chiamata


def caller_of(facts):
    """Who called in the last hand."""
    return facts["seats"][facts["roles"].index("caller" if "caller" in facts["roles"] else "alone")]


@pytest.mark.parametrize("deal", range(6))
@pytest.mark.parametrize("rules", ["", "bid_form=points_only", "bid_form=rank_only leader=caller"])
def test_the_auction_and_the_call_are_those_of_the_rules(deal, rules):
    answer, lines = told(BIDDERS, deal, rules=rules, **FIVE)
    facts = answer.facts
    auction = facts["auction"][-1]
    bids = [made["move"].split()[1] for made in auction if made["move"].startswith("bids")]
    points_only = "points_only" in rules
    numbers = [[bid_name(k), str(bid_target(k))][points_only] for k in range(1, 70)]
    order = [numbers.index(bid) for bid in bids]
    assert order == sorted(set(order)), "every bid is above the one before"
    assert facts["bid"] == bids[-1]
    assert facts["target"] == (int(facts["bid"]) if points_only else 61 + max(0, order[-1] - 9))
    *before, call = auction
    assert call["move"] == f"calls {facts['called']}"
    assert facts["seats"][call["seat"]] == caller_of(facts)
    assert next(made["seat"] for made in reversed(before) if made["move"].startswith("bids")) == call["seat"]
    if not points_only:
        assert facts["called"][0] == facts["bid"][0]
    suit = cards.SUIT_NAMES["CDSB".index(facts["called"][1])]
    caller = caller_of(facts)
    assert f"    {suit} is trump; {caller} and whoever holds {facts['called']} need {facts['target']}" in lines
    leads = plays(lines)[0][0]
    assert leads == (caller if "leader=caller" in rules else facts["seats"][auction[0]["seat"]])


@pytest.mark.parametrize("deal", range(4))
def test_who_is_with_whom_is_told_only_at_the_end_unless_open(deal):
    answer, lines = told(BIDDERS, deal, **FIVE)
    facts = answer.facts
    text = "\n".join(lines)
    assert "[" not in text
    for word in ("partner", "defender", "alone", " with ", "against"):
        assert word not in text
    assert all(move["holds"] is None for move in facts["moves"])
    assert "holds" in answer.tables[0].frame()
    assert answer.tables[0].frame()["holds"].isna().all()
    at = [k for k, line in enumerate(lines) if ", the called card" in line]
    assert len(at) == 1
    assert f"plays {facts['called']}, the called card" in lines[at[0]]
    friend = facts["seats"][facts["roles"].index("partner")] if "partner" in facts["roles"] else caller_of(facts)
    assert friend in lines[at[0]]
    ending = facts["verdict"].partition(": ")[2]
    others = [seat for seat, role in zip(facts["seats"], facts["roles"], strict=True) if role == "defender"]
    if "partner" in facts["roles"]:
        assert f" with {friend} " in ending
    else:
        assert " alone " in ending
    assert f"against {', '.join(others[:-1])} and {others[-1]}" in ending


def test_open_tells_hands_from_the_start_and_roles_from_the_call():
    answer, lines = told(BIDDERS, 3, open=True, **FIVE)
    facts = answer.facts
    assert answer.command == f"mazziere replay {BIDDERS} --deal 3 --open --seed 1 --game chiamata"
    called = next(k for k, line in enumerate(lines) if " calls " in line)
    role = dict(zip(facts["seats"], facts["roles"], strict=True))
    moves = [line for line in lines if re.search(r"\b(bids|passes|calls|plays)\b", line)]
    assert len(moves) == len(facts["moves"])
    for line, move in zip(moves, facts["moves"], strict=True):
        assert f"[{' '.join(move['holds'])}]" in line
        told_role = re.search(r"\b(defender|caller|partner|alone)\b", line)
        if lines.index(line) <= called:
            assert told_role is None
        else:
            assert told_role[0] == role[move["strategy"]]
    hidden = replay(*BIDDERS.split(), deal=3, **FIVE)
    assert hidden.facts["verdict"] == facts["verdict"]


def test_all_pass_and_the_next_dealer_deals():
    shy = "random_bidder:daring=0.0 random_bidder:daring=0.1"
    answer, lines = told(shy, 1, **FIVE)
    hands = answer.facts["auction"]
    assert len(hands) > 2
    assert lines.count("    all pass, so the next dealer deals") == len(hands) - 1
    assert [hand[0]["seat"] for hand in hands] == [k % 5 for k in range(len(hands))]
    assert not any("units so far" in line for line in lines)
    answer, lines = told("random_bidder:daring=0.0", 0, rules="all_pass=end", **FIVE)
    assert answer.facts["verdict"] == "deal 0 of seed 1: all passed, nothing is paid."
    assert (answer.facts["roles"], answer.facts["bid"]) == (None, None)
    _, lines = told(shy, 1, rules="all_pass=redeal_double", **FIVE)
    assert any(line.startswith("Hand 3: ") and line.endswith("; this hand counts 4 times") for line in lines)


def test_what_was_paid_is_told_by_role():
    text = ends(BIDDERS, lambda row: row[PAYOFF][0] == 2, **FIVE)
    assert re.search(r"^random_bidder \(1\), who bid \S+ and called \S+, wins with .* \d+-\d+ \(needed \d+\)", text)
    assert text.endswith("units: caller +2, partner +1, the others -1 each.")
    text = ends(BIDDERS, lambda row: row[PAYOFF][1] == -4 and sorted(row[PAYOFF])[1] == 1, **FIVE)
    assert " loses alone " in text
    assert text.endswith("units: caller -4, the others +1 each.")
    text = ends(BIDDERS, lambda row: not any(row[PAYOFF]), rules="tie60=draw", deals=2000, **FIVE)
    assert re.search(r" draws (alone|with .*) 60-60 \(needed 61\) against ", text)
    assert text.endswith("; nothing is paid.")


@pytest.mark.parametrize("deal", range(3))
def test_a_match_tells_after_every_hand_who_had_what_and_how_the_units_stand(deal):
    answer, lines = told(BIDDERS, deal, match="first_to=5", **FIVE)
    facts = answer.facts
    played = [hand for hand in facts["auction"] if hand[-1]["move"].startswith("calls")]
    results = [line for line in lines if re.search(r", (with .*|alone), has \d+ of the \d+ needed$", line)]
    assert len(results) == len(played)
    for line, hand in zip(results, played, strict=True):
        assert f"; {facts['seats'][hand[-1]['seat']]}, " in line
    stands = [line.partition(", seat by seat: ")[2].split() for line in lines if "units so far" in line]
    assert len(stands) == len(facts["auction"]) - 1 - lines.count("    all pass, so the next dealer deals")
    before = [0] * 5
    for stand in [*stands, signed(facts["payoffs"]).split()]:
        now = [int(units) for units in stand]
        assert sum(now) == 0
        assert max(before) < 5
        assert now != before
        before = now
    assert max(before) >= 5
    assert lines[-1] == f"units, seat by seat: {signed(facts['payoffs'])}"
    winners = [seat for seat, units in zip(facts["seats"], before, strict=True) if units == max(before)]
    assert facts["verdict"].startswith(f"deal {deal} of seed 1: {winners[0]}")


def test_a_fault_comes_after_the_moves_that_led_to_it(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text('"""Fails late."""\n\n\ndef choose(view):\n    return 9 if view.tricks == 4 else 0\n')
    with pytest.raises(ValueError, match="mine returned 9") as caught:
        replay("random_bidder:daring=0.6", str(path), game="chiamata", deal=2)
    *lines, last = str(caught.value).splitlines()
    assert last.startswith("strategy mine returned 9; it has 4 moves, so 0 to 3 are legal (seed 1, deal 2); see ")
    assert len(plays(lines)) >= 20
    assert "takes" in "".join(lines)


@pytest.mark.parametrize("name", ["lowest", "random_bidder"])
def test_a_fault_before_the_first_move_comes_after_the_opening_of_the_hand(tmp_path, name):
    path = tmp_path / "mine.py"
    path.write_text('"""Fails at once."""\n\n\ndef choose(view):\n    return 99\n')
    game = {"game": "chiamata"} if name == "random_bidder" else {}
    with pytest.raises(ValueError, match="mine returned 99") as caught:
        replay(str(path), deal=2, **game)
    opening, fault = str(caught.value).splitlines()
    assert fault.startswith("strategy mine returned 99; ")
    assert opening == replay(name, deal=2, **game).block[1].replace(name, "mine")


def test_numbers_side_by_side():
    assert versus([61, 59]) == "61-59"
    assert signed([2, 0, -1]) == "+2 0 -1"


def test_a_teller_for_every_game():
    for what in ("2", "5"):
        names, options = TABLES[what]
        telling = teller(match.contest(*names.split(), **options))
        state = telling.play(0)
        assert telling.rules.over(state)
        assert telling.lines


def test_what_partners_tell_each_other_is_told_from_the_second_trick_on():
    for rules, players in (([], 4), (["signals=on"], 4), (["signals=on"], 6)):
        telling = teller(match.contest("spend_trump", "lowest", players=players, rules=rules))
        telling.play(5)
        moves = [line for line in telling.lines if "  plays " in line]
        assert not any("told" in line for line in moves[:players]), "the first trick is silent"
        assert all(("(told: " in line) is bool(rules) for line in moves[players:])
        if players == 4 and rules:
            assert any("(told: lowest (2) holds JB and no load)" in line for line in moves)
