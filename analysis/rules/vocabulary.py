"""What the rules of any game are described with: numbers of players, lists by seat, the record of values."""

from typing import Annotated

from msgspec import Meta, Struct

Seats = Annotated[int, Meta(ge=2, le=6)]
SeatsKey = Annotated[int, Meta(ge=2, le=6, extra={"by": "number of players"})]
BySeat = Meta(max_length=6, extra={"by": "seat"})
"""Stands on a list of numbers, seat 1 first. Seats beyond its end have 0."""


class Players(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many may play."""

    min: Seats = 2
    max: Seats = 6


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value of a rulebook. The record of a game derives from it.

    Its fields are the keys, and a field that is a record itself is a section. Each has the value of what no
    file names, and in its type what it may be: `Annotated[int, Meta(ge=1, le=20)]`.
    """

    players: Players = Players()
