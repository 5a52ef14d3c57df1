"""Africa 1880: what the rest of the house has to know of its engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.africa.columns import COLUMNS
from conquestlab.analysis.games.africa.measures import MEASURES
from conquestlab.analysis.games.africa.messages import AfricaWords
from conquestlab.analysis.games.africa.narration import Narrator, narrate_game
from conquestlab.analysis.games.africa.referee import check
from conquestlab.analysis.games.africa.rules import africa_rules
from conquestlab.analysis.games.africa.scenes import game_scenes
from conquestlab.analysis.games.africa.talk import AfricaTalk
from conquestlab.analysis.games.africa.transcript import ENDS, game_transcript
from conquestlab.analysis.games.africa.view import seat_view
from conquestlab.analysis.games.africa.weights import EXPERT, PLANNER
from conquestlab.analysis.games.engine import Engine, Weight, bot_records
from conquestlab.kernels.africa.features import ACTS, FEATURES

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.rules.rulebook import Rulebook

VERSION = 1

PLAIN_BOTS = {
    "random": "any legal choice, each as likely as the others",
    "settler": "develops first, goes where others are, and is everybody's ally",
    "grabber": "declares war on everybody in every round",
    "faithful": "is everybody's ally in every round",
    "tit_for_tat": "declares what was declared to it in the round before",
    "traitor": "is everybody's ally until the round that may be the last, and at war with all then",
    "balancer": "declares war on whoever leads alone",
}
POLICIES: dict[str, dict[str, Weight]] = {name: {} for name in PLAIN_BOTS} | {
    "expert": EXPERT,
    "planner": PLANNER,
}
"""See kernels/africa/expert.py and planner.py."""


def compile_table(rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the rules as an array of one record."""
    from conquestlab.analysis.games.africa.compiled_rules import compile_rules

    return compile_rules(rulebook, seats)


def seat_bots(bots: Sequence[Bot], rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the bots of a run by their place in its list, as an array of bot_dtype."""
    from conquestlab.kernels.africa.state import bot_dtype

    return bot_records(ENGINE, bots, bot_dtype)


def streams(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the kinds of luck: which nations play (and where, if that is drawn), and what bots draw."""
    return {"order": ("order",), "bots": ("bots",)}


def most_rounds(rulebook: Rulebook, seats: int) -> int:
    """Return how many rounds a game can last."""
    return len(africa_rules(rulebook).years)


SECONDS = {"turn": 60, "orders": 15, "declarations": 12, "conflicts": 10}
"""Of each act at the table, in round numbers that nobody measured; `turn` is the rest of a round."""

ENGINE = Engine(
    name="africa",
    version=VERSION,
    kernels_in="conquestlab.kernels.africa.play",
    policies=POLICIES,
    plain_bots=PLAIN_BOTS,
    default_bot="expert",
    budgets={"planner": ("samples", "depth")},
    longer_thoughts={"planner": {"more_samples": {"samples": 6}, "deeper": {"depth": 8}}},
    contrasting_bots=("faithful", "tit_for_tat", "grabber"),
    ends=ENDS,
    decisions=("", "place_first", "order", "land", "declare"),
    refusals=(
        "",
        "nobody is asked, or the choice was made already",
        "there is no such choice here",
        "the territory has no coast, or may not be shared",
        "the territory has no free square",
        "the territory is no neighbour, a colony, or the nation is there already",
        "the territory has no coast, or somebody is there",
    ),
    most_choices=66,
    chunk=24_000,
    compile_seconds=8,
    measures=MEASURES,
    compile=compile_table,
    seat_bots=seat_bots,
    most_rounds=most_rounds,
    transcript=game_transcript,
    narrate=narrate_game,
    tell=lambda head, rulebook: Narrator(head, rulebook).tell,
    scenes=game_scenes,
    talk=AfricaTalk,
    view=seat_view,
    messages=AfricaWords,
    check=check,
    streams=streams,
    policies_in="conquestlab.kernels.africa.bots",
    seat_columns=("nation", "removed", "wars", "alone", "shared"),
    acts=ACTS,
    seconds=SECONDS,
    features=FEATURES,
    columns=COLUMNS,
)
