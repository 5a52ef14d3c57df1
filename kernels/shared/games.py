"""The loop over whole games, the same for every engine."""

import numpy as np
from numba import typeof, types

from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER
from conquestlab.kernels.compiling.beside import Unit
from conquestlab.kernels.compiling.jit import config, jit
from conquestlab.kernels.compiling.policies import call, call_for_number, kernel_address
from conquestlab.kernels.shared.contract import EVENT_WIDTH, OVER, VOID, luck_of, open_row, seat_bots

NO_EVENTS = np.zeros((0, EVENT_WIDTH), np.int64)


def loop_over_games(begin, advance, finish, position_dtype):
    """Return the `simulate` of an engine, made of three of its kernels and the dtype of its position.

    A kernel that is handed to another one would be compiled anew in each process. So the loop calls the three
    by their addresses, and each is compiled once, by itself.
    """

    known: dict = {}  # addresses by what tells the types of the arguments

    def simulate(rules, bots, seeds, plan, rows, course):
        """Play whole games with inside bots, one row each; no log is kept. A void game is the last.

        Parameters
        ----------
        rules : record of rules_dtype
        bots : array of bot_dtype
            By place in the run's list of bots.
        seeds : uint64 (6,)
        plan : record of plan_dtype
        rows : array of row_dtype (at least plan.count)
        course : int32 (rounds + 1, seats)
            Scratch space; without rows no course is kept.
        """
        positions = np.zeros(1, position_dtype)
        arrays = (bots, seeds, rows, course)
        key = (rules.dtype, *((array.dtype, array.flags.num) for array in arrays))
        if key not in known:  # to ask Numba for the types takes milliseconds
            known[key] = loop_addresses(begin, advance, finish, rules, *arrays, positions)
        begin_at, advance_at, finish_at = known[key]
        _play_games(begin_at, advance_at, finish_at, positions, rules, bots, seeds, plan, rows, course)

    return simulate


def loop_units(begin, advance, finish, rules, bots, seeds, rows, course, positions):
    """Return three kernels of an engine, to be compiled for arguments of these types."""
    given = (rules, bots, seeds, rows, course, positions, NO_EVENTS)
    rules, bots, seeds, rows, course, positions, events = map(type_of, given)
    position, row = positions.dtype, rows.dtype
    return (
        Unit(advance, WHOLE_NUMBER, (rules, bots, position, events, course)),
        Unit(begin, NO_RESULT, (rules, seeds, types.int64, types.int64, position)),
        Unit(finish, NO_RESULT, (rules, position, course, row)),
    )


def loop_addresses(*given):
    """Return the addresses of these three kernels."""
    advance, begin, finish = (kernel_address(*unit) for unit in loop_units(*given))
    return begin, advance, finish


def type_of(value):
    """Return what tells Numba the type of an argument."""
    return value if config.DISABLE_JIT else typeof(value)


@jit
def _play_games(begin, advance, finish, positions, rules, bots, seeds, plan, rows, course):
    events = np.zeros((0, EVENT_WIDTH), np.int64)
    for i in range(plan["count"]):
        position = positions[0]  # anew for each game: a record does not keep its array alive
        game = plan["first"] + i
        call(begin, (rules, seeds, luck_of(plan, game), plan["seats"], position))
        seat_bots(plan, game, position)
        why = call_for_number(advance, (rules, bots, position, events, course))
        open_row(plan, game, rows[i])
        if why != OVER:
            rows[i]["how"] = VOID
            break
        call(finish, (rules, position, course, rows[i]))
