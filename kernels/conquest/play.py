"""A game from beginning to end: the functions that the engine offers. See docs/kernels.md."""

import numpy as np

from conquestlab.kernels.compiling.apart import WHOLE_NUMBER, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest import setup
from conquestlab.kernels.conquest.bots import ask_for_all, call_checked
from conquestlab.kernels.conquest.noting import note_dtype, note_features
from conquestlab.kernels.conquest.row import finish
from conquestlab.kernels.conquest.rules import check, list_choices
from conquestlab.kernels.conquest.state import (
    ATTACKING,
    DEFENDING,
    DONE,
    END_COMBAT,
    END_PART,
    END_TURN,
    ENDED,
    EXCHANGING,
    MOVING,
    OCCUPYING,
    PASSING_ON,
    PLACING,
    SET_UP,
    START_TURN,
    UNFINISHED,
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
from conquestlab.kernels.conquest.turn import begin_turn, end_round, end_turn, finish_turn, pass_on
from conquestlab.kernels.shared.contract import FULL, LEGAL, NOT_ASKED, OVER
from conquestlab.kernels.shared.course import note_round
from conquestlab.kernels.shared.deciding import get_up, lay, pause, sit_down
from conquestlab.kernels.shared.games import loop_over_games
from conquestlab.kernels.shared.log import has_room, write_event
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.rows import SEATS

__all__ = [
    "advance",
    "begin",
    "call_checked",
    "choose",
    "finish",
    "legal",
    "note_dtype",
    "note_features",
    "position_dtype",
    "row_dtype",
    "simulate",
    "simulate_noted",
]


@jit
def begin(rules, seeds, luck, seats, position):
    """Set up a game: streams opened from the six seeds and the luck number, nothing decided yet."""
    setup.begin(rules, seeds, np.int64(luck), np.int64(seats), position)


@jit
def advance(rules, bots, position, events, course):
    """Play on until somebody outside must choose (ASK), the game is over (OVER) or the log is full (FULL).

    It also comes back where a policy that somebody else wrote chose what is not legal (REFUSED), and where
    the position pauses, before the first turn and after each turn (PAUSED).

    Parameters
    ----------
    rules : record of rules_dtype
    bots : array of bot_dtype
        By place in the run's list of bots; `position["bot_of_seat"]` says who sits where.
    position : record of position_dtype
        Changed.
    events : int64 (lines, EVENT_WIDTH)
        The log from line `position["logged"]` on; no lines keep none.
    course : int32 (rounds + 1, seats)
        Standings after each round; no rows keep none.
    """
    sit_down(position, bots, events)
    if position["decisions"] >= 0:
        for seat in range(SEATS):
            ask_for_all(position, seat)
    why = 0
    while why == 0:
        why = play_on(rules, position)
        if position["rounds_over"]:
            note_round(course, position["rounds_over"] - 1, position["round_standings"])
            position["rounds_over"] = 0
    return get_up(position, why)


@apart(WHOLE_NUMBER, rules_dtype, position_dtype)
def play_on(rules, position):
    """Play until a round is over (0), or `advance` has to come back with a reason."""
    while position["phase"] != DONE:
        if not has_room(position):
            return FULL
        why = 0
        phase = position["phase"]
        if phase == ATTACKING:
            why = attack_step(rules, position)
        elif phase == OCCUPYING:
            why = occupy_step(rules, position)
        elif phase == PLACING:
            why = place_step(rules, position)
        elif phase == EXCHANGING:
            why = exchange_step(rules, position)
        elif phase == DEFENDING:
            why = defend_step(rules, position)
        elif phase == MOVING:
            why = move_step(rules, position)
        elif phase == START_TURN:
            begin_turn(rules, position)
        elif phase == END_PART:
            end_part(rules, position)
        elif phase == END_COMBAT:
            end_combat(rules, position)
        elif phase == END_TURN:
            why = finish_turn(position)
        elif phase == PASSING_ON:
            pass_on(rules, position)
        elif phase == SET_UP:
            start(rules, position)
        else:
            why = _close(rules, position)
        if why or position["rounds_over"]:
            return why
    return OVER


@jit
def _close(rules, position):
    """End a game that is won or was cut off; a round that a win cuts short counts as a whole one.

    A win ends a turn too: return why `advance` has to come back for that, or 0.
    """
    won = position["how"] != UNFINISHED
    if won:
        end_turn(position)
        end_round(rules, position)
    write_event(position, ENDED, position["winner"], (0, position["how"], position["round"]))
    position["phase"] = DONE
    return pause(position) if won else 0


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; 0, or the number of the reason why it is not legal."""
    if position["asked"] == 0 or position["answered"]:
        return NOT_ASKED
    reason = check(rules, position, choice)
    if reason == LEGAL:
        lay(position, choice)
    return reason


@jit
def legal(rules, position, choices):
    """Fill `choices` with what is legal for the one who is asked, as far as it has rows; return how many."""
    return ZERO if position["answered"] else list_choices(rules, position, choices)


simulate = loop_over_games(begin, advance, finish, position_dtype)
simulate_noted = loop_with_notes(begin, advance, finish, note_features, position_dtype)
