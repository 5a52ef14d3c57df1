"""When to exchange: one player's best answer to a table whose habits are known, by dynamic programming.

Time is counted in turns, the scale in sets exchanged so far, and hands are numbered. Everything is an
integer: armies in units of 2**-unit_bits, chances in units of 2**-20. So a policy is the same on every
machine.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit

SORTS = 4  # of cards: infantry, cavalry, artillery, joker
MOST_KINDS = 16
MOST_DRAWS = 8  # cards a turn, and one
CHANCE_BITS = 20
CHANCE_ONE = 1 << CHANCE_BITS
NO_HAND = -1
KIND_BITS = 5  # of an entry of a policy: the kind to take and one; above them the chance of exchanging it
KIND_MASK = (1 << KIND_BITS) - 1
SURE = 256  # the chance of what is always done
BEGUN, STIRRED = 1, 2  # parts of a mood: the player has exchanged in this turn, others have since his last
MOODS = 4
LITTLE_SEEN = 16  # how many sightings the habits in general count for beside those of a case

hand_dtype = np.dtype(
    [
        ("size", np.int64),
        ("must", np.int64),
        ("draws_to", np.int64, (SORTS,)),
        ("weights", np.int64, (SORTS,)),  # unseen cards of each sort
        ("unseen", np.int64),
        ("rest", np.int64, (MOST_KINDS,)),  # the hand after a set of each kind, or NO_HAND
    ],
    align=True,
)
"""One hand. Hands stand in the order of their size."""

setting_dtype = np.dtype(
    [
        ("kinds", np.int64),
        ("has_scale", np.int64),
        ("armies", np.int64, (MOST_KINDS,)),
        ("most_draws", np.int64),
        ("draw_chances", np.int64, (MOST_DRAWS,)),  # of 0, 1, 2 ... cards a turn
        ("discount", np.int64),  # what an army a turn later is worth, in chances
        ("unit_bits", np.int64),
        ("follow", np.int64),  # 1: keep to a given policy; 0: find the best
    ],
    align=True,
)


@jit
def answer(setting, hands, values, moves, receipts, policy, gains):
    """Fill in what waiting gains one seat, turn by turn from the last, against others with known habits.

    The axis of moods is there because what others do next depends on what has just been done.

    Parameters
    ----------
    setting : record of setting_dtype
    hands : records of hand_dtype (hands,)
    values : int64 (positions,)
        Armies of the next set by the number of sets done.
    moves : int32 (turns, moods, sizes, positions, most sets)
        The chance that the others exchange 0, 1, 2 ... sets between this turn and the next, by the size of
        the player's hand and the position that he leaves. After the last turn it does not matter.
    receipts : int64 (turns, moods, sizes, positions)
        What these are worth to the others on average, in units; it counts against the player.
    policy : uint16 (turns, moods, positions, hands)
        An entry is 0 without a set, else the kind to exchange and one, and above KIND_BITS the chance of
        exchanging it, 0 to SURE. If the setting says follow, the seat keeps to it; else it is overwritten
        with the best policy, of chances 0 and SURE.
    gains : int64 (turns, moods, positions, hands)
        Overwritten: what waiting a turn is worth beyond exchanging at once, if the policy is kept to later
        on, in units; 0 without a set.
    """
    turns, _, positions, count = gains.shape
    wait = np.zeros((MOODS, positions, count), np.int64)
    value = np.zeros((MOODS, positions, count), np.int64)
    calm, stirred = np.zeros((2, positions, count), np.int64)
    for turn in range(turns - 1, -1, -1):
        last = turn == turns - 1
        reached = _small_hands(hands, (turn + 1) * setting["most_draws"])
        if not last:
            drawn_to = _small_hands(hands, (turn + 2) * setting["most_draws"])
            _before_draws(setting, hands[:drawn_to], value[0], calm)
            _before_draws(setting, hands[:drawn_to], value[STIRRED], stirred)
        for mood in range(MOODS):
            here = moves[turn, mood], receipts[turn, mood]
            _before_others(hands[:reached], calm, stirred, here, wait[mood])
        for done in range(positions - 1, -1, -1):
            after = min(done + 1, positions - 1)
            for hand in range(reached):
                for mood in range(MOODS):
                    entry = np.int64(policy[turn, mood, done, hand])
                    later = value[mood | BEGUN, after]
                    kind, worth = _exchanged(setting, hands[hand], values[done], later, entry)
                    gain = wait[mood, done, hand] - worth if kind >= 0 else np.int64(0)
                    chance = entry >> KIND_BITS
                    if not setting["follow"]:
                        chance = np.int64(SURE if kind >= 0 and gain <= 0 else 0)
                    if kind >= 0 and (last or hands[hand]["must"]):
                        chance = np.int64(SURE)
                    value[mood, done, hand] = wait[mood, done, hand] - gain * chance // SURE
                    gains[turn, mood, done, hand] = gain
                    if not setting["follow"]:
                        policy[turn, mood, done, hand] = (kind + 1) | chance << KIND_BITS


@jit
def _exchanged(setting, hand, next_value, after, entry):
    """Return the kind to exchange, the best or that of an entry, and its worth; -1 without a set."""
    best, taken = np.int64(0), -1
    for kind in range(setting["kinds"]):
        rest = hand["rest"][kind]
        if rest != NO_HAND and (not setting["follow"] or entry & KIND_MASK == kind + 1):
            armies = next_value if setting["has_scale"] else setting["armies"][kind]
            worth = (armies << setting["unit_bits"]) + after[rest]
            if taken < 0 or worth > best:
                best, taken = worth, kind
    return taken, best


@jit
def _small_hands(hands, most):
    """Return how many hands, the first of all, have at most so many cards."""
    count = 0
    while count < len(hands) and hands[count]["size"] <= most:
        count += 1
    return count


@jit
def _before_draws(setting, hands, value, before):
    """Write the worth of each hand before the cards of its next turn, discounted by that turn.

    `value` is used up.
    """
    positions, count = len(value), len(hands)
    more = np.zeros(count, np.int64)
    for done in range(positions):
        drawn = value[done]
        for hand in range(count):
            before[done, hand] = setting["draw_chances"][0] * drawn[hand] >> CHANCE_BITS
        for cards in range(1, setting["most_draws"] + 1):
            for hand in range(count):
                total = np.int64(0)
                for sort in range(SORTS):
                    total += hands[hand]["weights"][sort] * drawn[hands[hand]["draws_to"][sort]]
                more[hand] = total // max(hands[hand]["unseen"], 1)
            for hand in range(count):
                drawn[hand] = more[hand]
                before[done, hand] += setting["draw_chances"][cards] * drawn[hand] >> CHANCE_BITS
        for hand in range(count):
            before[done, hand] = before[done, hand] * setting["discount"] >> CHANCE_BITS


@jit
def _before_others(hands, calm, stirred, habits, before):
    """Write the worth of each hand before the others' turns, whose armies count against it.

    `calm` and `stirred` are the worths after these turns, without and with an exchange in them.
    """
    moves, receipts = habits
    positions, count = len(calm), len(hands)
    sizes, _, most = moves.shape
    for done in range(positions):
        for hand in range(count):
            size = min(hands[hand]["size"], sizes - 1)
            total = moves[size, done, 0] * calm[done, hand]
            for sets in range(1, most):
                if moves[size, done, sets]:
                    total += moves[size, done, sets] * stirred[min(done + sets, positions - 1), hand]
            before[done, hand] = (total >> CHANCE_BITS) - receipts[size, done]


@jit
def habits_seen(moves_seen, receipts_seen, moves, receipts):
    """Turn what was seen of one seat's table into habits; what was hardly seen is filled from its likes.

    A case is the position that the player leaves, the size of his hand, and the mood. Beside its own
    sightings stand LITTLE_SEEN of the same position in any case, and beside those as many of any position of
    that turn.

    Parameters
    ----------
    moves_seen : int32 (turns, moods, sizes, positions, most sets)
        How often the others exchanged so many sets until the player's next turn.
    receipts_seen : int64 (turns, moods, sizes, positions)
        What these were worth to them in all, in units.
    moves, receipts
        Overwritten, as `answer` takes them.
    """
    turns, _, sizes, positions, most = moves_seen.shape
    general, at_position = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64)
    case = np.zeros(most + 1, np.int64)
    for turn in range(turns):
        general[:] = 0
        for done in range(positions):
            _add_position(moves_seen[turn], receipts_seen[turn], done, general)
        _to_chances(general, general, 0)
        for done in range(positions):
            at_position[:] = 0
            _add_position(moves_seen[turn], receipts_seen[turn], done, at_position)
            _to_chances(at_position, general, LITTLE_SEEN)
            for mood in range(MOODS):
                for size in range(sizes):
                    case[:] = 0
                    seen = receipts_seen[turn, mood, size, done]
                    _add_case(moves_seen[turn, mood, size, done], seen, case)
                    _to_chances(case, at_position, LITTLE_SEEN)
                    moves[turn, mood, size, done] = case[:most]
                    receipts[turn, mood, size, done] = case[most]


@jit
def _add_position(moves_seen, receipts_seen, done, case):
    for mood in range(MOODS):
        for size in range(moves_seen.shape[1]):
            _add_case(moves_seen[mood, size, done], receipts_seen[mood, size, done], case)


@jit
def _add_case(moves_seen, receipts_seen, case):
    most = len(moves_seen)
    for sets in range(most):
        case[sets] += moves_seen[sets]
    case[most] += receipts_seen


@jit
def _to_chances(case, general, few):
    """Turn sightings and a sum of armies, in place, into chances and a mean; `general` counts for a few."""
    most = len(case) - 1
    seen = np.int64(0)
    for sets in range(most):
        seen += case[sets]
    if seen + few == 0:
        case[0] = CHANCE_ONE
        return
    others = np.int64(0)
    for sets in range(1, most):
        case[sets] = ((case[sets] << CHANCE_BITS) + few * general[sets]) // (seen + few)
        others += case[sets]
    case[0] = CHANCE_ONE - others
    case[most] = (case[most] + few * general[most]) // (seen + few)
