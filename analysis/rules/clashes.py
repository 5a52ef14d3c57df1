"""Values of a rulebook that cannot be combined, whatever the game."""

from collections.abc import Iterator

from msgspec import Struct

from conquestlab.analysis.rules.rulebook_keys import by_seat, values_of
from conquestlab.analysis.rules.vocabulary import Rules

PLAYERS = ("players.min", "players.max")

Gate = tuple[str, str]  # a key, and its value that leaves another key without effect


class Clash(Struct, frozen=True):
    """Values that cannot stand together: the keys, the first to blame, its value and what it might be."""

    keys: tuple[str, ...]
    value: object
    allowed: str
    nearest: str = ""


def clashes_of_seats(rules: Rules) -> Iterator[Clash]:
    """Yield what is wrong with the numbers of players and the lists by seat."""
    least, most = rules.players.min, rules.players.max
    if least > most:
        yield Clash(PLAYERS, least, f"at most players.max, which is {most}")
    values = values_of(rules)
    for key in by_seat(type(rules)):
        if len(values[key]) > most:
            yield Clash((key, "players.max"), values[key], f"a number for each of {most} seats")
