"""What the one who is asked may choose: every pair of cards to give, every set of cards to land."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.rules import NOTHING
from conquestlab.kernels.manchots.state import (
    GIVE,
    KINDS,
    LAND,
    MOST_LANDED,
    NO_SUCH_CHOICE,
    NOT_IN_HAND,
    OUT_OF_ORDER,
)
from conquestlab.kernels.shared.bits import lowest, nth, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import CHOICE_WIDTH, LEGAL


@jit
def owed(position, seat):
    """Return how many cards a seat has to land now."""
    return min(position["need"][seat], position["hand_size"][seat])


@jit
def several(position, seat):
    """Return the set of kinds of which a hand has more than one card."""
    found, kinds = NOTHING, position["kinds"][seat]
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        if position["copies"][seat, kind] > 1:
            found |= single(kind)
    return found


@jit
def why_not(position, choice):
    """Return LEGAL, or why a choice is not."""
    seat, asked = np.int64(position["asker"]), position["asked"]
    if choice[0] != asked:
        return NO_SUCH_CHOICE
    parts = 2 if asked == GIVE else owed(position, seat)
    for part in range(1 + parts, CHOICE_WIDTH):
        if choice[part] != 0:
            return NO_SUCH_CHOICE
    for part in range(1, 1 + parts):
        kind = choice[part]
        if kind < 0 or kind >= KINDS:
            return NO_SUCH_CHOICE
        wanted = 0
        for other in range(1, 1 + parts):
            wanted += choice[other] == kind
        if position["copies"][seat, kind] < wanted:
            return NOT_IN_HAND
        if asked == LAND and part > 1 and choice[part - 1] > kind:
            return OUT_OF_ORDER
    return LEGAL


@jit
def clear_choice(choice, kind):
    """Begin a choice of a kind."""
    choice[0] = kind
    for part in range(1, CHOICE_WIDTH):
        choice[part] = 0


@jit
def first_landing(position, seat, choice):
    """Write the first legal landing; the others follow by `next_landing`."""
    clear_choice(choice, LAND)
    _fill(position, seat, choice, 1, np.int64(0))


@jit
def next_landing(position, seat, choice):
    """Turn a legal landing into the next one; False, and nothing of use, if it was the last."""
    for part in range(owed(position, seat), 0, -1):
        kind = _next_kind(position, seat, choice[part] + 1)
        if kind < KINDS and _fill(position, seat, choice, part, kind):
            return True
    return False


@jit
def _next_kind(position, seat, least):
    """Return the lowest kind of a hand that is not below another; KINDS at least if there is none."""
    return lowest(position["kinds"][seat] & ~(single(least) - single(0)))


@jit
def _fill(position, seat, choice, part, least):
    """Write the lowest cards from a kind on into this part and those behind it; tell whether they suffice."""
    kind, used = _next_kind(position, seat, least), 0
    for place in range(part, 1 + owed(position, seat)):
        if kind < KINDS and used == position["copies"][seat, kind]:
            kind, used = _next_kind(position, seat, kind + 1), 0
        if kind >= KINDS:
            return False
        choice[place] = kind
        used += 1
    return True


@jit
def count_choices(position):
    """Return how many choices are legal for the one who is asked."""
    seat = np.int64(position["asker"])
    kinds = popcount(position["kinds"][seat])
    if position["asked"] == GIVE:
        return kinds * (kinds - 1) + popcount(several(position, seat))
    parts = owed(position, seat)
    if parts == 1:
        return kinds
    if parts == 2:
        return kinds * (kinds - 1) // 2 + popcount(several(position, seat))
    return _landing(position, seat, np.int64(-1))


@jit
def _landing(position, seat, number):
    """Lay the landing of a number, from 0, into the position; with number -1 return how many there are."""
    choice = position["choice"]
    first_landing(position, seat, choice)
    count = np.int64(1)
    while count != number + 1 and next_landing(position, seat, choice):
        count += 1
    return count


@jit
def lay_choice(position, number):
    """Lay the legal choice of a number, from 0 in the order of `list_choices`, into the position."""
    seat, choice = np.int64(position["asker"]), position["choice"]
    kinds = position["kinds"][seat]
    if position["asked"] == GIVE:
        clear_choice(choice, GIVE)
        left = np.int64(0)
        rights = NOTHING
        more = kinds
        while more:
            left = lowest(more)
            more = without_lowest(more)
            rights = rights_beside(position, seat, left)
            if number < popcount(rights):
                break
            number -= popcount(rights)
        choice[1], choice[2] = left, nth(rights, number)
    elif owed(position, seat) == 1:
        clear_choice(choice, LAND)
        choice[1] = nth(kinds, number)
    else:
        _landing(position, seat, number)


@jit
def rights_beside(position, seat, left):
    """Return the kinds that may go to the right while a kind goes to the left."""
    kinds = position["kinds"][seat]
    return kinds if position["copies"][seat, left] > 1 else kinds & ~single(left)


@jit
def list_choices(position, choices):
    """Write the legal choices of the one who is asked, a row each; return how many there are."""
    seat, count = np.int64(position["asker"]), np.int64(0)
    if position["asked"] == GIVE:
        lefts = position["kinds"][seat]
        while lefts:
            left = lowest(lefts)
            lefts = without_lowest(lefts)
            rights = rights_beside(position, seat, left)
            while rights:
                if count < len(choices):
                    clear_choice(choices[count], GIVE)
                    choices[count, 1], choices[count, 2] = left, lowest(rights)
                rights = without_lowest(rights)
                count += 1
        return count
    landing = np.zeros(CHOICE_WIDTH, np.int64)
    first_landing(position, seat, landing)
    more = True
    while more:
        if count < len(choices):
            clear_choice(choices[count], LAND)
            for part in range(1, 1 + MOST_LANDED):
                choices[count, part] = landing[part]
        count += 1
        more = next_landing(position, seat, landing)
    return count
