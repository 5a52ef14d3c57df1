"""Combat: what may be attacked, the roll, the occupation of a conquered land, and elimination."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import mark_several, owner_of, seat_of_side, side_flag
from conquestlab.kernels.conquest.cards import capture_hand
from conquestlab.kernels.conquest.dice import defender_losses, roll, throw
from conquestlab.kernels.conquest.notes import (
    CONQUESTS,
    count_act,
    note_attack,
    note_roll,
)
from conquestlab.kernels.conquest.state import (
    ALLY,
    ATTACKED,
    ATTACKING,
    ELIMINATED,
    NO_LANDS,
    NOTHING_TIRES,
    OCCUPIED,
    OCCUPYING,
    ONE,
    ZERO,
)
from conquestlab.kernels.shared.bits import lowest, single, without_lowest
from conquestlab.kernels.shared.log import write_event


@jit
def find_targets(rules, position):
    """Find the lands that the acting side may attack; they change with that side and with a conquest."""
    actor = position["actor"]
    if actor == ALLY:
        targets = position["owned"][position["active"]]
    else:
        targets = rules["all_lands"] & ~position["owned"][actor]
        if rules["duel_part1_opponent_only"] and position["part"] == 1 and ally_will_open(rules, position):
            targets &= ~position["owned"][ALLY]
    if position["round"] <= rules["protected_rounds"]:
        for seat in range(np.int64(position["seats"])):
            owned = position["owned"][seat]
            if without_lowest(owned) == 0:
                targets &= ~owned
    position["targets"] = targets


@jit
def ally_will_open(rules, position):
    """Tell whether the second part of a duel's turn takes place, as things stand."""
    obtained = position["received"] > 0 or rules["ally_always"]
    return rules["has_ally"] and obtained and position["owned"][ALLY] != 0


@jit
def can_attack(rules, position):
    """Tell whether the acting side has any attack."""
    lands = position["owned"][position["actor"]] & position["several"]
    while lands:
        if rules["neighbours"][lowest(lands)] & position["targets"]:
            return True
        lands = without_lowest(lands)
    return False


@jit
def most_attack_dice(rules, position, land):
    """Return the most dice with which a land can attack, 0 if it cannot."""
    return max(ZERO, min(rules["attack_most"], np.int64(position["armies"][land]) - 1))


@jit
def most_defend_dice(rules, position):
    """Return the most dice that the attacked land may roll."""
    return min(rules["defend_most"], np.int64(position["armies"][position["to"]]))


@jit
def defending_seat(position):
    """Return who rolls for the attacked land."""
    return seat_of_side(position, owner_of(position, position["to"]))


@jit
def open_attack(rules, position, source, target, dice):
    """Announce an attack; where the defender may see it first, the attacker throws now."""
    if position["watched"]:
        note_attack(rules, position, source, target)
    position["from"] = source
    position["to"] = target
    position["attack_dice"] = dice
    if rules["defender_sees"]:
        stream = position["dice"][position["commander"]]
        position["attack_throw"] = throw(stream, rules["dice"], dice)


@jit
def fight(rules, position, defend_dice):
    """Roll an attack that was announced, and take the losses off."""
    source, target = position["from"], position["to"]
    commander, attack_dice = position["commander"], position["attack_dice"]
    stream = position["dice"][commander]
    if position["sampled"]:
        note_roll(position, attack_dice, defend_dice)
    if rules["defender_sees"]:
        index = throw(stream, rules["dice"], defend_dice)
        index += position["attack_throw"] * rules["dice"]["outcomes"][defend_dice]
    else:
        index = roll(stream, rules["dice"], attack_dice, defend_dice)
    taken = defender_losses(rules["dice"], index, attack_dice, defend_dice)
    lost = min(attack_dice, defend_dice) - taken
    _lose(position, source, lost)
    _lose(position, target, taken)
    if rules["tires"] != NOTHING_TIRES:
        tired = max(np.int64(position["tired"][source]), attack_dice)
        position["tired"][source] = tired - lost
        position["tired"][target] = min(position["tired"][target], position["armies"][target])
        position["spent"] |= single(source)
    position["rolls"][commander] += 1
    if position["actor"] != ALLY:
        position["lost_attacking"][commander] += lost
    if owner_of(position, target) != ALLY:
        position["lost_defending"][owner_of(position, target)] += taken
    parts = (side_flag(position), source, target, attack_dice, defend_dice, index, taken)
    write_event(position, ATTACKED, commander, parts)
    position["phase"] = ATTACKING if position["armies"][target] else OCCUPYING


@jit
def _lose(position, land, armies):
    if armies == 0:
        return
    left = np.int64(position["armies"][land]) - armies
    position["armies"][land] = left
    position["armies_of"][position["owner"][land]] -= armies
    mark_several(position, land, left)


@jit
def occupy(rules, position, armies):
    """March into the land that was taken; return the side that lost it."""
    source, target = position["from"], position["to"]
    actor, victim = position["actor"], owner_of(position, target)
    position["owner"][target] = actor
    position["owned"][victim] &= ~single(target)
    position["owned"][actor] |= single(target)
    left = np.int64(position["armies"][source]) - armies
    position["armies"][source] = left
    position["armies"][target] = armies
    mark_several(position, source, left)
    mark_several(position, target, armies)
    if rules["tires"] != NOTHING_TIRES:
        tired = min(np.int64(position["tired"][source]), armies)
        position["tired"][source] -= tired
        position["tired"][target] = tired
        position["spent"] |= single(target)
    if actor != ALLY:
        position["conquered"] += 1
        position["conquests"][actor] += 1
    count_act(position, CONQUESTS, ONE)
    write_event(position, OCCUPIED, position["commander"], (side_flag(position), source, target, armies))
    return victim


@jit
def eliminate(position, victim):
    """Put a seat out of the game; who took its last land gets its cards, but not through the ally."""
    killer = position["commander"]
    lands, jokers = NO_LANDS, NO_LANDS
    if position["actor"] != ALLY:
        lands = position["cards"]["hand_lands"][victim]
        jokers = position["cards"]["hand_jokers"][victim]
        capture_hand(position["cards"], killer, victim)
    position["out"][victim] = position["round"]
    position["destroyer"][victim] = killer
    position["alive"] -= 1
    position["kills"][killer] += 1
    write_event(position, ELIMINATED, killer, (side_flag(position), victim, lands, jokers))
