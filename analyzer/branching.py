"""The loop that branches decisions of real games: what would have come of it, had the player done something else?

It plays deals as the kernel does.  At a decision of the situation it is asked for, it copies the state for every option
and plays the copy on to its end, all players deciding as they would; then the game goes on with what the player himself
chose.  Dice are thrown by seat and decision, cards are drawn as they lie, so that all branches share their luck.
"""

import numpy as np
from numba.extending import register_jitable

from analyzer.calls import call_at, copy_record
from analyzer.clusters import MARGIN, SCORE, note, settle
from analyzer.scores import PAYOFF, RESULT
from analyzer.shuffle import pick

# Where in a deal the loop is, so that whatever goes wrong can be found again: the game of the block, the decision in it
# (of those with a choice, from 0), what is asked of whom, of which action, and an answer that is none.
GAME, DECISION, ASKED, ACTION, ANSWER = range(5)
PLAYER, SITUATION, OPTION, BRANCH, SUMS = range(5)


@register_jitable
def next_action(room, action):
    """The next action to be played on, -1 if there is none; those that make a move made before have its outcome.

    What the player himself does, the last of the actions, comes first.
    """
    own = len(room.moves) - 1
    k = 0 if action == own else action + 1
    while k < own:
        index = room.moves[k]
        if index >= 0:
            alike = own if room.moves[own] == index else -1
            for earlier in range(k):
                if room.moves[earlier] == index:
                    alike = earlier
            if alike < 0:
                return k
            for measure in range(2):
                room.outcome[measure, k] = room.outcome[measure, alike]
        k += 1
    return -1


def make_fork(game):
    """The loop for a game, as a plain function over the game's rules."""
    deal, over, choices, look, play, score = game.deal, game.over, game.choices, game.look, game.play, game.score

    def fork(addresses, params, seats, branched, columns, states, views, seed, first, n, asked, words, sums, room, at):
        """Play deals first..first+n-1, branch the decisions of the seats that are `branched[kind, game, seat]`.

        `addresses`, `params` and `seats` are as in the kernel, `columns[seat]` is whose score is whose; games in which
        nobody's decisions are branched are left out.  `states` and `views` are arrays of one record, of two for
        states.  `asked` are the addresses of situation and option, `words` their parameters, the first of those of
        option being the option.  Returns n, or the number of deals finished when somebody gave no answer that can be
        used; `at` then shows where.
        """
        view = views[0]
        own = len(room.moves) - 1
        buckets = len(sums.decisions)
        for d in range(n):
            kind = pick(seed, first + d, seats.shape[0])
            for g in range(seats.shape[1]):
                if branched[kind, g].sum() == 0:
                    continue
                deal(states[0], seed, first + d)
                sums.played[0] += 1
                which = 0  # 0: the game itself, 1: a branch
                bucket = column = action = 0
                at[GAME] = g
                at[DECISION] = -1
                at[ASKED] = PLAYER
                while True:
                    if over(states[which]):
                        if which == 0:
                            break
                        sums.played[1] += 1
                        score(states[1], room.row)
                        room.outcome[SCORE, action] = room.row[RESULT, column]
                        room.outcome[MARGIN, action] = room.row[PAYOFF, column]
                        action = next_action(room, action)
                        if action < 0:
                            note(sums, room, bucket)
                            which = 0
                            index = room.moves[own]
                            at[ASKED] = PLAYER
                        else:
                            copy_record(states[1], states[0])
                            index = room.moves[action]
                            at[ACTION] = action
                    else:
                        index = 0
                        n_moves = choices(states[which])
                        if n_moves > 1:
                            at[DECISION] += 1 - which
                            look(states[which], view)
                            # Unsigned, for numba lets an index below 0 count from the end.
                            seat = np.uint64(states[which].turn)
                            player = np.uint64(seats[kind, g, seat])
                            index = call_at(addresses[player], view, params[player])
                            if index < 0 or index >= n_moves:
                                at[ANSWER] = index
                                return d
                            if which == 0 and branched[kind, g, seat]:
                                at[ASKED] = SITUATION
                                bucket = call_at(asked[0], view, words[0])
                                if bucket < -1 or bucket >= buckets:
                                    at[ANSWER] = bucket
                                    return d
                                at[ASKED] = PLAYER
                                if bucket >= 0:
                                    at[ASKED] = OPTION
                                    for k in range(own):
                                        at[ACTION] = k
                                        words[1].values[0] = k
                                        answer = call_at(asked[1], view, words[1])
                                        if answer < -1 or answer >= n_moves:
                                            at[ANSWER] = answer
                                            return d
                                        room.moves[k] = answer
                                    room.moves[own] = index
                                    action = own
                                    column = columns[seat]
                                    which = 1
                                    copy_record(states[1], states[0])
                                    at[ASKED] = BRANCH
                                    at[ACTION] = own
                    play(states[which], index)
            if not settle(sums, room):
                at[ASKED] = SUMS
                return d
        return n

    return fork
