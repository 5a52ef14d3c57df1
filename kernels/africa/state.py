"""The position of a game of Africa 1880, its rules as numbers, and the names of its decisions and events.

Territories are numbered by the alphabet of their names, so that the lowest place of a set comes first in it.
"""

import numpy as np

from conquestlab.kernels.africa.features import ACTS
from conquestlab.kernels.shared import contract
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.rows import row_dtype as row_dtype_with
from conquestlab.kernels.shared.streams import stream_dtype

MOST_TERRITORIES = 64
MOST_NATIONS = 8
MOST_ROUNDS = 64
PLANES = 4  # free squares are counted in binary, a set of territories for each digit: up to 15
NOWHERE = -1  # a territory that is none

# Decisions: asked, and the first number of a choice
PLACE_FIRST = 1  # (territory)
ORDER = 2  # (presence in this territory, what, territory to explore or NOWHERE)
LAND = 3  # (territory or NOWHERE)
DECLARE = 4  # (to which seat, WAR or ALLIANCE)

DO_NOTHING, DEVELOP, EXPLORE = 0, 1, 2  # what a presence is ordered to do
ALLIANCE, WAR = 0, 1

MOST_CHOICES = MOST_TERRITORIES + 2

# Why a choice is refused
NO_SUCH_CHOICE = 2
NO_FREE_COAST = 3
NOT_TO_BE_DEVELOPED = 4
NOT_TO_BE_EXPLORED = 5
NOT_TO_BE_LANDED = 6

# What the engine does next
PLACING = 0
NEXT_ROUND = 1
ORDERING = 2
REVEALING = 3
EXECUTING = 4
DONE = 5

# Events, with the parts that follow kind and player
NATIONS = 1  # set of nations in play; of nobody
STARTED = 2  # territory
ROUND = 3  # round; of nobody
ORDERED = 4  # set to develop, territory to land on or NOWHERE, set of seats that war is declared on
EXPLORED = 5  # from, to: an order to explore, one line each
DEVELOPED = 6  # territory, counters; of nobody
ARRIVED = 7  # set reached by exploring, territory landed on or NOWHERE
UNDONE = 8  # set of presences whose exploring the limit made void, landing that it did or NOWHERE
REMOVED = 9  # set of territories
COLONY = 10  # territory, set of seats; of nobody
SCORED = 11  # points for colonies alone, for shared ones, for alliances, total
ENDED = 12  # how, rounds, winner or NOBODY; of nobody

UNFINISHED, LAST_YEAR, LAST_COLONY = 0, 1, 2  # how

RANDOM, SETTLER, GRABBER, FAITHFUL, TIT_FOR_TAT, TRAITOR, BALANCER, EXPERT, PLANNER = range(9)  # policies

rules_dtype = np.dtype(
    [
        ("territories", np.int64),
        ("coasts", np.uint64),
        ("squares", np.int64, (MOST_TERRITORIES,)),
        ("free_planes", np.uint64, (PLANES,)),  # the squares of all territories, digit by digit
        ("neighbours", np.uint64, (MOST_TERRITORIES,)),
        ("nations", np.int64),
        ("start", np.int64, (MOST_NATIONS,)),
        ("historical", np.int64),
        ("placing_drawn", np.int64),
        ("share_first", np.int64),
        ("landing_at_execution", np.int64),
        ("alphabet_of_targets", np.int64),
        ("presences", np.int64),
        ("rounds", np.int64),
        ("last_colony", np.int64),
        ("alone", np.int64),
        ("shared", np.int64),
        ("alliance", np.int64),
        ("handicap", np.int64, (SEATS,)),
        ("counted", np.int64),  # games below this luck number count their legal choices
    ],
    align=True,
)
"""All that a rulebook decides (analysis/games/africa/compiled_rules.py)."""

WEIGHTS = (
    # First presences
    "start_reach",
    "start_squares",
    "start_near",
    # Orders
    "room",
    "develop",
    "finish",
    "hurry",
    "together",
    "blocked",
    "empty",
    "squares",
    "beyond",
    "one_there",
    "more_there",
    "ripe",
    "prey",
    "deny",
    "rival",
    "mood",
    # Declarations: what is expected of another
    "suspicion",
    "last",
    "memory",
    "fame",
    "final",
    # and what is answered
    "war",
    "threat",
    "contact",
    "threat_contact",
    "crowd",
    "pile_on",
    "profit",
    "grudge",
    "leader",
    "end",
    "whim",
    # The planner
    "samples",
    "depth",
)
"""The weights of `expert` (expert.py), which `planner` has as well, and last its own two (planner.py)."""

bot_dtype = contract.bot_dtype([(weight, np.int64) for weight in WEIGHTS])
"""A bot: its policy and its weights."""
WEIGHT_ONE = 64

position_dtype = contract.position_dtype(
    bot_dtype,
    [
        ("doing", np.int32),
        ("player", np.int32),  # the seat that places or writes its orders
        ("other", np.int32),  # the next seat that it declares itself to
        ("landed", np.int32),  # 1: it has been asked where to land
        ("whole", np.int32),  # 1: a bot has written all the orders of its turn at once
        ("winner", np.int32),
        ("nation", np.int32, (SEATS,)),
        ("presence", np.uint64, (SEATS,)),  # sets of territories
        ("colonies", np.uint64),
        ("free", np.uint64, (PLANES,)),  # free squares, digit by digit
        ("war_rounds", np.uint64, (SEATS, SEATS)),  # rounds in which one declared war on another: bit r - 1
        # Orders of this round, which only their seat knows until all are in:
        ("to_order", np.uint64),  # presences of the player that are still to be ordered
        ("develop", np.uint64, (SEATS,)),  # sets of presences
        ("explore", np.uint64, (SEATS,)),
        ("target", np.int8, (SEATS, MOST_TERRITORIES)),  # of each that explores
        ("landing", np.int32, (SEATS,)),
        ("written_war", np.uint64, (SEATS,)),  # sets of seats
        # While a round is executed, and known to all from then on:
        ("war", np.uint64, (SEATS,)),
        ("arrived", np.uint64, (SEATS,)),
        ("undone", np.uint64, (SEATS,)),
        ("lost", np.uint64, (SEATS,)),
        ("mood", np.uint64, (SEATS,)),  # what a bot drew for the whole game; 0 before
        # For the row:
        ("standings", np.int32, (SEATS,)),
        ("score", np.int64, (SEATS,)),
        ("removed", np.int32, (SEATS,)),
        ("wars", np.int32, (SEATS,)),
        ("acts", np.int64, (len(ACTS),)),  # counted where the position pauses
        ("allied", np.int32),  # pairs of nations, added up over the rounds
        ("at_war", np.int32),
        ("decisions", np.int64),  # legal choices so far, -1 where they are not counted
        ("order", stream_dtype),
    ],
)
"""Everything about a game under way."""

row_dtype = row_dtype_with(
    [
        ("nation", np.int32, (SEATS,)),
        ("removed", np.int32, (SEATS,)),
        ("wars", np.int32, (SEATS,)),
        ("alone", np.int32, (SEATS,)),
        ("shared", np.int32, (SEATS,)),
        ("colonies", np.int32),
        ("allied", np.int32),
        ("at_war", np.int32),
        ("decisions", np.int64),
    ]
)
"""A row: after the common columns, by seat its nation, presences removed, wars declared, colonies held alone
and shared; then all colonies, the pairs of nations allied and at war added up over the rounds, and the legal
choices, or -1."""
