"""Questions about a decision that cannot be asked, or that go wrong when they are."""

import random

import numpy as np

from analyzer.briscola import points, suit

KEPT: list = []
WORTH = (0, 0, 0, 0, 0, 0, 2, 3, 4, 10, 11)


def fine(view):
    """0 for every decision."""
    return 0


def first(view, k):
    """The first move."""
    return 0


def last_bucket(view):
    """A bucket too many, at the ninth trick."""
    return 3 if view.tricks == 8 else 0


def bucket_below(view):
    """Less than -1."""
    return -2


def index_beyond(view, k):
    """A move that there is not, for the second option."""
    return view.n_moves if k == 1 and view.tricks > 3 else 0


def index_below(view, k):
    """Less than -1."""
    return -1 - k


def fraction(view):
    """No whole number."""
    return view.table_points / 2


def truth(view, k):
    """No number."""
    return view.led < 0


def divides(view):
    """Fails where nothing lies on the table."""
    return 10 // view.table_points


def misspelt(view):
    """Asks for what there is not."""
    return 0 if view.table_pionts > 3 else -1


def other_game(view, k):
    """Asks for what there is in another game."""
    return view.bid


def writes(view):
    """Writes to the view."""
    view.hand = 0
    return 0


def writes_aside(view):
    """Writes to the view by way of a friend."""
    return clear(view.moves)


def clear(moves):
    """Writes to what it is given."""
    moves[0] = 0
    return 0


def at_random(view):
    """Throws dice of its own."""
    return int(np.random.randint(2))


def at_random_too(view):
    """Throws dice of its own, by a function of its file."""
    return dice()


def dice():
    """Dice."""
    return random.randint(0, 1)


def says(view):
    """Speaks."""
    print(view.hand)
    return 0


def hangs(view):
    """Never answers, from the sixth trick on."""
    k = 0
    while view.tricks >= 5:
        k = (k + 1) % 7
    return k


def texts(view):
    """Cannot be compiled."""
    return len(f"{view.led:>4}") - 4


def float_bucket(view):
    """Compiled a fraction, though in plain Python it is whole."""
    return 0 if view.n_moves > 1 else 0.5


def no_default(view, k, deep):
    """Has a parameter without a default."""
    return 0


def word_default(view, deep="very"):
    """Has a parameter that is no number."""
    return 0


def no_view(cards):
    """Does not call the view so."""
    return 0


def with_parameters(view, least=4, dear=False, factor=0.5):
    """A bucket by parameters."""
    if points(view.moves[0]) * factor < least and not dear:
        return WORTH[2]
    return 1


def also_with_parameters(view, k, least=4, most=11):
    """A move by parameters."""
    return k if least <= points(view.moves[k]) <= most and suit(view.moves[k]) < 4 else -1


def rare_bucket(view):
    """A bucket too many, once in a thousand decisions."""
    return 3 if view.dice & 1023 == 77 else 0


def rare_move(view, k):
    """A move too many, once in a thousand decisions, for the second option."""
    return 17 if k == 1 and view.dice & 1023 == 78 else 0


def rare_division(view, k):
    """Fails once in a thousand decisions, for the first option."""
    return k // (1 + k - (view.dice & 1023 == 79)) * 0


def rare_loop(view):
    """Never answers, once in a thousand decisions."""
    k = 0
    while view.dice & 1023 == 80:
        k = (k + 1) % 7
    return k


def opening(view):
    """0 for the first lead."""
    return 0 if view.tricks == 0 and view.led < 0 else -1


def lowest_or_highest(view, k):
    """The lowest card (k = 0) or the highest."""
    return (view.n_moves - 1) * k


def inner():
    """Makes a function within a function."""
    least = 3

    def within(view):
        return 0 if view.tricks > least else -1

    return within
