"""The bots `hoarder` and `saboteur`, which look at what would be scored if the game ended now.

Both land the card after which they would score most, the lowest of those that do as well. `hoarder` gives
away what it needs least: it keeps the high cards of zones in which it leads. `saboteur` gives each neighbour
the card that takes most from him: low cards where he lies on the table without leading, nothing of the zones
that he leads.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import clear_choice, owed
from conquestlab.kernels.manchots.rules import (
    add_card,
    best_sum,
    drop_card,
    kinds_in_zone,
    left_of,
    right_of,
    single_card,
    value_of,
    zone_points,
)
from conquestlab.kernels.manchots.state import GIVE, HOARDER, LAND, VALUES, ZONES
from conquestlab.kernels.shared.bits import lowest, single, without_lowest

SCALE = 16  # parts of a point
LED = np.int64(16)  # points that a card of a zone in which one leads is kept for, besides its value
HELD = 3  # one point for so many points of the same zone in the hand
LOWEST_WORTH = np.int64(-(1 << 40))


@jit
def simple_choice(rules, position):
    """Lay down the choice of `hoarder` or `saboteur`."""
    seat = np.int64(position["asker"])
    if position["asked"] == LAND:
        _lay_landing(rules, position, seat)
    else:
        _lay_gifts(rules, position, seat)


@jit
def _lay_landing(rules, position, seat):
    """Choose card after card, each after the others have landed in thought."""
    choice, parts = position["choice"], owed(position, seat)
    clear_choice(choice, LAND)
    for part in range(1, 1 + parts):
        kind = _best_landing(rules, position, seat)
        put_down(position, seat, kind)
        choice[part] = kind
    for part in range(1, 1 + parts):
        take_back(position, seat, choice[part])
    sort_cards(choice, parts)


@jit
def put_down(position, seat, kind):
    """Land a card in thought."""
    drop_card(position, seat, kind)
    position["table_sum"][seat, kind // VALUES] += value_of(kind)


@jit
def take_back(position, seat, kind):
    """Undo `put_down`."""
    add_card(position, seat, kind)
    position["table_sum"][seat, kind // VALUES] -= value_of(kind)


@jit
def sort_cards(choice, parts):
    """Put the cards of a landing into ascending order."""
    for part in range(2, 1 + parts):
        place = part
        while place > 1 and choice[place - 1] > choice[place]:
            choice[place - 1], choice[place] = choice[place], choice[place - 1]
            place -= 1


@jit
def _best_landing(rules, position, seat):
    best, chosen = LOWEST_WORTH, np.int64(0)
    kinds = position["kinds"][seat]
    for zone in range(ZONES):
        values = kinds_in_zone(kinds, zone)
        if not values:
            continue
        highest = best_sum(position, zone)
        before = zone_points(rules, position, seat, zone, highest)
        table, held = position["table_sum"][seat, zone], position["hand_sum"][seat, zone]
        more = values
        while more:
            place = lowest(more)
            more = without_lowest(more)
            value = place + 1
            if table + value >= highest:
                after = held - value
            else:
                last = position["copies"][seat, VALUES * zone + place] == 1
                after = single_card(rules, values & ~single(place) if last else values)
            worth = SCALE * (after - before) - value
            if worth > best:
                best, chosen = worth, VALUES * zone + place
    return chosen


@jit
def _lay_gifts(rules, position, seat):
    seats = np.int64(position["seats"])
    is_hoarder = position["bot"][seat]["policy"] == HOARDER
    choice = position["choice"]
    clear_choice(choice, GIVE)
    for side in range(2):
        other = left_of(seats, seat) if side == 0 else right_of(seats, seat)
        best, chosen = LOWEST_WORTH, np.int64(0)
        kinds = position["kinds"][seat]
        while kinds:
            kind = lowest(kinds)
            kinds = without_lowest(kinds)
            if side == 1 and kind == choice[1] and position["copies"][seat, kind] == 1:
                continue
            worth = -_keep(position, seat, kind)
            if not is_hoarder:
                worth += SCALE * _harm(position, other, kind)
            if worth > best:
                best, chosen = worth, kind
        choice[1 + side] = chosen


@jit
def _keep(position, seat, kind):
    """Return what a card is kept for, in points."""
    zone = kind // VALUES
    table = position["table_sum"][seat, zone]
    if table > 0 and table == best_sum(position, zone):
        return LED + value_of(kind)
    return value_of(kind) + position["hand_sum"][seat, zone] // HELD


@jit
def _harm(position, player, kind):
    """Return what a card seems to take from a player, whose hand nobody knows, in points."""
    zone = kind // VALUES
    table = position["table_sum"][player, zone]
    if table == 0:
        return np.int64(0)
    if table == best_sum(position, zone):
        return np.int64(-value_of(kind))
    return np.int64(VALUES // 2 - value_of(kind))
