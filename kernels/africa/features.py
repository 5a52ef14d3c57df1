"""What notes tell of a position, by name: what was done so far, and what the table sees of a seat.

All are whole numbers.
"""

ACTS = (
    "orders",  # to develop, to explore and to land
    "declarations",  # of war or alliance, one to each other seat in each round
    "conflicts",  # territories in a round in which one that is present has declared war on another
)
"""Counts of the whole game so far, of all players together."""

FEATURES = (
    "score",  # if the game ended now
    "presences",
    "alone",  # colonies that it has for itself
    "shared",  # colonies that it has with others
    "company",  # territories, colonies apart, where others are present too
    "free",  # free squares of the territories where it is present
    "friends",  # others that declared alliance to it in the last round
    "enemies",  # others that declared war on it
    "wars",  # others that it declared war on
)
"""By seat."""
