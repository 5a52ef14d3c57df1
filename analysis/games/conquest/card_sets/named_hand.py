"""A hand of cards as a player names it: by arms and jokers in long or short, or by the lands on the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_rules import ARMS, JOKER, CardRules, Hand
from conquestlab.analysis.rules.faults import nearest, shown

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

SORTS = (*ARMS, "joker")
OTHER_NAMES = {
    "soldier": "infantry",
    "cannon": "artillery",
    "wild": "joker",
    "w": "joker",
    "wildcard": "joker",
}
OWN = "+"
MOST_CARDS = 20


class Card(NamedTuple):
    """A card of a named hand.

    Attributes
    ----------
    sort : int
        The arm (0, 1, 2), or 3 for a joker.
    land : str
        The name of its land; empty where only the arm was named.
    own : bool
        Whether the player owns that land.
    """

    sort: int
    land: str = ""
    own: bool = False

    def __str__(self) -> str:
        sort = SORTS[self.sort]
        if self.land:
            return f"{self.land} ({sort}, own)" if self.own else f"{self.land} ({sort})"
        return f"{sort} (own)" if self.own else sort


class NamedHand(NamedTuple):
    """The cards of a hand, in the order in which they were named."""

    cards: tuple[Card, ...]

    @property
    def counts(self) -> Hand:
        """How many cards of each arm, and how many jokers."""
        return tuple(sum(card.sort == sort for card in self.cards) for sort in range(len(SORTS)))

    @property
    def owned(self) -> tuple[int, int, int]:
        """By arm, how many cards show lands that the player owns."""
        first, second, third = (
            sum(card.sort == arm and card.own for card in self.cards) for arm in range(JOKER)
        )
        return first, second, third

    def given(self, takes: Hand, one_bonus: bool = False) -> list[Card]:
        """Return which cards to give for a set: those that show own lands first.

        Parameters
        ----------
        takes : tuple of int
            How many of each sort the set takes.
        one_bonus : bool
            Whether one own land is as good as several: then a single one is given where that can be, and the
            others are kept.
        """
        found: list[Card] = []
        for sort, number in enumerate(takes):
            of_sort = [card for card in self.cards if card.sort == sort]
            own, others = [card for card in of_sort if card.own], [card for card in of_sort if not card.own]
            if one_bonus:
                first = 0 if any(card.own for card in found) else 1
                order = own[:first] + others + own[first:]
            else:
                order = own + others
            found += order[:number]
        return found

    def kept(self, given: list[Card]) -> list[Card]:
        """Return which cards stay in the hand when some are given."""
        rest = list(self.cards)
        for card in given:
            rest.remove(card)
        return rest


def read_hand(text: str, rulebook: Rulebook, rules: CardRules) -> NamedHand:
    """Return the hand that a text names.

    Parameters
    ----------
    text : str
        Cards with commas between: an arm or a joker, as "inf", "cavalry", "wild", or a land of the map. A +
        behind a card says that the player owns its land.
    rulebook : Rulebook
        Its map says which arm is on the card of a land.
    rules : CardRules
        What the deck holds.
    """
    cards = tuple(_card(word.strip(), rulebook) for word in text.split(",") if word.strip())
    if not cards:
        raise WrongUse("--hand names no card: write --hand inf,cav,art,wild")
    if len(cards) > MOST_CARDS:
        raise WrongUse(f"--hand names {len(cards)} cards: at most {MOST_CARDS} are looked at")
    hand = NamedHand(cards)
    for sort, held in enumerate(hand.counts):
        if held > rules.deck[sort]:
            raise WrongUse(
                f"--hand has {held} of {SORTS[sort]}: {rulebook.label} has {rules.deck[sort]} such cards"
            )
    lands = [card.land for card in cards if card.land]
    twice = next((land for land in lands if lands.count(land) > 1), "")
    if twice:
        raise WrongUse(f"--hand names {twice} twice: each land is on one card")
    return hand


def _card(word: str, rulebook: Rulebook) -> Card:
    name, own = word.removesuffix(OWN).strip().lower(), word.endswith(OWN)
    sort = OTHER_NAMES.get(name) or next((one for one in SORTS if name and one.startswith(name)), None)
    if sort == SORTS[JOKER] and own:
        raise WrongUse(f"--hand has {shown(word)}: no land is on a joker, so leave out the {OWN}")
    if sort is not None:
        return Card(SORTS.index(sort), own=own)
    from conquestlab.analysis.games.conquest.named_lands import find_land

    land = find_land(name, rulebook)
    if land is not None:
        return Card(ARMS.index(land.arm), land.name, own)
    known = [*SORTS, *OTHER_NAMES, *(land.name.lower() for land in rulebook.map.lands)]
    near = nearest(name, known)
    meant = f"did you mean {near}?" if near else f"there are {', '.join(SORTS)} and the lands of the map"
    raise WrongUse(f"no card is called {shown(word)!r}: {meant}")
