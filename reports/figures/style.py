"""The one style of all figures, and the way they are saved."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import numerals, translated
from conquestlab.reports.files import check_place, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = ("png", "svg", "pdf")
WIDTH = 9.0
DPI = 100

INK, FAINT, LINE, PAPER = "#1f2328", "#57606a", "#d0d7de", "#ffffff"
ATTACK, DEFENCE = "#d55e00", "#0072b2"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b8a800")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)))
"""Colours of Okabe and Ito, told apart by colour-blind eyes, the yellow darkened to be seen on white."""

_HEADING, _SUBTITLE = 14, 11
_MARGIN = 0.15

_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.facecolor": PAPER,
    "axes.grid": False,
    "axes.labelcolor": INK,
    "axes.labelsize": 11,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.dpi": DPI,
    "figure.facecolor": PAPER,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.8,
    "legend.fontsize": 10,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
    "pdf.fonttype": 42,
    "savefig.dpi": DPI,
    "savefig.facecolor": PAPER,
    "savefig.transparent": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "conquestlab",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 10,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 10,
}

# A file must be the same whenever it is made: no dates, no versions.
_METADATA: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def check_plot_path(path: str) -> str:
    """Refuse, before any work is done, a figure that could not be saved.

    Parameters
    ----------
    path
        File of the figure; its end says the kind.

    Returns
    -------
    str
        One of `KINDS`.

    Raises
    ------
    WrongUse, Failed
        The kind is unknown, or see `conquestlab.reports.files.check_place`.
    """
    if not os.path.isdir(path):
        kind = os.path.splitext(path)[1].lower().removeprefix(".")
        if kind not in KINDS:
            ends = ", ".join(f".{known}" for known in KINDS)
            raise WrongUse(f"no figure can be saved as {path}; end its name in one of {ends}")
    check_place(path)
    return kind


@contextlib.contextmanager
def style() -> Iterator[None]:
    """Draw, while the context lasts, in the style of the house and not in that of the user's machine."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        for name, value in _STYLE.items():
            matplotlib.rcParams[name] = value  # type: ignore[index]
        yield


def new_figure(
    heading: str,
    subtitle: str = "",
    *,
    height: float = 5.0,
    panels: tuple[int, int] = (1, 1),
    share: str = "",
) -> tuple[Figure, list[Axes]]:
    """Begin a figure, 900 dots wide, with its words at the top left. To be called in the `style` context.

    Parameters
    ----------
    heading
        What is answered, and for which rulebook.
    subtitle
        How to read it.
    height
        Of the part below the words, in inches.
    panels
        Rows and columns of panels.
    share
        `x`, `y` or both: axes that the panels have in common.

    Returns
    -------
    tuple
        The figure and its panels, row by row.
    """
    from matplotlib.figure import Figure

    words = [(line, _HEADING, "bold", INK) for line in broken(translated(heading), _HEADING, "bold")]
    words += [(line, _SUBTITLE, "normal", FAINT) for line in broken(translated(subtitle), _SUBTITLE) if line]
    tops = [_MARGIN]
    for _, size, _, _ in words:
        tops.append(tops[-1] + 1.45 * size / 72)
    total = height + tops[-1]
    figure = Figure(figsize=(WIDTH, total), dpi=DPI, layout="constrained")
    for (line, size, weight, colour), top in zip(words, tops, strict=False):
        place = (_MARGIN / WIDTH, 1 - top / total)
        figure.text(*place, line, size=size, weight=weight, color=colour, va="top", in_layout=False)
    engine = figure.get_layout_engine()
    assert engine is not None
    engine.set(rect=(0, 0, 1, height / total), w_pad=0.1, h_pad=0.1)  # type: ignore[call-arg]
    axes = figure.subplots(*panels, squeeze=False, sharex="x" in share, sharey="y" in share)
    return figure, list(axes.flat)


def whole_ticks(first: int, last: int, most: int = 25) -> list[int]:
    """Choose whole numbers to write along an axis: all of them, or the ends of even steps."""
    step = next(
        one * ten
        for ten in (10**power for power in range(20))
        for one in (1, 5)
        if last - first < most * one * ten
    )
    return (
        list(range(first, last + 1)) if step == 1 else list(range(-(-first // step) * step, last + 1, step))
    )


def title_panel(axes: Axes, text: str, columns: int = 1) -> None:
    """Name a panel, in as many lines as the name needs in a figure of so many columns."""
    axes.set_title("\n".join(broken(translated(text), 11, "bold", (WIDTH - 1.5) / columns - 0.3)))


def legend_below(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Explain colours and marks below the panels, in as many columns as there is room for."""
    lines = ["\n".join(broken(translated(label), 10, "normal", WIDTH - 1)) for label in labels]
    widest = max(text_width(line, 10) for label in lines for line in label.split("\n"))
    columns = min(len(lines), max(1, int((WIDTH - 2 * _MARGIN) / (widest + 0.75))))
    figure.legend(handles, lines, loc="outside lower left", ncols=columns)


def broken(text: str, size: float, weight: str = "normal", width: float = WIDTH - 2 * _MARGIN) -> list[str]:
    """Break text at blanks and after commas into lines of a width in inches."""
    lines = [""]
    comma = r",(?!\d)" if numerals(".") == "," else ","  # of French, no line ends within a number
    for word in re.sub(comma, ",\0", text).replace(" ", " \0").split("\0"):
        if lines[-1] and text_width((lines[-1] + word).rstrip(), size, weight) > width:
            lines.append("")
        lines[-1] += word
    return [line.strip() for line in lines]


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """Measure text in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    font = FontProperties(family=_STYLE["font.family"], size=size, weight=weight)
    width, _, _ = TextToPath().get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72


def save_figure(figure: Figure, path: str) -> None:
    """Save a figure as PNG, SVG or PDF, by the end of the file's name, whole or not at all.

    The same figure gives the same bytes, whatever the day.

    Raises
    ------
    WrongUse, Failed
        As `check_plot_path`; Failed also when the file cannot be written.
    """
    kind = check_plot_path(path)
    content = io.BytesIO()
    with style():
        figure.savefig(content, format=kind, metadata=_METADATA[kind])
    write_whole(path, content.getvalue())
