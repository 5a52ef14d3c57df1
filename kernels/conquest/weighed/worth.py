"""What the lands that can be attacked are worth: continents, seats to eliminate, objectives, borders."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import armies_on, beside, owner_of
from conquestlab.kernels.conquest.cards import hand_size, scale_value
from conquestlab.kernels.conquest.objectives import acting_goal
from conquestlab.kernels.conquest.setup import seat_of_colour
from conquestlab.kernels.conquest.state import (
    ALLY,
    GOAL_CONTINENTS,
    GOAL_DESTROY,
    GOAL_LANDS,
    LANDS,
    NO_LANDS,
    NOTHING,
    STARTING,
    ZERO,
)
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest

WHOLE = np.int64(64)  # a share of one, and one army
CARDS_A_SET = 3
MANY = np.int64(1 << 30)  # armies: more than there are
FIXED_SET = np.int64(8)  # armies that a set of fixed value is reckoned at


@jit
def weights_of(position):
    """Return the weights of the bot that decides now."""
    return position["bot"][np.uint64(position["asker"])]["weights"]


@jit
def standing(position, land):
    """Return the armies on a land, with those that its owner has placed in secret."""
    return np.int64(position["armies"][land]) + position["pending"][land]


@jit
def open_targets(rules, position):
    """Return the lands that the one who decides may attack, or may come to attack after the set-up."""
    if position["stage"] == STARTING:
        return rules["all_lands"] & ~position["owned"][position["actor"]]
    return position["targets"]


@jit
def weigh(rules, position):
    """Work out what a target is worth anywhere, by continent and by seat, unless that is known."""
    thoughts = position["thoughts"]
    targets = open_targets(rules, position)
    turn, part = np.int64(position["turn"]), position["part"]
    going_on = thoughts["of_turn"] == turn and thoughts["of_part"] == part and position["stage"] != STARTING
    if going_on and thoughts["of_targets"] == targets:
        return
    changed = _changed_lands(position, targets)
    if not going_on or thoughts["of_pool"] != position["pool"]:
        changed = rules["all_lands"]
    thoughts["of_turn"], thoughts["of_part"], thoughts["of_targets"] = turn, part, targets
    thoughts["of_pool"] = position["pool"]
    thoughts["front_pool"] = NOTHING
    thoughts["known"] = NO_LANDS
    thoughts["reckoned"] = NO_LANDS
    weights = weights_of(position)
    thoughts["anywhere"] = weights["land"] + _pressure(position, weights)
    thoughts["plain"] = is_plain(rules, weights)
    if thoughts["plain"]:
        return
    if weights["progress"] | weights["complete"]:
        _weigh_continents(rules, position, weights, targets, changed)
    if weights["kill"] | weights["rid"] | weights["leader"] | weights["weak"]:
        _weigh_seats(rules, position, weights, targets)
    if rules["has_objectives"]:
        thoughts["wanted"] = NO_LANDS
        thoughts["feared"] = NO_LANDS
        if weights["objective"]:
            goal = acting_goal(rules, position, np.int64(position["asker"]))
            thoughts["wanted"] = _wanted(rules, position, goal)
        if weights["counter"]:
            _guess_objectives(rules, position, targets)


@jit
def _changed_lands(position, targets):
    """Return the lands with other armies, or another owner, than when it was weighed last."""
    thoughts = position["thoughts"]
    armies, weighed = position["armies"], thoughts["of_armies"]
    changed = targets ^ thoughts["of_targets"]
    for land in range(LANDS):  # without branches, so that the processor compares several at once
        changed |= np.uint64(armies[land] != weighed[land]) << np.uint64(land)
        weighed[land] = armies[land]
    return changed


@jit
def is_plain(rules, weights):
    """Tell whether one land is worth as much as another to a bot of these weights."""
    of_continents = weights["progress"] | weights["complete"] | weights["breaks"] | weights["deny"]
    of_seats = weights["kill"] | weights["rid"] | weights["leader"] | weights["weak"]
    around = weights["compact"] | weights["exposure"] | weights["beyond"]
    return not (of_continents | of_seats | around | rules["has_ally"] | rules["has_objectives"])


@jit
def pull_of(rules, position, weights, own, land):
    """Return how much a target attracts: what it is worth, and what lies around and behind it.

    Most often that is known, and to look it up takes no call; so with what a land is worth.

    Parameters
    ----------
    own : uint64
        The lands of the acting side, with one that it is about to march into.
    """
    thoughts = position["thoughts"]
    if single(land) & thoughts["known"]:
        return np.int64(thoughts["pull"][land])
    return _work_out_pull(rules, position, weights, own, land)


@jit
def _work_out_pull(rules, position, weights, own, land):
    thoughts = position["thoughts"]
    pull = _worth_of_land(rules, position, weights, land)
    if weights["compact"] | weights["exposure"] | weights["beyond"]:
        near = rules["neighbours"][land]
        others = near & ~own
        pull += weights["compact"] * (popcount(near & own) - popcount(others))
        strongest, behind = ZERO, ZERO
        while others:
            other = lowest(others)
            armies = np.int64(position["armies"][other])
            strongest = max(strongest, armies)
            if weights["beyond"] and single(other) & thoughts["of_targets"]:
                behind = max(behind, _worth_of_land(rules, position, weights, other) - WHOLE * armies)
            others = without_lowest(others)
        pull += (weights["beyond"] * behind - weights["exposure"] * WHOLE * strongest) // WHOLE
    thoughts["pull"][land] = pull
    thoughts["known"] |= single(land)
    return pull


@jit
def _worth_of_land(rules, position, weights, land):
    thoughts = position["thoughts"]
    if single(land) & thoughts["reckoned"]:
        return np.int64(thoughts["worth"][land])
    return _work_out_worth(rules, position, weights, land)


@jit
def _work_out_worth(rules, position, weights, land):
    thoughts = position["thoughts"]
    side = owner_of(position, land)
    continent = rules["continent_of"][land]
    worth = thoughts["anywhere"]
    if side == ALLY:
        worth += weights["ally"]
    elif weights["kill"] | weights["rid"] | weights["leader"] | weights["weak"]:
        worth += thoughts["of_side"][side]
    if weights["progress"] | weights["complete"]:
        worth += thoughts["of_continent"][continent]
    if weights["breaks"] | weights["deny"]:
        lands = rules["continent_lands"][continent]
        size, number = popcount(lands), popcount(lands & position["owned"][side])
        bonus = rules["continent_armies"][continent]
        if number == size:
            worth += weights["breaks"] * bonus
        elif 2 * number > size:
            worth += weights["deny"] * bonus * number * number // (size * size)
    if rules["has_objectives"]:
        if single(land) & thoughts["wanted"]:
            worth += weights["objective"]
        worth += weights["counter"] * holds(thoughts["feared"], land)
    thoughts["worth"][land] = worth
    thoughts["reckoned"] |= single(land)
    return worth


@jit
def _pressure(position, weights):
    """Return what a land is worth more for being stronger than the others on average."""
    if weights["press"] == 0:
        return ZERO
    total = np.int64(1)
    for seat in range(np.int64(position["seats"])):
        total += position["armies_of"][seat]
    own = position["armies_of"][np.int64(position["asker"])] * position["alive"]
    return weights["press"] * (own - total) // total


@jit
def force_at(rules, position, lands):
    """Return the armies that could march into a set of lands from beside it, those to be placed included."""
    near = beside(rules, lands) & position["owned"][position["actor"]]
    return position["pool"] + _spare_armies(position, near)


@jit
def _most_force(position):
    """Return at least what `force_at` is anywhere, which takes no search."""
    if position["stage"] == STARTING:
        return MANY
    actor = position["actor"]
    return position["pool"] + position["armies_of"][actor] - popcount(position["owned"][actor])


@jit
def _spare_armies(position, lands):
    armies = ZERO
    if position["stage"] != STARTING:  # nothing is placed in secret
        lands &= position["several"]
    while lands:
        armies += standing(position, lowest(lands)) - 1
        lands = without_lowest(lands)
    return armies


@jit
def possible_share(weights, force, armies, lands):
    """Return how possible a plan is, as a share: the force against what is reckoned for it."""
    needed = armies * weights["need"] + lands * WHOLE
    reckoned = WHOLE * WHOLE * force
    if reckoned < needed * (weights["slack"] + 1):  # most often; a division takes longer
        return ZERO
    return min(WHOLE, reckoned // needed - weights["slack"])


@jit
def _weigh_continents(rules, position, weights, targets, changed):
    """Work out what a target is worth by its continent; nothing counts but what lies in it or beside it."""
    thoughts = position["thoughts"]
    own = position["owned"][position["actor"]]
    for continent in range(rules["continents"]):
        lands, outside = rules["continent_lands"][continent], rules["continent_beside"][continent]
        if (lands | outside) & changed == NO_LANDS:
            continue
        missing = lands & targets
        worth = ZERO
        if missing:
            bonus = rules["continent_armies"][continent]
            if weights["progress"]:
                worth = weights["progress"] * bonus * popcount(lands & own) // popcount(lands)
            if weights["complete"] and (lands & ~own) == missing:
                worth += _completion(rules, position, weights, outside, missing) * bonus
        thoughts["of_continent"][continent] = worth


@jit
def _completion(rules, position, weights, outside, missing):
    """Return what each missing land is worth, for an army of bonus, if all of them can be taken."""
    number = popcount(missing)
    force = force_at(rules, position, missing)
    possible = possible_share(weights, force, armies_on(position, missing), number)
    if possible == 0:
        return ZERO
    worth = np.int64(weights["complete"])
    if weights["keep"]:
        threat = armies_on(position, outside & ~position["owned"][position["actor"]]) * weights["keep"]
        worth = worth * (force + 1) * WHOLE // ((force + 1) * WHOLE + threat)
    return worth * possible // (WHOLE * number)


@jit
def _weigh_seats(rules, position, weights, targets):
    thoughts = position["thoughts"]
    strongest, weakest = _extremes(position, targets)
    most = _most_force(position)
    for seat in range(np.int64(position["seats"])):
        held = position["owned"][seat] & targets
        worth = ZERO
        if held == 0:
            continue
        if seat == strongest:
            worth += weights["leader"]
        if seat == weakest:
            worth += weights["weak"]
        if weights["kill"] | weights["rid"]:
            number = popcount(held)
            possible = possible_share(weights, most, position["armies_of"][seat], number)
            if possible:
                force = force_at(rules, position, held)
                possible = possible_share(weights, force, position["armies_of"][seat], number)
            if possible:
                prize = weights["rid"] + weights["kill"] * worth_of_hand(rules, position, seat) // WHOLE
                worth += prize * possible // (WHOLE * number)
        thoughts["of_side"][seat] = worth


@jit
def _extremes(position, targets):
    """Return the strongest and the weakest seat among the others, by armies."""
    strongest, weakest = NOTHING, NOTHING
    most, fewest = ZERO, ZERO
    for seat in range(np.int64(position["seats"])):
        if position["owned"][seat] & targets:
            armies = position["armies_of"][seat]
            if strongest == NOTHING or armies > most:
                strongest, most = np.int64(seat), armies
            if weakest == NOTHING or armies < fewest:
                weakest, fewest = np.int64(seat), armies
    return strongest, weakest


@jit
def worth_of_hand(rules, position, seat):
    """Return what the cards of a seat are worth to whoever captures them, in sixty-fourths of an army."""
    cards = rules["cards"]
    armies = scale_value(cards, position["cards"]["sets_done"] + 1) if cards["has_scale"] else FIXED_SET
    return hand_size(position["cards"], seat) * armies * WHOLE // CARDS_A_SET


@jit
def _wanted(rules, position, goal):
    """Return the lands that an objective asks for; of any lands, all of them."""
    kind = rules["goal"][goal]
    if kind == GOAL_LANDS:
        return rules["all_lands"]
    if kind == GOAL_CONTINENTS:
        return rules["goal_continents"][goal]
    return position["owned"][seat_of_colour(position, rules["goal_colour"][goal])]


@jit
def _guess_objectives(rules, position, targets):
    """Find the lands on which another seat stands that has three quarters of some objective."""
    feared = NO_LANDS
    for seat in range(np.int64(position["seats"])):
        held = position["owned"][seat] & targets
        if held == 0:
            continue
        for goal in range(rules["objectives"]):
            kind = rules["goal"][goal]
            if kind == GOAL_DESTROY:
                continue
            if kind == GOAL_LANDS:
                wanted, needed = rules["all_lands"], rules["goal_lands"][goal]
            else:
                wanted = rules["goal_continents"][goal]
                needed = popcount(wanted)
            if 4 * popcount(wanted & position["owned"][seat]) >= 3 * needed:
                feared |= held & wanted
    position["thoughts"]["feared"] = feared
