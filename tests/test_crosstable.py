"""Does a crosstable play and count every pair as if it sat alone at the table, all on the same deals?"""

from itertools import combinations

import numpy as np
import pytest

from analyzer import counting, match, packed, seating, tables
from analyzer.crew import FIRST_GAMES
from analyzer.match import Match
from analyzer.scores import PAYOFF, RESULT

DEALS = 200
WHERE = {
    "2": ("spend_trump lowest random_card", {}),
    "2, match": ("spend_trump lowest random_card", {"match": "best_of=3"}),
    "4": ("spend_trump lowest random_card", {"players": 4}),
    "4, a+b": ("spend_trump+lowest random_card lowest spend_trump+random_card", {"players": 4}),
    "6": ("spend_trump+lowest+random_card random_card lowest", {"players": 6}),
    "3": ("spend_trump lowest random_card", {"players": 3}),
    "5": ("random_bidder random_bidder:daring=0.6 timid", {"game": "chiamata"}),
    "burraco": ("meld_all random_move stock_only", {"game": "burraco"}),
}


def crosstable(what, pairs=None, seed=77):
    names, options = WHERE[what]
    game = options.get("game", "briscola")
    parties = tuple(match.party(name, game) for name in names.split())
    seats = tables.table(game, options.get("players"), (), options.get("match", "single"))
    return Match(seats, parties, seed, pairs=pairs or tuple(combinations(range(len(parties)), 2)))


def rows_of(contest, deals=DEALS, first=0):
    """The score of every game, and the counts."""
    match.prepare(contest)
    kept = []
    outcome = match.play(contest, deals, first, jobs=1, save=lambda number, rows: kept.append(rows.copy()))
    return np.concatenate(kept), outcome.counts


def alone(contest, pair, deals=DEALS):
    """What the first of a pair gets in every block of a match of the two, by result and by payoff: plain sums."""
    two = Match(contest.table, tuple(contest.parties[k] for k in pair), contest.seed)
    rows, _ = rows_of(two, deals)
    found = np.zeros((2, deals), np.int64)
    (entries,) = two.plan.entries
    games = contest.table.players if two.plan.design == seating.AMONG else two.plan.games
    for deal in range(deals):
        for game in range(games):
            for column, entry in enumerate(entries[game]):
                if entry == 0:
                    found[0, deal] += rows[deal, game, RESULT, column]
                    found[1, deal] += rows[deal, game, PAYOFF, column]
    return found


@pytest.mark.parametrize("what", WHERE)
def test_every_pair_gets_what_it_gets_alone(what):
    contest = crosstable(what)
    _, counts = rows_of(contest)
    values = np.stack([alone(contest, pair) for pair in contest.pairs], axis=2)
    assert counts.blocks.tolist() == [DEALS]
    assert counts.totals.tolist() == values.sum(axis=1).tolist()
    for k in range(2):
        for s in range(len(contest.pairs)):
            for t in range(len(contest.pairs)):
                assert counts.products[k, s, t] == (values[k, :, s] * values[k, :, t]).sum(), (k, s, t)


@pytest.mark.parametrize("what", ["2", "4, a+b", "3"])
def test_pairs_are_told_from_the_side_of_the_first_in_the_order_asked_for(what):
    pairs = ((2, 0), (1, 2))
    contest = crosstable(what, pairs)
    _, counts = rows_of(contest)
    assert counts.totals.T.tolist() == [alone(contest, pair).sum(axis=1).tolist() for pair in pairs]


def test_the_seats_are_those_of_each_pair_one_after_the_other():
    contest = crosstable("4, a+b")
    sizes = [seating.plan(contest.table, [contest.parties[k] for k in pair]).games for pair in contest.pairs]
    assert sizes == [4, 4, 8, 2, 4, 4]
    assert contest.plan.games == sum(sizes)
    (owners,), (entries,) = contest.plan.owners, contest.plan.entries
    for number, (start, games) in enumerate(zip(np.cumsum([0, *sizes[:-1]]), sizes, strict=True)):
        block = slice(start, start + games)
        assert set(owners[block].ravel().tolist()) == set(contest.pairs[number])
        assert set(entries[block].ravel().tolist()) == {number, -1}
        assert ((entries[block] == number) == (owners[block] == contest.pairs[number][0])).all()


def test_chunks_may_be_merged_in_any_order():
    contest = crosstable("2")
    rows, counts = rows_of(contest)
    counter = counting.counter(contest)
    parts = []
    for start, end in ((0, 1), (1, 70), (70, DEALS)):
        part = counter.blank()
        counter.add(part, rows[start:end], start, end - start)
        parts.append(part)
    for order in ((0, 1, 2), (2, 0, 1)):
        total = counter.blank()
        for k in order:
            counter.merge(total, parts[k])
        assert all((a == b).all() for a, b in zip(total, counts, strict=True))


def test_rows_beyond_the_deals_played_are_not_counted_and_no_deals_count_nothing():
    contest = crosstable("2")
    rows, _ = rows_of(contest, 5)
    counter = counting.counter(contest)
    some, none = counter.blank(), counter.blank()
    counter.add(some, rows, 0, 3)
    counter.add(none, rows, 0, 0)
    only = counter.blank()
    counter.add(only, rows[:3], 0, 3)
    assert all((a == b).all() for a, b in zip(some, only, strict=True))
    assert not any(part.any() for part in none)


@pytest.mark.parametrize("what", ["2", "4, a+b", "3"])
def test_threads_and_chunks_change_nothing(what):
    contest = crosstable(what)
    _, counts = rows_of(contest)
    for how in ({"jobs": 2}, {"jobs": 2, "chunk": 7}, {"jobs": 1, "chunk": 1000}):
        again = match.play(contest, DEALS, **how).counts
        assert all((a == b).all() for a, b in zip(again, counts, strict=True)), how


def test_it_is_kept_in_a_state_whole():
    contest = crosstable("2")
    _, counts = rows_of(contest)
    again = counting.counter(contest).blank()
    packed.unpack(packed.pack(counts), again)
    assert all((a == b).all() for a, b in zip(again, counts, strict=True))


def test_partners_who_cannot_sit_down_are_refused():
    parties = tuple(match.party(name, "briscola") for name in ("spend_trump+lowest", "lowest"))
    with pytest.raises(ValueError, match="names 2 partners, but a side here has 1"):
        _ = Match(tables.table(), parties, 1, pairs=((0, 1),)).plan


@pytest.mark.parametrize("size", [3, 19])
def test_however_many_pairs_there_are_the_first_report_comes_after_a_few_games(size):
    names = [f"spend_trump:spend_at={k}" for k in range(size)]
    parties = tuple(match.party(name, "briscola") for name in names)
    contest = Match(tables.table(), parties, 1, pairs=tuple(combinations(range(size), 2)))
    match.prepare(contest)
    told = []
    match.play(contest, 200, jobs=1, tell=told.append)
    assert told[-1] == 200
    assert told[0] == max(1, FIRST_GAMES // contest.plan.games)
    assert len(told) > 3
