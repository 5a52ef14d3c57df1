"""Slow and plain readings of the card rules: hands are lists of single cards, and everything is tried.

Nothing here is shared with the project. A card is one letter, i, c, a for the arms and j for a joker; where
lands matter it is a pair of letter and land (None for a joker).
"""

from collections import Counter
from itertools import combinations

FIXED = {"aaa": 4, "iii": 6, "ccc": 8, "aci": 10, "aaj": 12, "ccj": 12, "iij": 12}


def deck(arms=(14, 14, 14), jokers=2):
    """The letters of all cards."""
    return "i" * arms[0] + "c" * arms[1] + "a" * arms[2] + "j" * jokers


def is_set(rules, letters):
    """Do exactly these cards make a set?"""
    jokers, others = letters.count("j"), letters.replace("j", "")
    if rules.sets == "three_arms":
        if rules.joker == "series":
            return letters == "j" or sorted(letters) == ["a", "c", "i"]
        return len(letters) == 3 and len(set(others)) == len(others)
    if rules.sets == "alike_or_different":
        return len(letters) == 3 and (jokers > 0 or len(set(letters)) in (1, 3))
    if len(letters) != 3:
        return False
    if jokers == 1 and rules.joker_fixed == "also_different_10" and len(set(others)) == 2:
        return True
    return "".join(sorted(letters)) in FIXED


def set_value(rules, letters, number):
    """The armies of a set, the number-th of the game."""
    if rules.sets == "fixed":
        return FIXED.get("".join(sorted(letters)), 10)
    value = 0
    for step in range(number):
        value = rules.scale[step] if step < len(rules.scale) else value + rules.scale_step
    return value


def sets_of(rules, cards):
    """Every set among the cards, as tuples of places."""
    return [
        places
        for size in (1, 2, 3)
        for places in combinations(range(len(cards)), size)
        if is_set(rules, "".join(cards[place][0] for place in places))
    ]


def holds_set(rules, letters):
    """Is there any set among the cards?"""
    return bool(sets_of(rules, letters))


def most_armies(rules, letters, number=1):
    """The most armies out of disjoint sets, exchanged one after the other."""
    best = 0
    for places in sets_of(rules, letters):
        taken = "".join(letters[place] for place in places)
        rest = "".join(letter for place, letter in enumerate(letters) if place not in places)
        best = max(best, set_value(rules, taken, number) + most_armies(rules, rest, number + 1))
    return best


def hands_of(rules, size):
    """All hands of a size, combination by combination, with the number of ways to deal each."""
    return Counter(combinations(deck(rules.arms, rules.jokers), size))


def bonus(rules, cards, owned):
    """The land bonus of a set."""
    shown = sum(1 for _, land in cards if land in owned)
    return rules.land_bonus * (min(shown, 1) if rules.land_bonus_limit == "one_a_turn" else shown)


def best_first(rules, cards, owned, number=1):
    """What the set to exchange first brings: with the best set after it, itself, and its number of jokers."""
    best = None
    for places in sets_of(rules, cards):
        taken = [cards[place] for place in places]
        rest = [card for place, card in enumerate(cards) if place not in places]
        letters = "".join(letter for letter, _ in taken)
        now = set_value(rules, letters, number) + bonus(rules, taken, owned)
        after = [
            set_value(rules, "".join(rest[place][0] for place in later), number + 1)
            for later in sets_of(rules, rest)
        ]
        found = (now + max(after, default=0), now, -letters.count("j"))
        best = found if best is None else max(best, found)
    return best
