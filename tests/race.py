"""A race of dice: the smallest engine that has all that the contract asks for, and a description of it.

Each round every runner chooses a pace of 1 to 3 dice, in secret. When all have chosen, the paces are shown
and each rolls. Runners with the same pace are in each other's way: each of them goes forward by his lowest
die only (option `jostle`). Who has reached the goal when the round is over wins; several may.
"""

import hashlib
import re
from ast import literal_eval
from types import SimpleNamespace

import numpy as np

from conquestlab.analysis import games
from conquestlab.analysis.games.engine import Engine, Weight
from conquestlab.analysis.measures.catalogue import common
from conquestlab.analysis.measures.measure import Measure, Quantity
from conquestlab.analysis.measures.quantities import every
from conquestlab.analysis.rules import rulebook
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


# Description


def rulebook_of(name="race", players=(2, 6), **options):
    """A rulebook of the race, with what the rest of the house reads of one."""
    values = {"goal": 30, "max_rounds": 50, "jostle": True, "start": ()} | options
    spec = SimpleNamespace(players=SimpleNamespace(min=players[0], max=players[1]), **values)
    label = ",".join([name, *(f"{key}={value}" for key, value in options.items())])
    short_hash = hashlib.sha256(repr(sorted(values.items())).encode()).hexdigest()[:12]
    return SimpleNamespace(
        name=name, label=label, hash=short_hash, game="race", spec=spec, options=options, contents=values
    )


def load(text, load_other=rulebook.load):
    """The rulebook that a text such as `race,goal=40` names; the others are loaded as ever."""
    name, *changes = re.split(r",(?![^(]*\))", text)
    if name != "race":
        return load_other(text)
    options = {key: literal_eval(value) for key, value in (each.split("=") for each in changes)}
    return rulebook_of(name, **options)


def register():
    """Make the race one of the games that can be played."""
    games.ENGINES["race"] = "race"


def compile_rules(rulebook, seats):
    rules = np.zeros(1, rules_dtype)
    spec = rulebook.spec
    rules["goal"], rules["max_rounds"], rules["jostle"] = spec.goal, spec.max_rounds, spec.jostle
    rules["start"][0, : len(spec.start)] = spec.start
    return rules


PACED_WEIGHTS = {
    "in_front": Weight(0, PACED_ONE - 1, "the pace of a leader"),
    "behind": Weight(0, PACED_ONE - 1, "the pace of another"),
}


def bots_of(bots, rulebook, seats):
    records = np.zeros(len(bots), bot_dtype)
    records["policy"] = [ENGINE.policy_number(bot.policy) for bot in bots]
    records["pace"] = [1 if bot.policy == "cautious" else 3 for bot in bots]
    for record, bot in zip(records, bots, strict=True):
        record["weights"] = [bot.weights.get(name, 0) for name in PACED_WEIGHTS]
    return records


def record(lines, rulebook, head):
    events = [head]
    for kind, player, a, b, *more in lines.tolist():
        if kind == PACE:
            events.append({"event": "pace", "player": player + 1, "dice": a})
        elif kind == STEP:
            events.append({"event": "step", "player": player + 1, "forward": a, "place": b})
        else:
            first = max(more[:SEATS])
            winners = [seat for seat, place in enumerate(more[:SEATS], 1) if a and place == first]
            events.append({"event": "end", "how": ENGINE.ends[a], "rounds": b, "winners": winners})
    return events


def tell(events, rulebook):
    lines = [f"A race to {rulebook.spec.goal}: {', '.join(events[0]['players'])}."]
    for event in events[1:-1]:
        if event["event"] == "pace":
            lines.append(f"Seat {event['player']} takes {event['dice']} dice.")
        else:
            lines.append(f"Seat {event['player']} goes {event['forward']} to {event['place']}.")
    return [*lines, f"The race is {events[-1]['how']} after {events[-1]['rounds']} rounds."]


def view(rules, position, seat):
    places = position["place"][: position["seats"]].tolist()
    return {"round": int(position["round"]), "seat": seat + 1, "places": places}


def check(events, rulebook):
    """Find steps that the places do not bear out."""
    places = [*rulebook.spec.start, *[0] * SEATS][:SEATS]
    found = []
    for number, event in enumerate(events, 1):
        if event["event"] == "step":
            places[event["player"] - 1] += event["forward"]
            if places[event["player"] - 1] != event["place"]:
                found.append(SimpleNamespace(event=number, paragraph="race", what="a step too far"))
    return found


def dice_rolled(setting):
    return [Quantity("dice", "", lambda games: games.rows["dice_rolled"].sum(axis=1).astype(np.int64), every)]


ENGINE = Engine(
    name="race",
    version=VERSION,
    kernels_in="race",
    policies={"random": {}, "cautious": {}, "bold": {}, "chaser": {}, "paced": PACED_WEIGHTS},
    plain_bots={
        "random": "any pace",
        "cautious": "one die",
        "bold": "three dice",
        "chaser": "two dice in front, three behind",
    },
    default_bot="chaser",
    manners=("bold", "chaser", "random"),
    ends=("unfinished", "reached"),
    decisions=("", "pace"),
    refusals=("", "nobody is asked", "there are paces of 1 to 3 dice"),
    most_choices=1,
    chunk=600,
    compile_seconds=2,
    measures=(
        *common("win_share", "seat_gap", "rounds", "unfinished_share", "lead_changes", "drama", "score"),
        Measure("dice", "dice rolled, a game", "Dice rolled", sums=dice_rolled),
    ),
    compile=compile_rules,
    seat_bots=bots_of,
    most_rounds=lambda rulebook, seats: rulebook.spec.max_rounds,
    record=record,
    tell=tell,
    view=view,
    check=check,
    seat_columns=("dice_rolled",),
)
