"""What a zone seems to be worth at the end to a player, by what lies face up and what one seat holds.

The chance of a majority follows from how far the player's table is ahead of the best other one, from what the
others may still land, and from how many cards are still to come: a lead counts the less the more there are.
With that chance the player scores all that it holds of the zone, otherwise one card. Where no card is to come
any more this is exact. All in whole numbers: chances in parts of CHANCE_ONE, points in parts of WEIGHT_ONE.
"""

from math import exp

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.rules import kinds_in_zone, single_card
from conquestlab.kernels.manchots.state import VALUES, VIRTUAL, WEIGHT_ONE, ZONES

CHANCE_ONE = 1 << 10
STEPS = 512  # of the curve on either side of even chances
STEPS_A_UNIT = 64
CURVE = np.array(
    [round(CHANCE_ONE / (1 + exp((STEPS - 0.5 - step) / STEPS_A_UNIT))) for step in range(2 * STEPS)]
)
SLOPE_ONE = 1 << 12
REACH = 6  # points of one's own that a landing may bring to a zone
SURE = np.int64(1 << 40)


@jit
def steepness(bot, to_come, average):
    """Return how steeply the chance of a majority follows the lead.

    Parameters
    ----------
    bot : record of bot_dtype
    to_come : int
        Landings of the player and of the others that are still to come.
    average : int
        What an unseen card is worth in the zone on the mean, in parts of WEIGHT_ONE.
    """
    if to_come == 0:
        return SURE
    return bot["slope"] * SLOPE_ONE // (WEIGHT_ONE + bot["flat"] * to_come * average // WEIGHT_ONE)


@jit
def chance_of(lead, steep):
    """Return the chance of a majority; the lead is in parts of WEIGHT_ONE."""
    if steep == SURE:
        return np.int64(CHANCE_ONE if lead >= 0 else 0)
    step = (lead * steep) // SLOPE_ONE + STEPS
    return CURVE[min(max(step, 0), 2 * STEPS - 1)]


@jit
def zone_worth(bot, table, lead, held, future, one_card, own_left, steep):
    """Return what a zone is worth.

    Parameters
    ----------
    bot : record of bot_dtype
    table : int
        Sum that the player has there.
    lead : int
        That less the best other sum and what the others may still land, in parts of WEIGHT_ONE.
    held : int
        Sum of the zone in the hand.
    future : int
        What the hand is taken to get of the zone until the end, in parts of WEIGHT_ONE.
    one_card : int
        What is scored of the hand without a majority, in parts of WEIGHT_ONE.
    own_left : int
        Landings that the player has left.
    steep : int
        As `steepness` gave it.
    """
    if table == 0:
        if own_left == 0:
            return np.int64(0)
        one_card = one_card * bot["absent"] // WEIGHT_ONE
    lead += bot["own"] * min(held, REACH * own_left)  # what the player may land of it
    chance = chance_of(lead, steep)
    return (chance * (held * WEIGHT_ONE + future) + (CHANCE_ONE - chance) * one_card) // CHANCE_ONE


@jit
def single_share(bot, to_get):
    """Return the share that counts of a single card: less for each round in which lower ones may be got."""
    share = np.int64(WEIGHT_ONE)
    for _ in range(to_get):
        share = share * bot["lowest"] // WEIGHT_ONE
    return share


@jit
def best_of_others(position, seat, zone):
    """Return the best sum of the others in a zone, whose it is, and the second best."""
    best, whose, second = np.int64(-1), np.int64(0), np.int64(-1)
    for player in range(position["players"]):
        if player != seat:
            table = position["table_sum"][player, zone]
            if table > best:
                best, whose, second = table, np.int64(player), best
            elif table > second:
                second = table
    return best, whose, second


@jit
def unseen_cards(rules, position, seat):
    """Return how many cards a seat has not seen."""
    return rules["cards"] - position["seen_count"] - position["hand_size"][seat]


@jit
def unseen_sum(rules, position, seat, zone):
    """Return the values of the cards of a zone together that a seat has not seen."""
    return rules["points"] // ZONES - position["seen_sum"][zone] - position["hand_sum"][seat, zone]


@jit
def hidden_size(position, player):
    """Return how many cards a player has at hand: a virtual one all that lie face down."""
    if player < position["seats"]:
        return position["hand_size"][player]
    return position["end"][player] - position["top"][player] + position["given_count"][player - VIRTUAL]


@jit
def pressure(bot, best, second, average, to_come):
    """Return what the others are taken to land in a zone yet, in parts of WEIGHT_ONE.

    It is more where much lies already, and where two of them are close to each other.
    """
    if to_come == 0:
        return np.int64(0)
    close = max(VALUES - best + second, 0)
    landing = bot["rival"] + bot["fight"] * best
    return landing * to_come * average // WEIGHT_ONE + bot["crowd"] * close - bot["even"]


@jit
def taken_to_hold(bot, position, player, zone, highest, average):
    """Return what another player is taken to hold of a zone: more where he lies highest."""
    held = hidden_size(position, player) * average
    if position["table_sum"][player, zone] == highest:
        held += held * bot["hoard"] // WEIGHT_ONE
    return held // WEIGHT_ONE


@jit
def own_zone(rules, bot, position, seat, zone, best, rival, future, single, own_left, steep):
    """Return what a zone is worth to a seat as its cards lie now."""
    table = position["table_sum"][seat, zone]
    held = position["hand_sum"][seat, zone]
    one_card = single_card(rules, kinds_in_zone(position["kinds"][seat], zone)) * single
    lead = (table - best) * WEIGHT_ONE - rival
    return zone_worth(bot, table, lead, held, future, one_card, own_left, steep)


@jit
def values_without(position, seat, zone, place):
    """Return the values of a zone that a hand has without one card of this place."""
    values = kinds_in_zone(position["kinds"][seat], zone)
    if position["copies"][seat, VALUES * zone + place] == 1:
        values &= ~(np.uint64(1) << np.uint64(place))
    return values
