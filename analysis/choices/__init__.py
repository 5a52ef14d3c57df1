"""How much there is to choose in a turn: what plans for it are worth, and what the second-best costs."""
