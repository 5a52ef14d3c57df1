"""The base of all requests, and the one way to fill one: by the names of its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

DEFAULT_RULES = "risk-modern"
BOT_SECONDS = 10.0  # that an external bot may take for a decision, where nothing else is said

Record = TypeVar("Record", bound=msgspec.Struct)


class Request(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a command is asked, as it is typed; it is checked when the command is planned.

    The defaults of the command line and of the functions in Python are those of the fields. None stands for
    what is not given and depends on the rest.

    Attributes
    ----------
    rules : tuple of str
        Rulebooks by name or file, with changes.
    """

    rules: tuple[str, ...] = (DEFAULT_RULES,)

    @cached_property
    def named_books(self) -> dict[str, Rulebook]:
        """The rulebooks by how they were named; each is read once."""
        from conquestlab.analysis.rules.rulebook import load

        return {text: load(text) for text in dict.fromkeys(self.rules)}

    @property
    def books(self) -> tuple[Rulebook, ...]:
        """The rulebooks in the order of `rules`."""
        return tuple(self.named_books[text] for text in self.rules)

    @property
    def one_book(self) -> tuple[str, Rulebook]:
        """The one rulebook that there may be, as it was named and as it was read."""
        if len(self.named_books) != 1:
            raise WrongUse(f"{len(self.named_books)} rulebooks: name one")
        ((text, book),) = self.named_books.items()
        return text, book

    @classmethod
    def about(cls, *books: Rulebook, **fields: Any) -> Self:
        """Return a request about rulebooks that were read before."""
        request = cls(rules=tuple(book.label for book in books), **fields)
        vars(request)["named_books"] = dict(zip(request.rules, books, strict=True))
        return request

    def but(self, **changes: Any) -> Self:
        """Return the same request with other fields; rulebooks that stay are not read again."""
        changed = msgspec.structs.replace(self, **changes)
        if "rules" not in changes and "named_books" in vars(self):
            vars(changed)["named_books"] = self.named_books
        return changed


class SeededRequest(Request, frozen=True, kw_only=True, dict=True):
    """What a command is asked in which something is random.

    Attributes
    ----------
    seed : str
        7, or "7,dice=9" to give one source of chance a seed of its own.
    jobs : int or None
        Number of cores to use; None is all. It does not change an answer.
    processes : bool
        Whether games are played by processes instead of threads: for bots that are written in Python.
    cluster : str or None
        The Dask scheduler whose workers play, as in "tcp://host:8786", or "local:4" for four processes of
        this machine. It does not change an answer.
    """

    seed: str = "1"
    jobs: int | None = None
    processes: bool = False
    cluster: str | None = None


class TableRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What a command is asked that plays games.

    Attributes
    ----------
    players : str or None
        4, "2-6" or "2,3,5"; None is the number of bots, or what the rulebook allows nearest to four.
    bots : str or None
        One name for all seats, or one for each; None is the usual bot of the game, the strongest
        that is fast enough for many games.
    rotate : bool
        Whether bots that differ move on by one seat after each game.
    bot_seconds : float
        Time limit for each decision of an external bot.
    """

    players: str | None = None
    bots: str | None = None
    rotate: bool = True
    bot_seconds: float = BOT_SECONDS


def defaults_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the default of each field that has one."""
    defaults = kind.__struct_defaults__
    names = kind.__struct_fields__[-len(defaults) :] if defaults else ()
    return {
        name: default
        for name, default in zip(names, defaults, strict=True)
        if default is not msgspec.NODEFAULT
    }


def request_of(kind: type[Record], given: Mapping[str, Any]) -> Record:
    """Return a request with what is given for its fields; None, and every other name, is passed over.

    A number or a sequence that is given for text becomes what would be typed: 4 is "4", and ["random",
    "expert"] is "random,expert". One text stands for a sequence of one; {"handicap.armies.2": (0, 12)} for a
    sequence of keys with their ranges, {"dice.defender": [2, 3]} for one of keys with their values.

    Examples
    --------
    >>> from conquestlab.analysis.requests.games import PlayRequest
    >>> request_of(PlayRequest, {"rules": "risk-modern", "players": 3, "bots": ["random", "expert"]}).bots
    'random,expert'
    """
    types: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        types |= vars(each).get("__annotations__", {})
    fields = {name: given[name] for name in kind.__struct_fields__ if given.get(name) is not None}
    return kind(**{name: _as_typed(types[name], value) for name, value in fields.items()})


def _values(given: Any) -> str:
    """Return values as they are typed: a pair as its span, a range with its step, a list one by one."""
    from conquestlab.analysis.rules.faults import toml_text

    if isinstance(given, tuple) and len(given) == 2:
        return f"{given[0]}..{given[1]}"
    if isinstance(given, range) and len(given) > 1:
        return f"{given[0]}..{given[-1]}..{given.step}"
    several = isinstance(given, (list, tuple, range))
    return ",".join(map(toml_text, given)) if several else str(given)


def _as_typed(kind: str, value: Any) -> Any:
    if kind.startswith("tuple[str"):
        if isinstance(value, Mapping):
            return tuple(f"{key}={_values(one)}" for key, one in value.items())
        return (value,) if isinstance(value, str) else tuple(map(str, value))
    if kind.startswith("str"):
        several = isinstance(value, Sequence) and not isinstance(value, str)
        return ",".join(map(str, value)) if several else str(value)
    return value
