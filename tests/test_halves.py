"""Does a player put together from two lead like the one and answer like the other?"""

import pytest

from analyzer import compiled, match, roster, tables
from analyzer.halves import put_together
from analyzer.lab import Lab
from analyzer.match import Match
from analyzer.referee import Referee
from analyzer.roster import Strategy, StrategyError
from analyzer.seating import Party

ONE, TWO = "count_cards:memory=1", "spend_trump:spend_at=3"


def made(one=ONE, two=TWO):
    return put_together(roster.find(one), roster.find(two))


@pytest.mark.parametrize("players", [2, 4])
def test_he_leads_as_the_one_does_and_answers_as_the_other(players):
    half = made("maestro", TWO)
    contest = Match(tables.table(players=players), (Party((half,)), match.party("lowest", "briscola")), 3)
    choose = {name: compiled.load(roster.find(name)).choose for name in ("maestro", "spend_trump")}
    judge, seen = Referee(contest), {True: 0, False: 0}

    def watch(state, index, forced):
        if forced or contest.players[contest.plan.seats[0, 0, int(state.turn)]] != half:
            return
        view = judge.sealed_view()
        leads = view.led < 0
        wanted = choose["maestro"](view) if leads else choose["spend_trump"](view, spend_at=3)
        assert index == wanted
        seen[leads] += 1

    for number in range(4):
        judge.play(number, 0, watch)
    assert min(seen.values()) > 10


def test_put_together_from_one_he_is_that_one_and_compiled_he_plays_as_in_python():
    same, one = made(ONE, ONE), roster.find(ONE)
    contest = Match(tables.table(), (Party((same,)), Party((one,))), 5)
    outcome = match.play(contest, 300)
    assert outcome.counts.result[0]["mirrored"] == 300
    assert match.check(Match(tables.table(), (Party((made(),)), Party((one,))), 5), 6) > 100


def test_parameters_are_those_the_two_were_given():
    half = made()
    assert half.values["lead_memory"] == 1 and half.values["answer_spend_at"] == 3
    assert half.label == "count_cards_leads_spend_trump_answers"
    lab = Lab(200)
    got = []
    for spend_at in (3, 12):
        other = made(two=f"spend_trump:spend_at={spend_at}")
        contest = Match(tables.table(), (Party((other,)), match.party("lowest", "briscola")), 1)
        got.append(int(lab.play(contest).counts.result[0]["margin_sums"].sum()))
    assert got[0] != got[1]


def test_too_many_parameters_are_refused():
    names = {f"p{k}": 0 for k in range(20)}
    big = Strategy("big", roster.find("lowest").path, roster.find("lowest").source, "", names, names)
    with pytest.raises(StrategyError, match="have 40 parameters between them; 32 is the most"):
        put_together(big, big)
