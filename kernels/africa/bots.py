"""The inside bots of Africa 1880, by the number of their policy."""

from conquestlab.kernels.africa.expert import expert_choice
from conquestlab.kernels.africa.manners import manner_choice
from conquestlab.kernels.africa.planner import planner_choice
from conquestlab.kernels.africa.random_bot import random_choice

PLAYED_BY = (
    (random_choice, None),
    *[(manner_choice, None)] * 6,
    (expert_choice, None),
    (planner_choice, expert_choice),
)
"""What each policy is played by, in the order of their numbers, and what it plays on by in its head."""
