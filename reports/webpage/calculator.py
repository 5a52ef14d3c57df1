"""A calculator: one page that answers questions by itself, with the laws of some rulebooks inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from markupsafe import Markup

from conquestlab.analysis.language import language, translated
from conquestlab.analysis.version import VERSION
from conquestlab.reports.webpage.calculator_words import WORDS
from conquestlab.reports.webpage.html import inside

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
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("conquestlab.reports", "templates"), autoescape=True, undefined=StrictUndefined
    )
    words = {name: translated(text) for name, text in WORDS.items()}
    return environment.get_template(TEMPLATE).render(
        words=words,
        language=language(),
        command=command,
        books=inside(books),
        sentences=inside(words),
        style=Markup(
            _text("page.css").replace("/* dark */", _text("dark.css").strip()) + _text("calculator.css")
        ),
        script=Markup("\n".join(map(_text, SCRIPTS))),
        version=VERSION,
    )


def _text(name: str) -> str:
    return (resources.files("conquestlab.reports") / "styles" / name).read_text(encoding="utf-8")
