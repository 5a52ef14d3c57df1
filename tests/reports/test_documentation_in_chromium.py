"""The documentation in a real browser: pages that fit a phone, a search that finds, the list of pages."""

import time

import pytest
from chromium import Chromium, found
from command_line import run


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    place = tmp_path_factory.mktemp("docs") / "site"
    assert run("docs", "--output", place).exit_code == 0
    return place


@pytest.fixture(scope="module")
def browser():
    if not found():
        pytest.skip("no Chromium here: apt-get install chromium, or the like, and these tests run")
    with Chromium() as opened:
        yield opened


def test_every_page_fits_a_phone(browser, site):
    browser.look(390, 844, touch=True, dark=True)
    pages = [path for path in sorted(site.rglob("*.html")) if "files" not in path.parts]
    assert len(pages) > 40
    for page in pages:
        browser.open(page)
        assert browser.complaints() == [], page
        assert browser.run("document.documentElement.dataset.ready") == "yes"
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), page


def type_in(browser, text):
    browser.run(
        "(() => { const box = document.getElementById('search'); box.focus();"
        f" box.value = '{text}'; box.dispatchEvent(new Event('input')); }})()"
    )
    until = time.monotonic() + 20
    while not browser.run("document.getElementById('said').textContent") and time.monotonic() < until:
        time.sleep(0.05)
    return browser.run("[...document.querySelectorAll('#found b')].map((one) => one.textContent)")


@pytest.mark.parametrize("page", ["index.html", "commands/odds.html"])
def test_the_search_finds_and_leads_there(browser, site, page):
    browser.look(1280, 900)
    browser.open(site / page)
    assert any("measured against" in one for one in type_in(browser, "baseline measured against"))
    assert type_in(browser, "conquest need")[0] == "conquest need"
    browser.press("ArrowDown")
    assert browser.run("document.activeElement.href").endswith("/commands/need.html")
    browser.press("Enter")
    until = time.monotonic() + 20
    while not browser.run("location.href").endswith("/commands/need.html") and time.monotonic() < until:
        time.sleep(0.05)
    assert browser.run("document.querySelector('h1').textContent") == "conquest need"


def test_what_nothing_has_is_said(browser, site):
    browser.open(site / "index.html")
    type_in(browser, "qwertz")
    assert "Nothing" in browser.run("document.getElementById('found').textContent")
    browser.press("Escape")
    assert browser.run("document.getElementById('found').hidden")


def test_the_list_of_pages_opens_on_a_phone(browser, site):
    browser.look(390, 844, touch=True)
    browser.open(site / "first_hour.html")
    seen = "document.querySelector('#parts').getClientRects().length > 0"
    assert not browser.run(seen)
    browser.run("document.getElementById('menu').click()")
    assert browser.run(seen)
    assert browser.run("document.getElementById('menu').getAttribute('aria-expanded')") == "true"
    assert browser.run("document.querySelector('#parts [aria-current]').textContent") == "The first hour"


def test_light_and_dark_can_be_chosen(browser, site):
    browser.look(1280, dark=False)
    browser.open(site / "rules.html")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = browser.run(colour)
    browser.run("document.getElementById('theme').click()")
    assert browser.run(colour) != light
    browser.run("document.getElementById('theme').click()")
    assert browser.run(colour) == light
