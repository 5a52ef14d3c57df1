"""Pieces of SVG: elements, marks that tell their number, axes. Colours are left to the style of the page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from conquestlab.analysis.language import numerals, translated

SMALL, TEXT = 10.5, 11.5  # sizes of text, in the units of a figure; a figure 360 wide is shown about so wide
NARROW, WIDE = 360.0, 760.0
SERIES = 8  # colours and marks of series, of which the page's style knows as many


class Scale(NamedTuple):
    """From values to places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def element(name: str, *inside: str, **attributes: Any) -> str:
    """Return an element; `class_` is written class, `data_of` data-of; attributes of None are left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_short(value), quote=True)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text_at(text: str, x: float, y: float, **attributes: Any) -> str:
    """Return a line of text."""
    return element("text", escape(translated(text), quote=False), x=x, y=y, **attributes)


def drawing(*inside: str, size: tuple[float, float], title: str, **attributes: Any) -> str:
    """Return a whole figure, as wide as the page lets it be."""
    wide, high = size
    return element(
        "svg",
        *inside,
        viewBox=f"0 0 {_short(wide)} {_short(high)}",
        role="group",
        class_=" ".join(["plot", attributes.pop("class_", "")]).strip(),
        aria_label=translated(title),
        **attributes,
    )


def mark(*inside: str, tip: Sequence[str], row: Mapping[str, Any] | None = None, **attributes: Any) -> str:
    """Return something that can be pointed at: it tells a few lines, and carries the raw number.

    Parameters
    ----------
    *inside : str
        Its elements.
    tip : sequence of str
        Lines of text.
    row : mapping, optional
        `value`, and where they are known `low`, `high`, `measure`, `of`, kept as they are.
    """
    title = element("title", escape("\n".join(map(translated, tip)), quote=False))
    classes = " ".join(["m", *filter(None, [attributes.pop("class_", "")])])
    return element("g", title, *inside, class_=classes, **raw(row), **attributes)


def raw(row: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the attributes that carry a row's raw numbers."""
    if row is None:
        return {}
    found = {}
    for key in ("value", "low", "high"):
        if row.get(key) is not None:
            found[f"data_{key}"] = repr(row[key])
    for key in ("measure", "of", "run"):
        if row.get(key) is not None:
            found[f"data_{key}"] = str(row[key])
    return found


def symbol(number: int, x: float, y: float, size: float = 4.2) -> str:
    """Return the mark of a series: each has a shape of its own."""
    colour = f"s{number % SERIES}"
    shape = number % 4
    if shape == 0:
        return element("circle", cx=x, cy=y, r=size, class_=f"dot {colour}")
    half = size * (0.9, 1.15, 1.2)[shape - 1]
    corners = (
        ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        ((0, -1), (1, 0.8), (-1, 0.8)),
        ((0, -1), (1, 0), (0, 1), (-1, 0)),
    )[shape - 1]
    points = " ".join(f"{_short(x + half * a)},{_short(y + half * b)}" for a, b in corners)
    return element("polygon", points=points, class_=f"dot {colour}")


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers between two others, at most so many."""
    if not high > low:
        return [low]
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(step * one for one in (1, 2, 2.5, 5, 10, 20) if (high - low) / (step * one) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 12) for place in range(first, last + 1)]


def tick_text(value: float, percent: bool = False) -> str:
    """Write a number at an axis."""
    size = 100.0 * value if percent else value
    text = f"{size:.6g}"
    return numerals(f"{float(text):,.0f}" if abs(size) >= 10000 else text.replace("-", "−"))


def text_width(text: str, size: float = TEXT) -> float:
    """Return about how wide a line of text is; a little too wide rather than too narrow."""
    narrow = sum(letter in "iljtfrI.,:;'’()|! " for letter in text)
    capitals = sum(letter.isupper() or letter in "mwMW%" for letter in text)
    return size * (0.57 * (len(text) - narrow - capitals) + 0.33 * narrow + 0.74 * capitals)


def shortened(text: str, wide: float, size: float = TEXT) -> str:
    """Cut a text that is too long for a width, and show that it is cut."""
    if text_width(text, size) <= wide:
        return text
    while text and text_width(text + "…", size) > wide:
        text = text[:-1]
    return text.rstrip() + "…"


def path(points: Sequence[tuple[float, float]], closed: bool = False) -> str:
    """Return the `d` of a path along points."""
    steps = "L".join(f"{_short(x)} {_short(y)}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def _short(value: Any) -> str:
    """Write a number with one decimal at most, all else as it is."""
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
