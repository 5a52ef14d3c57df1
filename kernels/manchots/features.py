"""What notes tell of a position, by name: what was done so far, and what the table sees of a seat.

All are whole numbers. The cards of a hand are hidden, so what a seat would score is not among them.
"""

ACTS = (
    "drawn",  # cards, from the stocks of the seats
    "given",  # cards, to neighbours
    "landed",  # cards, those of virtual players too
    "destroyed",  # cards, by Kamikazes
)
"""Counts of the whole game so far, of all players together."""

FEATURES = (
    "majorities",  # zones in which it has the highest sum on the table, alone or with others
    "zones",  # in which it has cards on the table
    "table",  # sum of its cards on the table
    "ahead",  # by how much it is ahead of the next in the zones of its majorities, added up
    "behind",  # how much it lacks to the highest sum in the other zones in which it has cards, added up
    "hand",  # cards in its hand
    "need",  # cards that it has to land in the next round
    "watching",  # 1: it lands after the others have shown, in the next round
)
"""By seat."""
