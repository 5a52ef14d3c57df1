"""What each measure means, in a few words: those of any game, and those that single games have."""

from __future__ import annotations

BY_TENTH = ("snowball_auc", "uncertainty")
"""Measures of which there is one for each tenth of the game."""

OWN = {
    "income_share": "part of all armies received that came from there",
    "continent_kept": "how often its owner after a round still owned it after the next",
    "kills": "eliminations made, a game",
    "objective_share": "wins of those who held the objective",
    "set_delay": "rounds for which a set was kept that could be exchanged",
    "leader_bashed": "how much oftener than by blind choice the others first attack the leader; 1 is blind",
    "kingmaking": "games whose standings moved most by a turn of a seat that did not win",
    "dice_luck": "correlation of winning with losing more armies than expected; below 0, bad dice lose",
    "continent_lift": "how much likelier its holder wins than another seat with as many lands and armies",
    "luck_share": "part of the result that it explains by itself; together: what only their meeting does",
    "continent_share": "share of the finished games in which a seat completed it",
    "continent_win": "how often the seat that completed it won",
    "conquest_share": "turns that conquered a card",
    "robbed_share": "conquered cards that were another player's",
    "taken_over_share": "turns that went on with the attack of the player before",
}


def words_of(measure: str) -> str:
    """Return what a measure means; nothing for one that is not known here."""
    from conquestlab.analysis.measures.table import MEASURES

    return MEASURES.get(measure) or OWN.get(measure, "")
