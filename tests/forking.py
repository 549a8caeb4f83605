"""A fork written without the engine's: every branch is the whole deal played again from its first card.

And two questions that can be asked in every game, since they ask for nothing but luck and the number of moves.
"""

from collections import namedtuple

import numpy as np

from analyzer import clusters, match
from analyzer.fork import Fork
from analyzer.referee import Referee
from analyzer.scores import PAYOFF, RESULT

# Tables of every game, matches among them: who plays, where, and on how many deals.
TABLES = {
    "2": (("spend_trump", "lowest"), {}, 6),
    "2, match": (
        ("spend_trump", "random_card"),
        {"rules": "trump_swap=seven tie=replay shared_stock=on", "match": "best_of=3"},
        3,
    ),
    "3": (("spend_trump", "random_card"), {"players": 3, "rules": "removed_two=random tie3=void"}, 3),
    "4": (("spend_trump+random_card", "lowest"), {"players": 4, "rules": "signals=on"}, 3),
    "6": (("spend_trump", "random_card"), {"players": 6}, 4),
    "5": (("random_bidder", "timid"), {"game": "chiamata"}, 3),
    "5, match": (("random_bidder", "timid"), {"game": "chiamata", "match": "first_to=3"}, 1),
    "burraco": (("random_move", "meld_all"), {"game": "burraco"}, 2),
    "burraco, match": (("meld_all", "random_move"), {"game": "burraco", "match": "full", "rules": "target=505"}, 1),
}
OPTIONS = ("first", "last", "any", "even")
BUCKETS = 4

Decision = namedtuple("Decision", "deal game place bucket party moves own outcomes")


def now_and_then(view, often=3):
    """A bucket 0 to 3 for one decision in so many, as the dice fall."""
    luck = view.dice & 0xFFFFFFFF
    return luck // often % 4 if luck % often == 0 else -1


def some_move(view, k):
    """The first move, the last, one at random; the second, but not where there are three."""
    if k == 0:
        return 0
    if k == 1:
        return view.n_moves - 1
    if k == 2:
        return (view.dice >> 40 & 0xFFFF) % view.n_moves
    return -1 if view.n_moves == 3 else 1


def often(what):
    """How seldom decisions are branched there: all of them would take plain Python too long."""
    return {"2": 2, "2, match": 7, "5": 23, "5, match": 37, "burraco": 17, "burraco, match": 11}.get(what, 3)


def asked(what, seed=7):
    """The contest at a table, how many deals of it are enough, and a fork for it."""
    names, options, deals = TABLES[what]
    contest = match.contest(*names, seed=seed, **options)
    return contest, deals, Fork(now_and_then, some_move, OPTIONS, BUCKETS, {"often": often(what)})


class Player:
    """Plays deals in plain Python, certain moves given."""

    def __init__(self, contest):
        self.contest = contest
        self.module = contest.table.module
        self.judge = Referee(contest)

    def play(self, number, game, moves, stop=None):
        """Play a deal; its first moves are `moves`, then everybody plays as he does.  The score as lists.

        `stop(view, seat, index, moves)` is told of every decision, before the move is made.
        """
        state, made = self.judge.state, []
        self.judge.game = game
        seats = self.contest.plan.seating(self.contest.seed, number, game)
        self.module.deal(state, self.contest.seed, number)
        while not self.module.over(state):
            n = int(self.module.choices(state))
            if len(made) < len(moves):
                index = moves[len(made)]
            elif n == 1:
                index = 0
            else:
                self.module.look(state, self.judge.view)
                index = self.judge.ask(seats[int(state.turn)], n, number)
                if stop:
                    stop(self.judge.sealed_view(), int(state.turn), index, list(made))
            made.append(index)
            self.module.play(state, index)
        return match.one_row(self.contest, state).tolist()


def decisions(contest, fork, deals, first=0, whose=None):
    """All decisions that the fork branches, as Decision: who decides, the moves and outcomes (score, margin) of all
    options and of what he did himself."""
    player, columns = Player(contest), contest.table.columns
    situation, option = (each.call for each in fork.asked)
    told = [each.parameters for each in fork.asked]
    found, seen = [], set()
    for number in range(first, first + deals):
        kind = contest.plan.kind(contest.seed, number)
        seen.clear()
        for game in range(contest.plan.games):
            sits = contest.plan.seating(contest.seed, number, game)
            owners = contest.plan.owners[kind, game]
            strategies = tuple(contest.players[each].word for each in sits)
            mine = tuple(whose in (None, owners[columns[seat]]) for seat in range(contest.table.players))
            if (strategies, mine) in seen:
                continue
            seen.add((strategies, mine))
            stops = []

            def stop(view, seat, index, moves, stops=stops, mine=mine):
                if mine[seat]:
                    bucket = situation(view, **told[0])
                    if bucket >= 0:
                        ks = [option(view, k, **told[1]) for k in range(len(fork.options))]
                        stops.append((bucket, seat, ks, index, moves))

            player.play(number, game, [], stop)
            for place, (bucket, seat, ks, index, moves) in enumerate(stops):
                column, outcomes = columns[seat], {}
                for k in {*ks, index} - {-1}:
                    row = player.play(number, game, [*moves, k])
                    outcomes[k] = (row[RESULT][column], row[PAYOFF][column])
                each = [outcomes.get(k) for k in (*ks, index)]
                found.append(Decision(number, game, place, bucket, owners[column], ks, index, each))
    return found


def sums(found, buckets, options):
    """The sums of these decisions, added up one by one."""
    told = clusters.new_sums(buckets, options)
    deals = {}
    for each in found:
        here = deals.setdefault(each.deal, {})
        pairs = {(a, None): each.outcomes[a] for a in range(options + 1) if each.outcomes[a]}
        for a in range(options + 1):
            for b in range(a + 1, options + 1):
                if each.outcomes[a] and each.outcomes[b]:
                    pairs[a, b] = np.subtract(each.outcomes[a], each.outcomes[b])
        for (a, b), outcome in pairs.items():
            c = clusters.column(options, a, b)
            n, score, margin = here.get((each.bucket, c), (0, 0, 0))
            here[each.bucket, c] = (n + 1, score + int(outcome[0]), margin + int(outcome[1]))
        for k in range(options):
            told.taken[each.bucket, k] += each.moves[k] == each.own
    for here in deals.values():
        for c in range(clusters.columns(options)):
            told.deals[-1, c] += any(column == c for _, column in here)
        for (i, c), (n, score, margin) in here.items():
            told.decisions[i, c] += n
            told.deals[i, c] += 1
            told.totals[0, i, c] += score
            told.totals[1, i, c] += margin
            for (j, other), (m, score_j, margin_j) in here.items():
                if other == c:
                    kept = told.products[max(i, j) * (max(i, j) + 1) // 2 + min(i, j), c]
                    # In both orders if i is not j.
                    kept += [score * score_j, margin * margin_j, score * m, margin * m, n * m]
    return told
