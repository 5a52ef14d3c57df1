"""Continents that a handicap gives to a seat: shuffled cards change places before they are dealt.

The seat is dealt as many lands as it would be, and so is everybody else. For each land of the continent that
another would get, one of its own goes to that place, any of them as likely as the others. Where the dice of
the deal give it fewer lands than the continent has, all its lands are there.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.cards import FIRST_JOKER
from conquestlab.kernels.conquest.needs import gives_continents
from conquestlab.kernels.conquest.state import ALLY, DEAL_DICE, NOTHING, ZERO, position_dtype, rules_dtype
from conquestlab.kernels.shared.streams import below


@apart(
    NO_RESULT,
    rules_dtype,
    position_dtype,
    WHOLE_NUMBER,
    WHOLE_NUMBER,
    WHOLE_NUMBER,
    needed=gives_continents,
)
def give_continents(rules, position, dealt, cards, first):
    """Stack the shuffled cards so that seats are dealt the continents that they are given.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        Its shuffled cards are changed.
    dealt, cards : int
        How many of them seats are dealt, and how many there are with those of the ally.
    first : int
        The seat that is dealt to first.
    """
    deck = position["cards"]["talon"]
    for continent in range(rules["continents"]):
        seat = rules["given_to"][continent]
        if seat == NOTHING or seat >= position["seats"]:
            continue
        for place in range(cards):
            card = np.int64(deck[place])
            if card >= FIRST_JOKER or rules["continent_of"][card] != continent:
                continue
            if _receiver(rules, position, place, dealt, first) != seat:
                other = _exchanged(rules, position, dealt, first, seat)
                if other != NOTHING:
                    deck[place] = deck[other]
                    deck[other] = card


@jit
def _receiver(rules, position, place, dealt, first):
    """Return the side that is dealt the card at a place."""
    if place >= dealt:
        return ALLY
    seats = np.int64(position["seats"])
    if rules["dealing"] != DEAL_DICE:
        return (first + place) % seats
    hand, left = ZERO, np.int64(place)
    while left >= position["pending"][hand]:
        left -= position["pending"][hand]
        hand += 1
    return (first + hand) % seats


@jit
def _exchanged(rules, position, dealt, first, seat):
    """Draw the place of a land that a seat can do without, NOTHING where it has none; its jokers stay."""
    found, drawn = ZERO, NOTHING
    for place in range(dealt):
        card = np.int64(position["cards"]["talon"][place])
        if card >= FIRST_JOKER or rules["given_to"][rules["continent_of"][card]] == seat:
            continue
        if _receiver(rules, position, place, dealt, first) == seat:
            found += 1
            if below(position["deal"], found) == 0:  # so each of those found so far is as likely
                drawn = np.int64(place)
    return drawn
