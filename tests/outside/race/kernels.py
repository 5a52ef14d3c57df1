"""The kernels of the race: all that the contract of an engine asks for, in one module.

Each round every runner chooses a pace of 1 to 3 dice, in secret. When all have chosen, the paces are shown
and each rolls. Runners with the same pace are in each other's way: each of them goes forward by his lowest
die only (option `jostle`). Who has reached the goal when the round is over wins; several may.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import multiply_wide
from conquestlab.kernels.shared.contract import (
    AMOUNT,
    ASK,
    BOT_FIELDS,
    EVENT_WIDTH,
    FULL,
    MOST,
    NOBODY,
    OUTSIDE,
    OVER,
    POSITION_FIELDS,
    has_room,
    luck_of,
    open_row,
    seat_bots,
    word_of_decision,
    write_event,
)
from conquestlab.kernels.shared.course import finish_row, note_round
from conquestlab.kernels.shared.purposes import BOTS, DICE
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS, WHOLE_WIN
from conquestlab.kernels.shared.rows import row_dtype as row_dtype_with
from conquestlab.kernels.shared.streams import below, open_stream, stream_dtype

VERSION = 1
PACES = 3
PACE, STEP, END = range(1, 4)  # events
CHOOSE_PACE = 1  # the only kind of decision
NOT_ASKED, NO_SUCH_PACE = 1, 2
RANDOM, CAUTIOUS, BOLD, CHASER, PACED = range(5)  # policies
UNFINISHED, REACHED = range(2)
PACED_ONE = 90

rules_dtype = np.dtype(
    [("goal", np.int32), ("max_rounds", np.int32), ("jostle", np.int32), ("start", np.int32, (SEATS,))],
    align=True,
)
bot_dtype = np.dtype([*BOT_FIELDS, ("pace", np.int32), ("weights", np.int32, (2,))], align=True)
position_dtype = np.dtype(
    [
        *POSITION_FIELDS,
        ("place", np.int32, (SEATS,)),
        ("pace", np.int32, (SEATS,)),  # secret until all have chosen; 0: not chosen yet
        ("rolled", np.int32, (SEATS,)),
        ("paces", np.int32, (PACES,)),
        ("dice", stream_dtype, (SEATS,)),
        ("choices", stream_dtype, (SEATS,)),
    ],
    align=True,
)
row_dtype = row_dtype_with([("dice_rolled", np.int32, (SEATS,)), ("paces", np.int32, (PACES,))])


# Rules


@jit
def begin(rules, seeds, luck, seats, position):
    position["seats"] = seats
    position["round"] = 0
    position["turn"] = 0
    position["how"] = UNFINISHED
    position["asked"] = 0
    position["asker"] = NOBODY
    position["told"] = 0
    position["refused"] = 0
    position["drawn"] = 0
    position["place"][:] = rules["start"]
    position["pace"][:] = 0
    position["rolled"][:] = 0
    position["paces"][:] = 0
    for seat in range(seats):
        open_stream(position["dice"][seat], seeds[DICE], luck, DICE, seat)
        open_stream(position["choices"][seat], seeds[BOTS], luck, BOTS, seat)


@jit
def legal(rules, position, choices):
    if position["asked"] == 0:
        return 0
    choices[0, :] = 0
    choices[0, 0] = CHOOSE_PACE
    choices[0, AMOUNT] = 1
    choices[0, MOST] = PACES
    return 1


@jit
def choose(rules, position, choice):
    if position["asked"] == 0:
        return NOT_ASKED
    if choice[0] != CHOOSE_PACE or choice[AMOUNT] < 1 or choice[AMOUNT] > PACES:
        return NO_SUCH_PACE
    seat = position["asker"]
    position["drawn"] = 0
    position["pace"][seat] = choice[AMOUNT]
    position["asked"] = 0
    position["asker"] = NOBODY
    return 0


@jit
def note(position, course):
    standings = np.zeros(SEATS, np.int64)
    total = position["seats"] + position["place"][: position["seats"]].sum()
    for seat in range(position["seats"]):
        standings[seat] = (position["place"][seat] + 1) * FIXED_ONE // total
    note_round(course, position["round"], standings)


@jit
def run_round(rules, position, events):
    seats = position["seats"]
    for seat in range(seats):
        write_event(events, position, PACE, seat, position["pace"][seat])
    for seat in range(seats):
        pace = position["pace"][seat]
        alone = True
        for other in range(seats):
            alone = alone and (other == seat or position["pace"][other] != pace)
        faces = below(position["dice"][seat], 6**pace)
        step, lowest = 0, 6
        for _ in range(pace):
            step += faces % 6 + 1
            lowest = min(lowest, faces % 6 + 1)
            faces //= 6
        if rules["jostle"] and not alone:
            step = lowest
        position["place"][seat] += step
        position["rolled"][seat] += pace
        position["paces"][pace - 1] += 1
        position["turn"] += 1
        write_event(events, position, STEP, seat, step, position["place"][seat])
        if position["place"][seat] >= rules["goal"]:
            position["how"] = REACHED
    position["pace"][:] = 0


# Bots


@jit
def inside_pace(bot, position, seat):
    word = word_of_decision(position, position["choices"][seat])
    position["drawn"] = 0
    if bot["policy"] == CAUTIOUS or bot["policy"] == BOLD:
        return np.int64(bot["pace"])
    if bot["policy"] == RANDOM:
        return 1 + np.int64(multiply_wide(word, np.uint64(PACES))[0])
    behind = position["place"][: position["seats"]].max() - position["place"][seat]
    if bot["policy"] == PACED:
        return 1 + np.int64(bot["weights"][1 if behind > 0 else 0]) * PACES // PACED_ONE
    return 3 if behind > 0 else 2


# Play


@jit
def advance(rules, bots, position, events, course):
    while True:
        if not has_room(events, position):
            return FULL
        if position["round"] == 0:
            note(position, course)
            position["round"] = 1
        seat = 0
        while seat < position["seats"] and position["pace"][seat] > 0:
            seat += 1
        if seat < position["seats"]:
            bot = bots[position["bot_of_seat"][seat]]
            if bot["policy"] == OUTSIDE:
                position["asked"] = CHOOSE_PACE
                position["asker"] = seat
                word_of_decision(position, position["choices"][seat])
                return ASK
            position["pace"][seat] = inside_pace(bot, position, seat)
            continue
        run_round(rules, position, events)
        note(position, course)
        if position["how"] == REACHED or position["round"] == rules["max_rounds"]:
            write_event(events, position, END, NOBODY, position["how"], position["round"])
            if len(events):
                events[position["told"] - 1, 4 : 4 + SEATS] = position["place"]
            return OVER
        position["round"] += 1


@jit
def finish(rules, position, course, row):
    seats = position["seats"]
    row["how"] = position["how"]
    row["rounds"] = position["round"]
    row["turns"] = position["turn"]
    furthest = position["place"][:seats].max()
    winners = (position["place"][:seats] == furthest).sum()
    for seat in range(seats):
        row["score"][seat] = position["place"][seat]
        row["dice_rolled"][seat] = position["rolled"][seat]
        if position["how"] == REACHED and position["place"][seat] == furthest:
            row["win"][seat] = WHOLE_WIN // winners
    for pace in range(PACES):
        row["paces"][pace] = position["paces"][pace]
    finish_row(row, course, position["round"], row["win"])


@jit
def simulate(rules, bots, seeds, plan, rows, course):
    positions = np.zeros(1, position_dtype)
    events = np.zeros((0, EVENT_WIDTH), np.int64)
    for i in range(plan["count"]):
        position = positions[0]
        game = plan["first"] + i
        begin(rules, seeds, luck_of(plan, game), plan["seats"], position)
        seat_bots(plan, game, position)
        advance(rules, bots, position, events, course)
        open_row(plan, game, rows[i])
        finish(rules, position, course, rows[i])
