"""The built-in bots of Risk Express: policies that read the position and write a choice.

`random` takes any legal choice. `points` and `expert` judge a choice in the same way: the exact chance that
the target is conquered times its value, minus the cost if the attack fails and the next player conquers what
is left of it, times the chance of that. They differ in the value of a conquest.

`points` counts by how much its score grows. A card taken from another player counts only the share `rob` of
that, unless it completes a continent, because such a conquest does not bring the end closer.

`expert` counts by how much the continent is worth more to it after the conquest. A complete continent is
worth its back. Open cards are worth their points, reduced by how likely they are to be taken away again: by
their chance, the number of opponents and the cards in the middle (`risk`). A continent held in part is also
worth a share of its back (`promise`). What the owner loses, measured in the same way, counts with the weight
`harm`. What the next player gains, if he may continue after a failure, counts with `leave`. Both are divided
among the opponents. For a conquest that ends the game, `finish` is added if it wins the game, and subtracted
if it does not.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.rules import (
    fresh_lines,
    gain_of,
    has_owner,
    lay,
    lines_filled,
    lines_left,
    next_line,
    open_cards,
    owner_of,
    targets,
)
from conquestlab.kernels.express.state import (
    CHANCE_ONE,
    CONTINUE,
    FILL,
    NO_CARD,
    POINTS,
    SACRIFICE,
    WEIGHT_ONE,
)
from conquestlab.kernels.shared.bits import holds, lowest, multiply_wide, popcount, single, without_lowest
from conquestlab.kernels.shared.deciding import word_of_decision

LOWEST, HIGHEST = np.int64(-(1 << 62)), np.int64(1 << 62)


@jit
def weighing_choice(rules, position):
    """Lay down the choice of `points` or `expert`."""
    bot = position["bot"][np.int64(position["asker"])]
    if position["asked"] == CONTINUE:
        _lay_continue(rules, bot, position)
    else:
        _lay_best_fill(rules, bot, position)


@jit
def count_choices(rules, position):
    """Return how many choices are legal for the one who is asked, be one of them laid down or not."""
    if position["asked"] == CONTINUE:
        return np.int64(2)
    return _lay_fill(rules, position, -1) + rules["voluntary_sacrifice"]


@jit
def random_choice(rules, position):
    """Lay down any legal choice, each as likely, out of one draw."""
    word = word_of_decision(position)
    if position["asked"] == CONTINUE:
        lay(position, CONTINUE, _part_of(word, 2), 0)
    else:
        fills = _lay_fill(rules, position, -1)
        _lay_fill(rules, position, _part_of(word, fills + rules["voluntary_sacrifice"]))


@jit
def _part_of(word, bound):
    """Return a number from 0 to bound - 1 out of a word."""
    return np.int64(multiply_wide(word, np.uint64(bound))[0])


@jit
def _lay_fill(rules, position, number):
    """Lay down the fill of a number, by card and line from 0, or the sacrifice if there are not so many.

    -1 lays down nothing; only then is the answer, the number of fills, the whole one.
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
    """Take the attack over if that is worth more than the best card that a fresh turn could be fixed upon."""
    taken = _value(rules, bot, position, np.int64(position["target"]), position["left"], position["dice"])
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
    """Lay down the best line of a card if it surpasses `best`; return the higher of the two values."""
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
    """Return what the best card is worth as the target of a turn that has so many dice and no target yet."""
    best = np.int64(0)
    cards = open_cards(rules, position)
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
    in_middle = holds(position["middle"], card)
    if bot["policy"] == POINTS:
        gain = gain_of(rules, position, player, card)
        is_robbery = not in_middle and gain == rules["points"][card]
        return gain * (bot["rob"] if is_robbery else WEIGHT_ONE)
    continent = rules["continent"][card]
    mine = position["held"][player] & rules["continent_cards"][continent]
    worth = _worth_held(rules, bot, position, continent, mine | single(card))
    worth -= _worth_held(rules, bot, position, continent, mine)
    if not in_middle:
        theirs = position["held"][owner_of(position, card)] & rules["continent_cards"][continent]
        lost = _worth_held(rules, bot, position, continent, theirs)
        lost -= _worth_held(rules, bot, position, continent, theirs & ~single(card))
        worth += lost * bot["harm"] // (WEIGHT_ONE * (position["seats"] - 1))
    elif position["middle"] == single(card):
        worth += bot["finish"] if _would_win(rules, position, card) else -bot["finish"]
    return worth


@jit
def _worth_held(rules, bot, position, continent, held):
    """Return what these cards of a continent are worth to one who holds them, in parts of WEIGHT_ONE."""
    cards = rules["continent_cards"][continent]
    if held == cards:
        return rules["back"][continent] * WEIGHT_ONE
    count, all_count = popcount(held), popcount(cards)
    worth = rules["back"][continent] * bot["promise"] * count * count // (all_count * all_count)
    danger = bot["risk"] * (position["seats"] - 1) * popcount(position["middle"])
    while held:
        card = lowest(held)
        held = without_lowest(held)
        taken = rules["chance"][card, rules["printed"][card] | rules["general"][card], rules["dice"]]
        peril = danger * taken // (rules["cards"] * CHANCE_ONE)
        worth += rules["points"][card] * WEIGHT_ONE * WEIGHT_ONE // (WEIGHT_ONE + peril)
    return worth


@jit
def _would_win(rules, position, card):
    """Tell whether no score would be higher than the player's if the game ended by this conquest."""
    player = position["player"]
    score = position["score"][player] + gain_of(rules, position, player, card)
    highest = score
    for seat in range(position["seats"]):
        if seat != player:
            highest = max(highest, position["score"][seat])
    return score == highest


@jit
def _cost(rules, bot, position, card):
    """Return what it costs if the next player conquers this card after a failure, in parts of WEIGHT_ONE."""
    following = (position["player"] + 1) % position["seats"]
    if bot["leave"] == 0 or not rules["continue_failed"] or holds(position["held"][following], card):
        return np.int64(0)
    return gain_of(rules, position, following, card) * bot["leave"] // (position["seats"] - 1)


PLAYED_BY = ((random_choice, None), (weighing_choice, None), (weighing_choice, None))
"""What each policy is played by, in the order of their numbers."""
