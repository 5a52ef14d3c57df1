"""The steps of a game: what each phase does, and which one comes next. See docs/conquest_engine.md.

A step returns False where somebody outside has to choose first; it has then changed nothing but the question.
"""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.conquest.board import seat_of_side
from conquestlab.kernels.conquest.bots import decide, policy_of
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
from conquestlab.kernels.conquest.log import tell
from conquestlab.kernels.conquest.movement import can_move, move, open_movement
from conquestlab.kernels.conquest.notes import refuse_set
from conquestlab.kernels.conquest.objectives import see_winner
from conquestlab.kernels.conquest.placing import next_to_start, open_placing, place, reveal
from conquestlab.kernels.conquest.setup import draw_handicap_cards, set_up
from conquestlab.kernels.conquest.state import (
    ALLY,
    ALLY_OPENS,
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
    IN_SECRET,
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
    RECKLESS,
    START_TURN,
    STARTING,
    ZERO,
)
from conquestlab.kernels.conquest.turn import draw_due_cards, end_round
from conquestlab.kernels.contract import AMOUNT


@jit
def start(rules, position, log):
    """Deal the game, and let the first seat place its starting armies."""
    set_up(rules, position, log)
    draw_handicap_cards(rules, position, log)
    end_round(rules, position)
    next_to_start(rules, position, ZERO)
    position["phase"] = PLACING


@jit
def exchange_step(rules, position, log):
    """Exchange a set, or go on to placing."""
    if may_exchange(rules, position):
        if not decide(rules, position, EXCHANGE, position["commander"]):
            return False
        if position["choice"][1] != NOTHING:
            exchange_set(rules, position, log)
            return True
        refuse_set(position)
    open_placing(rules, position, log)
    position["phase"] = PLACING
    return True


@jit
def place_step(rules, position, log):
    """Place some armies, or go on where none are left."""
    if position["pool"] <= 0:
        _finish_placing(rules, position, log)
        return True
    if not decide(rules, position, PLACE, position["commander"]):
        return False
    place(rules, position, log, position["choice"][1], position["choice"][AMOUNT])
    return True


@jit
def _finish_placing(rules, position, log):
    stage = position["stage"]
    if stage == STARTING:
        if not next_to_start(rules, position, position["active"] + 1):
            _finish_set_up(rules, position, log)
        return
    position["phase"] = ATTACKING
    if stage != OF_ALLY:
        find_targets(rules, position)
        see_winner(rules, position)


@jit
def _finish_set_up(rules, position, log):
    if rules["placement"] == IN_SECRET:
        reveal(position, log)
    position["active"] = 0
    position["round"] = 1
    position["phase"] = START_TURN


@jit
def attack_step(rules, position, log):
    """Announce an attack and, where the defender has nothing to choose, roll it; or end the combat."""
    commander = position["commander"]
    # Whether there is anything to attack `reckless` finds out by itself.
    known = position["answered"] or policy_of(position, commander) == RECKLESS
    if not known and not can_attack(rules, position):
        position["phase"] = END_PART
        return True
    if not decide(rules, position, ATTACK, commander):
        return False
    choice = position["choice"]
    if choice[1] == NOTHING:
        position["phase"] = END_PART
        return True
    open_attack(rules, position, choice[1], choice[2], choice[3])
    most = most_defend_dice(rules, position)
    if most == 1 or policy_of(position, defending_seat(position)) == RECKLESS:
        fight(rules, position, log, most)
    else:
        position["phase"] = DEFENDING
    return True


@jit
def defend_step(rules, position, log):
    """Let the defender choose his dice, and roll."""
    if not decide(rules, position, DEFEND, defending_seat(position)):
        return False
    fight(rules, position, log, position["choice"][1])
    return True


@jit
def occupy_step(rules, position, log):
    """March into the land that was taken, and see what follows from it."""
    most = np.int64(position["armies"][position["from"]]) - 1
    if most > position["attack_dice"]:
        if not decide(rules, position, OCCUPY, position["commander"]):
            return False
        most = position["choice"][AMOUNT]
    victim = occupy(rules, position, log, most)
    position["phase"] = ATTACKING
    find_targets(rules, position)
    out = victim != ALLY and position["owned"][victim] == 0
    if out:
        eliminate(position, log, victim)
        position["begun"] = 0
        position["stage"] = CAPTURED
        position["phase"] = EXCHANGING
    if out or rules["has_objectives"]:
        see_winner(rules, position)
    return True


@jit
def end_part(rules, position, log):
    """Go on after an attacker has stopped: to the ally, to the last part of a duel's turn, or to the end."""
    position["phase"] = END_COMBAT
    if position["part"] == 1 and ally_will_open(rules, position):
        if rules["duel_moves"] == 2 and rules["moves"] != MANY_MOVES:
            _open_moving(rules, position)
        else:
            _open_ally(rules, position, log)
    elif position["part"] == 2:
        position["part"] = 3
        position["actor"] = position["active"]
        position["commander"] = position["active"]
        position["from"] = NOTHING
        position["phase"] = ATTACKING
        find_targets(rules, position)


@jit
def _open_ally(rules, position, log):
    position["part"] = 2
    position["commander"] = seat_of_side(position, ALLY)
    position["actor"] = ALLY
    position["from"] = NOTHING
    tell(log, position, ALLY_OPENS, position["commander"], ZERO, ZERO, ZERO)
    position["pool"] = position["received"] // 2
    position["stage"] = OF_ALLY
    position["phase"] = PLACING
    find_targets(rules, position)


@jit
def end_combat(rules, position, log):
    """Draw for conquests, and begin the movements."""
    if rules["draws_at_end"]:
        draw_due_cards(rules, position, log, ZERO, ONE)
    _open_moving(rules, position)


@jit
def _open_moving(rules, position):
    open_movement(rules, position)
    position["moves_left"] = LANDS * LANDS if rules["moves"] == MANY_MOVES else 1
    position["phase"] = MOVING


@jit
def move_step(rules, position, log):
    """Move some armies, or end the turn (or the first part of a duel's turn, where a move stands there)."""
    if position["moves_left"] > 0 and can_move(rules, position):
        if not decide(rules, position, MOVE, position["active"]):
            return False
        choice = position["choice"]
        if choice[1] != NOTHING:
            move(rules, position, log, choice[1], choice[2], choice[AMOUNT])
            return True
    if position["part"] == 1 and rules["duel_moves"] == 2 and ally_will_open(rules, position):
        _open_ally(rules, position, log)
        return True
    position["phase"] = END_TURN
    if rules["has_objectives"]:
        see_winner(rules, position)
    return True
