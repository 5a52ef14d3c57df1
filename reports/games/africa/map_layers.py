"""What a drawn map of Africa shows: a number for each territory, the same for the page and for a figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.games.africa.territory_sample import SHARES
from conquestlab.analysis.language import marked, say, translated
from conquestlab.reports.formatted_numbers import formatted

STEPS = 7  # shades of the style, q0 to q6
RECONSTRUCTED = marked("The map is reconstructed: most names, all borders, coasts and squares are ours")


class TerritoryWords(NamedTuple):
    """What a measure of territories is called: on a switch, and in a sentence."""

    label: str
    words: str


TERRITORY_MEASURES = {
    "present": TerritoryWords(marked("Presences"), marked("nations present at the end")),
    "colony_1890": TerritoryWords(
        marked("Colonies by 1890"), marked("games in which it is a colony by 1890")
    ),
    "colony_1900": TerritoryWords("by 1900", marked("games in which it is a colony by 1900")),
    "colony_1910": TerritoryWords("by 1910", marked("games in which it is a colony by 1910")),
    "colony": TerritoryWords(marked("at the end"), marked("games in which it becomes a colony")),
    "held_alone": TerritoryWords(marked("Held alone"), marked("its colonies that one nation holds alone")),
    "at_war": TerritoryWords(marked("Wars"), marked("rounds in which two who are present are at war")),
    "driven_out": TerritoryWords(marked("Driven out"), marked("presences removed there, a game")),
    "first": TerritoryWords(marked("First presences"), marked("first presences placed there, a game")),
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
        By territory: value, low, high and so on.
    ends : tuple of float
        The smallest and the largest value that is shaded.
    """

    name: str
    label: str
    words: str
    rows: Mapping[str, Mapping[str, Any]]
    ends: tuple[float, float]

    @property
    def percent(self) -> bool:
        """Whether its numbers are shares."""
        return self.name in SHARES

    def text_of(self, row: Mapping[str, Any]) -> str:
        """Return the number of a row as a figure shows it."""
        return formatted(row["value"], row["low"], row["high"], self.percent)[0] + (
            " %" if self.percent else ""
        )

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

    def step(self, territory: str) -> str:
        """Return the shade of a territory."""
        low, high = self.ends
        if territory not in self.rows:
            return "none"
        part = (self.rows[territory]["value"] - low) / (high - low) if high > low else 0.5
        return f"q{min(STEPS - 1, int(part * STEPS))}"


def territory_layers(
    samples: Sequence[Sequence[Mapping[str, Any]]], where: Sequence[str]
) -> list[list[Layer]]:
    """Return the layers of some maps side by side, in which the same number has the same shade.

    Shares of colonies by year are shaded alike among themselves too, from 0 to 1.

    Parameters
    ----------
    samples : sequence of rows
        By map, the rows of its sample.
    where : sequence of str
        By map, in which games they were counted.
    """
    maps: list[list[Layer]] = [[] for _ in samples]
    for measure, said in TERRITORY_MEASURES.items():
        found = [
            {row["of"]: row for row in rows if row["measure"] == measure and row["value"] is not None}
            for rows in samples
        ]
        values = [row["value"] for rows in found for row in rows.values()]
        if not values:
            continue
        ends = (0.0, 1.0) if measure.startswith("colony") else (min(values), max(values))
        for layers, rows, games in zip(maps, found, where, strict=True):
            if rows:
                words = (
                    say("{words} – counted in {games}", words=translated(said.words), games=games)
                    if games
                    else translated(said.words)
                )
                layers.append(Layer(measure, said.label, words, rows, ends))
    return maps


def name_lines(name: str, wide: float, width_of: Callable[[str], float]) -> list[str]:
    """Break a name at its blanks and hyphens where it is wider than its territory."""
    lines: list[str] = []
    for word in name.replace("-", "- ").split():
        glue = "" if lines and lines[-1].endswith("-") else " "
        if lines and width_of(lines[-1] + glue + word) <= wide:
            lines[-1] += glue + word
        else:
            lines.append(word)
    return lines
