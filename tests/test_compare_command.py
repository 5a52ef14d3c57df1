"""`conquest compare` as a user meets it, on a small race of dice."""

import pytest
from command_line import answered, check_refused, csv_rows, rows, run

from conquestlab.analysis.comparing import paired_games
from conquestlab.analysis.rules.rulebook import load

COMPARE = ("compare", "race", "race,goal=40", "--games", "300")
BOLD = (*COMPARE, "--bots", "bold")


def test_the_answer_has_all_that_makes_it_again():
    answer = answered(*BOLD, "--bots", "chaser", "--players", "2,3", "--seed", "7,dice=9", "--apart", "8")
    meta = answer["meta"]
    assert meta["command"].startswith("conquest compare race race,goal=40")
    assert meta["rules"] == ["race", "race,goal=40"]
    assert meta["rules_hash"] == [load("race").hash, load("race,goal=40").hash]
    assert (meta["seed"], meta["apart"], meta["bots"], meta["players"]) == (
        "7,dice=9",
        "8",
        ["bold", "chaser"],
        [2, 3],
    )
    assert (meta["games"], meta["margin"]) == (300, 0.02)
    assert {row["verdict"] for row in answer["rows"] if row["against"] is None} == {None}


def test_tables_for_the_eye_stand_apart_and_fit_the_page():
    result = run(*COMPARE, "--players", "2-3", "--bots", "bold", "--bots", "chaser,bold,random")
    check_refused(result, 2, "3 bots for 2 players")
    result = run(*COMPARE, "--players", "2-3", "--bots", "bold", "--bots", "chaser")
    lines = result.stdout.splitlines()
    heads = [line for line in lines if line.startswith("race,goal=40 against race")]
    assert heads == [
        f"race,goal=40 against race, {players} players, bots: {bots}"
        for players in (2, 3)
        for bots in ("bold", "chaser")
    ]
    assert max(map(len, lines)) <= 80
    assert "longer by" in result.stdout
    assert "is longer by" not in result.stdout
    assert lines[-1] == "seed 1"
    assert not result.stderr


def test_the_table_of_signs_fits_the_page():
    result = run("compare", "race", "race,goal=36", "race,jostle=off", "--games", "120", "--robust")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "race,jostle=off against race" in lines
    (rounds,) = [line for line in lines if line.startswith("rounds") and line.endswith("higher everywhere")]
    assert rounds.split()[1:-2] == ["+++"] * 5
    assert "bold; chaser; random, in this order" in " ".join(lines)
    signs = csv_rows("compare", "race", "race,goal=36", "--games", "120", "--robust", "--players", "2")
    assert {row["bots"] for row in signs} == {"bold", "chaser", "random"}


def test_markdown_keeps_the_rows_of_csv():
    words = (*COMPARE, "--bots", "bold", "--bots", "chaser")
    lines = [line for line in run(*words, "--format", "markdown").stdout.splitlines() if line.startswith("|")]
    kept = csv_rows(*words)
    assert lines[0] == f"| {' | '.join(kept[0])} |"
    assert len(lines) == 2 + len(kept)
    assert lines[-1] == f"| {' | '.join(kept[-1].values())} |"


def test_csv_keeps_the_columns():
    found = csv_rows(*BOLD)
    assert found[0]["against"] == found[0]["verdict"] == ""
    assert {row["against"] for row in found} == {"", "race"}


def test_the_same_line_gives_the_same_answer_with_any_number_of_jobs():
    assert rows(*BOLD, "--jobs", "1") == rows(*BOLD, "--jobs", "3")
    assert rows(*BOLD) != rows(*BOLD, "--seed", "2")


def test_the_margin_decides_what_is_the_same():
    def same(margin):
        found = rows(
            "compare", "race", "race,goal=31", "--games", "600", "--bots", "bold", "--margin", margin
        )
        return sum((row["verdict"] or "").startswith("no difference") for row in found)

    assert same("0.2") > same("0.001")


@pytest.mark.parametrize("words", [(), ("--players", "2-4"), ("--robust", "--players", "2,3")])
def test_a_figure(tmp_path, words):
    place = tmp_path / "differences.svg"
    assert run(*COMPARE, *words, "--plot", place).exit_code == 0
    assert place.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare",), "A B"),
        (("compare", "race"), "two rulebooks or more"),
        ((*COMPARE, "--within", "5"), "within 5"),
        ((*COMPARE, "--margin", "5"), "margin 5"),
        ((*COMPARE, "--apart", "1"), "another seed than 1"),
        ((*COMPARE, "--apart", "x"), "seed"),
        ((*COMPARE, "--players", "9"), "played by 2 to 6"),
        ((*COMPARE, "--bots", "bald"), "did you mean bold"),
        ((*COMPARE, "--plot", "differences.gif"), "gif"),
    ],
)
def test_wrong_uses_are_one_line(words, told):
    check_refused(run(*words), 2, told)


def test_ctrl_c_tells_of_the_games_that_were_done(monkeypatch):
    honest = paired_games.PairUp.__call__
    played = []

    def some(*asked):
        if len(played) == enough:
            raise KeyboardInterrupt
        played.append(asked)
        return honest(*asked)

    monkeypatch.setattr(paired_games.PairUp, "__call__", some)
    enough = 2
    result = run(*COMPARE[:3], "--bots", "bold", "--games", "600", "--jobs", "1", "--format", "csv")
    assert result.exit_code == 130
    assert "race,goal=40 is longer by" in result.stdout
    assert "interrupted" in result.stderr
    enough = 0
    played.clear()
    result = run(*BOLD, "--jobs", "1")
    assert (result.exit_code, result.stdout) == (130, "")


def test_one_measure_alone_as_a_figure(tmp_path):
    for name in ("rounds", "win_share"):
        place = tmp_path / f"{name}.svg"
        result = run(*BOLD, "--players", "2-3", "--plot", place, "--figure", name)
        assert result.exit_code == 0, result.stderr
        assert place.stat().st_size > 5000
    check_refused(run(*BOLD, "--figure", "rounds"), 2, "--plot FILE")
    check_refused(run(*BOLD, "--plot", tmp_path / "a.svg", "--figure", "round"), 2, "did you mean rounds")
