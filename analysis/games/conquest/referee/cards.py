"""Cards: drawing from the talon, what makes a set, and what a set is worth."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from conquestlab.analysis.games.conquest.referee.script import Event, Script
from conquestlab.analysis.games.conquest.referee.table import Table

ARMS = ("infantry", "cavalry", "artillery")
JOKER = "joker"


def card_to_be_had(table: Table) -> bool:
    """Say whether a card can be drawn; an empty talon is made anew of the discard, when a card is due."""
    if not table.talon:
        table.talon, table.discard = table.discard, set()
    return bool(table.talon)


def draw(script: Script, table: Table, when: str, paragraph: str) -> Event:
    """Read one card drawn, and put it into the hand of whoever drew it."""
    card_to_be_had(table)
    event = script.take("draw", paragraph, "a card is due")
    card = event["card"]
    script.same(paragraph, "when", event["when"], when)
    if card in table.discard:
        script.stop("3.6 A12", f"{card} lies in the discard, and the talon is not empty")
    if card not in table.talon:
        script.stop(paragraph, f"{card} is in a hand, not in the talon")
    table.talon.remove(card)
    table.hands[event["player"]].add(card)
    return event


def armies_of_set(table: Table, cards: Iterable[str], number: int) -> int | None:
    """Return the armies for these cards as the set of this number in the game; None if they are no set."""
    rules = table.spec.cards
    shown = Counter(table.arm.get(card, JOKER) for card in cards)
    jokers, many = shown.pop(JOKER, 0), sum(shown.values())
    if rules.sets == "fixed":
        return _fixed_armies(table, shown, jokers)
    if rules.sets == "three_arms":
        different = len(shown) == many
        if rules.joker == "series":
            is_set = (jokers, many) == (1, 0) or (jokers == 0 and many == 3 and different)
        else:
            is_set = jokers + many == 3 and different
    else:
        is_set = jokers + many == 3 and (jokers > 0 or len(shown) in (1, 3))
    return _armies_on_scale(table, number) if is_set else None


def has_set(table: Table, cards: Iterable[str]) -> bool:
    """Say whether a set can be made of some of these cards."""
    own = sorted(cards)
    return any(armies_of_set(table, some, 1) is not None for n in (1, 3) for some in combinations(own, n))


def _armies_on_scale(table: Table, number: int) -> int:
    scale, step = table.spec.cards.scale, table.spec.cards.scale_step
    return scale[number - 1] if number <= len(scale) else scale[-1] + step * (number - len(scale))


def _fixed_armies(table: Table, shown: Counter[str], jokers: int) -> int | None:
    rules = table.spec.cards
    many = sum(shown.values())
    if jokers + many != 3 or jokers > 1:
        return None
    if jokers == 1:
        if len(shown) == 1:
            return rules.fixed.joker_pair
        return rules.fixed.different if rules.joker_fixed == "also_different_10" else None
    if len(shown) == 3:
        return rules.fixed.different
    return getattr(rules.fixed, next(iter(shown))) if len(shown) == 1 else None
