"""How do I start a strategy of my own?

Writes a small, commented strategy that already plays; change it, `check` it, `compare` it.
"""

from typing import Annotated

import typer

from analyzer.options import Game

EXAMPLE = "mazziere new mine.py"

BRISCOLA = '''"""Wins tricks worth `enough` points as cheaply as it can, and otherwise throws away its cheapest card."""

from analyzer.briscola import beats, points, strength, suit


def choose(view, enough=4):
    """The index in view.moves to play.

    The view holds what a player at the table knows; among it (the rest stands in analyzer/briscola.py, VIEW):
      view.moves[:view.n_moves]   my cards        view.trump          the trump suit
      view.led, view.winning      cards, or -1    view.table_points   points on the table
      view.stock                  cards to draw   view.unseen         mask of cards I have not seen
      view.players, view.to_follow                how many play, and how many of them after me in this trick
      view.winning_mine                           1 if my partner is winning the trick
    Parameters with a default can be set on the command line: mine.py:enough=10
    """
    best = 0
    lowest = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        cost = 3 * points(card) + strength(card)
        if suit(card) == view.trump:
            cost += 15
        wins = view.led >= 0 and beats(card, view.winning, view.trump)
        if wins and view.table_points + points(card) >= enough:
            cost -= 100
        if cost < lowest:
            best = k
            lowest = cost
    return best
'''

CHIAMATA = '''"""Bids on a long suit with its ace, calls its best missing card, and gives points only to friends."""

from analyzer.chiamata import ACE, BID, CALL, beats, points, strength, suit


def choose(view, enough=5, furthest=3):
    """The index in view.moves to play.

    The view holds what a player at the table knows; among it (the rest stands in analyzer/chiamata.py, VIEW):
      view.phase                  BID, CALL or PLAY
      view.moves[:view.n_moves]   bids (0 first, to pass; 1 is an ace, 10 a two), cards to call, or cards to play
      view.hand                   mask of my cards (bit number = card)
      view.role, view.friend      what I am, and of each seat: 1 on my side, -1 against me, 0 unknown
      view.led, view.winning      cards, or -1    view.table_points   points on the table
    Parameters with a default can be set on the command line: mine.py:enough=4
    """
    if view.phase == BID:
        long = longest(view.hand)
        strong = length(view.hand, long) >= enough and view.hand >> (16 * long + ACE) & 1
        # moves[1] is the smallest bid above the last one: a weaker card to call, hence the limit.
        if strong and view.n_moves > 1 and view.moves[1] <= furthest:
            return 1
        return 0
    if view.phase == CALL:
        best = 0
        for k in range(view.n_moves):
            card = view.moves[k]
            if suit(card) == longest(view.hand) and not view.hand >> card & 1:
                best = k
        return best
    best = 0
    lowest = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        cost = 3 * points(card) + strength(card) + (15 if suit(card) == view.trump else 0)
        wins = view.led >= 0 and beats(card, view.winning, view.trump)
        if wins and view.table_points >= 10 and view.winning_mine < 1:
            cost -= 100
        elif view.winning_mine == 1 and not wins:
            cost = -points(card)
        if cost < lowest:
            best = k
            lowest = cost
    return best


def length(hand, suit):
    """How many cards of a suit are in the hand."""
    cards = 0
    for card in range(16 * suit, 16 * suit + 10):
        cards += hand >> card & 1
    return cards


def longest(hand):
    """The suit of which there are most cards in the hand."""
    best = 0
    for suit in range(1, 4):
        if length(hand, suit) > length(hand, best):
            best = suit
    return best
'''

BURRACO = '''"""Melds all it can, keeps wilds for melds of six, and discards what the other side cannot use."""

from analyzer.burraco import DRAW, EXTEND, MELDING, STOP, is_wild, points
from analyzer.rummy import THEIRS, links, pile_brings, taken_by


def choose(view, enough=1, nearly=7, fear=10):
    """The index in view.moves of what I do next.

    A turn is made of steps, each a record of view.moves; which of them there are depends on view.phase:
      DRAW         moves[0] draws from the stock, moves[1] takes the pile, view.pile[:view.n_pile]
      MELDING      STOP comes first where it is allowed; OPEN_RUN and OPEN_SET lay step.card, step.second, step.third;
                   EXTEND lays step.card on view.mine[step.meld]; step.n and step.wilds are what the meld then has
      DISCARDING   discards step.card, and ends the turn
    The view holds what a player at the table knows; among it (the rest stands in analyzer/burraco_table.py, VIEW):
      view.hand, view.hands[:4]         my cards; how many each player holds, me first, then in playing order
      view.mine[:view.n_mine]           our melds, view.theirs[:view.n_theirs] the others'
      view.pozzetto[0]                  1 if we have taken ours; [1]: if they have theirs; burrachi, laid and totals
                                        likewise, ours first
    enough   I take the pile for so many cards that I can use
    nearly   I lay a wild on a meld only if it then has so many cards
    fear     the points I give up rather than discard what fits their melds
    Parameters with a default can be set on the command line: mine.py:enough=2
    """
    if view.phase == DRAW:
        return 1 if pile_brings(view) >= enough else 0
    best = 0
    most = -1000
    for k in range(view.n_moves):
        if view.phase == MELDING:
            worth = melding(view, view.moves[k], nearly)
        else:
            worth = discarding(view, view.moves[k].card, fear)
        if worth > most:
            best = k
            most = worth
    return best


def melding(view, step, nearly):
    """What a step of melding is worth to me: naturals before wilds, long melds before short ones; to stop is 0."""
    if step.kind == STOP:
        return 0
    if step.kind != EXTEND:
        return 40 if step.wilds == 0 else 20
    if not is_wild(step.card) or step.wilds == 0:
        return 50 + step.n
    # A wild on a short meld is a burraco that can no longer become clean.
    if step.n >= nearly or view.hand.n <= 2:
        return step.n
    return -1


def discarding(view, card, fear):
    """What a discard is worth to me: dear cards that are linked with none of mine, and that fit no meld of theirs."""
    worth = points(card)
    if is_wild(card):
        return worth - 500
    worth -= 10 * links(view.hand, card)
    if taken_by(view, THEIRS, card):
        worth -= fear
    return worth
'''

# By game: the file to start from, and whom to try it against.
STARTS = {"briscola": (BRISCOLA, "spend_trump"), "chiamata": (CHIAMATA, "timid"), "burraco": (BURRACO, "meld_all")}


def ask(
    file: Annotated[str, typer.Argument(help="The file to write, such as mine.py.", show_default=False)],
    *,
    game: Game = "briscola",
):
    """Write a strategy to start from; never over an existing file."""
    from pathlib import Path

    from analyzer import tables
    from analyzer.answer import Answer, write

    table = tables.table(game)
    path = Path(file)
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise ValueError(f"{file} will not do: a strategy's file is named like mine.py, letters, digits and _ only")
    if path.exists():
        raise ValueError(f"{file} is there already; it was left alone")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    start, rival = STARTS[game]
    write(path, start)
    steps = [" ".join([f"mazziere {step}", *table.options()]) for step in (f"check {file}", f"compare {file} {rival}")]
    return Answer(
        question="How do I start a strategy of my own?",
        sentences=[f"wrote {file}, a strategy that already plays."],
        block=[f"wrote {file}, a strategy that already plays; then:", *(f"    {step}" for step in steps)],
        facts={"file": file, "game": game, "next": steps},
        command=" ".join([f"mazziere new {file}", *table.options()]),
    )
