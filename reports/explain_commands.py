"""From a request to explain to text of 80 columns, or to records."""

from __future__ import annotations

from conquestlab.analysis.explaining.explained import (
    explain_all,
    explanation_rows,
    listed_rows,
    names_by_kind,
)
from conquestlab.analysis.explaining.explanation import Explanation
from conquestlab.analysis.language import say, translated
from conquestlab.analysis.requests.explaining import ExplainRequest
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.layout import wrapped
from conquestlab.reports.page import Page
from conquestlab.reports.play_commands import write_lines
from conquestlab.reports.tables import PAGE, check_output

INDENT = 4
LABEL = 22  # characters for what a fact is about


def explain_answer(request: ExplainRequest, output: Output) -> Answer:
    """Answer `conquest explain`: as text where a table is asked for, else as rows."""
    names = request.names
    if check_output(output.output, output.format) == "table":
        write_lines(told(explain_all(names, request.books)) if names else listed(), output.output)
        return Answer(None)
    return Answer(Page(explanation_rows(names, request.books) if names else listed_rows()))


def told(found: list[Explanation]) -> list[str]:
    """Return explanations as lines, those that differ only in what they are about one after the other."""
    lines: list[str] = []
    for one in found:
        lines += ["", *_told(one)] if lines else _told(one)
    return lines


def _told(one: Explanation) -> list[str]:
    heading = f"{one.name} ({translated(one.kind)})"
    lines = [heading, *_indented(one.means or say("No words are kept of it."))]
    for about, value in one.facts.items():
        lines += _fact(about, value)
    return lines


def _indented(text: str) -> list[str]:
    return [" " * INDENT + line for line in wrapped(text, PAGE - INDENT)]


def _fact(about: str, value: str) -> list[str]:
    label = f"{about}:"
    if len(label) >= LABEL:
        label = f"{label} "
    first = " " * INDENT + label.ljust(LABEL)
    broken = wrapped(value, PAGE - INDENT - LABEL)
    if len(first) > INDENT + LABEL:
        return [first.rstrip(), *(" " * (INDENT + LABEL) + line for line in broken)]
    return [first + broken[0], *(" " * (INDENT + LABEL) + line for line in broken[1:])]


def listed() -> list[str]:
    """Return all names by kind, as lines."""
    lines = [*wrapped(say("conquest explain NAME explains one of these:"), PAGE)]
    for kind, names in names_by_kind().items():
        lines += ["", f"{translated(kind)}:", *_indented(", ".join(names))]
    return lines
