"""Trials: copies of a position that are played on, to see what becomes of a choice.

Everybody at a trial plays by the weights of the bot that tries, with luck of its own and what is hidden dealt
anew. A trial begins with a copy of the whole position (`prepare`). Where many begin at once, the bots are
seated once in each place for a trial (`seat_alike`), and only the front of the position is copied, a fifth of
it (`copy_front`): behind it lies what no trial asks for, and what is worked out anew in each.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.hidden import deal_hidden
from conquestlab.kernels.conquest.play import play_on
from conquestlab.kernels.conquest.state import BOTS_END, BOTS_START, FRONT_END, NOTHING, ZERO
from conquestlab.kernels.conquest.valuing.value import value_of
from conquestlab.kernels.shared.records import copy_fields
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS


@jit
def prepare(rules, position, seat, luck, hidden):
    """Make a copy of a position a trial: all weigh as one seat does, and what that does not see is anew."""
    seat_alike(position, position["bot"][seat], np.int64(position["seats"]))
    begin_trial(rules, position, seat, luck, hidden)


@jit
def seat_alike(trial, bot, seats):
    """Let everybody at a trial decide as the policy behind a bot does, by its weights."""
    for seat in range(seats):
        seated = trial["bot"][seat]
        seated["policy"] = bot["policy"]
        seated["call"] = bot["behind"]
        seated["defends_most"] = bot["defends_most"]
        seated["finds_attacks"] = bot["finds_attacks"]
        seated["weights"] = bot["weights"]


@jit
def copy_front(trial, position):
    """Copy what a trial needs of a position, or of another trial that has not begun, but for the bots."""
    copy_fields(trial, position, ZERO, BOTS_START)
    copy_fields(trial, position, BOTS_END, FRONT_END)


@jit
def begin_trial(rules, position, seat, luck, hidden):
    """Give all at a trial luck of its own, and deal anew what a seat does not see."""
    position["thoughts"]["of_turn"] = NOTHING
    position["thoughts"]["route_turn"] = NOTHING
    position["decisions"] = NOTHING
    position["sampled"] = 0
    position["log"] = 0
    position["pauses"] = 0
    for other in range(SEATS):
        for stream in (position["dice"][other], position["draws"][other], position["bots"][other]):
            stream["seed"] = luck
            stream["drawn"] = 0
    stream = position["deal"]
    stream["seed"] = hidden
    stream["drawn"] = 0
    deal_hidden(rules, position, seat, stream)


@jit
def play_out(rules, position):
    """Play a trial to its end; its rounds are not noted."""
    while play_on(rules, position) == 0:
        position["rounds_over"] = 0


@jit
def worth_of_end(rules, position, bot, seat):
    """Return what an end is worth to a seat: its standing, or all and nothing where the game is decided.

    A bot that has learned the value of positions goes by that.
    """
    if position["winner"] != NOTHING:
        return np.int64(FIXED_ONE) if position["winner"] == seat else ZERO
    if position["out"][seat]:
        return ZERO
    if bot["valued"]:
        return value_of(rules, position, bot, seat)
    return np.int64(position["standings"][seat])


@jit
def end_alike(one, other):
    """Tell whether two trials of one turn end with the same armies and cards, and so are worth the same."""
    for land in range(len(one["armies"])):
        if one["armies"][land] != other["armies"][land] or one["owner"][land] != other["owner"][land]:
            return False
    hands, others = one["cards"], other["cards"]
    for seat in range(SEATS):
        if hands["hand_lands"][seat] != others["hand_lands"][seat]:
            return False
        if hands["hand_jokers"][seat] != others["hand_jokers"][seat]:
            return False
    return hands["sets_done"] == others["sets_done"] and one["winner"] == other["winner"]
