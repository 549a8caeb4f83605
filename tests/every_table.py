"""Every table where tricks are taken, every strategy that may sit there, and options to bring out the rules of each.

Burraco has no tricks, and its cards are no single masks: test_laws_burraco looks after it.
"""

import random

import numpy as np

from analyzer import match, roster
from analyzer.cards import CARDS, points
from analyzer.records import blank
from analyzer.referee import Referee
from analyzer.tables import GAMES
from analyzer.tables import table as find_table

STRATEGIES = {game: roster.names(game) for game in GAMES}
REFEREES: dict = {}
TABLES = [(game, players) for game in ("briscola", "chiamata") for players in GAMES[game].PLAYERS]

# The options of each table, in the words of `match.contest`; the first of them is the plain game.
OPTIONS = {
    2: [
        {},
        {"rules": ["trump_swap=two"]},
        {"rules": ["trump_swap=seven", "shared_stock=on"]},
        {"rules": ["trump_swap=seven", "tie=last_trick"], "shared_stock": True},
        {"rules": ["trump_swap=two", "tie=replay"], "match": "best_of=3"},
        {"rules": ["trump_swap=seven"], "match": "first_to=2"},
        {"rules": ["hand_size=5", "must_follow=on"]},
        {"rules": ["hand_size=9", "trump_swap=two"]},
        {"rules": ["hand_size=1", "cappotto_wins_match=on"], "match": "first_to=2"},
    ],
    3: [
        {},
        {"rules": ["hand_size=9", "trump_swap=two", "removed_two=random"]},
        {"rules": ["must_follow=on", "removed_two=trump", "tie=replay"], "match": "best_of=3"},
        {"rules": ["hand_size=5", "trump_swap=seven", "tie3=void", "removed_two=B"]},
    ],
    4: [
        {},
        {"rules": ["partner_peek=first", "must_follow=on", "trump_swap=two"]},
        {"rules": ["signals=on", "hand_size=9"]},
        {"rules": ["partner_peek=last3", "hand_size=5", "shared_stock=on", "tie=last_trick"], "match": "first_to=2"},
    ],
    6: [
        {},
        {"rules": ["signals=on", "partner_peek=last3", "trump_swap=seven"]},
        {"rules": ["hand_size=5", "must_follow=on", "signals=on"]},
        {"rules": ["hand_size=2", "tie=replay", "shared_stock=on"], "match": "best_of=3"},
    ],
    5: [
        {},
        {"rules": ["bid_form=points_only", "cappotto=tricks", "must_follow=on"]},
        {"rules": ["bid_form=rank_only", "leader=caller", "all_pass=redeal_double", "tie60=draw"]},
        {"rules": ["bid_mult=brisk", "all_pass=end", "cappotto=points_caller"]},
        {"rules": ["tie60=draw_double", "cappotto=off", "bid_mult=brisk"], "match": "first_to=4"},
    ],
}


def cards_in(mask):
    return [card for card in CARDS if int(mask) >> card & 1]


def worth(cards):
    return sum(map(points, cards))


def at_random(game):
    """The strategy that knows nothing."""
    return GAMES[game].AT_RANDOM


def every_strategy(most=None):
    """(game, players, strategy, options) for every strategy at every table, with all options there or the next `most`.

    Each strategy begins with the next of the options, so that all options are played even if each plays few.
    """
    return [
        (game, players, strategy, OPTIONS[players][(k + which) % len(OPTIONS[players])])
        for game, players in TABLES
        for k, strategy in enumerate(STRATEGIES[game])
        for which in range(most or len(OPTIONS[players]))
    ]


def judge(names, seed=1, **options):
    """A referee for these strategies, kept for the games to come."""
    key = repr((names, seed, options))
    if key not in REFEREES:
        REFEREES[key] = Referee(match.contest(*names, seed=seed, **options))
    return REFEREES[key]


def in_python(names, number, turn=0, watch=None, **options):
    """Play a deal in plain Python, the game `turn` of its block: the finished state, and its score.

    `watch(state, index, forced)` is called before every move.
    """
    referee = judge(names, **options)
    state = referee.play(number, turn, watch)
    return state, match.one_row(referee.match, state)


def compiled(names, deals, start=0, seed=1, jobs=1, chunk=None, **options):
    """Let strategies play deals in machine code: their Match, all scores and the counts."""
    contest = match.contest(*names, seed=seed, **options)
    kept = []
    outcome = match.play(contest, deals, start, jobs, chunk, save=lambda number, rows: kept.append(rows.copy()))
    return contest, np.concatenate(kept), outcome.counts


def rows_of(names, deals, **options):
    """The scores alone, int64 of (deals, games of a block, *ROW)."""
    return compiled(names, deals, **options)[1]


def game_at(players):
    """The module of the game with tricks that so many play."""
    return GAMES[next(game for game, number in TABLES if number == players)]


def new_table(players, options):
    """An empty table, as an array of one state."""
    rules = [*options.get("rules", ()), *(["shared_stock=on"] if options.get("shared_stock") else [])]
    return find_table(game_at(players).NAME, players, rules, options.get("match", "single")).state()


def some_move(module, state, chance):
    """Any legal move; in an auction mostly a pass or one of the next bids, so that it goes on for a while."""
    n = int(module.choices(state))
    if module.NAME == "chiamata" and state.phase == module.BID:
        return 0 if chance.random() < 0.6 else chance.randrange(min(n, 5))
    return chance.randrange(n)


def positions(players, options, games, seed):
    """The states of a table before every move of random games."""
    chance = random.Random(seed)
    module, states = game_at(players), new_table(players, options)
    for number in range(games):
        module.deal(states[0], seed, number)
        while not module.over(states[0]):
            yield states
            module.play(states[0], some_move(module, states[0], chance))


def look(players, state, stained=0):
    """The view of the seat to act, as an array of one record that held other bytes before."""
    module = game_at(players)
    views = blank(module.VIEW)
    views.view(np.ndarray).view(np.uint8)[:] = stained
    module.look(state, views[0])
    return views


def held(state):
    """Everybody's cards as masks."""
    return [int(hand) for hand in state.hands[: state.players]]
