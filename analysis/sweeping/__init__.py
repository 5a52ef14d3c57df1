"""Sweeps: the same games in every cell of a grid of rules, numbers of players and bots."""
