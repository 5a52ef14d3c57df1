"""Counts over dealt hands against the same hands dealt from numpy's own generator and judged by trying."""

import card_oracle as oracle
import numpy as np
import pytest
from card_rulebooks import FIRST_1957, FIXED_1970, MODERN, WORLD_1970

from conquestlab.analysis.games.conquest.card_sets.card_rules import card_numbers, set_kinds
from conquestlab.kernels.conquest import card_samples as kernel
from conquestlab.kernels.shared.purposes import CARDS, DEAL

SEEDS = np.arange(20, 26, dtype=np.uint64)
FIRST, HANDS = 3, 60
RULES = pytest.mark.parametrize(
    "rules", [FIRST_1957, FIXED_1970, WORLD_1970, MODERN], ids=["first", "fixed", "world", "modern"]
)
LETTERS = "i" * 14 + "c" * 14 + "a" * 14


def words(hand, purpose):
    """Numbers below a bound, one a word of a stream."""
    source = np.random.Philox(key=[int(SEEDS[purpose]), hand], counter=[0, purpose, 0, 0])

    def below(bound):
        return int(source.random_raw()) * bound >> 64

    return below


def dealt(rules, hand):
    """All cards of hand i in the order in which they come, with letter and land."""
    below = words(hand, CARDS)
    talon = [(letter, land) for land, letter in enumerate(LETTERS)] + [("j", None)] * rules.jokers
    order = []
    while talon:
        place = below(len(talon))
        order.append(talon[place])
        talon[place] = talon[-1]
        talon.pop()
    return order


def letters(cards):
    return "".join(letter for letter, _ in cards)


def sample():
    return np.zeros(1, kernel.sample_dtype)


@RULES
def test_sets_and_first_sets_are_counted(rules):
    kinds = set_kinds(rules)
    names = list(dict.fromkeys(kind.name for kind in kinds))
    asked = np.array([names.index(kind.name) for kind in kinds])
    sizes = 6
    tally = (
        np.zeros(sizes, np.int64),
        np.zeros((sizes, len(names)), np.int64),
        np.zeros((len(names), 3), np.int64),
    )
    kernel.count_sets(card_numbers(rules)[0], asked, sample(), SEEDS, FIRST, HANDS, tally)
    holding, held, firsts = (np.zeros_like(array) for array in tally)
    for hand in range(FIRST, FIRST + HANDS):
        order = dealt(rules, hand)
        for size in range(1, sizes):
            cards = letters(order[:size])
            holding[size] += oracle.holds_set(rules, cards)
            for name in names:
                taken = [kind.takes for kind in kinds if kind.name == name]
                held[size, names.index(name)] += any(
                    all(cards.count(letter) >= count for letter, count in zip("icaj", takes, strict=True))
                    for takes in taken
                )
        size = next(size for size in range(1, 45) if oracle.holds_set(rules, letters(order[:size])))
        jokers = -oracle.best_first(rules, order[:size], set())[2]
        found = [
            kind
            for kind in kinds
            if kind.takes[3] == jokers
            and all(letters(order[:size]).count(x) >= n for x, n in zip("icaj", kind.takes, strict=True))
        ]
        best = max(found, key=lambda kind: kind.armies)
        firsts[names.index(best.name)] += [1, size, size * size]
    assert np.array_equal(tally[0], holding)
    assert np.array_equal(tally[1], held)
    assert np.array_equal(tally[2], firsts)


@RULES
def test_armies_are_added_up(rules):
    sums = np.zeros((2, 7, 2), np.int64)
    kernel.add_armies(card_numbers(rules)[0], np.array([1, 5]), sample(), SEEDS, FIRST, HANDS, sums)
    expected = np.zeros_like(sums)
    for hand in range(FIRST, FIRST + HANDS):
        cards = letters(dealt(rules, hand)[:6])
        for size in range(1, 7):
            for place, number in enumerate((1, 5)):
                armies = oracle.most_armies(rules, cards[:size], number)
                expected[place, size] += [armies, armies * armies]
    assert np.array_equal(sums, expected)


@pytest.mark.parametrize("rules", [FIXED_1970, WORLD_1970, MODERN], ids=["fixed", "world", "modern"])
def test_bonuses_are_added_up(rules):
    lands_held = np.array([5, 20, 42])
    sums = np.zeros((3, 6, 3), np.int64)
    kernel.add_bonuses(card_numbers(rules)[0], lands_held, sample(), SEEDS, FIRST, HANDS, sums)
    expected = np.zeros_like(sums)
    for hand in range(FIRST, FIRST + HANDS):
        order = dealt(rules, hand)
        below = words(hand, DEAL)
        lands = []
        for land in range(42):
            place = below(land + 1)
            lands.append(land)
            lands[land], lands[place] = lands[place], land
        for size in range(1, 6):
            for place, held in enumerate(lands_held):
                owned = set(lands[:held])
                best = oracle.best_first(rules, order[:size], owned)
                if best is None:
                    continue
                bonuses = {
                    now - value
                    for value, now, jokers in worths(rules, order[:size], owned)
                    if (now, -jokers) == best[1:]
                }
                (bonus,) = bonuses
                expected[place, size] += [1, bonus, bonus * bonus]
    assert np.array_equal(sums, expected)


def worths(rules, cards, owned):
    for places in oracle.sets_of(rules, cards):
        taken = [cards[place] for place in places]
        value = oracle.set_value(rules, letters(taken), 1)
        yield value, value + oracle.bonus(rules, taken, owned), letters(taken).count("j")
