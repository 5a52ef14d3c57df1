"""The steps of a game of Risk Express: the start roll, the beginning of a turn, a roll, a choice carried out.

A step changes the position and writes into its log; only `advance` sees the course.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.bots import count_choices
from conquestlab.kernels.express.features import ACTS
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
    stand,
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
from conquestlab.kernels.shared.deciding import ask
from conquestlab.kernels.shared.log import write_event

ROLLS, DICE, DECISIONS, FILLS, CONQUESTS = range(len(ACTS))


@jit
def count_act(position, act, number):
    """Count what the players have done, where the position pauses for notes."""
    if position["pauses"]:
        position["acts"][act] += number


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
        count_act(position, ROLLS, 1)
        count_act(position, DICE, rules["dice"])
        write_event(position, START_ROLLED, NOBODY, (chair, position["roll_index"]))
        generals = count_of(count_faces(position["roll_index"], rules["dice"]), GENERAL)
        if generals > most:
            most = generals
            highest = np.uint64(0)
        if generals == most:
            highest |= single(chair)
    position["tied"] = highest
    if popcount(highest) == 1:
        position["first_chair"] = lowest(highest)
        write_event(position, STARTS, NOBODY, (position["first_chair"],))
        stand(position)
        position["turn_ends"] = 1
        position["round_ends"] = 1  # round 0, which is the position before the first turn
        position["doing"] = NEXT_TURN


@jit
def open_turn(rules, position):
    """Begin the next seat's turn; it may have to decide on a failed attack first."""
    seats = position["seats"]
    position["player"] = position["turn"] % seats
    position["round"] = position["turn"] // seats + 1
    position["turn"] += 1
    write_event(position, TURN, position["player"], (position["round"], position["turn"]))
    if may_continue(rules, position):
        position["dice"] = rules["dice"] - position["on_lines"]
        _ask(rules, position, CONTINUE)
    else:
        clear_attack(rules, position)
        position["doing"] = ROLL


@jit
def _ask(rules, position, kind):
    ask(position, kind, position["player"])
    if position["decisions"] >= 0:
        position["decisions"] += count_choices(rules, position)
    count_act(position, DECISIONS, 1)
    position["doing"] = DECIDE


@jit
def roll(rules, position):
    """Roll the dice in the tray; a die is given up at once where nothing fits."""
    player = position["player"]
    throw(position, position["dice_of"][player], position["dice"])
    count_act(position, ROLLS, 1)
    count_act(position, DICE, position["dice"])
    write_event(position, ROLLED, player, (position["dice"], position["roll_index"]))
    if anything_fits(rules, position):
        _ask(rules, position, FILL)
    else:
        _sacrifice(rules, position)


@jit
def carry_out(rules, position):
    """Carry out the choice that was laid down."""
    kind = position["choice"][0]
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
    write_event(position, CONTINUED, player, (accepted, card, filled, position["dice"]))
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
    count_act(position, FILLS, 1)
    write_event(position, FILLED, player, (card, line, used))
    position["target"] = card
    position["left"] = left & ~(1 << line)
    position["on_lines"] += used
    position["dice"] -= used
    if position["left"] == 0:
        owner, complete = conquer(rules, position)
        count_act(position, CONQUESTS, 1)
        stand(position)
        write_event(position, CONQUERED, player, (card, owner, complete))
        clear_attack(rules, position)
        _end_turn(rules, position)
    elif position["dice"] == 0:
        _fail(rules, position)


@jit
def _sacrifice(rules, position):
    position["dice"] -= 1
    write_event(position, SACRIFICED, position["player"], (position["dice"],))
    if position["dice"] == 0:
        _fail(rules, position)


@jit
def _fail(rules, position):
    """End the turn; the attack stays on the table for the next player."""
    write_event(position, FAILED, position["player"], (position["target"], position["on_lines"]))
    _end_turn(rules, position)


@jit
def _end_turn(rules, position):
    taken = position["middle"] == 0
    over = taken or position["turn"] == rules["max_turns"]
    position["turn_ends"] = 1
    position["round_ends"] = over or position["turn"] % position["seats"] == 0
    if not over:
        position["doing"] = NEXT_TURN
        return
    position["how"] = TAKEN if taken else UNFINISHED
    position["doing"] = DONE
    victors, score = winners(rules, position), position["score"]
    end = (position["how"], position["round"], position["turn"], victors, 0, 0)  # up to ENDED_SCORES
    scores = (score[0], score[1], score[2], score[3], score[4], score[5])
    write_event(position, ENDED, NOBODY, (*end, *scores))
