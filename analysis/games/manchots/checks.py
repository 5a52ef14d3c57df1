"""What the values of a rulebook of Manchots Barjots cannot be together, and which have no effect."""

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.games.manchots.rules import (
    FIRST_HAND,
    MOST_PARTS,
    VIRTUAL,
    ZONES,
    ManchotsRules,
    copies_of,
)
from conquestlab.analysis.rules.clashes import Clash, Gate

MOST_CARDS = 120  # of a deck


def unused_keys(rules: ManchotsRules) -> dict[str, Gate]:
    """Return the keys that have no effect beside the other values, each with the value that bars it."""
    idle: dict[str, Gate] = {}
    if rules.specials.twins == 0:
        idle["twins_stack"] = ("specials.twins", "off")
    if rules.specials.kamikaze == 0:
        idle["specials.kamikaze_from"] = ("specials.kamikaze", "off")
    elif rules.specials.kamikaze_from == 0:
        idle["specials.kamikaze"] = ("specials.kamikaze_from", "off")
    if rules.specials.lookout == 0:
        idle["virtual_lookout"] = ("specials.lookout", "off")
    if rules.players.min > 2:
        for key in ("virtual_can_win", "take_order", "virtual_lookout"):
            idle.setdefault(key, ("players.min", str(rules.players.min)))
    return idle


def clashes(rules: ManchotsRules) -> Iterator[Clash]:
    """Yield what the cards do not suffice for."""
    drawn = FIRST_HAND + rules.rounds * rules.draw
    if drawn > rules.deal:
        wrong = f"at least {drawn}, the cards that a player draws in {rules.rounds} rounds"
        yield Clash(("deal", "rounds", "draw"), rules.deal, wrong)
    cards = len(ZONES) * sum(rules.copies)
    least = rules.deal * max(rules.players.max, 2 + VIRTUAL if rules.players.min == 2 else 0)
    if not least <= cards <= MOST_CARDS:
        keys = ("copies", "deal", "players.min", "players.max")
        low, high = -(-least // len(ZONES)), MOST_CARDS // len(ZONES)
        wrong = (
            f"{low} to {high} cards together, so that the deck suffices for all who are dealt {rules.deal}"
        )
        if low > high:
            wrong = f"{low} cards together, but a zone has at most {high}: deal fewer"
        yield Clash(keys, rules.copies, wrong)
    if rules.twins_stack and rules.specials.twins and most_landed(rules) > MOST_PARTS:
        wrong = f"off, or so few Twins that nobody ever lands more than {MOST_PARTS} cards in a round"
        yield Clash(("twins_stack", "copies", "specials.twins"), True, wrong)


def most_landed(rules: ManchotsRules) -> int:
    """Return the most cards that a player may have to land in a round.

    Where Twins stack, who lands t of them must have landed t - 1 in the round before, and so on.
    """
    twins = len(ZONES) * copies_of(rules, rules.specials.twins)
    if twins == 0:
        return 1
    if not rules.twins_stack:
        return 2
    landed = 1
    while (landed + 1) * (landed + 2) // 2 <= twins:
        landed += 1
    return landed + 1


def effective_values(rules: ManchotsRules, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that act, without the zeros at the end of the list of copies."""
    copies = list(rules.copies)
    while copies and copies[-1] == 0:
        copies.pop()
    return values | {"copies": tuple(copies)}
