"""What each policy is played by, in the order of their numbers.

* `random`: any legal choice, each as likely as the others.
* `reckless`: reinforces its strongest border, attacks while it can, marches on.
* `weighed`: what its weights make it; docs/weighed.md.
* `planner`: the same, with plans for its turn that it tries in its head.
"""

from conquestlab.kernels.conquest.planner import planner_choice
from conquestlab.kernels.conquest.random_bot import random_choice
from conquestlab.kernels.conquest.reckless import reckless_choice
from conquestlab.kernels.conquest.weighed.policy import weighed_choice

PLAYED_BY = (
    (random_choice, None),
    (reckless_choice, None),
    (weighed_choice, None),
    (planner_choice, weighed_choice),
)
"""The policy itself, and the one behind it by which it plays on in its head."""
