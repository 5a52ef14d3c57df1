"""A game from its beginning to its end: the doors of the engine. See docs/engines.md."""

import numpy as np

from conquestlab.kernels.compiling.apart import WHOLE_NUMBER, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest import setup
from conquestlab.kernels.conquest.bots import answer, ask_for_all
from conquestlab.kernels.conquest.log import hand_over, log_dtype, tell
from conquestlab.kernels.conquest.row import finish
from conquestlab.kernels.conquest.rules import check, count_choices, list_choices
from conquestlab.kernels.conquest.state import (
    ACCEPTED,
    ATTACKING,
    DEFENDING,
    DONE,
    END_COMBAT,
    END_PART,
    END_TURN,
    ENDED,
    EXCHANGING,
    MOVING,
    NOT_ASKED,
    OCCUPYING,
    PLACING,
    SET_UP,
    START_TURN,
    ZERO,
    position_dtype,
    row_dtype,
    rules_dtype,
)
from conquestlab.kernels.conquest.steps import (
    attack_step,
    defend_step,
    end_combat,
    end_part,
    exchange_step,
    move_step,
    occupy_step,
    place_step,
    start,
)
from conquestlab.kernels.conquest.turn import begin_turn, end_round, finish_turn
from conquestlab.kernels.shared.contract import (
    ASK,
    CHOICE_WIDTH,
    EVENT_WIDTH,
    FULL,
    OVER,
    VOID,
    has_room,
    luck_of,
    open_row,
    seat_bots,
    word_of_decision,
)
from conquestlab.kernels.shared.course import note_round

__all__ = [
    "advance",
    "begin",
    "choose",
    "finish",
    "legal",
    "position_dtype",
    "row_dtype",
    "simulate",
]


@jit
def begin(rules, seeds, luck, seats, position):
    """Set up a game: streams opened from the six seeds and the luck number, nothing decided yet."""
    setup.begin(rules, seeds, np.int64(luck), np.int64(seats), position)


@jit
def advance(rules, bots, position, events, course):
    """Play on until somebody outside must choose (ASK), the game is over (OVER) or the log is full (FULL).

    It also comes back where a policy that somebody else wrote chose what is not legal (REFUSED).

    Parameters
    ----------
    rules : record of rules_dtype
    bots : array of bot_dtype
        By place in the run's list of bots; `position["bot_of_seat"]` says who sits where.
    position : record of position_dtype
        Changed.
    events : int64 (lines, EVENT_WIDTH)
        The log from line `position["told"]` on; no lines keep none.
    course : int32 (rounds + 1, seats)
        Standings after each round; no rows keep none.
    """
    for seat in range(np.int64(position["seats"])):
        position["bot"][seat] = bots[position["bot_of_seat"][seat]]
        if position["decisions"] >= 0:
            ask_for_all(position, seat)
    logs = np.empty(1, log_dtype)
    logs[0]["kept"] = len(events)
    logs[0]["count"] = 0
    while True:
        log = logs[0]  # anew in each turn of the loop: a record does not keep its array alive
        if not has_room(events, position):
            return FULL
        why = play_on(rules, position, log)
        if log["count"]:
            hand_over(log, position, events)
        if position["rounds_over"]:
            note_round(course, position["rounds_over"] - 1, position["standings"])
            position["rounds_over"] = 0
        if why == ASK:
            # So that a bot outside that copies one inside uses as many draws.
            word_of_decision(position, position["bots"][np.int64(position["asker"])])
        if why:
            return why


@apart(WHOLE_NUMBER, rules_dtype, position_dtype, log_dtype)
def play_on(rules, position, log):
    """Play until a step told something or ended a round (0), or `advance` has to come back with a reason."""
    while position["phase"] != DONE:
        if position["asked"]:
            why = answer(rules, position)
            if why:
                return why
            position["answered"] = 1
        why = 0
        phase = position["phase"]
        if phase == ATTACKING:
            why = attack_step(rules, position, log)
        elif phase == OCCUPYING:
            why = occupy_step(rules, position, log)
        elif phase == PLACING:
            why = place_step(rules, position, log)
        elif phase == EXCHANGING:
            why = exchange_step(rules, position, log)
        elif phase == DEFENDING:
            why = defend_step(rules, position, log)
        elif phase == MOVING:
            why = move_step(rules, position, log)
        elif phase == START_TURN:
            begin_turn(rules, position, log)
        elif phase == END_PART:
            end_part(rules, position, log)
        elif phase == END_COMBAT:
            end_combat(rules, position, log)
        elif phase == END_TURN:
            finish_turn(rules, position)
        elif phase == SET_UP:
            start(rules, position, log)
        else:
            _close(rules, position, log)
        if why or log["count"] or position["rounds_over"]:
            return why
    return OVER


@jit
def _close(rules, position, log):
    """End a game that is won or was cut off; a round that is cut short by a win counts as a whole one."""
    position["actor"] = position["active"]  # the end is told for the table, even in the ally's part
    if position["how"]:
        end_round(rules, position)
    how, round = np.int64(position["how"]), np.int64(position["round"])
    tell(log, position, ENDED, position["winner"], how, round, ZERO)
    position["phase"] = DONE


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; 0, or the number of the reason why it is not legal."""
    if not position["asked"]:
        return NOT_ASKED
    reason = check(rules, position, choice)
    if reason == ACCEPTED:
        if position["decisions"] >= 0:
            count_choices(rules, position)
        for part in range(CHOICE_WIDTH):
            position["choice"][part] = choice[part]
        position["asked"] = 0
        position["answered"] = 1
    return reason


@jit
def legal(rules, position, choices):
    """Fill `choices` with what is legal for the one who is asked, as far as it has rows; return how many."""
    return list_choices(rules, position, choices)


@jit
def simulate(rules, bots, seeds, plan, rows, course):
    """Play whole games with inside bots, one row each; no log is kept. A void game is the last."""
    positions = np.zeros(1, position_dtype)
    events = np.empty((0, EVENT_WIDTH), np.int64)
    for i in range(plan["count"]):
        position = positions[0]  # anew for each game: a record does not keep its array alive
        game = plan["first"] + i
        begin(rules, seeds, luck_of(plan, game), plan["seats"], position)
        seat_bots(plan, game, position)
        why = advance(rules, bots, position, events, course)
        open_row(plan, game, rows[i])
        if why != OVER:
            rows[i]["how"] = VOID
            break
        finish(rules, position, course, rows[i])
