"""The bot `planner`: plays the most promising choices out in its head, many times, and takes the best.

The choices are those that `expert` likes best. Each is played to the end with the hidden cards dealt anew,
the same for all choices, everybody choosing as `expert` does by the weights of the planner. It knows no more
than its seat may see: what it has not seen is dealt at random, but for the cards that it has just given.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.gifts import favourites, write_best_gifts
from conquestlab.kernels.manchots.landings import write_landing
from conquestlab.kernels.manchots.play import ROUND_OVER, play_on
from conquestlab.kernels.manchots.rules import (
    NOTHING,
    add_card,
    all_players,
    left_of,
    right_of,
)
from conquestlab.kernels.manchots.state import (
    GIVE,
    KINDS,
    LAND,
    LANDING,
    MOST_CARDS,
    MOST_LANDED,
    PLAYERS,
    STEP_B,
    VALUES,
    VIRTUAL,
    WEIGHT_ONE,
    ZONES,
    position_dtype,
)
from conquestlab.kernels.manchots.worth import SLOPE_ONE, chance_of
from conquestlab.kernels.shared.bits import holds, single
from conquestlab.kernels.shared.contract import CHOICE_WIDTH
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import below, draw

MOST_CANDIDATES = np.int64(64)
STEPS_A_POINT = np.int64(8)  # of the curve by which a lead at the end counts


@jit
def planner_choice(rules, position):
    """Lay down the choice that ends best on the mean."""
    seat = np.int64(position["asker"])
    candidates = np.zeros((MOST_CANDIDATES, CHOICE_WIDTH), np.int64)
    number = write_candidates(rules, position, seat, candidates)
    best = np.int64(0)
    if number > 1:
        best = best_candidate(rules, position, seat, candidates, number)
    for part in range(CHOICE_WIDTH):
        position["choice"][part] = candidates[best, part]


@jit
def write_candidates(rules, position, seat, candidates):
    """Write the choices that are played out, the one of `expert` first; return how many."""
    bot = position["bot"][seat]
    kinds = position["kinds"][seat]
    most = min(np.int64(bot["candidates"]), MOST_CANDIDATES)
    number = np.int64(0)
    if position["asked"] == LAND:
        while kinds and number < most:
            first = write_landing(rules, bot, position, seat, kinds, candidates[number])
            kinds &= ~single(first)
            number += 1
        return number
    write_best_gifts(rules, bot, position, seat, candidates[0])
    number = np.int64(1)
    seats = np.int64(position["seats"])
    side = np.int64(1)
    while (side + 1) * (side + 1) <= most:
        side += 1
    lefts = favourites(rules, bot, position, seat, left_of(seats, seat), side)
    rights = favourites(rules, bot, position, seat, right_of(seats, seat), side)
    for left in range(KINDS):
        for right in range(KINDS):
            if not (holds(lefts, left) and holds(rights, right)) or number >= most:
                continue
            if left == right and position["copies"][seat, left] < 2:
                continue
            if left != candidates[0, 1] or right != candidates[0, 2]:
                candidates[number, 0] = GIVE
                candidates[number, 1] = left
                candidates[number, 2] = right
                number += 1
    return number


@jit
def best_candidate(rules, position, seat, candidates, number):
    """Return the place of the choice that ends best on the mean of all games played out.

    The first one stays unless another is better by so many standard errors as the weight `doubt` asks for.
    """
    gains, squares = np.zeros(MOST_CANDIDATES, np.int64), np.zeros(MOST_CANDIDATES, np.int64)
    deals, trials = np.empty(1, position_dtype), np.empty(1, position_dtype)
    cards = np.empty(MOST_CARDS, np.uint8)
    stream = position["bots"][seat]
    for _ in range(position["bot"][seat]["rollouts"]):
        deals[0] = position
        prepare(rules, deals[0], seat, draw(stream), cards)
        usual = np.int64(0)
        for candidate in range(number):
            trials[0] = deals[0]
            trial = trials[0]
            for part in range(MOST_LANDED):
                trial["chosen"][seat, part] = candidates[candidate, 1 + part]
            while play_on(rules, trial) == ROUND_OVER:
                pass
            worth = worth_of_end(rules, trial, seat)
            if candidate == 0:
                usual = worth
            gains[candidate] += worth - usual
            squares[candidate] += (worth - usual) * (worth - usual)
    best, doubt = np.int64(0), position["bot"][seat]["doubt"]
    for candidate in range(1, number):
        sure = WEIGHT_ONE * gains[candidate] * gains[candidate] > doubt * squares[candidate]
        if sure and gains[candidate] > gains[best]:
            best = np.int64(candidate)
    return best


@jit
def worth_of_end(rules, position, seat):
    """Return what an end is worth to a seat: by how far it is ahead of the best of the others, or behind."""
    best = np.int64(-(1 << 30))
    for player in range(position["players"]):
        if player != seat and (player < position["seats"] or rules["virtual_can_win"]):
            best = max(best, position["score"][player])
    return chance_of((position["score"][seat] - best) * STEPS_A_POINT, np.int64(SLOPE_ONE))


@jit
def prepare(rules, position, seat, luck, cards):
    """Let all choose as `expert` does, all choices of this step but the seat's own anew, hidden cards too."""
    position["log"] = 0
    position["pauses"] = 0
    position["decisions"] = -1
    position["asked"] = 0
    bot = position["bot"][seat]
    bot["call"] = bot["behind"]
    for other in range(SEATS):
        if other != seat:
            position["bot"][other] = bot
    stream = position["deal"]
    stream["seed"] = luck
    stream["drawn"] = 0
    for virtual in range(VIRTUAL):
        position["remaking"][virtual]["seed"] = luck
        position["remaking"][virtual]["drawn"] = 0
    players = all_players(np.int64(position["seats"]))
    if position["doing"] == LANDING:
        watching = position["watching"]
        players &= watching if position["step"] == STEP_B else ~watching
    position["waiting"] = players & ~single(seat)
    deal_hidden(rules, position, seat, stream, cards)


@jit
def deal_hidden(rules, position, seat, stream, cards):
    """Deal all cards that the seat has not seen anew, where they lay before."""
    sizes = np.empty(PLAYERS, np.int64)
    for player in range(np.int64(position["seats"])):
        sizes[player] = position["hand_size"][player]
        if player != seat:
            _empty_hand(position, player)
    if position["doing"] == LANDING and position["seats"] > 2:
        _return_gifts(position, seat)
    count = _hidden_cards(rules, position, cards)
    for place in range(count - 1):
        other = place + below(stream, np.int64(count - place))
        cards[place], cards[other] = cards[other], cards[place]
    next_card = np.int64(0)
    for player in range(np.int64(position["seats"])):
        for _ in range(sizes[player] - position["hand_size"][player]):
            add_card(position, player, np.int64(cards[next_card]))
            next_card += 1
    for player in range(position["players"]):
        next_card = _refill(
            position["deck"], position["top"][player], position["end"][player], cards, next_card
        )
    for virtual in range(position["players"] - position["seats"]):
        next_card = _refill(
            position["given"][virtual], np.int64(0), position["given_count"][virtual], cards, next_card
        )
    _refill(position["deck"], position["players"] * rules["deal"], rules["cards"], cards, next_card)


@jit
def _empty_hand(position, player):
    position["kinds"][player] = NOTHING
    position["hand_size"][player] = 0
    for kind in range(KINDS):
        position["copies"][player, kind] = 0
    for zone in range(ZONES):
        position["hand_sum"][player, zone] = 0


@jit
def _return_gifts(position, seat):
    """Give the neighbours back what the seat gave them in this round, unless they landed such a card."""
    seats, place = np.int64(position["seats"]), np.int64(position["round"]) - 1
    for side in range(2):
        other = left_of(seats, seat) if side == 0 else right_of(seats, seat)
        kind, landed = np.int64(position["gave"][seat, place, side]), False
        for card in range(position["landed_count"][other]):
            landed = landed or position["landed"][other, card] == kind
        if not landed:
            add_card(position, other, kind)


@jit
def _hidden_cards(rules, position, cards):
    """Write the cards that are neither in a hand now nor were ever face up; return how many."""
    count = np.int64(0)
    for kind in range(KINDS):
        hidden = rules["copies"][kind % VALUES] - np.int64(position["seen"][kind])
        for player in range(np.int64(position["seats"])):
            hidden -= np.int64(position["copies"][player, kind])
        for _ in range(hidden):
            cards[count] = kind
            count += 1
    return count


@jit
def _refill(pile, first, end, cards, next_card):
    """Fill a stretch of a pile; return the place of the next card."""
    for place in range(first, end):
        pile[place] = cards[next_card]
        next_card += 1
    return next_card
