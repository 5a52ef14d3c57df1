"""The grid of rulebooks: what `--vary KEY=VALUES` names, and a rulebook for every combination of values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, get_origin

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.checked import opened
from conquestlab.analysis.rules.faults import nearest, shown, toml_text
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_changes import change, label, pieces, value_text
from conquestlab.analysis.rules.rulebook_keys import completed, keys_of, values_of

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_BOOKS = 10_000
RANGE = re.compile(r"([+-]?[0-9]{1,9})\.\.([+-]?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?")
A_WAY = "write KEY=VALUES, as in dice.defender=2,3 or cards.scale_step=0..10..5"


class VariedKey(NamedTuple):
    """A key of the rulebook, or an entry of one, with the values that it takes.

    Attributes
    ----------
    name : str
        In full, as a column is called: `dice.defender`, `handicap.armies.2`.
    path : str
        The key of the rulebook in which the values stand.
    entry : int or str or None
        Of an entry: its place in the list from 0, or its name in the table.
    values : tuple
        As they were typed, read as TOML.
    """

    name: str
    path: str
    entry: int | str | None
    values: tuple[Any, ...]

    def put(self, whole: Any, value: Any) -> Any:
        """Return the value of the rulebook's key with this value in it."""
        if self.entry is None:
            return value
        if isinstance(whole, Mapping):
            return {str(key): one for key, one in whole.items()} | {str(self.entry): value}
        place = int(self.entry)
        found = [*(*whole, *[0] * (place + 1 - len(whole)))[:place], value, *whole[place + 1 :]]
        while len(found) > len(whole) and found[-1] == 0:  # as the rulebook has it, where that is nothing
            found.pop()
        return found

    def of(self, book: Rulebook) -> Any:
        """Return the value that a rulebook has."""
        whole = values_of(book.spec)[self.path]
        if self.entry is None:
            return whole
        if isinstance(whole, Mapping):
            return {str(key): value for key, value in whole.items()}.get(str(self.entry))
        return whole[int(self.entry)] if int(self.entry) < len(whole) else 0

    def text(self, book: Rulebook) -> str:
        """Return that value as it may be typed."""
        value = self.of(book)
        return value_text(book.game, self.path, value) if self.entry is None else toml_text(value)

    def column(self, book: Rulebook) -> Any:
        """Return that value as a column shows it: as it is, or as text where it is a list or a table."""
        value = self.of(book)
        return value if isinstance(value, (bool, int, str)) else toml_text(value)


class Grid(NamedTuple):
    """Rulebooks for all combinations of values.

    Attributes
    ----------
    keys : tuple of VariedKey
    books : tuple of (str, Rulebook)
        Each as it may be typed and as it was read; the last key changes fastest.
    base : int
        The place of the one that the others are compared with.
    """

    keys: tuple[VariedKey, ...]
    books: tuple[tuple[str, Rulebook], ...]
    base: int

    def columns(self, book: Rulebook) -> dict[str, Any]:
        """Return the values of a rulebook by key."""
        return {key.name: key.column(book) for key in self.keys}


def read_grid(text: str, book: Rulebook, vary: Sequence[str], against: str | None = None) -> Grid:
    """Return the grid that is asked for, with all its rulebooks read and checked.

    Parameters
    ----------
    text : str
        The rulebook as it was named.
    book : Rulebook
        The same, read.
    vary : sequence of str
        Keys with their values.
    against : str, optional
        The values of the base; those of other keys are as in the base that is usual.
    """
    keys = tuple(_read_key(one, book) for one in vary)
    names = [key.name for key in keys]
    for key in keys:
        if names.count(key.name) > 1:
            raise WrongUse(f"--vary names {key.name} twice: give all its values at once")
        if key.entry is not None and any(one.path == key.path and one.entry is None for one in keys):
            raise WrongUse(f"--vary changes {key.path} in two ways: choose one of them")
    count = prod(len(key.values) for key in keys)
    if count > MOST_BOOKS:
        raise WrongUse(f"{count} combinations of values are too many: give {MOST_BOOKS} at most")
    books = tuple(_changed(text, book, keys, values) for values in product(*(key.values for key in keys)))
    _refuse_twice(keys, books)
    hashes = [one.hash for _, one in books]
    base = hashes.index(book.hash) if book.hash in hashes else 0
    if against is not None:
        base = _against(against, text, book, keys, books, base)
    return Grid(keys, books, base)


def _read_key(text: str, book: Rulebook) -> VariedKey:
    word, equals, _ = (part.strip() for part in text.partition("="))
    if not equals:
        raise WrongUse(f"--vary {shown(text)}: {A_WAY}")
    path, entry = _named(word, book)
    name = path if entry is None else f"{path}.{int(entry) + 1 if isinstance(entry, int) else entry}"
    first, *others = pieces(text)
    values = [one for piece in (first.partition("=")[2], *others) for one in _values(word, piece.strip())]
    return VariedKey(name, path, entry, tuple(values))


def _values(word: str, piece: str) -> list[Any]:
    """Return the values of one part of a list: a range stands for all its numbers."""
    found = RANGE.fullmatch(piece)
    if not found:
        try:
            return [change(f"{word}={piece}")[1]]
        except WrongUse as refusal:
            raise WrongUse(f"--vary {refusal}") from None
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if low >= high or step < 1 or (high - low) % step:
        raise WrongUse(
            f"--vary {word}={piece}: give the lower end, the upper end and a step that leads from one to the "
            "other, as in 0..10..5"
        )
    if (high - low) // step >= MOST_BOOKS:
        raise WrongUse(f"--vary {word}={piece}: give {MOST_BOOKS} values at most")
    return list(range(low, high + 1, step))


def _named(word: str, book: Rulebook, option: str = "--vary") -> tuple[str, int | str | None]:
    """Return the key of the rulebook that a word names, and the entry in it."""
    keys = keys_of(book.game)
    names = completed(book.game, word)
    if len(names) > 1:
        raise WrongUse(f"{option} {word} may mean {', '.join(names)}: name one of them")
    if names and names[0] in keys:
        return names[0], None
    parent, _, entry = (names[0] if names else word).rpartition(".")
    owners = [name for name in completed(book.game, parent) if name in keys] if parent else []
    if len(owners) == 1 and entry:
        kind = get_origin(opened(keys[owners[0]])[0])
        if kind is dict:
            known = {str(key): key for key in values_of(book.spec)[owners[0]]}
            return owners[0], str(known.get(entry, entry))
        if kind is tuple and entry.isdigit() and 1 <= int(entry) <= 100:
            return owners[0], int(entry) - 1
        if kind is tuple:
            raise WrongUse(f"{option} {word}: entries are counted from 1, as in {owners[0]}.2")
    near = nearest(word, keys)
    raise WrongUse(f"{option} {word}: no such key" + (f", did you mean {near}?" if near else ""))


def _changed(
    text: str,
    book: Rulebook,
    keys: Sequence[VariedKey],
    values: Sequence[Any],
    option: str = "--vary",
) -> tuple[str, Rulebook]:
    """Return the rulebook with these values; WrongUse names the values that it refuses."""
    before, changed = values_of(book.spec), dict[str, Any]()
    for key, value in zip(keys, values, strict=True):
        changed[key.path] = key.put(changed.get(key.path, before[key.path]), value)
    typed = label(pieces(text)[0], book.game, book.options | changed) if keys else text
    try:
        return typed, load(typed)
    except WrongUse as refusal:
        told = " ".join(
            f"{key.name}={shown(toml_text(value))}" for key, value in zip(keys, values, strict=True)
        )
        raise WrongUse(f"{option} {told}: {refusal}") from None


def _refuse_twice(keys: Sequence[VariedKey], books: Sequence[tuple[str, Rulebook]]) -> None:
    seen: set[tuple[str, ...]] = set()
    for _, book in books:
        told = tuple(key.text(book) for key in keys)
        if told in seen:
            names = ", ".join(f"{key.name}={one}" for key, one in zip(keys, told, strict=True))
            raise WrongUse(f"--vary asks for {names} twice: give every value once")
        seen.add(told)


def _against(
    against: str,
    text: str,
    book: Rulebook,
    keys: Sequence[VariedKey],
    books: Sequence[tuple[str, Rulebook]],
    usual: int,
) -> int:
    """Return the place of the rulebook that `--against` names by values of the grid."""
    if not keys:
        raise WrongUse("--against chooses among rules that vary: add --vary KEY=VALUES")
    wanted = {key.name: key.text(books[usual][1]) for key in keys}
    for piece in pieces(against):
        word, value = change(piece)
        path, entry = _named(word, book, "--against")
        key = next((one for one in keys if (one.path, one.entry) == (path, entry)), None)
        if key is None:
            raise WrongUse(f"--against {shown(piece)}: {word} does not vary, there are {', '.join(wanted)}")
        known = dict.fromkeys(key.text(one) for _, one in books)
        wanted[key.name] = key.text(_changed(text, book, [key], [value], "--against")[1])
        if wanted[key.name] not in known:
            raise WrongUse(f"--against {shown(piece)}: the grid has {', '.join(known)}")
    told = [{key.name: key.text(one) for key in keys} for _, one in books]
    return told.index(wanted)
