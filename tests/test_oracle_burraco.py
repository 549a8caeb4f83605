"""Does the engine play Burraco as an independent model of it does, step for step?

The oracle (oracle_burraco, oracle_melds) was written from the rule book alone.  Both play the same hands by the same
steps, picked from those the engine says are legal; before every step they must agree on what is legal, on all cards,
and on all that the seat to act may know, and in the end on every row of the score.
"""

import random
from collections import Counter
from functools import cache

import oracle_burraco as oracle
import pytest
from burraco_by_hand import score
from burraco_record import SEED, record
from oracle_melds import KINDS, burraco_class, read, takes, value

from analyzer import burraco
from analyzer.burraco import PRESETS, RULES
from analyzer.double_pack import PACK
from analyzer.melds import RUN, SET, WILDS
from analyzer.scores import RESULT, WHOLE
from analyzer.shuffle import shuffle, stream

PHASES = (oracle.DRAW, oracle.MELD, oracle.DISCARD)
POZZETTI = (oracle.WAITING, oracle.TAKEN, oracle.RESERVED)
ENDS = (oracle.CLOSE, oracle.STOCK_END, oracle.STALEMATE)
MELD_KINDS = {RUN: "run", SET: "set", WILDS: "wilds"}
NUMBERS = {"stalemate_turns": ("4", "8", "11"), "target": ("500", "2000", "3005"), "max_hands": ("1", "3", "100")}
CHOICES = {rule.name: NUMBERS.get(rule.name, rule.values) for rule in RULES}
WORD = {0: "JK"} | {suit << 4 | rank: KINDS[13 * suit + rank - 1] for suit in range(4) for rank in range(1, 14)}
PLACE = {kind: suit << 4 | rank for suit, rank, kind in ((k // 13, k % 13 + 1, KINDS[k]) for k in range(52))}
MELD_FIELDS = {name: at for at, name in enumerate(burraco.STATE["melds"].base.names)}


def decks(number):
    """The decks of a game, hand by hand, in the oracle's words."""

    def deck(hand):
        order = [0] * 108
        shuffle(PACK, order, 108, stream(SEED, number, 2 * hand))
        return [WORD[card] for card in order]

    return deck


@cache
def heap(has, twice, jokers, n):
    """The cards of a record, in the oracle's words and order."""
    cards = [WORD[card] for card in range(1, 64) for _ in range((has >> card & 1) + (twice >> card & 1))]
    cards = (*cards, *["JK"] * jokers)
    assert len(cards) == n
    return cards


def in_words(step):
    """A step as the oracle's move."""
    kind, meld, card, second, third, _, _ = step
    if kind in (burraco.TAKE_STOCK, burraco.TAKE_PILE, burraco.STOP):
        return ({burraco.TAKE_STOCK: "stock", burraco.TAKE_PILE: "pile", burraco.STOP: "stop"}[kind],)
    if kind == burraco.EXTEND:
        return "extend", meld, WORD[card]
    if kind == burraco.DISCARD:
        return "discard", WORD[card]
    return "open", oracle.in_order([WORD[card], WORD[second], WORD[third]])


def or_none(card):
    return None if card < 0 else WORD[card]


def agree(state, view, game):
    """Check one position, and return the oracle's moves in the engine's order."""
    seat, side = game.turn, game.side
    assert (state.turn, view.seat, PHASES[state.phase]) == (seat, seat, game.phase)
    steps = state["moves"][: state.n_moves].tolist()
    assert view["moves"][: view.n_moves].tolist() == steps
    moves = [in_words(step) for step in steps]
    assert len(set(moves)) == len(moves) and set(moves) == set(game.legal())
    agree_on_steps(steps, moves, game)
    agree_on_cards(state, view, game)
    for who, each in enumerate((side, 1 - side)):
        agree_on_melds(state, view, game, who, each)
    assert [POZZETTI[said] for said in view.pozzetto] == [game.pozzetto_status[each] for each in (side, 1 - side)]
    waits = [POZZETTI[said] == oracle.RESERVED for said in state.pozzetto]
    assert [int(at) if wait else None for at, wait in zip(state.reserved_by, waits, strict=True)] == game.reserved_for
    return moves


def agree_on_steps(steps, moves, game):
    """Check how many cards a meld has after a step, and how many of them are wild."""
    for (_, _, _, _, _, n, wilds), move in zip(steps, moves, strict=True):
        if move[0] in ("extend", "open"):
            cards = move[1] if move[0] == "open" else (*game.melds[game.side][move[1]], move[2])
            laid = read(cards)
            assert (n, wilds) == (laid.length, laid.length if laid.kind == "wilds" else laid.wilds)
        else:
            assert (n, wilds) == (0, 0)


def agree_on_cards(state, view, game):
    """Check hands, pile and stock, and what is known of them."""
    hands, known = state["hands"].tolist(), state["known"].tolist()
    assert [heap(*hand) for hand in hands] == [oracle.in_order(hand.elements()) for hand in game.hands]
    assert [heap(*each) for each in known] == [oracle.in_order(game.known(seat).elements()) for seat in range(4)]
    assert [WORD[card] for card in state["pile"][: state.n_pile].tolist()] == game.pile
    assert (state.stock, state.swaps, or_none(state.barred)) == (game.stock_left, game.swaps, game.barred)
    assert (state.took_pile, state.melded_now > 0) == (game.pile_taken, game.melded)
    seat = game.turn
    assert heap(*view["unseen"].tolist()) == oracle.in_order(game.unseen(seat).elements())
    assert heap(*view["hand"].tolist()) == heap(*hands[seat])
    around = [(seat + k) % 4 for k in range(4)]
    assert view["hands"].tolist() == [game.hands[other].total() for other in around]
    assert view["known"].tolist() == [known[other] for other in around]
    assert [or_none(card) for card in view["last_discard"].tolist()] == [last_discard(game, other) for other in around]


def last_discard(game, seat):
    """What a seat discarded last in this hand."""
    so_far = game.history[game.hand_from :]
    return next((move[1] for who, move in reversed(so_far) if who == seat and move[0] == "discard"), None)


def agree_on_melds(state, view, game, who, side):
    """Check the melds of a side, mine (0) or theirs (1), and what is told of them together."""
    melds, n = view["theirs" if who else "mine"], int(view["n_theirs" if who else "n_mine"])
    assert n == len(game.melds[side]) == state.n_melds[side]
    runs, sets, wild, ranks = [0] * 4, 0, 0, 0
    for found, cards in zip(melds[:n].tolist(), game.melds[side], strict=True):
        at = {name: found[place] for name, place in MELD_FIELDS.items()}
        laid = read(cards, game.rules)
        assert heap(at["has"], at["twice"], at["jokers"], at["n"]) == cards and MELD_KINDS[at["kind"]] == laid.kind
        assert at["points"] == value(cards)
        assert at["wilds"] == (laid.length if laid.kind == "wilds" else laid.wilds)
        if laid.kind == "run":
            assert (at["low"], at["high"], at["free"]) == (laid.low, laid.high, laid.free)
        mask = takes_mask(cards, laid, game.rules)
        assert at["takes"] & mask == mask
        # A set may also say that it takes a rank of which it holds all cards, or a wild that lies nowhere.
        assert laid.kind != "run" or at["takes"] == mask
        if laid.kind == "run":
            runs["hdcs".index(laid.suit)] |= at["takes"]
        else:
            ranks |= 1 << at["rank"]
            sets |= at["takes"] & ~1 if laid.kind == "set" else 0
        wild |= at["takes"] & 1
    assert (view["runs_take"][who].tolist(), view.sets_take[who], view.wilds_take[who]) == (runs, sets, wild)
    assert view.set_ranks[who] == ranks and view.laid[who] == sum(map(value, game.melds[side]))
    assert view.burrachi[who] == sum(len(cards) >= 7 for cards in game.melds[side])
    assert view.cleans[who] == sum(burraco_class(cards, game.rules) == "clean" for cards in game.melds[side])
    assert view.totals[who] == game.totals[side]


def takes_mask(cards, laid, rules):
    """What a meld takes, by the oracle, as a mask of ranks; bit 0 for wilds that are no natural two of the run."""
    mask = 0
    for kind in takes(cards, rules):
        own = laid.kind == "run" and kind[-1] == laid.suit or laid.kind == "set" and kind[0] != "2"
        mask |= 1 << (PLACE[kind] & 15) if own and kind != "JK" else 1
    return mask


def retell(number, rules, match):
    """Let the oracle make the engine's steps; every position, and the score, must agree.  The oracle's game."""
    game, full = None, match == "full"
    for state, view, index in record(number, rules, match):
        if game is None:
            game = oracle.OracleBurraco(decks(number), rules, full)
            game.hand_from = 0  # where this hand begins in its history
        if view is None:
            break
        assert not game.finished, "the engine went on too long"
        moves = agree(state, view, game)
        ended = len(game.ends)
        game.play(moves[index])
        if len(game.ends) > ended:
            game.hand_from = len(game.history)
    assert game.finished, "the engine stopped too soon"
    agree_on_the_score(state, game)
    return game


def agree_on_the_score(state, game):
    """Check every row of the score, and how the last hand ended."""
    row = score(state).tolist()
    expected = game.score()
    assert len(expected) == len(row)
    for found, (what, sides) in zip(row, expected.items(), strict=True):
        sides = [int(WHOLE * side) for side in sides] if what == oracle.ROWS[RESULT] else sides
        assert found == [int(side) for side in sides], what
    last = game.ends[-1]
    assert ENDS[state.ended] == last.ending and state.hand_score.tolist() == last.scores
    assert state.closer == (-1 if last.closed_by is None else last.closed_by % 2)


def retell_all(games):
    """Retell these games, (number, rules, match), and count what happened, so that a test can see that it tested."""
    seen = Counter()
    for number, rules, match in games:
        try:
            game = retell(number, rules, match)
        except AssertionError as error:
            raise AssertionError(f"engine and oracle part in deal {number} of seed {SEED}, {rules}, {match}") from error
        seen["games"] += 1
        for end in game.ends:
            seen[end.ending] += 1
        for what, sides in game.score().items():
            seen[what] += sum(sides) if what != "RESULT" else 0
    return seen


def mixed(name, choice, n):
    """n games with one choice settled: other rules are at their default two times out of three."""
    chance = random.Random(f"{name} {choice}")
    for _ in range(n):
        rules = {rule: chance.choice(others) for rule, others in CHOICES.items() if chance.random() < 1 / 3}
        match = chance.choice(("single", "single", "full"))
        if match == "full" and name != "max_hands":
            rules["max_hands"] = "2"
        yield chance.randrange(10**6), rules | {name: choice}, match


EVERY_CHOICE = [(name, choice) for name, choices in CHOICES.items() for choice in choices]


@pytest.mark.parametrize(("name", "choice"), [each for each in EVERY_CHOICE if each != ("max_hands", "100")])
def test_every_choice_of_every_rule(name, choice):
    assert retell_all(mixed(name, choice, 1))["games"] == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(preset):
    seen = retell_all((number, PRESETS[preset], "single") for number in range(5))
    assert seen["games"] == 5 == sum(seen[end] for end in ENDS)


def test_a_whole_match():
    assert retell_all([(3, {"target": "3005", "max_hands": "5"}, "full")])["DEALT"] == 2 * 5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "choice"), EVERY_CHOICE)
def test_every_choice_of_every_rule_many_times(name, choice):
    assert retell_all(mixed(name, choice, 20))["games"] == 20


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_many_times(preset):
    seen = retell_all((number, PRESETS[preset], "single") for number in range(1000, 1150))
    # Who must meld when he takes the pile never only swaps it.
    ends = ENDS if PRESETS[preset].get("pile_needs_meld") != "true" else [end for end in ENDS if end != "stalemate"]
    for what in (*ends, "CLEAN", "DIRTY", "DIRECT", "PILES"):
        assert seen[what] > 0, f"{what}: never"
    assert (seen["SEMI"] > 0) == (preset in ("fibur_it", "fitab"))
