"""The learned value of a position: what is seen of each seat, and what a small network makes of it."""
