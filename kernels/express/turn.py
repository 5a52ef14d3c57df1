"""The steps of a game of Risk Express: the start roll, the opening of a turn, a roll, a choice carried out.

A step changes the position and notes what happened; it sees neither the log nor the course.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.rules import (
    anything_fits,
    clear_attack,
    conquer,
    count_faces,
    count_of,
    fresh_lines,
    lines_filled,
    lines_left,
    may_continue,
    throw,
    winners,
)
from conquestlab.kernels.express.state import (
    CONQUERED,
    CONTINUE,
    CONTINUED,
    DECIDE,
    DONE,
    ENDED,
    FAILED,
    FILL,
    FILLED,
    GENERAL,
    NEXT_TURN,
    ROLL,
    ROLLED,
    SACRIFICED,
    START_ROLLED,
    STARTS,
    TAKEN,
    TURN,
    UNFINISHED,
)
from conquestlab.kernels.shared.bits import lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import NOBODY


@jit
def tell(position, kind, player, a=0, b=0, c=0, d=0):
    """Note an event, if there is a log."""
    if position["keeps_log"]:
        news = position["news"][position["happened"]]
        news[0], news[1], news[2] = kind, player, a
        news[3], news[4], news[5] = b, c, d
        position["happened"] += 1


@jit
def roll_for_start(rules, position):
    """Let every chair that is tied for the most generals roll; the first round, all chairs are."""
    most = -1
    highest = np.uint64(0)
    chairs = position["tied"]
    while chairs:
        chair = lowest(chairs)
        chairs = without_lowest(chairs)
        throw(position, position["order"], rules["dice"])
        tell(position, START_ROLLED, NOBODY, chair, position["roll_index"])
        generals = count_of(count_faces(position["roll_index"], rules["dice"]), GENERAL)
        if generals > most:
            most = generals
            highest = np.uint64(0)
        if generals == most:
            highest |= single(chair)
    position["tied"] = highest
    if popcount(highest) == 1:
        position["first_chair"] = lowest(highest)
        tell(position, STARTS, NOBODY, position["first_chair"])
        position["round_ends"] = 1  # round 0, which is the position before the first turn
        position["doing"] = NEXT_TURN


@jit
def open_turn(rules, position):
    """Begin the next seat's turn; it may have to decide on a failed attack first."""
    seats = position["seats"]
    position["player"] = position["turn"] % seats
    position["round"] = position["turn"] // seats + 1
    position["turn"] += 1
    tell(position, TURN, position["player"], position["round"], position["turn"])
    if may_continue(rules, position):
        position["dice"] = rules["dice"] - position["on_lines"]
        _ask(position, CONTINUE)
    else:
        clear_attack(rules, position)
        position["doing"] = ROLL


@jit
def _ask(position, kind):
    position["asked"] = kind
    position["asker"] = position["player"]
    position["doing"] = DECIDE


@jit
def roll(rules, position):
    """Roll the dice in the tray; a die is given up at once where nothing fits."""
    player = position["player"]
    throw(position, position["dice_of"][player], position["dice"])
    tell(position, ROLLED, player, position["dice"], position["roll_index"])
    if anything_fits(rules, position):
        _ask(position, FILL)
    else:
        _sacrifice(rules, position)


@jit
def carry_out(rules, position):
    """Carry out the choice that was laid down."""
    kind = position["choice"][0]
    position["choice"][0] = 0
    position["asked"] = 0
    position["asker"] = NOBODY
    position["doing"] = ROLL
    if kind == CONTINUE:
        _carry_on(rules, position)
    elif kind == FILL:
        _fill(rules, position)
    else:
        _sacrifice(rules, position)


@jit
def _carry_on(rules, position):
    player, card = position["player"], np.int64(position["target"])
    accepted = position["choice"][1]
    filled = fresh_lines(rules, position, card) & ~position["left"]
    tell(position, CONTINUED, player, accepted, card, filled, position["dice"])
    if accepted:
        position["taken_over"][player] += 1
    else:
        clear_attack(rules, position)


@jit
def _fill(rules, position):
    player = position["player"]
    card, line = np.int64(position["choice"][1]), np.int64(position["choice"][2])
    left = lines_left(rules, position, card)
    used = (lines_filled(rules, position, card, left) >> 4 * line) & 15
    tell(position, FILLED, player, card, line, used)
    position["target"] = card
    position["left"] = left & ~(1 << line)
    position["on_lines"] += used
    position["dice"] -= used
    if position["left"] == 0:
        owner, complete = conquer(rules, position)
        tell(position, CONQUERED, player, card, owner, complete)
        clear_attack(rules, position)
        _end_turn(rules, position)
    elif position["dice"] == 0:
        _fail(rules, position)


@jit
def _sacrifice(rules, position):
    position["dice"] -= 1
    tell(position, SACRIFICED, position["player"], position["dice"])
    if position["dice"] == 0:
        _fail(rules, position)


@jit
def _fail(rules, position):
    """End the turn; the attack stays on the table for the next player."""
    tell(position, FAILED, position["player"], position["target"], position["on_lines"])
    _end_turn(rules, position)


@jit
def _end_turn(rules, position):
    taken = position["middle"] == 0
    over = taken or position["turn"] == rules["max_turns"]
    position["round_ends"] = over or position["turn"] % position["seats"] == 0
    if not over:
        position["doing"] = NEXT_TURN
        return
    position["how"] = TAKEN if taken else UNFINISHED
    position["doing"] = DONE
    victors = np.int64(winners(rules, position))
    tell(position, ENDED, NOBODY, position["how"], position["round"], position["turn"], victors)
