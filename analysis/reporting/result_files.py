"""Results of other commands, read back from the files that `--format json --output FILE` wrote."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.errors import Failed, WrongUse, why
from conquestlab.analysis.row import Row

KINDS = ("compare", "sweep", "ladder", "tune")
FIXED = ("rules", "players", "bots", "measure", "of", "kind")
VALUES = {
    "compare": {"sign", "kind", "unit"},  # what a comparison says beside its words
    "sweep": {*FIXED, "against", "difference", "p_holm", "verdict"},
}


class Result(NamedTuple):
    """The answer of a command.

    Attributes
    ----------
    kind : str
        The command, such as `compare`.
    place : str
        The file.
    meta : dict
        What is known of the answer; `command` is the line that was typed.
    rows : list of dict
    names : mapping
        What its rulebooks are called for readers, by label.
    """

    kind: str
    place: str
    meta: Row
    rows: list[Row]
    names: Mapping[str, str] = {}

    @property
    def command(self) -> str:
        """The line that was typed."""
        return str(self.meta.get("command", ""))

    @property
    def rules(self) -> list[str]:
        """The rulebooks that it is about; of a sweep the one that the others are compared with."""
        if self.kind == "sweep" and self.meta.get("against"):
            return [str(self.meta["against"])]
        named = self.meta.get("rules", [])
        return [str(one) for one in named] if isinstance(named, list) else [str(named)]

    @property
    def notes(self) -> list[str]:
        """Sentences that came with it."""
        return [str(note) for note in self.meta.get("notes", [])]

    def called(self, rules: str) -> str:
        """Return what a rulebook is called for readers."""
        return self.names.get(rules, rules)

    @property
    def named(self) -> Result:
        """The same with the names of the rulebooks in its rows, for figures and sentences."""
        keys = ("rules", "against") if self.kind == "compare" else ("rules",)
        rows = [
            {**row, **{key: self.called(str(row[key])) for key in keys if row.get(key)}} for row in self.rows
        ]
        return self._replace(rows=rows)

    def only(self, variant: str) -> Result:
        """Return a comparison with one of its variants alone."""
        rows = [row for row in self.rows if row.get("rules") in (variant, self.rules[0])]
        return self._replace(meta={**self.meta, "rules": [self.rules[0], variant]}, rows=rows)

    def with_numbers(self, *columns: str) -> list[Row]:
        """Return the rows in which all these columns are numbers."""
        return [row for row in self.rows if all(is_number(row.get(name)) for name in columns)]


def is_number(value: Any) -> bool:
    """Tell a number that can be drawn; a truth value is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def span_of(row: Row, value: str = "value", ends: str = "") -> Row:
    """Return value, low and high of a row, None where there is no number; `ends` goes before low and high."""
    columns = {"value": value, "low": f"{ends}low", "high": f"{ends}high"}
    return {key: row[name] if is_number(row.get(name)) else None for key, name in columns.items()}


def read_results(places: Sequence[str], kind: str) -> list[Result]:
    """Read the answers of one command."""
    return [read_result(place, kind) for place in places]


def read_result(place: str, kind: str) -> Result:
    """Read an answer.

    Parameters
    ----------
    place : str
        A file of JSON with `meta` and `rows`.
    kind : str
        The command that has to have made it.

    Raises
    ------
    WrongUse
        There is no such file, or another command made it.
    Failed
        It cannot be read, or is no answer.
    """
    how = f"make it with conquest {kind} … --format json --output {place}"
    try:
        with open(place, encoding="utf-8") as file:
            answer = json.load(file)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise WrongUse(f"{place} is no file: {how}") from None
    except OSError as error:
        raise Failed(f"cannot read {place}: {why(error)}") from error
    except ValueError:
        raise Failed(f"{place} is not JSON: {how}") from None
    if not (isinstance(answer, dict) and isinstance(answer.get("meta"), dict) and _are_rows(answer)):
        raise Failed(f"{place} is no answer with meta and rows: {how}")
    words = str(answer["meta"].get("command", "")).split()
    if words[:1] == ["conquest"]:
        words = words[1:]
    made_by = words[0] if words else ""
    if made_by != kind:
        told = f"is the answer of conquest {made_by}" if made_by else "does not say which command made it"
        raise WrongUse(f"{place} {told}: --{kind} takes that of conquest {kind}")
    if any(not row.keys() >= VALUES.get(kind, set()) for row in answer["rows"]):
        raise WrongUse(f"{place} was made by an older version: run conquest {kind} again")
    return Result(kind, place, answer["meta"], answer["rows"])


def _are_rows(answer: Row) -> bool:
    rows = answer.get("rows")
    return isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
