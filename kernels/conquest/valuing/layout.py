"""What the value is told of each seat, in 256ths, and how the numbers of its network lie in a row."""

import numpy as np

from conquestlab.kernels.shared.rows import SEATS

ASPECTS = (
    "lands",  # share of all lands
    "armies",  # share of all armies
    "strength",  # the same against an even share, as a logarithm to base 2
    "due",  # share of the armies that all seats will get for lands and continents
    "income",  # the same against an even share, as a logarithm
    "continents",  # share of the bonuses of all continents
    "progress",  # the same of those it holds in part, by the square of the part
    "insecure",  # share of what it gets that others can break, by the armies on both sides of the border
    "border",  # share of its armies that stand beside lands of others
    "largest",  # share of its armies on the land where most are
    "bare",  # share of its lands that have one army and lands of others beside them
    "threat",  # armies of others beside its lands, against its own
    "reach",  # armies of its own beside lands of others, that may leave, against those of the others there
    "peril",  # the largest force of one other beside its lands, against all that it has
    "prey",  # its own force beside the lands of one other, against all that one has, at most
    "prize",  # the same by the armies that the cards of that one will bring
    "cards",  # in its hand, in quarters
    "exchange",  # armies of the next set against all armies, by the chance that its hand has one
    "force",  # share of all armies, with those that it is about to get
    "power",  # the same against an even share, as a logarithm
    "next",  # 1 if it moves next
    "soon",  # 1 if it moves after one other
    "last",  # 1 if all others move before it
    "viewer",  # 1 if it is the seat with whose eyes the position is seen
    "goal",  # how much of its objective is reached, as far as the viewer knows
    "rivals",  # others who are still in, in quarters
    "round",  # how long the game has gone on
    "density",  # armies on a land on average, as a logarithm
    "stake",  # armies of the next set against all armies
)
(
    LANDS_HELD,
    ARMIES,
    STRENGTH,
    DUE,
    INCOME,
    CONTINENTS,
    PROGRESS,
    INSECURE,
    BORDER,
    LARGEST,
    BARE,
    THREAT,
    REACH,
    PERIL,
    PREY,
    PRIZE,
    CARDS,
    EXCHANGE,
    FORCE,
    POWER,
    NEXT,
    SOON,
    LAST,
    VIEWER,
    GOAL,
    RIVALS,
    ROUND,
    DENSITY,
    STAKE,
) = (np.int64(place) for place in range(len(ASPECTS)))


HIDDEN = 16  # units of the network
WIDTH = 32  # numbers that a seat is told by: its aspects, then zeros up to what fills the processor's vectors
BITS = np.int64(8)  # of the network's weights behind the point
MOST = 2047  # of a weight, so that sums of thirty-two bits do not overflow
OFFSETS = WIDTH * HIDDEN  # after what each hidden unit makes of each aspect
OUT = OFFSETS + HIDDEN
NETWORK = OUT + HIDDEN

sight_dtype = np.dtype(
    [
        ("told", np.int32, (SEATS, WIDTH)),  # of each seat; zeros behind the aspects
        ("near", np.int64, (SEATS, SEATS)),  # armies of one seat that may leave lands beside another's
        ("due", np.int64, (SEATS,)),  # armies that each will get for lands and continents,
        ("coming", np.int64, (SEATS,)),  # and in 256ths for its next set, by the chance that it has one
        ("prospects", np.int64, (SEATS,)),
    ],
    align=True,
)
"""Where a value is worked out. It lies in the position, since arrays of their own would take longer."""
