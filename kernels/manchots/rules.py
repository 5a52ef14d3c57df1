"""The rules of Manchots Barjots that always hold: who sits beside whom, hands, and what a zone scores."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.state import (
    HIGHEST,
    LOWEST,
    VALUES,
    VIRTUAL,
    ZONE_MASK,
    ZONES,
)
from conquestlab.kernels.shared.bits import lowest, single
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS

NOTHING = np.uint64(0)
HIGHEST_BIT = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << VALUES)])


@jit
def players_of(seats):
    """Return how many players there are: two seats have two virtual players beside them (7B)."""
    return seats + VIRTUAL if seats == 2 else seats


@jit
def left_of(seats, seat):
    """Return the left neighbour of a seat, the next player clockwise."""
    return VIRTUAL + seat if seats == 2 else (seat + 1) % seats


@jit
def right_of(seats, seat):
    """Return the right neighbour of a seat."""
    return VIRTUAL + 1 - seat if seats == 2 else (seat + seats - 1) % seats


@jit
def all_players(players):
    """Return the set of so many players."""
    return single(players) - single(0)


@jit
def value_of(kind):
    """Return the value of a kind."""
    return kind % VALUES + 1


@jit
def add_card(position, player, kind):
    """Put a card into a hand."""
    position["kinds"][player] |= single(kind)
    position["copies"][player, kind] += 1
    position["hand_sum"][player, kind // VALUES] += value_of(kind)
    position["hand_size"][player] += 1


@jit
def drop_card(position, player, kind):
    """Take a card out of a hand."""
    left = np.int64(position["copies"][player, kind]) - 1
    position["copies"][player, kind] = left
    if left == 0:
        position["kinds"][player] &= ~single(kind)
    position["hand_sum"][player, kind // VALUES] -= value_of(kind)
    position["hand_size"][player] -= 1


@jit
def kinds_in_zone(kinds, zone):
    """Return the values of a zone among a set of kinds, as a mask of nine bits."""
    return (kinds >> np.uint64(VALUES * zone)) & ZONE_MASK


@jit
def single_card(rules, mask):
    """Return what a player scores who holds these values of a zone and has no majority there (7A)."""
    if mask == NOTHING:
        return 0
    if rules["lowest_card"] == LOWEST:
        return lowest(mask) + 1
    if rules["lowest_card"] == HIGHEST:
        return HIGHEST_BIT[np.int64(mask)] + 1
    return 0


@jit
def best_sum(position, zone):
    """Return the highest table sum of a zone; 0 if nobody has a card there."""
    best = np.int64(0)
    for player in range(position["players"]):
        best = max(best, position["table_sum"][player, zone])
    return best


@jit
def zone_points(rules, position, player, zone, best):
    """Return what a zone scores for a player (7A), given its highest table sum."""
    table = position["table_sum"][player, zone]
    if table == 0:
        return np.int64(0)
    if table == best:
        return position["hand_sum"][player, zone]
    return np.int64(single_card(rules, kinds_in_zone(position["kinds"][player], zone)))


@jit
def count_scores(rules, position, players):
    """Write what the first so many players would score if the game ended now."""
    for player in range(players):
        position["score"][player] = rules["handicap"][player] if player < position["seats"] else 0
    for zone in range(ZONES):
        best = best_sum(position, zone)
        for player in range(players):
            position["score"][player] += zone_points(rules, position, player, zone, best)


@jit
def gift_change(rules, position, player, kind):
    """Return by how much a card more would change what its zone scores for a player now."""
    zone = kind // VALUES
    table = position["table_sum"][player, zone]
    if table == 0:
        return np.int64(0)
    if table == best_sum(position, zone):
        return np.int64(value_of(kind))
    mask = kinds_in_zone(position["kinds"][player], zone)
    more = mask | single(kind % VALUES)
    return np.int64(single_card(rules, more) - single_card(rules, mask))


@jit
def stand(rules, position):
    """Write the standings of the seats: (score if the game ended now + 1) over the sum of those."""
    seats = position["seats"]
    count_scores(rules, position, np.int64(seats))
    total = np.int64(0)
    for seat in range(seats):
        total += max(position["score"][seat] + 1, 0)
    for seat in range(seats):
        if total > 0:
            position["standings"][seat] = max(position["score"][seat] + 1, 0) * FIXED_ONE // total
        else:  # handicaps below zero
            position["standings"][seat] = FIXED_ONE // seats


@jit
def winners(rules, position):
    """Return the set of players who win; virtual players stand in it behind all seats (7.1 P8, P9, P15)."""
    seats = np.int64(position["seats"])
    players = position["players"] if rules["virtual_can_win"] else seats
    best, chosen = np.int64(0), NOTHING
    for player in range(players):
        score = position["score"][player]
        if not chosen or score > best:
            best, chosen = score, NOTHING
        if score == best:
            chosen |= single(player if player < seats else SEATS + player - seats)
    return chosen
