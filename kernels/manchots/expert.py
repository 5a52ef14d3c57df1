"""The bot `expert`: what its zones seem to be worth at the end (worth.py), less what others get out of it.

A landing is worth what its zone is worth more to the seat afterwards, the share `block` of what it takes
from the best of the others there, and what its special does. A gift costs what the seat loses by it, the
share `help` of what the neighbour seems to gain, and what the zone is worth less to the seat if that
neighbour lands cards there (`threat`). It reads nothing but what its seat may see: what others hold is taken
to be an even part of the cards that it has not seen. Points are in parts of WEIGHT_ONE.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import clear_choice, owed
from conquestlab.kernels.manchots.round import kamikaze_landed
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
from conquestlab.kernels.manchots.simple_bots import put_down, sort_cards, take_back
from conquestlab.kernels.manchots.state import (
    GIVE,
    LAND,
    STEP_B,
    VALUES,
    WEIGHT_ONE,
    ZONES,
)
from conquestlab.kernels.manchots.worth import (
    CHANCE_ONE,
    best_of_others,
    chance_of,
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

WORST = np.int64(-(1 << 50))
TWINS, KAMIKAZE, LOOKOUT = 0, 1, 2
PARTS = 16  # of a point in which specials are weighed
PROMISING = np.int64(4)  # cards for either neighbour that are tried in the last round
USUAL = 3 * WEIGHT_ONE  # what one card counts for others, whose hands nobody knows


@jit
def expert_choice(rules, position):
    """Lay down the choice of `expert`."""
    seat = np.int64(position["asker"])
    bot = position["bot"][seat]
    kinds = position["kinds"][seat]
    if position["asked"] == LAND:
        write_landing(rules, bot, position, seat, kinds, position["choice"])
    else:
        write_best_gifts(rules, bot, position, seat, position["choice"])


# Landing


@jit
def write_landing(rules, bot, position, seat, allowed, choice):
    """Write the best landing whose first card is one of these kinds; return that card."""
    parts = owed(position, seat)
    clear_choice(choice, LAND)
    shown = position["step"] == STEP_B
    if shown:
        struck = rules["high"] if kamikaze_landed(rules, position) else NOTHING
        lay_shown(position, struck, 1)
    else:
        struck = NOTHING
    for part in range(1, 1 + parts):
        kinds = position["kinds"][seat]
        if part == 1:
            kinds &= allowed
        kind, _ = _best_landing(rules, bot, position, seat, kinds, parts - part, shown, struck)
        put_down(position, seat, kind)
        choice[part] = kind
    first = choice[1]
    for part in range(1, 1 + parts):
        take_back(position, seat, choice[part])
    if shown:
        lay_shown(position, struck, -1)
    sort_cards(choice, parts)
    return first


@jit
def lay_shown(position, struck, sign):
    """Put the cards shown in this round into their zones in thought, without those that are struck."""
    for player in range(position["players"]):
        for place in range(position["landed_count"][player]):
            kind = np.int64(position["landed"][player, place])
            if not holds(struck, kind):
                position["table_sum"][player, kind // VALUES] += sign * value_of(kind)


@jit
def _danger(rules, bot, position, seat, unseen):
    """Return the chance that somebody else lands a Kamikaze in this step."""
    kamikazes, unknown = rules["special"][KAMIKAZE], np.int64(0)
    while kamikazes:
        kind = lowest(kamikazes)
        kamikazes = without_lowest(kamikazes)
        unknown += rules["copies"][kind % VALUES]
        unknown -= np.int64(position["seen"][kind]) + np.int64(position["copies"][seat, kind])
    landing, watching = np.int64(0), position["step"] == STEP_B
    for player in range(position["players"]):
        if player != seat and (not watching or holds(position["watching"], player)):
            landing += 1
    return min(unknown * landing * bot["danger"] * (CHANCE_ONE // WEIGHT_ONE) // unseen, CHANCE_ONE)


@jit
def _special_worth(rules, bot, kind, later):
    """Return what the special of a card is worth, with so many rounds to come."""
    worth = np.int64(0)
    if later > 0 and holds(rules["special"][TWINS], kind):
        worth += bot["twins"] + bot["twins_later"] * later
    if later > 0 and holds(rules["special"][LOOKOUT], kind):
        worth += bot["lookout"] + bot["lookout_later"] * later
    if holds(rules["special"][KAMIKAZE], kind):
        worth += bot["kamikaze"] + bot["kamikaze_later"] * later
    return worth * (WEIGHT_ONE // PARTS)


@jit
def _best_landing(rules, bot, position, seat, kinds, more_parts, shown, struck):
    """Return the one of these cards that is best landed, and how much more its zone is worth then."""
    later = rules["rounds"] - np.int64(position["round"])
    own_left = later + more_parts
    to_come = later + (0 if shown else 1)
    unseen = max(unseen_cards(rules, position, seat), 1)
    share_left = single_share(bot, later)
    danger = CHANCE_ONE if struck else _danger(rules, bot, position, seat, unseen)
    specials = rules["special"][TWINS] | rules["special"][KAMIKAZE] | rules["special"][LOOKOUT]
    best, chosen = WORST, np.int64(0)
    for zone in range(ZONES):
        if not kinds_in_zone(kinds, zone):
            continue
        highest, whose, second = best_of_others(position, seat, zone)
        average = unseen_sum(rules, position, seat, zone) * WEIGHT_ONE // unseen
        steep = steepness(bot, own_left + to_come, average)
        rival = pressure(bot, highest, second, average, to_come)
        future = bot["coming"] * later * average // WEIGHT_ONE
        before = own_zone(
            rules, bot, position, seat, zone, highest, rival, future, share_left, own_left + 1, steep
        )
        table, held = position["table_sum"][seat, zone], position["hand_sum"][seat, zone]
        theirs = taken_to_hold(bot, position, whose, zone, max(highest, table), average)
        share = bot["block"] * theirs if highest > 0 else np.int64(0)
        chance_before = chance_of((highest - table) * WEIGHT_ONE, steep) if share else np.int64(0)
        more = kinds_in_zone(kinds, zone)
        while more:
            place = lowest(more)
            more = without_lowest(more)
            value, kind = place + 1, VALUES * zone + place
            left = values_without(position, seat, zone, place)
            one_card = single_card(rules, left) * share_left
            lead = (table + value - highest) * WEIGHT_ONE - rival
            worth = zone_worth(bot, table + value, lead, held - value, future, one_card, own_left, steep)
            if share:
                after = chance_of((highest - table - value) * WEIGHT_ONE, steep)
                worth += share * (chance_before - after) // CHANCE_ONE
            if danger and holds(rules["high"], kind):
                lost = zone_worth(
                    bot,
                    table,
                    (table - highest) * WEIGHT_ONE - rival,
                    held - value,
                    future,
                    one_card,
                    own_left,
                    steep,
                )
                worth += (lost - worth) * danger // CHANCE_ONE
            worth -= before
            if holds(specials, kind):
                worth += _special_worth(rules, bot, kind, later)
                if shown and not struck and holds(rules["special"][KAMIKAZE], kind):
                    worth += _strike_worth(rules, bot, position, seat, own_left)
            if worth > best:
                best, chosen = worth, kind
    return chosen, best


@jit
def _strike_worth(rules, bot, position, seat, own_left):
    """Return what it is worth that the high cards shown in this round are taken out."""
    worth = np.int64(0)
    for player in range(position["players"]):
        for place in range(position["landed_count"][player]):
            kind = np.int64(position["landed"][player, place])
            if holds(rules["high"], kind):
                zone = kind // VALUES
                highest, whose, _ = best_of_others(position, seat, zone)
                if whose == player:
                    steep = steepness(bot, 2 * own_left, np.int64(WEIGHT_ONE))
                    held = position["hand_sum"][seat, zone]
                    table = position["table_sum"][seat, zone]
                    ahead = (table - highest) * WEIGHT_ONE
                    gained = chance_of(ahead + value_of(kind) * WEIGHT_ONE, steep) - chance_of(ahead, steep)
                    worth += gained * held * WEIGHT_ONE // CHANCE_ONE
                    worth += bot["block"] * value_of(kind)
    return worth


# Giving


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
                worth -= _special_worth(rules, bot, kind, later - 1)
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


# The last gifts


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
        _, more = _best_landing(
            rules, bot, position, seat, position["kinds"][seat], np.int64(0), shown, NOTHING
        )
        worth += more
    return worth
