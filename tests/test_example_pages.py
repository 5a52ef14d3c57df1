"""The pages of docs/examples are what the commands beside them make, word for word, number for number."""

import importlib.util
import re
from pathlib import Path

import pytest
from command_line import run
from plain_python import too_many_games
from report_page import ReportPage

from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.version import VERSION

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "examples"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
MOST_BYTES = 2_000_000
AGAIN = "docs/examples/{} is not what its command makes now: run python docs/examples/make.py"


def commands():
    spec = importlib.util.spec_from_file_location("make", FOLDER / "make.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made.commands()


MADE = commands()
PAGES = {name: lines for name, lines in MADE.items() if name.endswith(".html")}
PICTURES = {name: lines for name, lines in MADE.items() if name.endswith(".png")}


def test_every_page_has_its_commands_and_every_command_its_page():
    assert sorted(PAGES) == sorted(path.name for path in FOLDER.glob("*.html"))
    assert len(PAGES) >= 3
    for name, lines in PAGES.items():
        assert lines[-1][:2] == ["conquest", "report"]
        assert lines[-1][-2:] == ["--output", name]
        assert all(words[0] == "conquest" for words in lines)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_small_and_of_this_version(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    page = ReportPage(text)
    assert f"conquestlab {VERSION}" in page.all("meta", name="generator")[0][0]["content"]
    line = PAGES[name][-1]
    hashes = [text for _, text in page.all("code")]
    for place, word in enumerate(line):
        if word == "--rules":
            assert load(line[place + 1]).hash in hashes


@too_many_games
@pytest.mark.parametrize(
    "name", [next(iter(PAGES)), *(pytest.param(name, marks=pytest.mark.thorough) for name in list(PAGES)[1:])]
)
def test_a_page_is_what_its_command_makes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in PAGES[name]:
        result = run(*words[1:])
        assert result.exit_code == 0, result.stderr
    difference = first_difference(
        (FOLDER / name).read_text(encoding="utf-8"), (tmp_path / name).read_text(encoding="utf-8")
    )
    assert difference is None, f"{AGAIN.format(name)}\n{difference}"


def first_difference(kept, made):
    """Return where two texts differ in a word, or in a number by more than the ninth digit; None if nowhere.

    Games are whole numbers and the same on every machine, their measures differ in the last bits.
    """
    for place, (one, other) in enumerate(zip(kept.splitlines(), made.splitlines(), strict=False), 1):
        alike = NUMBER.sub("#", one) == NUMBER.sub("#", other)
        numbers = zip(NUMBER.findall(one), NUMBER.findall(other), strict=False)
        if not (alike and all(a == b or close(float(a), float(b)) for a, b in numbers)):
            return f"line {place}:\n{around(one, other)}"
    same = len(kept.splitlines()) == len(made.splitlines())
    return None if same else "one is longer than the other"


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b)) or max(abs(a), abs(b)) < 1e-15


def around(one, other):
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 80) : at + 80]}\n{other[max(0, at - 80) : at + 80]}"


def test_every_picture_has_its_command():
    pictures = FOLDER.parent / "pictures"
    assert sorted(PICTURES) == sorted(path.name for path in pictures.iterdir())
    for name, lines in PICTURES.items():
        assert lines[-1][lines[-1].index("--plot") + 1] == name


@too_many_games
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.thorough) for name in PICTURES])
def test_a_picture_is_what_its_command_draws(name, tmp_path, monkeypatch):
    # Letters may be drawn a little differently elsewhere: the size of the picture has to be the same.
    monkeypatch.chdir(tmp_path)
    for words in PICTURES[name]:
        assert run(*words[1:]).exit_code == 0
    kept = (FOLDER.parent / "pictures" / name).read_bytes()
    assert kept[:24] == (tmp_path / name).read_bytes()[:24], AGAIN.format(name)


def test_the_comparison_sees_words_and_digits():
    kept = 'a <b data-value="0.123456789012">12.3 %</b>\nc'
    assert first_difference(kept, kept.replace("9012", "9013")) is None
    assert first_difference(kept, kept.replace("0.1234567", "0.1234568")) is not None
    assert first_difference(kept, kept.replace("12.3 %", "12.4 %")) is not None
    assert first_difference(kept, kept.replace("a <", "b <")) is not None
    assert first_difference(kept, kept + "\nd") is not None
