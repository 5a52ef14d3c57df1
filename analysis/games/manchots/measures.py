"""The measures that only Manchots Barjots has: zones, specials, gifts, sources of points, virtual players."""

from __future__ import annotations

from conquestlab.analysis.measures.catalogue import MEASURES_OF_ANY_GAME, common
from conquestlab.analysis.measures.measure import (
    PLAIN,
    POINTS,
    SEAT,
    SHARE,
    Baseline,
    Headlines,
    Late,
    Measure,
    always,
)

_SUMS = "conquestlab.analysis.games.manchots.quantities"
ZONE, SPECIAL, SOURCE_OF_POINTS, HOW_SHARED = "zone", "special card", "source of points", "alone or shared"
# Of the games for two, virtual players win some.
_OF_THREE_AND_MORE = Baseline(
    "1/n of three and more", lambda asked, row: 1.0 / asked.tally.seats if asked.tally.seats > 2 else None
)

OWN = (
    Measure("zone_share", "wins of the seats that had a majority in the zone", "What a majority is worth",
            SHARE, ZONE, sums=Late(_SUMS, "zone_share"),
            headlines=Headlines(18, "Zones", "A majority in {who} is worth more.",
                      "A majority in {who} is worth less."),
            baseline=_OF_THREE_AND_MORE),
    Measure("special_lift", "chance to win of a seat that landed the special, less that of one that did not",
            "What a special card goes with", POINTS, SPECIAL, signed=True,
            statistics=Late(_SUMS, "special_lift"), baseline=always(0)),
    Measure("gift_harm", "points that a gift would take off its receiver if the game ended at once",
            "What a gift takes from its receiver", "points a gift", signed=True,
            sums=Late(_SUMS, "gift_harm"),
            headlines=Headlines(19, "Gifts", "Gifts do more harm.", "Gifts do less harm."),
            baseline=always(0)),
    Measure("points_share", "part of all points that came from there", "Where points come from", SHARE,
            SOURCE_OF_POINTS, sums=Late(_SUMS, "points_share")),
    Measure("virtual_win_share", "games that a virtual player won, alone or beside a real one",
            "Won by a virtual player", SHARE, HOW_SHARED, sums=Late(_SUMS, "virtual_win_share"),
            headlines=Headlines(17, "Virtual players", "Virtual players win more often.",
                      "Virtual players win less often.")),
    Measure("better_share", "games in which the seat scored more than the other real player",
            "The better seat", SHARE, SEAT, sums=Late(_SUMS, "better_share"), baseline=always(0.5)),
    Measure("destroyed", "cards that Kamikazes took out, a game", "Cards destroyed", PLAIN,
            sums=Late(_SUMS, "destroyed")),
)  # fmt: skip

MEASURES = (*MEASURES_OF_ANY_GAME, *common("score", "decisions"), *OWN)
