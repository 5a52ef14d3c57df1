"""The steps of a round: cards are drawn, given to the neighbours, landed in secret and shown.

A step changes the position and writes into its log; the course is seen by `advance` alone.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import count_choices, owed
from conquestlab.kernels.manchots.rules import (
    NOTHING,
    add_card,
    all_players,
    best_sum,
    count_scores,
    drop_card,
    gift_change,
    left_of,
    right_of,
    value_of,
    winners,
    zone_points,
)
from conquestlab.kernels.manchots.state import (
    CARDS_A_WORD,
    DEALT,
    DESTROYED,
    DONE,
    DRAWN,
    ENDED,
    FIRST_HAND,
    GIVEN,
    GIVING,
    LANDED,
    LANDING,
    OPEN_ROUND,
    REMADE,
    ROUND,
    SCORED,
    SCORING,
    SPECIALS,
    STEP_A,
    STEP_B,
    TAKEN,
    VALUES,
    VIRTUAL,
    ZONES,
)
from conquestlab.kernels.shared.bits import holds, lowest, single
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.deciding import ask
from conquestlab.kernels.shared.log import write_event
from conquestlab.kernels.shared.streams import below

BITS_A_CARD = 8
TWINS, KAMIKAZE, LOOKOUT = 0, 1, 2


@jit
def shuffle_deck(rules, position):
    """Shuffle the deck and cut it into the stocks; one draw of `deal` a card that is dealt."""
    cards, dealt = rules["cards"], rules["deal"] * position["players"]
    for place in range(cards):
        position["deck"][place] = rules["deck"][place]
    for place in range(dealt):
        other = place + below(position["deal"], cards - place)
        kind = position["deck"][other]
        position["deck"][other] = position["deck"][place]
        position["deck"][place] = kind
    for player in range(position["players"]):
        position["top"][player] = player * rules["deal"]
        position["end"][player] = (player + 1) * rules["deal"]


@jit
def tell_deal(rules, position):
    """Tell the stocks, and let the seats draw their first hands."""
    for player in range(position["players"]):
        _tell_cards(position, DEALT, player, position["top"][player], position["end"][player])
    for seat in range(np.int64(position["seats"])):
        _draw(position, seat, FIRST_HAND)
    position["doing"] = OPEN_ROUND


@jit
def _tell_cards(position, event, player, first, end):
    """Tell the cards of a stretch of the deck, eight a word."""
    if position["log"]:
        write_event(
            position,
            event,
            player,
            (
                end - first,
                _word(position, first, end, 0),
                _word(position, first, end, 1),
                _word(position, first, end, 2),
                _word(position, first, end, 3),
                _word(position, first, end, 4),
            ),
        )


@jit
def _word(position, first, end, number):
    word = np.int64(0)
    for place in range(CARDS_A_WORD):
        card = first + CARDS_A_WORD * number + place
        if card < end:
            word |= np.int64(position["deck"][card]) << BITS_A_CARD * place
    return word


@jit
def _draw(position, seat, number):
    """Let a seat draw the next cards of its stock."""
    top = position["top"][seat]
    for place in range(top, top + number):
        add_card(position, seat, np.int64(position["deck"][place]))
    position["top"][seat] = top + number
    _tell_cards(position, DRAWN, seat, top, top + number)


@jit
def open_round(rules, position):
    """Begin a round: everybody recruits (7A.1)."""
    seats = np.int64(position["seats"])
    position["round"] += 1
    position["turn"] += seats
    write_event(position, ROUND, NOBODY, (position["round"],))
    for seat in range(seats):
        _draw(position, seat, rules["draw"])
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
            if _remake(rules, position, player):
                _tell_cards(position, REMADE, player, position["top"][player], position["end"][player])


@jit
def _remake(rules, position, player):
    """Make an exhausted stock anew of the cards given (7.1 P7, P13); tell whether that was done."""
    virtual = player - VIRTUAL
    count = position["given_count"][virtual]
    if position["top"][player] < position["end"][player] or count == 0:
        return False
    first = player * rules["deal"]
    for place in range(count):
        other = below(position["remaking"][virtual], np.int64(place + 1))
        position["deck"][first + place] = position["deck"][first + other]
        position["deck"][first + other] = position["given"][virtual, place]
    position["top"][player] = first
    position["end"][player] = first + count
    position["given_count"][virtual] = 0
    return True


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
            remade = _remake(rules, position, player) or remade
    _tell_landing(position, player)
    if remade:
        _tell_cards(position, REMADE, player, position["top"][player], position["end"][player])


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
