"""Machine code plays as plain Python does, whoever plays, wherever one begins and however many threads there are."""

import numpy as np
import pytest
from every_table import (
    OPTIONS,
    STRATEGIES,
    TABLES,
    at_random,
    compiled,
    every_strategy,
    in_python,
    rows_of,
)

from analyzer import match
from analyzer.scores import PAYOFF, RESULT
from analyzer.seating import AMONG, BOTH_SIDES, ORDERS, POOL, TURNS

# Every way to seat strategies: what the design is called, who plays, where.
DESIGNS = [
    (BOTH_SIDES, ("spend_trump", "random_card"), {}),
    (BOTH_SIDES, ("spend_trump", "random_card"), {"players": 4, "rules": ["signals=on"]}),
    (BOTH_SIDES, ("random_card", "spend_trump"), {"players": 6}),
    (TURNS, ("spend_trump+random_card", "random_card"), {"players": 4}),
    (TURNS, ("spend_trump+random_card+lowest", "random_card+lowest+lowest"), {"players": 6}),
    (AMONG, ("spend_trump", "random_card"), {"players": 3, "rules": ["removed_two=random"]}),
    (AMONG, ("timid", "random_bidder"), {"game": "chiamata"}),
    (ORDERS, ("spend_trump", "random_card", "lowest"), {"players": 3}),
    (POOL, ("spend_trump", "random_card"), {"players": 3, "pool": True}),
    (POOL, ("timid", "random_bidder", "suit_counter"), {"game": "chiamata"}),
    (BOTH_SIDES, ("random_move", "meld_all"), {"game": "burraco"}),
    (TURNS, ("random_move+meld_all", "meld_all"), {"game": "burraco", "rules": ["fibur_int"]}),
]


def same(one, two):
    """Are these counts the same?"""
    assert type(one) is type(two)
    fields = getattr(one, "_fields", None) or getattr(one, "__dict__", ())
    if not fields:
        return np.array_equal(one, two)
    return all(same(getattr(one, field), getattr(two, field)) for field in fields)


@pytest.mark.parametrize(("design", "names", "options"), DESIGNS, ids=str)
def test_the_same_seed_gives_the_same_rows_wherever_one_begins_and_for_any_number_of_threads(design, names, options):
    contest, whole, counts = compiled(names, 300, seed=21, **options)
    assert contest.plan.design == design
    _, threads, counted = compiled(names, 300, seed=21, jobs=2, chunk=7, **options)
    assert np.array_equal(whole, threads) and same(counts, counted)
    assert np.array_equal(whole[120:140], rows_of(names, 20, start=120, seed=21, **options))
    _, other, counted = compiled(names, 300, seed=22, **options)
    assert not np.array_equal(whole, other) and not same(counts, counted)


@pytest.mark.parametrize(("game", "players", "strategy", "options"), every_strategy(), ids=str)
def test_machine_code_plays_as_plain_python_does(game, players, strategy, options):
    seed = 51 + STRATEGIES[game].index(strategy)
    contest = match.contest(strategy, at_random(game), seed=seed, game=game, players=players, **options)
    deals = 2 if players == 2 else 1
    games = deals * contest.plan.games
    decisions = match.check(contest, deals)
    if "must_follow=on" in options.get("rules", ()):
        assert decisions > games * 10
    elif "hand_size=1" not in options.get("rules", ()):
        # In every trick but the last; a Chiamata where all pass is over after five.
        assert decisions >= games * (36 - 6 if players == 6 else 36 if players < 5 else 5)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_saved_row_is_what_the_referee_counts(game, players):
    names = ("timid" if players == 5 else "spend_trump", at_random(game))
    for options in OPTIONS[players]:
        options = {"seed": 61, "game": game, "players": players, **options}
        rows = rows_of(names, 3, **options)
        for number in range(3):
            for turn in {0, rows.shape[1] - 1}:
                _, row = in_python(names, number, turn, **options)
                assert row.tolist() == rows[number, turn].tolist()


# Strategies against themselves


@pytest.mark.parametrize("options", [{}, OPTIONS[2][4]], ids=str)
@pytest.mark.parametrize("strategy", STRATEGIES["briscola"])
def test_a_strategy_against_itself_plays_the_same_game_twice(strategy, options):
    rows = rows_of((strategy, strategy), 200, seed=71, **options)
    assert np.array_equal(rows[:, 0], rows[:, 1]), "so every pair of games is exactly level"


def per_entry(contest, rows, seed, line):
    """What every result of a block adds up to, exactly: int64 of (deals, entries)."""
    plan = contest.plan
    totals = np.zeros((len(rows), plan.n_entries), np.int64)
    for number in range(len(rows)):
        entries = plan.entries[plan.kind(seed, number)]
        for entry in range(plan.n_entries):
            columns = rows[number, :, line, : entries.shape[1]]
            totals[number, entry] = columns[entries == entry].sum()
    return totals


@pytest.mark.parametrize(
    ("n", "options"),
    [
        (2, {"players": 2}),
        (2, {"players": 3}),
        (3, {"players": 3}),
        (4, {"players": 3}),
        (2, {"players": 3, "pool": True}),
        (2, {"players": 4}),
        (2, {"players": 6}),
        (2, {"game": "chiamata"}),
        (3, {"game": "chiamata"}),
        (2, {"game": "burraco"}),
    ],
    ids=str,
)
def test_where_all_play_alike_every_block_is_exactly_level(n, options):
    game = options.get("game", "briscola")
    for strategy in STRATEGIES[game][:: 1 if game == "chiamata" else 6]:
        contest, rows, _ = compiled((strategy,) * n, 60, seed=73, **options)
        assert not per_entry(contest, rows, 73, PAYOFF).any()
        assert rows[:, :, PAYOFF].any()
        for game_of_block in range(1, contest.plan.games):
            assert np.array_equal(rows[:, 0], rows[:, game_of_block]), "dice belong to the seat"


def test_names_swapped_are_games_swapped():
    one = rows_of(("spend_trump", "random_card"), 300, seed=72)
    two = rows_of(("random_card", "spend_trump"), 300, seed=72)
    assert np.array_equal(one, two[:, ::-1])
    one = rows_of(("timid", "random_bidder"), 100, seed=72, game="chiamata")
    two = rows_of(("random_bidder", "timid"), 100, seed=72, game="chiamata")
    assert np.array_equal(one[:, :5], two[:, 5:]) and np.array_equal(one[:, 5:], two[:, :5])
    assert (one[:, :5, RESULT] != one[:, 5:, RESULT]).any()


# Forced moves

ASKED_FOR_NOTHING = '''"""Must not be asked when there is nothing to decide."""


def choose(view):
    """The last move, or when bids or cards to call are many a pass or the first one."""
    if view.n_moves < 2:
        raise ValueError("there was only one move")
    return 0 if view.n_moves > 10 else view.n_moves - 1
'''


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nobody_is_asked_about_a_forced_move(tmp_path, game, players):
    path = tmp_path / "picky.py"
    path.write_text(ASKED_FOR_NOTHING)
    others = [{"rules": ["must_follow=on", "hand_size=1"]}] if players < 5 else []
    for options in [*OPTIONS[players], *others]:
        options = {"game": game, "players": players, **options}
        in_python((str(path), at_random(game)), 0, **options)
        assert len(rows_of((str(path), at_random(game)), 100, **options)) == 100
