"""Before the first turn: order, deal, objectives and colours."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import lands_of, settle
from conquestlab.kernels.conquest.cards import FIRST_JOKER, draw_card, start_cards
from conquestlab.kernels.conquest.features import ACTS
from conquestlab.kernels.conquest.given import give_continents
from conquestlab.kernels.conquest.needs import has_objectives
from conquestlab.kernels.conquest.notes import clear_rolls, note_deal
from conquestlab.kernels.conquest.state import (
    ALLY,
    CONTINENTS,
    DEAL_DICE,
    DEALT,
    DRAWN,
    FIRST_DEALT,
    GOAL_DESTROY,
    LANDS,
    NO_LANDS,
    NOTHING,
    OBJECTIVE,
    ONE,
    ORDER_ROLLED,
    ORDER_SIDES,
    ROLLED,
    SAMPLE,
    SET_UP,
    SIDES,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import nth, popcount, single
from conquestlab.kernels.shared.contract import open_position
from conquestlab.kernels.shared.course import clear_standings
from conquestlab.kernels.shared.log import write_event
from conquestlab.kernels.shared.purposes import CARDS, DEAL, DICE, OBJECTIVES, ORDER
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import below, open_stream, open_streams

LONGEST_TIE = (
    21  # dice of a seat that fit into a word of octal digits; a longer tie has a chance below 6**-20
)


@jit
def begin(rules, seeds, luck, seats, position):
    """Set up a game: streams opened, an empty board, nothing decided yet.

    Parameters
    ----------
    rules : record of rules_dtype
    seeds : uint64 (6,)
        By purpose.
    luck, seats : int
    position : record of position_dtype
        Overwritten, whatever was played on it before.
    """
    open_position(position, seeds, luck, seats)
    _open_streams(seeds, luck, position)
    _clear_board(position)
    _clear_counts(position)
    position["alive"] = seats
    position["phase"] = SET_UP
    position["sampled"] = luck % SAMPLE == 0
    if position["sampled"]:
        clear_rolls(position)
    position["decisions"] = ZERO if luck < rules["counted"] else NOTHING
    start_cards(rules["cards"], position["cards"])


@jit
def _open_streams(seeds, luck, position):
    open_stream(position["order"], seeds[ORDER], luck, np.int64(ORDER), ZERO)
    open_stream(position["deal"], seeds[DEAL], luck, np.int64(DEAL), ZERO)
    open_stream(position["goals"], seeds[OBJECTIVES], luck, np.int64(OBJECTIVES), ZERO)
    open_streams(position["dice"], seeds[DICE], luck, np.int64(DICE))
    open_streams(position["draws"], seeds[CARDS], luck, np.int64(CARDS))


@jit
def _clear_board(position):
    for side in range(SIDES):
        position["owned"][side] = NO_LANDS
        position["armies_of"][side] = 0
    position["several"] = NO_LANDS
    for land in range(LANDS):
        position["owner"][land] = NOTHING
        position["armies"][land] = 0
        position["tired"][land] = 0
        position["movable"][land] = 0
        position["pending"][land] = 0
    position["spent"] = NO_LANDS
    position["targets"] = NO_LANDS
    position["bound"] = NO_LANDS


@jit
def _clear_counts(position):
    position["thoughts"]["of_turn"] = NOTHING
    position["thoughts"]["plan_turn"] = NOTHING
    position["thoughts"]["route_turn"] = NOTHING
    position["thoughts"]["start_of"] = NOTHING
    for seat in range(SEATS):
        position["colour"][seat] = NOTHING
        position["objective"][seat] = NOTHING
        position["destroyer"][seat] = NOTHING
        position["out"][seat] = 0
        position["income_lands"][seat] = 0
        position["income_continents"][seat] = 0
        position["income_cards"][seat] = 0
        position["kills"][seat] = 0
        position["conquests"][seat] = 0
        position["rolls"][seat] = 0
        position["lost_attacking"][seat] = 0
        position["lost_defending"][seat] = 0
        position["sets"][seat] = 0
        position["set_delay"][seat] = 0
        position["set_since"][seat] = 0
        position["noted_lands"][seat] = 0
        position["noted_armies"][seat] = 0
    for continent in range(CONTINENTS):
        position["noted_holder"][continent] = NOTHING
        position["held_by"][continent] = NOTHING
        position["held"][continent] = 0
        position["kept"][continent] = 0
    for act in range(len(ACTS)):
        position["acts"][act] = 0
    clear_standings(position)
    position["winner"] = NOTHING
    position["from"] = NOTHING
    position["to"] = NOTHING
    position["first_dealt"] = 0
    position["active"] = 0
    position["actor"] = 0
    position["commander"] = 0
    position["part"] = 0
    position["stage"] = 0
    position["pool"] = 0
    position["received"] = 0
    position["begun"] = 0
    position["conquered"] = 0
    position["attack_dice"] = 0
    position["attack_throw"] = 0
    position["moves_left"] = 0
    position["rounds_over"] = 0
    position["placed_on"] = NO_LANDS
    position["leader"] = NOTHING
    position["swing"] = 0
    position["swung_by"] = NOTHING
    position["bashed"] = NOTHING
    position["watched"] = 0
    position["leader_attacks"] = 0
    position["leader_hits"] = 0
    position["leader_expected"] = 0


@jit
def set_up(rules, position):
    """Find the order, deal the lands and what else is dealt."""
    cards = _shuffle(rules, position)
    dealt = cards
    if rules["has_ally"]:
        dealt = 2 * (cards // 3)
    hands = _roll_hands(position, dealt) if rules["dealing"] == DEAL_DICE else dealt
    first = _first_dealt(rules, position, hands)
    if rules["has_objectives"]:
        _deal_objectives(rules, position)
    if rules["has_given"]:
        give_continents(rules, position, dealt, cards, first)
    _deal(rules, position, dealt, first)
    for place in range(dealt, cards):
        land = np.int64(position["cards"]["talon"][place])
        settle(position, land, ALLY, rules["ally_armies"])
        write_event(position, DEALT, NOTHING, (1, land, rules["ally_armies"]))
    note_deal(position)
    start_cards(rules["cards"], position["cards"])
    for place in range(LANDS):
        position["pending"][place] = 0


@jit
def _shuffle(rules, position):
    """Shuffle the cards that are dealt, in the place where the talon will lie; return their number."""
    deck = position["cards"]["talon"]
    cards = rules["lands"]
    if rules["deal_jokers"] and rules["dealing"] != DEAL_DICE:
        cards += rules["cards"]["jokers"]
    for left in range(cards, 1, -1):
        place = below(position["deal"], left)
        card = deck[place]
        deck[place] = deck[left - 1]
        deck[left - 1] = card
    return cards


@jit
def _roll_hands(position, lands):
    """Roll the die for one hand of lands after the other; return how many hands were dealt."""
    hands = ZERO
    while lands > 0:
        die = below(position["deal"], ORDER_SIDES) + 1
        position["pending"][hands] = die
        lands -= die
        hands += 1
    return hands


@jit
def _first_dealt(rules, position, hands):
    """Return the seat that is dealt to first; where the order is rolled, tell the rolls.

    Whoever comes after the last hand opens the game proper and is seat 0, so the first to be dealt to sits as
    many seats before him as there were hands. Drawn order and dealt cards are independent of each other.
    """
    seats = np.int64(position["seats"])
    if rules["order"] != ORDER_ROLLED and rules["dealing"] != DEAL_DICE:
        first = below(position["order"], seats)
    else:
        first = (-hands) % seats
    position["first_dealt"] = first
    if rules["order"] == ORDER_ROLLED:
        _roll_order(position, first)
        write_event(position, FIRST_DEALT, first, ())
    return first


@apart(NO_RESULT, position_dtype, WHOLE_NUMBER)
def _roll_order(position, first):
    """Roll until no two seats are equal, and tell the rolls in the order of seats.

    The players have no seats yet: the highest roller becomes the seat `first`, the others follow.
    """
    seats = np.int64(position["seats"])
    rolls = position["standings"]  # not in use yet
    tied = True
    throw = 0
    while tied and throw < LONGEST_TIE:
        tied = False
        known = LONGEST_TIE - throw
        before = np.int64(0)
        for player in range(seats):  # who is tied on all dice so far, before anybody rolls again
            for other in range(seats):
                if other != player and rolls[other] >> 3 * known == rolls[player] >> 3 * known:
                    before |= np.int64(1) << player
        for player in range(seats):
            if before >> player & 1:
                rolls[player] |= (below(position["order"], ORDER_SIDES) + 1) << 3 * (known - 1)
        for player in range(seats):
            for other in range(player):
                tied = tied or rolls[player] == rolls[other]
        throw += 1
    for seat in range(seats):
        player = _player_of_rank(rolls, seats, (seat - first) % seats)
        write_event(position, ROLLED, seat, (0, rolls[player]))
    for player in range(seats):
        rolls[player] = 0


@jit
def _player_of_rank(rolls, seats, rank):
    """Return who has `rank` players before him, by rolls, then by the order at the table."""
    for player in range(seats):
        before = 0
        for other in range(seats):
            if rolls[other] > rolls[player] or (rolls[other] == rolls[player] and other < player):
                before += 1
        if before == rank:
            return player
    return ZERO


@jit
def _deal(rules, position, dealt, first):
    """Deal the shuffled cards, one by one or by the dice that were rolled."""
    seats = np.int64(position["seats"])
    by_dice = rules["dealing"] == DEAL_DICE
    hand, left, die = ZERO, ZERO, ZERO
    seat = first
    for place in range(dealt):
        if by_dice:
            if left == 0:
                die = np.int64(position["pending"][hand])
                left = die
                seat = (first + hand) % seats
                hand += 1
            left -= 1
        else:
            seat = (first + place) % seats
        card = np.int64(position["cards"]["talon"][place])
        if card < FIRST_JOKER:
            settle(position, card, seat, ONE)
            write_event(position, DEALT, seat, (0, card, ONE, die))
        else:
            write_event(position, DEALT, seat, (0, card, ZERO, die))


@apart(NO_RESULT, rules_dtype, position_dtype, needed=has_objectives)
def _deal_objectives(rules, position):
    """Draw a colour and an objective for each seat."""
    seats = np.int64(position["seats"])
    colours = (single(rules["colours"]) - single(ZERO)) if rules["colours"] < LANDS else ~NO_LANDS
    for seat in range(seats):
        if rules["colours"] >= seats:
            colour = draw_of(position["goals"], colours)
            colours &= ~single(colour)
            position["colour"][seat] = colour
    goals = goals_to_deal(rules, position)
    for seat in range(seats):
        goal = draw_of(position["goals"], goals)
        goals &= ~single(goal)
        position["objective"][seat] = goal
        write_event(position, OBJECTIVE, seat, (0, goal, position["colour"][seat]))


@jit
def goals_to_deal(rules, position):
    """Return the objectives that are dealt: all, or those that the colours at the table allow."""
    goals = NO_LANDS
    for goal in range(rules["objectives"]):
        vain = (
            rules["goal"][goal] == GOAL_DESTROY and seat_of_colour(position, rules["goal_colour"][goal]) < 0
        )
        if not (vain and rules["drop_absent_colours"]):
            goals |= single(goal)
    return goals


@jit
def draw_of(stream, things):
    """Draw one of a set."""
    return nth(things, below(stream, popcount(things)))


@jit
def seat_of_colour(position, colour):
    """Return the seat of a colour, NOTHING where it is not in the game."""
    for seat in range(np.int64(position["seats"])):
        if position["colour"][seat] == colour:
            return seat
    return NOTHING


@jit
def starting_armies(rules, position, seat):
    """Return the armies that a seat has to place before the first turn."""
    more = rules["more_armies"][seat]
    if rules["starting_armies"]:
        more += max(ZERO, rules["starting_armies"] - lands_of(position, seat))
    return max(ZERO, more)


@jit
def draw_handicap_cards(rules, position):
    """Give the cards that seats have as a handicap."""
    for seat in range(np.int64(position["seats"])):
        for _ in range(rules["more_cards"][seat]):
            card = draw_card(position["cards"], seat, position["draws"][seat])
            if card >= 0:
                write_event(position, DRAWN, seat, (0, card))
