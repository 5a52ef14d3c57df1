"""The loop over whole games, the same for every engine."""

import numpy as np
from numba import typeof, types

from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER
from conquestlab.kernels.compiling.jit import config, jit
from conquestlab.kernels.compiling.policies import call, call_for_number, kernel_address
from conquestlab.kernels.shared.contract import EVENT_WIDTH, OVER, VOID, luck_of, open_row, seat_bots

NO_EVENTS = np.zeros((0, EVENT_WIDTH), np.int64)


def loop_over_games(begin, advance, finish, position_dtype):
    """Return the `simulate` of an engine, made of three of its kernels and the dtype of its position.

    A kernel that is handed to another one would be compiled anew in each process. So the loop calls the three
    by their addresses, and each is compiled once, by itself.
    """

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
        taken = [[], [], []]
        if not config.DISABLE_JIT:
            given = (rules, bots, seeds, rows, course, positions, NO_EVENTS)
            of_rules, of_bots, of_seeds, of_rows, of_course, of_positions, of_events = map(typeof, given)
            of_position = of_positions.dtype
            taken = [
                [of_rules, of_seeds, types.int64, types.int64, of_position],
                [of_rules, of_bots, of_position, of_events, of_course],
                [of_rules, of_position, of_course, of_rows.dtype],
            ]
        _play_games(
            kernel_address(begin, NO_RESULT, taken[0]),
            kernel_address(advance, WHOLE_NUMBER, taken[1]),
            kernel_address(finish, NO_RESULT, taken[2]),
            positions,
            rules,
            bots,
            seeds,
            plan,
            rows,
            course,
        )

    return simulate


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
