"""The figures of a page as SVG: they carry raw numbers, stand inside their frame, mark what they show."""

import re

import pytest
from report_page import ReportPage

from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.figures.described import Axis, Curves, Line
from conquestlab.reports.figures.lengths import Lengths
from conquestlab.reports.games.conquest.cell_plot import odds_cells
from conquestlab.reports.games.conquest.world_layers import Layer
from conquestlab.reports.games.conquest.world_plot import world_plot
from conquestlab.reports.webpage.bar_plot import length_plot
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.svg import element, mark, shortened, text_at, text_width, tick_text, ticks


def span(value, low=None, high=None, of="1", measure="win_share"):
    return {"value": value, "low": low, "high": high, "measure": measure, "of": of}


def attributes(svg, name):
    return [float(value) for value in re.findall(rf' {name}="(-?[0-9.]+)"', svg)]


def check_inside(svg):
    """Check that nothing is drawn outside the figure, and that it is whole."""
    ReportPage(svg)
    left, top, wide, high = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())
    for name, end in (
        ("x", wide),
        ("x1", wide),
        ("x2", wide),
        ("cx", wide),
        ("y", high),
        ("y1", high),
        ("y2", high),
    ):
        for value in attributes(svg, name):
            assert -0.5 <= value <= end + 0.5, (name, value)
    assert (left, top) == (0, 0)


def test_elements_are_escaped():
    assert text_at('a < b & "c"', 1.0, 2.04) == '<text x="1" y="2">a &lt; b &amp; "c"</text>'
    assert element("g", class_="m", data_of='"<', x=None) == '<g class="m" data-of="&quot;&lt;"/>'
    assert element("g", x=-0.01) == '<g x="0"/>'
    marked = mark("<b/>", tip=["one", "<two>"], row=span(0.1, None, 1e-7, of=""))
    assert "<title>one\n&lt;two&gt;</title>" in marked
    assert 'data-value="0.1" data-high="1e-07" data-measure="win_share" data-of=""' in marked


def test_ticks_are_round_and_few():
    assert ticks(0.18, 0.37) == [0.2, 0.25, 0.3, 0.35]
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert ticks(5, 5) == [5]
    assert all(len(ticks(0, high, most)) <= most + 1 for high in (1e-6, 0.7, 3, 99, 12345) for most in (2, 6))
    assert [tick_text(value, True) for value in (0.25, -0.05)] == ["25", "−5"]
    assert tick_text(20000) == "20,000"


def test_a_text_that_is_too_long_is_cut():
    assert shortened("short", 100) == "short"
    cut = shortened("a very long name of a land", 60)
    assert cut.endswith("…")
    assert text_width(cut) <= 60


def test_intervals_stand_at_their_places():
    svg = interval_plot(
        [Group("", [Entry("one", span(0.2, 0.1, 0.3)), Entry("two", span(0.4, 0.3, 0.5), 1)])],
        title="t",
        percent=True,
        reference=0.25,
    )
    check_inside(svg)
    dot, whiskers = (
        attributes(svg, "cx"),
        re.findall(r'<line x1="([0-9.]+)" x2="([0-9.]+)" y1="14" y2="14"', svg),
    )
    assert float(whiskers[0][0]) < dot[0] < float(whiskers[0][1])
    assert dot[0] - float(whiskers[0][0]) == pytest.approx(float(whiskers[0][1]) - dot[0], abs=0.2)
    assert ">20 (10 to 30)<" in svg
    assert svg.count('class="ref"') == 1


def test_long_labels_become_headings():
    long = "a rulebook with a very long name, 6 players"
    svg = interval_plot([Group("", [Entry(long, span(1.0)), Entry("b", span(2.0))])], title="t")
    check_inside(svg)
    assert f'class="tb">{long}</text>' in svg


def test_values_that_are_not_known_leave_a_gap():
    assert "dot" not in interval_plot([Group("", [Entry("one", span(None))])], title="t")
    rows = [span(value, value, value) | {"at": at} for at, value in enumerate((0.1, None, 0.3, 0.4))]
    svg = line_plot([Line("", rows)], title="t", across=Axis("x"), up=Axis("y"))
    check_inside(svg)
    assert svg.count('class="ln s0"') == 2
    assert svg.count('class="m"') == 3


def test_lines_have_bands_and_marks_of_their_own():
    rows = [span(0.1 * at, 0.1 * at - 0.05, 0.1 * at + 0.05) | {"at": at} for at in range(1, 5)]
    svg = line_plot(
        [Line("a", rows), Line("b", rows, 1)], title="t", across=Axis("x"), up=Axis("y", True, 0.0, 1.0)
    )
    check_inside(svg)
    assert svg.count("band") == 2
    assert svg.count("<circle") > svg.count("<polygon") > 0
    assert "stroke-dasharray" in svg


def test_bars_are_as_high_as_their_counts_and_the_last_may_be_open():
    rows = [
        {"first": 1, "last": 2, "finished": 10, "cut_off": 0},
        {"first": 3, "last": 4, "finished": 20, "cut_off": 0},
        {"first": 5, "last": 90, "finished": 5, "cut_off": 5},
    ]
    svg = length_plot(Lengths("", rows, (3.0, None), "t"))
    check_inside(svg)
    highs = [float(high) for high in re.findall(r'height="([0-9.]+)" class="bar s0"', svg)]
    assert highs[1] == pytest.approx(2 * highs[0], abs=0.2)
    assert highs[2] == pytest.approx(0.5 * highs[0], abs=0.2)
    assert "bar cut" in svg
    assert ">more<" in svg
    assert "5 of 40 games" in svg


def test_cells_of_odds_and_the_line_of_the_even_chance():
    win = {(1, 1): 0.4, (2, 1): 0.7, (1, 2): 0.1, (2, 2): 0.5}
    rows = [{"attackers": a, "defenders": d, "win": chance} for (a, d), chance in win.items()]
    svg = odds_cells(rows, title="t")
    check_inside(svg)
    assert len(re.findall('class="cell', svg)) == 4
    assert len(re.findall(r"M[0-9. ]+V", svg)) == 2  # between 0.4 and 0.7, and between 0.1 and 0.5
    assert not re.findall(r"M[0-9. ]+H", svg)
    assert 'data-value="0.7"' in svg


def test_the_map_shades_every_land_in_every_layer():
    book = load("risk-modern")
    lands = [land.id for land in book.map.lands]
    rows = {land: span(float(place), of=land, measure="battles") for place, land in enumerate(lands)}
    held = {"asia": span(0.25, 0.2, 0.3, of="asia"), "africa": span(0.5, 0.4, 0.6, of="africa")}
    layers = [
        Layer("battles", "Fought over", "attacks", rows, False),
        Layer("continent_held", "Continent held", "rounds", held, True, True),
    ]
    svg = world_plot(book.map, book.continent_bonus, layers, title="t")
    ReportPage(svg)
    assert svg.count('class="land"') == 42
    assert svg.count("--battles:var(--q0)") == svg.count("--battles:var(--q6)") == 6
    assert svg.count("--continent_held:var(--none)") == 42 - 12 - 6
    assert "Brazil · Brésil" in svg
    assert "Continent held: 25 % (20 to 30)" in svg
    assert (layers[0].low_text, layers[0].high_text) == ("0", "41")


def test_many_lines_are_several_figures_unless_they_belong_together():
    rows = [span(value) | {"at": value} for value in (0.1, 0.2)]
    lines = [Line(f"line {place}", rows, place) for place in range(6)]
    curves = Curves("Six lines", "How", lines, Axis("x"), Axis("y"))
    assert [len(figure.legend) for figure in painted([curves])] == [3, 3]
    assert [len(figure.legend) for figure in painted([curves._replace(together=True)])] == [6]
    assert [len(figure.legend) for figure in painted([curves._replace(lines=lines[:1])])] == [0]
    assert not painted([curves._replace(lines=[])])
