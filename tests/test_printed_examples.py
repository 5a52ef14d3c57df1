"""What the manual prints below a command is what the command prints in a terminal."""

from pathlib import Path

import pytest
from command_line import run

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "commands").glob("*.md"))]
QUICK = ("odds", "need", "cards")
CUT = "…"  # a last line that says that more follows


def examples():
    for page in PAGES:
        for block in page.read_text(encoding="utf-8").split("```")[1::2]:
            first, _, printed = block.strip("\n").partition("\n")
            words = first.removeprefix("$ conquest ").split()
            timed = words[:2] == ["bots", "check"]  # it tells the speed of the machine
            if first.startswith("$ conquest ") and printed and not timed:
                marks = () if words[0] in QUICK else pytest.mark.thorough
                yield pytest.param(words, printed, marks=marks, id=f"{page.name} {' '.join(words)}")


@pytest.mark.parametrize(("words", "printed"), list(examples()))
def test_an_example_prints_what_the_manual_says(words, printed, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    result = run(*words, "--format", "table")
    assert result.exit_code == 0, result.stderr
    found = result.stdout.rstrip("\n")
    if printed.endswith(f"\n{CUT}"):
        printed = printed.removesuffix(f"\n{CUT}")
        found = found[: len(printed)]
    assert found == printed


def test_the_quick_examples_are_there():
    assert sum(not one.marks for one in examples()) >= 2
