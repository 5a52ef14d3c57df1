"""What is noted of a game for its measures alone; nothing here changes a game. See docs/measures.md."""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.apart import apart
from conquestlab.kernels.bits import popcount
from conquestlab.kernels.conquest.board import beside, lands_of, owner_of
from conquestlab.kernels.conquest.state import (
    ALLY,
    MOST_DICE,
    NOTHING,
    ROLL_ENDS,
    SEATS,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.course import leader_after
from conquestlab.kernels.rows import FIXED_ONE


@jit
def note_roll(position, attack_dice, defend_dice, taken):
    """Count a roll for both sides by its dice and losses; all else about dice is summed up at the end."""
    end = (MOST_DICE * attack_dice + defend_dice - MOST_DICE - 1) * (MOST_DICE + 1) + taken
    attacker, defender = position["commander"], owner_of(position, position["to"])
    if position["actor"] == ALLY:
        attacker += SEATS
    position["attack_rolls"][attacker, end] += 1
    position["defend_rolls"][defender, end] += 1


@apart(rules_dtype, position_dtype)
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
def note_round(rules, position):
    """See who leads after a round, and after one of them how each seat stands."""
    if position["sampled"] and position["round"] > 0:
        position["leader"] = leader_after(position["standings"], position["leader"])
    if position["round"] == rules["noted_round"]:
        for seat in range(np.int64(position["seats"])):
            position["noted_lands"][seat] = lands_of(position, seat)
            position["noted_armies"][seat] = position["armies_of"][seat]
        for continent in range(rules["continents"]):
            position["noted_holder"][continent] = position["held_by"][continent]


@jit
def note_standing(position, seat, standing):
    """Keep in whose turn the standing of a seat rose most; before the first turn nothing rises."""
    rise = standing - position["standings"][seat]
    position["standings"][seat] = standing
    if position["round"] > 0 and rise > position["best_rise"][seat]:
        position["best_rise"][seat] = rise
        position["best_riser"][seat] = position["active"]


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
    """Write the rolls and losses of each seat, what losses were to be expected, and their variance."""
    for seat in range(np.int64(position["seats"])):
        rolls, lost_attacking, lost_defending, expected, variance = ZERO, ZERO, ZERO, ZERO, ZERO
        for end in range(ROLL_ENDS):
            attacking = np.int64(position["attack_rolls"][seat, end])
            defending = np.int64(position["defend_rolls"][seat, end])
            pairs, taken = rules["roll_pairs"][end], end % (MOST_DICE + 1)
            rolls += attacking
            lost_attacking += attacking * (pairs - taken)
            lost_defending += defending * taken
            expected += attacking * rules["expected_losses"][end]
            expected += defending * (pairs * FIXED_ONE - rules["expected_losses"][end])
            variance += (attacking + defending) * rules["loss_variance"][end]
        row["rolls"][seat] = rolls
        row["lost_attacking"][seat] = lost_attacking
        row["lost_defending"][seat] = lost_defending
        row["expected_losses"][seat] = expected
        row["loss_variance"][seat] = variance
    if rules["has_ally"]:
        for seat in range(2):  # who commands the ally rolls for it
            for end in range(ROLL_ENDS):
                row["rolls"][seat] += position["attack_rolls"][SEATS + seat, end]
