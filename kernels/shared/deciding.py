"""Who decides: a built-in bot, called by its address, or somebody outside, who is asked.

A seat is asked (`ask`), and has answered when its choice is in the position (`answer`). A user's compiled
policy is called like a built-in one, through the engine's `call_checked`, which checks its choice.

A bot may be a mix: one of its members, drawn for the game, then sits in its place (`member_of`).
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call
from conquestlab.kernels.shared.bits import multiply_wide
from conquestlab.kernels.shared.contract import AMOUNT, ASK, CHOICE_WIDTH, MOST, OUTSIDE, PAUSED, REFUSED
from conquestlab.kernels.shared.log import close_log, open_log
from conquestlab.kernels.shared.purposes import MEMBERS
from conquestlab.kernels.shared.streams import block, draw, lane_of


@jit
def sit_down(position, bots, events):
    """Begin `advance`: copy the bots to where `bot_of_seat` says that they sit, and open the log."""
    for seat in range(np.int64(position["seats"])):
        place = np.int64(position["bot_of_seat"][seat])
        if bots[place]["mix"]:
            place = member_of(bots, place, position["bots"][seat], seat)
        position["bot"][seat] = bots[place]
    open_log(position, events)


@jit
def member_of(bots, place, stream, seat):
    """Return the place of the member of a mix that plays a seat throughout a game.

    It is a matter of the seed, the luck number and the seat alone. So it is the same whenever a game is
    entered again, nothing has to be remembered, and no word is taken from the stream by which bots decide.

    Parameters
    ----------
    bots : array of bot_dtype
        The bots of the table by place, then the members of mixes, those of a mix side by side.
    place : int
        Of the mix.
    stream : record of stream_dtype
        The seat's stream of BOTS: its seed and its luck number count.
    seat : int
    """
    word, _, _, _ = block(stream["seed"], stream["luck"], np.uint64(0), lane_of(MEMBERS, seat))
    left, _ = multiply_wide(word, np.uint64(bots[place]["share"]))
    member = np.int64(bots[place]["mix"])
    while left >= np.uint64(bots[member]["share"]):
        left -= np.uint64(bots[member]["share"])
        member += 1
    return member


@jit
def get_up(position, why):
    """End `advance`, which comes back with a reason: draw the word of who is asked, and close the log."""
    if why == ASK:
        # So that a bot outside that copies one inside uses as many draws.
        word_of_decision(position)
    close_log(position)
    return why


@jit
def pause(position):
    """Return why `advance` has to come back at the end of a turn: PAUSED if the position pauses, or 0."""
    return PAUSED if position["pauses"] else 0


@jit
def ask(position, decision, seat):
    """Ask a seat for a decision."""
    position["asked"] = decision
    position["asker"] = seat
    position["drawn"] = 0


@jit
def answer(rules, position):
    """Have the one who is asked answer.

    Returns
    -------
    int
        0: the choice lies in the position, to be carried out, and nobody is asked any more. Otherwise why
        `advance` has to come back: ASK, or REFUSED.
    """
    if position["answered"] == 0:
        bot = position["bot"][np.int64(position["asker"])]
        if bot["policy"] == OUTSIDE or bot["call"] == 0:
            return ASK
        call(bot["call"], (rules, position))
        if position["refused"]:
            return REFUSED
    position["answered"] = 0
    position["asked"] = 0
    return 0


@jit
def decide(rules, position, decision, seat):
    """Ask a seat, unless that is done, and have it answer; return as `answer` does."""
    if position["asked"] == 0:
        ask(position, decision, seat)
    return answer(rules, position)


@jit
def lay(position, choice):
    """Lay down a choice from outside, known to be legal."""
    for part in range(CHOICE_WIDTH):  # to assign the whole row at once takes ten times as long to compile
        position["choice"][part] = choice[part]
    position["answered"] = 1


@jit
def call_user_policy(rules, position, copies):
    """Have the policy of somebody else choose, on a copy of the position; its choice is to be checked.

    Parameters
    ----------
    rules, position : record
    copies : array of one position
        Scratch: the policy may do with it as it likes.
    """
    word_of_decision(position)
    for part in range(CHOICE_WIDTH):
        position["choice"][part] = 0
    copies[0] = position
    copies[0]["log"] = 0
    copies[0]["pauses"] = 0
    call(position["bot"][np.int64(position["asker"])]["behind"], (rules, copies[0]))
    choice = copies[0]["choice"]
    for part in range(CHOICE_WIDTH):
        position["choice"][part] = choice[part]


@jit
def word_of_decision(position):
    """Return the word of the decision that is asked for, drawn from `bots` of the one who is asked, once."""
    if not position["drawn"]:
        position["word"] = draw(position["bots"][np.int64(position["asker"])])
        position["drawn"] = 1
    return position["word"]


@jit
def offer(choices, number, kind, first, second, third, most):
    """Write a legal choice as row `number`, if there is room for it; return the number of the next.

    Parameters
    ----------
    choices : int64 (rows, CHOICE_WIDTH)
    number, kind : int64
    first, second, third : int64
        Its parts.
    most : int64
        0, or for a range of numbers that begins with 1, the last of them.
    """
    if number < len(choices):
        row = choices[number]
        row[:] = 0
        row[0], row[1], row[2], row[3] = kind, first, second, third
        if most:
            row[AMOUNT], row[MOST] = 1, most
    return number + 1


@jit
def pick_any(word, choices, count, choice):
    """Copy one of the legal choices, each as likely as another, with any number of its range.

    This is how the bot `random` chooses out of one draw of `bots`.

    Parameters
    ----------
    word : uint64
        The draw: its product with `count` names the row, what is left over the number.
    choices : int64 (at least count, CHOICE_WIDTH)
        What `legal` wrote.
    count : int
        What `legal` returned, 1 at least.
    choice : int64 (CHOICE_WIDTH,)
        Overwritten.
    """
    row, rest = multiply_wide(word, np.uint64(count))
    for part in range(CHOICE_WIDTH):
        choice[part] = choices[np.int64(row), part]
    spread = choice[MOST] - choice[AMOUNT]
    if spread > 0:
        more, _ = multiply_wide(rest, np.uint64(spread + 1))
        choice[AMOUNT] += np.int64(more)
    choice[MOST] = 0
