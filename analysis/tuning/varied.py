"""The numbers of a rulebook that can be varied: what `--vary` names, their ranges, and rulebooks with them.

A number is a key of its own (`dice.sides`), an entry of a list or a table (`handicap.armies.2`,
`reinforcement.continents.asia`), or all entries of a list or a table at once: with the same number added
(`cards.scale`) or in per cent of what they are (`cards.scale%`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import find_game
from conquestlab.analysis.rules.checked import extra, opened
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_changes import label, pieces
from conquestlab.analysis.rules.rulebook_keys import completed, keys_of, sections_of, values_of

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.tuning.box import Point

ENTRY, ADDED, PERCENT = "entry", "added", "percent"
USUAL_SPAN = 20
PERCENTS = (25, 400)
AS_IT_IS = 100  # per cent


class Varied(NamedTuple):
    """One number that is varied.

    Attributes
    ----------
    key : str
        As it may be typed after --vary.
    path : str
        The key of the rulebook in which it stands.
    manner : str
        Empty for a key of its own; ENTRY, ADDED or PERCENT.
    entry : int or str or None
        Of an entry: its place in the list from 0, or its name in the table.
    now : int
    low, high : int
        The range.
    given : bool
        Whether the range was given.
    """

    key: str
    path: str
    manner: str
    entry: int | str | None
    now: int
    low: int
    high: int
    given: bool = False

    def put(self, whole: Any, number: int) -> Any:
        """Return the value of the rulebook's key with this number in it."""
        if self.manner == "":
            return number
        if self.manner == ENTRY:
            if isinstance(whole, Mapping):
                return {**whole, self.entry: number}
            return tuple(number if place == self.entry else one for place, one in enumerate(whole))
        if self.manner == ADDED:
            change: Callable[[int], int] = lambda one: one + number  # noqa: E731
        else:
            change = lambda one: max(1, (2 * one * number + AS_IT_IS) // (2 * AS_IT_IS)) if one else 0  # noqa: E731
        if isinstance(whole, Mapping):
            return {key: change(one) for key, one in whole.items()}
        return tuple(change(one) for one in whole)


class Variants:
    """The rulebooks that come of one by putting other numbers into it.

    Parameters
    ----------
    text : str
        The rulebook as it was named.
    book : Rulebook
        The same, loaded.
    seats : int
    """

    def __init__(self, text: str, book: Rulebook, seats: int):
        self.book = book
        self.seats = seats
        self._base = pieces(text)[0]
        self._values = values_of(book.spec)
        self._read: dict[str, Rulebook | WrongUse] = {}

    def whole(self, path: str) -> Any:
        """Return the value of a key in full: a number for each seat, armies for each continent."""
        value = self._values[path]
        if by_seat(self.book.game, path):
            return (*value, *[0] * self.seats)[: max(self.seats, len(value))]
        entries = find_game(self.book.game).entries.get(path)
        return entries(self.book) if entries else value

    def text(self, varied: Sequence[Varied], point: Point) -> str:
        """Return the rulebook with these numbers, as it may be typed."""
        changed: dict[str, Any] = {}
        for one, number in zip(varied, point, strict=True):
            before = changed.get(one.path, self.whole(one.path))
            changed[one.path] = one.put(before, number)
        return label(self._base, self.book.game, self.book.options | changed)

    def rulebook(self, varied: Sequence[Varied], point: Point) -> Rulebook:
        """Return the rulebook with these numbers; each is read once."""
        text = self.text(varied, point)
        if text not in self._read:
            try:
                self._read[text] = load(text)
            except WrongUse as refusal:
                self._read[text] = refusal
        found = self._read[text]
        if isinstance(found, WrongUse):
            raise found
        return found

    def refusal(self, varied: Sequence[Varied], point: Point) -> str:
        """Return why there is no such rulebook; nothing if there is."""
        try:
            self.rulebook(varied, point)
        except WrongUse as refusal:
            return str(refusal)
        return ""


def by_seat(game: str, path: str) -> bool:
    """Whether the value of a key is a list with a number for each seat."""
    return extra(keys_of(game)[path], "by") == "seat"


def read_varied(texts: Sequence[str], variants: Variants) -> tuple[Varied, ...]:
    """Return the numbers that are named, each with its range.

    A whole list by seat stands for the numbers of all seats; the caller has to leave one of them as it is.

    Parameters
    ----------
    texts : sequence of str
        As in `dice.sides`, `handicap.armies.2=0..12`.
    variants : Variants
    """
    found: list[Varied] = []
    for text in texts:
        numbers = _read(text, variants)
        twice = {one.key for one in found} & {one.key for one in numbers}
        if twice:
            raise WrongUse(f"--vary names {twice.pop()} twice: name it once")
        found += numbers
    wholes = {one.path for one in found if one.manner in (ADDED, PERCENT)}
    for path in wholes:
        if sum(one.path == path for one in found) > 1:
            raise WrongUse(f"--vary changes {path} in two ways: choose one of them")
    return tuple(found)


def _read(text: str, variants: Variants) -> list[Varied]:
    word, equals, span = (part.strip() for part in text.partition("="))
    wanted = _span(text, span) if equals else None
    path, entry = _named(word.removesuffix("%"), variants)
    kind = keys_of(variants.book.game)[path]
    whole = variants.whole(path)

    def ranged(ending: str, manner: str, place: int | str | None, now: int, bounds: Any) -> Varied:
        return _with_range(Varied(path + ending, path, manner, place, now, 0, 0), bounds, wanted, variants)

    if entry is not None:
        return [ranged(f".{_shown(path, entry, variants)}", ENTRY, entry, whole[entry], _item(kind))]
    if opened(kind)[0] is int:
        if word.endswith("%"):
            raise WrongUse(f"--vary {word}: {path} is a single number, so name it without %")
        return [ranged("", "", None, whole, kind)]
    if by_seat(variants.book.game, path) and not word.endswith("%"):
        seats = range(variants.seats)
        return [ranged(f".{seat + 1}", ENTRY, seat, whole[seat], _item(kind)) for seat in seats]
    if not whole:
        raise WrongUse(f"--vary {word}: {path} has no entries that could be varied")
    if word.endswith("%"):
        return [ranged("%", PERCENT, None, AS_IT_IS, None)]
    return [ranged("", ADDED, None, 0, None)]


def _span(text: str, span: str) -> tuple[int, int]:
    match = re.fullmatch(r"([+-]?[0-9]{1,9})\s*\.\.\s*([+-]?[0-9]{1,9})", span)
    if not match or int(match[1]) >= int(match[2]):
        raise WrongUse(f"--vary {text}: give the range as two whole numbers, the lower first, as in 0..12")
    return int(match[1]), int(match[2])


def _named(word: str, variants: Variants) -> tuple[str, int | str | None]:
    """Return the key of the rulebook that a word names, and the entry in it."""
    game = variants.book.game
    keys = keys_of(game)
    names = completed(game, word)
    if len(names) > 1:
        raise WrongUse(f"--vary {word} may mean {', '.join(names)}: name one of them")
    if names and names[0] in keys:
        if not _is_varied(keys[names[0]]):
            raise WrongUse(
                f"--vary {names[0]}: its value is no number; conquest compare sets such rules side by side"
            )
        return names[0], None
    parent, _, entry = (names[0] if names else word).rpartition(".")
    owners = [name for name in completed(game, parent) if name in keys] if parent else []
    if len(owners) == 1 and not isinstance(variants.whole(owners[0]), (int, str, bool)):
        return owners[0], _entry(owners[0], entry, variants)
    if names or word in sections_of(game):
        inside = ", ".join(key for key in keys if key.startswith(f"{names[0]}.") and _is_varied(keys[key]))
        raise WrongUse(f"--vary {word}: name one of its numbers: {inside or 'it has none'}")
    from conquestlab.analysis.rules.faults import nearest

    near = nearest(word, [key for key in keys if _is_varied(keys[key])])
    raise WrongUse(f"--vary {word}: no such key" + (f", did you mean {near}?" if near else ""))


def _is_varied(kind: Any) -> bool:
    plain = opened(kind)[0]
    return plain is int or get_origin(plain) in (tuple, dict)


def _entry(path: str, entry: str, variants: Variants) -> int | str:
    whole = variants.whole(path)
    if isinstance(whole, Mapping):
        known = {str(key): key for key in whole}
        if entry in known:
            found: int | str = known[entry]
            return found
        raise WrongUse(f"--vary {path}.{entry}: {path} has {', '.join(known) or 'no entries'}")
    places = variants.seats if by_seat(variants.book.game, path) else len(whole)
    if entry.isdigit() and 1 <= int(entry) <= places:
        return int(entry) - 1
    what = f"{places} seats play" if by_seat(variants.book.game, path) else f"it has {places} numbers"
    raise WrongUse(f"--vary {path}.{entry}: {what}, counted from 1")


def _shown(path: str, entry: int | str, variants: Variants) -> str:
    return str(entry) if isinstance(variants.whole(path), Mapping) else str(int(entry) + 1)


def _item(kind: Any) -> Any:
    """Return the type of the entries of a list or a table."""
    plain = opened(kind)[0]
    return get_args(plain)[1 if get_origin(plain) is dict else 0]


def _with_range(one: Varied, kind: Any, wanted: tuple[int, int] | None, variants: Variants) -> Varied:
    """Return a number with the range that is wanted, or with a usual one."""
    if wanted:
        for end in wanted:
            refusal = variants.refusal([one], (end,))
            if refusal and end != one.now:
                raise WrongUse(f"--vary {one.key}={wanted[0]}..{wanted[1]}: {refusal}")
        return one._replace(low=wanted[0], high=wanted[1], given=True)
    if one.manner == PERCENT:
        low, high = PERCENTS
    else:
        span = max(USUAL_SPAN, 2 * abs(one.now))
        low, high = one.now - span, one.now + span
        meta = opened(kind)[1] if kind is not None else None
        if meta is not None:  # every number of a rulebook has bounds
            low, high = max(low, int(meta.ge or 0)), min(high, int(meta.le or 0))
    low, high = (_farthest(one, end, variants) for end in (low, high))
    if low == high:
        for end in (one.now + 1, one.now - 1):
            refusal = variants.refusal([one], (end,))
        raise WrongUse(f"--vary {one.key}: {refusal}")
    return one._replace(low=low, high=high)


def _farthest(one: Varied, end: int, variants: Variants) -> int:
    """Return the number nearest to `end`, from what it is now, for which there is a rulebook."""
    if end == one.now or not variants.refusal([one], (end,)):
        return end
    fine, wrong = one.now, end
    while abs(wrong - fine) > 1:
        middle = (fine + wrong) // 2
        if variants.refusal([one], (middle,)):
            wrong = middle
        else:
            fine = middle
    return fine
