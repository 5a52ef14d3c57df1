"""The bot `planner`: the best reply to orders of the others that it guesses.

It guesses what the others write in this round, several times, as `expert` would play in their place with the
planner's own weights; those who so far declared what had been declared to them are guessed to go on so.
Against each guess it tries its plans: the orders of `expert` as usual, bolder, more patient or more hostile,
each with its own wars, with none, with all, and with one of them changed. The game goes on from there in its
head, everybody playing as guessed, with the same luck for all plans; what counts is who wins, and the
standing where the game is not over. What the others have written is not looked at.
"""

import numpy as np

from conquestlab.kernels.africa.expert import best_start, wars_of, write_best_orders
from conquestlab.kernels.africa.rules import NONE, ZERO, all_but, count_scores, sole_winner, stand
from conquestlab.kernels.africa.sheets import close_sheet, lay_choice
from conquestlab.kernels.africa.state import (
    MOST_TERRITORIES,
    ORDERING,
    PLACE_FIRST,
    WEIGHT_ONE,
    bot_dtype,
    position_dtype,
)
from conquestlab.kernels.africa.turn import end_round, next_decision, open_round, open_turn, write_orders
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest
from conquestlab.kernels.shared.deciding import ask, word_of_decision
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS
from conquestlab.kernels.shared.streams import draw

STYLES = 4
WAR_SETS = 3 + SEATS
PLANS = STYLES * WAR_SETS
MUCH = 128  # by how much a style bends a weight, in sixty-fourths of a point

sheet_dtype = np.dtype(
    [
        ("develop", np.uint64),
        ("explore", np.uint64),
        ("target", np.int8, (MOST_TERRITORIES,)),
        ("landing", np.int64),
        ("war", np.uint64),
        ("worth", np.int64),
    ],
    align=True,
)
"""The orders of a plan, and what came of it, added up."""


@jit
def planner_choice(rules, position):
    """Lay down a first presence, or write a whole turn."""
    word = word_of_decision(position)
    seat = np.int64(position["asker"])
    if position["asked"] == PLACE_FIRST:
        bot = position["bot"][seat]
        lay_choice(position, PLACE_FIRST, best_start(rules, bot, position, word), 0, 0)
        return
    sheets = np.empty(PLANS, sheet_dtype)
    trials = np.empty(2, position_dtype)
    plans = write_plans(rules, position, seat, word, sheets, trials)
    for _ in range(position["bot"][seat]["samples"]):
        trials[0] = position
        guess(rules, position, seat, trials[0])
        for plan in range(plans):
            trials[1] = trials[0]
            take_sheet(trials[1], seat, sheets[plan], ~NONE)
            trials[1]["landing"][seat] = sheets[plan]["landing"]
            trials[1]["written_war"][seat] = sheets[plan]["war"]
            sheets[plan]["worth"] += worth_of(rules, trials[1], seat)
    best = ZERO
    for plan in range(1, plans):
        if sheets[plan]["worth"] > sheets[best]["worth"]:
            best = np.int64(plan)
    take_sheet(position, seat, sheets[best], position["to_order"])
    close_sheet(position, sheets[best]["landing"], sheets[best]["war"])


@jit
def write_plans(rules, position, seat, word, sheets, trials):
    """Write the orders of all plans; return how many they are."""
    bots = np.empty(1, bot_dtype)
    bots[0] = position["bot"][seat]
    usual = wars_of(rules, bots[0], position, seat, word)
    others = all_but(np.int64(position["seats"]), seat)
    plans = ZERO
    for style in range(STYLES):
        bots[0] = position["bot"][seat]
        bend(bots[0], style)
        for number in range(WAR_SETS):
            war = _wars(number, usual, others)
            if number == 0 or war != usual:
                trials[0] = position
                write_plan(rules, bots[0], trials[0], seat, war, word, sheets[plans])
                plans += 1
    return plans


@jit
def _wars(number, usual, others):
    """Return the wars of a plan: the usual ones, none, all, or with one of them changed; the usual if not."""
    if number == 0:
        return usual
    if number == 1:
        return NONE
    if number == 2:
        return others
    seat = np.int64(number - 3)
    changed = usual ^ single(seat)
    is_new = holds(others, seat) and changed != NONE and changed != others
    return changed if is_new else usual


@jit
def bend(bot, style):
    """Change the weights of a bot by a style: as usual, bolder, more patient, more hostile."""
    if style == 1:
        bot["empty"] += MUCH
        bot["one_there"] += MUCH
    elif style == 2:
        bot["develop"] += MUCH
        bot["finish"] += MUCH
    elif style == 3:
        bot["prey"] += 2 * MUCH
        bot["deny"] += 2 * MUCH
        bot["ripe"] += MUCH


@jit
def write_plan(rules, bot, trial, seat, war, word, sheet):
    """Write the orders of a plan onto its sheet, in a copy of the position."""
    quieten(trial)
    open_turn(rules, trial, seat)
    sheet["landing"] = write_best_orders(rules, bot, trial, seat, war, word)
    sheet["develop"], sheet["explore"] = trial["develop"][seat], trial["explore"][seat]
    for territory in range(MOST_TERRITORIES):
        sheet["target"][territory] = trial["target"][seat, territory]
    sheet["war"] = war
    sheet["worth"] = 0


@jit
def quieten(trial):
    """Let a copy of a position be played on without a log, and without counting choices."""
    trial["log"] = 0
    trial["pauses"] = 0
    trial["decisions"] = -1
    trial["asked"] = 0
    trial["answered"] = 0


@jit
def guess(rules, position, seat, trial):
    """Write the orders of all others as they might be, in a copy of the position with luck of its own."""
    luck = draw(position["bots"][seat])
    quieten(trial)
    for other in range(np.int64(position["seats"])):
        trial["bot"][other] = position["bot"][seat]
        trial["bot"][other]["call"] = position["bot"][seat]["behind"]
        if other != seat and has_answered_in_kind(position, seat, other):
            answer_in_kind(trial["bot"][other])
        trial["bots"][other]["seed"] = luck
        trial["bots"][other]["drawn"] = 0
        if other != seat:
            trial["mood"][other] = NONE
    for other in range(np.int64(position["seats"])):
        open_turn(rules, trial, other)
        if other != seat:
            write_own(rules, trial)


@jit
def has_answered_in_kind(position, seat, other):
    """Tell whether another has always declared to a seat what that had declared to it in the round before."""
    answers = position["war_rounds"][seat, other] << np.uint64(1)
    over = single(np.int64(position["round"]) - 1) - single(0)  # rounds that are over
    return position["war_rounds"][other, seat] == answers & over


@jit
def answer_in_kind(bot):
    """Let a bot declare war on those who did so on it in the last round, and on nobody else."""
    bot["suspicion"] = bot["memory"] = bot["fame"] = bot["final"] = 0
    bot["contact"] = bot["threat_contact"] = bot["crowd"] = bot["pile_on"] = bot["profit"] = 0
    bot["grudge"] = bot["leader"] = bot["end"] = bot["whim"] = 0
    bot["last"], bot["war"], bot["threat"] = WEIGHT_ONE, -1, 2


@jit
def write_own(rules, trial):
    """Have the player of a trial write its orders, all at once."""
    decision = next_decision(rules, trial)
    if decision:
        ask(trial, decision, trial["player"])
        call(trial["bot"][np.int64(trial["player"])]["call"], (rules, trial))
        trial["asked"] = 0


@jit
def take_sheet(position, seat, sheet, sources):
    """Write the orders of a plan for these presences."""
    position["develop"][seat] |= sheet["develop"] & sources
    explore = sheet["explore"] & sources
    position["explore"][seat] |= explore
    while explore:
        source = lowest(explore)
        explore = without_lowest(explore)
        position["target"][seat, source] = sheet["target"][source]


@jit
def worth_of(rules, trial, seat):
    """Play a trial on, the orders of this round being written, and return what its end is worth to a seat."""
    depth = trial["bot"][seat]["depth"]
    end_round(rules, trial)
    while depth > 1 and trial["how"] == 0:
        depth -= 1
        count_scores(rules, trial)
        open_round(rules, trial)
        while trial["doing"] == ORDERING:
            write_orders(rules, trial)
        end_round(rules, trial)
    stand(rules, trial)
    standing = np.int64(trial["standings"][seat])
    if trial["how"] == 0:
        return standing
    return standing // 8 + (FIXED_ONE if sole_winner(trial) == seat else 0)
