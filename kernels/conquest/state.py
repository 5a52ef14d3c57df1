"""What a game of conquest consists of: records of rules, position and row, and numbers for names.

The numbers are `np.int64`, because numba compiles a kernel again for every plain Python number with which it
is called.
"""

import numpy as np

from conquestlab.kernels.conquest.cards import card_rules_dtype, cards_dtype
from conquestlab.kernels.conquest.dice import MOST_DICE, dice_dtype
from conquestlab.kernels.conquest.features import ACTS
from conquestlab.kernels.conquest.valuing.layout import NETWORK, sight_dtype
from conquestlab.kernels.conquest.weighed.thoughts import FIRST_ANEW, thoughts_dtype
from conquestlab.kernels.conquest.weighed.weights import BUDGET, WEIGHTS
from conquestlab.kernels.shared import contract, rows
from conquestlab.kernels.shared.course import TURN_FIELDS
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import stream_dtype

SAMPLE = np.int64(8)  # one block of so many is looked at more closely

LANDS = 64  # the most lands of a map
CONTINENTS = 16
OBJECTIVES = 64
ODDS_SIZE = 64  # armies of one side that the tables of odds hold, and 1
ENDS_SIZE = 32  # defenders that the table of ends holds, and 1
SIDES = SEATS + 1
ROLL_KINDS = MOST_DICE * MOST_DICE  # rolls of so many against so many dice
ORDER_SIDES = np.int64(6)  # faces of the die for order and dealing, whatever the dice of combat
ALLY = np.int64(SEATS)  # the side that sits nowhere
NOTHING = np.int64(-1)
ZERO = np.int64(0)
ONE = np.int64(1)
NO_LANDS = np.uint64(0)

# Decisions, which are also the kinds of choices
EXCHANGE, PLACE, ATTACK, DEFEND, OCCUPY, MOVE = (np.int64(kind) for kind in range(1, 7))

# Phases: the step that comes next
(
    SET_UP,
    START_TURN,
    EXCHANGING,
    PLACING,
    ATTACKING,
    DEFENDING,
    OCCUPYING,
    END_PART,
    END_COMBAT,
    MOVING,
    END_TURN,
    PASSING_ON,
    CLOSING,
    DONE,
) = (np.int64(phase) for phase in range(14))

# Stages: what an exchange or a placing is part of
STARTING, FORCES, CAPTURED, OF_ALLY = (np.int64(stage) for stage in range(4))

# Why `play_on` comes back from a trial right after a land was taken, if it pauses there
AT_CONQUEST = 2  # in `pauses`: once, and at the end of the turn
TAKEN = np.int64(6)  # besides the reasons of the contract

# Ends of a game
UNFINISHED, BY_CONQUEST, BY_OBJECTIVE = (np.int64(end) for end in range(3))

# Lines of the log
(
    ROLLED,
    FIRST_DEALT,
    OBJECTIVE,
    DEALT,
    TURN,
    DRAWN,
    REINFORCED,
    EXCHANGED,
    PLACED,
    ATTACKED,
    OCCUPIED,
    ELIMINATED,
    ALLY_OPENS,
    MOVED,
    ENDED,
) = (np.int64(kind) for kind in range(1, 16))

# Values of options
ORDER_ROLLED, ORDER_DRAWN = np.int64(0), np.int64(1)
DEAL_DICE, DEAL_CARDS = np.int64(0), np.int64(1)
IN_SECRET, IN_TURN = np.int64(0), np.int64(1)
MANY_MOVES, ONE_MOVE = np.int64(0), np.int64(1)
NOTHING_TIRES, ARMIES_TIRE, LANDS_TIRE = (np.int64(tires) for tires in range(3))
GOAL_LANDS, GOAL_CONTINENTS, GOAL_DESTROY = (np.int64(goal) for goal in range(3))

# Reasons why a choice is refused
ACCEPTED = np.int64(contract.LEGAL)
(
    OTHER_KIND,
    NOT_IN_HAND,
    NO_SUCH_SET,
    MUST_EXCHANGE,
    WRONG_BONUS,
    NOT_OWN_LAND,
    NOT_A_TARGET,
    NOT_ADJACENT,
    WRONG_DICE,
    WRONG_NUMBER,
    NOT_CONNECTED,
) = (np.int64(reason) for reason in range(2, 13))

rules_dtype = np.dtype(
    [
        ("dice", dice_dtype),
        ("cards", card_rules_dtype),
        ("all_lands", np.uint64),
        ("neighbours", np.uint64, (LANDS,)),
        ("continent_lands", np.uint64, (CONTINENTS,)),
        ("continent_beside", np.uint64, (CONTINENTS,)),  # lands beside it, outside of it
        ("continent_armies", np.int64, (CONTINENTS,)),
        ("continent_of", np.int64, (LANDS,)),
        ("lands", np.int64),
        ("continents", np.int64),
        ("max_rounds", np.int64),
        ("piece_limit", np.int64),  # 0: none
        ("attack_most", np.int64),
        ("defend_most", np.int64),
        ("defender_sees", np.int64),
        ("order", np.int64),
        ("dealing", np.int64),
        ("deal_jokers", np.int64),
        ("starting_armies", np.int64),  # 0: one a land
        ("placement", np.int64),
        ("placement_round", np.int64),  # starting armies that a seat places at a time
        ("lands_per_army", np.int64),
        ("min_reinforcement", np.int64),
        ("bound_capture_bonus", np.int64),
        ("protected_rounds", np.int64),
        ("moves", np.int64),
        ("tires", np.int64),  # what may not move because it fought; nothing where one move is made
        ("fortify_connected", np.int64),
        ("has_objectives", np.int64),
        ("drop_absent_colours", np.int64),
        ("objectives", np.int64),
        ("colours", np.int64),
        ("fallback", np.int64),  # the objective that a vain destroy card turns into
        ("goal", np.int64, (OBJECTIVES,)),
        ("goal_lands", np.int64, (OBJECTIVES,)),
        ("goal_armies", np.int64, (OBJECTIVES,)),
        ("goal_continents", np.uint64, (OBJECTIVES,)),  # the lands of those that are named
        ("goal_extra", np.int64, (OBJECTIVES,)),
        ("goal_named", np.uint64, (OBJECTIVES,)),  # the continents that are named
        ("goal_colour", np.int64, (OBJECTIVES,)),
        ("has_ally", np.int64),
        ("ally_armies", np.int64),
        ("duel_part1_opponent_only", np.int64),
        ("ally_always", np.int64),
        ("duel_moves", np.int64),
        ("draws_at_end", np.int64),
        ("more_armies", np.int64, (SEATS,)),
        ("more_first_forces", np.int64, (SEATS,)),
        ("more_cards", np.int64, (SEATS,)),
        ("has_given", np.int64),
        ("given_to", np.int64, (CONTINENTS,)),  # the seat that is dealt the whole continent, else NOTHING
        ("bonus_to", np.int64, (CONTINENTS,)),  # the seat that is paid as if it owned it, else NOTHING
        # what is measured beside the rules
        ("lost_attacking", np.int64, (ROLL_KINDS,)),  # on average in such a roll, in 2**-20
        ("lost_defending", np.int64, (ROLL_KINDS,)),
        ("loss_variance", np.int64, (ROLL_KINDS,)),  # of either side, in 2**-20
        ("noted_round", np.int64),  # after which it is noted how each seat stands
        ("counted", np.int64),  # games below this luck number count their legal choices
        # of battles to the end, by armies that may attack and armies that defend
        ("odds", np.uint16, (ODDS_SIZE, ODDS_SIZE)),  # chance to win, in parts of 1024
        ("losses", np.uint16, (ODDS_SIZE, ODDS_SIZE)),  # attackers lost on average, in sixty-fourths
        # chance to win and to lose so many attackers, in parts of 65536, by defenders, loss and attackers
        ("ends", np.uint16, (ENDS_SIZE, ODDS_SIZE, ODDS_SIZE)),
    ],
    align=True,
)
"""All that a rulebook and its map decide; analysis/games/conquest/description.py makes it."""

weights_dtype = np.dtype([(name, np.int32) for name in (*WEIGHTS, *BUDGET)], align=True)
bot_dtype = contract.bot_dtype(
    [
        ("defends_most", np.int32),  # 1: rolls all the dice it may in defence, and is not asked
        ("finds_attacks", np.int32),  # 1: sees for itself whether there is an attack, and stops if not
        ("weights", weights_dtype),
        ("valued", np.int32),  # 1: has a learned value
        ("network", np.int16, (NETWORK,)),  # by which it is worked out; see valuing/network.py
    ]
)
"""A bot in the run's list of bots: its policy, what it never leaves open, and its weights by name."""

COUNT_FIELDS: list[tuple] = [
    ("first_dealt", np.int32),  # seat
    ("dealt", np.uint64, (SEATS,)),  # lands
    ("income_lands", np.int64, (SEATS,)),
    ("income_continents", np.int64, (SEATS,)),
    ("income_cards", np.int64, (SEATS,)),
    ("kills", np.int32, (SEATS,)),
    ("conquests", np.int32, (SEATS,)),
    ("rolls", np.int32, (SEATS,)),
    ("lost_attacking", np.int64, (SEATS,)),
    ("lost_defending", np.int64, (SEATS,)),
    ("sets", np.int32, (SEATS,)),
    ("objective", np.int32, (SEATS,)),
    ("held", np.int32, (CONTINENTS,)),
    ("kept", np.int32, (CONTINENTS,)),
    ("set_delay", np.int32, (SEATS,)),
    ("swung_by", np.int32),
    ("leader_attacks", np.int32),
    ("leader_hits", np.int32),
    ("leader_expected", np.int64),
    ("noted_lands", np.int32, (SEATS,)),
    ("noted_armies", np.int64, (SEATS,)),
    ("noted_holder", np.int8, (CONTINENTS,)),
    ("decisions", np.int64),
]
"""What a game is counted by while it goes on; the same names in the position and in the row."""

BEHIND: list[tuple] = [
    ("rolled", np.int32, (SEATS + 2, SIDES, ROLL_KINDS)),  # by both sides; those for the ally come last
    ("sight", sight_dtype),
    ("unbent", weights_dtype),  # of a bot that decides by a plan
]
"""What no trial asks for, or is worked out anew whenever it is needed."""

position_dtype = contract.position_dtype(
    bot_dtype,
    [
        # streams
        ("order", stream_dtype),
        ("deal", stream_dtype),
        ("goals", stream_dtype),
        ("dice", stream_dtype, (SEATS,)),
        ("draws", stream_dtype, (SEATS,)),
        # board
        ("owned", np.uint64, (SIDES,)),
        ("several", np.uint64),  # lands with two armies or more
        ("armies_of", np.int64, (SIDES,)),
        ("owner", np.int8, (LANDS,)),
        ("armies", np.int32, (LANDS,)),
        ("tired", np.int32, (LANDS,)),  # armies that fought this turn
        ("spent", np.uint64),  # lands that attacked or were taken this turn
        ("movable", np.int32, (LANDS,)),
        ("pending", np.int32, (LANDS,)),  # placed in secret
        # table
        ("cards", cards_dtype),
        ("colour", np.int64, (SEATS,)),
        ("out", np.int64, (SEATS,)),  # round of elimination
        ("destroyer", np.int64, (SEATS,)),
        ("alive", np.int64),
        ("winner", np.int64),
        ("held_by", np.int64, (CONTINENTS,)),
        *TURN_FIELDS,
        ("leader", np.int64),  # after the last round
        ("rounds_over", np.int64),  # that round and 1 more, as long as it is not noted
        # turn
        ("phase", np.int64),
        ("active", np.int64),  # the seat whose turn it is
        ("actor", np.int64),  # the side whose armies act: the active seat or the ally
        ("commander", np.int64),  # the seat that decides for it
        ("part", np.int64),  # of a duel's turn
        ("stage", np.int64),
        ("pool", np.int64),  # armies to place
        ("bound", np.uint64),  # lands that get a bonus at the next placing
        ("received", np.int64),  # armies of step 1 of this turn
        ("begun", np.int64),  # an exchange of captured cards was made
        ("conquered", np.int64),  # lands taken by the active seat this turn
        ("targets", np.uint64),
        ("from", np.int64),
        ("to", np.int64),
        ("attack_dice", np.int64),
        ("attack_throw", np.int64),  # where the defender sees it first
        ("moves_left", np.int64),
        # counts that the row has in another form, or that only notes have
        ("sampled", np.int64),  # whether rolls by dice, first attacks and swings are noted in this game
        ("swing", np.int64),  # most that the standings moved in a turn
        ("bashed", np.int64),  # the leader, till the first attack of another seat's turn, else NOTHING
        ("watched", np.int64),  # whether attacks are looked at: for that, or because the position pauses
        ("set_since", np.int32, (SEATS,)),  # round in which an exchange was first refused, 0 for none
        ("acts", np.int64, (len(ACTS),)),  # counted where the position pauses
        ("placed_on", np.uint64),  # lands that got armies this turn, where acts are counted
        *COUNT_FIELDS,
        ("thoughts", thoughts_dtype),  # of the weighed bot that decided last
        *BEHIND,
    ],
)
"""A whole game at one moment."""


def _place_of(field: str, dtype: np.dtype) -> int:
    """Return the byte at which a field of a record begins."""
    fields = dtype.fields
    assert fields is not None
    return fields[field][1]


BOTS_START = np.int64(_place_of("bot", position_dtype))
BOTS_END = np.int64(BOTS_START + position_dtype["bot"].itemsize)
FRONT_END = np.int64(_place_of("thoughts", position_dtype) + _place_of(FIRST_ANEW, thoughts_dtype))
"""Up to there a trial copies a position, without the bots; see trials.py."""

row_dtype = rows.row_dtype(
    [
        *COUNT_FIELDS,
        ("armies", np.int64, (SEATS,)),
        ("winner_objective", np.int32),
        ("noted_round", np.int32),
        ("expected_losses", np.int64, (SEATS,)),
        ("loss_variance", np.int64, (SEATS,)),
    ]
)
"""The row of a game: the common columns, the counts, armies at the end, the objective that decided, and the
rolls with the losses to be expected of them."""
