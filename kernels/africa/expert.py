"""The bot `expert`: it weighs whom to declare war on, and which order is worth most for each presence.

It reads the declarations so far: what another declared to it in the last round (`last`) and before
(`memory`), how often that one declares war on anybody (`fame`), and whether the round may be the last
(`final`). Their sum, from 0 to 64, is the threat. War is declared where its weighed reasons add up to more
than 0: the threat, the territories that the two share alone (`contact`) or with others (`crowd`), colonies
that peace would bring now (`profit`), its own last declaration (`grudge`), who leads, the end, and chance
(`whim`).

Each presence then gets the order of the highest value, and is not sent where another one goes. What a
territory is worth depends on its free squares, on who is there and whether there is war, and on whether there
is time left: rounds are counted up to the one in which the last colony could fall, and `room` more.

What is always weighed alike can be foreseen. So each game has its `mood`: the weights of places and orders
are up to so much higher or lower in it, each by itself, by the first word that the seat draws.
"""

import numpy as np

from conquestlab.kernels.africa.manners import may_be_the_last, with_free_squares_up_to
from conquestlab.kernels.africa.rules import (
    NONE,
    ONE,
    ZERO,
    first_coasts,
    free_coasts,
    free_squares,
    occupied,
    open_to_develop,
)
from conquestlab.kernels.africa.sheets import (
    close_sheet,
    lay_choice,
    order_to_develop,
    order_to_explore,
    stir,
)
from conquestlab.kernels.africa.state import NOWHERE, PLACE_FIRST, WEIGHT_ONE, bot_dtype
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.deciding import word_of_decision

USELESS = np.int64(-(1 << 40))
TIES = np.uint64(15)  # values are told apart in sixteenths by chance, so that no place in the alphabet counts
PART = np.int64(16)


@jit
def expert_choice(rules, position):
    """Lay down a first presence, or write a whole turn."""
    word = word_of_decision(position)
    seat = np.int64(position["asker"])
    bots = np.empty(1, bot_dtype)
    bots[0] = position["bot"][seat]
    bot = bots[0]
    get_in_mood(bot, mood_of(position, seat, word))
    if position["asked"] == PLACE_FIRST:
        lay_choice(position, PLACE_FIRST, best_start(rules, bot, position, word), 0, 0)
    else:
        war = wars_of(rules, bot, position, seat, word)
        close_sheet(position, write_best_orders(rules, bot, position, seat, war, stir(word)), war)


@jit
def mood_of(position, seat, word):
    """Return the word by which a seat weighs in this game: that of its first decision."""
    if position["mood"][seat] == 0:
        position["mood"][seat] = word | np.uint64(1)
    return position["mood"][seat]


@jit
def get_in_mood(bot, word):
    """Change the weights of first presences and orders by a word."""
    most = np.int64(bot["mood"])
    if most == 0:
        return
    bot["start_squares"] += _swing(word, 0, most)
    bot["start_near"] += _swing(word, 1, most)
    bot["develop"] += _swing(word, 2, most)
    bot["finish"] += _swing(word, 3, most)
    bot["hurry"] += _swing(word, 4, most)
    bot["empty"] += _swing(word, 5, most)
    bot["squares"] += _swing(word, 6, most) // 4
    bot["beyond"] += _swing(word, 7, most) // 4
    word = stir(stir(word))
    bot["one_there"] += _swing(word, 0, most)
    bot["more_there"] += _swing(word, 1, most)
    bot["ripe"] += _swing(word, 2, most)
    bot["prey"] += _swing(word, 3, most)
    bot["deny"] += _swing(word, 4, most)
    bot["rival"] += _swing(word, 5, most)


@jit
def _swing(word, byte, most):
    """Return a number from -most to most, by one byte of a word."""
    return (np.int64((word >> np.uint64(8 * byte)) & np.uint64(255)) - 128) * most // 128


@jit
def best_start(rules, bot, position, word):
    """Return the coast of the highest value for a first presence."""
    coasts, present = first_coasts(rules, position), occupied(position)
    best, chosen = USELESS, np.int64(NOWHERE)
    while coasts:
        coast = lowest(coasts)
        coasts = without_lowest(coasts)
        near = rules["neighbours"][coast]
        value = bot["start_reach"] * popcount(near) - bot["start_squares"] * rules["squares"][coast]
        value -= bot["start_near"] * (popcount(near & present) + 4 * holds(present, coast))
        value = value * PART + np.int64(word & TIES)
        word = stir(word)
        if value > best:
            best, chosen = value, coast
    return chosen


@jit
def threat_of(rules, bot, position, seat, other, last_round):
    """Return how likely another is to declare war on a seat, in parts of WEIGHT_ONE."""
    threat = bot["suspicion"] + bot["final"] * last_round
    over = np.int64(position["round"]) - 1
    if over > 0:
        threat += bot["last"] * holds(position["war"][other], seat)
        threat += bot["memory"] * popcount(position["war_rounds"][other, seat]) // over
        others = np.int64(position["seats"]) - 1
        threat += bot["fame"] * np.int64(position["wars"][other]) // (over * others)
    return min(max(threat, ZERO), np.int64(WEIGHT_ONE))


@jit
def wars_of(rules, bot, position, seat, word):
    """Return the seats on which to declare war."""
    last_round = np.int64(may_be_the_last(rules, position))
    seats, presence = np.int64(position["seats"]), position["presence"]
    mine = presence[seat] & ~position["colonies"]
    one = several = NONE
    lead = ZERO
    for other in range(seats):
        if other != seat:
            several |= one & presence[other]
            one |= presence[other]
            lead = max(lead, strength_of(position, other))
    ripe = with_free_squares_up_to(position, 1)
    war = NONE
    for other in range(seats):
        if other == seat:
            continue
        threat = threat_of(rules, bot, position, seat, other, last_round)
        together = mine & presence[other]
        alone, crowd = popcount(together & ~several), popcount(together & several)
        value = bot["war"] * WEIGHT_ONE + bot["threat"] * threat
        value += alone * (bot["contact"] * WEIGHT_ONE + bot["threat_contact"] * threat)
        value += crowd * (bot["crowd"] + bot["pile_on"] * enemies_on(position, seat, other)) * WEIGHT_ONE
        value += bot["profit"] * popcount(together & ripe) * WEIGHT_ONE
        value += bot["grudge"] * holds(position["war"][seat], other) * WEIGHT_ONE
        strength = strength_of(position, other)
        value += bot["leader"] * (strength == lead and strength > strength_of(position, seat)) * WEIGHT_ONE
        value += bot["end"] * last_round * WEIGHT_ONE
        value += bot["whim"] * (np.int64(word & np.uint64(127)) - WEIGHT_ONE)
        word = stir(word)
        if value > 0:
            war |= single(other)
    return war


@jit
def strength_of(position, seat):
    """Return how a seat stands: by its score, then by its presences."""
    return WEIGHT_ONE * position["score"][seat] + popcount(position["presence"][seat])


@jit
def enemies_on(position, seat, other):
    """Return how many besides a seat declared war on another in the round before."""
    enemies = ZERO
    for third in range(np.int64(position["seats"])):
        enemies += third != seat and holds(position["war"][third], other)
    return enemies


@jit
def rounds_to_go(rules, bot, position):
    """Return how many rounds there will be after this one, by what could end the game."""
    left = np.int64(rules["rounds"]) - position["round"]
    present = occupied(position)
    for rounds in range(left):
        due = present & with_free_squares_up_to(position, np.int64(rounds))
        if popcount(due) + popcount(position["colonies"] & ~due) >= rules["last_colony"]:
            return min(left, rounds + np.int64(bot["room"]))
    return left


@jit
def write_best_orders(rules, bot, position, seat, war, word):
    """Write the order of the highest value for each presence; return where to land."""
    left = rounds_to_go(rules, bot, position)
    presence = position["presence"]
    one = several = enemies = rivals = NONE
    leader = strength_of(position, seat)
    for other in range(np.int64(position["seats"])):
        if other != seat:
            several |= one & presence[other]
            one |= presence[other]
            if holds(war, other):
                enemies |= presence[other]
                if holds(position["war"][other], seat):
                    rivals |= presence[other]
            leader = max(leader, strength_of(position, other))
    strong = NONE
    for other in range(np.int64(position["seats"])):
        if other != seat and strength_of(position, other) == leader:
            strong |= presence[other]
    unfilled = open_to_develop(position)
    closed = position["colonies"] | presence[seat]
    sources = position["to_order"]
    while sources:
        source = lowest(sources)
        sources = without_lowest(sources)
        best, chosen = ZERO, np.int64(NOWHERE)
        if holds(unfilled, source):
            free = free_squares(position, source)
            best = bot["develop"] + bot["finish"] * (free == 1)
            if free > left + 1:
                best = ONE  # hardly ever of use any more
            elif free == left + 1:
                best += bot["hurry"]
            if holds(one, source):
                best += bot["blocked"] if holds(enemies, source) else bot["together"]
            best = best * PART + np.int64(word & TIES)
            word = stir(word)
        targets = rules["neighbours"][source] & ~closed
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            free = free_squares(position, target)
            if holds(one, target):
                value = bot["more_there"] if holds(several, target) else bot["one_there"]
                value += bot["ripe"] * (free <= 1)
                if holds(enemies, target):
                    value += bot["deny"] if holds(rivals, target) else bot["prey"]
                value += bot["rival"] * holds(strong, target)
            else:
                value = np.int64(bot["empty"])
            value -= bot["squares"] * free
            if free > left:
                value = np.int64(bot["deny"]) if holds(rivals, target) else USELESS
            elif left > 1:
                value += bot["beyond"] * popcount(rules["neighbours"][target] & ~(closed | one))
            value = value * PART + np.int64(word & TIES)
            word = stir(word)
            if value > best:
                best, chosen = value, target
        if chosen != NOWHERE:
            order_to_explore(position, seat, source, chosen)
            closed |= single(chosen)
        elif best > 0:
            order_to_develop(position, seat, source)
    return best_landing(rules, bot, position, closed, one, left, word)


@jit
def best_landing(rules, bot, position, closed, others, left, word):
    """Return the coast of the highest value to land on, or NOWHERE."""
    coasts = free_coasts(rules, position) & ~closed
    best, chosen = USELESS, np.int64(NOWHERE)
    while coasts:
        coast = lowest(coasts)
        coasts = without_lowest(coasts)
        free = free_squares(position, coast)
        value = -bot["squares"] * free
        if left > 1:
            value += bot["beyond"] * popcount(rules["neighbours"][coast] & ~(closed | others))
        if free > left:
            value += USELESS // PART + ONE
        value = value * PART + np.int64(word & TIES)
        word = stir(word)
        if value > best:
            best, chosen = value, coast
    return chosen
