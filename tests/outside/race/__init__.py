"""A race of dice: the smallest game that has all that conquestlab asks of one, as a package of its own.

The worked example of docs/engines.md. `game.py` is what is read of its rulebooks, `kernels.py` plays,
`description.py` tells how, `referee.py` reads whole games.
"""
