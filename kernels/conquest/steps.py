"""The steps of a game: what each phase does, and which one comes next. See docs/conquest_engine.md.

A step returns False where somebody outside has to choose first; it has then changed nothing but the question.
"""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.conquest.board import seat_of_side
from conquestlab.kernels.conquest.bots import choose_inside
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
    OUTSIDE,
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
def policy_of(bots, position, seat):
    """Return the policy of the bot that sits on a seat."""
    return np.int64(bots[position["bot_of_seat"][seat]]["policy"])


@jit
def decide(rules, bots, position, decision, seat):
    """Have a choice in the position for a decision, and return True; or ask for it, and return False."""
    if position["answered"]:
        position["answered"] = 0
    else:
        position["asked"] = decision
        position["asker"] = seat
        policy = policy_of(bots, position, seat)
        if policy == OUTSIDE:
            return False
        choose_inside(rules, position, policy)
    position["asked"] = 0
    return True


@jit
def start(rules, position, events, course):
    """Deal the game, and let the first seat place its starting armies."""
    set_up(rules, position, events)
    end_round(rules, position, course)
    next_to_start(rules, position, ZERO)
    position["phase"] = PLACING


@jit
def exchange_step(rules, bots, position, events):
    """Exchange a set, or go on to placing."""
    if may_exchange(rules, position):
        if not decide(rules, bots, position, EXCHANGE, position["commander"]):
            return False
        if position["choice"][1] != NOTHING:
            exchange_set(rules, position, events)
            return True
    open_placing(rules, position, events)
    position["phase"] = PLACING
    return True


@jit
def place_step(rules, bots, position, events):
    """Place some armies, or go on where none are left."""
    if position["pool"] <= 0:
        _finish_placing(rules, position, events)
        return True
    if not decide(rules, bots, position, PLACE, position["commander"]):
        return False
    place(rules, position, events, position["choice"][1], position["choice"][AMOUNT])
    return True


@jit
def _finish_placing(rules, position, events):
    stage = position["stage"]
    if stage == STARTING:
        if not next_to_start(rules, position, position["active"] + 1):
            _finish_set_up(rules, position, events)
        return
    position["phase"] = ATTACKING
    if stage != OF_ALLY:
        find_targets(rules, position)
        see_winner(rules, position)


@jit
def _finish_set_up(rules, position, events):
    if rules["placement"] == IN_SECRET:
        reveal(position, events)
    draw_handicap_cards(rules, position, events)
    position["active"] = 0
    position["round"] = 1
    position["phase"] = START_TURN


@jit
def attack_step(rules, bots, position, events):
    """Announce an attack and, where the defender has nothing to choose, roll it; or end the combat."""
    commander = position["commander"]
    # Whether there is anything to attack `reckless` finds out by itself.
    known = position["answered"] or policy_of(bots, position, commander) == RECKLESS
    if not known and not can_attack(rules, position):
        position["phase"] = END_PART
        return True
    if not decide(rules, bots, position, ATTACK, commander):
        return False
    choice = position["choice"]
    if choice[1] == NOTHING:
        position["phase"] = END_PART
        return True
    open_attack(rules, position, choice[1], choice[2], choice[3])
    most = most_defend_dice(rules, position)
    if most == 1 or policy_of(bots, position, defending_seat(position)) == RECKLESS:
        fight(rules, position, events, most)
    else:
        position["phase"] = DEFENDING
    return True


@jit
def defend_step(rules, bots, position, events):
    """Let the defender choose his dice, and roll."""
    if not decide(rules, bots, position, DEFEND, defending_seat(position)):
        return False
    fight(rules, position, events, position["choice"][1])
    return True


@jit
def occupy_step(rules, bots, position, events):
    """March into the land that was taken, and see what follows from it."""
    most = np.int64(position["armies"][position["from"]]) - 1
    if most > position["attack_dice"]:
        if not decide(rules, bots, position, OCCUPY, position["commander"]):
            return False
        most = position["choice"][AMOUNT]
    victim = occupy(rules, position, events, most)
    position["phase"] = ATTACKING
    find_targets(rules, position)
    out = victim != ALLY and position["owned"][victim] == 0
    if out:
        eliminate(position, events, victim)
        position["begun"] = 0
        position["stage"] = CAPTURED
        position["phase"] = EXCHANGING
    if out or rules["has_objectives"]:
        see_winner(rules, position)
    return True


@jit
def end_part(rules, position, events):
    """Go on after an attacker has stopped: to the ally, to the last part of a duel's turn, or to the end."""
    position["phase"] = END_COMBAT
    if position["part"] == 1 and ally_will_open(rules, position):
        if rules["duel_moves"] == 2 and rules["moves"] != MANY_MOVES:
            _open_moving(rules, position)
        else:
            _open_ally(rules, position, events)
    elif position["part"] == 2:
        position["part"] = 3
        position["actor"] = position["active"]
        position["commander"] = position["active"]
        position["from"] = NOTHING
        position["phase"] = ATTACKING
        find_targets(rules, position)


@jit
def _open_ally(rules, position, events):
    position["part"] = 2
    position["commander"] = seat_of_side(position, ALLY)
    position["actor"] = ALLY
    position["from"] = NOTHING
    tell(events, position, ALLY_OPENS, position["commander"], ZERO, ZERO, ZERO)
    position["pool"] = position["received"] // 2
    position["stage"] = OF_ALLY
    position["phase"] = PLACING
    find_targets(rules, position)


@jit
def end_combat(rules, position, events):
    """Draw for conquests, and begin the movements."""
    if rules["draws_at_end"]:
        draw_due_cards(rules, position, events, ZERO, ONE)
    _open_moving(rules, position)


@jit
def _open_moving(rules, position):
    open_movement(rules, position)
    position["moves_left"] = LANDS * LANDS if rules["moves"] == MANY_MOVES else 1
    position["phase"] = MOVING


@jit
def move_step(rules, bots, position, events):
    """Move some armies, or end the turn (or the first part of a duel's turn, where a move stands there)."""
    if position["moves_left"] > 0 and can_move(rules, position):
        if not decide(rules, bots, position, MOVE, position["active"]):
            return False
        choice = position["choice"]
        if choice[1] != NOTHING:
            move(rules, position, events, choice[1], choice[2], choice[AMOUNT])
            return True
    if position["part"] == 1 and rules["duel_moves"] == 2 and ally_will_open(rules, position):
        _open_ally(rules, position, events)
        return True
    position["phase"] = END_TURN
    if rules["has_objectives"]:
        see_winner(rules, position)
    return True
