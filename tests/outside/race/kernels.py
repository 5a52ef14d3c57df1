"""The kernels of the race: all that the contract of an engine asks for, in one module.

Each round every runner chooses a pace of 1 to 3 dice, in secret. When all have chosen, the paces are shown
and each rolls. Runners with the same pace are in each other's way: each of them goes forward by his lowest
die only (option `jostle`). Who has reached the goal when the round is over wins; several may.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared import contract
from conquestlab.kernels.shared.bits import multiply_wide, single
from conquestlab.kernels.shared.contract import (
    AMOUNT,
    FULL,
    LEGAL,
    NOBODY,
    NOT_ASKED,
    OVER,
    open_position,
)
from conquestlab.kernels.shared.course import close_row, note_round
from conquestlab.kernels.shared.deciding import (
    call_user_policy,
    decide,
    get_up,
    lay,
    offer,
    pause,
    sit_down,
    word_of_decision,
)
from conquestlab.kernels.shared.games import loop_over_games
from conquestlab.kernels.shared.log import has_room, write_event
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with
from conquestlab.kernels.shared.purposes import DICE
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS
from conquestlab.kernels.shared.rows import row_dtype as row_dtype_with
from conquestlab.kernels.shared.streams import below, open_streams, stream_dtype

VERSION = 1
PACES = 3
PACE, STEP, END = range(1, 4)  # events
CHOOSE_PACE = 1  # the only kind of decision
NO_SUCH_PACE = 2
UNFINISHED, REACHED = range(2)
PACED_ONE = 90
SETTING_OUT, CHOOSING, BETWEEN_ROUNDS = range(3)  # what comes next
ACTS = ("dice",)  # rolled so far
FEATURES = ("place", "behind")  # fields from the start, and behind the first

rules_dtype = np.dtype(
    [("goal", np.int32), ("max_rounds", np.int32), ("jostle", np.int32), ("start", np.int32, (SEATS,))],
    align=True,
)
bot_dtype = contract.bot_dtype([("pace", np.int32), ("weights", np.int32, (2,))])
position_dtype = contract.position_dtype(
    bot_dtype,
    [
        ("doing", np.int32),
        ("place", np.int32, (SEATS,)),
        ("pace", np.int32, (SEATS,)),  # secret until all have chosen; 0: not chosen yet
        ("rolled", np.int32, (SEATS,)),
        ("paces", np.int32, (PACES,)),
        ("dice", stream_dtype, (SEATS,)),
    ],
)
note_dtype = note_dtype_with(ACTS, FEATURES)
row_dtype = row_dtype_with([("dice_rolled", np.int32, (SEATS,)), ("paces", np.int32, (PACES,))])


# Rules


@jit
def begin(rules, seeds, luck, seats, position):
    open_position(position, seeds, luck, seats)
    open_streams(position["dice"], seeds[DICE], luck, np.int64(DICE))
    position["doing"] = SETTING_OUT
    position["place"][:] = rules["start"]
    position["pace"][:] = 0
    position["rolled"][:] = 0
    position["paces"][:] = 0


@jit
def legal(rules, position, choices):
    if position["asked"] == 0 or position["answered"]:
        return 0
    return offer(choices, 0, CHOOSE_PACE, 0, 0, 0, PACES)


@jit
def why_not(rules, position, choice):
    if choice[0] != CHOOSE_PACE or choice[AMOUNT] < 1 or choice[AMOUNT] > PACES:
        return NO_SUCH_PACE
    return LEGAL


@jit
def choose(rules, position, choice):
    if position["asked"] == 0 or position["answered"]:
        return NOT_ASKED
    reason = why_not(rules, position, choice)
    if reason == LEGAL:
        lay(position, choice)
    return reason


@jit
def stand(position):
    standings = np.zeros(SEATS, np.int64)
    total = position["seats"] + position["place"][: position["seats"]].sum()
    for seat in range(position["seats"]):
        standings[seat] = (position["place"][seat] + 1) * FIXED_ONE // total
    return standings


@jit
def run_round(rules, position):
    seats = position["seats"]
    for seat in range(seats):
        write_event(position, PACE, seat, (position["pace"][seat],))
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
        write_event(position, STEP, seat, (step, position["place"][seat]))
        if position["place"][seat] >= rules["goal"]:
            position["how"] = REACHED
    position["pace"][:] = 0


# Bots


@jit
def lay_pace(position, pace):
    position["choice"][0] = CHOOSE_PACE
    position["choice"][AMOUNT] = pace


@jit
def any_pace(rules, position):
    lay_pace(position, 1 + np.int64(multiply_wide(word_of_decision(position), np.uint64(PACES))[0]))


@jit
def same_pace(rules, position):
    lay_pace(position, position["bot"][position["asker"]]["pace"])


@jit
def chasing_pace(rules, position):
    lay_pace(position, 3 if distance_behind(position) > 0 else 2)


@jit
def weighed_pace(rules, position):
    weights = position["bot"][position["asker"]]["weights"]
    weight = np.int64(weights[1 if distance_behind(position) > 0 else 0])
    lay_pace(position, 1 + weight * PACES // PACED_ONE)


@jit
def distance_behind(position):
    return position["place"][: position["seats"]].max() - position["place"][position["asker"]]


@jit
def call_checked(rules, position):
    call_user_policy(rules, position, np.empty(1, position_dtype))
    position["refused"] = why_not(rules, position, position["choice"])


PLAYED_BY = (
    (any_pace, None),
    (same_pace, None),
    (same_pace, None),
    (chasing_pace, None),
    (weighed_pace, None),
)


# Play


@jit
def advance(rules, bots, position, events, course):
    sit_down(position, bots, events)
    why = 0
    while why == 0:
        why = step(rules, position, course) if has_room(position) else FULL
    return get_up(position, why)


@jit
def step(rules, position, course):
    doing = position["doing"]
    if doing == SETTING_OUT:
        return end_round(position, course)
    if doing == BETWEEN_ROUNDS:
        return next_round(rules, position)
    for seat in range(position["seats"]):
        if position["pace"][seat] == 0:
            why = decide(rules, position, CHOOSE_PACE, seat)
            if why == 0:
                position["pace"][seat] = position["choice"][AMOUNT]
            return why
    run_round(rules, position)
    return end_round(position, course)


@jit
def end_round(position, course):
    note_round(course, position["round"], stand(position))
    position["doing"] = BETWEEN_ROUNDS
    return pause(position)


@jit
def next_round(rules, position):
    if position["how"] != REACHED and position["round"] < rules["max_rounds"]:
        position["round"] += 1
        position["doing"] = CHOOSING
        return 0
    place = position["place"]
    places = (place[0], place[1], place[2], place[3], place[4], place[5])
    write_event(position, END, NOBODY, (position["how"], position["round"], *places))
    return OVER


@jit
def finish(rules, position, course, row):
    furthest = position["place"][: position["seats"]].max()
    winners = np.uint64(0)
    for seat in range(position["seats"]):
        row["score"][seat] = position["place"][seat]
        row["dice_rolled"][seat] = position["rolled"][seat]
        if position["how"] == REACHED and position["place"][seat] == furthest:
            winners |= single(seat)
    for pace in range(PACES):
        row["paces"][pace] = position["paces"][pace]
    close_row(row, position, winners, course)


@jit
def note_features(rules, position, note):
    seats = position["seats"]
    note["standing"][:] = stand(position)
    note["acts"][0] = position["rolled"].sum()
    for seat in range(seats):
        place = position["place"][seat]
        note["features"][seat, 0] = place
        note["features"][seat, 1] = position["place"][:seats].max() - place


simulate = loop_over_games(begin, advance, finish, position_dtype)
simulate_noted = loop_with_notes(begin, advance, finish, note_features, position_dtype)
