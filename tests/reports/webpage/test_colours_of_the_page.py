"""Text stands out from its ground in both themes, lines and marks of figures too (WCAG 2, level AA)."""

import re
from importlib import resources

import pytest

STYLES = resources.files("conquestlab.reports") / "styles"
TEXT, GRAPHIC = 4.5, 3.0
SERIES = [f"s{place}" for place in range(8)]
# Text and the grounds that it stands on.
PAIRS = [
    *((text, ground) for text in ("ink", "soft", "accent", "warn") for ground in ("paper", "card")),
    ("ink", "warn-ground"),
    ("paper", "ink"),  # what is shown on pointing, and the layer that is chosen
    *((f"q{step}i", f"q{step}") for step in range(7)),
    ("nonei", "none"),
    *(("dark", f"d{step}") for step in range(9)),  # one ink on all, so that it does not change between cells
    *(("dark", f"c{place}") for place in range(8)),
    ("ink", "sea"),
]


def colours(text):
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", text))


THEMES = {
    "light": colours((STYLES / "page.css").read_text(encoding="utf-8")),
    "dark": colours((STYLES / "dark.css").read_text(encoding="utf-8")),
}


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_legible(theme):
    known = THEMES[theme]
    found = {pair: round(contrast(known[pair[0]], known[pair[1]]), 2) for pair in PAIRS}
    assert {pair: value for pair, value in found.items() if value < TEXT} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_marks_are_visible(theme):
    known = THEMES[theme]
    found = {name: round(contrast(known[name], known["card"]), 2) for name in (*SERIES, "ref", "accent")}
    assert {name: value for name, value in found.items() if value < GRAPHIC} == {}


def test_both_themes_have_all_colours():
    assert THEMES["dark"].keys() == THEMES["light"].keys()


def test_nothing_moves_by_itself():
    style = (STYLES / "page.css").read_text(encoding="utf-8")
    assert not re.search(r"\b(animation|transition|scroll-behavior)\b", style)
