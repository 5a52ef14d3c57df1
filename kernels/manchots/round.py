"""The steps of a round: cards are drawn, given to the neighbours, landed in secret and shown.

A step changes the position and writes into its log; the course is seen by `advance` alone.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import count_choices, owed
from conquestlab.kernels.manchots.rules import (
    add_card,
    all_players,
    drop_card,
    gift_change,
    left_of,
    right_of,
)
from conquestlab.kernels.manchots.showing import open_step
from conquestlab.kernels.manchots.state import (
    DEALT,
    FIRST_HAND,
    GIVEN,
    GIVING,
    LANDING,
    OPEN_ROUND,
    REMADE,
    ROUND,
    STEP_A,
    TAKEN,
    VIRTUAL,
)
from conquestlab.kernels.manchots.stocks import draw_cards, remake, tell_cards
from conquestlab.kernels.shared.bits import lowest, single
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.deciding import ask
from conquestlab.kernels.shared.log import write_event


@jit
def tell_deal(rules, position):
    """Tell the stocks, and let the seats draw their first hands."""
    for player in range(position["players"]):
        tell_cards(position, DEALT, player, position["top"][player], position["end"][player])
    for seat in range(np.int64(position["seats"])):
        draw_cards(position, seat, FIRST_HAND)
    position["doing"] = OPEN_ROUND


@jit
def open_round(rules, position):
    """Begin a round: everybody recruits (7A.1)."""
    seats = np.int64(position["seats"])
    position["round"] += 1
    position["turn"] += seats
    write_event(position, ROUND, NOBODY, (position["round"],))
    for seat in range(seats):
        draw_cards(position, seat, rules["draw"])
    position["waiting"] = all_players(seats)
    position["step"] = STEP_A
    position["doing"] = GIVING


@jit
def ask_next(position, kind):
    """Ask the next seat that has not chosen yet, unless it is asked already."""
    if position["asked"] == 0:
        ask(position, kind, lowest(position["waiting"]))
        if position["decisions"] >= 0:
            position["decisions"] += count_choices(position)


@jit
def keep_choice(position):
    """Keep the choice of the one who was asked, secret as yet."""
    seat = np.int64(position["asker"])
    parts = 2 if position["doing"] == GIVING else owed(position, seat)
    for part in range(parts):
        position["chosen"][seat, part] = position["choice"][1 + part]
    position["waiting"] &= ~single(seat)


@jit
def exchange(rules, position):
    """Carry out all gifts at once (7A.2); two seats give to the virtual players and take from them (7B.2)."""
    seats, place = np.int64(position["seats"]), np.int64(position["round"]) - 1
    for seat in range(seats):
        for side in range(2):
            kind = np.int64(position["chosen"][seat, side])
            drop_card(position, seat, kind)
            position["gave"][seat, place, side] = kind
        write_event(position, GIVEN, seat, (position["chosen"][seat, 0], position["chosen"][seat, 1]))
    if seats == 2:
        _give_to_virtual(position)
        _take_from_virtual(rules, position)
    else:
        for seat in range(seats):
            position["got"][seat, place, 0] = position["chosen"][left_of(seats, seat), 1]
            position["got"][seat, place, 1] = position["chosen"][right_of(seats, seat), 0]
            for side in range(2):
                kind = np.int64(position["got"][seat, place, side])
                position["harm"] -= gift_change(rules, position, seat, kind)
        position["gifts"] += 2 * seats
        for seat in range(seats):
            for side in range(2):
                add_card(position, seat, np.int64(position["got"][seat, place, side]))
    position["doing"] = LANDING
    open_step(position, STEP_A)


@jit
def _give_to_virtual(position):
    for seat in range(2):
        for side in range(2):
            virtual = (left_of(2, seat) if side == 0 else right_of(2, seat)) - VIRTUAL
            position["given"][virtual, position["given_count"][virtual]] = position["chosen"][seat, side]
            position["given_count"][virtual] += 1


@jit
def _take_from_virtual(rules, position):
    """Let the seats take from both stocks, one after the other (7.1 P12)."""
    turned = rules["alternate"] != 0 and position["round"] % 2 == 0
    for turn in range(2):
        seat = 1 - turn if turned else turn
        for virtual in range(VIRTUAL):
            player = VIRTUAL + virtual
            top = position["top"][player]
            kind = np.int64(position["deck"][top])
            position["top"][player] = top + 1
            add_card(position, seat, kind)
            side = 0 if player == left_of(2, seat) else 1
            position["got"][seat, np.int64(position["round"]) - 1, side] = kind
            write_event(position, TAKEN, seat, (player, kind))
            if remake(rules, position, player):
                tell_cards(position, REMADE, player, position["top"][player], position["end"][player])
