"""Which way each difference of a comparison goes, and what the signs of all its tables come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.reporting.result_files import is_number

Record = dict[str, Any]

MORE, LESS, SAME, OPEN = "more", "less", "same", "open"
OF_SIGNS = {"+": MORE, "-": LESS, "=": SAME, "0": SAME, "?": OPEN}
OF_WORDS = {" is higher by": MORE, " is longer by": MORE, " is lower by": LESS, " is shorter by": LESS}
KEY = ("rules", "against", "measure", "of")
BY_SEAT = ("win_share", "score", "kills", "decisions")


class Compared(NamedTuple):
    """One measure under one variant, at all tables where it was compared.

    Attributes
    ----------
    rules, against, measure, of : str
    rows : list of dict
        One a table: number of players and bots.
    signs : list of str
        MORE, LESS, SAME or OPEN, by row.
    """

    rules: str
    against: str
    measure: str
    of: str
    rows: list[Record]
    signs: list[str]

    @property
    def name(self) -> str:
        """What is measured, in words."""
        measure = self.measure.replace("_", " ")
        if not self.of:
            return measure
        return f"{measure}, {self.thing}"

    @property
    def thing(self) -> str:
        """What it is measured of, in words: a seat, a bot, a continent."""
        if self.measure in BY_SEAT and self.of.isdigit():
            return f"seat {self.of}"
        return self.of.replace("_", " ").title() if self.measure.startswith("continent") else self.of

    @property
    def is_finding(self) -> bool:
        """Whether some table shows a difference."""
        return MORE in self.signs or LESS in self.signs

    @property
    def smallest_p(self) -> float:
        """The smallest p-value of the tables."""
        values = [row.get(key) for row in self.rows for key in ("p_holm", "p")]
        return min((float(value) for value in values if value is not None and is_number(value)), default=1.0)


def compared(rows: Sequence[Record]) -> list[Compared]:
    """Return what was compared, in the order of the rows; rows without a difference are the base."""
    groups: dict[tuple[str, str, str, str], list[Record]] = {}
    for row in rows:
        if is_number(row.get("difference")) or row.get("sign") or row.get("verdict"):
            rules, against, measure, of = (str(row.get(name) or "") for name in KEY)
            groups.setdefault((rules, against, measure, of), []).append(row)
    return [Compared(*key, some, [sign_of(row) for row in some]) for key, some in groups.items()]


def place_of(row: Record) -> str:
    """Return what was compared and at which table: variant, number of players, bots."""
    parts = [str(row["rules"])] if row.get("rules") else []
    parts += [f"{row['players']} players"] if row.get("players") else []
    return ", ".join([*parts, *([str(row["bots"])] if row.get("bots") else [])])


def sign_of(row: Record) -> str:
    """Return which way a difference goes, from its sign or its verdict."""
    if row.get("sign") in OF_SIGNS:
        return OF_SIGNS[row["sign"]]
    words = str(row.get("verdict") or "")
    for part, sign in OF_WORDS.items():
        if part in words:
            return sign
    return SAME if words.startswith(("no difference", "the same")) else OPEN


def holds(one: Compared) -> str:
    """Say what the signs of all tables come to."""
    said = next((str(row["holds"]) for row in one.rows if row.get("holds")), "")
    if said:
        return said
    count = {sign: one.signs.count(sign) for sign in (MORE, LESS, SAME, OPEN)}
    tables = len(one.signs)
    if count[MORE] and count[LESS]:
        return f"more in {count[MORE]}, less in {count[LESS]} of {tables} tables: it depends on who plays"
    for sign in (MORE, LESS):
        if count[sign] == tables:
            return f"{sign} at all {tables} tables"
        if count[sign]:
            return f"{sign} at {count[sign]} of {tables} tables"
    return "no difference" if count[SAME] == tables else "not decided"
