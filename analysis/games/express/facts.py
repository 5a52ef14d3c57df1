"""What pages and figures show of Risk Express only: its cards, and which names are reconstructed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.express import card_sample
from conquestlab.analysis.games.facts import Facts, Part, Sample
from conquestlab.analysis.language import native

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def parts(rulebook: Rulebook) -> Sequence[Part]:
    """Return the cards."""
    cards = rulebook.cards
    return [Part("cards", cards.provenance, cards.evidence, cards.sources)]


def reconstructed_names(rulebook: Rulebook) -> list[str]:
    """Return the names of cards that were not seen in print."""
    return [card.name for card in rulebook.cards.cards if card.name_reconstructed]


def names(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the names of the continents."""
    return {
        continent.id: native(continent.name, continent.name_fr) for continent in rulebook.cards.continents
    }


def _cards(rulebook: Rulebook) -> list[str]:
    return [card.id for card in rulebook.cards.cards]


FACTS = Facts(
    parts=parts,
    names=names,
    sample=Sample(_cards, card_sample.count_game, card_sample.SHARES),
    rule_words_in="conquestlab.analysis.games.express.rule_words",
    pages_in="conquestlab.reports.games.express.pages",
    words_in="conquestlab.analysis.games.express.words",
)
