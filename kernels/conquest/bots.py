"""The inside bots: each reads a position and lays a choice into it.

* `random`: any legal choice, each as likely as the others.
* `reckless`: reinforces its strongest border, attacks while it can, marches on.
"""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.conquest.random_bot import random_choice
from conquestlab.kernels.conquest.reckless import reckless_choice
from conquestlab.kernels.conquest.state import OUTSIDE, RECKLESS, WEIGHED
from conquestlab.kernels.conquest.weighed.policy import weighed_choice


@jit
def policy_of(position, seat):
    """Return the policy of the bot that sits on a seat."""
    return np.int64(position["bot"][seat]["policy"])


@jit
def decide(rules, position, decision, seat):
    """Have a choice in the position for a decision, and return True; or ask for it, and return False."""
    if position["answered"]:
        position["answered"] = 0
    else:
        position["asked"] = decision
        position["asker"] = seat
        policy = policy_of(position, seat)
        if policy == OUTSIDE:
            return False
        if policy == RECKLESS:
            reckless_choice(rules, position)
        elif policy == WEIGHED:
            weighed_choice(rules, position)
        else:
            random_choice(rules, position)
    position["asked"] = 0
    return True
