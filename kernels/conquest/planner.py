"""The policy `planner`: it tries plans for its turn on copies of the position, and follows the best.

A plan is a set of weights (kernels/conquest/weighed): the usual ones, or with some of them changed for this
turn. Each plan is played on for some rounds with new luck, the same for all plans; everybody at the table
plays by the planner's own weights. What counts is the standing at the end. The planner knows no more than its
seat may see: what is hidden is dealt anew each time.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.cards import FIRST_JOKER, MOST_JOKERS, MOST_LANDS
from conquestlab.kernels.conquest.play import play_on
from conquestlab.kernels.conquest.setup import draw_of, goals_to_deal
from conquestlab.kernels.conquest.state import (
    ATTACK,
    FORCES,
    NO_LANDS,
    NOTHING,
    PLACE,
    ZERO,
    bot_dtype,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.conquest.weighed.policy import weighed_choice
from conquestlab.kernels.shared.bits import lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS
from conquestlab.kernels.shared.streams import below, draw

PLANS = np.int64(7)
BOLD = np.int32(128)  # by how much a bold plan values any land more, in sixty-fourths of an army
CARDS = MOST_LANDS + MOST_JOKERS


@jit
def planner_choice(rules, position):
    """Lay down the choice of the best plan, which is sought again when the turn has moved on."""
    seat = np.int64(position["asker"])
    thoughts = position["thoughts"]
    weights = position["bot"][seat]["weights"]
    if seat == position["active"] and position["actor"] == seat:
        if thoughts["plan_turn"] != position["turn"]:
            thoughts["plan_turn"] = position["turn"]
            thoughts["plan"] = 0
            thoughts["searches"] = 0
            thoughts["searched_at"] = NOTHING
        asked = position["asked"]
        due = (asked == PLACE and position["stage"] == FORCES) or asked == ATTACK
        due = due and position["conquered"] != thoughts["searched_at"]
        if due and thoughts["searches"] < weights["searches"]:
            thoughts["searches"] += 1
            thoughts["searched_at"] = position["conquered"]
            thoughts["plan"] = best_plan(rules, position, seat)
            thoughts["of_turn"] = NOTHING  # thoughts of the old plan
            thoughts["route_turn"] = NOTHING
        if thoughts["plan"]:
            kept = np.empty(1, bot_dtype)
            kept[0] = position["bot"][seat]
            bend(weights, thoughts["plan"])
            weighed_choice(rules, position)
            position["bot"][seat] = kept[0]
            return
    weighed_choice(rules, position)


@jit
def bend(weights, plan):
    """Change weights as a plan wants it: bolder or more careful; for continents, against them, for cards."""
    if plan == 1:
        weights["land"] += BOLD
    elif plan == 2:
        weights["land"] -= BOLD
    elif plan == 3:
        weights["complete"] *= 3
        weights["progress"] *= 3
    elif plan == 4:
        weights["breaks"] *= 3
        weights["deny"] *= 3
    elif plan == 5:
        weights["kill"] *= 3
        weights["rid"] *= 3
        weights["weak"] += BOLD
    elif plan == 6:
        weights["guard"] = 2 * weights["guard"] + 16
        weights["stand"] = 2 * weights["stand"] + 16
        weights["land"] -= BOLD


@jit
def best_plan(rules, position, seat):
    """Return the plan with the highest mean standing some rounds on."""
    worths = np.zeros((position["bot"][seat]["weights"]["rollouts"], PLANS), np.int64)
    play_plans(rules, position, seat, worths)
    best, most = ZERO, ZERO
    for plan in range(PLANS):
        worth = ZERO
        for rollout in range(len(worths)):
            worth += worths[rollout, plan]
        if plan == 0 or worth > most:
            best, most = np.int64(plan), worth
    return best


@jit
def play_plans(rules, position, seat, worths):
    """Play each plan on as often as there are rows, and write what each end is worth to the seat.

    Parameters
    ----------
    rules : record
    position : record
        Only the stream of the seat moves on.
    seat : int
        Whose turn it is, or who moves next.
    worths : int64 array, (rollouts, PLANS)
        The plans of a row have the same luck.
    """
    weights = position["bot"][seat]["weights"]
    trial_rules = np.empty(1, rules_dtype)
    trial_rules[0] = rules
    last = np.int64(position["round"]) + weights["depth"]
    trial_rules[0]["max_rounds"] = min(rules["max_rounds"], last)
    stream = position["bots"][seat]
    trials = np.empty(1, position_dtype)
    for rollout in range(len(worths)):
        luck, hidden = draw(stream), draw(stream)
        for plan in range(PLANS):
            trials[0] = position
            prepare(trial_rules[0], trials[0], seat, luck, hidden)
            bend(trials[0]["bot"][seat]["weights"], plan)
            play_out(trial_rules[0], trials[0])
            worths[rollout, plan] = worth_of_end(trials[0], seat)


@jit
def play_out(rules, position):
    """Play a trial to its end; its rounds are not noted."""
    while play_on(rules, position) == 0:
        position["rounds_over"] = 0


@jit
def worth_of_end(position, seat):
    """Return what an end is worth to a seat: its standing, or all and nothing where the game is decided."""
    if position["winner"] != NOTHING:
        return np.int64(FIXED_ONE) if position["winner"] == seat else ZERO
    return np.int64(position["standings"][seat])


@jit
def prepare(rules, position, seat, luck, hidden):
    """Let all at a trial weigh as the planner does, with luck of its own and what is hidden dealt anew."""
    position["thoughts"]["of_turn"] = NOTHING
    position["thoughts"]["route_turn"] = NOTHING
    position["decisions"] = NOTHING
    position["sampled"] = 0
    position["log"] = 0
    position["pauses"] = 0
    position["bot"][seat]["call"] = position["bot"][seat]["behind"]
    for other in range(SEATS):
        position["bot"][other] = position["bot"][seat]
        for stream in (position["dice"][other], position["draws"][other], position["bots"][other]):
            stream["seed"] = luck
            stream["drawn"] = 0
    stream = position["deal"]
    stream["seed"] = hidden
    stream["drawn"] = 0
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
