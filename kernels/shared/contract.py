"""What every engine keeps to: constants of the contract, the fields all positions share, who sits where.

See docs/engines.md.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import multiply_wide
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import draw

ASK, OVER, FULL, REFUSED = 1, 2, 3, 4  # why `advance` came back
OUTSIDE = -1  # the policy of a bot whose choices are made outside
CALLED = -2  # a policy that somebody else wrote: called by address, and its choices are checked
VOID = -1  # the `how` of a row of a game in which such a bot chose what is not legal
NOBODY = -1  # a seat that is none

EVENT_WIDTH = 16  # numbers in a line of the log: the kind of event, the player, then its parts
ROOM = 256  # lines that a step may write

CHOICE_WIDTH = 8  # numbers in a choice: its kind, five parts, and
AMOUNT = 6  # how many (in `legal`: the fewest)
MOST = 7  # in `legal` the most; `choose` does not read it

POSITION_FIELDS: list[tuple] = [
    ("seats", np.int32),
    ("round", np.int32),
    ("turn", np.int32),
    ("how", np.int32),
    ("asked", np.int32),
    ("asker", np.int32),
    ("told", np.int64),
    ("bot_of_seat", np.int32, (SEATS,)),
    ("refused", np.int32),  # why, where `advance` came back for that
    ("drawn", np.int32),  # 1: the word of the decision that is asked for was drawn
    ("word", np.uint64),  # that word, for ties
]
"""How every position begins; an engine's own fields follow."""

BOT_FIELDS: list[tuple] = [("policy", np.int32), ("call", np.int64), ("behind", np.int64)]
"""How the record of a bot begins; what else a bot needs follows. `call` is the address of its policy, good in
this process alone: for CALLED, and in engines that call all policies by address. `behind` is that of another,
for a policy that plays on in its head."""

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


@jit
def has_room(events, position):
    """Tell whether a step may be played: no log is kept, or enough of its lines are left."""
    return len(events) == 0 or len(events) - position["told"] >= ROOM


@jit
def write_event(events, position, kind, player, a=0, b=0, c=0, d=0, e=0, f=0):
    """Write a line into the log, if one is kept, and count it.

    Parameters
    ----------
    events : int64 (lines, EVENT_WIDTH)
        The log; no lines where none is kept.
    position : record
        Its `told` is the next free line.
    kind, player : int
        What happened, and the seat it happened to (NOBODY for none).
    a, b, c, d, e, f : int
        Parts 2 to 7 of the line. The others are set to 0, and can be written into the last line afterwards.
    """
    if len(events) == 0:
        return
    line = events[position["told"]]
    line[:] = 0
    line[0], line[1], line[2], line[3] = kind, player, a, b
    line[4], line[5], line[6], line[7] = c, d, e, f
    position["told"] += 1


@jit
def word_of_decision(position, stream):
    """Return the word of the decision that is asked for, drawn from `bots` of the one who is asked, once."""
    if not position["drawn"]:
        position["word"] = draw(stream)
        position["drawn"] = 1
    return position["word"]


@jit
def pick_any(word, choices, count, choice):
    """Copy one of the legal choices, each as likely as another, with any number of its range.

    This is how the bot `random` chooses out of one draw of `bots`.

    Parameters
    ----------
    word : uint64
        The draw: its product with `count` names the row, what is left over the number.
    choices : int64 (at least count, CHOICE_WIDTH)
        What `legal` wrote.
    count : int
        What `legal` returned, 1 at least.
    choice : int64 (CHOICE_WIDTH,)
        Overwritten.
    """
    row, rest = multiply_wide(word, np.uint64(count))
    for part in range(CHOICE_WIDTH):  # to assign the whole row at once takes ten times as long to compile
        choice[part] = choices[np.int64(row), part]
    spread = choice[MOST] - choice[AMOUNT]
    if spread > 0:
        more, _ = multiply_wide(rest, np.uint64(spread + 1))
        choice[AMOUNT] += np.int64(more)
    choice[MOST] = 0
