"""The map of Africa in a real browser: no complaint, one layer at a time, on wide and narrow screens."""

import pytest
from chromium import Chromium, found
from command_line import run

LAYERS = ("present", "colony_1900", "colony", "at_war", "first")


@pytest.fixture(scope="module")
def browser():
    if not found():
        pytest.skip("no Chromium here: apt-get install chromium, or the like, and these tests run")
    with Chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    place = tmp_path_factory.mktemp("page") / "page.html"
    words = ("--rules", "africa-1880", "--players", 3, "--games", 60, "--bots", "random,grabber,tit_for_tat")
    result = run("report", *words, "--sample", 30, "--output", place)
    assert result.exit_code == 0, result.stderr
    return place


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("wide", [1200, 390])
def test_the_map_opens_without_complaint_and_fits_the_screen(browser, page, wide, dark):
    browser.look(wide, dark=dark, touch=wide == 390)
    browser.open(page)
    assert browser.complaints() == []
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    ends = "document.querySelector('#africa svg.world').getBoundingClientRect()"
    assert browser.run(f"{ends}.left >= 0 && {ends}.right <= innerWidth")


def shown(kind):
    """Return the script that tells which elements of the map's figure are to be seen."""
    return (
        f"[...document.querySelectorAll('#africa figure[data-layer] {kind}')]"
        ".filter(one => getComputedStyle(one).display != 'none').map(one => one.getAttribute('class'))"
    )


def test_the_map_shows_one_layer_at_a_time(browser, page):
    browser.look(1200)
    browser.open(page)
    fills = []
    for layer in LAYERS:
        browser.run(f"document.querySelector('#africa input[value={layer}]').click()")
        assert set(browser.run(shown("text.number"))) == {f"number of-{layer}"}
        assert browser.run(shown("p.layer")) == [f"layer of-{layer}"]
        colours = "[...document.querySelectorAll('#africa .land')].map(one => getComputedStyle(one).fill)"
        fills.append(tuple(browser.run(colours)))
    assert len(set(fills)) == len(LAYERS)
    assert all(len(of_layer) == 32 for of_layer in fills)


def test_a_territory_tells_its_numbers_and_where_the_map_is_from(browser, page):
    browser.look(1200)
    browser.open(page)
    tip = browser.run("document.querySelector('#africa [data-land=sahara]').textContent")
    assert "Sahara" in tip
    notes = browser.run("document.querySelector('#africa').textContent")
    assert "The map is reconstructed" in notes
    assert "Wins by nation, on a reconstructed map" in notes
