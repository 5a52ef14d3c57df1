"""What a weighed bot has computed and can use again in the same turn."""

import numpy as np

LANDS, CONTINENTS, SIDES = 64, 16, 7

thoughts_dtype = np.dtype(
    [
        # what it was worked out for; anything else makes it stale
        ("of_turn", np.int64),
        ("of_part", np.int64),
        ("of_targets", np.uint64),
        # what a target is worth: anywhere, by its continent, by whose it is
        ("anywhere", np.int64),
        ("plain", np.bool_),  # and nothing else counts
        ("of_continent", np.int64, (CONTINENTS,)),
        ("of_side", np.int64, (SIDES,)),
        ("wanted", np.uint64),  # lands of the own objective
        ("feared", np.uint64),  # lands of what others seem to be about to reach
        ("known", np.uint64),  # the targets whose pull is known
        ("pull", np.int64, (LANDS,)),
        # of a planner: the plan of a turn, how often one was sought in it, and after how many conquests last
        ("plan_turn", np.int64),
        ("plan", np.int64),
        ("searches", np.int64),
        ("searched_at", np.int64),
    ],
    align=True,
)
