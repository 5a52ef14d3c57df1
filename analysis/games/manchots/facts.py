"""What Manchots Barjots tells of itself: names of zones and specials, how zones fare, what is doubtful."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from conquestlab.analysis.games.facts import Facts, Sample
from conquestlab.analysis.games.manchots import zone_sample
from conquestlab.analysis.games.manchots.names import SPECIAL_NAMES, ZONE_NAMES
from conquestlab.analysis.rules.evidence import RECONSTRUCTED

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

OF_THE_DECK = ("copies", "specials.twins", "specials.kamikaze", "specials.lookout")


def names(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the names of zones and special cards."""
    return ZONE_NAMES | SPECIAL_NAMES


def sentence_on_cards(rulebook: Rulebook) -> str:
    """Say what of the deck comes from reviews, without the full stop; nothing where the user gave it all."""
    doubtful = [key for key in OF_THE_DECK if rulebook.evidence.get(key) == RECONSTRUCTED]
    said = []
    if "copies" in doubtful:
        said.append("the copies of the values 4 to 9")
    if any(key != "copies" for key in doubtful):
        said.append("the values of the special cards")
    names = " and ".join(said)
    return f"{names} come from reviews; the printed rulebook does not name them" if said else ""


FACTS = Facts(
    names=names,
    sample=Sample(zone_sample.zones, zone_sample.count_game, zone_sample.SHARES),
    seat_order="All play at the same time.",
    rule_words_in="conquestlab.analysis.games.manchots.rule_words",
    pages_in="conquestlab.reports.games.manchots.pages",
    words_in="conquestlab.analysis.games.manchots.words",
)
