"""Who decides: a bot inside, called by its address, or somebody outside, who is asked."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call_policy
from conquestlab.kernels.conquest.rules import check, count_choices
from conquestlab.kernels.conquest.state import position_dtype, rules_dtype
from conquestlab.kernels.shared.contract import ASK, CALLED, CHOICE_WIDTH, OUTSIDE, REFUSED, word_of_decision


@jit
def decide(rules, position, decision, seat):
    """Ask a seat for a decision unless it is answered; return 0 if there is a choice, or ASK or REFUSED."""
    if position["answered"]:
        position["answered"] = 0
        return 0
    position["asked"] = decision
    position["asker"] = seat
    position["drawn"] = 0
    return answer(rules, position)


@jit
def answer(rules, position):
    """Have the bot that is asked lay down its choice; return 0, or ASK or REFUSED."""
    seat = np.int64(position["asker"])
    policy, call = position["bot"][seat]["policy"], position["bot"][seat]["call"]
    if policy == OUTSIDE or call == 0:
        return ASK
    if position["decisions"] >= 0:
        count_choices(rules, position)
    if policy == CALLED:
        call_checked(rules, position)
        if position["refused"]:
            return REFUSED
    else:
        call_policy(call, rules, position)
    position["asked"] = 0
    return 0


@apart(NO_RESULT, rules_dtype, position_dtype)
def call_checked(rules, position):
    """Have the policy of somebody else choose, on a copy of the position, and note why it is not legal."""
    seat = np.int64(position["asker"])
    word_of_decision(position, position["bots"][seat])
    for part in range(CHOICE_WIDTH):
        position["choice"][part] = 0
    copies = np.empty(1, position_dtype)
    copies[0] = position
    call_policy(position["bot"][seat]["call"], rules, copies[0])
    choice = copies[0]["choice"]
    for part in range(CHOICE_WIDTH):
        position["choice"][part] = choice[part]
    position["refused"] = check(rules, position, position["choice"])


@jit
def ask_for_all(position, seat):
    """Have a bot asked for what it would else do unasked, so that its legal choices are counted."""
    position["bot"][seat]["defends_most"] = 0
    position["bot"][seat]["finds_attacks"] = 0
