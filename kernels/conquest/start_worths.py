"""What the lands of a seat are worth to start from, found by trials; and what its weights would see of them.

All starting armies are put on a land, the others place theirs as the bot would, and everybody plays on by its
weights alone for some rounds. From many such trials it is learned what the weights of starts should be
(analysis/learning/starts.py).
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import border_of
from conquestlab.kernels.conquest.placing import next_to_start
from conquestlab.kernels.conquest.setup import begin, starting_armies
from conquestlab.kernels.conquest.starting_plans import place_for_others, play_turns, put_down
from conquestlab.kernels.conquest.state import (
    LANDS,
    NOTHING,
    PLACE,
    PLACING,
    SEATS,
    ZERO,
    position_dtype,
    weights_dtype,
)
from conquestlab.kernels.conquest.steps import start
from conquestlab.kernels.conquest.trials import prepare, worth_of_end
from conquestlab.kernels.conquest.weighed.opening import armies_near, weigh_starts
from conquestlab.kernels.conquest.weighed.weights import STARTS
from conquestlab.kernels.shared.bits import lowest, without_lowest
from conquestlab.kernels.shared.deciding import ask

NO_START = np.int64(-1)  # the worth of a land on which nobody would start

REASONS = np.zeros(len(STARTS), weights_dtype)
for _place, _name in enumerate(STARTS):
    REASONS[_place][_name] = 1


@jit
def deal_to(rules, bot, seeds, luck, seat, seats, position):
    """Deal a game of a bot at all seats, and let a seat be the one that places its starting armies."""
    begin(rules, seeds, np.int64(luck), seats, position)
    for other in range(seats):
        position["bot"][other] = bot
    start(rules, position)
    next_to_start(rules, position, seat)
    position["phase"] = PLACING
    ask(position, PLACE, seat)
    position["pool"] = starting_armies(rules, position, seat)


@jit
def start_worths(rules, bot, seeds, luck, seat, lots, reasons, seen, worths):
    """Try each land of a seat as its start, and note what the weights see of it.

    Parameters
    ----------
    rules : record of rules_dtype
        All starting armies are placed at one go.
    bot : record of bot_dtype
        Everybody plays by its weights.
    seeds : uint64 (6,)
        By purpose.
    luck : int
        Which deal it is.
    seat : int
        Who starts.
    lots : int64 array, (3,)
        How many trials of each land, how many rounds each lasts, and how many players. What counts is the
        mean of what the position is worth after each of the rounds but the first.
    reasons : array of weights_dtype, (STARTS,)
        REASONS: in each, one of the weights of starts is 1.
    seen : int32 array, (LANDS, STARTS)
        Overwritten: by how much each of these weights would count for a land.
    worths : int64 array, (LANDS,)
        Overwritten: sums over the trials and rounds, NO_START for a land with no others beside it.
    """
    trials, rounds, seats = lots
    positions = np.zeros(3, position_dtype)  # with no log
    position = positions[2]
    deal_to(rules, bot, seeds, luck, seat, seats, position)
    own = position["owned"][seat]
    border = border_of(rules, own)
    placement = np.zeros(LANDS, np.int32)
    worths[:] = NO_START
    for trial in range(trials):
        prepared = positions[1]
        positions[1] = position
        prepare(rules, prepared, seat, np.uint64(trial), np.uint64(trial))
        place_for_others(rules, prepared, seat)
        if trial == 0:
            _see(rules, prepared, seat, border, reasons, seen)
        lands = border
        while lands:
            land = lowest(lands)
            lands = without_lowest(lands)
            worths[land] += -NO_START if trial == 0 else ZERO
            positions[0] = prepared
            placement[:] = 0
            placement[land] = position["pool"]
            put_down(rules, positions[0], placement)
            play_turns(rules, positions[0], ZERO + 1 + seats)
            for _ in range(1, rounds):
                play_turns(rules, positions[0], seats)
                worths[land] += worth_of_end(rules, positions[0], bot, seat)


@jit
def _see(rules, position, seat, border, reasons, seen):
    """Write what each weight sees of the lands of a border, where the others have placed already."""
    homes, armies = np.full(SEATS, NOTHING), np.zeros(SEATS, np.int64)
    _find_homes(rules, position, homes, armies)
    worths, around = np.zeros(LANDS, np.int64), np.zeros(LANDS, np.uint64)
    for reason in range(len(reasons)):
        weigh_starts(rules, position, reasons[reason], worths, around)
        lands = border
        while lands:
            land = lowest(lands)
            lands = without_lowest(lands)
            seen[land, reason] = worths[land]
            seen[land, reason] += armies_near(
                rules, position, reasons[reason], around, homes, armies, seat, land
            )


@jit
def _find_homes(rules, position, homes, armies):
    """Write where each of the others has placed most in secret, and how many."""
    for land in range(rules["lands"]):
        pending, owner = np.int64(position["pending"][land]), np.int64(position["owner"][land])
        if pending and pending > armies[owner]:
            homes[owner], armies[owner] = land, pending
