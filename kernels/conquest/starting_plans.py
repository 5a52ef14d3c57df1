"""Starting armies of the policy `planner`: it tries placements on copies of the position, and keeps the best.

By its weights alone a bot puts nearly all of them on the front that promises most. The best place depends on
where the others will put theirs, which nobody sees when all place in secret. So the seat supposes that they
place as it would in their seats, by their weights alone, and tries as many placements as the weight `starts`
says: the usual one, and others made up by chance, half of them on one land each, then a few masses on its
borders. All of them are played on, and the better quarter is played on four times as often, until one is
left. A trial is valued like that of a turn (planner.py), but after some rounds.

The choice is sought once, where a seat places all its starting armies at one go. Where they are placed a few
at a time the weights alone decide, as with `starts` 0.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import border_of, put
from conquestlab.kernels.conquest.needs import tries_placements
from conquestlab.kernels.conquest.placing import armies_to_start, left_to_start, place
from conquestlab.kernels.conquest.planner import planner_choice
from conquestlab.kernels.conquest.play import play_on
from conquestlab.kernels.conquest.state import (
    IN_SECRET,
    LANDS,
    NOTHING,
    PLACE,
    STARTING,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.conquest.trials import prepare, worth_of_end
from conquestlab.kernels.conquest.weighed.policy import weighed_choice
from conquestlab.kernels.shared.bits import nth, popcount, single
from conquestlab.kernels.shared.contract import AMOUNT, PAUSED
from conquestlab.kernels.shared.deciding import ask
from conquestlab.kernels.shared.streams import below, draw

ROUNDS = np.int64(2)  # that a trial lasts: after one, it is not yet seen what the second seat makes of it
MASSES = np.int64(5)  # of a placement at most
SHARE = np.int64(4)  # one placement of so many is tried further, and so many times as often
USUAL = np.int64(0)  # the place of the usual one


@jit
def starting_choice(rules, position):
    """Lay down the choice of a planner, before the first turn as well."""
    if position["stage"] != STARTING or not _places_as_planned(rules, position):
        planner_choice(rules, position)


@jit
def _places_as_planned(rules, position):
    """Lay down what the best placement puts on its next land; tell whether there was one."""
    seat = np.int64(position["asker"])
    if position["bot"][seat]["weights"]["starts"] == 0:
        return False
    thoughts = position["thoughts"]
    if position["pool"] == armies_to_start(rules, position, seat):
        seek_placement(rules, position)
        thoughts["start_of"] = seat
    if thoughts["start_of"] != seat:
        return False
    for land in range(rules["lands"]):
        armies = np.int64(thoughts["start"][land])
        if armies:
            thoughts["start"][land] = 0
            choice = position["choice"]
            choice[0] = PLACE
            choice[1] = land
            choice[AMOUNT] = armies
            return True
    return False


@apart(NO_RESULT, rules_dtype, position_dtype, needed=tries_placements)
def seek_placement(rules, position):
    """Write into the thoughts which armies the best placement puts on each land.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        The seat that is asked has not placed any of its starting armies. Its stream moves on.
    """
    seat = np.int64(position["asker"])
    number = np.int64(position["bot"][seat]["weights"]["starts"])
    trials = np.empty(2, position_dtype)
    placements = draw_placements(rules, position, number, trials)
    best = _best_placement(rules, position, seat, placements, trials)
    for land in range(LANDS):
        position["thoughts"]["start"][land] = placements[best, land]


@jit
def draw_placements(rules, position, number, trials):
    """Return the usual placement of the seat that is asked, and others that are made up, by land."""
    seat = np.int64(position["asker"])
    stream = position["bots"][seat]
    placements = np.zeros((number, LANDS), np.int32)
    trials[0] = position
    prepare(rules, trials[0], seat, draw(stream), draw(stream))
    _place_usually(rules, trials[0], seat)
    _note_placed(rules, position, trials[0], placements[USUAL])
    own = position["owned"][seat]
    border = border_of(rules, own)
    left = border
    for placement in range(1, number):
        if 2 * placement <= number and left:
            land = nth(left, below(stream, popcount(left)))
            left &= ~single(land)
            placements[placement, land] = position["pool"]
        else:
            _make_up(placements[placement], border, np.int64(position["pool"]), stream)
    return placements


@jit
def _place_usually(rules, position, seat):
    """Have a seat place all starting armies that it has left, by the weights alone."""
    position["active"] = seat
    position["actor"] = seat
    position["commander"] = seat
    position["pool"] = left_to_start(rules, position, seat)
    while position["pool"] > 0:
        ask(position, PLACE, seat)
        weighed_choice(rules, position)
        place(rules, position, position["choice"][1], position["choice"][AMOUNT])
    position["asked"] = 0


@jit
def _note_placed(rules, before, after, placement):
    """Write down what was placed between two positions."""
    for land in range(rules["lands"]):
        placement[land] = after["armies"][land] - before["armies"][land]
        placement[land] += after["pending"][land] - before["pending"][land]


@jit
def _make_up(placement, border, pool, stream):
    """Draw a placement: one to five masses of the same size, each on a land of the border."""
    masses = ZERO + 1 + below(stream, MASSES)
    for mass in range(masses, 0, -1):
        land = nth(border, below(stream, popcount(border)))
        armies = pool // mass
        placement[land] += armies
        pool -= armies


@jit
def _best_placement(rules, position, seat, placements, trials):
    """Return the place of the placement that does best: trials go on with the better part of them."""
    stream = position["bots"][seat]
    number = np.int64(len(placements))
    turns = 1 + ROUNDS * position["seats"]  # it pauses before the first turn, too
    worths = np.zeros(number, np.int64)
    ranking = np.arange(number)
    rollouts = ZERO + 1
    while number > 1:
        for _ in range(rollouts):
            trials[1] = position
            prepare(rules, trials[1], seat, draw(stream), draw(stream))
            place_for_others(rules, trials[1], seat)
            for rank in range(number):
                trials[0] = trials[1]
                put_down(rules, trials[0], placements[ranking[rank]])
                play_turns(rules, trials[0], turns)
                worths[ranking[rank]] += worth_of_end(rules, trials[0], position["bot"][seat], seat)
        number = (number + SHARE - 1) // SHARE
        rollouts *= SHARE
        _bring_forward(ranking, worths, number)
    return ranking[0]


@jit
def place_for_others(rules, position, seat):
    """Have the others place before, if it is in secret; what they have placed already is not known then.

    In turn the others before have placed for all to see, and those after will see the placement.
    """
    if rules["placement"] == IN_SECRET:
        for land in range(LANDS):
            position["pending"][land] = 0
        for other in range(np.int64(position["seats"])):
            if other != seat:
                _place_usually(rules, position, other)
        position["active"] = position["seats"] - 1


@jit
def put_down(rules, position, placement):
    """Put down a placement, whose seat is the last to place or is followed by others."""
    for land in range(rules["lands"]):
        armies = np.int64(placement[land])
        if armies:
            if rules["placement"] == IN_SECRET:
                position["pending"][land] = armies
            else:
                put(position, land, armies)
    position["pool"] = 0
    position["asked"] = 0


@jit
def play_turns(rules, position, left):
    """Play a trial on for so many turns; before the first one it pauses, too, which counts as one."""
    position["pauses"] = 1
    while left and position["winner"] == NOTHING:
        position["rounds_over"] = 0
        why = play_on(rules, position)
        if why == PAUSED:
            left -= 1
        elif why:
            return


@jit
def _bring_forward(ranking, worths, number):
    """Sort the best of a ranking to its front; of equals, the one before stays before."""
    for rank in range(number):
        best = rank
        for other in range(rank + 1, len(ranking)):
            if worths[ranking[other]] > worths[ranking[best]]:
                best = other
        moved = ranking[best]
        for other in range(best, rank, -1):
            ranking[other] = ranking[other - 1]
        ranking[rank] = moved
