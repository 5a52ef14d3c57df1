"""What `expert` gives: cards that it needs least and that help its neighbours least."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import clear_choice
from conquestlab.kernels.manchots.landings import KAMIKAZE, LOOKOUT, TWINS, WORST, best_landing, special_worth
from conquestlab.kernels.manchots.rules import (
    NOTHING,
    add_card,
    drop_card,
    kinds_in_zone,
    left_of,
    right_of,
    single_card,
    value_of,
)
from conquestlab.kernels.manchots.state import (
    GIVE,
    VALUES,
    WEIGHT_ONE,
    ZONES,
)
from conquestlab.kernels.manchots.worth import (
    best_of_others,
    own_zone,
    pressure,
    single_share,
    steepness,
    taken_to_hold,
    unseen_cards,
    unseen_sum,
    values_without,
    zone_worth,
)
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest

PROMISING = np.int64(4)  # cards for either neighbour that are tried in the last round
USUAL = 3 * WEIGHT_ONE  # what one card counts for others, whose hands nobody knows


@jit
def write_best_gifts(rules, bot, position, seat, choice):
    """Write the gifts that `expert` gives."""
    if position["round"] == rules["rounds"]:
        _write_last_gifts(rules, bot, position, seat, choice)
    else:
        write_gifts(rules, bot, position, seat, choice)


@jit
def write_gifts(rules, bot, position, seat, choice):
    """Write the best gifts: the best one for either neighbour, then the best beside it.

    What the hand loses by two cards of one zone depends on both, so the second is sought without the first.
    """
    seats = np.int64(position["seats"])
    clear_choice(choice, GIVE)
    left, right = left_of(seats, seat), right_of(seats, seat)
    kinds = position["kinds"][seat]
    to_left, worth_left = best_gift(rules, bot, position, seat, kinds, left)
    to_right, worth_right = best_gift(rules, bot, position, seat, kinds, right)
    if to_left // VALUES == to_right // VALUES:
        if worth_left >= worth_right:
            drop_card(position, seat, to_left)
            to_right, _ = best_gift(rules, bot, position, seat, position["kinds"][seat], right)
            add_card(position, seat, to_left)
        else:
            drop_card(position, seat, to_right)
            to_left, _ = best_gift(rules, bot, position, seat, position["kinds"][seat], left)
            add_card(position, seat, to_right)
    choice[1], choice[2] = to_left, to_right


@jit
def best_gift(rules, bot, position, seat, kinds, other):
    """Return the one of these cards that is best given to a player, and its worth."""
    later = rules["rounds"] - np.int64(position["round"]) + 1
    unseen = max(unseen_cards(rules, position, seat), 1)
    share_left = single_share(bot, later)
    threat = WEIGHT_ONE + bot["threat"] * (later - 1)
    specials = rules["special"][TWINS] | rules["special"][KAMIKAZE] | rules["special"][LOOKOUT]
    best, chosen = WORST, np.int64(0)
    for zone in range(ZONES):
        if not kinds_in_zone(kinds, zone):
            continue
        highest, whose, second = best_of_others(position, seat, zone)
        average = unseen_sum(rules, position, seat, zone) * WEIGHT_ONE // unseen
        steep = steepness(bot, 2 * later, average)
        rival = pressure(bot, highest, second, average, later)
        future = bot["coming"] * later * average // WEIGHT_ONE
        before = own_zone(rules, bot, position, seat, zone, highest, rival, future, share_left, later, steep)
        table, held = position["table_sum"][seat, zone], position["hand_sum"][seat, zone]
        theirs = position["table_sum"][other, zone]
        best_beside = max(table, second if other == whose else highest)
        their_lead = (theirs - best_beside) * WEIGHT_ONE - rival
        their_hand = taken_to_hold(bot, position, other, zone, max(highest, table), average)
        their_before = zone_worth(bot, theirs, their_lead, their_hand, future, USUAL, later, steep)
        more = kinds_in_zone(kinds, zone)
        while more:
            place = lowest(more)
            more = without_lowest(more)
            value, kind = place + 1, VALUES * zone + place
            one_card = single_card(rules, values_without(position, seat, zone, place)) * share_left
            # What it costs to be without the card, and that it may be landed here by another.
            feared = max(highest * WEIGHT_ONE, theirs * WEIGHT_ONE + threat * value)
            lead = table * WEIGHT_ONE - feared - rival
            worth = zone_worth(bot, table, lead, held - value, future, one_card, later, steep) - before
            their_card = min(USUAL, value * WEIGHT_ONE)
            their_after = zone_worth(
                bot, theirs, their_lead, their_hand + value, future, their_card, later, steep
            )
            worth -= (their_after - their_before) * bot["help"] // WEIGHT_ONE
            if holds(specials, kind):
                worth -= special_worth(rules, bot, kind, later - 1)
            if worth > best:
                best, chosen = worth, kind
    return chosen, best


@jit
def favourites(rules, bot, position, seat, other, most):
    """Return the set of the kinds that are best given to a player."""
    found, kinds = NOTHING, position["kinds"][seat]
    while kinds and most > 0:
        kind, _ = best_gift(rules, bot, position, seat, kinds, other)
        found |= single(kind)
        kinds &= ~single(kind)
        most -= 1
    return found


@jit
def _write_last_gifts(rules, bot, position, seat, choice):
    """Write the gifts of the last round: the pair after which the last landing is worth most."""
    seats = np.int64(position["seats"])
    clear_choice(choice, GIVE)
    left, right = left_of(seats, seat), right_of(seats, seat)
    lefts = favourites(rules, bot, position, seat, left, PROMISING)
    rights = favourites(rules, bot, position, seat, right, PROMISING)
    best = WORST
    while lefts:
        to_left = lowest(lefts)
        lefts = without_lowest(lefts)
        gain_left = _gain_of(rules, bot, position, seat, left, to_left)
        more = rights
        while more:
            to_right = lowest(more)
            more = without_lowest(more)
            if to_left == to_right and position["copies"][seat, to_left] == 1:
                continue
            gain = gain_left + _gain_of(rules, bot, position, seat, right, to_right)
            drop_card(position, seat, to_left)
            drop_card(position, seat, to_right)
            worth = _worth_at_last(rules, bot, position, seat) - gain * bot["help"] // WEIGHT_ONE
            add_card(position, seat, to_right)
            add_card(position, seat, to_left)
            if worth > best:
                best = worth
                choice[1], choice[2] = to_left, to_right


@jit
def _gain_of(rules, bot, position, seat, other, kind):
    """Return what a card seems to be worth to a player in the last round."""
    zone, value = kind // VALUES, value_of(kind)
    unseen = max(unseen_cards(rules, position, seat), 1)
    highest, whose, second = best_of_others(position, seat, zone)
    average = unseen_sum(rules, position, seat, zone) * WEIGHT_ONE // unseen
    steep = steepness(bot, 2, average)
    table, theirs = position["table_sum"][seat, zone], position["table_sum"][other, zone]
    beside = max(table, second if other == whose else highest)
    lead = (theirs - beside) * WEIGHT_ONE - pressure(bot, highest, second, average, 1)
    held = taken_to_hold(bot, position, other, zone, max(highest, table), average)
    one_card = min(USUAL, value * WEIGHT_ONE)
    after = zone_worth(bot, theirs, lead, held + value, np.int64(0), one_card, 1, steep)
    return after - zone_worth(bot, theirs, lead, held, np.int64(0), USUAL, 1, steep)


@jit
def _worth_at_last(rules, bot, position, seat):
    """Return what all zones are worth before the last landing, with the best card landed."""
    shown = holds(position["watching"], seat)
    to_come = 0 if shown else 1
    unseen = max(unseen_cards(rules, position, seat), 1)
    worth = np.int64(0)
    for zone in range(ZONES):
        highest, _, second = best_of_others(position, seat, zone)
        average = unseen_sum(rules, position, seat, zone) * WEIGHT_ONE // unseen
        steep = steepness(bot, 1 + to_come, average)
        rival = pressure(bot, highest, second, average, to_come)
        none = np.int64(0)
        worth += own_zone(
            rules, bot, position, seat, zone, highest, rival, none, np.int64(WEIGHT_ONE), np.int64(1), steep
        )
    if position["kinds"][seat]:
        _, more = best_landing(
            rules, bot, position, seat, position["kinds"][seat], np.int64(0), shown, NOTHING
        )
        worth += more
    return worth
