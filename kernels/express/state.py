"""The position of a game of Risk Express, its rules as numbers, and the names of its decisions and events."""

import numpy as np

from conquestlab.kernels.express.features import ACTS
from conquestlab.kernels.shared import contract
from conquestlab.kernels.shared.course import TURN_FIELDS
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.rows import row_dtype as row_dtype_with
from conquestlab.kernels.shared.streams import stream_dtype

FACES = 6  # general, cavalry, cannon, 1, 2 and 3 soldiers
GENERAL = 0
SYMBOLS = 3  # the first of them
MOST_DICE = 12
MOST_CARDS = 32
MOST_CONTINENTS = 16
LINES = 7  # of a card: 0 the general that another player's card asks for, then those printed
MASKS = 1 << LINES
ROLLS = 18_564  # multisets of up to MOST_DICE dice
CHANCE_ONE = 1 << 30  # the chance 1 in the tables

MIDDLE = -1  # the owner of a card that nobody has
NO_CARD = -1

# Decisions: asked, and the first number of a choice
CONTINUE = 1  # (1 takes the attack over, 0 begins afresh)
FILL = 2  # (card, line)
SACRIFICE = 3  # a choice only under voluntary_sacrifice; never `asked` itself

MOST_CHOICES = MOST_CARDS * LINES + 1

# Why a choice is refused
NO_SUCH_CHOICE = 2
NOT_TO_BE_ATTACKED = 3
LINE_NOT_TO_BE_FILLED = 4
NO_SACRIFICE = 5

# What the engine does next
START_ROLL = 0
NEXT_TURN = 1
ROLL = 2
DECIDE = 3
DONE = 4

# Events, with the parts that follow kind and player
START_ROLLED = 1  # chair, index of the roll; of nobody
STARTS = 2  # chair; of nobody
TURN = 3  # round, turn
CONTINUED = 4  # accepted, card, mask of its filled lines, dice
ROLLED = 5  # dice, index of the roll
FILLED = 6  # card, line, dice used: the fewest
SACRIFICED = 7  # dice left
CONQUERED = 8  # card, owner before, whether the continent is complete
FAILED = 9  # card, dice on its lines
ENDED = 10  # how, rounds, turns, set of winners; then the scores by seat from column ENDED_SCORES on
ENDED_SCORES = 8

UNFINISHED, TAKEN = 0, 1  # how

RANDOM, POINTS, EXPERT = 0, 1, 2  # policies

rules_dtype = np.dtype(
    [
        ("dice", np.int64),
        ("cards", np.int64),
        ("continents", np.int64),
        ("max_turns", np.int64),
        ("voluntary_sacrifice", np.int64),
        ("continue_failed", np.int64),
        ("more_continents", np.int64),  # breaks ties
        ("counted", np.int64),  # games below this luck number count their legal choices
        ("handicap", np.int64, (SEATS,)),
        ("points", np.int64, (MOST_CARDS,)),
        ("continent", np.int64, (MOST_CARDS,)),
        ("needs", np.int64, (MOST_CARDS, LINES)),  # symbols, a byte each: general, cavalry, cannon
        ("symbols", np.int64, (MOST_CARDS, LINES)),  # how many they are
        ("soldiers", np.int64, (MOST_CARDS, LINES)),
        ("printed", np.int64, (MOST_CARDS,)),  # mask of the lines of a card in the middle
        ("general", np.int64, (MOST_CARDS,)),  # 1: another player's card asks for a general more
        ("continent_cards", np.uint64, (MOST_CONTINENTS,)),
        ("continent_points", np.int64, (MOST_CONTINENTS,)),  # of its cards together
        ("back", np.int64, (MOST_CONTINENTS,)),
        ("chance", np.int32, (MOST_CARDS, MASKS, MOST_DICE + 1)),  # to fill a mask of lines with dice to roll
        # The chance to fail, and of the next player to conquer what then lies there; has the card an owner?
        ("leaves", np.int32, (MOST_CARDS, 2, MASKS, MOST_DICE + 1)),
        # Made by tables.py, by number of the roll:
        ("uses", np.int32, (ROLLS, MOST_CARDS)),  # half a byte a line: fewest dice that fill it, 0 for none
        ("fresh", np.int32, (ROLLS, 2, MOST_CARDS)),  # chance after the best first line; has it an owner?
    ],
    align=True,
)
"""All that a rulebook decides (analysis/games/express/compiled_rules.py); chances in parts of CHANCE_ONE."""

bot_dtype = contract.bot_dtype(
    [
        ("rob", np.int64),  # all in parts of WEIGHT_ONE
        ("risk", np.int64),
        ("promise", np.int64),
        ("harm", np.int64),
        ("leave", np.int64),
        ("finish", np.int64),
    ]
)
"""A bot: its policy, and the weights of bots.py."""
WEIGHT_ONE = 64

position_dtype = contract.position_dtype(
    bot_dtype,
    [
        ("doing", np.int32),
        ("round_ends", np.int32),
        ("turn_ends", np.int32),
        ("acts", np.int32, (len(ACTS),)),  # counted where the position pauses
        ("first_chair", np.int32),
        ("tied", np.uint64),  # chairs still rolling for the start
        ("player", np.int32),
        ("target", np.int32),
        ("left", np.int32),  # mask of the lines of the target that are still to fill
        ("on_lines", np.int32),  # dice
        ("dice", np.int32),  # in the tray
        ("roll_index", np.int64),  # the faces as they fell
        ("roll_number", np.int64),  # of the multiset of faces
        ("middle", np.uint64),  # sets of cards
        ("held", np.uint64, (SEATS,)),
        ("safe", np.uint64),  # of complete continents
        ("score", np.int64, (SEATS,)),
        *TURN_FIELDS,
        ("conquered", np.int32, (SEATS,)),
        ("robbed", np.int32, (SEATS,)),
        ("taken_over", np.int32, (SEATS,)),
        ("decisions", np.int64),  # legal choices so far, -1 where they are not counted
        ("order", stream_dtype),
        ("dice_of", stream_dtype, (SEATS,)),
    ],
)
"""Everything about a game under way."""

row_dtype = row_dtype_with(
    [
        ("first_chair", np.int32),
        ("conquered", np.int32, (SEATS,)),
        ("robbed", np.int32, (SEATS,)),
        ("taken_over", np.int32, (SEATS,)),
        ("continent", np.int32, (MOST_CONTINENTS,)),
        ("decisions", np.int64),
    ]
)
"""A row: after the common columns the chair that started; by seat the cards conquered, those of them taken
from others, and the attacks taken over; by continent the seat that completed it, or -1; then the legal
choices, or -1."""
