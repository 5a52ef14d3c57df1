"""Cards at the table: draw pile, hands, sets and their exchange, in one small record.

A land card has the number of its land (0 to 63), a joker a number from 64 on. Hands are bit sets, one of
lands and one of jokers, so that counting the cards of an arm, or those of the player's own lands, takes one
instruction.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.streams import below

MOST_SEATS = 6
MOST_LANDS = 64
MOST_JOKERS = 8
MOST_KINDS = 16
MOST_STEPS = 200
FIRST_JOKER = 64  # the number of the first joker's card
ARMS = 3
JOKER = 3  # place of the jokers in what a set takes
NO_CARD = -1
NO_SET = -1
NOTHING = np.uint64(0)
DRAW_START, DRAW_REMAINDER, DRAW_CONQUEST, DRAW_NEVER = range(4)
CAPTURE_BEGINS, CAPTURE_ENDS = 6, 4  # the hands between which captured cards force exchanges

card_rules_dtype = np.dtype(
    [
        ("arm_lands", np.uint64, (ARMS,)),  # the lands whose card shows the arm
        ("lands", np.int64),
        ("jokers", np.int64),
        ("kinds", np.int64),
        ("takes", np.int64, (MOST_KINDS, ARMS + 1)),
        ("armies", np.int64, (MOST_KINDS,)),  # where has_scale is 0
        ("holding", np.uint64, (4,)),  # bit set over hands, counts above 3 taken as 3: does it hold a set?
        ("has_scale", np.int64),
        ("steps", np.int64),
        ("scale", np.int64, (MOST_STEPS,)),
        ("scale_step", np.int64),
        ("draw", np.int64),
        ("lands_per_army", np.int64),
        ("land_bonus", np.int64),
        ("land_bonus_once", np.int64),
        ("must_exchange_at", np.int64),
        ("capture_exchange_forced", np.int64),
    ],
    align=True,
)
"""What a rulebook says about cards, in numbers; analysis/games/conquest/card_sets/card_rules.py makes it."""

cards_dtype = np.dtype(
    [
        ("talon", np.uint8, (MOST_LANDS + MOST_JOKERS,)),
        ("talon_left", np.int64),
        ("discard_lands", np.uint64),
        ("discard_jokers", np.uint64),
        ("hand_lands", np.uint64, (MOST_SEATS,)),
        ("hand_jokers", np.uint64, (MOST_SEATS,)),
        ("sets_done", np.int64),  # in the whole game, by anybody
        ("bonus_taken", np.int64),  # in this turn
    ],
    align=True,
)
"""Where every card is. The order of the talon is not laid down: each draw takes any card of those left."""


@jit
def start_cards(rules, cards):
    """Put every card into the talon, and begin the scale anew."""
    lands = rules["lands"]
    for land in range(lands):
        cards["talon"][land] = land
    for joker in range(rules["jokers"]):
        cards["talon"][lands + joker] = FIRST_JOKER + joker
    cards["talon_left"] = lands + rules["jokers"]
    cards["discard_lands"] = NOTHING
    cards["discard_jokers"] = NOTHING
    for seat in range(MOST_SEATS):
        cards["hand_lands"][seat] = NOTHING
        cards["hand_jokers"][seat] = NOTHING
    cards["sets_done"] = 0
    cards["bonus_taken"] = 0


@jit
def start_card_turn(cards):
    """Begin a turn: the land bonus of a turn may be taken again."""
    cards["bonus_taken"] = 0


@jit
def cards_due(rules, lands, conquered):
    """Return the cards of a turn begun with `lands` lands; `conquered` is 1 if it took a land, else 0."""
    if rules["draw"] == DRAW_START:
        return 1
    if rules["draw"] == DRAW_REMAINDER:
        return lands % rules["lands_per_army"]
    return 0 if rules["draw"] == DRAW_NEVER else conquered


@jit
def draw_card(cards, seat, stream):
    """Give one card of the talon to a seat; return its number, or NO_CARD where there is none to be had.

    The discard is shuffled into an empty talon only now that a card is due. One word of the stream is used
    for a card, and none for NO_CARD.
    """
    if cards["talon_left"] == 0:
        _renew_talon(cards)
    left = cards["talon_left"]
    if left == 0:
        return NO_CARD
    place = below(stream, left)
    card = np.int64(cards["talon"][place])
    cards["talon"][place] = cards["talon"][left - 1]
    cards["talon_left"] = left - 1
    if card < FIRST_JOKER:
        cards["hand_lands"][seat] |= single(card)
    else:
        cards["hand_jokers"][seat] |= single(card - FIRST_JOKER)
    return card


@apart(NO_RESULT, cards_dtype)
def _renew_talon(cards):
    left = 0
    lands = cards["discard_lands"]
    while lands:
        cards["talon"][left] = lowest(lands)
        lands = without_lowest(lands)
        left += 1
    jokers = cards["discard_jokers"]
    while jokers:
        cards["talon"][left] = FIRST_JOKER + lowest(jokers)
        jokers = without_lowest(jokers)
        left += 1
    cards["talon_left"] = left
    cards["discard_lands"] = NOTHING
    cards["discard_jokers"] = NOTHING


@jit
def hand_size(cards, seat):
    """Return the number of cards of a seat."""
    return popcount(cards["hand_lands"][seat]) + popcount(cards["hand_jokers"][seat])


@jit
def hand_counts(rules, cards, seat):
    """Return the cards of a seat as counts: infantry, cavalry, artillery, jokers."""
    lands = cards["hand_lands"][seat]
    return (
        popcount(lands & rules["arm_lands"][0]),
        popcount(lands & rules["arm_lands"][1]),
        popcount(lands & rules["arm_lands"][2]),
        popcount(cards["hand_jokers"][seat]),
    )


@jit
def has_set(rules, cards, seat):
    """Tell whether a seat holds any set."""
    infantry, cavalry, artillery, jokers = hand_counts(rules, cards, seat)
    place = min(infantry, 3) | min(cavalry, 3) << 2 | min(artillery, 3) << 4 | min(jokers, 3) << 6
    return holds(rules["holding"][place >> 6], place & 63)


@jit
def scale_value(rules, number):
    """Return the armies of the `number`-th set of the game (from 1) under growing values."""
    steps = rules["steps"]
    if number <= steps:
        return rules["scale"][number - 1]
    last = rules["scale"][steps - 1] if steps else 0
    return last + rules["scale_step"] * (number - steps)


@jit
def most_armies(rules, cards):
    """Return the most armies that the next set of the game can bring, without land bonus."""
    most = np.int64(0)
    for kind in range(rules["kinds"]):
        most = max(most, _kind_armies(rules, kind, cards["sets_done"] + 1))
    return most


@jit
def set_armies(rules, cards, lands, jokers):
    """Return the armies of exactly these cards as the next set, without land bonus; NO_SET if they are none.

    Parameters
    ----------
    rules : record of card_rules_dtype
    cards : record of cards_dtype
    lands, jokers : uint64
        The cards as bit sets; nobody need hold them.
    """
    kind = kind_of(rules, lands, jokers)
    return NO_SET if kind == NO_SET else _kind_armies(rules, kind, cards["sets_done"] + 1)


@jit
def kind_of(rules, lands, jokers):
    """Return the number of the kind of set that exactly these cards make, or NO_SET."""
    for kind in range(rules["kinds"]):
        takes = rules["takes"][kind]
        same = popcount(jokers) == takes[JOKER]
        for arm in range(ARMS):
            same = same and popcount(lands & rules["arm_lands"][arm]) == takes[arm]
        if same:
            return kind
    return NO_SET


@jit
def _kind_armies(rules, kind, number):
    return scale_value(rules, number) if rules["has_scale"] else rules["armies"][kind]


@jit
def bonus_choices(rules, cards, lands, owned):
    """Return the lands of a set on which its owner may get the land bonus now.

    All of them get it, or one of them that he chooses where the rules give one a turn.
    """
    if rules["land_bonus"] == 0 or (rules["land_bonus_once"] and cards["bonus_taken"]):
        return NOTHING
    return lands & owned


@jit
def best_set(rules, cards, seat, owned):
    """Choose the set to exchange: the most armies with its land bonus and with the best set after it.

    Of equal sets the one that brings the most itself is taken, and then the one with the fewest jokers.
    Cards of own lands come first where each of them has its bonus, and last where one a turn is enough.

    Parameters
    ----------
    rules : record of card_rules_dtype
    cards : record of cards_dtype
    owned : uint64
        The lands of the seat.

    Returns
    -------
    lands, jokers : uint64
        The cards of the set; both empty if the seat holds none.
    armies : int64
        Without the land bonus; NO_SET if there is no set.
    bonus_lands : uint64
        The lands that get the bonus; where the rules give one a turn, the lowest of the choices.
    """
    best, best_worth, best_now = np.int64(NO_SET), np.int64(-1), np.int64(-1)
    number = cards["sets_done"] + 1
    counts = hand_counts(rules, cards, seat)
    for kind in range(rules["kinds"]):
        if not covers(rules, counts, kind):
            continue
        now = _kind_armies(rules, kind, number) + _kind_bonus(rules, cards, seat, kind, owned)
        worth = now + _best_armies(rules, _rest(rules, counts, kind), number + 1)
        if worth > best_worth or (worth == best_worth and now > best_now):
            best, best_worth, best_now = np.int64(kind), worth, now
    if best == NO_SET:
        return NOTHING, NOTHING, np.int64(NO_SET), NOTHING
    lands = _lands_of_kind(rules, cards, seat, best, owned)
    bonus_lands = bonus_choices(rules, cards, lands, owned)
    if rules["land_bonus_once"] and bonus_lands:
        bonus_lands = single(lowest(bonus_lands))
    jokers = _lowest_of(cards["hand_jokers"][seat], rules["takes"][best][JOKER])
    return lands, jokers, np.int64(_kind_armies(rules, best, number)), bonus_lands


@jit
def covers(rules, counts, kind):
    """Tell whether a hand, as counts, holds a set of a kind."""
    takes = rules["takes"][kind]
    return (
        counts[0] >= takes[0]
        and counts[1] >= takes[1]
        and counts[2] >= takes[2]
        and counts[JOKER] >= takes[JOKER]
    )


@jit
def _rest(rules, counts, kind):
    takes = rules["takes"][kind]
    return counts[0] - takes[0], counts[1] - takes[1], counts[2] - takes[2], counts[JOKER] - takes[JOKER]


@jit
def _best_armies(rules, counts, number):
    """Return the armies of the best set of these counts as the `number`-th of the game, 0 without a set."""
    best = np.int64(0)
    for kind in range(rules["kinds"]):
        if covers(rules, counts, kind):
            best = max(best, _kind_armies(rules, kind, number))
            if rules["has_scale"]:
                break
    return best


@jit
def _kind_bonus(rules, cards, seat, kind, owned):
    own = bonus_choices(rules, cards, cards["hand_lands"][seat], owned)
    shown = 0
    for arm in range(ARMS):
        shown += min(rules["takes"][kind][arm], popcount(own & rules["arm_lands"][arm]))
    return rules["land_bonus"] * (min(shown, 1) if rules["land_bonus_once"] else shown)


@jit
def _lands_of_kind(rules, cards, seat, kind, owned):
    """Choose the land cards of a set: own lands first, or last but for one, as the bonus asks."""
    hand = cards["hand_lands"][seat]
    one = rules["land_bonus_once"]
    due = bonus_choices(rules, cards, hand, owned) != NOTHING
    lands = NOTHING
    for arm in range(ARMS):
        wanted = rules["takes"][kind][arm]
        of_arm = hand & rules["arm_lands"][arm]
        if wanted and one and due and of_arm & owned:
            lands |= _lowest_of(of_arm & owned, np.int64(1))
            of_arm &= ~lands
            wanted -= 1
            due = False
        first = of_arm & ~owned if one else of_arm & owned
        chosen = _lowest_of(first, wanted)
        lands |= chosen | _lowest_of(of_arm & ~first, wanted - popcount(chosen))
    return lands


@jit
def _lowest_of(bits, wanted):
    """Return the lowest `wanted` bits of a set, or all of them where there are not so many."""
    rest = bits
    for _ in range(wanted):
        if rest:
            rest = without_lowest(rest)
    return bits & ~rest


@jit
def exchange(rules, cards, seat, lands, jokers, bonus_lands):
    """Exchange a set of a seat, known to be one: its cards go to the discard and the scale moves on.

    Parameters
    ----------
    lands, jokers : uint64
        The cards, all in the seat's hand.
    bonus_lands : uint64
        The lands that get the land bonus, out of `bonus_choices`: all of them, or one where the rules give
        one a turn.

    Returns
    -------
    armies : int64
        Of the set, without the land bonus.
    """
    armies = set_armies(rules, cards, lands, jokers)
    cards["hand_lands"][seat] &= ~lands
    cards["hand_jokers"][seat] &= ~jokers
    cards["discard_lands"] |= lands
    cards["discard_jokers"] |= jokers
    cards["sets_done"] += 1
    if bonus_lands:
        cards["bonus_taken"] = 1
    return armies


@jit
def capture_hand(cards, seat, victim):
    """Give all cards of an eliminated seat to its conqueror."""
    cards["hand_lands"][seat] |= cards["hand_lands"][victim]
    cards["hand_jokers"][seat] |= cards["hand_jokers"][victim]
    cards["hand_lands"][victim] = NOTHING
    cards["hand_jokers"][victim] = NOTHING


@jit
def must_exchange(rules, cards, seat):
    """Tell whether a seat has to exchange a set at the start of its turn."""
    least = rules["must_exchange_at"]
    return least > 0 and hand_size(cards, seat) >= least and has_set(rules, cards, seat)


@jit
def must_exchange_captured(rules, cards, seat, begun):
    """Tell whether captured cards force a seat to exchange in mid-combat; `begun` is 1 once it did."""
    if not rules["capture_exchange_forced"]:
        return False
    least = CAPTURE_ENDS + 1 if begun else CAPTURE_BEGINS
    return hand_size(cards, seat) >= least and has_set(rules, cards, seat)


@jit
def may_exchange_captured(rules, cards, seat, begun):
    """Tell whether a seat may exchange in mid-combat, after an elimination; `begun` as above."""
    if rules["capture_exchange_forced"]:
        return must_exchange_captured(rules, cards, seat, begun)
    return has_set(rules, cards, seat)
