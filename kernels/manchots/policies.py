"""What each policy is played by, in the order of their numbers."""

from conquestlab.kernels.manchots.expert import expert_choice
from conquestlab.kernels.manchots.planner import planner_choice
from conquestlab.kernels.manchots.random_bot import random_choice
from conquestlab.kernels.manchots.simple_bots import simple_choice

PLAYED_BY = (
    (random_choice, None),
    (simple_choice, None),
    (simple_choice, None),
    (expert_choice, None),
    (planner_choice, expert_choice),
)
"""The policy itself, and the one behind it by which it plays on in its head."""
