"""Decisions branched by machine code are those of plain Python, for every game; branching changes nothing."""

import signal
import tracemalloc

import numpy as np
import pytest
from forking import BUCKETS, OPTIONS, TABLES, Player, asked, decisions, now_and_then, some_move, sums
from scipy.stats import t as student

from analyzer import clusters, match
from analyzer.account import account_of
from analyzer.crew import Crew
from analyzer.fork import Fork, ForkCrew
from analyzer.scores import PAYOFF, RESULT


def equal(one, two, but=()):
    """Are all these sums the same?"""
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in one._fields if name not in but)


@pytest.mark.parametrize("what", TABLES)
def test_machine_code_branches_as_plain_python_does(what):
    contest, deals, forks = asked(what)
    found = decisions(contest, forks, deals)
    forked = forks.play(contest, deals)
    assert len(found) > 10 and {each.bucket for each in found} == set(range(BUCKETS))
    assert equal(forked.sums, sums(found, BUCKETS, len(OPTIONS)), but=["played"])
    played = {(each.deal, each.game) for each in found}
    assert forked.games >= len(played)
    assert forked.branches == sum(len({*each.moves, each.own} - {-1}) for each in found)


def mixed(told, number):
    """A number that depends on both."""
    return (told * 31 + number % 1_000_003) % 1_000_003


def digest(view):
    """A bucket that depends on all that a player of Briscola or Chiamata knows."""
    told = mixed(mixed(mixed(view.seat, view.hand), view.unseen), view.dice)
    told = mixed(mixed(mixed(mixed(told, view.trump), view.tricks), view.table), view.winning)
    told = mixed(mixed(mixed(mixed(told, view.to_follow), view.winning_mine), view.points[0]), view.points[1])
    for k in range(view.n_moves):
        told = mixed(told, view.moves[k])
    for trick in range(view.tricks):
        told = mixed(told, view.log[trick])
    return told % 211


def digest_of_burraco(view):
    """A bucket that depends on all that a player of Burraco knows."""
    told = mixed(mixed(mixed(view.seat, view.hand.has), view.hand.twice), view.hand.jokers)
    told = mixed(mixed(mixed(mixed(told, view.unseen.has), view.stock), view.turns), view.dice)
    told = mixed(mixed(mixed(mixed(told, view.laid[0]), view.laid[1]), view.n_mine), view.n_theirs)
    for k in range(view.n_moves):
        told = mixed(mixed(told, view.moves[k].card), view.moves[k].kind)
    for k in range(view.n_pile):
        told = mixed(told, view.pile[k])
    for k in range(4):
        told = mixed(mixed(told, view.hands[k]), view.known[k].has)
    return told % 211


def as_he_does_not(view, k):
    """The first move: what is of interest here is the bucket."""
    return 0


@pytest.mark.parametrize(
    ("names", "options", "situation"),
    [
        (("spend_trump", "maestro"), {"rules": "trump_swap=seven"}, digest),
        (("spend_trump", "random_card"), {"players": 3}, digest),
        (("random_bidder", "timid"), {"game": "chiamata"}, digest),
        (("random_move", "meld_all"), {"game": "burraco"}, digest_of_burraco),
    ],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_the_questions_see_the_view_of_whoever_decides_and_no_more(names, options, situation):
    # Compiled, the view of every decision is what a fresh look of that seat shows in plain Python, where hidden cards
    # are out of reach: were it stained by another seat's or a branch's look, the buckets would be others.
    contest = match.contest(*names, seed=17, **options)
    fork, player, wanted = Fork(situation, as_he_does_not, "first", 211), Player(contest), [0] * 211

    def stop(view, seat, index, moves):
        wanted[situation(view)] += 1

    for game in range(contest.plan.games):
        player.play(0, game, [], stop)
    forked = fork.play(contest, 1)
    assert forked.decisions == wanted and sum(each > 0 for each in wanted) > 20


@pytest.mark.parametrize("what", TABLES)
def test_the_branch_of_the_move_he_makes_ends_as_the_game_does_which_goes_on_undisturbed(what):
    contest, deals, _ = asked(what, seed=11)
    forks = Fork(now_and_then, some_move, OPTIONS, BUCKETS, {"often": 2})
    forks.prepare(contest)
    crew, plain = ForkCrew(forks, contest, None, deals, 0, 1, None), Crew(contest, deals, 0, 1, None, False)
    play, own, met = crew.desk(crew.states[0]), len(OPTIONS), 0
    for number in range(deals):
        kind = contest.plan.kind(contest.seed, number)
        for game in range(contest.plan.games):
            log, row = plain.play_one(number, game)
            for seat in range(contest.table.players):
                crew.branched[:] = 0
                crew.branched[kind, game, seat] = 1
                seen = play(number, 1).counts
                n, column = seen.decisions[:, own].sum(), contest.table.columns[seat]
                outcome = [row[RESULT][column], row[PAYOFF][column]]
                assert seen.totals[:, :, own].sum(axis=1).tolist() == [n * each for each in outcome]
                assert crew.states[0]["log"][0].tolist() == log
                assert match.one_row(contest, crew.states[0].view(np.recarray)[0]).tolist() == row
                met += n
    assert met > 50


def contest_of(*names, seed=3, **options):
    return match.contest(*names, seed=seed, **options)


def usual(parameters=None, options=OPTIONS):
    return Fork(now_and_then, some_move, options, BUCKETS, parameters)


@pytest.mark.parametrize(("what", "whose"), [("2", 1), ("3", 0), ("4", 1), ("5", 0)])
def test_decisions_of_one_party_alone(what, whose):
    contest, deals, forks = asked(what, seed=13)
    found = decisions(contest, forks, deals, whose=whose)
    assert len(found) > 3 and {each.party for each in found} == {whose}
    assert equal(forks.play(contest, deals, whose=whose).sums, sums(found, BUCKETS, len(OPTIONS)), but=["played"])


def test_both_parties_together_are_everybody():
    contest, forks = contest_of("spend_trump", "lowest"), usual()
    whole, one, two = (forks.play(contest, 300, whose=whose).sums for whose in (None, 0, 1))
    for name in ("decisions", "totals", "taken"):
        assert np.array_equal(getattr(one, name) + getattr(two, name), getattr(whole, name)), name


@pytest.mark.parametrize(
    ("names", "options", "games"),
    [
        (("lowest", "lowest"), {}, 1),
        (("spend_trump", "lowest"), {}, 2),
        (("lowest", "lowest"), {"players": 3}, 1),
        (("lowest", "spend_trump"), {"players": 3}, 6),
        (("lowest", "lowest:"), {"players": 4}, 1),
        (("spend_trump", "spend_trump:spend_at=4"), {"players": 4}, 2),
        (("lowest+spend_trump", "lowest+spend_trump"), {"players": 4}, 4),
        (("timid", "timid"), {"game": "chiamata"}, 1),
        (("lowest", "lowest", "spend_trump"), {"players": 3}, 3),
    ],
    ids=str,
)
def test_games_that_are_the_same_are_played_once(names, options, games):
    contest, deals = contest_of(*names, **options), 20
    forked = usual().play(contest, deals)
    assert forked.games == games * deals
    # Of one party alone the decisions are others in each of them.
    assert usual().play(contest, deals, whose=0).games > games * deals - 1


def test_the_same_sums_for_any_threads_chunks_and_parts():
    contest, forks = contest_of("maestro", "spend_trump"), usual({"often": 4})
    whole = forks.play(contest, 400, jobs=1)
    for jobs, chunk in ((2, None), (2, 7), (1, 400), (2, 1)):
        assert equal(forks.play(contest, 400, jobs=jobs, chunk=chunk).sums, whole.sums)
    parts = clusters.new_sums(BUCKETS, len(OPTIONS))
    for first, n in ((250, 150), (0, 250)):
        clusters.merge(parts, forks.play(contest, n, first).sums)
    assert equal(parts, whole.sums)
    other = forks.play(contest_of("maestro", "spend_trump", seed=4), 400)
    assert not equal(other.sums, whole.sums)


def test_what_is_told_is_told_from_either_side():
    forked = usual().play(contest_of("spend_trump", "lowest"), 300)
    for buckets in (0, [1, 2], None):
        for of in ("score", "margin"):
            gain, loss = forked.gain("first", "last", buckets, of), forked.gain(1, 0, buckets, of)
            assert loss == gain.turned() and gain.mean is not None
            whole = [forked.value(name, buckets, of).mean for name in ("first", "last")]
            assert gain.mean == pytest.approx(whole[0] - whole[1])  # both always exist
            own = forked.value(None, buckets, of)
            assert forked.gain("first", None, buckets, of).mean == pytest.approx(whole[0] - own.mean)
    even = forked.gain("even", "first")
    assert even.decisions == forked.value("even").decisions < sum(forked.decisions)
    assert 0 < forked.chosen("even") < 1


def test_options_in_another_order_are_worth_the_same():
    contest, turned = contest_of("spend_trump", "lowest"), Fork(now_and_then, turned_round, OPTIONS[::-1], BUCKETS)
    one, two = usual().play(contest, 200), turned.play(contest, 200)
    for name in OPTIONS:
        assert one.value(name, 2) == two.value(name, 2) and one.chosen(name) == two.chosen(name)
        assert one.gain(name, None, [0, 3], "score") == two.gain(name, None, [0, 3], "score")
    assert one.gain("any", "last") == two.gain("any", "last")


def turned_round(view, k):
    """Some move, the options counted from the last."""
    return some_move(view, 3 - k)


def test_merged_buckets_are_those_of_a_coarser_situation():
    contest = contest_of("spend_trump", "spend_trump")
    fine = usual().play(contest, 500)
    coarse = Fork(coarser, some_move, OPTIONS, 2).play(contest, 500)
    assert fine.deals == 500 and coarse.decisions == [sum(fine.decisions[:2]), sum(fine.decisions[2:])]
    for bucket, merged in enumerate(([0, 1], (3, 2))):
        for of in ("score", "margin"):
            one, two = fine.gain("first", "last", merged, of), coarse.gain("first", "last", bucket, of)
            assert one.mean == two.mean and one.decisions == two.decisions
            assert one.error == pytest.approx(two.error, rel=2e-3) and one.error >= two.error
    assert fine.gain("any", "first") == coarse.gain("any", "first") == coarse.gain("any", "first", [1, 0, 1])


def coarser(view, often=3):
    """Two buckets in place of four."""
    bucket = now_and_then(view, often)
    return bucket // 2 if bucket >= 0 else -1


def test_gains_in_all_buckets_are_adjusted_together():
    forked = usual().play(contest_of("maestro", "maestro"), 400)
    found = forked.gains("first", "last")
    assert [each.mean for each in found] == [forked.gain("first", "last", bucket).mean for bucket in range(BUCKETS)]
    assert all(each.p <= each.fair <= 1 for each in found)
    # Benjamini and Hochberg, straight from the definition.
    p = sorted(each.p for each in found)
    for each in found:
        assert each.fair == min(1, *(p[r] * len(p) / (r + 1) for r in range(len(p)) if p[r] >= each.p))
    groups = forked.gains("first", "last", [[0, 1], 2], of="score")
    assert [each.decisions for each in groups] == [sum(forked.decisions[:2]), forked.decisions[2]]
    assert forked.gain("first", "last").fair is None


def test_nothing_seen_is_nothing_said():
    forked = Fork(never, some_move, OPTIONS, BUCKETS).play(contest_of("lowest", "lowest"), 10)
    assert forked.deals == 10 and forked.branches == 0 and forked.decisions == [0] * BUCKETS
    gain = forked.gain("first", "last")
    assert (gain.mean, gain.low, gain.high, gain.p, gain.decisions, gain.deals) == (None, None, None, None, 0, 0)
    assert forked.value(None, of="score").mean is None and forked.chosen("first") is None
    assert all(each.fair is None for each in forked.gains("first", "last"))


def never(view):
    """No decision at all."""
    return -1


def test_ctrl_c_keeps_what_is_finished():
    contest, forks = contest_of("spend_trump", "lowest"), usual()
    seen = []

    def tell(done):
        seen.append(done)
        if done >= 300:
            signal.raise_signal(signal.SIGINT)

    forked = forks.play(contest, 10**8, jobs=2, chunk=50, tell=tell)
    assert forked.interrupted and 300 <= forked.deals < 10**6 and seen == sorted(seen)
    assert equal(forked.sums, forks.play(contest, forked.deals).sums)
    assert not forks.play(contest, 50).interrupted


def test_memory_does_not_grow_with_the_deals():
    contest, forks = contest_of("lowest", "lowest"), usual()
    peaks = []
    for deals in (2_000, 2_000, 40_000):
        tracemalloc.start()
        forks.play(contest, deals, jobs=2, chunk=100)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.5 * peaks[1]


def test_more_decisions_than_sums_can_hold_are_refused(monkeypatch):
    contest, forks = contest_of("lowest", "lowest"), usual()
    forks.prepare(contest)
    monkeypatch.setattr(clusters, "FULL", 100)
    with pytest.raises(ValueError, match="the sums of so many deals are more than 64 bits can hold: play fewer"):
        forks.play(contest, 500)


def test_how_often_a_deal_has_such_decisions():
    contest, forks = contest_of("spend_trump", "lowest"), usual()
    each = np.array([forks.play(contest, 1, first=number).decisions for number in range(30)])
    forked = forks.play(contest, 30)
    for buckets in (None, 0, (0, 1)):
        counts = each[:, list(range(BUCKETS)) if buckets is None else buckets].reshape(30, -1).sum(axis=1)
        half = student.ppf(0.975, 29) * counts.std(ddof=1) / np.sqrt(30)
        often = forked.often(buckets)
        told = [counts.mean(), counts.mean() - half, counts.mean() + half]
        assert counts.std() > 0 and [often.mean, often.low, often.high] == pytest.approx(told)


def test_an_answer_can_account_for_it():
    contest = contest_of("spend_trump", "lowest")
    forked = usual().play(contest, 20, first=5, jobs=1)
    account = account_of(contest, forked, contest.plan.games)
    assert account.line.startswith("seed 3, deals 5 to 24; mazziere") and account.line.endswith("1 thread")
    assert account.facts == {"deals": 20, "games": 40, "seed": 3, "first": 5} and forked.games == 40
