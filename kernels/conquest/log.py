"""The log of one step: a line of numbers for everything that a record tells.

Steps write into a small record, since a record is passed on for nothing, while the users of an array are
counted at every call. `advance` moves the lines into the log of the caller.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import ALLY, NOTHING
from conquestlab.kernels.shared.contract import EVENT_WIDTH, ROOM

KIND, PLAYER, SIDE, PARTS = 0, 1, 2, 3  # columns of a line; the parts follow

log_dtype = np.dtype(
    [("kept", np.int64), ("count", np.int64), ("lines", np.int64, (ROOM, EVENT_WIDTH))], align=True
)
"""What a step tells; nothing is written where `kept` is 0."""


@jit
def tell(log, position, kind, player, first, second, third):
    """Write a line into the log, if one is kept.

    Parameters
    ----------
    log : record of log_dtype
    position : record of position_dtype
    kind, player : int64
    first, second, third : int64
        The first parts of the line; the others are 0.

    Returns
    -------
    line : int64
        Where further parts may be written, or NOTHING.
    """
    if not log["kept"]:
        return NOTHING
    line = log["count"]
    lines = log["lines"]
    for column in range(EVENT_WIDTH):
        lines[line, column] = 0
    lines[line, KIND] = kind
    lines[line, PLAYER] = player
    if position["actor"] == ALLY:
        lines[line, SIDE] = 1
    lines[line, PARTS] = first
    lines[line, PARTS + 1] = second
    lines[line, PARTS + 2] = third
    log["count"] = line + 1
    return line


@jit
def hand_over(log, position, events):
    """Move the lines of a step into the log of the caller, behind those that were told before."""
    for line in range(log["count"]):
        for column in range(EVENT_WIDTH):
            events[position["told"], column] = log["lines"][line, column]
        position["told"] += 1
    log["count"] = 0
