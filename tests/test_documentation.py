"""The documentation as a site: its pages, its links, its words to search, and the command that opens it."""

import json
import re
import shutil
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest
from command_line import check_refused, run
from report_page import ReportPage

from conquestlab.cli import main
from conquestlab.reports import docs_commands
from conquestlab.reports.documentation.markdown import anchor_of, rendered
from conquestlab.reports.documentation.site import make_site
from conquestlab.reports.documentation.sources import NAVIGATION, Source, written_pages

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def written():
    return written_pages(ROOT, list(main.commands))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("docs") / "site"
    result = run("docs", "--output", place, "--check")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == f"{place / 'index.html'}\n"
    return place


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))


def test_the_navigation_names_pages_that_exist_and_none_twice():
    parts = tomllib.loads((ROOT / NAVIGATION).read_text(encoding="utf-8"))["part"]
    named = [path for part in parts for path in part["pages"]]
    assert len(named) == len(set(named))
    missing = [path for path in named if not (ROOT / path).is_file()]
    assert missing in ([], ["docs/strategy.md"])


def test_every_markdown_file_is_a_page(written):
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")]
    templates = {ROOT / "docs/examples/strategy/page.md"}  # of docs/strategy.md
    paths = {path.relative_to(ROOT).as_posix() for path in files if path not in templates}
    assert {source.path for source in written} >= paths
    assert len({source.url for source in written}) == len(written)
    assert len({source.name for source in written}) == len(written)


def test_every_page_comes_with_the_package(written):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["conquestlab"]
    pictures = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/pictures/*")]
    assert pictures
    for path in [*(source.path for source in written), NAVIGATION, *pictures]:
        assert any(
            fnmatch(path, pattern) and path.count("/") == pattern.count("/") for pattern in patterns
        ), path


def test_the_site_has_a_whole_page_for_every_source(folder, written):
    pages = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if "files" not in path.parts
    }
    assert pages >= {source.url for source in written}
    assert pages >= {"commands/index.html", "reference/measures.html", "reference/risk-modern.html"}
    for page in pages:
        text = (folder / page).read_text(encoding="utf-8")
        parsed = ReportPage(text)
        assert parsed.all("h1"), page
        assert len(parsed.all("a", aria_current="page")) == 1, page
        for attributes, _ in [
            *parsed.all("a"),
            *parsed.all("img"),
            *parsed.all("script"),
            *parsed.all("link"),
        ]:
            link = attributes.get("href") or attributes.get("src", "")
            if not link.startswith(("http", "data:", "mailto:")):
                file = link.partition("#")[0]
                assert not file or ((folder / page).parent / file).is_file(), f"{page}: {link}"
            elif "src" in attributes or "rel" in attributes:
                assert link.startswith("data:"), f"{page} loads {link}"


def test_what_leads_nowhere_is_found():
    text = "# One\n\n[a](two.md) [b](two.md#here) [c](three.md) [d](#one) [e](#other) ![f](no.png) [g](..)\n"
    sources = [Source("docs/one.md", text, "A"), Source("docs/two.md", "# Two\n\n## Not here\n", "A")]
    assert make_site(sources, ROOT).broken == [
        "docs/one.md: three.md leads nowhere",
        "docs/one.md: no.png leads nowhere",
        "docs/one.md: docs/two.md#here is no heading",
        "docs/one.md: docs/one.md#other is no heading",
    ]


def test_check_fails_where_a_link_leads_nowhere(tmp_path, monkeypatch):
    for path in (NAVIGATION, "README.md", "docs/first_hour.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, tmp_path / path)
    monkeypatch.setattr(docs_commands, "root_of_package", lambda: tmp_path)
    result = run("docs", "--output", tmp_path / "site", "--check")
    assert result.exit_code == 1
    assert "docs/first_hour.md: own_map.md leads nowhere" in result.stderr
    assert run("docs", "--output", tmp_path / "site").exit_code == 0  # whoever reads has no use for it


def test_anchors_are_those_of_github():
    for words, anchor in (
        ("What a value is measured against", "what-a-value-is-measured-against"),
        ("7. Notes", "7-notes"),
        ("A card: `--card FILE.pdf`", "a-card---card-filepdf"),
        ("Élan & co", "élan--co"),
    ):
        assert anchor_of(words.replace("`", "")) == anchor
    page = rendered("# T\n\n## Same\n\ntext\n\n## Same\n\n`code`\n", lambda link: link)
    assert [(one.anchor, one.below) for one in page.headings] == [
        ("t", ""),
        ("same", "text"),
        ("same-1", "code"),
    ]
    assert page.title == "T"


def test_text_cannot_break_a_page():
    page = rendered("# <b>\n\n<script>x</script>\n\n```toml\na = '<i>'\n```\n", lambda link: link)
    assert "<script>" not in page.html
    assert "<i>" not in page.html
    assert "&lt;script&gt;" in page.html


def test_every_option_of_every_command_is_on_its_page(folder):
    count = 0
    for name, command in main.commands.items():
        text = ReportPage((folder / "commands" / f"{name}.html").read_text(encoding="utf-8"))
        cells = " ".join(cell for _, cell in text.all("td"))
        for each in getattr(command, "commands", {"": command}).values():
            for option in each.params:
                if isinstance(option, click.Option) and not option.hidden:
                    count += 1
                    assert max(option.opts, key=len) in cells, f"{name} {option.name}"
    assert count > 100


def test_the_words_of_all_pages_can_be_searched(folder, written):
    script = (folder / "search.js").read_text(encoding="utf-8")
    entries = json.loads(script.removeprefix("globalThis.searchEntries = ").rstrip(";\n"))
    assert {entry[0].partition("#")[0] for entry in entries} >= {source.url for source in written}
    rules = next(words for url, _, _, words in entries if url == "reference/risk-modern.html")
    assert "dice.defender_sees_attack_roll" in rules


# The command -------------------------------------------------------------------------------------


def opened(*words):
    result = run("docs", *words)
    assert result.exit_code == 0, result.stderr
    return result.stdout.strip()


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("odds", "commands/odds.html"),
        ("sweep", "sweep.html"),
        ("commands/sweep", "commands/sweep.html"),
        ("docs/rules.md", "rules.html"),
        ("Measures#terms", "measures.html#terms"),
        ("changelog", "changelog.html"),
        ("examples/sweep", "examples/sweep.html"),
        ("risk-modern", "reference/risk-modern.html"),
        ("first_hour", "first_hour.html"),
    ],
)
def test_a_page_is_found_by_its_name(name, page):
    place = opened(name)
    assert place.endswith(f"/{page}")
    assert Path(place.partition("#")[0]).is_file()


def test_the_site_is_made_once(tmp_path):
    first = Path(opened())
    assert first.is_relative_to(tmp_path / "caches")
    made = first.stat().st_mtime_ns
    assert Path(opened()) == first
    assert first.stat().st_mtime_ns == made
    old = first.parent.with_name("docs-0123456789abcdef")
    old.mkdir()
    opened("odds")
    assert not old.exists()


def test_a_page_can_be_printed():
    assert opened("odds", "--text") == (ROOT / "docs/commands/odds.md").read_text(encoding="utf-8").strip()
    assert "```python" in opened("examples/sweep", "--text")


def test_what_is_not_there_is_said(tmp_path):
    check_refused(run("docs", "oods"), 2, "no page 'oods': did you mean commands/odds?")
    check_refused(run("docs", "--text", "zzz"), 2, "no page 'zzz': `conquest docs` opens the first")
    (tmp_path / "file").write_text("", encoding="utf-8")
    check_refused(run("docs", "--output", tmp_path / "file"), 1, "cannot write the documentation")


def test_a_picture_of_the_readme_is_shown(folder):
    html = (folder / "index.html").read_text(encoding="utf-8")
    (place,) = re.findall(r'src="([^"]+odds\.png)"', html)
    assert (folder / place).read_bytes()[1:4] == b"PNG"
