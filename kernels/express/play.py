"""Plays Risk Express: a game that can be left and entered again at every decision. See docs/kernels.md."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.features import ACTS
from conquestlab.kernels.express.noting import note_dtype, note_features
from conquestlab.kernels.express.rules import (
    all_cards,
    clear_attack,
    lines_filled,
    lines_left,
    next_line,
    owner_of,
    targets,
    winners,
)
from conquestlab.kernels.express.state import (
    CONTINUE,
    DECIDE,
    DONE,
    FILL,
    LINE_NOT_TO_BE_FILLED,
    LINES,
    MOST_CONTINENTS,
    NEXT_TURN,
    NO_SACRIFICE,
    NO_SUCH_CHOICE,
    NOT_TO_BE_ATTACKED,
    ROLL,
    SACRIFICE,
    START_ROLL,
    position_dtype,
    row_dtype,
)
from conquestlab.kernels.express.turn import carry_out, open_turn, roll, roll_for_start
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest
from conquestlab.kernels.shared.contract import FULL, LEGAL, MOST, NOBODY, NOT_ASKED, OVER, open_position
from conquestlab.kernels.shared.course import (
    add_standings,
    clear_standings,
    close_row,
    mean_standings,
    note_round,
    show_end,
)
from conquestlab.kernels.shared.deciding import answer, call_user_policy, get_up, lay, offer, pause, sit_down
from conquestlab.kernels.shared.games import loop_over_games
from conquestlab.kernels.shared.log import has_room
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.purposes import DICE, ORDER
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import open_stream, open_streams

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
    """Set up a game; nothing is rolled yet.

    Parameters
    ----------
    rules : record of rules_dtype
    seeds : uint64 (6,)
    luck : int
    seats : int
    position : record of position_dtype
        Overwritten.
    """
    open_position(position, seeds, luck, seats)
    position["doing"] = START_ROLL
    position["first_chair"] = NOBODY
    position["tied"] = single(seats) - single(0)
    position["player"] = NOBODY
    position["round_ends"] = 0
    position["turn_ends"] = 0
    position["decisions"] = 0 if luck < rules["counted"] else -1
    position["middle"] = all_cards(rules)
    position["safe"] = np.uint64(0)
    for seat in range(SEATS):
        position["held"][seat] = np.uint64(0)
        position["score"][seat] = rules["handicap"][seat] if seat < seats else 0
        position["conquered"][seat] = 0
        position["robbed"][seat] = 0
        position["taken_over"][seat] = 0
    for act in range(len(ACTS)):
        position["acts"][act] = 0
    clear_standings(position)
    clear_attack(rules, position)
    open_stream(position["order"], seeds[ORDER], luck, np.int64(ORDER), np.int64(0))
    open_streams(position["dice_of"], seeds[DICE], luck, np.int64(DICE))


@jit
def advance(rules, bots, position, events, course):
    """Play on until somebody outside is asked (ASK), the game is over (OVER) or the log is full (FULL).

    It also comes back where a policy that somebody else wrote chose what is not legal (REFUSED), and where
    the position pauses, before the first turn and after each turn (PAUSED).
    The steps do not see the course: an array that is handed down costs ten nanoseconds a call.
    """
    sit_down(position, bots, events)
    why = 0
    while why == 0:
        doing = position["doing"]
        if doing == DONE:
            why = OVER
        elif not has_room(position):
            why = FULL
        elif doing == ROLL:
            roll(rules, position)
        elif doing == DECIDE:
            why = answer(rules, position)
            if why == 0:
                carry_out(rules, position)
        elif doing == NEXT_TURN:
            open_turn(rules, position)
        else:
            roll_for_start(rules, position)
        if position["turn_ends"]:
            position["turn_ends"] = 0
            add_standings(position)
            if position["round_ends"]:
                mean_standings(position)
                note_round(course, position["round"], position["round_standings"])
            why = pause(position)
    return get_up(position, why)


@jit
def call_checked(rules, position):
    """Have the policy of somebody else choose, and note why that is not legal."""
    call_user_policy(rules, position, np.empty(1, position_dtype))
    position["refused"] = _why_not(rules, position, position["choice"])


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; return 0, or why it is not legal (then nothing changes)."""
    if position["asked"] == 0 or position["answered"]:
        return NOT_ASKED
    wrong = _why_not(rules, position, choice)
    if wrong == LEGAL:
        lay(position, choice)
    return wrong


@jit
def _why_not(rules, position, choice):
    """Return LEGAL, or why a choice is not."""
    kind, first, second = choice[0], choice[1], choice[2]
    for part in range(3, MOST):
        if choice[part] != 0:
            return NO_SUCH_CHOICE
    if position["asked"] == CONTINUE:
        return LEGAL if kind == CONTINUE and 0 <= first <= 1 and second == 0 else NO_SUCH_CHOICE
    if kind == FILL:
        return _wrong_fill(rules, position, first, second)
    if kind == SACRIFICE and first == 0 and second == 0:
        return LEGAL if rules["voluntary_sacrifice"] else NO_SACRIFICE
    return NO_SUCH_CHOICE


@jit
def _wrong_fill(rules, position, card, line):
    if card < 0 or card >= rules["cards"] or line < 0 or line >= LINES:
        return NO_SUCH_CHOICE
    if not holds(targets(rules, position), card):
        return NOT_TO_BE_ATTACKED
    filled = lines_filled(rules, position, card, lines_left(rules, position, card))
    return LEGAL if (filled >> 4 * line) & 15 else LINE_NOT_TO_BE_FILLED


@jit
def legal(rules, position, choices):
    """Write the legal choices of the one who is asked into `choices`, a row each; return how many.

    Taking an attack over stands after beginning afresh, fills stand by card and line, the sacrifice last.
    """
    if position["asked"] == 0 or position["answered"]:
        return 0
    count = 0
    if position["asked"] == CONTINUE:
        for accepted in range(2):
            count = offer(choices, count, CONTINUE, accepted, 0, 0, 0)
        return count
    cards = targets(rules, position)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        filled = lines_filled(rules, position, card, lines_left(rules, position, card))
        while filled:
            line, _, filled = next_line(filled)
            count = offer(choices, count, FILL, card, line, 0, 0)
    if rules["voluntary_sacrifice"]:
        count = offer(choices, count, SACRIFICE, 0, 0, 0, 0)
    return count


@jit
def finish(rules, position, course, row):
    """Write the row of a game that is over, but for what `open_row` writes."""
    row["decisions"] = position["decisions"]
    row["first_chair"] = position["first_chair"]
    for seat in range(SEATS):
        row["score"][seat] = position["score"][seat]
        row["out"][seat] = 0
        row["conquered"][seat] = position["conquered"][seat]
        row["robbed"][seat] = position["robbed"][seat]
        row["taken_over"][seat] = position["taken_over"][seat]
    for continent in range(MOST_CONTINENTS):
        row["continent"][continent] = NOBODY
        cards = rules["continent_cards"][continent]
        if cards & position["safe"]:
            row["continent"][continent] = owner_of(position, lowest(cards))
    close_row(row, position, winners(rules, position), course)
    show_end(row, course, position["standings"])


simulate = loop_over_games(begin, advance, finish, position_dtype)
simulate_noted = loop_with_notes(begin, advance, finish, note_features, position_dtype)
