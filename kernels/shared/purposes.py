"""The six purposes of randomness, each with a seed and streams of its own; see docs/streams.md."""

PURPOSES = ("order", "deal", "objectives", "dice", "cards", "bots")
ORDER, DEAL, OBJECTIVES, DICE, CARDS, BOTS = range(6)

MEMBERS = 6  # no purpose, but a lane beside that of BOTS, with its seed: which member of a mix plays a seat
