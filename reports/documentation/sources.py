"""The pages of the documentation as they are written: Markdown files of the package, in the order of a table.

`docs/navigation.toml` names the pages of each part. Pages that it does not name stand in a last part, so that
none is lost.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.reports.documentation.notebook import notebook_text

NAVIGATION = "docs/navigation.toml"
FIRST = "index.html"  # the first page, which is written last: a folder that has it is whole
REST = "More"
COMMANDS = "docs/commands/README.md"  # generated: there is no such file


class Source(NamedTuple):
    """A page as it is written.

    Attributes
    ----------
    path : str
        Where it lies, from the root of the package, with "/"; of a generated page where it might.
    text : str
        Markdown.
    part : str
        The part of the documentation to which it belongs.
    """

    path: str
    text: str
    part: str

    @property
    def name(self) -> str:
        """What it is asked for by: `odds` is docs/odds.md, `commands/odds` is docs/commands/odds.md."""
        path = PurePosixPath(self.path.removeprefix("docs/").lower()).with_suffix("")
        return str(path).removesuffix("/readme")

    @property
    def url(self) -> str:
        """Where its page lies in the site."""
        if self.path == "README.md":
            return FIRST
        path = self.path.removeprefix("docs/")
        if path.endswith("README.md"):
            return path.removesuffix("README.md") + "index.html"
        return str(PurePosixPath(path).with_suffix(".html")).lower()


def root_of_package() -> Path:
    """Return the folder in which the documentation lies."""
    root = Path(str(resources.files("conquestlab")))
    if not (root / NAVIGATION).is_file():
        raise Failed(f"{root} has no documentation: install conquestlab again")
    return root


def written_pages(root: Path, commands: Sequence[str]) -> list[Source]:
    """Return the pages that are files, in their order.

    Parameters
    ----------
    root : Path
        The folder of the package.
    commands : sequence of str
        Names of the commands, in the order in which their pages stand.
    """
    parts = tomllib.loads((root / NAVIGATION).read_text(encoding="utf-8"))["part"]
    found: list[Source] = []
    for part in parts:
        paths = part["pages"]
        if part.get("commands"):
            paths = [*paths, *(f"docs/commands/{name}.md" for name in commands)]
        found += [
            Source(path, _text_of(root / path), part["title"]) for path in paths if (root / path).is_file()
        ]
    known = {source.path for source in found}
    found += [Source(path, _text_of(root / path), REST) for path in _files(root) if path not in known]
    return found


def page_called(name: str, pages: Sequence[Source]) -> Source:
    """Return the page that somebody asks for; one of docs/ comes before one of docs/commands/."""
    wanted = name.lower().removeprefix("docs/").removesuffix(".md").strip("/") or "readme"
    by_name = {source.name: source for source in pages}
    for each in (wanted, f"commands/{wanted}", f"reference/{wanted}", f"examples/{wanted}"):
        if each in by_name:
            return by_name[each]
    stems = {each.rpartition("/")[2]: each for each in reversed(by_name)} | {each: each for each in by_name}
    near = get_close_matches(wanted, stems, 1)
    meant = (
        f"did you mean {stems[near[0]]}?" if near else "`conquest docs` opens the first, which lists them all"
    )
    raise WrongUse(f"no page {name!r}: {meant}")


def _files(root: Path) -> Iterator[str]:
    for pattern in ("docs/*.md", "docs/commands/*.md", "docs/examples/*.md"):
        for path in sorted(root.glob(pattern)):
            yield path.relative_to(root).as_posix()


def _text_of(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return notebook_text(text) if path.suffix == ".ipynb" else text
