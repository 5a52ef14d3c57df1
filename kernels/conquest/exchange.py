"""The exchange of sets at the table: when it is due, which sets there are, and what they bring."""

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest import cards as table
from conquestlab.kernels.conquest.board import side_flag
from conquestlab.kernels.conquest.cards import FIRST_JOKER, MOST_JOKERS, NO_SET
from conquestlab.kernels.conquest.notes import note_exchange
from conquestlab.kernels.conquest.state import (
    ACCEPTED,
    CAPTURED,
    EXCHANGE,
    EXCHANGED,
    FORCES,
    MUST_EXCHANGE,
    NO_LANDS,
    NO_SUCH_SET,
    NOT_IN_HAND,
    NOTHING,
    ONE,
    WRONG_BONUS,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import holds, lowest, nth, popcount, single, without_lowest
from conquestlab.kernels.shared.deciding import offer
from conquestlab.kernels.shared.log import write_event

BONUS_PLACE = 4  # in a choice: the land of the bonus


@jit
def may_exchange(rules, position):
    """Tell whether the one who commands has a set that he may exchange now."""
    seat = position["commander"]
    if position["stage"] == FORCES:
        return table.has_set(rules["cards"], position["cards"], seat)
    return table.may_exchange_captured(rules["cards"], position["cards"], seat, position["begun"])


@jit
def must_exchange(rules, position):
    """Tell whether he has to exchange a set now."""
    seat = position["commander"]
    if position["stage"] == FORCES:
        return table.must_exchange(rules["cards"], position["cards"], seat)
    return table.must_exchange_captured(rules["cards"], position["cards"], seat, position["begun"])


@jit
def cards_of_choice(choice):
    """Return the cards that a choice names, as sets of lands and of jokers."""
    return cards_as_sets(choice[1], choice[2], choice[3])


@jit
def cards_as_sets(one, two, three):
    """Return up to three cards, NOTHING for none, as sets of lands and of jokers."""
    lands, jokers = NO_LANDS, NO_LANDS
    for card in (one, two, three):
        if card >= FIRST_JOKER:
            jokers |= single(card - FIRST_JOKER)
        elif card >= 0:
            lands |= single(card)
    return lands, jokers


@jit
def name_cards(choice, lands, jokers):
    """Write the cards of a set into a choice, in ascending order."""
    for place in range(1, 4):
        if lands:
            choice[place] = lowest(lands)
            lands = without_lowest(lands)
        elif jokers:
            choice[place] = FIRST_JOKER + lowest(jokers)
            jokers = without_lowest(jokers)
        else:
            choice[place] = NOTHING


@jit
def bonus_choices(rules, position, lands):
    """Return the lands of a set on which its owner may get the bonus now."""
    owned = position["owned"][position["commander"]]
    return table.bonus_choices(rules["cards"], position["cards"], lands, owned)


@jit
def check_exchange(rules, position, choice):
    """Return ACCEPTED, or the reason why a set cannot be exchanged, or none cannot be refused."""
    if choice[1] == NOTHING:
        none = choice[2] == NOTHING and choice[3] == NOTHING and choice[BONUS_PLACE] == NOTHING
        if not none:
            return NO_SUCH_SET
        return MUST_EXCHANGE if must_exchange(rules, position) else ACCEPTED
    for place in range(1, 4):
        card = choice[place]
        if card < NOTHING or card >= FIRST_JOKER + MOST_JOKERS:
            return NOT_IN_HAND
        ordered = card == NOTHING or card > choice[place - 1] or place == 1
        if not ordered or (place == 3 and card != NOTHING and choice[2] == NOTHING):
            return NO_SUCH_SET
    seat = position["commander"]
    lands, jokers = cards_of_choice(choice)
    hand_lands = position["cards"]["hand_lands"][seat]
    hand_jokers = position["cards"]["hand_jokers"][seat]
    if lands & ~hand_lands != 0 or jokers & ~hand_jokers != 0:
        return NOT_IN_HAND
    if table.set_armies(rules["cards"], position["cards"], lands, jokers) == NO_SET:
        return NO_SUCH_SET
    return _check_bonus(rules, position, lands, choice[BONUS_PLACE])


@jit
def _check_bonus(rules, position, lands, land):
    due = bonus_choices(rules, position, lands)
    if rules["cards"]["land_bonus_once"] and due:
        known = ZERO <= land < rules["lands"]
        return ACCEPTED if known and holds(due, land) else WRONG_BONUS
    return ACCEPTED if land == NOTHING else WRONG_BONUS


@apart(NO_RESULT, rules_dtype, position_dtype)
def exchange_set(rules, position):
    """Carry out the exchange that was chosen: armies to place, and bonus lands bound or not."""
    seat = position["commander"]
    choice = position["choice"]
    lands, jokers = cards_of_choice(choice)
    due = bonus_choices(rules, position, lands)
    if rules["cards"]["land_bonus_once"] and due:
        due = single(choice[BONUS_PLACE])
    armies = table.exchange(rules["cards"], position["cards"], seat, lands, jokers, due)
    bonus = rules["cards"]["land_bonus"] * popcount(due)
    if position["stage"] == CAPTURED and not rules["bound_capture_bonus"]:
        position["pool"] += bonus
    else:
        position["bound"] |= due
    position["pool"] += armies
    position["received"] += armies + bonus
    position["income_cards"][seat] += armies + bonus
    position["sets"][seat] += 1
    note_exchange(position)
    position["begun"] = 1
    number = position["cards"]["sets_done"]
    write_event(position, EXCHANGED, seat, (side_flag(position), lands, jokers, number, armies, due))


@jit
def list_exchanges(rules, position, choices):
    """List the sets of the hand, after "none" where that is legal; return how many choices there are."""
    seat = position["commander"]
    cards = table.hand_size(position["cards"], seat)
    number = ZERO
    if not must_exchange(rules, position):
        number = offer(choices, number, EXCHANGE, NOTHING, NOTHING, NOTHING, ZERO)
        if number <= len(choices):
            choices[number - 1, BONUS_PLACE] = NOTHING
    for first in range(cards):
        one = _card_at(position, seat, first)
        number = _offer_if_set(rules, position, choices, number, one, NOTHING, NOTHING)
        for second in range(first + 1, cards):
            two = _card_at(position, seat, second)
            for third in range(second + 1, cards):
                three = _card_at(position, seat, third)
                number = _offer_if_set(rules, position, choices, number, one, two, three)
    return number


@jit
def _card_at(position, seat, place):
    """Return the card at a place of a hand."""
    hand_lands = position["cards"]["hand_lands"][seat]
    lands = popcount(hand_lands)
    if place < lands:
        return nth(hand_lands, place)
    return FIRST_JOKER + nth(position["cards"]["hand_jokers"][seat], place - lands)


@jit
def _offer_if_set(rules, position, choices, number, one, two, three):
    lands, jokers = cards_as_sets(one, two, three)
    if table.set_armies(rules["cards"], position["cards"], lands, jokers) == NO_SET:
        return number
    due = bonus_choices(rules, position, lands) if rules["cards"]["land_bonus_once"] else NO_LANDS
    several = True
    while several:
        number = offer(choices, number, EXCHANGE, one, two, three, ZERO)
        if number <= len(choices):
            choices[number - 1, BONUS_PLACE] = lowest(due) if due else NOTHING
        due = without_lowest(due) if due else NO_LANDS
        several = due != 0
    return number


@jit
def count_exchanges(rules, position):
    """Return how many choices `list_exchanges` lists."""
    seat = position["commander"]
    cards = table.hand_size(position["cards"], seat)
    number = ZERO if must_exchange(rules, position) else ONE
    for first in range(cards):
        one = _card_at(position, seat, first)
        number += _ways_of_set(rules, position, one, NOTHING, NOTHING)
        for second in range(first + 1, cards):
            two = _card_at(position, seat, second)
            for third in range(second + 1, cards):
                number += _ways_of_set(rules, position, one, two, _card_at(position, seat, third))
    return number


@jit
def _ways_of_set(rules, position, one, two, three):
    """Return in how many ways these cards can be exchanged: none, or one for each choice of the bonus."""
    lands, jokers = cards_as_sets(one, two, three)
    if table.set_armies(rules["cards"], position["cards"], lands, jokers) == NO_SET:
        return ZERO
    if not rules["cards"]["land_bonus_once"]:
        return ONE
    return max(ONE, popcount(bonus_choices(rules, position, lands)))
