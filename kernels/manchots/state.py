"""The position of a game of Manchots Barjots, its rules as numbers, and the names of decisions and events.

Cards are kinds: a kind is 9 * zone + value - 1, and a set of kinds is a word of 45 bits. *Players* are the
seats and, with two seats, the two virtual players behind them (numbers 2 and 3). A hand is the set of its
kinds with a count of each; sums by zone stand beside it, so that a look at a zone never runs through cards.
The deck is one array: each player's stock is the stretch of it that he was dealt, what lies behind all
stretches is out of the game. A remade stock lies where the old one lay.
"""

import numpy as np

from conquestlab.kernels.shared import contract
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.rows import row_dtype as row_dtype_with
from conquestlab.kernels.shared.streams import stream_dtype

ZONES = 5
VALUES = 9
KINDS = ZONES * VALUES
ZONE_MASK = np.uint64((1 << VALUES) - 1)
MOST_CARDS = 120
PLAYERS = 5  # the most, virtual ones included
VIRTUAL = 2  # beside two seats
MOST_ROUNDS = 19
MOST_GIVEN = 2 * MOST_ROUNDS  # to a virtual player
MOST_LANDED = 5  # by one player in one round
FIRST_HAND = 2
SPECIALS = 3  # Twins, Kamikaze, Lookout

# Decisions, and the parts of a choice
GIVE = 1  # (kind to the left, kind to the right)
LAND = 2  # (kinds, ascending, as many as have to be landed)

MOST_CHOICES = 4096

# Why a choice is refused
NO_SUCH_CHOICE = 2
NOT_IN_HAND = 3
OUT_OF_ORDER = 4

# What the engine does next
TELL_DEAL = 0
OPEN_ROUND = 1
GIVING = 2
LANDING = 3
DONE = 4

# Steps of the landing
STEP_A = 0
STEP_B = 1

# Events, with the parts that follow kind and player
DEALT = 1  # number of cards, then the cards, eight a word
ROUND = 2  # round; of nobody
DRAWN = 3  # number of cards, then the cards, eight a word
GIVEN = 4  # kind to the left, kind to the right
TAKEN = 5  # the virtual player, kind
LANDED = 6  # step, number of cards, then their kinds
DESTROYED = 7  # kind; one event a card
REMADE = 8  # number of cards, then the cards, eight a word
SCORED = 9  # set of zones with a majority, total, then by zone the table and the points of the hand
ENDED = 10  # round, set of the players who win
CARDS_A_WORD = 8

SCORING = 1  # how
LOWEST, HIGHEST, NO_CARD = 0, 1, 2  # what a player scores in a zone without a majority

RANDOM, HOARDER, SABOTEUR, EXPERT, PLANNER = range(5)  # policies

rules_dtype = np.dtype(
    [
        ("counted", np.int64),  # games below this luck number count their legal choices
        ("rounds", np.int64),
        ("deal", np.int64),
        ("draw", np.int64),
        ("cards", np.int64),  # of the deck
        ("points", np.int64),  # of the deck: the values of all its cards together
        ("lowest_card", np.int64),
        ("twins_stack", np.int64),
        ("virtual_can_win", np.int64),
        ("alternate", np.int64),  # the order of taking from a virtual stock
        ("virtual_lookout", np.int64),
        ("kamikaze_from", np.int64),  # VALUES + 1 where a Kamikaze takes out nothing
        ("special", np.uint64, (SPECIALS,)),  # the sets of kinds that are Twins, Kamikazes, Lookouts
        ("high", np.uint64),  # the set of kinds that a Kamikaze takes out
        ("copies", np.int64, (VALUES,)),  # by value
        ("handicap", np.int64, (SEATS,)),
        ("deck", np.uint8, (MOST_CARDS,)),  # kinds, in order
    ],
    align=True,
)
"""All that a rulebook decides (analysis/games/manchots/compiled_rules.py)."""

WEIGHTS = (
    "slope",
    "flat",
    "even",
    "rival",
    "fight",
    "crowd",
    "own",
    "coming",
    "hoard",
    "lowest",
    "absent",
    "block",
    "help",
    "threat",
    "twins",
    "twins_later",
    "kamikaze",
    "kamikaze_later",
    "lookout",
    "lookout_later",
    "danger",
    "rollouts",
    "candidates",
    "doubt",
)
WEIGHT_ONE = 64
bot_dtype = contract.bot_dtype([(name, np.int32) for name in WEIGHTS])
"""A bot: its policy, and the weights of expert.py and planner.py."""

position_dtype = contract.position_dtype(
    bot_dtype,
    [
        ("doing", np.int64),
        ("players", np.int64),
        ("step", np.int64),  # of the landing
        ("waiting", np.uint64),  # seats whose secret choice of this step is still to come
        ("watching", np.uint64),  # players who land in step b of this round
        ("next_watching", np.uint64),
        ("need", np.int64, (PLAYERS,)),  # cards that a player has to land in this round
        ("next_need", np.int64, (PLAYERS,)),
        ("kinds", np.uint64, (PLAYERS,)),  # of a hand
        ("copies", np.uint8, (PLAYERS, KINDS)),  # of a hand
        ("hand_sum", np.int64, (PLAYERS, ZONES)),
        ("hand_size", np.int64, (PLAYERS,)),
        ("table_sum", np.int64, (PLAYERS, ZONES)),
        ("table", np.uint8, (PLAYERS, KINDS)),
        ("landed", np.uint8, (PLAYERS, MOST_LANDED)),  # in this round, told and not yet in a zone
        ("landed_count", np.int64, (PLAYERS,)),
        ("chosen", np.uint8, (PLAYERS, MOST_LANDED)),  # secret until all of the step have chosen
        ("seen", np.uint8, (KINDS,)),  # cards that were face up before everybody
        ("seen_count", np.int64),
        ("seen_sum", np.int64, (ZONES,)),
        ("gone", np.uint8, (KINDS,)),  # destroyed
        ("deck", np.uint8, (MOST_CARDS,)),
        ("top", np.int64, (PLAYERS,)),  # of a stock: its place in the deck
        ("end", np.int64, (PLAYERS,)),
        ("given", np.uint8, (VIRTUAL, MOST_GIVEN)),  # to a virtual player, beside its stock
        ("given_count", np.int64, (VIRTUAL,)),
        ("gave", np.uint8, (PLAYERS, MOST_ROUNDS, 2)),  # by round, to the left and to the right
        ("got", np.uint8, (PLAYERS, MOST_ROUNDS, 2)),  # by round, from the left and from the right
        ("score", np.int64, (PLAYERS,)),
        ("standings", np.int32, (SEATS,)),
        ("landed_specials", np.int64, (PLAYERS, SPECIALS)),
        ("gifts", np.int64),
        ("harm", np.int64),
        ("destroyed", np.int64),
        ("decisions", np.int64),  # legal choices so far, -1 where they are not counted
        ("deal", stream_dtype),
        ("remaking", stream_dtype, (VIRTUAL,)),
    ],
)
"""Everything about a game under way."""

row_dtype = row_dtype_with(
    [
        ("virtual_score", np.int32, (VIRTUAL,)),
        ("virtual_win", np.int32),
        ("majority_points", np.int32, (SEATS,)),
        ("lowest_points", np.int32, (SEATS,)),
        ("majorities", np.int32, (SEATS,)),
        ("twins", np.int32, (SEATS,)),
        ("kamikaze", np.int32, (SEATS,)),
        ("lookout", np.int32, (SEATS,)),
        ("gifts", np.int32),
        ("harm", np.int32),
        ("destroyed", np.int32),
        ("decisions", np.int64),
    ]
)
"""A row: after the common columns the scores of the virtual players, and their part of the win. By seat the
points that majorities and single cards brought, the set of zones with a majority, and the specials landed.
Then the gifts between real players, the points that they took off their receivers at once, the cards
destroyed, and the legal choices, or -1."""
