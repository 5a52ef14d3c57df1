"""The loop one would write first for a table of card players, for the bench to time ours against."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit

ARMS, JOKERS, SORTS = 14, 2, 4


@jit
def plain_card_games(games, players, turns):
    """Play games in which everybody draws a card a turn and exchanges at once; return all armies.

    Three alike, three different, or any two cards and a joker make a set, worth 4, 6, 8, 10, 12, 15 and
    then 5 more each. The talon is shuffled, and drawn from its end.
    """
    talon = np.zeros(3 * ARMS + JOKERS, np.int64)
    armies = 0
    for _ in range(games):
        left = len(talon)
        for card in range(left):
            talon[card] = card // ARMS
        hands, used = np.zeros((players, SORTS), np.int64), np.zeros(SORTS, np.int64)
        _shuffle(talon, left)
        sets_done = 0
        for _ in range(turns):
            for player in range(players):
                if left == 0:
                    for sort in range(SORTS):
                        for _ in range(used[sort]):
                            talon[left] = sort
                            left += 1
                        used[sort] = 0
                    _shuffle(talon, left)
                left -= 1
                hands[player, talon[left]] += 1
                if _exchange_one(hands[player], used):
                    sets_done += 1
                    armies += 2 + 2 * sets_done if sets_done < 6 else 15 + 5 * (sets_done - 6)
    return armies


@jit
def _shuffle(talon, left):
    for last in range(left - 1, 0, -1):
        other = np.random.randint(0, last + 1)  # noqa: NPY002 - the one that Numba compiles to its own generator
        talon[last], talon[other] = talon[other], talon[last]


@jit
def _exchange_one(hand, used):
    """Exchange a set if there is one, best without jokers; tell whether there was."""
    if hand[0] > 0 and hand[1] > 0 and hand[2] > 0:
        for arm in range(3):
            hand[arm] -= 1
            used[arm] += 1
        return True
    for arm in range(3):
        if hand[arm] >= 3:
            hand[arm] -= 3
            used[arm] += 3
            return True
    if hand[3] > 0 and hand.sum() >= 3:
        hand[3] -= 1
        used[3] += 1
        for _ in range(2):
            most = np.argmax(hand)
            hand[most] -= 1
            used[most] += 1
        return True
    return False
