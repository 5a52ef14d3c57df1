"""The games of conquest: what the rest of the house has to know of their engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.bots.bot_values import COUNTS, OFFSETS, Value
from conquestlab.analysis.games.conquest.aspects import ASPECTS
from conquestlab.analysis.games.conquest.columns import COLUMNS
from conquestlab.analysis.games.conquest.compiled_rules import compile_rules
from conquestlab.analysis.games.conquest.given_continents import given_continents, granted_bonuses
from conquestlab.analysis.games.conquest.measures import MEASURES
from conquestlab.analysis.games.conquest.messages import ConquestMessages
from conquestlab.analysis.games.conquest.narration import Narrator, narrate_game
from conquestlab.analysis.games.conquest.referee import check
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.games.conquest.scenes import game_scenes
from conquestlab.analysis.games.conquest.talk import ConquestTalk
from conquestlab.analysis.games.conquest.transcript import ENDS, game_transcript
from conquestlab.analysis.games.conquest.view import seat_view
from conquestlab.analysis.games.engine import Engine, Given, LearnedValue, Weight
from conquestlab.kernels.conquest.features import ACTS, FEATURES
from conquestlab.kernels.conquest.weighed.weights import BUDGET, STARTS, WEIGHTS

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.rules.rulebook import Rulebook

VERSION = 2
NOTED_ROUND = 3  # `continent_lift` looks at the continents held after it
PLACE = 2  # the number of this decision

PLAIN_BOTS = {
    "random": "any legal choice, each as likely as the others",
    "reckless": "reinforces its strongest border, attacks while it can, marches on",
}
POLICIES: dict[str, dict[str, Weight]] = {
    "random": {},
    "reckless": {},
    "weighed": {name: Weight(*meaning) for name, meaning in WEIGHTS.items()},
    "planner": {name: Weight(*meaning) for name, meaning in (WEIGHTS | BUDGET).items()},
}
RESTS = {"first_conquest_3": 3, "first_conquest_6": 6}
RESPONSES = {name: {"rest_rounds": rounds, "rest": 2048} for name, rounds in RESTS.items()}
"""Stopping after the first conquest of a turn, for so many rounds: what many bots have no answer to."""
THOUGHTS = {
    "more_plays": {"rollouts": 4},
    "more_searches": {"searches": 4},
    "starts_by_trial": {"starts": 16},
    "deeper": {"rollouts": 8, "searches": 4, "depth": 1},
    "longer_thought": {"rollouts": 4, "searches": 4, "starts": 16},
}
"""Ways to think longer: by one weight; as the bot `planner` that ships does; and all but to look further."""
TRAITS = ("defends_most", "finds_attacks")
"""What an inside bot but `random` never leaves open; see kernels/conquest/state.py."""

DECISIONS = ("", "exchange", "place", "attack", "defend", "occupy", "move")
REFUSALS = (
    "",
    "nobody is asked, or the choice was made already",
    "another kind of choice is asked for",
    "not all of these cards are in the hand",
    "these cards make no set",
    "a set has to be exchanged",
    "the bonus goes to a land of the set that the seat owns, and only where it is a choice",
    "the land is not one of the acting side",
    "the land may not be attacked now",
    "the two lands do not touch",
    "that many dice may not be rolled",
    "that many armies are not to be had, or too few",
    "no way leads there through own lands",
)
SEAT_COLUMNS = (
    "income_lands",
    "income_continents",
    "income_cards",
    "kills",
    "conquests",
    "rolls",
    "lost_attacking",
    "lost_defending",
    "sets",
    "objective",
    "armies",
    "set_delay",
    "noted_lands",
    "noted_armies",
    "dealt",
    "expected_losses",
    "loss_variance",
)


def seat_bots(bots: Sequence[Bot], rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the bots of a run by their place in its list, as an array of bot_dtype."""
    import numpy as np

    from conquestlab.kernels.conquest.state import bot_dtype

    records = np.zeros(len(bots), bot_dtype)
    for record, bot in zip(records, bots, strict=True):
        record["policy"] = ENGINE.policy_number(bot.policy)
        for weight, value in bot.weights.items():
            record["weights"][weight] = value
        if bot.value:
            record["valued"] = 1
            record["network"] = packed_value(bot.value)
        for trait in TRAITS if record["policy"] > 0 else ():
            record[trait] = 1
    return records


def packed_value(value: Value) -> np.ndarray:
    """Return a value as kernels read it: what each hidden unit makes of each aspect, and the rest."""
    import numpy as np

    from conquestlab.kernels.conquest.valuing.layout import (
        HIDDEN,
        NETWORK,
        OUT,
        WIDTH,
    )
    from conquestlab.kernels.conquest.valuing.layout import (
        OFFSETS as FIRST_OFFSET,
    )

    network = np.zeros(NETWORK, np.int16)
    aspects = network[:FIRST_OFFSET].reshape(WIDTH, HIDDEN)
    aspects[: len(ASPECTS)] = [value[name] for name in ASPECTS]
    network[FIRST_OFFSET:OUT], network[OUT:] = value[OFFSETS], value[COUNTS]
    return network


def streams(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the kinds of luck; what decides who opens is part of the deal."""
    dealt: dict[str, tuple[str, ...]] = {"deal": ("order", "deal")}
    if rulebook.objectives is not None:
        dealt["objectives"] = ("objectives",)
    return dealt | {"dice": ("dice",), "cards": ("cards",), "bots": ("bots",)}


def most_rounds(rulebook: Rulebook, seats: int) -> int:
    """Return how many rounds a game can last."""
    return conquest_rules(rulebook).max_rounds


SECONDS = {
    "turn": 15,
    "rolls": 7,
    "attacks": 5,
    "conquests": 3,
    "armies": 0.7,
    "places": 3,
    "exchanges": 15,
    "moves": 6,
}
"""Of each act at the table, in round numbers that nobody measured; `turn` is the rest of a turn."""


def places_all_at_one_go(rulebook: Rulebook, seats: int) -> bool:
    """Tell whether each seat places all its starting armies at one go."""
    setup = conquest_rules(rulebook).setup
    placed = setup.initial_placement != "none" and setup.starting_armies.get(seats, 0) > 0
    return placed and not setup.placement_round


LEARNS = LearnedValue(
    aspects=ASPECTS,
    hidden=16,
    most=2047,
    policies={"planner": "weighed"},
    kernels_in="conquestlab.kernels.conquest.valuing.telling",
    packed=packed_value,
    exploring={"whim": 200},
    variants=({}, {"rest_rounds": 6, "rest": 4096}, {"rest_rounds": 0}),
    starts=STARTS,
    starts_in="conquestlab.kernels.conquest.start_worths",
    plans_in="conquestlab.kernels.conquest.plan_ends",
    starting_armies=places_all_at_one_go,
)
"""Who rests in the first rounds plays so differently that a value which never saw it would misjudge it."""

ENGINE = Engine(
    name="conquest",
    version=VERSION,
    kernels_in="conquestlab.kernels.conquest.play",
    policies=POLICIES,
    plain_bots=PLAIN_BOTS,
    default_bot="strategist",
    fast_bot="expert",
    learns=LEARNS,
    budgets={"planner": tuple(BUDGET)},
    first_responses={"weighed": RESPONSES, "planner": RESPONSES},
    longer_thoughts={"planner": THOUGHTS},
    contrasting_bots=("expert", "raider", "builder", "hoarder"),
    even_with_expert=("hoarder",),
    ends=ENDS,
    decisions=DECISIONS,
    refusals=REFUSALS,
    most_choices=4096,
    chunk=12_000,
    compile_seconds=16,
    measures=MEASURES,
    compile=compile_rules,
    seat_bots=seat_bots,
    most_rounds=most_rounds,
    transcript=game_transcript,
    narrate=narrate_game,
    tell=lambda head, rulebook: Narrator(head, rulebook).tell,
    scenes=game_scenes,
    talk=ConquestTalk,
    view=seat_view,
    messages=ConquestMessages,
    check=check,
    streams=streams,
    snapshot_round=NOTED_ROUND,
    one_by_one=(PLACE,),
    policies_in="conquestlab.kernels.conquest.policies",
    choices_in="conquestlab.kernels.conquest.plan_worths",
    seat_columns=SEAT_COLUMNS,
    acts=ACTS,
    seconds=SECONDS,
    features=FEATURES,
    given=(Given("continent_worth", given_continents), Given("bonus_worth", granted_bonuses)),
    columns=COLUMNS,
    random_limits={"max_rounds": 12},
)
