"""The page of one game in a real browser: it steps, plays, jumps, fits the screen, and loads nothing."""

import json
import re

import pytest
from chromium import Chromium, found
from command_line import run
from small_worlds import EIGHT

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
GAMES = {
    "conquest": ("--rules", SMALL, "--players", 3),
    "express": ("--rules", "risk-express", "--players", 3),
    "manchots": ("--rules", "manchots-barjots", "--players", 2),
    "africa": ("--rules", "africa-1880", "--players", 4),
    "race": ("--rules", "race", "--players", 3),
}


@pytest.fixture(scope="module")
def browser():
    if not found():
        pytest.skip("no Chromium here: apt-get install chromium, or the like, and these tests run")
    with Chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    for name, words in GAMES.items():
        result = run("replay", *words, "--game", 8, "--output", folder / f"{name}.html")
        assert result.exit_code == 0, result.stderr
    return folder


@pytest.fixture
def opened(browser, pages):
    browser.look(1280)
    browser.open(pages / "conquest.html")
    assert browser.run("document.documentElement.dataset.ready") == "yes"
    return browser


def step(browser):
    return int(browser.run("document.documentElement.dataset.step"))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("wide", [1280, 390])
@pytest.mark.parametrize("name", GAMES)
def test_it_opens_without_complaint_and_fits_the_screen(browser, pages, name, wide, dark):
    browser.look(wide, dark=dark, touch=wide == 390)
    browser.open(pages / f"{name}.html")
    assert browser.run("document.documentElement.dataset.ready") == "yes"
    for key in ("End", "Home"):
        browser.press(key)
        assert browser.complaints() == []
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    text = (pages / f"{name}.html").read_text(encoding="utf-8")
    assert len(text) < 1_000_000
    assert not re.search(r"""(src|href)=["'](?!#|data:)|@import|url\((?!#)""", text)


def test_keys_go_by_steps_and_turns(opened):
    assert step(opened) == 0
    opened.press("ArrowRight")
    assert step(opened) == 1
    opened.press("ArrowLeft")
    assert step(opened) == 0
    opened.press("ArrowDown")
    turns = [
        place
        for place, one in enumerate(
            json.loads(opened.run("document.getElementById('game').textContent"))["steps"]
        )
        if one.get("o")
    ]
    assert step(opened) == turns[0]
    opened.press("ArrowDown")
    assert step(opened) == turns[1]
    opened.press("ArrowUp")
    assert step(opened) == turns[0]
    opened.press("End")
    assert step(opened) == int(opened.run("document.getElementById('slider').max"))
    opened.press("Home")
    assert step(opened) == 0


def test_space_plays_and_pauses(opened):
    opened.run("document.getElementById('speed').value = '0.1'")
    opened.press(" ")
    opened.run("new Promise((done) => setTimeout(done, 900))")
    opened.press(" ")
    there = step(opened)
    assert there >= 2
    opened.run("new Promise((done) => setTimeout(done, 500))")
    assert step(opened) == there


def test_the_board_shows_owners_armies_and_attacks(opened):
    game = json.loads(opened.run("document.getElementById('game').textContent"))
    place = next(place for place, one in enumerate(game["steps"]) if one.get("d"))
    opened.run(f"document.querySelectorAll('#events button')[{place}].click()")
    assert step(opened) == place
    places = {}
    for one in game["steps"][: place + 1]:
        places |= one.get("p", {})
    shown = opened.run(
        "Object.fromEntries([...document.querySelectorAll('.place')]"
        ".map(one => [one.dataset.place, one.querySelector('.token').textContent]))"
    )
    assert shown == {
        id: f"{game['players'][holders[0] - 1]} {number}" for id, (holders, number, _) in places.items()
    }
    assert opened.run("document.querySelectorAll('.arrows .arrow-head').length") == 1
    dice = opened.run("[...document.querySelectorAll('#rolled .die')].map(one => one.textContent)")
    assert dice == [str(face) for _, faces in game["steps"][place]["d"] for face in faces]
    is_seen = opened.run(
        "((line, list) => line.top >= list.top && line.bottom <= list.bottom)"
        "(document.querySelector('#events [aria-current]').getBoundingClientRect(),"
        " document.getElementById('events').getBoundingClientRect())"
    )
    assert is_seen
    marked = opened.run("document.querySelector('#events [aria-current]').textContent")
    assert game["steps"][place]["t"] in marked


def test_a_click_on_the_curve_goes_there(opened):
    opened.run("document.getElementById('curve').scrollIntoView({block: 'center'})")
    left, top, wide, high = opened.run(
        "(box => [box.left, box.top, box.width, box.height])"
        "(document.getElementById('curve').getBoundingClientRect())"
    )
    opened.point(left + 38 + (wide - 60) / 2, top + high / 2, click=True)
    last = int(opened.run("document.getElementById('slider').max"))
    assert abs(step(opened) - last / 2) <= 2


def test_the_chances_of_a_step_sum_to_one_and_end_with_who_won(opened):
    course = json.loads(opened.run("document.getElementById('game').textContent"))["course"]
    for values in course["values"]:
        assert sum(values) == pytest.approx(1, abs=0.001)
    assert sorted(course["values"][-1]) == [0, 0, 1]


def test_on_paper_stands_what_is_shown_or_the_end(opened):
    last = int(opened.run("document.getElementById('slider').max"))
    for shown, printed in ((1, 1), (0, last)):
        opened.press("Home")
        for _ in range(shown):
            opened.press("ArrowRight")
        opened.run("dispatchEvent(new Event('beforeprint'))")
        assert step(opened) == printed
        opened.run("dispatchEvent(new Event('afterprint'))")
        assert step(opened) == shown
    opened.look(794, media="print")
    display = "getComputedStyle(document.querySelector('{}')).display"
    assert opened.run(display.format(".events")) == "none"
    assert opened.run(display.format(".turns table")) != "none"
