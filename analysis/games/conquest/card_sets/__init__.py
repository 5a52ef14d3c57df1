"""Sets and exchanges of cards: exact odds, when to exchange, policies against each other."""
