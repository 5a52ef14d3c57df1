"""Risk Express, as far as its rulebooks are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.express.checks import card_clashes
from conquestlab.analysis.games.express.country_cards import effective_cards, read_cards
from conquestlab.analysis.games.express.rules import ExpressRules
from conquestlab.analysis.games.game import Game, RuleFile

if TYPE_CHECKING:
    from conquestlab.analysis.rules.clashes import Clash


def _card_clashes(rules: ExpressRules, parts: Mapping[str, Any]) -> Iterator[Clash]:
    return card_clashes(rules, parts["cards"])


GAME = Game(
    name="express",
    rules=ExpressRules,
    engine_in="conquestlab.analysis.games.express.description",
    files={
        "cards": RuleFile(
            key="cards",
            read=read_cards,
            effective=lambda rulebook: effective_cards(rulebook.cards),
            clashes=_card_clashes,
            beside=("dice.count",),
        ),
    },
    evidence_in="conquestlab.analysis.games.express.evidence",
    facts_in="conquestlab.analysis.games.express.facts",
)
