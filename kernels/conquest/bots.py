"""Who decides in conquest: counts the choices of the seat that is asked, checks those of a user's policy."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.rules import check, count_choices
from conquestlab.kernels.conquest.state import position_dtype
from conquestlab.kernels.shared.deciding import answer, ask, call_user_policy


@jit
def decide(rules, position, decision, seat):
    """Ask a seat for a decision, unless that is done; return 0 if there is a choice, or ASK or REFUSED."""
    if position["asked"] == 0:
        ask(position, decision, seat)
        if position["decisions"] >= 0:
            count_choices(rules, position)
    return answer(rules, position)


@jit
def call_checked(rules, position):
    """Have the policy of somebody else choose, and note why that is not legal."""
    call_user_policy(rules, position, np.empty(1, position_dtype))
    position["refused"] = check(rules, position, position["choice"])


@jit
def ask_for_all(position, seat):
    """Have a bot asked for what it would else do unasked, so that its legal choices are counted."""
    position["bot"][seat]["defends_most"] = 0
    position["bot"][seat]["finds_attacks"] = 0
