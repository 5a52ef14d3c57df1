"""Verdicts as records: a few words to remember, and a sentence of words and numbers with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple

from conquestlab.analysis.language import say, translated
from conquestlab.analysis.reporting.degrees import PLAINLY

Row = Mapping[str, Any]

SHARE, PLAIN, POINTS = "share", "plain", "points"
WARNING = "warning"


class Number(NamedTuple):
    """A number in a sentence, with the measure that it comes from.

    Attributes
    ----------
    value, low, high : float or None
    measure, of : str
        Of the row it is taken from; empty for a number that is none of a row.
    form : str
        `share` (shown in per cent), `points` (a difference of shares) or `plain`.
    is_size : bool
        The words around it say which way it goes: it is shown without its sign.
    run : str
        What it was found in, where that is no run of the page.
    is_alone : bool
        Whether it is shown without its interval, which only says how many digits it has.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    measure: str = ""
    of: str = ""
    form: str = PLAIN
    is_size: bool = False
    run: str = ""
    is_alone: bool = False

    @property
    def shown(self) -> tuple[float | None, float | None, float | None]:
        """Value, low and high as they are shown."""
        if not self.is_size or self.value is None or self.value >= 0:
            return self.value, self.low, self.high
        low, high = (None if one is None else -one for one in (self.high, self.low))
        return -self.value, low, high


Parts = tuple[str | Number, ...]


class Verdict(NamedTuple):
    """One verdict.

    Attributes
    ----------
    topic : str
        What it is about, in a word.
    parts : tuple
        The sentence that bears it out, words and numbers in turn.
    tone : str
        `WARNING` for what a reader must know first.
    head : tuple
        The verdict itself in a few words; its numbers have no interval.
    weight : int
        How much it matters, one of the degrees of degrees.py; BARELY also where nothing is shown.
    """

    topic: str
    parts: Parts
    tone: str = ""
    head: Parts = ()
    weight: int = PLAINLY

    @property
    def numbers(self) -> list[Number]:
        """The numbers of the sentence."""
        return [part for part in self.parts if isinstance(part, Number)]

    @property
    def words(self) -> str:
        """The sentence with an ellipsis for each number, as tests read it."""
        return _read(self.parts)

    @property
    def headline(self) -> str:
        """The head in the same way."""
        return _read(self.head)


def _read(parts: Parts) -> str:
    return "".join(part if isinstance(part, str) else "…" for part in parts)


def sentence(english: str, /, **parts: str | Number | Parts) -> Parts:
    """Return a sentence in the reader's language as parts.

    Parameters
    ----------
    english : str
        The sentence with names in braces: "Seat 1 wins {share}; an even share would be {even}.".
    **parts
        What stands at each name: words, a number, or a piece that is made of several.
    """
    found: list[str | Number] = []
    for words, name, _, _ in Formatter().parse(translated(english)):
        if words:
            found.append(words)
        if name is not None:
            part = parts[name]
            found += [part] if isinstance(part, (str, Number)) else part
    return _together(found)


def _together(parts: Iterable[str | Number]) -> Parts:
    """Join words that stand side by side."""
    found: list[str | Number] = []
    for part in parts:
        before = found[-1] if found else None
        if isinstance(part, str) and isinstance(before, str):
            found[-1] = before + part
        else:
            found.append(part)
    return tuple(found)


class Measured:
    """The rows of one run, found by measure and what they are of."""

    def __init__(self, rows: Sequence[Row]):
        self._rows = {(row["measure"], row["of"]): row for row in rows if row["value"] is not None}

    def of(self, measure: str) -> list[Row]:
        """Return the rows of a measure that have a value."""
        return [row for (name, _), row in self._rows.items() if name == measure]

    def first(self, measure: str) -> Row | None:
        """Return the first row of a measure, if it has a value."""
        return next(iter(self.of(measure)), None)

    def at(self, measure: str, of: str) -> Row | None:
        """Return one row, if it has a value."""
        return self._rows.get((measure, of))


def number(row: Row, form: str = PLAIN) -> Number:
    """Return a row's number for a sentence."""
    return Number(row["value"], row["low"], row["high"], row["measure"], row["of"], form)


def joined(some: Iterable[Parts]) -> list[str | Number]:
    """Return several pieces as a list in words: one, another and a third."""
    *others, last = [tuple(piece) for piece in some] or [()]
    if not others:
        return list(last)
    listed = others[0]
    for piece in others[1:]:
        listed = sentence("{some}, {next}", some=listed, next=piece)
    return list(sentence("{some} and {last}", some=listed, last=last))


def joined_words(words: Iterable[str]) -> str:
    """Return several words as a list in words."""
    *others, last = list(words) or [""]
    return say("{some} and {last}", some=", ".join(others), last=last) if others else last


def run_on(*sentences: Parts) -> Parts:
    """Return several sentences, one after the other; empty ones are left out."""
    parts: list[str | Number] = []
    for one in sentences:
        parts += [*([" "] if parts and one else []), *one]
    return _together(parts)


def capital(text: str) -> str:
    """Return a text that begins a sentence."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Return a text that begins with a capital as it stands within a sentence."""
    return text[:1].lower() + text[1:]


def ended(line: str) -> str:
    """Write a line as a sentence, unless it ends with a command to copy."""
    return capital(line) + ("" if ": conquest " in line else ".")


def lies_apart(low: Row, high: Row) -> bool:
    """Tell whether the interval of one row ends before that of another begins."""
    return low["high"] is not None and high["low"] is not None and bool(low["high"] < high["low"])
