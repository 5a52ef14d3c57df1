"""The log of a game: one line of numbers for everything that a record tells."""

from conquestlab.kernels._jit import jit
from conquestlab.kernels.conquest.state import ALLY, NOTHING

KIND, PLAYER, SIDE, PARTS = 0, 1, 2, 3  # columns of a line; the parts follow


@jit
def tell(events, position, kind, player, first, second, third):
    """Write a line into the log, if one is kept.

    Parameters
    ----------
    events : int64 (lines, EVENT_WIDTH)
        No lines where no log is kept.
    position : record of position_dtype
    kind, player : int64
    first, second, third : int64
        The first parts of the line.

    Returns
    -------
    line : int64
        Where further parts may be written, or NOTHING.
    """
    if len(events) == 0:
        return NOTHING
    line = position["told"]
    events[line, :] = 0
    events[line, KIND] = kind
    events[line, PLAYER] = player
    if position["actor"] == ALLY:
        events[line, SIDE] = 1
    events[line, PARTS] = first
    events[line, PARTS + 1] = second
    events[line, PARTS + 2] = third
    position["told"] = line + 1
    return line
