"""A question about Risk Express, read from words: which cards, how they lie, under which rules."""

from __future__ import annotations

import unicodedata
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.express.law import Attack, FirstRoll, Prospect
from conquestlab.analysis.games.express.rules import express_rules

STRONGEST_DIE = 3  # soldiers
PLURALS = {"general": "generals", "cavalry": "cavalry", "cannon": "cannons"}


class Lying(NamedTuple):
    """How the cards of a question lie.

    Attributes
    ----------
    dice : int or None
        Dice left to roll; None is as many as there can be.
    filled : tuple of int
        Numbers of the filled lines, as printed, from 1; 0 is the general of another player's card.
    another : bool
        Whether the cards lie before another player, not in the middle.
    """

    dice: int | None = None
    filled: tuple[int, ...] = ()
    another: bool = False


class Question:
    """The cards asked about, with their laws under one rulebook.

    Parameters
    ----------
    rulebook
        A rulebook of Risk Express.
    texts
        Names of cards; none stands for all that can lie so.
    lying
        How they lie.
    exact
        Whether chances are fractions.
    """

    def __init__(self, rulebook: Any, texts: tuple[str, ...], lying: Lying, *, exact: bool = False):
        self.label: str = rulebook.label
        self.spec = express_rules(rulebook)
        self.lying = lying
        self.exact = exact
        self._all = rulebook.cards.cards
        self._laws: dict[str, Attack] = {}
        self.cards = find_cards(self._all, texts)
        if lying.another and not texts:
            self.cards = [card for card in self.cards if not self.is_safe(card)]
        if lying.filled and len(self.cards) > 1:
            raise WrongUse("filled lines belong to one card: name it")
        self.dice = min(self._dice(card) for card in self.cards)

    def _dice(self, card: Any) -> int:
        """Return the dice left to roll, if there can be so many."""
        self.left(card, self.lying)
        lines = self.law(card).lines
        used = sum(len(lines[i][0]) - (-lines[i][1] // STRONGEST_DIE) for i in self.lying.filled)
        most = self.spec.dice.count - used
        dice = most if self.lying.dice is None else self.lying.dice
        if not 1 <= dice <= most:
            raise WrongUse(f"{dice} dice left for {card.name}: give 1 to {most}")
        return dice

    def law(self, card: Any) -> Attack:
        """Return the law of attacking a card."""
        if card.id not in self._laws:
            number = Fraction if self.exact else float
            self._laws[card.id] = Attack(card.lines, voluntary=self.spec.voluntary_sacrifice, number=number)
        return self._laws[card.id]

    def is_safe(self, card: Any) -> bool:
        """Say whether a card is turned over as soon as it is conquered, being alone in its continent."""
        return sum(other.continent == card.continent for other in self._all) == 1

    def left(self, card: Any, lying: Lying) -> int:
        """Return the mask of the lines of a card that are still to fill."""
        if lying.another and self.is_safe(card):
            raise WrongUse(f"{card.name} is turned over at once, nobody can attack it: ask for another card")
        try:
            general = lying.another and card.circled_general
            return self.law(card).lines_left(another=general, filled=lying.filled)
        except WrongUse as error:
            raise WrongUse(f"{card.name} ({lines_text(card)}): {error}") from None

    def first_roll(self) -> FirstRoll:
        """Return the law of a turn at which just these cards may be attacked, each worth its points."""
        return self._turn([self._prospect(card, self.lying) for card in self.cards])

    def fresh_turn(self) -> FirstRoll:
        """Return the law of a fresh turn at all cards, those not asked about lying in the middle."""
        own, middle = Lying(another=self.lying.another), Lying()
        return self._turn([self._prospect(card, own if card in self.cards else middle) for card in self._all])

    def _prospect(self, card: Any, lying: Lying) -> Prospect:
        return Prospect(self.law(card), self.left(card, lying), card.points)

    def _turn(self, prospects: list[Prospect]) -> FirstRoll:
        return FirstRoll(prospects, voluntary=self.spec.voluntary_sacrifice)


def find_cards(cards: tuple[Any, ...], texts: tuple[str, ...]) -> list[Any]:
    """Return the cards that the texts name, by id or by English or French name; all where there are none."""
    if not texts:
        return list(cards)
    known = {_plain(name): card for card in cards for name in (card.name_fr, card.name, card.id) if name}
    found: list[Any] = []
    for text in texts:
        card = known.get(_plain(text))
        if card is None:
            near = get_close_matches(_plain(text), known, 1)
            names = ", ".join(card.name for card in cards)
            raise WrongUse(
                f"no card {text!r}: " + (f"did you mean {known[near[0]].name}?" if near else names)
            )
        if card in found:
            raise WrongUse(f"{card.name} is asked for twice: name it once")
        found.append(card)
    return found


def _plain(text: str) -> str:
    """Return a name without capitals, accents, underlines and hyphens."""
    letters = unicodedata.normalize("NFKD", text.strip().lower())
    return "".join(" " if c in "_-" else c for c in letters if not unicodedata.combining(c))


def lines_text(card: Any) -> str:
    """Write the lines of a card: `cannon / 2 cavalry / 5 soldiers`."""
    return " / ".join(line_text(line) for line in card.lines)


def line_text(line: tuple[tuple[str, ...], int]) -> str:
    """Write one line: `2 cavalry`, `cannon + cavalry` or `5 soldiers`."""
    symbols, soldiers = line
    parts = []
    for symbol in dict.fromkeys(symbols):
        many = symbols.count(symbol)
        parts.append(symbol if many == 1 else f"{many} {PLURALS[symbol]}")
    if soldiers:
        parts.append(f"{soldiers} soldier" + "s" * (soldiers > 1))
    return " + ".join(parts)
