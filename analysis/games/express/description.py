"""The engine of Risk Express: how its rules become numbers, and how its games are narrated and measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Engine, Weight, bot_records
from conquestlab.analysis.games.express.columns import COLUMNS
from conquestlab.analysis.games.express.measures import MEASURES
from conquestlab.analysis.games.express.messages import ExpressMessages
from conquestlab.analysis.games.express.narration import Narrator, narrate_game
from conquestlab.analysis.games.express.referee import check
from conquestlab.analysis.games.express.rules import express_rules
from conquestlab.analysis.games.express.scenes import game_scenes
from conquestlab.analysis.games.express.talk import ExpressTalk
from conquestlab.analysis.games.express.transcript import ENDS, game_transcript
from conquestlab.analysis.games.express.view import seat_view
from conquestlab.kernels.express.features import ACTS, FEATURES

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.rules.rulebook import Rulebook

VERSION = 2

PLAIN_BOTS = {"random": "any legal choice, each as likely as the others"}
POLICIES: dict[str, dict[str, Weight]] = {
    "random": {},
    "points": {"rob": Weight(0, 1024, "share of its points that counts of a card out of another hand")},
    "expert": {
        "risk": Weight(0, 1024, "how much less a card counts that may be taken away again"),
        "promise": Weight(0, 1024, "share of its back that a continent counts which is held in part"),
        "harm": Weight(0, 1024, "what counts of the loss of another"),
        "leave": Weight(0, 1024, "what counts of the gain that a failure leaves to the next player"),
        "finish": Weight(0, 1024, "what it is worth to end the game as the winner"),
    },
}
"""Weights in parts of 64; see kernels/express/bots.py."""


def compile_table(rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the rules as an array of one record; they are the same for any number of players."""
    from conquestlab.analysis.games.express.compiled_rules import compile_rules

    return compile_rules(rulebook)


def seat_bots(bots: Sequence[Bot], rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the bots of a run by their place in its list, as an array of bot_dtype."""
    from conquestlab.kernels.express.state import bot_dtype

    return bot_records(ENGINE, bots, bot_dtype)


def most_rounds(rulebook: Rulebook, seats: int) -> int:
    """Return how many rounds a game can last."""
    return -(-express_rules(rulebook).max_turns // seats)


SECONDS = {"turn": 5, "rolls": 4, "dice": 0.3, "decisions": 4, "fills": 3, "conquests": 3}
"""Of each act at the table, in round numbers that nobody measured; `turn` is the rest of a turn."""

ENGINE = Engine(
    name="express",
    version=VERSION,
    kernels_in="conquestlab.kernels.express.play",
    policies=POLICIES,
    plain_bots=PLAIN_BOTS,
    default_bot="expert",
    contrasting_bots=("random", "points", "expert"),
    ends=ENDS,
    decisions=("", "continue", "fill"),
    refusals=(
        "",
        "nobody is asked, or the choice was made already",
        "there is no such choice here",
        "the card may not be attacked now",
        "the roll fills no such line, or it is filled already",
        "no die may be given up while a line can be filled",
    ),
    most_choices=225,
    chunk=24_000,
    compile_seconds=6,
    measures=MEASURES,
    compile=compile_table,
    seat_bots=seat_bots,
    most_rounds=most_rounds,
    transcript=game_transcript,
    narrate=narrate_game,
    tell=lambda head, rulebook: Narrator(head, rulebook).tell,
    scenes=game_scenes,
    talk=ExpressTalk,
    view=seat_view,
    messages=ExpressMessages,
    check=check,
    policies_in="conquestlab.kernels.express.bots",
    seat_columns=("conquered", "robbed", "taken_over"),
    acts=ACTS,
    seconds=SECONDS,
    features=FEATURES,
    columns=COLUMNS,
)
