"""What every engine must keep to: constants, the fields that all positions share, and who sits where.

See docs/kernels.md.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.purposes import BOTS
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import open_streams, stream_dtype

ASK, OVER, FULL, REFUSED, PAUSED = 1, 2, 3, 4, 5  # why `advance` came back
OUTSIDE = -1  # the policy of a bot whose choices are made outside
CALLED = -2  # a policy that somebody else wrote: it is called on a copy, and its choices are checked
VOID = -1  # the `how` of a row of a game in which such a bot chose what is not legal
NOBODY = -1  # a seat that is none

EVENT_WIDTH = 16  # numbers in a line of the log: the kind of event, the player, then its parts
ROOM = 256  # lines that a step may write

CHOICE_WIDTH = 8  # numbers in a choice: its kind, five parts, and
AMOUNT = 6  # how many (in `legal`: the fewest)
MOST = 7  # in `legal` the most; `choose` does not read it

LEGAL, NOT_ASKED = 0, 1  # what `choose` returns; other reasons are the engine's own, from 2 on

_BOT_FIELDS: list[tuple] = [
    ("policy", np.int32),  # its place in the description's list of policies, or OUTSIDE, or CALLED
    ("call", np.int64),  # the address of what plays it, good in this process alone
    (
        "behind",
        np.int64,
    ),  # of a policy that plays on in its head: by which it does; of CALLED: the policy
    ("mix", np.int32),  # of a mix: the place of its first member in the list; 0 for what is no mix
    ("share", np.int32),  # of a member: how often it is drawn; of a mix: the sum of these
]

_POSITION_FIELDS: list[tuple] = [
    ("seats", np.int32),
    ("round", np.int32),
    ("turn", np.int32),
    ("how", np.int32),
    ("asked", np.int32),
    ("asker", np.int32),
    ("answered", np.int32),  # 1: the choice lies there, to be carried out
    ("refused", np.int32),  # why, where `advance` came back for that
    ("pauses", np.int32),  # 1: `advance` comes back whenever a turn has ended
    ("drawn", np.int32),  # 1: the word of the decision that is asked for was drawn
    ("word", np.uint64),  # that word, for ties
    ("choice", np.int64, (CHOICE_WIDTH,)),
    ("logged", np.int64),
    ("log", np.int64),  # the address of the log while `advance` plays; 0 where none is kept
    ("log_lines", np.int64),
    ("bot_of_seat", np.int32, (SEATS,)),
    ("bots", stream_dtype, (SEATS,)),
]


def bot_dtype(own_fields: list[tuple]) -> np.dtype:
    """Return the aligned dtype of a bot: what all bots have, then what else an engine's bots need."""
    return np.dtype(_BOT_FIELDS + own_fields, align=True)


def position_dtype(bot: np.dtype, own_fields: list[tuple]) -> np.dtype:
    """Return the aligned dtype of a position: the common fields, the bots by seat, then an engine's own."""
    return np.dtype([*_POSITION_FIELDS, ("bot", bot, (SEATS,)), *own_fields], align=True)


plan_dtype = np.dtype(
    [("first", np.int64), ("count", np.int64), ("seats", np.int64), ("shared", np.int64)], align=True
)
"""The games to play: number of the first, how many, at how many seats, 1 if blocks share their luck."""


@jit
def luck_of(plan, game):
    """Return the luck number of a game: its own number, or that of its block where luck is shared."""
    return game // plan["seats"] if plan["shared"] else game


@jit
def place_of(plan, game, seat):
    """Return which place of the list of bots plays a seat; in a block the bots move on by a seat a game."""
    return (seat - game) % plan["seats"] if plan["shared"] else seat


@jit
def open_position(position, seeds, luck, seats):
    """Write the common fields as they are before a game, and open the bots' streams."""
    position["seats"] = seats
    position["round"] = 0
    position["turn"] = 0
    position["how"] = 0
    position["asked"] = 0
    position["asker"] = NOBODY
    position["answered"] = 0
    position["refused"] = 0
    position["pauses"] = 0
    position["drawn"] = 0
    for part in range(CHOICE_WIDTH):
        position["choice"][part] = 0
    position["logged"] = 0
    position["log"] = 0
    for seat in range(SEATS):
        position["bot_of_seat"][seat] = seat
    open_streams(position["bots"], seeds[BOTS], luck, np.int64(BOTS))


@jit
def seat_bots(plan, game, position):
    """Write who sits where into a position; to be called after `begin`."""
    for seat in range(plan["seats"]):
        position["bot_of_seat"][seat] = place_of(plan, game, seat)


@jit
def open_row(plan, game, row):
    """Write the columns of a row that the plan decides: game, luck, seats and bots."""
    row["game"] = game
    row["luck"] = luck_of(plan, game)
    row["seats"] = plan["seats"]
    for seat in range(plan["seats"]):
        row["bot"][seat] = place_of(plan, game, seat)
