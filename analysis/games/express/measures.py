"""The measures that only Risk Express has: its continents, cards taken from others, attacks taken over."""

from __future__ import annotations

from conquestlab.analysis.measures.catalogue import MEASURES_OF_ANY_GAME, common
from conquestlab.analysis.measures.measure import CONTINENT, EVEN_SHARE, SHARE, Headlines, Late, Measure

_SUMS = "conquestlab.analysis.games.express.quantities"

OWN = (
    Measure("continent_share", "share of the finished games in which a seat completed it",
            "Continents completed", SHARE, CONTINENT, sums=Late(_SUMS, "continent_share")),
    Measure("continent_win", "how often the seat that completed it won", "What a continent is worth", SHARE,
            CONTINENT, sums=Late(_SUMS, "continent_win"),
            headlines=Headlines(10, "Continents", "{who} {are} worth more.", "{who} {are} worth less."),
            baseline=EVEN_SHARE),
    Measure("conquest_share", "turns that conquered a card", "Turns that conquer a card", SHARE,
            sums=Late(_SUMS, "conquest_share")),
    Measure("robbed_share", "conquered cards that were another player's", "Conquests out of another hand",
            SHARE, sums=Late(_SUMS, "robbed_share")),
    Measure("taken_over_share", "turns that went on with the attack of the player before",
            "Turns that go on with the attack before", SHARE, sums=Late(_SUMS, "taken_over_share")),
)  # fmt: skip

MEASURES = (*MEASURES_OF_ANY_GAME, *common("score", "decisions"), *OWN)
