"""Exact odds of cards dealt from a full deck, without replacement: sets, kinds, armies and land bonuses.

Every answer is a Fraction over whole hands, counted; nothing is drawn or rounded.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    JOKER,
    CardRules,
    Hand,
    best_sets,
    hand_armies,
    holds_set,
    kinds_in,
    land_bonus,
    next_set,
    set_kinds,
    with_card,
)


def hands(rules: CardRules, size: int) -> Iterator[tuple[Hand, int]]:
    """Yield every hand of `size` cards as counts, with the number of ways to deal it."""
    deck = rules.deck
    for first in product(*(range(min(size, held) + 1) for held in deck[:JOKER])):
        jokers = size - sum(first)
        if 0 <= jokers <= deck[JOKER]:
            hand = (*first, jokers)
            yield hand, _ways(deck, hand)


def _ways(deck: Hand, hand: Hand) -> int:
    ways = 1
    for held, taken in zip(deck, hand, strict=True):
        ways *= comb(held, taken)
    return ways


def _mean(rules: CardRules, size: int, worth: dict[Hand, Fraction] | dict[Hand, int]) -> Fraction:
    total = sum(ways * worth[hand] for hand, ways in hands(rules, size) if hand in worth)
    return Fraction(total) / comb(sum(rules.deck), size)


def check_hand_size(rules: CardRules, size: int) -> None:
    """Refuse a hand that the deck cannot deal."""
    if not 0 <= size <= sum(rules.deck):
        raise WrongUse(f"a hand has 0 to {sum(rules.deck)} cards under these rules, not {size}")


@cache
def set_chance(rules: CardRules, size: int) -> Fraction:
    """Return the chance that a hand of `size` cards holds a set."""
    check_hand_size(rules, size)
    return _mean(rules, size, {hand: 1 for hand, _ in hands(rules, size) if holds_set(rules, hand)})


def mean_sets(rules: CardRules, size: int) -> Fraction:
    """Return the mean number of sets that a hand of `size` cards can exchange at once."""
    check_hand_size(rules, size)
    return _mean(rules, size, {hand: len(best_sets(rules, hand)) for hand, _ in hands(rules, size)})


@cache
def kind_chances(rules: CardRules, size: int) -> dict[str, Fraction]:
    """Return, by the name of the kind, the chance that a hand of `size` cards holds such a set."""
    check_hand_size(rules, size)
    held: dict[str, dict[Hand, int]] = {kind.name: {} for kind in set_kinds(rules)}
    for hand, _ in hands(rules, size):
        for kind in kinds_in(rules, hand):
            held[kind.name][hand] = 1
    return {name: _mean(rules, size, with_it) for name, with_it in held.items()}


@cache
def first_set_law(rules: CardRules) -> tuple[Fraction, ...]:
    """Return the law of the number of cards drawn until the first set: entry n is the chance of n cards."""
    law = [Fraction(0)]
    while sum(law) < 1:
        size = len(law)
        if size > sum(rules.deck):
            raise WrongUse("the whole deck holds no set under these rules; give it more cards")
        law.append(set_chance(rules, size) - set_chance(rules, size - 1))
    return tuple(law)


def mean_cards_to_set(rules: CardRules) -> Fraction:
    """Return the mean number of cards, drawn one by one, until the first set."""
    return sum((size * chance for size, chance in enumerate(first_set_law(rules))), Fraction(0))


@cache
def first_set_kinds(rules: CardRules) -> dict[str, tuple[Fraction, Fraction]]:
    """Return, by kind, the chance that the first set is of it and the mean number of cards when it is.

    Cards are drawn one by one; where the last of them completes several kinds, the best of them counts.
    """
    chance = {kind.name: Fraction(0) for kind in set_kinds(rules)}
    cards = dict(chance)
    total = sum(rules.deck)
    for size in range(len(first_set_law(rules)) - 1):
        for hand, ways in hands(rules, size):
            if holds_set(rules, hand):
                continue
            for card, held in enumerate(hand):
                kind = next_set(rules, with_card(hand, card))
                left = rules.deck[card] - held
                if kind and left:
                    share = Fraction(ways * left, comb(total, size) * (total - size))
                    chance[kind.name] += share
                    cards[kind.name] += share * (size + 1)
    return {name: (share, cards[name] / share) for name, share in chance.items() if share}


def mean_hand_armies(rules: CardRules, size: int, number: int = 1) -> Fraction:
    """Return the mean armies of `size` cards, all their sets exchanged now, the first the `number`-th."""
    check_hand_size(rules, size)
    return _mean(rules, size, {hand: hand_armies(rules, hand, number) for hand, _ in hands(rules, size)})


def card_worth(rules: CardRules, size: int, number: int = 1) -> Fraction:
    """Return what the `size`-th card of a hand adds to the mean armies of the hand exchanged now."""
    return mean_hand_armies(rules, size, number) - mean_hand_armies(rules, size - 1, number)


@cache
def bonus_law(rules: CardRules, size: int, lands_held: int, number: int = 1) -> dict[int, Fraction]:
    """Return the law of the land bonus of one set, out of a hand of `size` cards that holds one.

    Any `lands_held` of the lands are equally likely to be the player's, whatever his cards. The set is the
    `number`-th of the game, and chosen for the most armies with its bonus.
    """
    check_hand_size(rules, size)
    lands = sum(rules.arms)
    if not 0 <= lands_held <= lands:
        raise WrongUse(f"a player holds 0 to {lands} lands, not {lands_held}")
    law: dict[int, int] = {}
    for hand, ways in hands(rules, size):
        land_cards = sum(hand[:JOKER])
        for owned in product(*(range(held + 1) for held in hand[:JOKER])):
            others = lands_held - sum(owned)
            kind = next_set(rules, hand, number, owned)
            if kind is None or not 0 <= others <= lands - land_cards:
                continue
            bonus = land_bonus(rules, kind.takes, owned)
            here = ways * comb(lands - land_cards, others) * _ways(hand, (*owned, 0))
            law[bonus] = law.get(bonus, 0) + here
    total = sum(law.values())
    if not total:
        raise WrongUse(f"no hand of {size} cards holds a set under these rules; ask for a larger hand")
    return {bonus: Fraction(ways, total) for bonus, ways in sorted(law.items())}


def mean_bonus(rules: CardRules, size: int, lands_held: int) -> Fraction:
    """Return the mean land bonus of one set, out of a hand of `size` cards that holds one."""
    return sum((bonus * chance for bonus, chance in bonus_law(rules, size, lands_held).items()), Fraction(0))


def sure_hand_size(rules: CardRules) -> int:
    """Return the smallest number of cards that always hold a set."""
    return len(first_set_law(rules)) - 1
