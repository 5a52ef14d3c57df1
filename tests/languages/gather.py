"""Gather all that a reader sees and what is translated of it; keep analysis/words/ up to date.

    python tests/languages/gather.py

writes every text that is not there yet into `fr/LC_MESSAGES/messages.po`, untranslated, takes out what
nobody says any more, and compiles it into `messages.mo`, which is what the package reads. Translate what it
names, and run it again. It needs Babel; the tests read the compiled catalogue without.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from conquestlab import cli
from conquestlab.analysis.explaining.columns import COLUMNS
from conquestlab.analysis.explaining.common_words import UNITS
from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.language import DOMAIN, FRENCH, WORDS
from conquestlab.analysis.measures import measure as measures
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_files import built_in
from conquestlab.reports.command_line import help_pages

ROOT = Path(cli.__file__).parent
ROOMS = ("analysis", "reports")
SAID_BY = {"say", "sentence", "marked", "translated"}
IN_TEMPLATES = re.compile(r"""\bsay\(\s*"((?:[^"\\]|\\.)*)\"""")
OF_CLICK = (
    "Usage:",
    "Options",
    "Commands",
    "Show this message and exit.",
    "Show the version and exit.",
    "(default: {default})",
    "default: {default}",
    "required",
    "(dynamic)",
)
"""What Click itself says in help: it asks for these in its own way."""


def said() -> Iterator[tuple[str, str]]:
    """Yield every text that is said in the source, with where that is."""
    for room in ROOMS:
        place = ROOT / room
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _name(node.func) in SAID_BY:
                    first = node.args[0]
                    if isinstance(first, ast.Constant) and isinstance(first.value, str):
                        yield first.value, f"{file.relative_to(ROOT).as_posix()}:{node.lineno}"


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def helped(command: click.Command = cli.main, path: str = "conquest") -> Iterator[tuple[str, str]]:
    """Yield every text of the help of a command and of those below it."""
    yield inspect.cleandoc(command.help or ""), path
    yield command.short_help or "", path
    for option in command.params:
        if isinstance(option, click.Option):
            yield option.help or "", f"{path} {option.opts[0]}"
            if isinstance(option.show_default, str):
                yield option.show_default, f"{path} {option.opts[0]}"
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            yield from helped(one, f"{path} {name}")


def headed() -> Iterator[tuple[str, str]]:
    """Yield the headings of help."""
    for heading in (*cli.COMMANDS, help_pages.ASKED, *help_pages.SECTIONS):
        yield heading, "help"


def catalogued() -> Iterator[tuple[str, str]]:
    """Yield the words of catalogues: measures, their units and baselines, bots, weights, aspects."""
    entries = {("measures", one.name): one for one in COMMON.values()}
    for game in BUILT_IN:  # not those of other packages, which have words of their own
        engine = find_game(game).engine
        yield find_game(game).facts.seat_order, game
        entries |= {(game, one.name): one for one in engine.measures}
        for about in engine.bots.values():
            yield about, f"bots of {game}"
        for weights in engine.policies.values():
            for weight in weights.values():
                yield weight.about, f"weights of {game}"
        for about in engine.learns.aspects.values() if engine.learns else ():
            yield about, f"aspects of {game}"
    for (place, _), entry in entries.items():
        yield from ((text, f"measures of {place}") for text in _words_of(entry))
    for text in (*UNITS.values(), *measures.LONGER, *measures.HIGHER, measures.DIFFERENT[0]):
        yield text, "measures"


def _words_of(entry: measures.Measure) -> Iterator[str]:
    yield from (entry.heading, entry.means, entry.no_difference, entry.of, entry.sums_of)
    yield UNITS.get(entry.unit, entry.unit)
    if entry.baseline is not None and re.search("[a-z]{2}", entry.baseline.words):
        yield entry.baseline.words
    if entry.headlines is not None:
        yield entry.headlines.topic
        for is_more in (True, False):
            for of_many in (False, True):
                yield entry.headlines.told(is_more, of_many)
        if "{who}" in entry.headlines.more and entry.of not in (measures.SEAT, measures.BOT, measures.SOURCE):
            yield f"{entry.of}s"


def summarised() -> Iterator[tuple[str, str]]:
    """Yield what the rulebooks of the house say of themselves."""
    for name in built_in():
        yield load(name).summary, "rulebooks"


def columns() -> Iterator[tuple[str, str]]:
    """Yield the headings of what is read in a terminal: columns in words."""
    for name in COLUMNS:
        if len(name) > 1:
            yield name.replace("_", " "), "headings"


def in_templates() -> Iterator[tuple[str, str]]:
    """Yield what the templates of pages say."""
    for file in sorted((ROOT / "reports" / "templates").glob("*.html")):
        for found in IN_TEMPLATES.finditer(file.read_text(encoding="utf-8")):
            yield found[1], f"reports/templates/{file.name}"


def gathered() -> dict[str, list[str]]:
    """Return all texts with the places where they are said."""
    texts: dict[str, list[str]] = {}
    for text, place in (
        *said(),
        *helped(),
        *headed(),
        *catalogued(),
        *columns(),
        *summarised(),
        *in_templates(),
        *((text, "Click") for text in OF_CLICK),
    ):
        if text:
            texts.setdefault(text, []).append(place)
    return texts


def update(code: str) -> list[str]:
    """Bring the catalogue of a language up to date, and return what is not translated in it."""
    from babel.messages import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po

    place = Path(WORDS) / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    place.parent.mkdir(parents=True, exist_ok=True)
    known: Catalog = Catalog(code)
    if place.exists():
        with place.open("rb") as file:
            known = read_po(file, locale=code)
    fresh = Catalog(locale=code, project="conquestlab", fuzzy=False, charset="utf-8")
    for text, places in sorted(gathered().items(), key=lambda item: (item[1][0].partition(":")[0], item[0])):
        before = known.get(text)
        rooms = sorted({place.partition(":")[0] for place in places})
        fresh.add(text, before.string if before else "", auto_comments=[", ".join(rooms)])
    with place.open("wb") as file:
        write_po(file, fresh, width=110, omit_header=False, no_location=True)
    with place.with_suffix(".mo").open("wb") as file:
        write_mo(file, fresh)
    return [str(message.id) for message in fresh if message.id and not message.string]


if __name__ == "__main__":
    missing = update(FRENCH)
    for text in missing:
        print(text.replace("\n", " "))
    print(f"{len(missing)} texts are not translated", file=sys.stderr)
