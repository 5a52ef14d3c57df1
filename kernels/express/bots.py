"""The inside bots of Risk Express: a position in, a choice out.

`random` takes any legal choice. `points` and `expert` share one way of looking at a choice: the exact chance that the
target is conquered times what that is worth, less the chance that the next player profits from a failure times
what that costs. For `points` a conquest is worth what the own score grows by, and a failure costs nothing. `expert`
values what it holds after a conquest:

* a complete continent at its back; a card that lies open at its points, less `risk` for the chance that somebody
  takes it in a turn, as long as the middle is not empty; and `promise` for a continent held in part;
* what the owner loses by the same measure counts as `harm`;
* `leave` is what the next player's gain costs;
* `finish` goes to a conquest that ends the game and wins it, and is taken from one that ends it and does not.

`fresh` is by how much a free choice of target at the first roll is better than the best target fixed before.
"""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.express.rules import (
    all_cards,
    fresh_lines,
    gain_of,
    has_owner,
    lines_filled,
    lines_left,
    next_line,
    owner_of,
    targets,
)
from conquestlab.kernels.express.state import (
    CHANCE_ONE,
    CONTINUE,
    FILL,
    MIDDLE,
    NO_CARD,
    POINTS,
    RANDOM,
    SACRIFICE,
    WEIGHT_ONE,
)
from conquestlab.kernels.streams import below

LOWEST, HIGHEST = np.int64(-(1 << 62)), np.int64(1 << 62)


@jit
def decide(rules, bot, position):
    """Lay down the choice of an inside bot."""
    if bot["policy"] == RANDOM:
        _lay_any(rules, position)
    elif position["asked"] == CONTINUE:
        _lay_continue(rules, bot, position)
    else:
        _lay_best_fill(rules, bot, position)


@jit
def lay(position, kind, first, second):
    """Lay a choice down."""
    position["choice"][0] = kind
    position["choice"][1] = first
    position["choice"][2] = second


@jit
def _lay_any(rules, position):
    """Lay down any legal choice, each as likely, out of one draw."""
    stream = position["bots_of"][position["player"]]
    if position["asked"] == CONTINUE:
        lay(position, CONTINUE, below(stream, 2), 0)
        return
    count = lay_fill(rules, position, -1)
    lay_fill(rules, position, below(stream, count + rules["voluntary_sacrifice"]))


@jit
def lay_fill(rules, position, number):
    """Lay down the legal fill with a number, the sacrifice if there are not so many; return how many there are.

    They are numbered by card and line; -1 only counts them.
    """
    count = 0
    cards = targets(rules, position)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        filled = lines_filled(rules, position, card, lines_left(rules, position, card))
        while filled:
            line, _, filled = next_line(filled)
            if count == number:
                lay(position, FILL, card, line)
                return count
            count += 1
    if number >= 0:
        lay(position, SACRIFICE, 0, 0)
    return count


@jit
def _lay_continue(rules, bot, position):
    card = np.int64(position["target"])
    taken = _value(rules, bot, position, card, position["left"], position["dice"])
    fresh = _value_of_turn(rules, bot, position, rules["dice"])
    lay(position, CONTINUE, 1 if taken > fresh else 0, 0)


@jit
def _lay_best_fill(rules, bot, position):
    """Lay down the fill of the highest value; the sacrifice only if it is better than that."""
    best = LOWEST
    cards = targets(rules, position)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        filled = lines_filled(rules, position, card, lines_left(rules, position, card))
        if filled:
            worth = _worth(rules, bot, position, card)
            if worth < 0 or _bound(rules, position, card, worth) > best:
                best = _lay_best_line(rules, bot, position, card, filled, worth, best)
    if rules["voluntary_sacrifice"]:
        dice = position["dice"] - 1
        if position["target"] == NO_CARD:
            kept = _value_of_turn(rules, bot, position, dice)
        else:
            kept = _value(rules, bot, position, np.int64(position["target"]), position["left"], dice)
        if kept > best:
            lay(position, SACRIFICE, 0, 0)


@jit
def _bound(rules, position, card, worth):
    """Return a value that no line of a card surpasses, if its conquest is worth anything."""
    if position["target"] != NO_CARD:
        return HIGHEST
    return worth * rules["fresh"][position["roll_number"], has_owner(position, card), card]


@jit
def _lay_best_line(rules, bot, position, card, filled, worth, best):
    """Lay down the line of a card that is better than `best`, if there is one; return the value of the better."""
    left = lines_left(rules, position, card)
    cost = _cost(rules, bot, position, card)
    while filled:
        line, used, filled = next_line(filled)
        value = _weigh(rules, position, card, left & ~(1 << line), position["dice"] - used, worth, cost)
        if value > best:
            best = value
            lay(position, FILL, card, line)
    return best


@jit
def _value_of_turn(rules, bot, position, dice):
    """Return about what a turn is worth with so many dice and no target: the best card, and `fresh` of it more."""
    best = np.int64(0)
    cards = all_cards(rules) & ~position["held"][position["player"]] & ~position["safe"]
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        best = max(best, _value(rules, bot, position, card, fresh_lines(rules, position, card), dice))
    return best


@jit
def _value(rules, bot, position, card, left, dice):
    worth, cost = _worth(rules, bot, position, card), _cost(rules, bot, position, card)
    return _weigh(rules, position, card, left, dice, worth, cost)


@jit
def _weigh(rules, position, card, left, dice, worth, cost):
    """Return the value, in parts of WEIGHT_ONE * CHANCE_ONE, of a target with lines left and dice to roll."""
    value = worth * rules["chance"][card, left, dice]
    if cost:
        value -= cost * rules["leaves"][card, has_owner(position, card), left, dice]
    return value


@jit
def _worth(rules, bot, position, card):
    """Return what conquering a card is worth, in parts of WEIGHT_ONE."""
    player = position["player"]
    if bot["policy"] == POINTS:
        gain = gain_of(rules, position, player, card)
        if holds(position["middle"], card) or gain > rules["points"][card]:
            return gain * WEIGHT_ONE
        return gain * bot["rob"]
    continent = rules["continent"][card]
    cards = rules["continent_cards"][continent]
    mine = position["held"][player] & cards
    worth = _continent_worth(rules, bot, position, continent, mine | single(card))
    worth -= _continent_worth(rules, bot, position, continent, mine)
    owner = owner_of(position, card)
    if owner != MIDDLE:
        theirs = position["held"][owner] & cards
        lost = _continent_worth(rules, bot, position, continent, theirs)
        lost -= _continent_worth(rules, bot, position, continent, theirs & ~single(card))
        worth += lost * bot["harm"] // (WEIGHT_ONE * (position["seats"] - 1))
    elif position["middle"] == single(card):
        worth += bot["finish"] if _would_win(rules, position, card) else -bot["finish"]
    return worth


@jit
def _continent_worth(rules, bot, position, continent, held):
    """Return what a seat has of a continent by the cards it holds there, in parts of WEIGHT_ONE."""
    cards = rules["continent_cards"][continent]
    if held == cards:
        return rules["back"][continent] * WEIGHT_ONE
    worth = np.int64(0)
    danger = bot["risk"] * (position["seats"] - 1) * popcount(position["middle"])
    rest = held
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        taken = rules["chance"][card, rules["printed"][card] | rules["general"][card], rules["dice"]]
        peril = danger * taken // (rules["cards"] * CHANCE_ONE)
        worth += rules["points"][card] * WEIGHT_ONE * WEIGHT_ONE // (WEIGHT_ONE + peril)
    count, all_count = popcount(held), popcount(cards)
    return worth + rules["back"][continent] * bot["promise"] * count * count // (all_count * all_count)


@jit
def _would_win(rules, position, card):
    """Tell whether the player would have the highest score, alone or not, if the game ended by this conquest."""
    player = position["player"]
    score = position["score"][player] + gain_of(rules, position, player, card)
    for seat in range(position["seats"]):
        if seat != player and position["score"][seat] > score:
            return False
    return True


@jit
def _cost(rules, bot, position, card):
    """Return what it costs that the next player conquers this card after a failure, in parts of WEIGHT_ONE."""
    if bot["leave"] == 0 or rules["continue_failed"] == 0:
        return np.int64(0)
    following = (position["player"] + 1) % position["seats"]
    if holds(position["held"][following], card):
        return np.int64(0)
    return gain_of(rules, position, following, card) * bot["leave"] // (position["seats"] - 1)
