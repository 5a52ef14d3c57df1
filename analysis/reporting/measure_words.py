"""What each measure means, in a few words: those of any game, and those that single games have."""

from __future__ import annotations

OWN = {
    "income_share": "part of all armies received that came from there",
    "continent_kept": "how often its owner after a round still owned it after the next",
    "kills": "eliminations made, a game",
    "objective_share": "wins of those who held the objective",
    "continent_share": "share of the finished games in which a seat completed it",
    "continent_win": "how often the seat that completed it won",
    "conquest_share": "turns that conquered a card",
    "robbed_share": "conquered cards that were another player's",
    "taken_over_share": "turns that went on with the attack of the player before",
}


def words_of(measure: str) -> str:
    """Return what a measure means; nothing for one that is not known here."""
    from conquestlab.analysis.measuring.measures import MEASURES

    return MEASURES.get(measure) or OWN.get(measure, "")
