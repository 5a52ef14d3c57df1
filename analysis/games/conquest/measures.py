"""The measures that only games of conquest have: sources of armies, continents, bashed leaders, dice."""

from __future__ import annotations

from conquestlab.analysis.measures.catalogue import MEASURES_OF_ANY_GAME, common
from conquestlab.analysis.measures.measure import (
    CONTINENT,
    EVEN_SHARE,
    OBJECTIVE,
    POINTS,
    SEAT,
    SHARE,
    SOURCE,
    Headlines,
    Late,
    Measure,
    always,
)

DEALT = "deal"
"""The kind of rows that stand for the seat with the best deal, or with the worst."""

_SUMS = "conquestlab.analysis.games.conquest.quantities"
_STATISTICS = "conquestlab.analysis.games.conquest.statistics"

OWN = (
    Measure("income_share", "part of the armies of an average game that came from there",
            "Where armies come from", SHARE, SOURCE, sums=Late(_SUMS, "income_share"),
            headlines=Headlines(8, "Armies", "More of the armies come from {who}.",
                      "Fewer of the armies come from {who}.")),
    Measure("continent_kept", "how often its owner after a round still owned it after the next",
            "Continents kept", SHARE, CONTINENT, sums=Late(_SUMS, "continent_kept"),
            headlines=Headlines(9, "Continents", "{who} {are} easier to keep.",
                                "{who} {are} harder to keep.")),
    Measure("kills", "eliminations made, a game", "Eliminations made", of=SEAT, sums=Late(_SUMS, "kills")),
    Measure("objective_share", "wins of those who held the objective", "Wins with an objective", SHARE,
            OBJECTIVE, sums=Late(_SUMS, "objective_share"),
            headlines=Headlines(11, "Objectives", "{who} {are} won more often.",
                                "{who} {are} won less often."),
            baseline=EVEN_SHARE),
    Measure("set_delay", "rounds for which a set was kept that could be exchanged",
            "Rounds that a set is kept", "rounds a set", sums=Late(_SUMS, "set_delay")),
    Measure("leader_bashed",
            "how much oftener than by blind choice the others first attack the leader; 1 is blind",
            "Attacks on the leader", sums=Late(_SUMS, "leader_bashed"),
            headlines=Headlines(13, "Leader", "The leader is attacked more often.",
                      "The leader is attacked less often."),
            baseline=always(1)),
    Measure("dice_luck",
            "correlation of winning with losing more armies than expected; below 0, bad dice lose",
            "Dice and winning", signed=True, statistics=Late(_STATISTICS, "dice_luck"), baseline=always(0)),
    Measure("continent_lift",
            "how much likelier its holder wins than another with as many lands and armies; no cause",
            "What goes with holding a continent", POINTS, CONTINENT, signed=True,
            statistics=Late("conquestlab.analysis.games.conquest.continent_lift", "continent_lift"),
            baseline=always(0)),
    Measure("start_continent", "chance to win of the seat that is dealt most lands of it",
            "Winning by the continent one is dealt", SHARE, CONTINENT, sums=Late(_SUMS, "start_continent"),
            baseline=EVEN_SHARE),
    Measure("deal_strength", "chance to win of the seat whose deal is most of whole continents, or least",
            "Winning by how well one is dealt", SHARE, DEALT, sums=Late(_SUMS, "deal_strength"),
            baseline=EVEN_SHARE),
    Measure("continent_worth", "change of the chance to win of a seat that is dealt the whole continent",
            "What a continent is worth", POINTS, CONTINENT, signed=True, baseline=always(0)),
    Measure("bonus_worth",
            "change of the chance to win of a seat that gets the continent's armies each turn, not its lands",
            "What the armies of a continent are worth", POINTS, CONTINENT, signed=True, baseline=always(0)),
)  # fmt: skip

MEASURES = (*MEASURES_OF_ANY_GAME, *common("first_elimination", "downtime", "fell_early", "decisions"), *OWN)
