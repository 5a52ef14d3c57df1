"""The frame of a turn: its beginning with cards and reinforcements, its end, and the end of a round."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import lands_of, owner_of
from conquestlab.kernels.conquest.cards import DRAW_REMAINDER, cards_due, draw_card, start_card_turn
from conquestlab.kernels.conquest.combat import find_targets
from conquestlab.kernels.conquest.notes import note_round, note_swing
from conquestlab.kernels.conquest.state import (
    ALLY,
    CLOSING,
    DRAWN,
    EXCHANGING,
    FORCES,
    LANDS,
    NO_LANDS,
    NOTHING,
    NOTHING_TIRES,
    ONE,
    PASSING_ON,
    REINFORCED,
    START_TURN,
    TURN,
    UNFINISHED,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import lowest, popcount, single
from conquestlab.kernels.shared.course import add_standings, mean_standings
from conquestlab.kernels.shared.deciding import pause
from conquestlab.kernels.shared.log import write_event
from conquestlab.kernels.shared.rows import FIXED_ONE


@apart(NO_RESULT, rules_dtype, position_dtype)
def begin_turn(rules, position):
    """Begin the turn of the active seat: draw, reinforce, and see what is to be exchanged and placed."""
    seat = position["active"]
    position["turn"] += 1
    position["actor"] = seat
    position["commander"] = seat
    position["part"] = 1
    position["conquered"] = 0
    position["spent"] = NO_LANDS
    position["placed_on"] = NO_LANDS
    position["from"] = NOTHING
    if rules["tires"] != NOTHING_TIRES:
        for land in range(LANDS):
            position["tired"][land] = 0
    start_card_turn(position["cards"])
    write_event(position, TURN, seat, (0, position["round"]))
    lands = lands_of(position, seat)
    if rules["cards"]["draw"] <= DRAW_REMAINDER:
        draw_due_cards(rules, position, lands, ZERO)
    _reinforce(rules, position, lands)
    find_targets(rules, position)
    position["bashed"] = NOTHING if position["leader"] == seat else position["leader"]
    position["watched"] = ONE if position["pauses"] or position["bashed"] != NOTHING else ZERO
    position["begun"] = 0
    position["stage"] = FORCES
    position["phase"] = EXCHANGING


@jit
def draw_due_cards(rules, position, lands, at_end):
    """Draw the cards that the active seat gets at the start of its turn, or (at_end 1) for its conquests."""
    seat = position["active"]
    conquered = ONE if position["conquered"] else ZERO
    for _ in range(cards_due(rules["cards"], lands, conquered)):
        card = draw_card(position["cards"], seat, position["draws"][seat])
        if card >= 0:
            write_event(position, DRAWN, seat, (0, card, at_end))


@jit
def _reinforce(rules, position, lands):
    """Give the armies for lands and continents, more or fewer by a handicap.

    A handicap takes no more than all: those of the lands first, then those of the continents.
    """
    seat = position["active"]
    owned = position["owned"][seat]
    from_lands = forces_of_lands(rules, lands)
    from_continents = ZERO
    continents = NO_LANDS
    for continent in range(rules["continents"]):
        if rules["continent_lands"][continent] & ~owned == 0 or rules["bonus_to"][continent] == seat:
            from_continents += rules["continent_armies"][continent]
            continents |= single(continent)
    armies = from_lands + from_continents
    if position["round"] == 1:
        armies = max(ZERO, armies + rules["more_first_forces"][seat])
    kept = min(armies, from_continents)
    position["income_lands"][seat] += armies - kept
    position["income_continents"][seat] += kept
    position["pool"] = armies
    position["received"] = armies
    write_event(position, REINFORCED, seat, (0, lands, from_lands, continents, from_continents))


@jit
def forces_of_lands(rules, lands):
    """Return the armies for a number of lands."""
    return max(lands // rules["lands_per_army"], rules["min_reinforcement"])


@jit
def finish_turn(position):
    """End a turn; return why `advance` has to come back, or 0."""
    end_turn(position)
    position["phase"] = PASSING_ON
    return pause(position)


@jit
def pass_on(rules, position):
    """Pass the turn on; where it passes the first seat, end the round, or the game that lasted too long."""
    seat = position["active"]
    while True:
        seat += 1
        if seat == position["seats"]:
            seat = ZERO
            end_round(rules, position)
            if position["round"] >= rules["max_rounds"]:
                position["active"] = seat
                position["how"] = UNFINISHED
                position["phase"] = CLOSING
                return
            position["round"] += 1
        if position["out"][seat] == 0:
            break
    position["active"] = seat
    position["phase"] = START_TURN


@jit
def next_seat(position):
    """Return whose turn comes next, between two turns or before the first."""
    seats = np.int64(position["seats"])
    seat = (np.int64(position["active"]) + 1) % seats if position["turn"] > 0 else ZERO
    while position["out"][seat]:
        seat = (seat + 1) % seats
    return seat


@apart(NO_RESULT, rules_dtype, position_dtype)
def end_round(rules, position):
    """Find the standings of a round (0: before the first), and which continents were kept till then."""
    mean_standings(position)
    position["rounds_over"] = position["round"] + 1
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        holder = owner_of(position, lowest(lands))
        if holder == ALLY or lands & ~position["owned"][holder]:
            holder = NOTHING
        before = position["held_by"][continent]
        if before != NOTHING:
            position["held"][continent] += 1
            if holder == before:
                position["kept"][continent] += 1
        position["held_by"][continent] = holder
    note_round(rules, position)


@jit
def standing_of(position, seat, lands, armies):
    """Return the mean of a seat's share of lands and of armies, in fixed point, given those of all seats."""
    share = popcount(position["owned"][seat]) * armies + position["armies_of"][seat] * lands
    return FIXED_ONE * share // (2 * lands * armies)


@apart(NO_RESULT, position_dtype)
def end_turn(position):
    """Find the standings at the end of a turn: the mean share of lands and armies, the ally left out."""
    seats = np.int64(position["seats"])
    lands, armies, moved = ZERO, ZERO, ZERO
    for seat in range(seats):
        lands += popcount(position["owned"][seat])
        armies += position["armies_of"][seat]
    for seat in range(seats):
        standing = standing_of(position, seat, lands, armies)
        moved += abs(standing - position["standings"][seat])
        position["standings"][seat] = standing
    note_swing(position, moved)
    add_standings(position)
