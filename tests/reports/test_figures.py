"""The one style, and saved figures that are the same whenever they are made."""

import os
import subprocess
import sys

import matplotlib
import pytest
from matplotlib.image import imread
from readable import assert_readable

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.reports.figures import style as figures
from conquestlab.reports.figures.style import (
    broken,
    check_plot_path,
    legend_below,
    new_figure,
    save_figure,
    style,
    text_width,
    title_panel,
    whole_ticks,
)

LONG = "conquete-1957,dice.defender=2,cards.scale=[6,8,10,12,15,20,25,30,35,40],players.max=4 and more words"


def small_figure():
    with style():
        figure, (axes,) = new_figure("A heading", "How to read it.", height=2.0)
        axes.plot([1, 2], [3, 4], label="a line")
        axes.set_title("$10 and no formula_1$")
        legend_below(figure, *axes.get_legend_handles_labels())
    return figure


@pytest.mark.parametrize(("kind", "begin"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_saved_figures_are_the_same_every_time(tmp_path, monkeypatch, kind, begin):
    contents = []
    for second in (0, 10**8):
        monkeypatch.setattr("time.time", lambda second=second: float(second))
        path = tmp_path / f"figure.{kind}"
        save_figure(small_figure(), str(path))
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
    assert contents[0].startswith(begin)
    assert matplotlib.__version__.encode() not in contents[0]
    assert os.listdir(tmp_path) == [f"figure.{kind}"]


def test_style_is_that_of_the_house_alone(tmp_path):
    save_figure(small_figure(), str(tmp_path / "one.png"))
    with matplotlib.rc_context({"figure.facecolor": "black", "font.size": 40, "savefig.transparent": True}):
        save_figure(small_figure(), str(tmp_path / "two.png"))
        assert matplotlib.rcParams["font.size"] == 40
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_ground_is_opaque_and_light(tmp_path):
    save_figure(small_figure(), str(tmp_path / "figure.png"))
    pixels = imread(tmp_path / "figure.png")
    assert pixels.shape[1] == 900
    assert pixels[0, 0].tolist() == [1, 1, 1, 1]
    assert pixels[..., 3].min() == 1


def test_colours_differ():
    from matplotlib.colors import to_rgb

    assert len(set(figures.COLOURS)) == len(figures.COLOURS) == len(figures.MARKERS)
    for colour in figures.COLOURS:
        red, green, blue = to_rgb(colour)
        assert 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.75


@pytest.mark.parametrize("name", ["odds.gif", "odds", "odds.png.txt"])
def test_unknown_kinds_are_refused(tmp_path, name):
    with pytest.raises(WrongUse, match=r"\.png, \.svg, \.pdf"):
        check_plot_path(str(tmp_path / name))
    with pytest.raises(WrongUse):
        save_figure(small_figure(), str(tmp_path / name))
    assert os.listdir(tmp_path) == []


def test_kinds(tmp_path):
    assert [check_plot_path(str(tmp_path / f"a.{kind}")) for kind in ("png", "SVG", "pdf")] == [
        "png",
        "svg",
        "pdf",
    ]


def test_wrong_places_are_refused(tmp_path):
    with pytest.raises(WrongUse, match="make it first"):
        check_plot_path(str(tmp_path / "missing" / "odds.png"))
    with pytest.raises(WrongUse, match="is a folder"):
        check_plot_path(str(tmp_path))


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    def refuse(*names):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(Failed, match="make room"):
        save_figure(small_figure(), str(tmp_path / "odds.png"))


def test_checking_a_path_is_light():
    code = (
        "import sys\n"
        "from conquestlab.reports.figures.style import check_plot_path\n"
        "check_plot_path('odds.png')\n"
        "assert not {'matplotlib', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_long_names_are_broken_and_nothing_overlaps():
    with style():
        figure, axes = new_figure(LONG, LONG, height=5.0, panels=(1, 2))
        for panel in axes:
            panel.plot([1, 2], label=LONG)
            panel.plot([2, 1], label="short")
            title_panel(panel, LONG, 2)
        legend_below(figure, *axes[0].get_legend_handles_labels())
    assert_readable(figure)


def test_broken():
    assert broken("one two", 10, width=10) == ["one two"]
    lines = broken(LONG, 10, width=3)
    assert max(text_width(line, 10) for line in lines) <= 3
    assert "".join(lines).replace(" ", "") == LONG.replace(" ", "")


def test_whole_ticks():
    assert whole_ticks(1, 5) == [1, 2, 3, 4, 5]
    assert whole_ticks(1, 25) == list(range(1, 26))
    assert whole_ticks(1, 50) == [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]
    assert whole_ticks(7, 7) == [7]
    assert whole_ticks(0, 1000, 12) == list(range(0, 1001, 100))
    assert whole_ticks(-7, 7, 5) == [-5, 0, 5]
