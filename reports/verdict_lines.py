"""Verdicts as lines of text: at most eight open what is read in a terminal, the most important first."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.contents import FIRST_TOPICS
from conquestlab.analysis.reporting.sentences import PLAIN, POINTS, WARNING, Number, Parts, Verdict
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import formatted, span_text, with_unit

MOST_LINES = 8
WIDE = 80  # a line that the sentence joins its head on


def text_of(parts: Parts) -> str:
    """Return a sentence as text, its numbers with their intervals in brackets."""
    return "".join(part if isinstance(part, str) else _number(part) for part in parts)


def _number(number: Number) -> str:
    value, low, high = formatted(*number.shown, number.form != PLAIN)
    unit = "share" if number.form not in (PLAIN, POINTS) else number.form
    text = with_unit(value, unit)
    if number.is_alone or (low, high) in ((NOTHING, NOTHING), (value, value)):
        return text
    return f"{text} ({span_text(low, high)})"


def headline(verdict: Verdict) -> str:
    """Return a verdict in a few words: its head, or its sentence if it has none."""
    alone = tuple(part._replace(is_alone=True) if isinstance(part, Number) else part for part in verdict.head)
    return text_of(alone) or text_of(verdict.parts)


def verdict_line(verdict: Verdict, about: str = "") -> str:
    """Return the head of a verdict, with its sentence where one line has room for both."""
    head = headline(verdict)
    line = say("{about}: {verdict}", about=about, verdict=head) if about else head
    whole = f"{line} {text_of(verdict.parts)}"
    return whole if verdict.head and len(whole) <= WIDE else line


def by_importance(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return verdicts in their order: warnings, who wins and how long a game is, then by weight."""
    return sorted(
        verdicts,
        key=lambda one: (
            one.tone != WARNING,
            one.topic not in FIRST_TOPICS,
            -one.weight if one.topic not in FIRST_TOPICS else 0,
        ),
    )


def opening(said: Sequence[tuple[str, Sequence[Verdict]]], most: int = MOST_LINES) -> tuple[str, ...]:
    """Return the lines that open an answer.

    Parameters
    ----------
    said : sequence of (str, sequence of Verdict)
        By run: its name, empty where there is one alone, and its verdicts in order. Of several runs each
        has as many lines as the others.
    most : int
    """
    each = max(1, most // max(1, len(said)))
    lines = [verdict_line(one, name) for name, verdicts in said for one in verdicts[:each]]
    return tuple(lines[:most])
