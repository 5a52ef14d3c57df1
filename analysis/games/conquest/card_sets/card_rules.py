"""The card rules of a rulebook as one small record, and in plain Python: sets, scale, bonus, obligations.

A hand is a tuple of four counts: infantry, cavalry, artillery, jokers. Which land a card shows matters only
for the land bonus, so it is left to those who need it.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    import numpy as np

ARMS = ("infantry", "cavalry", "artillery")
JOKER = 3  # place of the jokers in a hand

Hand = tuple[int, ...]  # four counts


class FixedValues(NamedTuple):
    """Armies of each kind of set where the values are printed and do not grow."""

    infantry: int = 6
    cavalry: int = 8
    artillery: int = 4
    different: int = 10
    joker_pair: int = 12


class CardRules(NamedTuple):
    """What a rulebook says about cards, under the names of its keys (docs/rulebooks.md)."""

    sets: str
    jokers: int = 2
    joker: str = "series"
    joker_fixed: str = "pair_only"
    scale: tuple[int, ...] = ()
    scale_step: int = 5
    fixed: FixedValues = FixedValues()
    draw: str = "conquest"
    lands_per_army: int = 3
    land_bonus: int = 0
    land_bonus_limit: str = "every_card"
    capture_bonus: str = "free"
    must_exchange_at: int = 0
    capture_exchange: str = "allowed"
    arms: tuple[int, int, int] = (14, 14, 14)

    @property
    def deck(self) -> Hand:
        """All cards of the game, counted like a hand."""
        return (*self.arms, self.jokers)

    @property
    def has_scale(self) -> bool:
        """Whether a set's worth grows with the sets exchanged before it."""
        return self.sets != "fixed"


class SetKind(NamedTuple):
    """One kind of set: its name, the cards it takes, and its armies (0 where the scale decides)."""

    name: str
    takes: Hand
    armies: int


def _one_arm(count: int, arm: int, jokers: int) -> Hand:
    counts = [0, 0, 0, jokers]
    counts[arm] = count
    return tuple(counts)


def _without_arm(arm: int, jokers: int) -> Hand:
    counts = [1, 1, 1, jokers]
    counts[arm] = 0
    return tuple(counts)


@cache
def set_kinds(rules: CardRules) -> tuple[SetKind, ...]:
    """Return every kind of set that the deck can make, those without jokers first."""
    fixed = rules.fixed if rules.sets == "fixed" else FixedValues(0, 0, 0, 0, 0)
    alike = [SetKind(name, _one_arm(3, arm, 0), fixed[arm]) for arm, name in enumerate(ARMS)]
    different = [SetKind("different", (1, 1, 1, 0), fixed.different)]
    pairs = [SetKind("joker_pair", _one_arm(2, arm, 1), fixed.joker_pair) for arm in range(3)]
    mixed = [SetKind("joker_different", _without_arm(arm, 1), fixed.different) for arm in (2, 1, 0)]
    jokers = [SetKind("two_jokers", _one_arm(1, arm, 2), 0) for arm in range(3)]
    jokers.append(SetKind("three_jokers", (0, 0, 0, 3), 0))
    if rules.sets == "three_arms":
        kinds = [*different, SetKind("joker", (0, 0, 0, 1), 0)]
        if rules.joker == "wild":
            kinds = [*different, *mixed, *jokers]
    elif rules.sets == "alike_or_different":
        kinds = [*alike, *different, *pairs, *mixed, *jokers]
    elif rules.sets == "fixed":
        kinds = [*alike, *different, *pairs]
        if rules.joker_fixed == "also_different_10":
            kinds += mixed
    else:
        raise WrongUse(f"cards.sets is {rules.sets!r}; take three_arms, alike_or_different or fixed")
    return tuple(kind for kind in kinds if covers(rules.deck, kind.takes))


def covers(hand: Hand, cards: Hand) -> bool:
    """Tell whether `hand` holds all of `cards`."""
    return all(held >= taken for held, taken in zip(hand, cards, strict=True))


def without(hand: Hand, cards: Hand) -> Hand:
    """Return what is left of `hand` when `cards` are taken out."""
    return tuple(held - taken for held, taken in zip(hand, cards, strict=True))


def with_card(hand: Hand, card: int) -> Hand:
    """Return `hand` with one card more, an arm (0, 1, 2) or a joker (3)."""
    return tuple(held + (place == card) for place, held in enumerate(hand))


def kind_of(rules: CardRules, cards: Hand) -> SetKind | None:
    """Return the kind of set that exactly these cards make, or None."""
    return next((kind for kind in set_kinds(rules) if kind.takes == cards), None)


def kinds_in(rules: CardRules, hand: Hand) -> list[SetKind]:
    """Return every kind of set that can be made out of `hand`."""
    return [kind for kind in set_kinds(rules) if covers(hand, kind.takes)]


def holds_set(rules: CardRules, hand: Hand) -> bool:
    """Tell whether any set can be made out of `hand`."""
    return any(covers(hand, kind.takes) for kind in set_kinds(rules))


def scale_value(rules: CardRules, number: int) -> int:
    """Return the armies of the `number`-th set of the whole game (the first is 1), whoever exchanges it."""
    if not rules.has_scale:
        raise WrongUse("these rules have fixed set values and no scale; ask for the kind of set instead")
    if number < 1:
        raise WrongUse(f"sets are counted from 1, not {number}")
    printed = len(rules.scale)
    if number <= printed:
        return rules.scale[number - 1]
    last = rules.scale[-1] if rules.scale else 0
    return last + rules.scale_step * (number - printed)


def scale_total(rules: CardRules, number: int, sets: int) -> int:
    """Return the armies of `sets` sets one after the other, the first of them the `number`-th of the game."""
    return sum(scale_value(rules, number + later) for later in range(sets))


@cache
def best_sets(rules: CardRules, hand: Hand) -> tuple[SetKind, ...]:
    """Return the disjoint sets of `hand` that bring the most armies together, with the fewest jokers.

    On a scale the most armies are the most sets, since no step of a scale is below one; with fixed values
    they are the largest sum. Land bonuses are left out.
    """
    best: tuple[SetKind, ...] = ()
    for kind in kinds_in(rules, hand):
        chosen = (kind, *best_sets(rules, without(hand, kind.takes)))
        if _rank(rules, chosen) > _rank(rules, best):
            best = chosen
    return best


def _rank(rules: CardRules, chosen: tuple[SetKind, ...]) -> tuple[int, int]:
    gain = len(chosen) if rules.has_scale else sum(kind.armies for kind in chosen)
    return gain, -sum(kind.takes[JOKER] for kind in chosen)


def hand_armies(rules: CardRules, hand: Hand, number: int = 1) -> int:
    """Return the most armies of `hand`, all its sets exchanged now, the first of them the `number`-th."""
    chosen = best_sets(rules, hand)
    if rules.has_scale:
        return scale_total(rules, number, len(chosen))
    return sum(kind.armies for kind in chosen)


def kind_armies(rules: CardRules, kind: SetKind, number: int) -> int:
    """Return the armies of a set of this kind, the `number`-th of the game, without land bonus."""
    return scale_value(rules, number) if rules.has_scale else kind.armies


def land_bonus(rules: CardRules, takes: Hand, owned: tuple[int, ...]) -> int:
    """Return the most land bonus of a set out of a hand in which `owned` cards, by arm, show own lands."""
    shown = sum(min(taken, own) for taken, own in zip(takes[:JOKER], owned, strict=True))
    if rules.land_bonus_limit == "one_a_turn":
        shown = min(shown, 1)
    return rules.land_bonus * shown


def next_set(
    rules: CardRules, hand: Hand, number: int = 1, owned: tuple[int, ...] = (0, 0, 0)
) -> SetKind | None:
    """Return the set of `hand` to exchange first, or None.

    It brings the most armies together with the best set of the cards left after it; of equal ones it brings
    the most itself, and then it has the fewest jokers.
    """

    def worth(kind: SetKind) -> tuple[int, int]:
        now = kind_armies(rules, kind, number) + land_bonus(rules, kind.takes, owned)
        rest = without(hand, kind.takes)
        then = max((kind_armies(rules, later, number + 1) for later in kinds_in(rules, rest)), default=0)
        return now + then, now

    return max(kinds_in(rules, hand), key=worth, default=None)


def cards_due(rules: CardRules, lands: int, conquered: bool) -> int:
    """Return the cards a player gets in a turn that he began with `lands` lands."""
    if rules.draw == "start":
        return 1
    if rules.draw == "remainder":
        return lands % rules.lands_per_army
    return int(conquered and rules.draw == "conquest")


def must_exchange(rules: CardRules, hand: Hand) -> bool:
    """Tell whether a player who holds `hand` at the start of his turn has to exchange a set."""
    return 0 < rules.must_exchange_at <= sum(hand) and holds_set(rules, hand)


def must_exchange_captured(rules: CardRules, hand: Hand, begun: bool) -> bool:
    """Tell whether `hand`, with captured cards in it, forces an exchange in mid-combat.

    `begun` is True from the first such exchange on: six cards begin it, and it ends with four or fewer.
    """
    if rules.capture_exchange != "forced_from_six":
        return False
    return sum(hand) >= (5 if begun else 6) and holds_set(rules, hand)


def may_exchange_captured(rules: CardRules, hand: Hand, begun: bool) -> bool:
    """Tell whether an exchange in mid-combat, after an elimination, is legal."""
    if rules.capture_exchange == "forced_from_six":
        return must_exchange_captured(rules, hand, begun)
    return holds_set(rules, hand)


def card_numbers(rules: CardRules, arm_of_land: Sequence[int] | None = None) -> "np.ndarray":
    """Return the rules as the numbers that a kernel takes.

    Parameters
    ----------
    arm_of_land : sequence of int, optional
        The arm (0, 1, 2) of each land's card; without it the lands of an arm follow each other.

    Returns
    -------
    array of card_rules_dtype (1,)
    """
    import numpy as np

    from conquestlab.kernels.conquest import cards as kernel

    arms = arm_of_land
    if arms is None:
        arms = [arm for arm, lands in enumerate(rules.arms) for _ in range(lands)]
    kinds = set_kinds(rules)
    record = np.zeros(1, kernel.card_rules_dtype)
    numbers = record[0]
    for arm in range(kernel.ARMS):
        numbers["arm_lands"][arm] = sum(1 << land for land, shown in enumerate(arms) if shown == arm)
    numbers["lands"], numbers["jokers"], numbers["kinds"] = len(arms), rules.jokers, len(kinds)
    for place, kind in enumerate(kinds):
        numbers["takes"][place] = kind.takes
        numbers["armies"][place] = kind.armies
    for place in range(256):
        hand = (place & 3, place >> 2 & 3, place >> 4 & 3, place >> 6)
        numbers["holding"][place >> 6] |= np.uint64(holds_set(rules, hand) << (place & 63))
    numbers["has_scale"] = rules.has_scale
    numbers["steps"] = len(rules.scale)
    numbers["scale"][: len(rules.scale)] = rules.scale
    numbers["scale_step"] = rules.scale_step
    numbers["draw"] = ("start", "remainder", "conquest", "never").index(rules.draw)
    numbers["lands_per_army"] = rules.lands_per_army
    numbers["land_bonus"] = rules.land_bonus
    numbers["land_bonus_once"] = rules.land_bonus_limit == "one_a_turn"
    numbers["must_exchange_at"] = rules.must_exchange_at
    numbers["capture_exchange_forced"] = rules.capture_exchange == "forced_from_six"
    return record
