"""Which way each difference of a comparison goes, and what the signs of all its tables come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from conquestlab.analysis.comparing.agreement import Agreement, agreement_of
from conquestlab.analysis.comparing.robustness import what_holds
from conquestlab.analysis.comparing.verdicts import DIFFERENT, WAYS
from conquestlab.analysis.comparing.verdicts import SAME as SAME_GAMES
from conquestlab.analysis.language import say, translated
from conquestlab.analysis.measures.measure import CONTINENT, HUNDREDTHS, SEAT
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import is_number, span_of
from conquestlab.analysis.row import Row

MORE, LESS, SAME, OPEN, OTHER = "more", "less", "same", "open", "other"
OF_WAYS = {1: MORE, -1: LESS, 0: SAME, None: OPEN}
SIGN_OF = {way: sign for sign, way in WAYS.items() if sign not in (SAME_GAMES, DIFFERENT)}
KEY = ("rules", "against", "measure", "of")


class Compared(NamedTuple):
    """One measure under one variant, at all tables where it was compared.

    Attributes
    ----------
    rules, against, measure, of, kind, unit : str
    rows : list of dict
        One a table: number of players and bots.
    ways : list of int or None
        1 for more, -1 for less, 0 for no difference that matters, None for open, by row.
    """

    rules: str
    against: str
    measure: str
    of: str
    kind: str
    unit: str
    rows: list[Row]
    ways: list[int | None]

    @property
    def signs(self) -> list[str]:
        """MORE, LESS, SAME or OPEN, by row; of a distance OTHER in place of MORE."""
        return [OTHER if self.is_distance and way else OF_WAYS[way] for way in self.ways]

    @property
    def is_distance(self) -> bool:
        """Whether a finding says that two differ, and not which way."""
        return measure_called(self.measure).distance

    @property
    def agreement(self) -> Agreement:
        """What the tables come to."""
        return agreement_of(self.ways)

    @property
    def name(self) -> str:
        """What is measured, in words."""
        measure = self.measure.replace("_", " ")
        if not self.of:
            return measure
        return f"{measure}, {self.thing}"

    @property
    def title(self) -> str:
        """What is measured, in the words of a figure."""
        heading = measure_called(self.measure).heading
        return f"{heading}, {self.thing}" if self.of else heading

    @property
    def thing(self) -> str:
        """What it is measured of, in words: a seat, a bot, a continent."""
        if self.kind == SEAT:
            return f"seat {self.of}"
        return self.of.replace("_", " ").title() if self.kind == CONTINENT else self.of

    @property
    def in_points(self) -> bool:
        """Whether its differences are told in hundredths."""
        return self.unit in HUNDREDTHS

    @property
    def with_numbers(self) -> list[Row]:
        """The rows that have a difference."""
        return [row for row in self.rows if is_number(row.get("difference"))]

    @property
    def is_finding(self) -> bool:
        """Whether some table shows a difference."""
        return self.agreement.findings > 0


def compared(rows: Sequence[Row]) -> list[Compared]:
    """Return what was compared, in the order of the rows; rows without a difference are the base."""
    groups: dict[tuple[str, str, str, str], list[Row]] = {}
    for row in rows:
        if is_number(row.get("difference")) or row.get("sign") or row.get("verdict"):
            rules, against, measure, of = (str(row.get(name) or "") for name in KEY)
            groups.setdefault((rules, against, measure, of), []).append(row)
    return [
        Compared(*key, some[0]["kind"] or "", some[0]["unit"] or "", some, [way_of(row) for row in some])
        for key, some in groups.items()
    ]


def table_of(row: Row) -> str:
    """Return at which table something was compared: number of players, bots."""
    parts = [f"{row['players']} players"] if row.get("players") else []
    return ", ".join([*parts, *([str(row["bots"])] if row.get("bots") else [])])


def place_of(row: Row) -> str:
    """Return what was compared and at which table: variant, number of players, bots."""
    return ", ".join(part for part in (str(row.get("rules") or ""), table_of(row)) if part)


def difference_row(row: Row) -> Row:
    """Return a difference with what marks it on a page: value, low, high, finding, measure, of, run."""
    known = span_of(row, "difference", "difference_")
    said = {"measure": f"difference of {row.get('measure')}", "of": str(row.get("of") or "")}
    return known | said | {"finding": way_of(row) in (1, -1), "run": place_of(row)}


def way_of(row: Row) -> int | None:
    """Return which way a difference goes: a robust answer has a mark for it, others a number."""
    sign = row.get("sign")
    return WAYS[sign] if isinstance(sign, str) else sign


def told_holds(english: str) -> str:
    """Return what holds in the reader's language: files keep the English words."""
    way, _, places = english.partition(" in ")
    found, _, tables = places.partition(" of ")
    if found.isdigit() and tables.isdigit():
        return say("{way} in {found} of {tables}", way=translated(way), found=found, tables=tables)
    way = english.removesuffix(" everywhere")
    return translated(english) if way == english else say("{way} everywhere", way=translated(way))


def holds(one: Compared) -> str:
    """Say what the signs of all tables come to, as `conquest compare --robust` does."""
    said = next((str(row["holds"]) for row in one.rows if row.get("holds")), "")
    signs = [
        (row.get("players") or 0, DIFFERENT if one.is_distance and way else SIGN_OF[way])
        for row, way in zip(one.rows, one.ways, strict=True)
    ]
    return told_holds(said or what_holds(signs))
