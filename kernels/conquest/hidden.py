"""What a seat cannot see, dealt anew: cards in the talon and in other hands, and the others' objectives."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.cards import FIRST_JOKER, MOST_JOKERS, MOST_LANDS
from conquestlab.kernels.conquest.setup import draw_of, goals_to_deal
from conquestlab.kernels.conquest.state import NO_LANDS
from conquestlab.kernels.shared.bits import lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.streams import below

CARDS = MOST_LANDS + MOST_JOKERS


@jit
def deal_hidden(rules, position, seat, stream):
    """Deal anew what a seat cannot see."""
    _deal_hidden_cards(position["cards"], np.int64(position["seats"]), seat, stream)
    if rules["has_objectives"]:
        _deal_hidden_objectives(rules, position, seat, stream)


@jit
def _deal_hidden_cards(cards, seats, seat, stream):
    """Shuffle the talon and the hands of the others together, and give each as many cards as before."""
    unseen = np.empty(CARDS, np.uint8)
    number = np.int64(cards["talon_left"])
    for place in range(number):
        unseen[place] = cards["talon"][place]
    for other in range(seats):
        if other != seat:
            number = _take_hand(cards, other, unseen, number)
    left = np.int64(cards["talon_left"])
    for place in range(number - 1, 0, -1):
        swap = below(stream, np.int64(place + 1))
        unseen[place], unseen[swap] = unseen[swap], unseen[place]
    for place in range(left):
        cards["talon"][place] = unseen[place]
    for other in range(seats):
        if other != seat:
            held = popcount(cards["hand_lands"][other]) + popcount(cards["hand_jokers"][other])
            lands, jokers = NO_LANDS, NO_LANDS
            for place in range(left, left + held):
                card = np.int64(unseen[place])
                if card < FIRST_JOKER:
                    lands |= single(card)
                else:
                    jokers |= single(card - FIRST_JOKER)
            left += held
            cards["hand_lands"][other] = lands
            cards["hand_jokers"][other] = jokers


@jit
def _take_hand(cards, seat, unseen, number):
    lands, jokers = cards["hand_lands"][seat], cards["hand_jokers"][seat]
    while lands:
        unseen[number] = lowest(lands)
        lands = without_lowest(lands)
        number += 1
    while jokers:
        unseen[number] = FIRST_JOKER + lowest(jokers)
        jokers = without_lowest(jokers)
        number += 1
    return number


@jit
def _deal_hidden_objectives(rules, position, seat, stream):
    """Draw objectives for the others out of all that could have been dealt to them."""
    goals = goals_to_deal(rules, position) & ~single(position["objective"][seat])
    for other in range(np.int64(position["seats"])):
        if other != seat:
            goal = draw_of(stream, goals)
            goals &= ~single(goal)
            position["objective"][other] = goal
