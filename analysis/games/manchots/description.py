"""Manchots Barjots: what the rest of the house has to know of its engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Engine, Weight, bot_records
from conquestlab.analysis.games.manchots.columns import COLUMNS
from conquestlab.analysis.games.manchots.measures import MEASURES
from conquestlab.analysis.games.manchots.messages import ManchotsWords
from conquestlab.analysis.games.manchots.narration import Narrator, narrate_game
from conquestlab.analysis.games.manchots.referee import check
from conquestlab.analysis.games.manchots.rules import manchots_rules
from conquestlab.analysis.games.manchots.scenes import game_scenes
from conquestlab.analysis.games.manchots.talk import ManchotsTalk
from conquestlab.analysis.games.manchots.transcript import ENDS, game_transcript
from conquestlab.analysis.games.manchots.view import seat_view
from conquestlab.kernels.manchots.features import ACTS, FEATURES

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.rules.rulebook import Rulebook

VERSION = 1

PLAIN_BOTS = {
    "random": "any legal choice, each as likely as the others",
    "hoarder": "lands what would score most now, and keeps the high cards of zones in which it leads",
    "saboteur": "lands as hoarder does, and gives its neighbours the cards that take most from them",
}
WEIGHTS = {
    "slope": Weight(1, 1024, "how much a point of lead says about the majority when all has landed"),
    "flat": Weight(0, 1024, "how much less it says for each landing that is still to come"),
    "even": Weight(-512, 512, "how far ahead a seat counts that is level with the best of the others"),
    "rival": Weight(-512, 1024, "share of the unseen cards of a zone that others are taken to land there"),
    "fight": Weight(0, 64, "how much more of it for each point that they have there"),
    "crowd": Weight(0, 128, "how much more they land for each of them that is close behind"),
    "own": Weight(0, 64, "share of the own cards of a zone that counts as if they lay there"),
    "coming": Weight(0, 256, "cards that the hand is taken to get in a round"),
    "hoard": Weight(0, 256, "how much more of a zone others are taken to hold where they lie highest"),
    "lowest": Weight(0, 64, "share that is left of the card scored without a majority after each round"),
    "absent": Weight(0, 64, "share of that where no own card lies in the zone yet"),
    "block": Weight(0, 256, "share that counts of what a landing takes from the best of the others"),
    "help": Weight(-64, 256, "share that counts of what a gift brings its receiver"),
    "threat": Weight(0, 512, "how much a gift counts against the giver for each landing that follows"),
    "twins": Weight(-256, 512, "worth of landing Twins, in sixteenths of a point"),
    "twins_later": Weight(-128, 128, "the same for each round to come"),
    "kamikaze": Weight(-256, 512, "worth of landing a Kamikaze"),
    "kamikaze_later": Weight(-128, 128, "the same for each round to come"),
    "lookout": Weight(-256, 512, "worth of landing a Lookout"),
    "lookout_later": Weight(-128, 128, "the same for each round to come"),
    "danger": Weight(0, 1024, "how likely a Kamikaze that was not seen is taken to be landed"),
}
"""In parts of 64 where nothing else is said; see kernels/manchots/worth.py and expert.py."""
SEARCH = {
    "rollouts": Weight(1, 1000, "how often each choice is played out"),
    "candidates": Weight(1, 64, "how many choices are played out"),
    "doubt": Weight(0, 1024, "how clearly another choice must be better than that of expert"),
}
POLICIES: dict[str, dict[str, Weight]] = {
    "random": {},
    "hoarder": {},
    "saboteur": {},
    "expert": WEIGHTS,
    "planner": WEIGHTS | SEARCH,
}


def compile_table(rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the rules as an array of one record; they are the same for any number of players."""
    from conquestlab.analysis.games.manchots.compiled_rules import compile_rules

    return compile_rules(rulebook)


def seat_bots(bots: Sequence[Bot], rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the bots of a run by their place in its list, as an array of bot_dtype."""
    from conquestlab.kernels.manchots.state import bot_dtype

    return bot_records(ENGINE, bots, bot_dtype)


def most_rounds(rulebook: Rulebook, seats: int) -> int:
    """Return how many rounds a game has."""
    return manchots_rules(rulebook).rounds


def streams(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the kinds of luck; cards are shuffled again where virtual players sit."""
    told: dict[str, tuple[str, ...]] = {"deal": ("deal",)}
    if manchots_rules(rulebook).players.min == 2:
        told["cards"] = ("cards",)
    return told | {"bots": ("bots",)}


SECONDS = {"turn": 15, "drawn": 2, "given": 12, "landed": 8, "destroyed": 4}
"""Of each act at the table, in round numbers that nobody measured; `turn` is the rest of a round."""

ENGINE = Engine(
    name="manchots",
    version=VERSION,
    kernels_in="conquestlab.kernels.manchots.play",
    policies=POLICIES,
    plain_bots=PLAIN_BOTS,
    default_bot="expert",
    budgets={"planner": ("rollouts", "candidates")},
    longer_thoughts={"planner": {"more_plays": {"rollouts": 48}, "more_choices": {"candidates": 9}}},
    contrasting_bots=("hoarder", "saboteur", "expert"),
    ends=ENDS,
    decisions=("", "give", "land"),
    refusals=(
        "",
        "nobody is asked, or the choice was made already",
        "there is no such choice here",
        "these cards are not in the hand",
        "cards to land are named in ascending order",
    ),
    most_choices=4096,
    chunk=24_000,
    compile_seconds=9,
    measures=MEASURES,
    compile=compile_table,
    seat_bots=seat_bots,
    most_rounds=most_rounds,
    transcript=game_transcript,
    narrate=narrate_game,
    tell=lambda head, rulebook: Narrator(head, rulebook).tell,
    scenes=game_scenes,
    talk=ManchotsTalk,
    view=seat_view,
    messages=ManchotsWords,
    check=check,
    streams=streams,
    policies_in="conquestlab.kernels.manchots.policies",
    seat_columns=("majority_points", "lowest_points", "majorities", "twins", "kamikaze", "lookout"),
    acts=ACTS,
    seconds=SECONDS,
    features=FEATURES,
    columns=COLUMNS,
)
