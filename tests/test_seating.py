"""Who sits where: is every plan fair to everybody, does it play what it says, and is what cannot be seated refused?"""

from itertools import permutations

import numpy as np
import pytest

from analyzer import seating
from analyzer.match import contest
from analyzer.seating import AMONG, BOTH_SIDES, ORDERS, POOL, TURNS

GAME = {2: "briscola", 3: "briscola", 4: "briscola", 5: "chiamata", 6: "briscola"}
NAMES = {
    "briscola": "spend_trump lowest random_card throw_away always_win keep_trump cash_aces last_draw".split(),
    "chiamata": [f"random_bidder:daring={k / 10}" for k in range(1, 9)],
}


def match(players, names, pool=False):
    return contest(*names, game=GAME[players], players=players, pool=pool, seed=3)


def some(players, k):
    return NAMES[GAME[players]][:k]


# Every design, at every table it is for: (players, who plays, pool or not), with kinds of blocks and games of a block.
DESIGNS = {
    "2": (2, some(2, 2), False, BOTH_SIDES, 1, 2),
    "4": (4, some(4, 2), False, BOTH_SIDES, 1, 2),
    "6": (6, some(6, 2), False, BOTH_SIDES, 1, 2),
    "4, partners of one kind": (4, ["lowest+lowest", "spend_trump"], False, BOTH_SIDES, 1, 2),
    "4, a+b": (4, ["spend_trump+lowest", "random_card"], False, TURNS, 1, 4),
    "4, a+b v c+d": (4, ["spend_trump+lowest", "random_card+throw_away"], False, TURNS, 1, 8),
    "4, a+b v a+b": (4, ["spend_trump+lowest", "spend_trump+lowest"], False, TURNS, 1, 8),
    "4, b v a+b": (4, ["lowest", "spend_trump+lowest"], False, TURNS, 1, 4),
    "6, a+b+c": (6, ["spend_trump+lowest+random_card", "throw_away"], False, TURNS, 1, 6),
    "6, a+b+c v d+e+f": (6, ["lowest+keep_trump+random_card", "+".join(some(6, 3))], False, TURNS, 1, 12),
    "6, a+a+b": (6, ["lowest+lowest+random_card", "throw_away"], False, TURNS, 1, 6),
    "3, one among others": (3, some(3, 2), False, AMONG, 1, 6),
    "5, one among others": (5, some(5, 2), False, AMONG, 1, 10),
    "3, six orders": (3, some(3, 3), False, ORDERS, 1, 6),
    "3, pool of 2": (3, some(3, 2), True, POOL, 2, 3),
    "3, pool of 3": (3, some(3, 3), True, POOL, 2, 3),
    "3, pool of 4": (3, some(3, 4), False, POOL, 8, 3),
    "3, pool of 8": (3, some(3, 8), False, POOL, 112, 3),
    "5, pool of 2": (5, some(5, 2), True, POOL, 6, 5),
    "5, pool of 3": (5, some(5, 3), False, POOL, 48, 5),
    "5, pool of 4": (5, some(5, 4), False, POOL, 204, 5),
    "5, pool of 5": (5, some(5, 5), False, POOL, 24, 5),
    "5, pool of 6": (5, some(5, 6), False, POOL, 144, 5),
    "5, pool of 8": (5, some(5, 8), False, POOL, 1344, 5),
}


@pytest.fixture(params=DESIGNS)
def made(request):
    players, names, pool, *_ = DESIGNS[request.param]
    return match(players, names, pool)


@pytest.mark.parametrize("what", DESIGNS)
def test_each_design_has_its_kinds_of_blocks_and_its_games(what):
    players, names, pool, design, kinds, games = DESIGNS[what]
    plan = match(players, names, pool).plan
    assert plan.design == design
    assert plan.seats.shape == (kinds, games, players)
    assert plan.games == games


def test_no_game_is_played_twice_and_no_mixture_comes_in_two_blocks(made):
    games = [tuple(game) for kind in made.plan.seats.tolist() for game in kind]
    assert len(set(games)) == len(games)
    assert all(len(set(game)) > 1 for game in games)
    if made.plan.design == POOL:
        for kind in made.plan.seats.tolist():
            assert [tuple(game) for game in kind] == [tuple(np.roll(kind[0], turn)) for turn in range(len(kind))]


def test_every_player_sits_in_every_seat_equally_often_in_every_kind_of_block(made):
    # Partners of one kind need not take turns: they are one player.
    who = [(k, member.label) for k, party in enumerate(made.parties) for member in party.members]
    number = np.array([who.index(each) for each in who])
    for kind in made.plan.seats:
        assert set(number[kind].ravel()) <= set(number)
        for player in set(number[kind].ravel()):
            times = (number[kind] == player).sum(axis=0)
            assert set(times.tolist()) == {times[0]}, (kind, who[player])
    assert set(made.plan.seats.ravel()) == set(range(len(who)))


def test_every_party_has_every_column_of_the_score_equally_often(made):
    plan = made.plan
    columns = len(set(made.table.columns))
    for kind in plan.owners:
        assert kind.shape == (plan.games, columns)
        for party in range(len(made.parties)):
            assert len(set((kind == party).sum(axis=0).tolist())) == 1


def test_the_owner_of_a_column_is_whoever_sits_there(made):
    party_of = [k for k, party in enumerate(made.parties) for _ in party.members]
    columns = made.table.columns
    for seats, owners in zip(made.plan.seats.tolist(), made.plan.owners.tolist(), strict=True):
        for game, owned in zip(seats, owners, strict=True):
            assert [party_of[player] for player in game] == [owned[columns[seat]] for seat in range(len(game))]


def test_an_entry_counts_only_columns_of_its_own_strategy(made):
    plan = made.plan
    counted = plan.entries >= 0
    assert (plan.entries[counted] == plan.owners[counted]).all()
    if plan.design == AMONG:
        assert (counted.sum(axis=2) == 1).all()
    else:
        assert counted.all()


def test_one_strategy_sits_alone_among_the_other_and_then_the_other_way_round():
    for players in (3, 5):
        plan = match(players, some(players, 2)).plan
        for game, (seats, entries) in enumerate(zip(plan.seats[0].tolist(), plan.entries[0].tolist(), strict=True)):
            odd, seat = divmod(game, players)
            assert seats == [odd if k == seat else 1 - odd for k in range(players)]
            assert entries == [odd if k == seat else -1 for k in range(players)]


def test_three_at_three_seats_take_all_six_orders():
    plan = match(3, some(3, 3)).plan
    assert sorted(map(tuple, plan.seats[0].tolist())) == sorted(permutations(range(3)))


def circle(game):
    """The order round the table, whoever leads."""
    return min(tuple(np.roll(game, k).tolist()) for k in range(len(game)))


@pytest.mark.parametrize("what", [what for what in DESIGNS if "a+" in what])
def test_partners_of_different_kinds_stay_in_their_order_and_each_of_them_leads(what):
    players, names, *_ = DESIGNS[what]
    made = match(players, names)
    games = made.plan.seats[0].tolist()
    circles = [circle(game) for game in games]
    assert [circles.count(each) for each in set(circles)] == [players] * (len(games) // players)
    sides = [circle(game[side::2]) for game in games for side in range(2)]
    members = [len(party.members) for party in made.parties]
    for k, party in enumerate(made.parties):
        own = tuple(sum(members[:k]) + member for member in range(len(party.members)))
        assert sides.count(own if len(own) > 1 else own * (players // 2)) == len(games)


@pytest.mark.parametrize("what", [what for what in DESIGNS if DESIGNS[what][3] in (BOTH_SIDES, TURNS)])
def test_exchanging_the_names_of_two_sides_seats_everybody_as_before(what):
    players, names, *_ = DESIGNS[what]
    tables = []
    for order in (names, names[::-1]):
        made = match(players, order)
        plan = [(made.seated(0, game), made.plan.owners[0, game].tolist()) for game in range(made.plan.games)]
        tables.append(sorted((seats, owned if order is names else [1 - own for own in owned]) for seats, owned in plan))
    assert tables[0] == tables[1]


def test_a_pool_holds_every_table_of_different_strategies_where_they_are_too_few_for_one_each():
    plan = match(5, some(5, 3)).plan
    circles = {tuple(game) for kind in plan.seats.tolist() for game in kind}
    assert len(circles) == 3**5 - 3
    plan = match(3, some(3, 4)).plan
    assert {tuple(game) for kind in plan.seats.tolist() for game in kind} == set(permutations(range(4), 3))


@pytest.mark.parametrize("players", [3, 5])
def test_a_pool_of_pairs_holds_every_mixture_of_two_of_them_and_nothing_else(players):
    whole = match(players, some(players, 4), pool=True)
    pairs = ((0, 1), (0, 3), (2, 3))
    plan = seating.plan(whole.table, whole.parties, True, pairs)
    assert plan.design == POOL
    seatings = [tuple(game) for kind in plan.seats.tolist() for game in kind]
    assert len(set(seatings)) == len(seatings) == len(pairs) * (2**players - 2)
    assert {frozenset(each) for each in seatings} == {frozenset(pair) for pair in pairs}
    assert plan.n_entries == 4
    assert (plan.entries == plan.seats).all() and (plan.owners == plan.seats).all()


def test_every_pair_of_a_pool_meets():
    for what in (what for what in DESIGNS if "pool" in what):
        players, names, pool, *_ = DESIGNS[what]
        tables = {frozenset(kind[0]) for kind in match(players, names, pool).plan.seats.tolist()}
        for one in range(len(names)):
            for two in range(one):
                assert any({one, two} <= table for table in tables)


def test_which_kind_a_deal_is_depends_on_nothing_but_seed_and_number_and_is_evenly_spread():
    made = match(5, some(5, 2), pool=True)
    kinds = [made.plan.kind(3, number) for number in range(6000)]
    assert kinds[4000:4010] == [made.plan.kind(3, number) for number in range(4000, 4010)]
    assert kinds != [made.plan.kind(4, number) for number in range(6000)]
    assert set(kinds) == set(range(6))
    assert max(abs(kinds.count(kind) - 1000) for kind in range(6)) < 5 * 29  # sd 29
    assert {match(3, some(3, 2)).plan.kind(3, number) for number in range(99)} == {0}


def test_what_the_players_in_the_seats_are_called():
    assert match(3, some(3, 2)).seated(0, 1) == ["lowest", "spend_trump", "lowest"]
    mixed = match(4, ["spend_trump+lowest", "random_card"])
    assert mixed.seated(0, 0) == ["spend_trump", "random_card", "lowest", "random_card"]
    assert mixed.seated(0, 1) == ["random_card", "spend_trump", "random_card", "lowest"]
    assert match(4, ["lowest+lowest", "random_card"]).labels() == ["lowest", "random_card"]
    assert match(2, ["lowest", "lowest"]).labels() == ["lowest", "lowest"]
    pool = match(5, some(5, 6))
    for number in (0, 1, 2):
        assert sorted(pool.seated(number, 0)) == sorted(pool.seated(number, 4))
        assert pool.seated(number, 1) == list(np.roll(pool.seated(number, 0), 1))


REFUSED = {
    "three at two sides": (2, some(2, 3), False, "has two sides, so two strategies are compared there, not 3"),
    "three at four": (4, some(4, 3), False, "briscola with 4 players has two sides"),
    "one at two sides": (6, some(6, 1), False, "two strategies are compared there, not 1"),
    "one of three": (3, some(3, 1), False, "it takes two strategies or more to compare"),
    "nobody": (5, [], False, "it takes two strategies or more"),
    "a+b alone at two": (2, ["lowest+spend_trump", "lowest"], False, r"names 2 partners, but a side here has 1"),
    "a+b at three": (3, ["lowest+spend_trump", "lowest"], False, "3 players has no fixed partners"),
    "a+b at chiamata": (5, ["timid+timid", "timid"], False, "chiamata with 5 players has no fixed partners"),
    "three partners at four": (
        4,
        ["lowest+lowest+spend_trump", "lowest"],
        False,
        r"lowest\+lowest\+spend_trump names 3 partners, but a side here has 2",
    ),
    "two partners at six": (6, ["lowest", "lowest+spend_trump"], False, "names 2 partners, but a side here has 3"),
    "a pool of two sides": (4, some(4, 2), True, "so there are no mixtures to seat"),
    "a pool too large": (3, [*some(3, 8), "maestro"], True, "at most 8 strategies can be mixed, not 9"),
    "a pool of one": (5, some(5, 1), True, "it takes two strategies or more"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_sit_down_is_refused_in_one_sentence(what):
    players, names, pool, said = REFUSED[what]
    with pytest.raises(ValueError, match=said) as caught:
        match(players, names, pool)
    assert "\n" not in str(caught.value)


def test_a_plus_in_a_number_or_in_the_path_of_a_file_parts_nobody(tmp_path):
    made = match(4, ["cash_aces:risk=1e+1+lowest", "lowest:"])
    assert [len(party.members) for party in made.parties] == [2, 1]
    assert made.players[0].values["risk"] == 10
    folder = tmp_path / "c++"
    folder.mkdir()
    (folder / "mine.py").write_text('"""Plays its first card."""\n\n\ndef choose(view, a=1):\n    return 0\n')
    one, two = match(4, [f"{folder}/mine.py:a=2", f"{folder}/mine.py:a=3+lowest"]).parties
    assert [player.label for player in one.members] == ["mine:a=2"]
    assert [player.label for player in two.members] == ["mine:a=3", "lowest"]
    one, two = match(4, [f"lowest+{folder}/mine.py", f"{folder}/mine.py+{folder}/mine.py"]).parties
    assert [player.label for player in one.members] == ["lowest", "mine"]
    assert [player.label for player in two.members] == ["mine", "mine"]
