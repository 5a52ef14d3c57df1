"""The first page of a report: title, author, picture, notes, the box of answers and ten numbers."""

import base64

import pytest
from command_line import check_refused, run
from report_page import ReportPage
from small_worlds import EIGHT

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
PLAYED = ("--rules", SMALL, "--players", 3, "--games", 120, "--sample", 0)
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def page_of(folder, *words):
    place = folder / "page.html"
    result = run("report", *words, "--output", place)
    assert result.exit_code == 0, result.stderr
    return ReportPage(place.read_text(encoding="utf-8"))


def test_title_author_picture_and_notes(tmp_path):
    (tmp_path / "crown.png").write_bytes(PNG)
    (tmp_path / "notes.md").write_text("# Why\n\nWe *tried* <b>this</b>.", encoding="utf-8")
    page = page_of(
        tmp_path, *PLAYED, "--title", "Crown & Co", "--author", "A. <Designer>",
        "--logo", tmp_path / "crown.png", "--notes", tmp_path / "notes.md",
    )  # fmt: skip
    assert page.all("title")[0][1] == "Crown & Co – conquestlab report"
    assert page.all("h1")[0][1] == "Crown & Co"
    assert page.all("p", class_="author")[0][1] == "A. <Designer>"
    (logo,) = page.all("img")
    assert base64.b64decode(logo[0]["src"].removeprefix("data:image/png;base64,")) == PNG
    assert "notes" in page.sections
    assert "<p>We <em>tried</em> &lt;b&gt;this&lt;/b&gt;.</p>" in page.html


def test_ten_numbers_of_a_single_run(tmp_path):
    page = page_of(tmp_path, *PLAYED)
    labels = [text for _, text in page.all("dt") if text in TEN]
    assert labels == TEN


TEN = [
    "first seat wins", "last seat wins", "rounds", "minutes", "nine in ten within", "cut off",
    "half-time lead lost", "led for good after", "changes of the leader", "spent watching",
]  # fmt: skip


def test_the_summary_is_the_first_page_alone(tmp_path):
    page = page_of(tmp_path, *PLAYED, "--summary", "--title", "X")
    assert page.sections == ["answers"]
    assert not page.all("figure")
    assert len(page.html.encode()) < 60_000


def test_the_box_says_how_to_find_what_to_change(tmp_path):
    page = page_of(tmp_path, "--rules", "risk-express", "--players", 2, "--games", 60)
    questions = [text for _, text in page.all("h2")][:2]
    assert questions == ["Balanced?", "What to change?"]
    codes = [text for _, text in page.all("code")]
    assert any(text.startswith("conquest tune --rules risk-express --players 2 --bots ") for text in codes)


def test_refused_covers(tmp_path):
    page = tmp_path / "page.html"
    (tmp_path / "text.txt").write_text("x")
    (tmp_path / "latin.md").write_bytes(b"\xe9\xff")
    for words, said in (
        (("--logo", tmp_path / "text.txt"), "no picture"),
        (("--logo", tmp_path / "gone.png"), "there is no file"),
        (("--notes", tmp_path / "gone.md"), "there is no file"),
        (("--notes", tmp_path / "latin.md"), "no text in UTF-8"),
    ):
        check_refused(run("report", *PLAYED, *words, "-o", page), 2, said)
        assert not page.exists()


@pytest.mark.parametrize("words", [(), ("--summary",)])
def test_every_link_leads_somewhere(tmp_path, words):
    page = page_of(tmp_path, *PLAYED, *words)
    ids = {attributes.get("id") for _, attributes, _ in page.elements}
    for attributes, _ in page.all("a"):
        assert attributes["href"].removeprefix("#") in ids, attributes
