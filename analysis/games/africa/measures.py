"""The measures that only Africa 1880 has: nations, alliances and wars, presences removed, colonies.

What is said of nations depends on the map, which is a reconstruction.
"""

from __future__ import annotations

from conquestlab.analysis.measures.catalogue import MEASURES_OF_ANY_GAME, common
from conquestlab.analysis.measures.measure import EVEN_SHARE, SEAT, SHARE, Headlines, Late, Measure

_SUMS = "conquestlab.analysis.games.africa.quantities"
NATION = "nation"

OWN = (
    Measure("nation", "how often a nation in play wins; its place on the board is reconstructed",
            "Wins by nation, on a reconstructed map", SHARE, NATION, sums=Late(_SUMS, "nation"),
            headlines=Headlines(20, "Nations", "{who} win{s} more often, on the reconstructed map.",
                      "{who} win{s} less often, on the reconstructed map."),
            baseline=EVEN_SHARE),
    Measure("no_winner_share", "share of the finished games that nobody wins, for the highest score is tied",
            "Games without a winner", SHARE, sums=Late(_SUMS, "no_winner_share"),
            headlines=Headlines(21, "Ties", "More games end without a winner.",
                                "Fewer games end without a winner.")),
    Measure("alliance_share", "pairs of nations that both declare alliance, round by round",
            "Pairs that are allied", SHARE, sums=Late(_SUMS, "alliance_share"),
            headlines=Headlines(22, "Alliances", "More pairs are allied.", "Fewer pairs are allied.")),
    Measure("war_share", "pairs of nations that both declare war, round by round", "Pairs at war", SHARE,
            sums=Late(_SUMS, "war_share")),
    Measure("removed", "presences that a seat loses in conflicts, a game", "Presences removed", of=SEAT,
            sums=Late(_SUMS, "removed")),
    Measure("colonies", "colonies, a game", "Colonies", sums=Late(_SUMS, "colonies")),
    Measure("colony_share", "colonies on which a seat has a presence, alone or not, over all colonies",
            "Colonies held", SHARE, SEAT, sums=Late(_SUMS, "colony_share")),
    Measure("alone_share", "colonies that one nation holds alone, over all colonies", "Colonies held alone",
            SHARE, sums=Late(_SUMS, "alone_share")),
)  # fmt: skip

MEASURES = (*MEASURES_OF_ANY_GAME, *common("score", "decisions"), *OWN)
