"""What is recorded of a game only for its measures; nothing here changes a game. See docs/measures.md."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import beside, lands_of, owner_of
from conquestlab.kernels.conquest.features import ACTS
from conquestlab.kernels.conquest.state import (
    ALLY,
    MOST_DICE,
    NOTHING,
    ROLL_KINDS,
    SEATS,
    SIDES,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import holds, popcount, single
from conquestlab.kernels.shared.course import leader_after
from conquestlab.kernels.shared.rows import FIXED_ONE

ROLLS, ATTACKS, CONQUESTS, ARMIES, PLACES, EXCHANGES, MOVES = (np.int64(act) for act in range(len(ACTS)))


@jit
def count_act(position, act, number):
    """Count what the players have done with their hands, where the position pauses for notes."""
    if position["pauses"]:
        position["acts"][act] += number


@apart(NO_RESULT, position_dtype, WHOLE_NUMBER, WHOLE_NUMBER)
def count_attack(position, source, target):
    """Count an attack that does not just go on with the last one; to be called before it is announced."""
    if source != position["from"] or target != position["to"]:
        position["acts"][ATTACKS] += 1


@jit
def count_placing(position, land, armies):
    """Count armies that are placed, and the lands that get any in this turn."""
    if position["pauses"]:
        position["acts"][ARMIES] += armies
        if not holds(position["placed_on"], land):
            position["acts"][PLACES] += 1
            position["placed_on"] |= single(land)


@jit
def clear_rolls(position):
    """Forget the rolls of the game before."""
    for attacker in range(SEATS + 2):
        for defender in range(SIDES):
            for kind in range(ROLL_KINDS):
                position["rolled"][attacker, defender, kind] = 0


@apart(NO_RESULT, position_dtype, WHOLE_NUMBER, WHOLE_NUMBER)
def note_roll(position, attack_dice, defend_dice):
    """Count a roll by both sides and their dice; the losses to be expected are summed up at the end."""
    attacker, defender = np.int64(position["commander"]), owner_of(position, position["to"])
    if position["actor"] == ALLY:
        attacker += SEATS
    kind = MOST_DICE * attack_dice + defend_dice - MOST_DICE - 1
    position["rolled"][attacker, defender, kind] += 1


@apart(NO_RESULT, rules_dtype, position_dtype)
def note_first_attack(rules, position):
    """Count whether a turn's first attack is aimed at the leader, and how likely that would be by chance."""
    leader = position["bashed"]
    if position["actor"] == ALLY or position["owned"][leader] == 0:
        return
    position["bashed"] = NOTHING
    lands = position["owned"][position["actor"]]
    open_lands = beside(rules, lands & position["several"]) & position["targets"]
    of_leader = popcount(open_lands & position["owned"][leader])
    position["leader_attacks"] += 1
    position["leader_hits"] += owner_of(position, position["to"]) == leader
    position["leader_expected"] += FIXED_ONE * of_leader // popcount(open_lands)


@jit
def note_deal(position):
    """Keep which lands each seat was dealt."""
    for seat in range(SEATS):
        position["dealt"][seat] = position["owned"][seat]


@jit
def note_round(rules, position):
    """See who leads after a round, and after one of them how each seat stands."""
    if position["sampled"] and position["round"] > 0:
        position["leader"] = leader_after(position["round_standings"], position["leader"])
    if position["round"] == rules["noted_round"]:
        for seat in range(np.int64(position["seats"])):
            position["noted_lands"][seat] = lands_of(position, seat)
            position["noted_armies"][seat] = position["armies_of"][seat]
        for continent in range(rules["continents"]):
            position["noted_holder"][continent] = position["held_by"][continent]


@jit
def note_swing(position, moved):
    """Keep which seat's turn moved the standings most, of the turns in which something was attacked."""
    attacked = position["round"] > 0 and position["from"] != NOTHING
    if position["sampled"] and attacked and moved > position["swing"]:
        position["swing"] = moved
        position["swung_by"] = position["active"]


@jit
def refuse_set(position):
    """Note since when the commander has a set that he keeps."""
    seat = position["commander"]
    if position["set_since"][seat] == 0:
        position["set_since"][seat] = position["round"]


@jit
def note_exchange(position):
    """Add up the rounds for which an exchange was put off; a set that is left begins to wait anew."""
    seat = position["commander"]
    if position["set_since"][seat] > 0:
        position["set_delay"][seat] += position["round"] - position["set_since"][seat]
        position["set_since"][seat] = 0


@jit
def sum_up_rolls(rules, position, row):
    """Write what losses of each seat were to be expected of its rolls, and their variance."""
    for seat in range(SEATS):
        row["expected_losses"][seat] = 0
        row["loss_variance"][seat] = 0
    if position["sampled"] == 0:
        return
    for seat in range(np.int64(position["seats"])):
        _sum_up_rolls_of(rules, position, row, seat, seat)
        if rules["has_ally"]:
            _sum_up_rolls_of(rules, position, row, SEATS + seat, seat)


@jit
def _sum_up_rolls_of(rules, position, row, attacker, seat):
    """Sum up the rolls in attack of a seat, or of the ally under its command, whose losses are nobody's."""
    for defender in range(SIDES):
        for kind in range(ROLL_KINDS):
            rolls = np.int64(position["rolled"][attacker, defender, kind])
            if rolls == 0:
                continue
            if attacker == seat:
                row["expected_losses"][seat] += rolls * rules["lost_attacking"][kind]
                row["loss_variance"][seat] += rolls * rules["loss_variance"][kind]
            if defender != ALLY:
                row["expected_losses"][defender] += rolls * rules["lost_defending"][kind]
                row["loss_variance"][defender] += rolls * rules["loss_variance"][kind]
