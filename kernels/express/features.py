"""What notes tell of a position, by name: what was done so far, and what the table sees of a seat.

Chances are in 2**-20, all else is whole numbers.
"""

ACTS = (
    "rolls",  # those for the start too
    "dice",  # that were rolled
    "decisions",  # times that a player had to choose
    "fills",  # of lines
    "conquests",  # of cards
)
"""Counts of the whole game so far, of all players together."""

FEATURES = (
    "wait",  # turns of others before its next turn: 0 if it moves next
    "score",  # if the game ended now
    "cards",  # that it has
    "safe",  # points of its complete continents, which nobody can take
    "apart",  # fewest cards that it lacks of a continent that nobody has complete; 0 if there is none
    "middle",  # cards that nobody has: the same for all seats
    "offered",  # chance to finish the failed attack that lies on the table; 0 for all but who moves next
)
"""By seat."""
