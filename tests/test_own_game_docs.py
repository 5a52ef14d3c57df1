"""What docs/engines.md quotes of the race is what stands in its files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"```\w+\n# (race/\S+)\n(.*?)```", PAGE, re.S)


def test_the_page_quotes_the_race():
    assert {file for file, _ in QUOTES} >= {"race/game.py", "race/rulebooks/race.toml", "race/referee.py"}


@pytest.mark.parametrize(("file", "text"), QUOTES)
def test_what_is_quoted_stands_in_the_file(file, text):
    assert text in (ROOT / "tests" / "outside" / file).read_text(encoding="utf-8")
