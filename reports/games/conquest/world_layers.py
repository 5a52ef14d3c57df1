"""What a drawn map shows: lands or continents with a number each, the same for the page and for a figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.games.conquest.land_sample import SHARES
from conquestlab.analysis.language import marked
from conquestlab.reports.formatted_numbers import formatted

STEPS = 7  # shades of the style, q0 to q6


class LandWords(NamedTuple):
    """What a measure of lands is called: on a switch, in a sentence, and above a figure of its own."""

    label: str
    words: str
    heading: str


LAND_MEASURES = {
    "battles": LandWords(
        marked("Fought over"), marked("attacks on the land, a game"), marked("attacks on the land, a game")
    ),
    "taken": LandWords(
        marked("Changes hands"),
        marked("conquests of the land, a game"),
        marked("conquests of the land, a game"),
    ),
    "kept": LandWords(
        marked("Kept"),
        marked("the owner after a round still owns it after the next"),
        marked("owners after a round who still own it after the next"),
    ),
    "half_time_wins": LandWords(
        marked("Worth"),
        marked("the seat that owns it at half-time wins the game"),
        marked("owners at half-time who win the game"),
    ),
}


class Layer(NamedTuple):
    """One way to shade the map.

    Attributes
    ----------
    name : str
        A word for the style and the script.
    label : str
        What the switch says.
    words : str
        What the number is.
    rows : mapping
        By land or continent: value, low, high and so on.
    percent : bool
    by_continent : bool
        The rows are of continents.
    common : tuple of float
        The ends of the shades of several maps side by side; empty for the layer's own.
    """

    name: str
    label: str
    words: str
    rows: Mapping[str, Mapping[str, Any]]
    percent: bool
    by_continent: bool = False
    common: tuple[float, float] | tuple[()] = ()

    def row_of(self, land: str, continent: str) -> Mapping[str, Any] | None:
        """Return the row that shades a land."""
        return self.rows.get(continent if self.by_continent else land)

    def text_of(self, row: Mapping[str, Any]) -> str:
        """Return the number of a row as a figure shows it."""
        return formatted(row["value"], row["low"], row["high"], self.percent)[0] + (
            " %" if self.percent else ""
        )

    @property
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest value that is shaded."""
        if self.common:
            return self.common
        values = [row["value"] for row in self.rows.values() if row["value"] is not None]
        return (min(values), max(values)) if values else (0.0, 1.0)

    @property
    def low_text(self) -> str:
        """The smallest value, for the scale of shades."""
        return self._end_text(self.ends[0])

    @property
    def high_text(self) -> str:
        """The largest."""
        return self._end_text(self.ends[1])

    def _end_text(self, value: float) -> str:
        return formatted(value, None, None, self.percent)[0] + ("\u202f%" if self.percent else "")

    def step(self, value: float | None) -> str:
        """Return the shade of a value."""
        low, high = self.ends
        if value is None:
            return "none"
        return f"q{min(STEPS - 1, int((value - low) / (high - low) * STEPS))}" if high > low else "q3"


def shaded_alike(maps: Sequence[Sequence[Layer]]) -> list[list[Layer]]:
    """Return the layers of several maps with the same shades for the same numbers."""
    ends: dict[str, tuple[float, float]] = {}
    for layer in (layer for layers in maps for layer in layers):
        low, high = layer.ends
        least, most = ends.get(layer.name, (low, high))
        ends[layer.name] = (min(low, least), max(high, most))
    return [[layer._replace(common=ends[layer.name]) for layer in layers] for layers in maps]


def land_layer(measure: str, rows: Sequence[Mapping[str, Any]], words: str) -> Layer:
    """Return the layer of a measure of lands among the rows of a sample."""
    by_land = {row["of"]: row for row in rows if row["measure"] == measure and row["value"] is not None}
    return Layer(measure, LAND_MEASURES[measure].label, words, by_land, measure in SHARES)


def name_lines(name: str, wide: float, width_of: Callable[[str], float]) -> list[str]:
    """Break a name at blanks where it is wider than its land."""
    lines: list[str] = []
    for word in name.split():
        if lines and width_of(f"{lines[-1]} {word}") <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
