"""The cards that lie face down: the deck is cut into stocks, cards are drawn, stocks are made anew."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.rules import (
    add_card,
)
from conquestlab.kernels.manchots.state import (
    CARDS_A_WORD,
    DRAWN,
    VIRTUAL,
)
from conquestlab.kernels.shared.log import write_event
from conquestlab.kernels.shared.streams import below

BITS_A_CARD = 8


@jit
def shuffle_deck(rules, position):
    """Shuffle the deck and cut it into the stocks; one draw of `deal` a card that is dealt."""
    cards, dealt = rules["cards"], rules["deal"] * position["players"]
    for place in range(cards):
        position["deck"][place] = rules["deck"][place]
    for place in range(dealt):
        other = place + below(position["deal"], cards - place)
        kind = position["deck"][other]
        position["deck"][other] = position["deck"][place]
        position["deck"][place] = kind
    for player in range(position["players"]):
        position["top"][player] = player * rules["deal"]
        position["end"][player] = (player + 1) * rules["deal"]


@jit
def tell_cards(position, event, player, first, end):
    """Tell the cards of a stretch of the deck, eight a word."""
    if position["log"]:
        write_event(
            position,
            event,
            player,
            (
                end - first,
                _word(position, first, end, 0),
                _word(position, first, end, 1),
                _word(position, first, end, 2),
                _word(position, first, end, 3),
                _word(position, first, end, 4),
            ),
        )


@jit
def _word(position, first, end, number):
    word = np.int64(0)
    for place in range(CARDS_A_WORD):
        card = first + CARDS_A_WORD * number + place
        if card < end:
            word |= np.int64(position["deck"][card]) << BITS_A_CARD * place
    return word


@jit
def draw_cards(position, seat, number):
    """Let a seat draw the next cards of its stock."""
    top = position["top"][seat]
    for place in range(top, top + number):
        add_card(position, seat, np.int64(position["deck"][place]))
    position["top"][seat] = top + number
    tell_cards(position, DRAWN, seat, top, top + number)


@jit
def remake(rules, position, player):
    """Make an exhausted stock anew of the cards given (7.1 P7, P13); tell whether that was done."""
    virtual = player - VIRTUAL
    count = position["given_count"][virtual]
    if position["top"][player] < position["end"][player] or count == 0:
        return False
    first = player * rules["deal"]
    for place in range(count):
        other = below(position["remaking"][virtual], np.int64(place + 1))
        position["deck"][first + place] = position["deck"][first + other]
        position["deck"][first + other] = position["given"][virtual, place]
    position["top"][player] = first
    position["end"][player] = first + count
    position["given_count"][virtual] = 0
    return True
