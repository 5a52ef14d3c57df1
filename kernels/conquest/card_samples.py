"""Many hands dealt card by card from a draw pile, to check the exact odds of cards.

Hand i is dealt from the stream CARDS of seat 0 with luck number i.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.cards import (
    NO_CARD,
    NO_SET,
    NOTHING,
    best_set,
    cards_dtype,
    covers,
    draw_card,
    exchange,
    hand_counts,
    has_set,
    kind_of,
    start_cards,
)
from conquestlab.kernels.shared.bits import popcount, single
from conquestlab.kernels.shared.purposes import CARDS, DEAL
from conquestlab.kernels.shared.streams import below, open_stream, stream_dtype

sample_dtype = np.dtype(
    [
        ("cards", cards_dtype),
        ("later", cards_dtype),  # after exchanges that are only tried
        ("stream", stream_dtype),
        ("deal", stream_dtype),
        ("lands", np.uint8, (64,)),
    ],
    align=True,
)
"""Scratch."""


@jit
def count_sets(rules, names, sample, seeds, first, hands, tally):
    """Count hands that hold a set, by size and kind, and the first sets of hands drawn card by card.

    Parameters
    ----------
    rules : record of card_rules_dtype
    names : int64 (kinds,)
        The number of the name of each kind; kinds that share a name count as one.
    sample : array of sample_dtype (1,)
    seeds : uint64 (6,)
    first, hands : int
    tally : tuple of three arrays of int64, added to
        Holding (sizes,): hands of 0, 1, 2 ... cards with a set. Kinds (sizes, names): with a set of that
        name. Firsts (names, 3): first sets of that name, the sum of the cards drawn for them, the sum of
        the squares.
    """
    holding, kinds, firsts = tally
    cards, stream = sample[0]["cards"], sample[0]["stream"]
    for hand in range(first, first + hands):
        start_cards(rules, cards)
        open_stream(stream, seeds[CARDS], hand, CARDS, 0)
        found = False
        size = 0
        while size < len(holding) - 1 or not found:
            if draw_card(cards, 0, stream) == NO_CARD:
                break
            size += 1
            holds_set = has_set(rules, cards, 0)
            if holds_set and not found:
                found = True
                lands, jokers, _, _ = best_set(rules, cards, 0, NOTHING)
                name = names[kind_of(rules, lands, jokers)]
                firsts[name, 0] += 1
                firsts[name, 1] += size
                firsts[name, 2] += size * size
            if size < len(holding):
                holding[size] += holds_set
                _count_kinds(rules, names, hand_counts(rules, cards, 0), kinds[size])


@jit
def _count_kinds(rules, names, counts, kinds):
    seen = np.uint64(0)
    for kind in range(rules["kinds"]):
        if covers(rules, counts, kind):
            seen |= single(names[kind])
    for name in range(len(kinds)):
        kinds[name] += np.int64(seen >> np.uint64(name) & np.uint64(1))


@jit
def add_armies(rules, numbers, sample, seeds, first, hands, sums):
    """Add up the armies of hands whose sets are all exchanged at once, by size and by number of the next set.

    Parameters
    ----------
    rules, sample, seeds, first, hands : as in `count_sets`
    numbers : int64 (numbers,)
    sums : int64 (numbers, sizes, 2), added to
        The armies, and their squares.
    """
    cards, later, stream = sample[0]["cards"], sample[0]["later"], sample[0]["stream"]
    for hand in range(first, first + hands):
        start_cards(rules, cards)
        open_stream(stream, seeds[CARDS], hand, CARDS, 0)
        for size in range(1, sums.shape[1]):
            draw_card(cards, 0, stream)
            if has_set(rules, cards, 0):
                for place in range(len(numbers)):
                    later["hand_lands"][0] = cards["hand_lands"][0]
                    later["hand_jokers"][0] = cards["hand_jokers"][0]
                    later["sets_done"] = numbers[place] - 1
                    armies = _exchange_all(rules, later)
                    sums[place, size, 0] += armies
                    sums[place, size, 1] += armies * armies


@jit
def _exchange_all(rules, cards):
    armies = np.int64(0)
    while True:
        lands, jokers, value, bonus_lands = best_set(rules, cards, 0, NOTHING)
        if value == NO_SET:
            return armies
        armies += exchange(rules, cards, 0, lands, jokers, bonus_lands)


@jit
def add_bonuses(rules, lands_held, sample, seeds, first, hands, sums):
    """Add up the land bonus of the best set of a hand, by its size and by how many lands the player holds.

    Which lands these are is drawn from the stream DEAL of the hand.

    Parameters
    ----------
    rules, sample, seeds, first, hands : as in `count_sets`
    lands_held : int64 (numbers,)
    sums : int64 (numbers, sizes, 3), added to
        Hands with a set, their bonus armies, and the squares.
    """
    cards, stream = sample[0]["cards"], sample[0]["stream"]
    for hand in range(first, first + hands):
        start_cards(rules, cards)
        open_stream(stream, seeds[CARDS], hand, CARDS, 0)
        _shuffle_lands(rules, sample[0], seeds[DEAL], hand)
        for size in range(1, sums.shape[1]):
            draw_card(cards, 0, stream)
            if has_set(rules, cards, 0):
                owned, taken = NOTHING, 0
                for place in range(len(lands_held)):
                    while taken < lands_held[place]:
                        owned |= single(np.int64(sample[0]["lands"][taken]))
                        taken += 1
                    _, _, _, bonus_lands = best_set(rules, cards, 0, owned)
                    bonus = popcount(bonus_lands) * rules["land_bonus"]
                    sums[place, size, 0] += 1
                    sums[place, size, 1] += bonus
                    sums[place, size, 2] += bonus * bonus


@jit
def _shuffle_lands(rules, sample, seed, hand):
    open_stream(sample["deal"], seed, hand, DEAL, 0)
    for land in range(rules["lands"]):
        place = below(sample["deal"], land + 1)
        sample["lands"][land] = sample["lands"][place]
        sample["lands"][place] = land
