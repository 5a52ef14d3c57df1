"""What notes tell of a position, by name: what was done so far, and what the table sees of a seat.

Shares are in 2**-20, all else is whole numbers. A seat that is out has 0 everywhere.
"""

ACTS = (
    "rolls",  # of dice in combat, with those in the ally's name
    "attacks",  # attacks of one land on another, however many rolls each takes
    "conquests",  # lands taken, by the ally too
    "armies",  # placed, before the first turn too, but not those dealt with the lands
    "places",  # lands that got armies, turn by turn
    "exchanges",  # of sets
    "moves",  # of armies from land to land at the end of a turn
)
"""Counts of the whole game so far, of all players together."""

FEATURES = (
    "alive",  # 1
    "wait",  # turns of others before its next turn: 0 if it moves next
    "lands",  # share of all lands
    "armies",  # share of all armies
    "border",  # share of all armies: those it has on lands beside lands of others
    "threat",  # share of all armies: those of others beside its lands that may leave their lands
    "largest",  # share of all armies: those on the land where it has most
    "continents",  # share of the armies that all continents bring: those of the continents it holds
    "due",  # share of all armies: those for lands and continents, if its turn began now
    "apart",  # fewest lands that it lacks of a continent that it does not hold; 0 if there is none
    "cards",  # in its hand
    "exchange",  # share of all armies: those of the next set, if its hand has the cards for one, at most
    "force",  # share of all armies: its own, those of that set and, if it moves next, those that are due
)
"""By seat."""
