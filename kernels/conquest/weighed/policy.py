"""The policy `weighed`: which function makes which decision."""

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.cards import best_set, hand_size
from conquestlab.kernels.conquest.combat import most_defend_dice
from conquestlab.kernels.conquest.exchange import BONUS_PLACE, must_exchange, name_cards
from conquestlab.kernels.conquest.state import (
    ATTACK,
    DEFEND,
    EXCHANGE,
    FORCES,
    NO_LANDS,
    NOTHING,
    OCCUPY,
    PLACE,
)
from conquestlab.kernels.conquest.weighed.combat import choose_attack, choose_occupation
from conquestlab.kernels.conquest.weighed.places import choose_move, choose_place
from conquestlab.kernels.conquest.weighed.route_following import exchanges_for_route
from conquestlab.kernels.conquest.weighed.routes import wants_routes
from conquestlab.kernels.conquest.weighed.worth import weights_of
from conquestlab.kernels.shared.bits import lowest


@jit
def weighed_choice(rules, position):
    """Lay down the choice of a weighed bot for what is asked."""
    asked = position["asked"]
    position["choice"][0] = asked
    if asked == ATTACK:
        choose_attack(rules, position)
    elif asked == DEFEND:
        position["choice"][1] = most_defend_dice(rules, position)
    elif asked == OCCUPY:
        choose_occupation(rules, position)
    elif asked == PLACE:
        choose_place(rules, position)
    elif asked == EXCHANGE:
        choose_exchange(rules, position)
    else:
        choose_move(rules, position)


@jit
def choose_exchange(rules, position):
    """Exchange the best set if it must, with captured cards, for a route, or when it would wait no longer."""
    seat = position["commander"]
    lands, jokers, armies, bonus = best_set(rules["cards"], position["cards"], seat, position["owned"][seat])
    weights = weights_of(position)
    waits = hand_size(position["cards"], seat) < weights["hold"] and armies < weights["least_set"]
    free = waits and position["stage"] == FORCES and not must_exchange(rules, position)
    if free and not (wants_routes(position) and exchanges_for_route(rules, position, armies)):
        lands, jokers, bonus = NO_LANDS, NO_LANDS, NO_LANDS
    name_cards(position["choice"], lands, jokers)
    one = rules["cards"]["land_bonus_once"] and bonus
    position["choice"][BONUS_PLACE] = lowest(bonus) if one else NOTHING
