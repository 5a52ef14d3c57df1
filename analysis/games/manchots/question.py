"""A question about Manchots Barjots, read from words: which cards, which zones, which hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.manchots.rules import FIRST_HAND, ZONES, ManchotsRules, copies_of
from conquestlab.analysis.rules.faults import shown


def deck_of(rules: ManchotsRules) -> dict[str, int]:
    """Return the copies of each card that the deck has, by its name."""
    return {
        f"{zone}_{value}": copies_of(rules, value)
        for zone in ZONES
        for value in range(1, len(rules.copies) + 1)
        if copies_of(rules, value)
    }


def read_things(texts: Sequence[str], rules: ManchotsRules) -> list[str]:
    """Return the cards and zones that the texts name; WrongUse for one that there is not, or named twice."""
    known = dict.fromkeys([*ZONES, *deck_of(rules)])
    found: list[str] = []
    for text in texts:
        name = _plain(text)
        if name not in known:
            raise WrongUse(f"no card or zone {shown(text)!r}: {_meant(name, known)}")
        if name in found:
            raise WrongUse(f"{name} is asked for twice: name it once")
        found.append(name)
    return found


def read_hand(text: str, rules: ManchotsRules) -> list[str]:
    """Return the cards of a hand of the first round, as written with commas between.

    Examples
    --------
    >>> read_hand("desert_7, city_2,moon_5,moon_5", ManchotsRules())
    ['desert_7', 'city_2', 'moon_5', 'moon_5']
    """
    deck = deck_of(rules)
    hand = [_plain(part) for part in text.split(",")]
    for card in hand:
        if card not in deck:
            raise WrongUse(f"--hand: no card {shown(card)!r}: {_meant(card, deck)}")
        if hand.count(card) > deck[card]:
            raise WrongUse(f"--hand: the deck has {deck[card]} of {card}, not {hand.count(card)}")
    first = FIRST_HAND + rules.draw
    if len(hand) != first:
        raise WrongUse(
            f"--hand: name the {first} cards of the first round, with commas between, not {len(hand)}"
        )
    return hand


def read_players(given: int | None, rules: ManchotsRules) -> int:
    """Return the number of players that is asked for, or the one nearest to four."""
    few, most = rules.players.min, rules.players.max
    players = min(max(4, few), most) if given is None else given
    if not few <= players <= most:
        raise WrongUse(f"--players {players}: give {few} to {most}")
    return players


def _plain(text: str) -> str:
    return "_".join(text.strip().lower().replace("_", " ").replace("-", " ").split())


def _meant(name: str, known: Mapping[str, Any]) -> str:
    near = get_close_matches(name, known, 1)
    if near:
        return f"did you mean {near[0]}?"
    return f"a card is a zone and a value, such as desert_7; the zones are {', '.join(ZONES)}"
