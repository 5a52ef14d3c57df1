"""How often intervals held the truth: what runs of a study say, counted, judged and laid out as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from conquestlab.analysis.measures.intervals import LEVEL, wilson
from conquestlab.analysis.row import Row

TOLERANCE = 0.01  # an interval of 95 % that covers 94 % is near enough to its promise

Key = tuple[str, str]
"""A measure, and what its row is of."""

Held = Mapping[Key, bool]
"""What one run says: for each interval that promises something, whether it held the truth."""


def holds(low: float | None, high: float | None, truth: float | None) -> bool | None:
    """Return whether an interval holds the truth; None where either is unknown. One end may be open."""
    if truth is None or (low is None and high is None):
        return None
    return (low is None or low <= truth) and (high is None or truth <= high)


class Study(Protocol):
    """Something that is run again and again.

    Attributes
    ----------
    name : str
    promised : bool
        Whether the study has to keep what the intervals promise, or shows where they stop doing so.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def promised(self) -> bool: ...  # noqa: D102

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield for each run what held; what is not named does not count."""


def coverage(
    study: Study, repetitions: int, seed: int = 1, tried: Callable[[int], object] | None = None
) -> list[Row]:
    """Count over runs of a study how often each interval held the truth.

    Parameters
    ----------
    study : Study
    repetitions, seed : int
    tried : callable, optional
        Called with 1 after each run.

    Returns
    -------
    list of dict
        Keys `study`, `measure`, `of`, `covered` (share of the runs), `low`, `high` (Wilson's interval of that
        share, for all intervals of the study at once), `runs` (in which the interval was defined), `kept`
        (whether `low` to `high` reaches the level, less one point in a hundred) and `promised`.
    """
    counts: dict[Key, list[int]] = {}
    for run in study.held(repetitions, seed):
        for key, held in run.items():
            count = counts.setdefault(key, [0, 0])
            count[0] += held
            count[1] += 1
        if tried:
            tried(1)
    answer = []
    for (measure, of), (covered, defined) in counts.items():
        low, high = wilson(covered, defined, LEVEL, len(counts))
        answer.append(
            {
                "study": study.name,
                "measure": measure,
                "of": of,
                "covered": covered / defined,
                "low": float(low),
                "high": float(high),
                "runs": defined,
                "kept": bool(high >= LEVEL - TOLERANCE),
                "promised": study.promised,
            }
        )
    return answer


def coverage_table(records: Sequence[Row]) -> list[str]:
    """Return the lines of a Markdown table: for each study the lowest coverage of a measure's rows.

    In per cent. A star marks what falls short of the level; brackets, a study that only shows where it does.
    """
    studies = {row["study"]: row["promised"] for row in records}
    heads = [name if promised else f"({name})" for name, promised in studies.items()]
    lines = ["| measure | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for measure in dict.fromkeys(row["measure"] for row in records):
        cells = []
        for study in studies:
            rows = [row for row in records if (row["study"], row["measure"]) == (study, measure)]
            broken = any(not row["kept"] for row in rows)
            lowest = min((row["covered"] for row in rows), default=None)
            cells.append("" if lowest is None else f"{100 * lowest:.1f}{'*' * broken}")
        lines.append(f"| `{measure}` | " + " | ".join(cells) + " |")
    return lines
