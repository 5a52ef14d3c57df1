"""A game of world conquest as one would write it first, to time the engine against; only the bench calls it.

Arrays and loops over them, `np.random` die by die, compiled by Numba. It plays `risk-modern` with `reckless`,
but simpler: a card is its arm alone, sets go back to the talon at once; no land bonus, no
exchange in mid-combat, no log, no rows, no other rules.
"""

# ruff: noqa: NPY002 - the generator that Numba compiles into the loop

import numpy as np

from conquestlab.benchmarks.bench_loops import plain_throw_of_three, plain_throw_of_two
from conquestlab.kernels.compiling.jit import jit

SCALE = np.array([4, 6, 8, 10, 12, 15, 20, 25])
DECK = np.array([14, 14, 14, 2])


@jit
def plain_games(neighbours, continents, bonus, seats, games):
    """Play games to their end; return the number of turns.

    Parameters
    ----------
    neighbours : int64 (lands, most neighbours)
        Filled up with -1.
    continents : int64 (lands,)
    bonus : int64 (continents,)
    seats, games : int
    """
    turns = 0
    for _ in range(games):
        turns += _play(neighbours, continents, bonus, seats)
    return turns


@jit
def _play(neighbours, continents, bonus, seats):
    lands = len(neighbours)
    owner, armies = np.empty(lands, np.int64), np.ones(lands, np.int64)
    hands, talon = np.zeros((seats, 4), np.int64), DECK.copy()
    order = np.random.permutation(lands)
    for place in range(lands):
        owner[order[place]] = place % seats
    for seat in range(seats):
        extra = (45 - 5 * max(seats - 1, 1) if seats > 2 else 40) - np.sum(owner == seat)
        armies[_strongest(neighbours, owner, armies, seat, 0)] += extra
    turns, seat, sets = 0, 0, 0
    while turns < 200 * seats:
        owned = np.sum(owner == seat)
        if owned > 0:
            turns += 1
            new = max(3, owned // 3)
            for continent in range(len(bonus)):
                if np.all(owner[continents == continent] == seat):
                    new += bonus[continent]
            while _exchange(talon, hands[seat]):
                new += SCALE[sets] if sets < len(SCALE) else SCALE[-1] + 5 * (sets - len(SCALE) + 1)
                sets += 1
            armies[_strongest(neighbours, owner, armies, seat, 0)] += new
            if _fight(neighbours, owner, armies, hands, seat):
                _draw(talon, hands[seat])
            _move(neighbours, owner, armies, seat)
            if np.all(owner == seat):
                return turns
        seat = (seat + 1) % seats
    return turns


@jit
def _fight(neighbours, owner, armies, hands, seat):
    """Attack until no land of the seat can; return whether anything was taken."""
    taken = False
    source = _strongest(neighbours, owner, armies, seat, 2)
    while source >= 0:
        target = _weakest(neighbours, owner, armies, source)
        while armies[source] > 1 and armies[target] > 0:
            _roll(armies, source, target)
        if armies[target] == 0:
            victim = owner[target]
            owner[target] = seat
            going = armies[source] - 1
            dead_end = _weakest(neighbours, owner, armies, target) < 0
            if dead_end and _weakest(neighbours, owner, armies, source) >= 0:
                going = min(3, going)
            armies[target] = going
            armies[source] -= going
            taken = True
            if np.sum(owner == victim) == 0:
                hands[seat] += hands[victim]
                hands[victim] = 0
            source = source if dead_end and armies[source] > 1 else target
        if armies[source] < 2 or _weakest(neighbours, owner, armies, source) < 0:
            source = _strongest(neighbours, owner, armies, seat, 2)
    return taken


@jit
def _move(neighbours, owner, armies, seat):
    """Move the largest force that has no enemy beside it to a land next to it that has, or to any."""
    source = -1
    for land in range(len(owner)):
        inside = owner[land] == seat and _weakest(neighbours, owner, armies, land) < 0
        if inside and armies[land] > 1 and (source < 0 or armies[land] > armies[source]):
            source = land
    if source < 0:
        return
    target = neighbours[source, 0]
    for near in neighbours[source]:
        if near >= 0 and _weakest(neighbours, owner, armies, near) >= 0:
            target = near
    armies[target] += armies[source] - 1
    armies[source] = 1


@jit
def _roll(armies, source, target):
    dice = min(3, armies[source] - 1)
    if dice == 3:
        first, second, _ = plain_throw_of_three()
    elif dice == 2:
        first, second = plain_throw_of_two()
    else:
        first, second = np.random.randint(1, 7), 0
    if armies[target] > 1:
        high, low = plain_throw_of_two()
    else:
        high, low = np.random.randint(1, 7), 0
    pairs = min(dice, 2, armies[target])
    won = int(first > high) + (int(second > low) if pairs == 2 else 0)
    armies[target] -= won
    armies[source] -= pairs - won


@jit
def _strongest(neighbours, owner, armies, seat, least):
    """Return the border land of a seat with the most armies, at least so many; -1 if there is none."""
    best, most = -1, least - 1
    for land in range(len(owner)):
        if owner[land] == seat and armies[land] > most and _weakest(neighbours, owner, armies, land) >= 0:
            best, most = land, armies[land]
    return best


@jit
def _weakest(neighbours, owner, armies, land):
    """Return the hostile neighbour with the fewest armies, -1 if there is none."""
    best, fewest = -1, np.int64(1 << 60)
    for near in neighbours[land]:
        if near < 0:
            break
        if owner[near] != owner[land] and armies[near] < fewest:
            best, fewest = near, armies[near]
    return best


@jit
def _draw(talon, hand):
    left = talon.sum()
    if left == 0:
        return
    card = np.random.randint(0, left)
    for arm in range(4):
        if card < talon[arm]:
            talon[arm] -= 1
            hand[arm] += 1
            return
        card -= talon[arm]


@jit
def _exchange(talon, hand):
    """Put a set back into the talon, if the hand holds one; return whether it did."""
    for arm in range(3):
        if hand[arm] >= 3:
            hand[arm] -= 3
            talon[arm] += 3
            return True
    arms = (hand[:3] > 0).sum()
    jokers = 3 - arms
    if hand[3] < jokers or (jokers and hand.sum() < 3):
        return False
    jokers = min(jokers, 1)
    hand[3] -= jokers
    talon[3] += jokers
    wanted = 3 - jokers
    for _ in range(2):
        for arm in range(3):
            if wanted and hand[arm] > 0:
                hand[arm] -= 1
                talon[arm] += 1
                wanted -= 1
    return True
