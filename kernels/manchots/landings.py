"""What `expert` lands: the card after which its zones are worth most, beside what it takes from others."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import clear_choice, owed
from conquestlab.kernels.manchots.rules import (
    NOTHING,
    kinds_in_zone,
    single_card,
    value_of,
)
from conquestlab.kernels.manchots.showing import kamikaze_landed
from conquestlab.kernels.manchots.simple_bots import put_down, sort_cards, take_back
from conquestlab.kernels.manchots.state import (
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
from conquestlab.kernels.shared.bits import holds, lowest, without_lowest

WORST = np.int64(-(1 << 50))
TWINS, KAMIKAZE, LOOKOUT = 0, 1, 2
PARTS = 16  # of a point in which specials are weighed


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
        kind, _ = best_landing(rules, bot, position, seat, kinds, parts - part, shown, struck)
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
def special_worth(rules, bot, kind, later):
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
def best_landing(rules, bot, position, seat, kinds, more_parts, shown, struck):
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
                worth += special_worth(rules, bot, kind, later)
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
