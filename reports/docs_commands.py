"""From a request for the documentation to a site in a folder, and a page of it in a browser."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import Failed, WrongUse, why
from conquestlab.analysis.language import say
from conquestlab.analysis.requests.reading import DocsRequest
from conquestlab.analysis.version import VERSION
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.documentation.sources import (
    FIRST,
    Source,
    page_called,
    root_of_package,
    written_pages,
)

if TYPE_CHECKING:
    import click

MADE_OF = (
    "*.md",
    "docs/**/*.md",
    "docs/*.toml",
    "cli.py",
    "analysis/**/*.py",
    "analysis/**/*.toml",
    "reports/**/*",
)


def docs_answer(request: DocsRequest, output: Output, main: click.Group) -> Answer:
    """Answer `conquest docs`.

    Parameters
    ----------
    request : DocsRequest
    output : Output
        `output` is the folder of the site; a folder among the user's caches if it is not given.
    main : click.Group
        The commands, whose options are in the reference.
    """
    if output.format:
        raise WrongUse("the documentation is a site of HTML: leave out --format")
    root = root_of_package()
    pages = written_pages(root, list(main.commands))
    name, _, anchor = (request.name or "readme").partition("#")
    if request.text:
        _print(page_called(name, pages))
        return Answer(None)
    place = Path(output.output) if output.output else _cache(root)
    findings: list[str] = []
    if output.output or request.check or not (place / FIRST).is_file():
        findings = _made(place, pages, root, main)
    page = place / _page_called(name, pages, main).url
    address = page.resolve().as_uri() + (f"#{anchor}" if anchor else "")
    sys.stdout.write(f"{page}{f'#{anchor}' if anchor else ''}\n")
    if not (request.no_open or output.output or request.check):
        _open(address, output)
    told = tuple(findings) if request.check else ()
    return Answer(None, holds=not told, findings=told)


def _page_called(name: str, pages: Sequence[Source], main: click.Group) -> Source:
    """Return the page that somebody asks for; generated ones are made only where none else has the name."""
    try:
        return page_called(name, pages)
    except WrongUse:
        return page_called(name, _all(pages, main))


def _all(pages: Sequence[Source], main: click.Group) -> list[Source]:
    """Return the written pages, those of commands with all options, and the generated ones, by parts."""
    from conquestlab.reports.documentation.reference import generated_pages, with_options

    overview, *others = generated_pages(main)
    parts = list(dict.fromkeys(source.part for source in [*pages, overview, *others]))
    found = [overview, *(with_options(source, main) for source in pages), *others]
    return sorted(found, key=lambda source: parts.index(source.part))


def _made(place: Path, pages: Sequence[Source], root: Path, main: click.Group) -> list[str]:
    """Write the site, and return what leads nowhere."""
    from conquestlab.reports.documentation.site import make_site, write_site

    site = make_site(_all(pages, main), root)
    try:
        write_site(site, place)
    except OSError as error:
        raise Failed(f"cannot write the documentation to {place}: {why(error)}") from None
    return site.broken


def _cache(root: Path) -> Path:
    """Return the folder among the user's caches for the package as it is now; those of before are removed."""
    files = (path for kind in MADE_OF for path in sorted(root.glob(kind)))
    known = [f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
    name = f"docs-{hashlib.sha256(chr(10).join([VERSION, *known]).encode()).hexdigest()[:16]}"
    home = os.environ.get("XDG_CACHE_HOME", "")
    caches = Path(home if os.path.isabs(home) else os.path.expanduser("~/.cache")) / "conquestlab"
    try:
        caches.mkdir(parents=True, exist_ok=True)
        for other in caches.glob("docs-*"):
            if other.name != name:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"conquestlab-{name}"
    return caches / name


def _open(address: str, output: Output) -> None:
    """Open a page in the user's browser, if this is a terminal that has one."""
    if not sys.stdout.isatty():
        return
    import webbrowser

    if not webbrowser.open(address):
        output.voice.say(say("no browser is found here: open the file above, or add --text"))


def _print(source: Source) -> None:
    """Print a page: laid out for a terminal, as it is written for anything else."""
    if not sys.stdout.isatty():
        sys.stdout.write(source.text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(source.text))
