"""Plays Risk Express: a game that can be entered again at every decision, and the loop over whole games."""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.contract import (
    ASK,
    EVENT_WIDTH,
    FULL,
    NOBODY,
    OUTSIDE,
    OVER,
    has_room,
    luck_of,
    open_row,
    seat_bots,
    write_event,
)
from conquestlab.kernels.course import finish_row, note_round
from conquestlab.kernels.express.bots import decide, lay
from conquestlab.kernels.express.rules import (
    all_cards,
    anything_fits,
    clear_attack,
    conquer,
    count_faces,
    count_of,
    fresh_lines,
    lines_filled,
    lines_left,
    may_continue,
    next_line,
    owner_of,
    share_win,
    stand,
    targets,
    throw,
)
from conquestlab.kernels.express.state import (
    CONTINUE,
    CONTINUED,
    CONQUERED,
    DECIDE,
    DONE,
    ENDED,
    ENDED_SCORES,
    FAILED,
    FILL,
    FILLED,
    GENERAL,
    LINE_NOT_TO_BE_FILLED,
    LINES,
    MOST_CONTINENTS,
    NEXT_TURN,
    NO_SACRIFICE,
    NO_SUCH_CHOICE,
    NOT_ASKED,
    NOT_TO_BE_ATTACKED,
    ROLL,
    ROLLED,
    SACRIFICE,
    SACRIFICED,
    START_ROLL,
    START_ROLLED,
    STARTS,
    TAKEN,
    TURN,
    UNFINISHED,
    position_dtype,
    row_dtype,
)
from conquestlab.kernels.purposes import BOTS, DICE, ORDER
from conquestlab.kernels.rows import SEATS
from conquestlab.kernels.streams import draw, open_stream


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
    position["doing"] = START_ROLL
    position["first_chair"] = NOBODY
    position["tied"] = single(seats) - single(0)
    position["player"] = NOBODY
    position["choice"][:] = 0
    position["round_ends"] = 0
    position["happened"] = 0
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

    The steps do not see the log and the course: an array that is handed down costs ten nanoseconds a call.
    """
    keeps_log = len(events) > 0
    position["keeps_log"] = keeps_log
    while position["doing"] != DONE:
        if keeps_log and not has_room(events, position):
            return FULL
        doing = position["doing"]
        if doing == ROLL:
            _roll(rules, position)
        elif doing == DECIDE:
            bot = bots[position["bot_of_seat"][position["player"]]]
            if bot["policy"] != OUTSIDE:
                decide(rules, bot, position)
            elif position["choice"][0] == 0:
                return ASK
            else:
                draw(position["bots_of"][position["player"]])
            _carry_out(rules, position)
        elif doing == NEXT_TURN:
            _open_turn(rules, position)
        else:
            _roll_for_start(rules, position)
        if position["round_ends"]:
            position["round_ends"] = 0
            stand(position)
            note_round(course, position["round"], position["standings"])
        if position["happened"]:
            _write_log(position, events)
    return OVER


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
def _tell(position, kind, player, a=0, b=0, c=0, d=0):
    """Note an event, if there is a log."""
    if position["keeps_log"]:
        news = position["news"][position["happened"]]
        news[0], news[1], news[2] = kind, player, a
        news[3], news[4], news[5] = b, c, d
        position["happened"] += 1


@jit
def _roll_for_start(rules, position):
    """Let every chair that is tied for the most generals roll; the first round, all chairs are."""
    most = -1
    highest = np.uint64(0)
    chairs = position["tied"]
    while chairs:
        chair = lowest(chairs)
        chairs = without_lowest(chairs)
        throw(position, position["order"], rules["dice"])
        _tell(position, START_ROLLED, NOBODY, chair, position["roll_index"])
        generals = count_of(count_faces(position["roll_index"], rules["dice"]), GENERAL)
        if generals > most:
            most = generals
            highest = np.uint64(0)
        if generals == most:
            highest |= single(chair)
    position["tied"] = highest
    if popcount(highest) == 1:
        position["first_chair"] = lowest(highest)
        _tell(position, STARTS, NOBODY, position["first_chair"])
        position["round_ends"] = 1  # round 0, which is the position before the first turn
        position["doing"] = NEXT_TURN


@jit
def _open_turn(rules, position):
    seats = position["seats"]
    position["player"] = position["turn"] % seats
    position["round"] = position["turn"] // seats + 1
    position["turn"] += 1
    _tell(position, TURN, position["player"], position["round"], position["turn"])
    if may_continue(rules, position):
        position["dice"] = rules["dice"] - position["on_lines"]
        _ask(position, CONTINUE)
    else:
        clear_attack(rules, position)
        position["doing"] = ROLL


@jit
def _ask(position, kind):
    position["asked"] = kind
    position["asker"] = position["player"]
    position["doing"] = DECIDE


@jit
def _roll(rules, position):
    player = position["player"]
    throw(position, position["dice_of"][player], position["dice"])
    _tell(position, ROLLED, player, position["dice"], position["roll_index"])
    if anything_fits(rules, position):
        _ask(position, FILL)
    else:
        _sacrifice(rules, position)


@jit
def _carry_out(rules, position):
    """Carry out the choice that was laid down."""
    kind = position["choice"][0]
    position["choice"][0] = 0
    position["asked"] = 0
    position["asker"] = NOBODY
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
    _tell(position, CONTINUED, player, accepted, card, filled, position["dice"])
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
    _tell(position, FILLED, player, card, line, used)
    position["target"] = card
    position["left"] = left & ~(1 << line)
    position["on_lines"] += used
    position["dice"] -= used
    if position["left"] == 0:
        owner, complete = conquer(rules, position)
        _tell(position, CONQUERED, player, card, owner, complete)
        clear_attack(rules, position)
        _end_turn(rules, position)
    elif position["dice"] == 0:
        _fail(rules, position)


@jit
def _sacrifice(rules, position):
    position["dice"] -= 1
    _tell(position, SACRIFICED, position["player"], position["dice"])
    if position["dice"] == 0:
        _fail(rules, position)


@jit
def _fail(rules, position):
    """End the turn; the attack stays on the table for the next player."""
    _tell(position, FAILED, position["player"], position["target"], position["on_lines"])
    _end_turn(rules, position)


@jit
def _end_turn(rules, position):
    taken = position["middle"] == 0
    over = taken or position["turn"] == rules["max_turns"]
    position["round_ends"] = over or position["turn"] % position["seats"] == 0
    if not over:
        position["doing"] = NEXT_TURN
        return
    position["how"] = TAKEN if taken else UNFINISHED
    position["doing"] = DONE
    _tell(position, ENDED, NOBODY, position["how"], position["round"], position["turn"])


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; return 0, or why it is not legal, and then nothing is changed."""
    if position["asked"] == 0 or position["choice"][0] != 0:
        return NOT_ASKED
    kind, first, second = choice[0], choice[1], choice[2]
    wrong = 0
    if position["asked"] == CONTINUE:
        if kind != CONTINUE or first < 0 or first > 1:
            wrong = NO_SUCH_CHOICE
    elif kind == FILL:
        if first < 0 or first >= rules["cards"] or second < 0 or second >= LINES:
            wrong = NO_SUCH_CHOICE
        elif not holds(targets(rules, position), first):
            wrong = NOT_TO_BE_ATTACKED
        elif not lines_filled(rules, position, first, lines_left(rules, position, first)) >> 4 * second & 15:
            wrong = LINE_NOT_TO_BE_FILLED
    elif kind == SACRIFICE:
        if not rules["voluntary_sacrifice"]:
            wrong = NO_SACRIFICE
    else:
        wrong = NO_SUCH_CHOICE
    if wrong == 0:
        lay(position, kind, first, second)
    return wrong


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
    row["first_chair"] = position["first_chair"]
    share_win(rules, position, row["win"])
    for seat in range(SEATS):
        here = seat < position["seats"]
        row["score"][seat] = position["score"][seat] if here else 0
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
    """Play whole games with inside bots and write a row for each.

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
    position = positions[0]
    events = np.zeros((0, EVENT_WIDTH), np.int64)
    for i in range(plan["count"]):
        game = plan["first"] + i
        begin(rules, seeds, luck_of(plan, game), plan["seats"], position)
        seat_bots(plan, game, position)
        advance(rules, bots, position, events, course)
        open_row(plan, game, rows[i])
        finish(rules, position, course, rows[i])
