"""The policies `planner` and `strategist`: they try plans for their turn on copies of the position.

A plan is a set of weights: the usual ones, or with some of them changed for this turn (plans.py). Each is
played on to the end of the turn, or for some rounds more, with new luck, the same for all plans; everybody at
the table plays by the planner's own weights. What counts is how the position at the end is valued: by what
the bot has learned (valuing), or by the standing where it has learned nothing. The bot knows no more than its
seat may see: what is hidden is dealt anew each time.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call
from conquestlab.kernels.conquest.plans import (
    ONE_LAND,
    PLANS,
    RESTS,
    ROUTE,
    USUAL,
    begins_usually,
    bend,
    plans_to_try,
    values_as_usual,
)
from conquestlab.kernels.conquest.play import play_on
from conquestlab.kernels.conquest.state import (
    AT_CONQUEST,
    ATTACK,
    FORCES,
    NOTHING,
    PLACE,
    TAKEN,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.conquest.trials import (
    begin_trial,
    copy_front,
    end_alike,
    play_out,
    seat_alike,
    worth_of_end,
)
from conquestlab.kernels.conquest.weighed.fronts import best_front
from conquestlab.kernels.conquest.weighed.routes import EVERY_KIND, best_route
from conquestlab.kernels.conquest.weighed.worth import weigh
from conquestlab.kernels.shared.bits import holds, single
from conquestlab.kernels.shared.contract import PAUSED
from conquestlab.kernels.shared.rows import FIXED_ONE
from conquestlab.kernels.shared.streams import below, draw

LOST, WON = np.int64(FIXED_ONE // 50), np.int64(FIXED_ONE - FIXED_ONE // 12)  # chances beyond which a plan
# changes little
TURNS = np.int64(1024)  # of which `whim` is a share
NOT_TRIED = np.int64(-1)
# Trials: where they begin, how the usual plan ends, another plan, the usual one after its first conquest
START, FIRST, OTHER, BRANCH = (np.int64(place) for place in range(4))
TRIALS = 4


@jit
def planner_choice(rules, position):
    """Lay down the choice of the best plan, which is sought again when the turn has moved on.

    The policy behind this one, `weighed`, is called by its address: it is compiled anyway for the trials.
    """
    seat = np.int64(position["asker"])
    if seat == position["active"] and position["actor"] == seat:
        _seek_plan(rules, position, seat)
        plan = position["thoughts"]["plan"]
        if plan != USUAL:
            position["unbent"] = position["bot"][seat]["weights"]
            bend(position["bot"][seat]["weights"], plan)
            call(position["bot"][seat]["behind"], (rules, position))
            position["bot"][seat]["weights"] = position["unbent"]
            return
    call(position["bot"][seat]["behind"], (rules, position))


@jit
def _seek_plan(rules, position, seat):
    """Seek a plan where armies are placed at the start of a turn, and whenever a land was taken since."""
    thoughts = position["thoughts"]
    weights = position["bot"][seat]["weights"]
    if thoughts["plan_turn"] != position["turn"]:
        thoughts["plan_turn"] = position["turn"]
        thoughts["plan"] = USUAL
        thoughts["searches"] = 0
        thoughts["searched_at"] = NOTHING
    asked = position["asked"]
    due = (asked == PLACE and position["stage"] == FORCES) or asked == ATTACK
    if (
        due
        and position["conquered"] != thoughts["searched_at"]
        and thoughts["searches"] < weights["searches"]
    ):
        thoughts["searches"] += 1
        thoughts["searched_at"] = position["conquered"]
        thoughts["of_turn"] = NOTHING  # thoughts of the old plan
        thoughts["route_turn"] = NOTHING
        if weights["whim"] and below(position["bots"][seat], TURNS) < weights["whim"]:
            thoughts["plan"] = below(position["bots"][seat], PLANS)
            thoughts["searches"] = weights["searches"]
        else:
            if asked == PLACE:  # weighed once: for the turn itself, and for plans that value all as usual
                weigh(rules, position)
                best_front(rules, position)
            thoughts["plan"] = best_plan(rules, position, seat)
            if not values_as_usual(thoughts["plan"]):
                thoughts["of_turn"] = NOTHING


@jit
def best_plan(rules, position, seat):
    """Return the plan whose ends are worth most on average, the usual one where none is clearly better."""
    weights = position["bot"][seat]["weights"]
    worths = np.zeros((weights["rollouts"], PLANS), np.int64)
    play_plans(rules, position, seat, plans_to_try(rules, position, seat), weights["depth"] == 0, worths)
    best, most = USUAL, ZERO
    for plan in range(PLANS):
        worth = ZERO
        for rollout in range(len(worths)):
            worth += worths[rollout, plan]
        if plan == USUAL:
            most = worth + (len(worths) * np.int64(weights["doubt"]) * FIXED_ONE >> 10)
        elif worth > most:
            best, most = np.int64(plan), worth
    return best


@jit
def play_plans(rules, position, seat, plans, swiftly, worths):
    """Play each plan on as often as there are rows, and write what each end is worth to the seat.

    Parameters
    ----------
    rules : record
    position : record
        Only the stream of the seat moves on.
    seat : int
        Whose turn it is, or who moves next.
    plans : uint64
        The set of those that are tried.
    swiftly : bool
        Whether to leave out all but the usual one where that seems to decide the game already.
    worths : int64 array, (rollouts, PLANS)
        The plans of a row have the same luck; NOT_TRIED where a plan was not.
    """
    weights = position["bot"][seat]["weights"]
    if weights["depth"]:
        shorter = np.empty(1, rules_dtype)
        shorter[0] = rules
        last = np.int64(position["round"]) + weights["depth"]
        shorter[0]["max_rounds"] = min(rules["max_rounds"], last)
        _play_plans(shorter[0], position, seat, plans, swiftly, worths)
        shorter[0]["max_rounds"] = last  # a record does not keep its array alive: this does, until here
    else:
        _play_plans(rules, position, seat, plans, swiftly, worths)


@jit
def _play_plans(rules, position, seat, plans, swiftly, worths):
    bot, stream = position["bot"][seat], position["bots"][seat]
    weights = bot["weights"]
    trials = np.empty(TRIALS, position_dtype)
    for place in (START, FIRST, OTHER):
        seat_alike(trials[place], bot, np.int64(position["seats"]))
    for rollout in range(len(worths)):
        luck, hidden = draw(stream), draw(stream)
        start = trials[START]
        copy_front(start, position)
        begin_trial(rules, start, seat, luck, hidden)
        if swiftly:
            start["thoughts"]["of_turn"] = position["thoughts"]["of_turn"]
        branched = False
        for plan in range(PLANS):
            worth = NOT_TRIED
            if holds(plans, plan):
                place = _place_of(plan, branched)
                trial = trials[place]
                if place in (FIRST, OTHER):
                    copy_front(trial, start)
                if not values_as_usual(plan):
                    trial["thoughts"]["of_turn"] = NOTHING
                trial["bot"][seat]["weights"] = weights
                bend(trial["bot"][seat]["weights"], plan)
                if plan == USUAL and swiftly and holds(plans, ONE_LAND) and begins_usually(position, weights):
                    branched = _play_with_branch(rules, trials)
                    worth = worth_of_end(rules, trial, bot, seat)
                elif plan != ROUTE or not swiftly or best_route(rules, trial, EVERY_KIND):
                    _play_trial(rules, trial, seat, weights)
                    if plan != USUAL and swiftly and end_alike(trials[FIRST], trial):
                        worth = worths[rollout, USUAL]
                    else:
                        worth = worth_of_end(rules, trial, bot, seat)
                if swiftly and plan == USUAL:
                    if worth < LOST or worth > WON:
                        plans = single(USUAL)
                    elif trial["conquered"] == position["conquered"]:
                        plans &= ~RESTS
                    elif trial["conquered"] == 1:
                        plans &= ~single(ONE_LAND)
            worths[rollout, plan] = worth


@jit
def _place_of(plan, branched):
    """Return where a plan is tried. ONE_LAND goes on from the first conquest of the usual one, if it may."""
    if plan == USUAL:
        return FIRST
    if plan == ROUTE:  # the last one: the beginning is not needed any more
        return START
    return BRANCH if plan == ONE_LAND and branched else OTHER


@jit
def _play_with_branch(rules, trials):
    """Play the usual plan to the end of the turn, and keep how it stood after the first conquest, if any."""
    trials[FIRST]["pauses"] = AT_CONQUEST
    if play_on(rules, trials[FIRST]) != TAKEN:
        return False
    trials[BRANCH] = trials[FIRST]
    play_on(rules, trials[FIRST])
    return True


@jit
def _play_trial(rules, position, seat, usual):
    """Play a trial to the end of the turn by its plan, then by the usual weights for some rounds more."""
    position["pauses"] = 1
    why = play_on(rules, position)
    if usual["depth"] and why == PAUSED:
        position["pauses"] = 0
        position["bot"][seat]["weights"] = usual
        play_out(rules, position)
