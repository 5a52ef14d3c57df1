"""A sweep on a page: maps whose cells carry their numbers, lines, and what its notes say."""

import json

import pytest
from command_line import check_refused, run
from report_page import ReportPage

BOOK = "risk-express"
WORDS = (
    "sweep",
    BOOK,
    "--players",
    "2",
    "--bots",
    "points",
    "--games",
    "240",
    "--measure",
    "rounds,win_share",
)


def page_of(folder, *vary):
    place, page = folder / "sweep.json", folder / "page.html"
    result = run(*WORDS, *(word for one in vary for word in ("--vary", one)), "--output", place)
    assert result.exit_code == 0, result.stderr
    result = run("report", "--sweep", place, "--output", page)
    assert result.exit_code == 0, result.stderr
    return json.loads(place.read_text(encoding="utf-8"))["rows"], page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "vary",
    [
        ("continue_failed=on,off", "handicap.points.2=0..4..2"),
        ("handicap.points.2=0..4..2",),
        ("continue_failed=on,off",),
        (),
    ],
)
def test_every_number_of_a_sweep_stands_in_its_figures(tmp_path, vary):
    rows, html = page_of(tmp_path, *vary)
    page = ReportPage(html)
    assert "sweep" in page.sections
    found = page.by_key()
    for row in rows:
        told = found[row["rules"], row["measure"], row["of"]]
        assert told == tuple(repr(row[name]) for name in ("value", "low", "high"))


def test_the_page_tells_what_is_more_than_chance(tmp_path):
    _, html = page_of(tmp_path, "continue_failed=on,off", "handicap.points.2=0,9")
    assert "differences from risk-express are more than chance" in html
    assert 'font-weight="bold"' in html
    assert "across: continue_failed; down: handicap.points.2" in html


def test_rows_of_another_kind_are_refused(tmp_path):
    place = tmp_path / "sweep.json"
    place.write_text(json.dumps({"meta": {"command": "conquest sweep race"}, "rows": [{"value": 1}]}))
    check_refused(run("report", "--sweep", place, "-o", tmp_path / "p.html"), 2, "run conquest sweep again")
