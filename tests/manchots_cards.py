"""Where the cards of a game of Manchots Barjots lie, and what of it one seat may not see."""

from collections import Counter

import numpy as np

from conquestlab.kernels.manchots.rules import add_card
from conquestlab.kernels.manchots.state import KINDS, MOST_LANDED, MOST_ROUNDS, VIRTUAL, ZONES


def all_cards(rules, position):
    """Count the cards of every place, by kind."""
    cards = Counter(piles(rules, position))
    for name in ("copies", "table"):
        for player in range(position["players"]):
            cards += Counter(dict(enumerate(position[name][player].tolist())))
    cards += Counter(dict(enumerate(position["gone"].tolist())))
    for player in range(position["players"]):
        cards.update(position["landed"][player][: position["landed_count"][player]].tolist())
    return +cards


def piles(rules, position):
    """Return the cards that lie face down beside the hands: stocks, given piles, cards out of the game."""
    found = position["deck"][position["players"] * rules["deal"] : rules["cards"]].tolist()
    for player in range(position["players"]):
        found += position["deck"][position["top"][player] : position["end"][player]].tolist()
    for virtual in range(position["players"] - position["seats"]):
        found += position["given"][virtual][: position["given_count"][virtual]].tolist()
    return found


def whole_deck(rules):
    """Count the cards of the deck, by kind."""
    return Counter(rules["deck"][: rules["cards"]].tolist())


def shuffle_hidden(rules, position, seat, luck):
    """Deal anew, in place, all cards that a seat does not see, and spoil what others chose, gave and got."""
    others = [player for player in range(position["seats"]) if player != seat]
    hands = [Counter(dict(enumerate(position["copies"][player].tolist()))) for player in others]
    hidden = piles(rules, position) + [card for hand in hands for card in hand.elements()]
    luck.shuffle(hidden)
    take = iter(hidden)

    def refill(pile):
        pile[:] = [next(take) for _ in range(len(pile))]

    refill(position["deck"][position["players"] * rules["deal"] : rules["cards"]])
    for player in range(position["players"]):
        refill(position["deck"][position["top"][player] : position["end"][player]])
    for virtual in range(position["players"] - position["seats"]):
        refill(position["given"][virtual][: position["given_count"][virtual]])
    for player, hand in zip(others, hands, strict=True):
        position["copies"][player] = 0
        position["hand_sum"][player] = 0
        position["kinds"][player] = position["hand_size"][player] = 0
        for _ in range(hand.total()):
            add_card(position, player, next(take))
        position["chosen"][player] = luck.integers(KINDS, size=MOST_LANDED)
        for name in ("gave", "got"):
            position[name][player] = luck.integers(KINDS, size=(MOST_ROUNDS, 2))
        position["bots"][player]["seed"] = luck.integers(1 << 40)
    assert next(take, None) is None
    position["deal"]["seed"] = luck.integers(1 << 40)
    for virtual in range(VIRTUAL):
        position["remaking"][virtual]["seed"] = luck.integers(1 << 40)
    assert position["hand_sum"].shape[1] == ZONES
    assert np.all(
        position["hand_size"][: position["seats"]] == position["copies"].sum(axis=1)[: position["seats"]]
    )
