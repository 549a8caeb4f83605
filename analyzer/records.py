"""Records: how a game's state and view are laid out in memory."""

import numpy as np

PAGE = 4096


def record(public, private):
    """A structured dtype of int64 fields, `public` first, that can also be copied by its field `public`, as one piece.

    `public` and `private` are lists of (name, format) as numpy takes them.  Two records with the same public fields
    hand them on in one assignment, `view.public = state.public`.
    """
    shared, own = np.dtype(public), np.dtype(private)
    layout = {name: (shared.fields[name][0], shared.fields[name][1]) for name in shared.names}
    layout["public"] = (shared, 0)
    layout |= {name: (own.fields[name][0], shared.itemsize + own.fields[name][1]) for name in own.names}
    formats, offsets = zip(*layout.values(), strict=True)
    return np.dtype(
        {"names": list(layout), "formats": formats, "offsets": offsets, "itemsize": shared.itemsize + own.itemsize}
    )


def blank(form, n=1, offset=0):
    """`n` records of a dtype, all zero, with their fields as attributes: `blank(STATE)[0].turn`.

    The first begins `offset` bytes into a page of memory.  The engine copies records in pieces of a cache line, so they
    should begin with one; and a state and a view at the same place of two pages hold each other up.
    """
    room = np.zeros(n * form.itemsize + 2 * PAGE, np.uint8)
    start = -room.ctypes.data % PAGE + offset
    return room[start : start + n * form.itemsize].view(form).view(np.recarray)
