"""What a weighed bot has computed and can use again in the same turn."""

import numpy as np

LANDS, CONTINENTS, SIDES = 64, 16, 7
STEPS = 32  # of a route at most
FORCES = 4  # that walk it at most, and once more those that may wait for their turn

route_dtype = np.dtype(
    [
        ("steps", np.int64),  # lands to be taken
        ("at", np.int64),  # how many of them are
        ("from", np.int8, (STEPS,)),
        ("to", np.int8, (STEPS,)),
        ("march", np.int16, (STEPS,)),  # armies that march in: ALL, or at least so many
        ("starts", np.uint64),  # the steps that another force begins than took the step before
        ("halved", np.int8, (STEPS,)),  # how often both sides are halved, for the tables of odds
        ("most", np.int16, (STEPS,)),  # armies that may attack at a step, halved so,
        ("against", np.int16, (STEPS,)),  # and those that defend it
        ("ahead", np.uint16, (STEPS, LANDS)),  # chance of the rest of a row by armies, in parts of 65536
        ("kind", np.int64),
        ("chance", np.int64),  # to take all of it, in parts of 1024
        ("worth", np.int64),
        # while it is looked for
        ("end", np.int64),  # where the force stands
        ("branches", np.int64),
        ("branch", np.int8, (FORCES,)),  # lands where a part of the force leaves the row,
        ("beyond", np.uint64, (FORCES,)),  # and what that part takes from there
    ],
    align=True,
)
"""Lands to be taken in a row, or by several forces one after the other; see weighed/routes.py."""

thoughts_dtype = np.dtype(
    [
        # of a planner: the plan of a turn, how often one was sought in it, and after how many conquests last
        ("plan_turn", np.int64),
        ("plan", np.int64),
        ("searches", np.int64),
        ("searched_at", np.int64),
        # what it was worked out for; anything else makes it stale
        ("of_turn", np.int64),
        ("of_part", np.int64),
        ("of_targets", np.uint64),
        ("of_pool", np.int64),  # what depends on these two is worked out anew where they have changed
        ("of_armies", np.int32, (LANDS,)),
        # of routes
        ("route_turn", np.int64),  # for which part of which turn this holds
        ("route_kinds", np.int64),  # that are looked for
        ("route_state", np.int64),
        ("route_placed", np.int64),  # 1: the armies that it needs are placed
        ("route_conquests", np.int64),  # how many there were when one was looked for last
        ("standing", np.int64),  # the place of the route that is followed; the other is looked at
        # what a target is worth: anywhere, by its continent, by whose it is
        ("anywhere", np.int64),
        ("plain", np.bool_),  # and nothing else counts
        ("of_continent", np.int64, (CONTINENTS,)),
        ("of_side", np.int64, (SIDES,)),
        ("wanted", np.uint64),  # lands of the own objective
        ("feared", np.uint64),  # lands of what others seem to be about to reach
        ("known", np.uint64),  # the targets whose pull is known
        ("pull", np.int64, (LANDS,)),
        ("reckoned", np.uint64),  # the lands whose worth is known
        ("worth", np.int64, (LANDS,)),
        # the front that promises most: while so many armies are to be placed, and as many stand there
        ("front_pool", np.int64),
        ("front_armies", np.int64),
        ("front", np.int64),
        ("front_promise", np.int64),
        # routes, where `route_turn` is not stale
        ("route", route_dtype, (2,)),
        ("sums", np.int64, (LANDS,)),
        ("cost", np.int32, (LANDS,)),  # armies that the way to a goal costs,
        ("ahead", np.int8, (LANDS,)),  # and the next land on that way
        # before the first turn: the starting armies that it will still put on each land, and whose they are
        ("start_of", np.int64),
        ("start", np.int32, (LANDS,)),
    ],
    align=True,
)
FIRST_ANEW = "route"  # from here on all is worked out anew where `route_turn` is of no turn
