"""Laws that hold in every game, whatever the options, for every strategy in the folder.

Cards and points are conserved, the winner of a trick leads, chance hangs on (seed, deal, seat) alone, machine code
plays as plain Python does, and a view says nothing that its seat may not know.
"""

import itertools
import random

import numpy as np
import oracle_briscola as oracle
import pytest

from analyzer import briscola, match, roster
from analyzer.bits import count
from analyzer.briscola import HANDS, POINTS, RESULT, SWAP, TRICKS
from analyzer.cards import CARDS, name, parse, points
from analyzer.records import blank
from analyzer.referee import Referee
from analyzer.tables import GAMES, Table, wins_needed

STRATEGIES = roster.names("briscola")
SEATS = (2, 3, 4, 6)
TRICKS_IN = {2: 20, 3: 13, 4: 10, 6: 6}
STOCK = {2: 34, 3: 30, 4: 28, 6: 18}
SINGLE_HANDS = [
    {},
    {"rules": ["trump_swap=two"]},
    {"rules": ["trump_swap=seven", "shared_stock=on"]},
]
MATCHES = [
    {"rules": ["trump_swap=seven", "tie=last_trick"], "shared_stock": True},
    {"rules": ["trump_swap=two", "tie=replay"], "match": "best_of=3"},
    {"rules": ["trump_swap=seven"], "match": "first_to=2"},
]


def cards_in(mask):
    return [card for card in CARDS if int(mask) >> card & 1]


def worth(cards):
    return sum(map(points, cards))


# Cards and points


def audit(state, index, forced):
    """Check, before a move, that no card and no point was lost or doubled, and that all have as many as they should."""
    players, tricks, on_table = int(state.players), int(state.tricks), int(state.on_table)
    hands = [int(hand) for hand in state.hands[:players]]
    played = [briscola.trick_card(state, trick, k) for trick in range(tricks) for k in range(players)]
    table = [briscola.table_card(state, k) for k in range(on_table)]
    stock = cards_in(int(state.unplayed) & ~sum(hands))
    everywhere = [*played, *table, *itertools.chain(*map(cards_in, hands)), *stock]
    assert sorted(everywhere) == cards_in(state.whole), "every card is in one place only"
    assert len(stock) == state.stock == max(0, STOCK[players] - players * tricks), "one card each after every trick"
    assert (state.upcard_holder < 0) == (state.stock > 0) == (state.upcard in stock)
    assert worth(table) == state.table_points
    assert sum(state.points) + worth(table) + worth(cards_in(state.unplayed)) == 120
    assert sum(state.tricks_won) == tricks
    size = min(3, TRICKS_IN[players] - tricks)
    sizes = [size - ((seat - state.leader) % players < on_table) for seat in range(players)]
    assert [count(hand) for hand in hands] == sizes, "three each while there is a stock, then 3, 2, 1"
    assert state.turn == (state.leader + on_table) % players
    assert forced == (briscola.choices(state) == 1)
    assert 0 <= index < briscola.choices(state)


def tell_afterwards(state):
    """Check the tricks of a finished hand: who led them, who won them, for how much, and when the upcard fell."""
    players, trump = int(state.players), oracle.SUITS[int(state.trump)]
    tricks = range(TRICKS_IN[players])
    cards = [[name(briscola.trick_card(state, trick, k)) for k in range(players)] for trick in tricks]
    leaders = [int(briscola.trick_leader(state, trick)) for trick in tricks]
    places = [oracle.trick_winner(each, trump) for each in cards]
    winners = [(leader + place) % players for leader, place in zip(leaders, places, strict=True)]
    assert leaders == [int(state.opener), *winners[:-1]], "the winner of a trick leads the next"
    assert any(name(int(state.upcard)) in each for each in cards[-3:]), "the upcard is drawn last"
    assert state.upcard_holder == (leaders[-3] - 1) % players, "by the player before the one who won that trick"
    taken = [0, 0, 0]
    for winner, each in zip(winners, cards, strict=True):
        taken[int(state.side[winner])] += worth(map(parse, each))
    return taken


@pytest.mark.parametrize("options", SINGLE_HANDS, ids=str)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_cards_and_points_are_conserved_after_every_move(play_python, strategy, options):
    for number, other in enumerate(("random_card", strategy)):
        for game in range(2):
            state, row = play_python(strategy, other, number, game, audit, seed=11, **options)
            assert tell_afterwards(state) == row[POINTS].tolist()
            assert row[POINTS].sum() == 120 and row[TRICKS].sum() == 20
            a, b = row[POINTS, :2].tolist()
            assert row[RESULT].tolist() == ([1, 1, 0] if a == b else [2, 0, 0] if a > b else [0, 2, 0])


@pytest.mark.parametrize("options", MATCHES, ids=str)
def test_cards_and_points_are_conserved_in_every_hand_of_a_match(play_python, options):
    for number in range(4):
        state, row = play_python("spend_trump", "random_card", number, 0, audit, seed=12, **options)
        counted = row[POINTS].sum() // 120
        assert row[POINTS].sum() == 120 * counted and row[TRICKS].sum() == 20 * counted
        assert counted <= state.hands_dealt
        needed = wins_needed(options.get("match", "single")) or 1
        assert row[HANDS].max() == needed and (row[RESULT, :2] == 2).tolist() == (row[HANDS, :2] == needed).tolist()


@pytest.mark.parametrize("swap", ["off", "two", "seven"])
@pytest.mark.parametrize("players", SEATS)
def test_cards_and_points_are_conserved_at_every_table(players, swap):
    table = Table("briscola", players, (("trump_swap", swap),))
    strategies = (roster.find("random_card"), roster.find("spend_trump"))
    lineup = tuple(tuple((seat + game) % 2 for seat in range(players)) for game in range(2))
    judge = Referee(table, strategies, lineup)
    for number in range(8):
        state = judge.play(13, number, number % 2, audit)
        assert tell_afterwards(state) == state.points[:3].tolist()
        row = np.zeros(briscola.ROW, np.int64)
        briscola.score(state, row)
        assert row[POINTS].sum() == 120 and row[TRICKS].sum() == TRICKS_IN[players]


# Chance


def test_the_same_seed_gives_the_same_rows_wherever_one_begins(play_compiled):
    whole = play_compiled("spend_trump", "random_card", 300, seed=21)
    assert np.array_equal(whole, play_compiled("spend_trump", "random_card", 300, seed=21, jobs=2, chunk=7))
    assert np.array_equal(whole[120:140], play_compiled("spend_trump", "random_card", 20, start=120, seed=21))
    assert not np.array_equal(whole, play_compiled("spend_trump", "random_card", 300, seed=22))


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("rules", [{}, {"trump_swap": "seven", "tie": "replay"}], ids=str)
def test_a_table_played_at_before_deals_as_a_new_one(players, rules):
    used = briscola.new(players, rules, 2)
    chance = random.Random(3)
    for number in (5, 4, 4, 5, 1 << 40, 5):
        briscola.deal(used[0], 31, number)
        fresh = briscola.new(players, rules, 2)
        briscola.deal(fresh[0], 31, number)
        assert used.tobytes() == fresh.tobytes()
        moves = chance.randrange(200)
        while not briscola.over(used[0]) and moves:
            briscola.play(used[0], chance.randrange(int(briscola.choices(used[0]))))
            moves -= 1


def dice_of(first, second, number, **options):
    """The dice of every decision in a game, by (hand, seat), and in the order of its decisions."""
    contest = match.contest(first, second, 41, **options)
    judge = Referee(contest.table, contest.players, contest.lineup)
    thrown = {}

    def watch(state, index, forced):
        if not forced:
            thrown.setdefault((int(state.hands_dealt), int(state.turn)), []).append(int(judge.view.dice))

    judge.play(41, number, 0, watch)
    return thrown


@pytest.mark.parametrize("swap", ["two", "seven"])
def test_dice_are_thrown_anew_for_every_decision(swap):
    thrown = []
    for number in range(8):
        options = {"rules": [f"trump_swap={swap}"], "match": "best_of=3"}
        thrown += dice_of("lowest", "lowest", number, **options).values()
    assert max(map(len, thrown)) > 19, "nobody swapped, and so nobody decided twice in a trick"
    thrown = list(itertools.chain(*thrown))
    assert len(set(thrown)) == len(thrown) > 8 * 2 * 38
    ones = sum(count(each) for each in thrown)
    assert abs(ones - 32 * len(thrown)) < 5 * (16 * len(thrown)) ** 0.5


def test_the_play_of_one_seat_never_moves_the_dice_of_the_other():
    for number in range(6):
        one, two = dice_of("random_card", "lowest", number), dice_of("random_card", "spend_trump", number)
        assert one == two, "all decide once in each of the first nineteen tricks, so they see the same dice"
        assert one != dice_of("random_card", "lowest", number + 100)


# Machine code


@pytest.mark.parametrize("options", [*SINGLE_HANDS, *MATCHES], ids=str)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_machine_code_plays_as_plain_python_does(strategy, options):
    number = STRATEGIES.index(strategy)
    contest = match.contest(strategy, "random_card", 51 + number, **options)
    match.prepare(contest)
    assert match.check(contest, 2) >= 2 * 2 * 36


@pytest.mark.parametrize("options", [*SINGLE_HANDS, *MATCHES], ids=str)
def test_a_saved_row_is_what_the_referee_counts(play_python, play_compiled, options):
    rows = play_compiled("spend_trump", "random_card", 6, seed=61, **options)
    for number, game in itertools.product(range(6), range(2)):
        _, row = play_python("spend_trump", "random_card", number, game, seed=61, **options)
        assert row.tolist() == rows[number, game].tolist()


@pytest.mark.parametrize("options", [{}, MATCHES[1]], ids=str)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_against_itself_plays_the_same_game_twice(play_compiled, strategy, options):
    rows = play_compiled(strategy, strategy, 200, seed=71, **options)
    assert np.array_equal(rows[:, 0], rows[:, 1]), "so every pair of games is exactly level"


def test_names_swapped_are_games_swapped(play_compiled):
    one = play_compiled("spend_trump", "random_card", 300, seed=72)
    two = play_compiled("random_card", "spend_trump", 300, seed=72)
    assert np.array_equal(one, two[:, ::-1])


ASKED_FOR_NOTHING = '''"""Must not be asked when there is nothing to decide."""


def choose(view):
    """The last move."""
    if view.n_moves < 2:
        raise ValueError("there was only one move")
    return view.n_moves - 1
'''


@pytest.mark.parametrize("options", [*SINGLE_HANDS, MATCHES[1]], ids=str)
def test_nobody_is_asked_about_a_forced_move(tmp_path, play_python, play_compiled, options):
    path = tmp_path / "picky.py"
    path.write_text(ASKED_FOR_NOTHING)
    play_python(str(path), "lowest", 0, **options)
    assert len(play_compiled(str(path), "random_card", 200, **options)) == 200


# What a seat sees


def look(state, stained=0):
    """The view of the seat to act, as an array of one record that held other bytes before."""
    views = blank(briscola.VIEW)
    views.view(np.ndarray).view(np.uint8)[:] = stained
    briscola.look(state, views[0])
    return views


def positions(players, rules, games, seed):
    """States in the middle of random games, all different in how far they are."""
    chance = random.Random(seed)
    states = briscola.new(players, rules)
    for number in range(games):
        briscola.deal(states[0], seed, number)
        while not briscola.over(states[0]):
            yield states
            briscola.play(states[0], chance.randrange(int(briscola.choices(states[0]))))


def redraw(states, chance):
    """A copy in which the cards that the seat to act cannot know are dealt anew, to the other hands and the stock."""
    other = states.copy()
    state = other[0]
    me, players = int(state.turn), int(state.players)
    hidden = int(look(states[0])[0].unseen)
    cards = cards_in(hidden)
    chance.shuffle(cards)
    for seat in range(players):
        if seat != me:
            hand = int(state.hands[seat])
            lost = count(hand & hidden)
            state.hands[seat] = hand & ~hidden | sum(1 << cards.pop() for _ in range(lost))
    # Undealt cards lie in the deck where they were; what lies there and is not hidden (a swapped upcard) stays.
    held = int(states[0].unplayed) & ~sum(int(hand) for hand in states[0].hands[:players])
    for place in range(int(state.pack_size)):
        card = int(state.deck[place])
        if held & hidden & 1 << card:
            state.deck[place] = cards.pop()
    assert not cards
    return other


@pytest.mark.parametrize("swap", ["off", "two", "seven"])
@pytest.mark.parametrize("players", SEATS)
def test_cards_a_seat_cannot_see_leave_no_trace_in_its_view(players, swap):
    chance = random.Random(81)
    changed = 0
    for states in positions(players, {"trump_swap": swap}, 12, 81):
        view = look(states[0])
        for _ in range(3):
            other = redraw(states, chance)
            changed += other.tobytes() != states.tobytes()
            assert look(other[0]).tobytes() == view.tobytes()
    assert changed > 12 * 3 * 15


@pytest.mark.parametrize("swap", ["off", "two", "seven"])
@pytest.mark.parametrize("players", SEATS)
def test_unseen_and_shown_are_what_the_others_hold_and_the_stock(players, swap):
    for states in positions(players, {"trump_swap": swap}, 6, 82):
        state, view = states[0], look(states[0])[0]
        assert not view.unseen & view.shown and not (view.unseen | view.shown) & view.hand
        under = 1 << int(state.upcard) if state.stock else 0
        assert view.unseen | view.shown | view.hand | under == state.unplayed
        others = sum(int(hand) for seat, hand in enumerate(state.hands[:players]) if seat != state.turn)
        assert view.shown & ~others == 0


@pytest.mark.parametrize("swap", ["off", "two", "seven"])
@pytest.mark.parametrize("players", SEATS)
def test_a_look_changes_nothing_and_leaves_nothing_of_an_earlier_one(players, swap):
    for states in positions(players, {"trump_swap": swap}, 6, 83):
        before = states.tobytes()
        fresh, stained = look(states[0])[0], look(states[0], stained=0x5A)[0]
        assert states.tobytes() == before
        # Nothing of an earlier look may stay: the seats share one view, and it would be what somebody else had.
        for field in briscola.VIEW.names:
            used = int(states[0].sides) if field == "points" else None
            one, two = (each[field][:used] if used else each[field] for each in (fresh, stained))
            assert np.array_equal(one, two), field
        moves = fresh.moves[: fresh.n_moves].tolist()
        assert fresh.n_moves == briscola.choices(states[0])
        assert [move for move in moves if move != SWAP] == cards_in(fresh.hand)


# Records


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("record", ["STATE", "VIEW"])
def test_every_field_is_a_plain_int64_whose_name_means_nothing_else(game, record):
    def fields(form):
        for field in form.names:
            part = form[field]
            yield from fields(part) if part.names else [(field, part.base)]

    form = getattr(GAMES[game], record)
    found = list(fields(form))
    for field, kind in found:
        assert kind == np.int64, field
    for field in form.names:
        assert not hasattr(np.record, field), f"in plain Python {field} would be something of numpy's"


@pytest.mark.parametrize("record", ["STATE", "VIEW"])
def test_public_is_the_first_fields_in_one_piece(record):
    form = getattr(briscola, record)
    part, offset = form.fields["public"][:2]
    assert offset == 0
    for field in part.names:
        assert form.fields[field][:2] == part.fields[field][:2]
    own = [form.fields[field][1] for field in form.names if field != "public" and field not in part.names]
    assert min(own) == part.itemsize and form.itemsize == max(own) + form[form.names[-1]].itemsize
