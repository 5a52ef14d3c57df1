"""The page in a real browser: no complaint, tables that sort, numbers on pointing, narrow screens, print."""

import csv
import io
import re
from pathlib import Path

import pytest
from chromium import Chromium, found
from command_line import csv_rows, run
from small_worlds import EIGHT

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
WORDS = ("--rules", SMALL, "--rules", f"{SMALL},cards.jokers=0", "--players", 3, "--games", 200)


@pytest.fixture(scope="module")
def browser():
    if not found():
        pytest.skip("no Chromium here: apt-get install chromium, or the like, and these tests run")
    with Chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    place = tmp_path_factory.mktemp("page") / "page.html"
    result = run("report", *WORDS, "--sample", 8, "--output", place)
    assert result.exit_code == 0, result.stderr
    return place


@pytest.fixture
def opened(browser, page):
    browser.look(1200)
    browser.open(page)
    assert browser.run("document.documentElement.dataset.ready") == "yes"
    return browser


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("wide", [1200, 900, 390])
def test_it_opens_without_complaint_and_fits_the_screen(browser, page, wide, dark):
    browser.look(wide, dark=dark, touch=wide == 390)
    browser.open(page)
    assert browser.complaints() == []
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    wider = browser.run(
        "[...document.querySelectorAll('main *')]"
        ".filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
        ".filter(one => !one.closest('.scroll') && !one.closest('svg'))"
        ".map(one => one.outerHTML.slice(0, 80))"
    )
    assert wider == []
    ground, ink = browser.run(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert (lightness(ground) < lightness(ink)) == dark


def lightness(colour):
    return sum(map(float, re.findall(r"[0-9.]+", colour)[:3]))


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.html")))
def test_the_example_pages_fit_a_phone(browser, name):
    browser.look(390, dark=True, touch=True)
    browser.open(EXAMPLES / name)
    assert browser.complaints() == []
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.run("document.documentElement.dataset.ready") == "yes"


def test_text_is_large_enough_to_read(opened):
    script = (
        "Math.min(...[...document.querySelectorAll('svg.plot text')].filter(t => t.getClientRects().length &&"
        " getComputedStyle(t).visibility == 'visible').map(t => parseFloat(getComputedStyle(t).fontSize)"
        " * t.ownerSVGElement.getScreenCTM().a))"
    )
    for wide in (900, 390):
        opened.look(wide)
        assert opened.run(script) >= 9, wide


def test_the_switch_goes_from_light_to_dark_and_stays(opened, page):
    ground = "getComputedStyle(document.body).backgroundColor"
    light = opened.run(ground)
    opened.run("document.getElementById('theme').click()")
    dark = opened.run(ground)
    assert lightness(dark) < lightness(light)
    opened.open(page)
    assert opened.run(ground) == dark
    opened.run("document.getElementById('theme').click()")
    assert opened.run(ground) == light


COLUMN = (
    "[...document.querySelector('table.measures').tBodies[0].rows].map(row => row.cells[{}].dataset.value)"
)


def test_a_table_sorts_by_its_raw_values_from_the_keyboard(opened):
    place = opened.run(
        "[...document.querySelectorAll('table.measures th')].findIndex(head => head.textContent == 'low')"
    )
    opened.run(f"document.querySelectorAll('table.measures th')[{place}].querySelector('button').focus()")
    before = opened.run(COLUMN.format(place))
    for key, descending in (("Enter", True), (" ", False)):
        opened.press(key)
        now = opened.run(COLUMN.format(place))
        known = [float(value) for value in now if value]
        assert known == sorted(known, reverse=descending)
        assert now[len(known) :] == [""] * (len(now) - len(known))
        assert sorted(now) == sorted(before)
        sorted_by = opened.run(f"document.querySelectorAll('table.measures th')[{place}].ariaSort")
        assert sorted_by == ("descending" if descending else "ascending")


TIP = "(tip => tip.hidden ? '' : tip.innerText)(document.getElementById('tip'))"


def middle_of(browser, selector):
    browser.run(
        f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}});"
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    return browser.run(
        f"(box => [box.x + box.width / 2, box.y + box.height / 2])"
        f"(document.querySelector({selector!r}).getBoundingClientRect())"
    )


def test_pointing_shows_the_value_with_its_interval(opened):
    mark = "#wins .m[data-measure=win_share]"
    opened.point(*middle_of(opened, mark))
    shown = opened.run(TIP)
    assert re.search(r"seat 1\n.*\d+(\.\d)? \(\d+.* to \d+.*\) %", shown), shown
    low = float(opened.run(f"document.querySelector({mark!r}).dataset.low"))
    assert float(re.search(r"\(([0-9.]+) to", shown)[1]) == pytest.approx(100 * low, abs=0.5)
    inside = opened.run(
        "(box => box.left >= 0 && box.right <= innerWidth && box.top >= 0)"
        "(document.getElementById('tip').getBoundingClientRect())"
    )
    assert inside
    opened.point(2, 300)
    assert opened.run(TIP) == ""


def test_the_keyboard_goes_from_mark_to_mark(opened):
    opened.run("document.querySelector('#wins svg.plot .m').focus()")
    first = opened.run(TIP)
    opened.press("ArrowRight")
    second = opened.run(TIP)
    assert first
    assert second not in ("", first)
    stops = opened.run("document.querySelectorAll('#wins svg.plot .m[tabindex=\"0\"]').length")
    assert stops == opened.run("document.querySelectorAll('#wins svg.plot').length")  # one for Tab in each
    assert opened.run("document.activeElement.getAttribute('aria-label')").startswith("seat 2")
    opened.press("Escape")
    assert opened.run(TIP) == ""


def test_a_touch_shows_the_value(browser, page):
    browser.look(390, touch=True)
    browser.open(page)
    browser.tap(*middle_of(browser, "#world .m[data-land]"))
    assert "Fought over" in browser.run(TIP)
    browser.tap(5, 400)
    assert browser.run(TIP) == ""


def test_the_map_changes_its_layer(opened):
    fill = "getComputedStyle(document.querySelector('#world .land')).fill"
    shown = (
        "[...document.querySelector('#world figure').querySelectorAll('.number')]"
        ".filter(text => text.getClientRects().length).length"
    )
    lands = opened.run("document.querySelector('#world figure').querySelectorAll('.land').length")
    seen = {opened.run(fill)}
    assert opened.run(shown) == lands
    opened.run("(one => { one.focus(); one.click(); })(document.querySelector('input[value=continents]'))")
    seen.add(opened.run(fill))
    assert opened.run(shown) == 0
    opened.press("ArrowLeft")  # radio buttons move by the arrows
    assert opened.run("document.querySelector('#world figure').dataset.layer") == "continent_kept"
    assert len(seen) == 2


def test_a_table_saves_itself_with_its_raw_values(opened):
    opened.run("URL.createObjectURL = blob => { window.saved = blob; return '#'; }")
    opened.run("document.querySelector('table.measures').closest('.sheet').querySelector('.save').click()")
    saved = list(csv.DictReader(io.StringIO(opened.run("window.saved.text()"))))
    played = csv_rows("play", *WORDS)
    columns = ("measure", "of", "value", "low", "high", "games")
    assert [[row[name] for name in columns] for row in saved] == [
        [row[name] for name in columns] for row in played
    ]


def test_a_figure_saves_the_numbers_of_its_marks(opened):
    opened.run("URL.createObjectURL = blob => { window.saved = blob; return '#'; }")
    opened.run("document.querySelector('#wins figure > .save').click()")
    saved = list(csv.DictReader(io.StringIO(opened.run("window.saved.text()"))))
    shares = [row for row in csv_rows("play", *WORDS) if row["measure"] == "win_share"]
    columns = ("measure", "of", "value", "low", "high")
    assert [[row[name] for name in columns] for row in saved] == [
        [row[name] for name in columns] for row in shares
    ]
    assert len({row["run"] for row in saved}) == 2


def test_all_maps_show_the_same_layer(opened):
    opened.run("document.querySelector('#world input[value=kept]').click()")
    layers = opened.run("[...document.querySelectorAll('figure[data-layer]')].map(one => one.dataset.layer)")
    assert layers == ["kept", "kept"]
    checked = opened.run("[...document.querySelectorAll('#world input:checked')].map(one => one.value)")
    assert checked == layers


def test_what_has_the_focus_is_seen(opened):
    opened.press("Tab")  # from here on the browser shows where the focus is
    unseen = opened.run(
        "['a.skip', '.top .links a', '#theme', 'th button', '.save', '.scroll', '.switch input']"
        ".filter(what => {"
        "  const one = document.querySelector(what); one.focus();"
        "  const look = getComputedStyle(what == '.switch input' ? one.nextElementSibling : one);"
        "  return !(look.outlineStyle == 'solid' && parseFloat(look.outlineWidth) >= 2);"
        "})"
    )
    assert unseen == []
    opened.run("document.querySelector('#wins .m').focus()")
    stroke = "getComputedStyle(document.querySelector('#wins .m .hit')).stroke"
    assert opened.run(stroke) != "none"


def test_the_list_of_sections_tells_where_the_reader_is(opened):
    opened.run("document.querySelector('#course').scrollIntoView()")
    now = "document.querySelector('.top a[aria-current]')?.getAttribute('href')"
    opened.run(
        "new Promise((done, gone) => { const from = performance.now(); const look = () =>"
        f" {now} == '#course' ? done() : performance.now() - from > 5000 ? gone(new Error({now}))"
        " : requestAnimationFrame(look); look(); })"
    )
    assert opened.run(now) == "#course"


def test_everything_that_is_pressed_has_a_name(opened):
    nameless = opened.run(
        "[...document.querySelectorAll('a, button, input, svg.plot, .scroll, .m')].filter(one =>"
        " !(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') ||"
        "   one.textContent.trim() || one.labels?.length)).map(one => one.outerHTML.slice(0, 80))"
    )
    assert nameless == []


# Print ------------------------------------------------------------------------------------------

ENDS_OF_FIGURES = """
document.querySelectorAll('figure').forEach((figure, place) => {
  for (const [end, where] of [['a', 'afterbegin'], ['z', 'beforeend']]) {
    const name = `end-${end}-${place}`;
    figure.insertAdjacentHTML(where, `<span id="${name}" style="display:block;height:1px"></span>`);
    document.body.insertAdjacentHTML('beforeend', `<a href="#${name}">.</a>`);
  }
})
"""


def pages_of_figures(pdf):
    """Return the pages on which each figure begins and ends, from the destinations of links to its ends."""
    found = re.findall(rb"/end-([az])-(\d+) \[(\d+) 0 R /XYZ", pdf)
    ends = {(end.decode(), int(place)): int(page) for end, place, page in found}
    return [(ends["a", place], ends["z", place]) for place in range(len(ends) // 2)]


def test_no_figure_is_cut_in_print(opened):
    opened.run(ENDS_OF_FIGURES)
    figures = pages_of_figures(opened.printed())
    assert len(figures) == opened.run("document.querySelectorAll('figure').length")
    assert len({page for page, _ in figures}) > 2
    assert all(first == last for first, last in figures)
    opened.run(
        "document.head.insertAdjacentHTML('beforeend', '<style>@media print {"
        " figure { break-inside: auto !important; display: block !important; width: 100% !important }"
        "</style>')"
    )
    figures = pages_of_figures(opened.printed())
    assert any(first != last for first, last in figures), "this check would find a figure that is cut"


@pytest.mark.parametrize("name", ["conquete-1957-dice.html", "risk-express.html"])
def test_no_figure_of_an_example_is_cut_in_print(browser, name):
    browser.look(1200)
    browser.open(EXAMPLES / name)
    browser.run(ENDS_OF_FIGURES)
    assert all(first == last for first, last in pages_of_figures(browser.printed()))


def test_paper_is_light_even_where_the_screen_is_dark(opened):
    opened.look(1200, dark=True, media="print")
    opened.run("document.documentElement.dataset.theme = 'dark'")
    ground = opened.run("getComputedStyle(document.body).backgroundColor")
    assert lightness(ground) > 700
    assert opened.run("getComputedStyle(document.querySelector('nav')).display") == "none"
