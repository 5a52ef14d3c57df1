"""The six purposes of randomness, each with a seed and streams of its own; see docs/streams.md."""

PURPOSES = ("order", "deal", "objectives", "dice", "cards", "bots")
ORDER, DEAL, OBJECTIVES, DICE, CARDS, BOTS = range(6)
