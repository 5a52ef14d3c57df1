"""Risk Express: what the rest of the house has to know of its engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import MEASURES_OF_ANY_GAME, Engine
from conquestlab.analysis.games.express_measures import OWN_MEASURES, own_quantities
from conquestlab.analysis.games.express_record import ENDS, game_record
from conquestlab.analysis.games.express_tale import tell_game
from conquestlab.analysis.games.express_view import seat_view
from conquestlab.analysis.referees.express import check

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

VERSION = 1

BOTS = {
    "random": "any legal choice, each as likely as the others",
    "points": "the most expected points by the exact chances; cards out of other hands count three quarters",
    "expert": "the exact chances, weighed by what a card does to continents, to the others and to the end",
}
WEIGHTS = {
    "points": {"rob": 48},
    "expert": {"risk": 100, "promise": 19, "harm": 13, "leave": 4, "finish": 133},
}
"""Of the bots, in parts of 64; see kernels/express/bots.py. Those of `expert` were found against `points`."""

MEASURES = (*MEASURES_OF_ANY_GAME, "score", "decisions", *OWN_MEASURES)


def compile_table(rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the rules as an array of one record; they are the same for any number of players."""
    from conquestlab.analysis.games.express_rules import compile_rules

    return compile_rules(rulebook)


def seat_bots(names: Sequence[str], rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the bots of a run by their place in its list, as an array of bot_dtype."""
    import numpy as np

    from conquestlab.kernels.express.state import bot_dtype

    bots = np.zeros(len(names), bot_dtype)
    for bot, name in zip(bots, names, strict=True):
        bot["policy"] = ENGINE.bot_number(name)
        for weight, value in WEIGHTS.get(name, {}).items():
            bot[weight] = value
    return bots


def most_rounds(rulebook: Rulebook, seats: int) -> int:
    """Return how many rounds a game can last."""
    return -(-rulebook.express.max_turns // seats)


ENGINE = Engine(
    name="express",
    version=VERSION,
    kernels_in="conquestlab.kernels.express.play",
    bots=BOTS,
    default_bot="points",
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
    compile_seconds=25,
    measures=MEASURES,
    compile=compile_table,
    seat_bots=seat_bots,
    most_rounds=most_rounds,
    record=game_record,
    tell=tell_game,
    view=seat_view,
    check=check,
    quantities=own_quantities,
    seat_columns=("conquered", "robbed", "taken_over"),
)
