"""A calculator: one page that answers questions by itself, with the laws of some rulebooks inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.language import language, translated
from conquestlab.analysis.version import VERSION
from conquestlab.reports.webpage.calculator_words import WORDS
from conquestlab.reports.webpage.html import inside
from conquestlab.reports.webpage.templates import script_of, style_of, template

TEMPLATE = "calculator.html"
SCRIPTS = ("calculator_battles.js", "calculator_hands.js", "calculator.js")


def calculator_html(books: Sequence[Mapping[str, Any]], command: str) -> str:
    """Return the page.

    Parameters
    ----------
    books : sequence of mapping
        What it knows of each rulebook: `title`, `about` (sentences), and what its game gives
        (`reports/games/<game>/calculator.py`).
    command : str
        The line that makes the page again.
    """
    words = {name: translated(text) for name, text in WORDS.items()}
    return template(TEMPLATE).render(
        words=words,
        language=language(),
        command=command,
        books=inside(books),
        sentences=inside(words),
        style=style_of("page.css", "calculator.css"),
        script=script_of(*SCRIPTS),
        version=VERSION,
    )
