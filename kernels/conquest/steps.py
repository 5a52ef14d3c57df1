"""The steps of a game: what each phase does, and which phase comes next. See docs/conquest_engine.md.

A step that carries out a decision returns 0, or the reason why it could not. In that case it has changed
nothing except the question, and is entered again when the choice has been made. It does not check a second
time whether there is anything to ask.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import seat_of_side
from conquestlab.kernels.conquest.bots import decide
from conquestlab.kernels.conquest.combat import (
    ally_will_open,
    can_attack,
    defending_seat,
    eliminate,
    fight,
    find_targets,
    most_defend_dice,
    occupy,
    open_attack,
)
from conquestlab.kernels.conquest.exchange import exchange_set, may_exchange
from conquestlab.kernels.conquest.movement import can_move, move, open_movement
from conquestlab.kernels.conquest.needs import has_ally
from conquestlab.kernels.conquest.notes import refuse_set
from conquestlab.kernels.conquest.objectives import see_winner
from conquestlab.kernels.conquest.placing import next_to_start, open_placing, place
from conquestlab.kernels.conquest.setup import draw_handicap_cards, set_up
from conquestlab.kernels.conquest.state import (
    ALLY,
    ALLY_OPENS,
    AT_CONQUEST,
    ATTACK,
    ATTACKING,
    CAPTURED,
    DEFEND,
    DEFENDING,
    END_COMBAT,
    END_PART,
    END_TURN,
    EXCHANGE,
    EXCHANGING,
    LANDS,
    MANY_MOVES,
    MOVE,
    MOVING,
    NOTHING,
    OCCUPY,
    OF_ALLY,
    ONE,
    PLACE,
    PLACING,
    START_TURN,
    STARTING,
    TAKEN,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.conquest.turn import draw_due_cards, end_round, end_turn
from conquestlab.kernels.shared.contract import AMOUNT
from conquestlab.kernels.shared.deciding import pause
from conquestlab.kernels.shared.log import write_event


@apart(NO_RESULT, rules_dtype, position_dtype)
def start(rules, position):
    """Deal the game, and let the first seat place its starting armies."""
    set_up(rules, position)
    draw_handicap_cards(rules, position)
    end_turn(position)
    end_round(rules, position)
    next_to_start(rules, position, ZERO)
    position["phase"] = PLACING


@jit
def exchange_step(rules, position):
    """Exchange a set, or go on to placing."""
    if position["asked"] or may_exchange(rules, position):
        why = decide(rules, position, EXCHANGE, position["commander"])
        if why:
            return why
        if position["choice"][1] != NOTHING:
            exchange_set(rules, position)
            return 0
        refuse_set(position)
    open_placing(rules, position)
    position["phase"] = PLACING
    return 0


@jit
def place_step(rules, position):
    """Place some armies, or go on where none are left."""
    if position["pool"] <= 0:
        return _finish_placing(rules, position)
    why = decide(rules, position, PLACE, position["commander"])
    if why == 0:
        place(rules, position, position["choice"][1], position["choice"][AMOUNT])
    return why


@jit
def _finish_placing(rules, position):
    stage = position["stage"]
    if stage == STARTING:
        if next_to_start(rules, position, position["active"] + 1):
            return 0
        _finish_set_up(position)
        return pause(position)
    position["phase"] = ATTACKING
    if stage != OF_ALLY:
        find_targets(rules, position)
        see_winner(rules, position)
    return 0


@jit
def _finish_set_up(position):
    position["active"] = 0
    position["round"] = 1
    position["phase"] = START_TURN


@jit
def attack_step(rules, position):
    """Announce an attack and, where the defender has nothing to choose, roll it; or end the combat."""
    commander = position["commander"]
    known = position["asked"] or position["bot"][commander]["finds_attacks"]
    if not known and not can_attack(rules, position):
        position["phase"] = END_PART
        return 0
    why = decide(rules, position, ATTACK, commander)
    if why:
        return why
    choice = position["choice"]
    if choice[1] == NOTHING:
        position["phase"] = END_PART
        return 0
    open_attack(rules, position, choice[1], choice[2], choice[3])
    most = most_defend_dice(rules, position)
    if most == 1 or position["bot"][defending_seat(position)]["defends_most"]:
        fight(rules, position, most)
    else:
        position["phase"] = DEFENDING
    return 0


@jit
def defend_step(rules, position):
    """Let the defender choose his dice, and roll."""
    why = decide(rules, position, DEFEND, defending_seat(position))
    if why == 0:
        fight(rules, position, position["choice"][1])
    return why


@jit
def occupy_step(rules, position):
    """March into the land that was taken, and see what follows from it."""
    most = np.int64(position["armies"][position["from"]]) - 1
    if most > position["attack_dice"]:
        why = decide(rules, position, OCCUPY, position["commander"])
        if why:
            return why
        most = position["choice"][AMOUNT]
    victim = occupy(rules, position, most)
    position["phase"] = ATTACKING
    find_targets(rules, position)
    out = victim != ALLY and position["owned"][victim] == 0
    if out:
        eliminate(position, victim)
        position["begun"] = 0
        position["stage"] = CAPTURED
        position["phase"] = EXCHANGING
    if out or rules["has_objectives"]:
        see_winner(rules, position)
    if position["pauses"] == AT_CONQUEST:
        position["pauses"] = 1
        return TAKEN
    return 0


@jit
def end_part(rules, position):
    """Go on after an attacker has stopped: to the ally, to the last part of a duel's turn, or to the end."""
    position["phase"] = END_COMBAT
    if position["part"] == 1 and ally_will_open(rules, position):
        if rules["duel_moves"] == 2 and rules["moves"] != MANY_MOVES:
            _open_moving(rules, position)
        else:
            _open_ally(rules, position)
    elif position["part"] == 2:
        position["part"] = 3
        position["actor"] = position["active"]
        position["commander"] = position["active"]
        position["from"] = NOTHING
        position["phase"] = ATTACKING
        find_targets(rules, position)


@apart(NO_RESULT, rules_dtype, position_dtype, needed=has_ally)
def _open_ally(rules, position):
    position["part"] = 2
    position["commander"] = seat_of_side(position, ALLY)
    position["actor"] = ALLY
    position["from"] = NOTHING
    write_event(position, ALLY_OPENS, position["commander"], (1,))
    position["pool"] = position["received"] // 2
    position["stage"] = OF_ALLY
    position["phase"] = PLACING
    find_targets(rules, position)


@jit
def end_combat(rules, position):
    """Draw for conquests, and begin the movements."""
    if rules["draws_at_end"]:
        draw_due_cards(rules, position, ZERO, ONE)
    _open_moving(rules, position)


@jit
def _open_moving(rules, position):
    open_movement(rules, position)
    position["moves_left"] = LANDS * LANDS if rules["moves"] == MANY_MOVES else 1
    position["phase"] = MOVING


@jit
def move_step(rules, position):
    """Move some armies, or end the turn (or the first part of a duel's turn, where a move stands there)."""
    if position["asked"] or (position["moves_left"] > 0 and can_move(rules, position)):
        why = decide(rules, position, MOVE, position["active"])
        if why:
            return why
        choice = position["choice"]
        if choice[1] != NOTHING:
            move(rules, position, choice[1], choice[2], choice[AMOUNT])
            return 0
    if position["part"] == 1 and rules["duel_moves"] == 2 and ally_will_open(rules, position):
        _open_ally(rules, position)
        return 0
    position["phase"] = END_TURN
    if rules["has_objectives"]:
        see_winner(rules, position)
    return 0
