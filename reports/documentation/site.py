"""The whole site: every page with its navigation, an index to search, and what leads nowhere."""

from __future__ import annotations

import json
import os
import posixpath
import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from conquestlab.analysis.version import VERSION
from conquestlab.reports.documentation.markdown import Rendered, rendered
from conquestlab.reports.documentation.sources import FIRST, Source
from conquestlab.reports.webpage.templates import script_of, style_of, template

TEMPLATE = "documentation.html"
STYLES = ("page.css", "documentation.css")
FILES = "files"  # below it lie files of the package that pages link to
NOT_SHIPPED = "docs/examples/"
ELSEWHERE = ("http://", "https://", "mailto:", "data:")


class Site(NamedTuple):
    """A site, ready to be written.

    Attributes
    ----------
    pages : dict
        HTML by url.
    files : dict
        By url, the file of the package that is copied there.
    search : str
        The script with all words.
    broken : list of str
        A line for each link that leads nowhere.
    """

    pages: dict[str, str]
    files: dict[str, Path]
    search: str
    broken: list[str]


def make_site(sources: Sequence[Source], root: Path) -> Site:
    """Return the site of some pages; files that they link to are looked for below `root`."""
    links = _Links({source.path: source for source in sources}, root)
    pages = [(source, rendered(source.text, partial(links.aimed, source))) for source in sources]
    anchors = {source.path: {one.anchor for one in page.headings} for source, page in pages}
    links.broken += [
        f"{source}: {path}#{anchor} is no heading"
        for source, path, anchor in links.anchors
        if anchor not in anchors[path]
    ]
    page_template = template(TEMPLATE)
    parts = _parts(pages)
    made = {}
    for place, (source, page) in enumerate(pages):
        before, after = (pages[at] if 0 <= at < len(pages) else None for at in (place - 1, place + 1))
        made[source.url] = page_template.render(
            title=page.title or source.name,
            body=Markup(page.html),
            headings=[one for one in page.headings if one.level in (2, 3)],
            parts=parts,
            here=source.url,
            part=source.part,
            before=before and (before[0].url, before[1].title),
            after=after and (after[0].url, after[1].title),
            to=lambda url, here=source.url: posixpath.relpath(url, posixpath.dirname(here) or "."),
            version=VERSION,
        )
    return Site(made, links.files, _search(pages), links.broken)


def write_site(site: Site, folder: Path) -> None:
    """Write a site into a folder; what else stands there is left alone."""
    for url, html in site.pages.items():
        if url != FIRST:
            _write(folder / url, html)
    _write(folder / "style.css", "\n".join(map(style_of, STYLES)))
    _write(folder / "site.js", script_of("documentation.js"))
    _write(folder / "search.js", site.search)
    for url, path in site.files.items():
        (folder / url).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / url)
    _write(folder / FIRST, site.pages[FIRST])


class _Links:
    """Where links lead: pages and files by the paths at which they are written."""

    def __init__(self, pages: Mapping[str, Source], root: Path):
        self.pages, self.root = pages, root
        self.files: dict[str, Path] = {}
        self.broken: list[str] = []
        self.anchors: list[tuple[str, str, str]] = []  # who links, to which page, to which heading

    def aimed(self, source: Source, link: str) -> str | None:
        """Return what a link of a page is in the site; None where there is nothing to link to."""
        if link.startswith(ELSEWHERE):
            return link
        written, _, anchor = link.partition("#")
        path = (
            posixpath.normpath(posixpath.join(posixpath.dirname(source.path), written))
            if written
            else source.path
        )
        page = self.pages.get(path) or self.pages.get(f"{path}/README.md")
        if page is not None:
            if anchor:
                self.anchors.append((source.path, page.path, anchor))
            url = page.url
        elif (self.root / path).is_file() and not path.startswith(".."):
            url = f"{FILES}/{path}"
            self.files[url] = self.root / path
        else:
            if not (self.root / path).is_dir() and not self._lacks(path):
                self.broken.append(f"{source.path}: {link} leads nowhere")
            return None
        relative = posixpath.relpath(url, posixpath.dirname(source.url) or ".")
        return f"{relative}#{anchor}" if anchor else relative

    def _lacks(self, path: str) -> bool:
        """Whether a file is left to the repository, of which an installed package has only a part."""
        return path.startswith(NOT_SHIPPED) and not (self.root / "pyproject.toml").is_file()


def _parts(pages: Sequence[tuple[Source, Rendered]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the parts of the navigation, each with the urls and titles of its pages."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for source, page in pages:
        title = page.title.removeprefix("conquest ") if source.name.startswith("commands/") else page.title
        parts.setdefault(source.part, []).append((source.url, title or source.name))
    return list(parts.items())


def _search(pages: Sequence[tuple[Source, Rendered]]) -> str:
    """Return the script with the words below every heading: url, page, heading, words."""
    entries = [
        [f"{source.url}#{one.anchor}" if one.level > 1 else source.url, page.title, one.words, one.below]
        for source, page in pages
        for one in page.headings
    ]
    return f"globalThis.searchEntries = {json.dumps(entries, ensure_ascii=False, separators=(',', ':'))};\n"


def _write(path: Path, text: str) -> None:
    os.makedirs(path.parent, exist_ok=True)
    path.write_text(text, encoding="utf-8")
