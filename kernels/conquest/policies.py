"""The kernels that play each policy, in the order of their numbers.

* `random`: any legal choice, all equally likely.
* `reckless`: reinforces its strongest border, attacks while it can, marches on.
* `weighed`: plays by its weights; see docs/weighed.md.
* `planner`: the same, but tries plans for its turn first, and placements of its starting armies.
"""

from conquestlab.kernels.conquest.random_bot import random_choice
from conquestlab.kernels.conquest.reckless import reckless_choice
from conquestlab.kernels.conquest.starting_plans import starting_choice
from conquestlab.kernels.conquest.weighed.policy import weighed_choice

PLAYED_BY = (
    (random_choice, None),
    (reckless_choice, None),
    (weighed_choice, None),
    (starting_choice, weighed_choice),
)
"""The policy itself, and the one behind it by which it plays on in its head."""
