"""Plays Risk Express: a game that can be entered again at every decision, and the loop over whole games."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call_policy
from conquestlab.kernels.express.bots import count_choices, decide
from conquestlab.kernels.express.rules import (
    all_cards,
    clear_attack,
    lay,
    lines_filled,
    lines_left,
    next_line,
    owner_of,
    stand,
    targets,
    winners,
)
from conquestlab.kernels.express.state import (
    CONTINUE,
    DECIDE,
    DONE,
    ENDED,
    ENDED_SCORES,
    FILL,
    LINE_NOT_TO_BE_FILLED,
    LINES,
    MOST_CONTINENTS,
    NEXT_TURN,
    NO_SACRIFICE,
    NO_SUCH_CHOICE,
    NOT_ASKED,
    NOT_TO_BE_ATTACKED,
    ROLL,
    SACRIFICE,
    START_ROLL,
    UNFINISHED,
    bot_dtype,
    position_dtype,
    row_dtype,
    rules_dtype,
)
from conquestlab.kernels.express.turn import carry_out, open_turn, roll, roll_for_start
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import (
    ASK,
    CALLED,
    EVENT_WIDTH,
    FULL,
    MOST,
    NOBODY,
    OUTSIDE,
    OVER,
    REFUSED,
    VOID,
    has_room,
    luck_of,
    open_row,
    seat_bots,
    word_of_decision,
    write_event,
)
from conquestlab.kernels.shared.course import finish_row, note_round
from conquestlab.kernels.shared.purposes import BOTS, DICE, ORDER
from conquestlab.kernels.shared.rows import SEATS, WHOLE_WIN
from conquestlab.kernels.shared.streams import open_stream

__all__ = ["advance", "begin", "choose", "finish", "legal", "position_dtype", "row_dtype", "simulate"]


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
        Overwritten, but for `bot_of_seat`.
    """
    position["seats"] = seats
    position["round"] = 0
    position["turn"] = 0
    position["how"] = UNFINISHED
    position["asked"] = 0
    position["asker"] = NOBODY
    position["told"] = 0
    position["refused"] = 0
    position["drawn"] = 0
    position["doing"] = START_ROLL
    position["first_chair"] = NOBODY
    position["tied"] = single(seats) - single(0)
    position["player"] = NOBODY
    position["choice"][:] = 0
    position["round_ends"] = 0
    position["happened"] = 0
    position["decisions"] = 0 if luck < rules["counted"] else -1
    position["middle"] = all_cards(rules)
    position["safe"] = np.uint64(0)
    for seat in range(SEATS):
        position["held"][seat] = np.uint64(0)
        position["score"][seat] = rules["handicap"][seat]
        position["conquered"][seat] = 0
        position["robbed"][seat] = 0
        position["taken_over"][seat] = 0
    clear_attack(rules, position)
    open_stream(position["order"], seeds[ORDER], luck, ORDER, 0)
    for seat in range(seats):
        open_stream(position["dice_of"][seat], seeds[DICE], luck, DICE, seat)
        open_stream(position["bots_of"][seat], seeds[BOTS], luck, BOTS, seat)


@jit
def advance(rules, bots, position, events, course):
    """Play on until somebody outside is asked (ASK), the game is over (OVER) or the log is full (FULL).

    It also comes back where a policy that somebody else wrote chose what is not legal (REFUSED).
    The steps do not see the log and the course: an array that is handed down costs ten nanoseconds a call.
    """
    keeps_log = len(events) > 0
    position["keeps_log"] = keeps_log
    while position["doing"] != DONE:
        if keeps_log and not has_room(events, position):
            return FULL
        doing = position["doing"]
        if doing == ROLL:
            roll(rules, position)
        elif doing == DECIDE:
            bot = bots[position["bot_of_seat"][position["player"]]]
            if bot["policy"] == CALLED:
                call_checked(rules, bot, position)
                if position["refused"]:
                    return REFUSED
            elif bot["policy"] != OUTSIDE:
                decide(rules, bot, position)
            elif position["choice"][0] == 0:
                # So that a bot outside that copies one inside uses as many draws.
                word_of_decision(position, position["bots_of"][position["player"]])
                return ASK
            if position["decisions"] >= 0:
                position["decisions"] += count_choices(rules, position)
            carry_out(rules, position)
            position["drawn"] = 0
        elif doing == NEXT_TURN:
            open_turn(rules, position)
        else:
            roll_for_start(rules, position)
        if position["round_ends"]:
            position["round_ends"] = 0
            stand(position)
            note_round(course, position["round"], position["standings"])
        if position["happened"]:
            _write_log(position, events)
    return OVER


@apart(NO_RESULT, rules_dtype, bot_dtype, position_dtype)
def call_checked(rules, bot, position):
    """Have the policy of somebody else choose, on a copy of the position, and note why it is not legal."""
    word_of_decision(position, position["bots_of"][position["player"]])
    lay(position, 0, 0, 0)
    copies = np.empty(1, position_dtype)
    copies[0] = position
    call_policy(bot["call"], rules, copies[0])
    choice = copies[0]["choice"]
    lay(position, choice[0], choice[1], choice[2])
    position["refused"] = _why_not(rules, position, choice[0], choice[1], choice[2])


@jit
def _write_log(position, events):
    """Move what the step did into the log."""
    for i in range(position["happened"]):
        news = position["news"][i]
        write_event(events, position, news[0], news[1], news[2], news[3], news[4], news[5])
        if news[0] == ENDED:
            for seat in range(position["seats"]):
                events[position["told"] - 1, ENDED_SCORES + seat] = position["score"][seat]
    position["happened"] = 0


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; return 0, or why it is not legal (then nothing changes)."""
    if position["asked"] == 0 or position["choice"][0] != 0:
        return NOT_ASKED
    kind, first, second = choice[0], choice[1], choice[2]
    for part in range(3, MOST):
        if choice[part] != 0:
            return NO_SUCH_CHOICE
    wrong = _why_not(rules, position, kind, first, second)
    if wrong == 0:
        lay(position, kind, first, second)
    return wrong


@jit
def _why_not(rules, position, kind, first, second):
    """Return 0, or why a choice is not legal."""
    wrong = NO_SUCH_CHOICE
    if position["asked"] == CONTINUE:
        if kind == CONTINUE and 0 <= first <= 1 and second == 0:
            wrong = 0
    elif kind == FILL:
        wrong = _wrong_fill(rules, position, first, second)
    elif kind == SACRIFICE and first == 0 and second == 0:
        wrong = 0 if rules["voluntary_sacrifice"] else NO_SACRIFICE
    return wrong


@jit
def _wrong_fill(rules, position, card, line):
    if card < 0 or card >= rules["cards"] or line < 0 or line >= LINES:
        return NO_SUCH_CHOICE
    if not holds(targets(rules, position), card):
        return NOT_TO_BE_ATTACKED
    filled = lines_filled(rules, position, card, lines_left(rules, position, card))
    return 0 if (filled >> 4 * line) & 15 else LINE_NOT_TO_BE_FILLED


@jit
def legal(rules, position, choices):
    """Write the legal choices of the one who is asked into `choices`, a row each; return how many.

    Taking an attack over stands after beginning afresh, fills stand by card and line, the sacrifice last.
    """
    if position["asked"] == 0 or position["choice"][0] != 0:
        return 0
    count = 0
    if position["asked"] == CONTINUE:
        for accepted in range(2):
            count = _list(choices, count, CONTINUE, accepted, 0)
        return count
    cards = targets(rules, position)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        filled = lines_filled(rules, position, card, lines_left(rules, position, card))
        while filled:
            line, _, filled = next_line(filled)
            count = _list(choices, count, FILL, card, line)
    if rules["voluntary_sacrifice"]:
        count = _list(choices, count, SACRIFICE, 0, 0)
    return count


@jit
def _list(choices, count, kind, first, second):
    choices[count, :] = 0
    choices[count, 0] = kind
    choices[count, 1] = first
    choices[count, 2] = second
    return count + 1


@jit
def finish(rules, position, course, row):
    """Write the row of a game that is over, but for what `open_row` writes."""
    row["how"] = position["how"]
    row["rounds"] = position["round"]
    row["turns"] = position["turn"]
    row["decisions"] = position["decisions"]
    row["first_chair"] = position["first_chair"]
    victors = winners(rules, position)
    for seat in range(SEATS):
        here = seat < position["seats"]
        row["score"][seat] = position["score"][seat] if here else 0
        row["win"][seat] = WHOLE_WIN // popcount(victors) if holds(victors, seat) else 0
        row["out"][seat] = 0
        row["conquered"][seat] = position["conquered"][seat]
        row["robbed"][seat] = position["robbed"][seat]
        row["taken_over"][seat] = position["taken_over"][seat]
    for continent in range(MOST_CONTINENTS):
        row["continent"][continent] = NOBODY
        cards = rules["continent_cards"][continent]
        if cards & position["safe"]:
            row["continent"][continent] = owner_of(position, lowest(cards))
    finish_row(row, course, position["round"], row["win"])


@jit
def simulate(rules, bots, seeds, plan, rows, course):
    """Play whole games with inside bots and write a row for each. A void game is the last.

    Parameters
    ----------
    rules : record of rules_dtype
    bots : array of bot_dtype
        By place in the run's list of bots.
    seeds : uint64 (6,)
    plan : record of plan_dtype
    rows : array of row_dtype (at least plan.count)
    course : int32 (rounds + 1, seats)
        Scratch space.
    """
    positions = np.zeros(1, position_dtype)
    events = np.zeros((0, EVENT_WIDTH), np.int64)
    for i in range(plan["count"]):
        position = positions[0]  # named in the loop, or Numba frees the array before it
        game = plan["first"] + i
        begin(rules, seeds, luck_of(plan, game), plan["seats"], position)
        seat_bots(plan, game, position)
        why = advance(rules, bots, position, events, course)
        open_row(plan, game, rows[i])
        if why != OVER:
            rows[i]["how"] = VOID
            break
        finish(rules, position, course, rows[i])
