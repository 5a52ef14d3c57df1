"""The bot `random`: any legal choice, each as likely as the others."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import count_choices, lay_choice
from conquestlab.kernels.shared.bits import multiply_wide
from conquestlab.kernels.shared.deciding import word_of_decision


@jit
def random_choice(rules, position):
    """Lay down any legal choice out of one draw."""
    word = word_of_decision(position)
    lay_choice(position, np.int64(multiply_wide(word, np.uint64(count_choices(position)))[0]))
