"""The bot `reckless`: reinforces its strongest border, attacks while it can, marches on."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import border_of, connected_to, nearest_to
from conquestlab.kernels.conquest.cards import best_set
from conquestlab.kernels.conquest.combat import most_attack_dice, most_defend_dice
from conquestlab.kernels.conquest.exchange import BONUS_PLACE, name_cards
from conquestlab.kernels.conquest.state import (
    ATTACK,
    DEFEND,
    EXCHANGE,
    MANY_MOVES,
    NOTHING,
    OCCUPY,
    PLACE,
    STARTING,
)
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest
from conquestlab.kernels.shared.contract import AMOUNT


@jit
def reckless_choice(rules, position):
    """Lay down the choice of `reckless` for what is asked."""
    asked = position["asked"]
    position["choice"][0] = asked
    if asked == ATTACK:
        attack(rules, position)
    elif asked == DEFEND:
        position["choice"][1] = most_defend_dice(rules, position)
    elif asked == OCCUPY:
        _occupy(rules, position)
    elif asked == PLACE:
        _place(rules, position)
    elif asked == EXCHANGE:
        _exchange(rules, position)
    else:
        _move(rules, position)


@jit
def attack(rules, position):
    """Attack with the land that fought last as long as it can, then with the strongest, until none can."""
    choice = position["choice"]
    source = _marching_land(rules, position)
    if source == NOTHING:
        lands = position["owned"][position["actor"]] & position["several"]
        source = _strongest(rules, position, lands, position["targets"])
    if source == NOTHING:
        choice[1] = NOTHING
        choice[2] = NOTHING
        return
    targets = rules["neighbours"][source] & position["targets"]
    target = position["to"]
    if source != position["from"] or not holds(targets, target):
        target = _weakest(position, targets)
    choice[1] = source
    choice[2] = target
    choice[3] = most_attack_dice(rules, position, source)


@jit
def _marching_land(rules, position):
    """Return the land from which the last attack goes on, be it the one that attacked or the one it took."""
    land = position["from"]
    if land == NOTHING:
        return NOTHING
    target = position["to"]
    if holds(position["owned"][position["actor"]], target):
        land = target
    if position["armies"][land] > 1 and rules["neighbours"][land] & position["targets"]:
        return land
    return NOTHING


@jit
def _strongest(rules, position, lands, targets):
    """Return the land with the most armies among those that have something to attack beside them."""
    best, most = NOTHING, np.int64(-1)
    while lands:
        land = lowest(lands)
        if rules["neighbours"][land] & targets:
            armies = np.int64(position["armies"][land]) + position["pending"][land]
            if armies > most:
                best, most = land, armies
        lands = without_lowest(lands)
    return best


@jit
def _weakest(position, lands):
    """Return the land with the fewest armies."""
    best = lowest(lands)
    fewest = np.int64(position["armies"][best])
    lands = without_lowest(lands)
    while lands:
        land = lowest(lands)
        armies = np.int64(position["armies"][land])
        if armies < fewest:
            best, fewest = land, armies
        lands = without_lowest(lands)
    return best


@jit
def _occupy(rules, position):
    """March on with everything, except into a land from which nothing can be attacked."""
    most = np.int64(position["armies"][position["from"]]) - 1
    ahead = rules["neighbours"][position["to"]] & position["targets"]
    behind = rules["neighbours"][position["from"]] & position["targets"] & ~single(position["to"])
    position["choice"][AMOUNT] = position["attack_dice"] if behind and not ahead else most


@jit
def _place(rules, position):
    """Put everything on the strongest border."""
    owned = position["owned"][position["actor"]]
    targets = position["targets"]
    if position["stage"] == STARTING:
        targets = rules["all_lands"] & ~owned
    land = _strongest(rules, position, owned, targets)
    position["choice"][1] = lowest(owned) if land == NOTHING else land
    position["choice"][AMOUNT] = position["pool"]


@jit
def _exchange(rules, position):
    """Exchange the best set, whenever there is one."""
    seat = position["commander"]
    lands, jokers, _, bonus = best_set(rules["cards"], position["cards"], seat, position["owned"][seat])
    name_cards(position["choice"], lands, jokers)
    one = rules["cards"]["land_bonus_once"] and bonus
    position["choice"][BONUS_PLACE] = lowest(bonus) if one else NOTHING


@jit
def _move(rules, position):
    """Bring the largest force that has no enemy beside it nearer to the border, or stop."""
    choice = position["choice"]
    owned = position["owned"][position["active"]]
    border = border_of(rules, owned)
    source, most = NOTHING, np.int64(0)
    lands = owned & position["several"] & ~border
    while lands:
        land = lowest(lands)
        if position["movable"][land] > most and rules["neighbours"][land] & owned:
            source, most = land, np.int64(position["movable"][land])
        lands = without_lowest(lands)
    choice[1] = source
    choice[2] = NOTHING
    choice[AMOUNT] = most
    if source != NOTHING:
        choice[2] = _nearer(rules, position, source, owned, border)
        if choice[2] == NOTHING:
            choice[1] = NOTHING


@jit
def _nearer(rules, position, source, owned, border):
    """Return where to move from a land to come nearer to the border, NOTHING if no border is reached."""
    near = rules["neighbours"][source] & owned
    if rules["fortify_connected"] and rules["moves"] != MANY_MOVES:
        near = connected_to(rules, source, owned)
    return nearest_to(rules, position, owned, border, near)
