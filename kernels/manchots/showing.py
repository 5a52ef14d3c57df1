"""The landing of a round: cards are shown step by step and settled, after the last round also counted."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import owed
from conquestlab.kernels.manchots.rules import (
    NOTHING,
    add_card,
    all_players,
    best_sum,
    count_scores,
    drop_card,
    value_of,
    winners,
    zone_points,
)
from conquestlab.kernels.manchots.state import (
    DESTROYED,
    DONE,
    ENDED,
    LANDED,
    OPEN_ROUND,
    REMADE,
    SCORED,
    SCORING,
    SPECIALS,
    STEP_A,
    STEP_B,
    VALUES,
    VIRTUAL,
    ZONES,
)
from conquestlab.kernels.manchots.stocks import remake, tell_cards
from conquestlab.kernels.shared.bits import holds, single
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.log import write_event

TWINS, KAMIKAZE, LOOKOUT = 0, 1, 2


@jit
def open_step(position, step):
    """Begin a step of the landing: without the players who watch, or with them alone (7A.3)."""
    position["step"] = step
    players = all_players(np.int64(position["seats"]))
    watching = position["watching"]
    position["waiting"] = players & watching if step == STEP_B else players & ~watching


@jit
def show_step(rules, position):
    """Show what the players of this step land; after the last step settle the round."""
    for player in range(position["players"]):
        if holds(position["watching"], player) == (position["step"] == STEP_B):
            if player < position["seats"]:
                _land(rules, position, player)
            else:
                _land_virtual(rules, position, player)
    if position["step"] == STEP_A and position["watching"]:
        open_step(position, STEP_B)
    else:
        _settle(rules, position)


@jit
def _land(rules, position, seat):
    count = owed(position, seat)
    for place in range(count):
        kind = np.int64(position["chosen"][seat, place])
        drop_card(position, seat, kind)
        _show(rules, position, seat, kind)
    _tell_landing(position, seat)


@jit
def _land_virtual(rules, position, player):
    """Land the top cards of a stock (7B.3); after the last card of the game it is not made anew."""
    left = position["end"][player] - position["top"][player] + position["given_count"][player - VIRTUAL]
    count = min(position["need"][player], left)
    remade = False
    for place in range(count):
        top = position["top"][player]
        position["top"][player] = top + 1
        _show(rules, position, player, np.int64(position["deck"][top]))
        if place + 1 < count or position["round"] < rules["rounds"]:
            remade = remake(rules, position, player) or remade
    _tell_landing(position, player)
    if remade:
        tell_cards(position, REMADE, player, position["top"][player], position["end"][player])


@jit
def _show(rules, position, player, kind):
    """Lay a card face up before a player; where it lands is settled at the end of the round."""
    position["landed"][player, position["landed_count"][player]] = kind
    position["landed_count"][player] += 1
    position["seen"][kind] += 1
    position["seen_count"] += 1
    position["seen_sum"][kind // VALUES] += value_of(kind)
    for special in range(SPECIALS):
        if holds(rules["special"][special], kind):
            position["landed_specials"][player, special] += 1
    if holds(rules["special"][TWINS], kind):
        position["next_need"][player] = position["next_need"][player] + 1 if rules["twins_stack"] else 2
    if holds(rules["special"][LOOKOUT], kind) and (player < position["seats"] or rules["virtual_lookout"]):
        position["next_watching"] |= single(player)


@jit
def _tell_landing(position, player):
    if position["log"]:
        landed = position["landed"][player]
        count, step = position["landed_count"][player], position["step"]
        write_event(
            position, LANDED, player, (step, count, landed[0], landed[1], landed[2], landed[3], landed[4])
        )


@jit
def kamikaze_landed(rules, position):
    """Tell whether a Kamikaze lies among the cards of this round that were shown."""
    for player in range(position["players"]):
        for place in range(position["landed_count"][player]):
            if holds(rules["special"][KAMIKAZE], np.int64(position["landed"][player, place])):
                return True
    return False


@jit
def _settle(rules, position):
    """Put the landed cards into the zones but for those that a Kamikaze takes out (7A.3c, 7A.3d)."""
    struck = rules["high"] if kamikaze_landed(rules, position) else NOTHING
    for player in range(position["players"]):
        for place in range(position["landed_count"][player]):
            kind = np.int64(position["landed"][player, place])
            if holds(struck, kind):
                position["gone"][kind] += 1
                position["destroyed"] += 1
                write_event(position, DESTROYED, player, (kind,))
            else:
                position["table"][player, kind] += 1
                position["table_sum"][player, kind // VALUES] += value_of(kind)
        position["landed_count"][player] = 0
        position["need"][player] = position["next_need"][player]
        position["next_need"][player] = 1
    position["watching"] = position["next_watching"]
    position["next_watching"] = NOTHING
    if position["round"] < rules["rounds"]:
        position["doing"] = OPEN_ROUND
    else:
        _end(rules, position)


@jit
def _end(rules, position):
    """Count the scores: a virtual player holds all its cards that lie face down (7B)."""
    for player in range(np.int64(position["seats"]), position["players"]):
        for place in range(position["top"][player], position["end"][player]):
            add_card(position, player, np.int64(position["deck"][place]))
        position["top"][player] = position["end"][player]
        for place in range(position["given_count"][player - VIRTUAL]):
            add_card(position, player, np.int64(position["given"][player - VIRTUAL, place]))
        position["given_count"][player - VIRTUAL] = 0
    position["how"] = SCORING
    position["doing"] = DONE
    count_scores(rules, position, position["players"])
    if position["log"]:
        for player in range(position["players"]):
            _tell_score(rules, position, player)
        write_event(position, ENDED, NOBODY, (position["round"], winners(rules, position)))


@jit
def _tell_score(rules, position, player):
    table = position["table_sum"][player]
    majority, points = majorities(position, player), np.zeros(ZONES, np.int64)
    for zone in range(ZONES):
        points[zone] = zone_points(rules, position, player, zone, best_sum(position, zone))
    tables = (table[0], table[1], table[2], table[3], table[4])
    hands = (points[0], points[1], points[2], points[3], points[4])
    write_event(position, SCORED, player, (majority, position["score"][player], *tables, *hands))


@jit
def majorities(position, player):
    """Return the set of zones in which a player has a majority, alone or shared."""
    zones = NOTHING
    for zone in range(ZONES):
        table = position["table_sum"][player, zone]
        if table > 0 and table == best_sum(position, zone):
            zones |= single(zone)
    return zones
