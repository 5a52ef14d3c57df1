"""The rules of Risk Express: what a roll can fill, what may be attacked, and what a conquest changes."""

from math import comb

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.state import (
    FACES,
    LINES,
    MASKS,
    MIDDLE,
    MOST_DICE,
    NO_CARD,
    SYMBOLS,
)
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest
from conquestlab.kernels.shared.rows import FIXED_ONE
from conquestlab.kernels.shared.streams import below

OUTCOMES = tuple(FACES**dice for dice in range(MOST_DICE + 1))
BYTE = 8
GUARD = 0x808080  # a bit above each count of symbols
ONES = 0x010101010101  # times the counts of the faces gives their sums from the first face on
TOGETHER = 3  # dice whose faces are looked up at once
SHOWN = np.array(
    [
        sum(1 << BYTE * (index // FACES**place % FACES) for place in range(TOGETHER))
        for index in range(FACES**TOGETHER)
    ]
)
BINOMIALS = np.array(
    [[comb(total + face, face + 1) for total in range(MOST_DICE + 1)] for face in range(FACES)]
)
HALF_BYTES = np.array(
    [sum(15 << 4 * line for line in range(LINES) if left >> line & 1) for left in range(MASKS)]
)


@jit
def throw(position, stream, dice):
    """Throw dice with one draw."""
    position["roll_index"] = below(stream, OUTCOMES[dice])
    position["roll_number"] = number_of(count_faces(position["roll_index"], dice))


@jit
def count_faces(index, dice):
    """Return how many dice of a roll show each face, a byte each.

    The digits of the index in base 6 are the faces, the first die the highest digit.
    """
    groups = (dice + TOGETHER - 1) // TOGETHER
    counts = dice - groups * TOGETHER  # dice that are not there are read as generals, face 0
    for _ in range(groups):
        counts += SHOWN[index % OUTCOMES[TOGETHER]]
        index //= OUTCOMES[TOGETHER]
    return counts


@jit
def number_of(counts):
    """Return the number of a multiset of faces: those of fewer dice come first."""
    sums = counts * ONES
    number = 0
    for face in range(FACES):
        number += BINOMIALS[face, (sums >> BYTE * face) & 0xFF]
    return number


@jit
def count_of(counts, face):
    """Return how many dice show a face."""
    return (counts >> BYTE * face) & 0xFF


@jit
def soldier_dice(counts, soldiers):
    """Return the fewest dice with so many soldiers together, which there are: those of 3, of 2 and of 1."""
    three = min(count_of(counts, SYMBOLS + 2), (soldiers + 2) // 3)
    soldiers -= 3 * three
    two = min(count_of(counts, SYMBOLS + 1), (soldiers + 1) // 2) if soldiers > 0 else 0
    soldiers -= 2 * two
    return three, two, max(soldiers, 0)


@jit
def dice_to_fill(rules, counts, card, line):
    """Return the fewest dice of a roll that fill a line, 0 if it cannot be filled (6.3)."""
    if (((counts & 0xFFFFFF) | GUARD) - rules["needs"][card, line]) & GUARD != GUARD:
        return 0
    soldiers = rules["soldiers"][card, line]
    shown = count_of(counts, 3) + 2 * count_of(counts, 4) + 3 * count_of(counts, 5)
    if soldiers > shown:
        return 0
    three, two, one = soldier_dice(counts, soldiers)
    return rules["symbols"][card, line] + three + two + one


@jit
def lines_filled(rules, position, card, left):
    """Return half a byte for each line of the mask `left`: the fewest dice of the roll that fill it, or 0."""
    return rules["uses"][position["roll_number"], card] & HALF_BYTES[left]


@jit
def next_line(filled):
    """Return the first line that `lines_filled` found, the dice it takes, and the other lines."""
    line = lowest(np.uint64(filled)) >> 2
    shift = 4 * line
    return line, (filled >> shift) & 15, filled & ~(15 << shift)


@jit
def has_owner(position, card):
    """Return 0 for a card in the middle, else 1."""
    return 0 if holds(position["middle"], card) else 1


@jit
def all_cards(rules):
    """Return the set of all cards."""
    return single(rules["cards"]) - single(0)


@jit
def targets(rules, position):
    """Return the set of cards that may be attacked now: the target, or without one all open cards."""
    return open_cards(rules, position) if position["target"] == NO_CARD else single(position["target"])


@jit
def open_cards(rules, position):
    """Return the cards that a fresh turn may attack: all but own ones and complete continents."""
    return all_cards(rules) & ~position["held"][position["player"]] & ~position["safe"]


@jit
def fresh_lines(rules, position, card):
    """Return the mask of the lines of a card that a fresh attack has to fill."""
    general = 0 if holds(position["middle"], card) else rules["general"][card]
    return rules["printed"][card] | general


@jit
def lines_left(rules, position, card):
    """Return the mask of the lines of a card that may be attacked which are still to fill."""
    return position["left"] if card == position["target"] else fresh_lines(rules, position, card)


@jit
def anything_fits(rules, position):
    """Tell whether the roll fills any line of any card that may be attacked."""
    cards = targets(rules, position)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        if lines_filled(rules, position, card, lines_left(rules, position, card)):
            return True
    return False


@jit
def may_continue(rules, position):
    """Tell whether the player may take over the attack that failed before his turn (6.4)."""
    return (
        rules["continue_failed"] != 0
        and position["target"] != NO_CARD
        and not holds(position["held"][position["player"]], position["target"])
        and position["on_lines"] < rules["dice"]
    )


@jit
def clear_attack(rules, position):
    """Take all dice back: there is no target."""
    position["target"] = NO_CARD
    position["left"] = 0
    position["on_lines"] = 0
    position["dice"] = rules["dice"]


@jit
def lay(position, kind, first, second):
    """Lay a choice down, to be carried out by the next step."""
    position["choice"][0] = kind
    position["choice"][1] = first
    position["choice"][2] = second


@jit
def owner_of(position, card):
    """Return the seat that has a card, MIDDLE if nobody has."""
    for seat in range(position["seats"]):
        if holds(position["held"][seat], card):
            return seat
    return MIDDLE


@jit
def gain_of(rules, position, seat, card):
    """Return what a seat's score grows by if it conquers a card."""
    continent = rules["continent"][card]
    others = rules["continent_cards"][continent] & ~single(card)
    if others & ~position["held"][seat]:
        return rules["points"][card]
    return rules["back"][continent] - (rules["continent_points"][continent] - rules["points"][card])


@jit
def conquer(rules, position):
    """Give the target to the player; return its owner before, and whether a continent is complete now."""
    player, card = position["player"], np.int64(position["target"])
    owner = owner_of(position, card)
    position["score"][player] += gain_of(rules, position, player, card)
    position["conquered"][player] += 1
    if owner == MIDDLE:
        position["middle"] &= ~single(card)
    else:
        position["held"][owner] &= ~single(card)
        position["score"][owner] -= rules["points"][card]
        position["robbed"][player] += 1
    position["held"][player] |= single(card)
    continent = rules["continent_cards"][rules["continent"][card]]
    complete = continent & ~position["held"][player] == 0
    if complete:
        position["safe"] |= continent
    return owner, complete


@jit
def continents_of(rules, position, seat):
    """Return how many continents a seat has complete."""
    complete = 0
    for continent in range(rules["continents"]):
        complete += rules["continent_cards"][continent] & ~position["held"][seat] == 0
    return complete


@jit
def winners(rules, position):
    """Return the set of seats that win; nobody does while cards lie in the middle (6.5)."""
    best, chosen = np.int64(0), np.uint64(0)
    if position["middle"]:
        return chosen
    for seat in range(position["seats"]):
        rank = _rank(rules, position, seat)
        if not chosen or rank > best:
            best, chosen = rank, np.uint64(0)
        if rank == best:
            chosen |= single(seat)
    return chosen


@jit
def _rank(rules, position, seat):
    """Return a number that is higher for the better of two seats and equal for a tie."""
    rank = position["score"][seat] * 64
    return rank + continents_of(rules, position, seat) if rules["more_continents"] else rank


@jit
def stand(position):
    """Write the standings: (score if the game ended now + 1) over the sum of those."""
    total = np.int64(0)
    for seat in range(position["seats"]):
        total += max(position["score"][seat] + 1, 0)
    for seat in range(position["seats"]):
        if total > 0:
            position["standings"][seat] = max(position["score"][seat] + 1, 0) * FIXED_ONE // total
        else:  # handicaps below zero
            position["standings"][seat] = FIXED_ONE // position["seats"]
