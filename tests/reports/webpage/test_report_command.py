"""`conquest report` as a user meets it: every number is that of the CSV, and what is missing is said."""

import json
import re

import pytest
from command_line import check_refused, csv_rows, run
from report_page import ReportPage
from small_worlds import EIGHT

from conquestlab.analysis.rules.rule_words import variant_name
from conquestlab.analysis.rules.rulebook import load

WITHOUT_CAP = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}}"
SMALL = f"{WITHOUT_CAP},max_rounds=15"


def page_of(tmp_path, *words, status=0):
    place = tmp_path / "page.html"
    result = run("report", *words, "--output", place)
    assert result.exit_code == status, result.stderr
    return ReportPage(place.read_text(encoding="utf-8")), result


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    place = tmp_path_factory.mktemp("small")
    words = ("--rules", SMALL, "--players", 3, "--games", 300, "--seed", 3)
    return page_of(place, *words, "--sample", 12)[0], csv_rows("play", *words)


def check_numbers(page, rows, names):
    """Check that a page has every row of a CSV, and says of no measure anything else than the CSV."""
    wanted = {
        (name, row["measure"], row["of"]): tuple(row[end] or None for end in ("value", "low", "high"))
        for name, row in zip(names, rows, strict=True)
    }
    found = page.by_key()
    assert wanted.keys() <= set(found) | {key for key in wanted if wanted[key][0] is None}
    measures = {row["measure"] for row in rows}
    seen = 0
    for _, attributes, _ in page.numbers():
        if attributes["data-measure"] in measures:
            run_name = attributes.get("data-run", "")
            key = (run_name, attributes["data-measure"], attributes["data-of"])
            told = tuple(attributes.get(f"data-{end}") or None for end in ("value", "low", "high"))
            assert told == wanted[key], key
            seen += 1
    assert seen > len(rows)


def test_every_number_is_that_of_the_csv(small):
    page, rows = small
    check_numbers(page, rows, [variant_name(load(rows[0]["rules"]))] * len(rows))


def test_numbers_in_sentences_are_shown_as_they_are(small):
    page, _ = small
    shown = 0
    for tag, attributes, text in page.numbers():
        if tag == "span" and attributes["data-measure"] == "win_share":
            value = 100 * float(attributes["data-value"])
            assert float(re.match(r"[0-9.]+", text)[0]) == pytest.approx(value, abs=0.5)
            shown += 1
    assert shown


def test_the_page_says_what_was_played_and_how_to_make_it_again(small):
    page, _ = small
    assert page.sections == [
        "answers", "short", "wins", "course", "eliminations", "choices", "world", "exact", "measures",
        "played", "sources", "reading",
    ]  # fmt: skip
    commands = [text for _, text in page.all("code") if text.startswith("conquest ")]
    assert commands[0].startswith("conquest report --rules 'risk-modern,map=")
    assert "300 games" in page.html
    assert "eight_lands" in page.html
    assert page.all("span", class_="fr", lang="fr")


def test_the_page_needs_nothing_from_anywhere(small):
    page, _ = small
    for tag, attributes, _ in page.elements:
        assert tag not in ("object", "iframe", "embed")
        for name in ("src", "href", "xlink:href", "action"):
            assert attributes.get(name, "#").startswith(("#", "data:")), (tag, attributes)
    style = page.all("style")[0][1]
    assert "url(" not in style
    assert "@import" not in style
    assert len(page.html.encode()) < 500_000


def test_the_same_line_makes_the_same_page(tmp_path):
    words = ("--rules", "risk-express,max_turns=40", "--players", 2, "--games", 60, "--sample", 2)
    one, _ = page_of(tmp_path, *words, "--jobs", 1)
    other, _ = page_of(tmp_path, *words, "--jobs", 2)
    assert one.html.replace("--jobs 1", "--jobs 2") == other.html


def test_runs_stand_side_by_side_with_their_own_numbers(tmp_path):
    kept = tmp_path / "runs"
    words = ("--rules", "risk-express", "--players", "2,3", "--games", 120)
    rows = csv_rows("play", *words, "--out", kept)
    page, _ = page_of(tmp_path, kept, "--sample", 4)
    check_numbers(page, rows, [f"{row['players']} players" for row in rows])
    assert "robustness" in page.sections
    assert "table" in page.sections
    assert "world" not in page.sections
    plays = [text for _, text in page.all("code") if text.startswith("conquest play")]
    assert len(plays) == 2
    assert all("--out" in text for text in plays)


def test_bots_that_differ_are_told_apart_from_seats(tmp_path):
    words = ("--rules", "risk-express", "--bots", "expert,random", "--games", 200)
    page, _ = page_of(tmp_path, *words, "--sample", 0)
    assert any(text.startswith("From a seat drawn at random expert wins") for text in page.words)
    check_numbers(page, rows := csv_rows("play", *words), ["Risk Express"] * len(rows))


def test_a_bot_that_never_wins_and_a_game_that_never_ends(tmp_path):
    words = ("--rules", f"{WITHOUT_CAP},max_rounds=2", "--players", 3, "--bots", "random", "--games", 60)
    page, result = page_of(tmp_path, *words, "--sample", 3)
    assert "missing: nobody won a game" in result.stderr
    assert "wins" not in page.sections
    assert "No game came to an end." in page.heads


def test_one_game_makes_a_page_that_says_so(tmp_path):
    page, result = page_of(tmp_path, "--rules", SMALL, "--players", 3, "--games", 1)
    assert "one game alone" in result.stderr
    assert any(text.startswith("The game lasted") for text in page.words)


def test_names_from_a_file_are_no_markup(tmp_path):
    book = tmp_path / "evil.toml"
    book.write_text(
        'title = "<script>alert(1)</script>"\nsummary = "</p><b>"\nextends = "risk-express"\n'
        "max_turns = 40\n",
        encoding="utf-8",
    )
    page, _ = page_of(tmp_path, "--rules", book, "--players", 2, "--games", 30, "--sample", 1)
    assert "alert(1)" not in "".join(text for _, text in page.all("script"))
    assert "&lt;script&gt;alert(1)" in page.html


def test_results_of_other_commands(tmp_path):
    compare = {
        "rules": "risk-modern,dice.defender=3", "players": 3, "bots": "reckless", "measure": "rounds",
        "of": "", "value": 12.0, "low": 11.0, "high": 13.0, "games": 9, "against": "risk-modern",
        "difference": 3.25, "difference_low": 2.5, "difference_high": 4.0, "p": 1e-9, "p_adjusted": 1e-8,
        "verdict": "it is longer by 3", "sign": 1, "kind": "", "unit": "rounds",
    }  # fmt: skip
    rows = {
        "compare": [
            compare,
            compare | {"players": 4, "difference": None, "verdict": "not decided", "sign": None},
        ],
        "ladder": [
            {
                "players": 2,
                "measure": "rating",
                "of": of,
                "against": "",
                "value": value,
                "low": -1.0,
                "high": 2.0,
            }
            for of, value in (("a", 0.5), ("b", 1.0625))
        ],
        "tune": [
            {"part": "root", "key": "cards.jokers", "value": 2.125, "low": 1.5, "high": 2.5, "rounded": 2}
        ],
    }
    words = []
    for kind, some in rows.items():
        place = tmp_path / f"{kind}.json"
        meta = {"command": f"conquest {kind} --typed", "rules": ["risk-modern", "gone.toml"]}
        place.write_text(json.dumps({"meta": meta, "rows": some}), encoding="utf-8")
        words += [f"--{kind}", place]
    page, result = page_of(tmp_path, *words)
    assert "missing: the rulebook gone.toml" in result.stderr
    assert {"compare", "ladder", "tune"} <= set(page.sections)
    found = page.by_key()
    table = "risk-modern,dice.defender=3, 3 players, reckless"
    assert found[table, "difference of rounds", ""] == ("3.25", "2.5", "4.0")
    assert found["ladder, 2 players", "rating", "b"] == ("1.0625", "-1.0", "2.0")
    assert found["", "tuned", ""] == ("2.125", "1.5", "2.5")
    assert any("b is rated highest" in text for text in page.words)


def test_what_cannot_be_done_is_refused_with_one_line(tmp_path):
    page = tmp_path / "page.html"
    check_refused(run("report", "--output", page), 2, "name a run folder, or --rules")
    check_refused(run("report", "--rules", "risk-express"), 2, "--output page.html")
    check_refused(
        run("report", "--rules", "risk-express", "-o", tmp_path / "p.txt"), 2, "end its name in .html"
    )
    check_refused(run("report", tmp_path, "-o", page), 2, "holds no run")
    check_refused(run("report", tmp_path / "none", "-o", page), 2, "holds no run")
    check_refused(
        run("report", tmp_path, "--games", 5, "-o", page), 2, "--games has no effect", "add --rules"
    )
    check_refused(run("report", "--tune", tmp_path / "t.json", "-o", page), 2, "is no file")
    check_refused(
        run("report", "--rules", "risk-express", "--margin", 2, "-o", page), 2, "margin 2", "between 0 and 1"
    )
    assert not page.exists()
