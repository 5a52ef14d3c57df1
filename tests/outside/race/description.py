"""The engine of the race: how its rules become numbers, and how its games are told and measured."""

import numpy as np

from conquestlab.analysis.games.engine import Engine, Weight
from conquestlab.analysis.measures.catalogue import common
from conquestlab.analysis.measures.measure import Measure, Quantity
from conquestlab.analysis.measures.quantities import every
from conquestlab.kernels.shared.rows import SEATS
from race.kernels import ACTS, FEATURES, PACE, PACED_ONE, STEP, VERSION, bot_dtype, rules_dtype
from race.referee import check


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


def transcript(lines, rulebook, head):
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


def narrate(events, rulebook):
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


def dice_rolled(setting):
    return [Quantity("dice", "", lambda games: games.rows["dice_rolled"].sum(axis=1).astype(np.int64), every)]


ENGINE = Engine(
    name="race",
    version=VERSION,
    kernels_in="race.kernels",
    policies_in="race.kernels",
    policies={"random": {}, "cautious": {}, "bold": {}, "chaser": {}, "paced": PACED_WEIGHTS},
    plain_bots={
        "random": "any pace",
        "cautious": "one die",
        "bold": "three dice",
        "chaser": "two dice in front, three behind",
    },
    default_bot="chaser",
    contrasting_bots=("bold", "chaser", "random"),
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
    transcript=transcript,
    narrate=narrate,
    view=view,
    check=check,
    seat_columns=("dice_rolled",),
    acts=ACTS,
    features=FEATURES,
)
