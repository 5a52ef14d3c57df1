"""Odd inputs make a page that says what is missing, or are refused in one line that says how to mend it."""

import json
import shutil

import pytest
from command_line import check_refused, run
from report_page import ReportPage
from small_worlds import EIGHT, NO_CONTINENTS

from conquestlab.analysis.playing.runs import signed

SETUP = "players.max=3,setup.starting_armies={2=10,3=8},max_rounds=15"
SMALL = f"risk-modern,map={EIGHT},{SETUP}"


def page_of(tmp_path, *words):
    place = tmp_path / "page.html"
    result = run("report", *words, "--output", place)
    assert result.exit_code == 0, result.stderr
    page = ReportPage(place.read_text(encoding="utf-8"))
    missing = (
        [text[:1].lower() + text[1:] for _, text in page.all("li")]
        if page.all("ul", class_="missing")
        else []
    )
    return page, result, missing


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A run of three chunks in its folder."""
    place = tmp_path_factory.mktemp("kept") / "run"
    words = ("--rules", SMALL, "--players", 3, "--bots", "reckless", "--games", 25_000, "--out", place)
    assert run("play", *words).exit_code == 0
    assert len(list(place.glob("*.parquet"))) >= 3
    return place


@pytest.fixture
def folder(kept, tmp_path):
    """A copy of the run, to be spoilt."""
    return shutil.copytree(kept, tmp_path / "run")


def chunks(folder):
    return sorted(folder.glob("*.parquet"))


# Runs -------------------------------------------------------------------------------------------


def test_an_unfinished_run_says_how_far_it_is_and_how_to_go_on(folder, tmp_path):
    chunks(folder)[-1].unlink()
    page, result, missing = page_of(tmp_path, folder, "--sample", 0)
    assert "the run is unfinished" in result.stderr
    assert any("of 25,000 games are there" in line and "--resume" in line for line in missing)
    assert {"wins", "course", "measures"} <= set(page.sections)


def test_a_run_without_its_first_games_says_so(folder, tmp_path):
    chunks(folder)[0].unlink()
    page, _, missing = page_of(tmp_path, folder)
    assert any("the first games are not there" in line for line in missing)
    assert "wins" not in page.sections
    assert {"exact", "played"} <= set(page.sections)


def test_a_bot_that_never_wins_stands_there_with_nothing(tmp_path):
    words = ("--rules", SMALL, "--players", 3, "--bots", "expert,random,random", "--games", 30)
    page, _, _ = page_of(tmp_path, *words, "--sample", 0)
    name = next(key[0] for key in page.by_key() if key[1:] == ("win_share", "random"))
    value, low, high = page.by_key()[name, "win_share", "random"]
    assert float(low) <= float(value) < 0.1 < float(high)
    assert "expert clearly plays best." in page.heads


def test_a_map_without_continents_says_so(tmp_path):
    rules = f"risk-modern,map={NO_CONTINENTS},{SETUP}"
    page, _, missing = page_of(tmp_path, "--rules", rules, "--players", 3, "--games", 40, "--sample", 4)
    assert any("has no continents" in line for line in missing)
    assert "world" in page.sections
    titles = [text for _, text in page.all("b")]
    assert not [title for title in titles if "Continent" in title]
    assert "continent_kept" not in {key[1] for key in page.by_key()}
    shown = [attributes.get("value") for attributes, _ in page.all("input")]
    assert shown == ["battles", "taken", "kept", "half_time_wins"]


def test_games_of_which_none_ends_have_a_page(tmp_path):
    rules = SMALL.replace("max_rounds=15", "max_rounds=1")
    words = ("--rules", rules, "--players", 3, "--bots", "cautious", "--games", 40, "--sample", 2)
    page, _, missing = page_of(tmp_path, *words)
    assert any("nobody won a game" in line for line in missing)
    assert "No game came to an end." in page.heads
    assert "Most games are long." in page.heads


# Damage -----------------------------------------------------------------------------------------


def spoil_chunk(folder):
    place = chunks(folder)[1]
    data = bytearray(place.read_bytes())
    data[len(data) // 2] ^= 0x55
    place.write_bytes(data)


def cut_chunk(folder):
    place = chunks(folder)[1]
    place.write_bytes(place.read_bytes()[:1000])


def swap_chunks(folder):
    shutil.copyfile(chunks(folder)[0], chunks(folder)[1])


def change(key, value):
    def spoil(folder):
        place = folder / "run.json"
        settings = json.loads(place.read_text(encoding="utf-8"))
        place.write_text(json.dumps(signed(settings | {key: value})), encoding="utf-8")

    return spoil


def cut_settings(folder):
    (folder / "run.json").write_text("{", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_chunk, ["is damaged: delete it and add --resume"]),
        (cut_chunk, ["is damaged: delete it and add --resume"]),
        (swap_chunks, ["does not hold games"]),
        (cut_settings, ["run.json is damaged"]),
        (change("games", "many"), ["run.json is damaged"]),
        (change("bots", None), ["run.json is damaged"]),
        (change("rules_hash", "0" * 12), ["was played with rules_hash"]),
    ],
)
def test_a_damaged_folder_is_refused_before_a_page_is_written(folder, tmp_path, spoil, words):
    spoil(folder)
    page = tmp_path / "page.html"
    check_refused(run("report", folder, "--output", page), 1, *words)
    assert not page.exists()


# Results of other commands -------------------------------------------------------------------------


def answer(kind, rows=()):
    return json.dumps({"meta": {"command": f"conquest {kind} 'unclosed", "rules": []}, "rows": list(rows)})


@pytest.mark.parametrize("kind", ["compare", "sweep", "ladder", "tune"])
@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 1, "is not JSON"),
        ("{", 1, "is not JSON"),
        ("measure,of,value\nrounds,,3\n", 1, "is not JSON"),
        ("\xff\xfe", 1, "is not JSON"),
        ("[]", 1, "is no answer with meta and rows"),
        (answer("bench"), 2, "is the answer of conquest bench"),
        ('{"meta": {}, "rows": []}', 2, "does not say which command made it"),
    ],
)
def test_a_file_that_is_no_such_answer_is_refused(tmp_path, kind, text, status, words):
    place, page = tmp_path / "answer.json", tmp_path / "page.html"
    place.write_bytes(text.encode("latin-1"))
    check_refused(run("report", f"--{kind}", place, "--output", page), status, words)
    assert not page.exists()


@pytest.mark.parametrize("kind", ["compare", "sweep", "ladder", "tune"])
def test_an_answer_without_rows_makes_a_page_that_says_so(tmp_path, kind):
    place = tmp_path / "answer.json"
    place.write_text(answer(kind), encoding="utf-8")
    _, _, (line,) = page_of(tmp_path, f"--{kind}", place)
    assert "answer.json has no rows" in line


def test_rows_that_hold_no_number_make_a_page_that_says_so(tmp_path):
    place = tmp_path / "answer.json"
    strange = {
        "measure": "rounds",
        "difference": float("nan"),
        "of": ["a"],
        "value": {"b": 1},
        "players": None,
        "sign": None,
        "kind": "",
        "unit": "",
    }
    place.write_text(answer("compare", [strange]), encoding="utf-8")
    _, _, (line,) = page_of(tmp_path, "--compare", place)
    assert "has no difference in any of its rows" in line


# Places to write ----------------------------------------------------------------------------------


def test_a_place_that_cannot_be_written_is_refused_before_any_game(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder.html").mkdir()
    words = ("report", "--rules", "risk-modern", "--games", 10**9, "--output")
    check_refused(run(*words, tmp_path / "none" / "page.html"), 2, "does not exist", "make it first")
    check_refused(run(*words, tmp_path / "file" / "page.html"), 2, "is not a folder")
    check_refused(run(*words, tmp_path / "folder.html"), 2, "is a folder")
