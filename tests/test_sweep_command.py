"""`conquest sweep` as a user meets it, on a small race of dice."""

import json
import os
import re
import time
from pathlib import Path

import pytest
from bots_outside import CHASER, program
from command_line import answered, begun, check_refused, csv_rows, rows, run

from conquestlab.analysis import sweep
from conquestlab.analysis.playing import batches
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.sweeping import pairing
from conquestlab.analysis.sweeping.cells import COMPARED, FIXED
from conquestlab.analysis.sweeping.sweep_folder import FOLDER

GRID = ("sweep", "race", "--vary", "goal=30,40", "--vary", "jostle=on,off")
SWEEP = (*GRID, "--players", "2-3", "--bots", "bold", "--bots", "chaser")
FEW = (*SWEEP, "--games", "240")
SHARED = ("measure", "of", "value", "low", "high", "baseline", "games", "kind", "unit")


def told(row, *names):
    return tuple(row[name] for name in names)


def of_tallies(row, found):
    """Whether a row of another command is of a measure that a sweep tells: those of tallies."""
    return row["measure"] in {one["measure"] for one in found}


def test_the_answer_has_a_row_for_each_cell_and_measure_with_all_that_makes_it_again():
    answer = answered(*FEW, "--seed", "7,dice=9")
    meta, found = answer["meta"], answer["rows"]
    assert meta["command"].startswith("conquest sweep race --vary goal=30,40")
    assert meta["rules_hash"][0] == load("race").hash
    assert (meta["seed"], meta["players"], meta["bots"]) == ("7,dice=9", [2, 3], ["bold", "chaser"])
    assert meta["vary"] == {"goal": ["30", "40"], "jostle": ["on", "off"]}
    assert (meta["against"], meta["games"]) == ("race", 240)
    assert {tuple(row) for row in found} == {("goal", "jostle", *FIXED, *COMPARED)}
    cells = {told(row, "goal", "jostle", "players", "bots") for row in found}
    assert len(cells) == 2 * 2 * 2 * 2
    # Without a measure named: those that every game has, and one of openness that this game has.
    assert {row["measure"] for row in found} == {"win_share", "rounds", "unfinished_share", "lead_changes"}
    base = [row for row in found if (row["goal"], row["jostle"]) == (30, True)]
    assert {row["against"] for row in base} == {None}
    assert {row["against"] for row in found if row not in base} == {"race"}


@pytest.mark.parametrize("bots", ["bold", "bold,chaser"])
def test_a_cell_is_what_play_answers(bots):
    found = rows("sweep", "race", "--vary", "goal=20,30,40", "--bots", bots, "--players", "2",
                 "--games", "700", "--measure", "all", "--seed", "5")  # fmt: skip
    for goal in (20, 30, 40):
        words = ("--bots", bots, "--players", "2", "--games", "700", "--seed", "5")
        played = rows("play", "--rules", f"race,goal={goal}", *words)
        mine = [told(row, "rules", "players", "bots", *SHARED) for row in found if row["goal"] == goal]
        theirs = [told(row, "rules", "players", "bots", *SHARED) for row in played if of_tallies(row, found)]
        assert mine == theirs


@pytest.mark.parametrize("bots", ["bold", "bold,chaser"])
def test_a_difference_is_what_compare_answers(bots):
    words = ("--bots", bots, "--players", "2", "--games", "700")
    found = rows("sweep", "race", "--vary", "goal=20,30,40", "--measure", "all", *words)
    names = ("measure", "of", "difference", "difference_low", "difference_high", "p")
    for goal in (20, 40):
        compared = rows("compare", "race", f"race,goal={goal}", *words)
        there = [row for row in compared if row["difference"] is not None and of_tallies(row, found)]
        theirs = [told(row, *names) for row in there]
        mine = [told(row, *names) for row in found if row["goal"] == goal and row["difference"] is not None]
        assert theirs
        assert mine == theirs


def test_lengths_that_were_cut_off_are_compared_as_compare_does():
    words = ("--bots", "bold", "--players", "2", "--games", "300")
    found = rows("sweep", "race,goal=90", "--vary", "max_rounds=4..12..4", "--against", "max_rounds=8",
                 "--measure", "rounds,unfinished_share", *words)  # fmt: skip
    names = ("measure", "difference", "difference_low", "difference_high", "p")
    for cap in (4, 12):
        compared = rows("compare", "race,goal=90,max_rounds=8", f"race,goal=90,max_rounds={cap}", *words)
        theirs = [told(row, *names) for row in compared if row["difference"] is not None]
        mine = [told(row, *names) for row in found if row["max_rounds"] == cap]
        assert mine == [one for one in theirs if one[0] in ("rounds", "unfinished_share")]


def test_holm_is_over_the_whole_grid():
    found = [row for row in rows(*FEW) if row["p"] is not None]

    def question(row):
        # Two seats share all wins: what the one wins more the other wins less, which is asked once.
        thing = "" if row["players"] == 2 and row["measure"] == "win_share" else row["of"]
        return told(row, "rules", "players", "bots", "measure"), thing

    asked = {question(row): row["p"] for row in reversed(found)}
    by_hand = {}
    highest = 0.0
    for rank, one in enumerate(sorted(asked, key=asked.get)):
        highest = max(highest, min(1.0, (len(asked) - rank) * asked[one]))
        by_hand[one] = highest
    assert len(asked) > 30
    assert [row["p_holm"] for row in found] == pytest.approx([by_hand[question(row)] for row in found])
    certain = [row for row in found if row["p_holm"] <= 0.05 and row["measure"] == "rounds"]
    assert certain
    assert all("longer by" in row["verdict"] or "shorter by" in row["verdict"] for row in certain)


def test_against_chooses_the_base():
    found = rows(*GRID, "--players", "2", "--games", "60", "--against", "goal=40")
    assert {row["rules"] for row in found if row["against"] is None} == {"race,goal=40"}
    found = rows("sweep", "race", "--vary", "goal=20,40", "--players", "2", "--games", "60")
    assert {row["rules"] for row in found if row["against"] is None} == {"race,goal=20"}


def test_without_rules_that_vary_there_are_no_differences():
    found = rows("sweep", "race", "--players", "2-4", "--bots", "bold", "--bots", "bold,chaser,random",
                 "--games", "60")  # fmt: skip
    assert {row["difference"] for row in found} == {None}
    # A set of three bots sits where three play.
    assert {told(row, "players", "bots") for row in found} == {
        (2, "bold"), (3, "bold"), (4, "bold"), (3, "bold,chaser,random")
    }  # fmt: skip


def test_the_same_line_gives_the_same_answer_with_any_number_of_jobs():
    one, three = (rows(*SWEEP, "--games", "3000", "--jobs", jobs) for jobs in ("1", "3"))
    assert one == three
    assert one != rows(*SWEEP, "--games", "3000", "--seed", "2")


def test_the_games_of_the_base_are_played_once(monkeypatch):
    played = []
    honest = batches.Batch.rows

    def rows_of(batch):
        played.append((batch.rulebook.label, batch.first, batch.games))
        return honest(batch)

    monkeypatch.setattr(batches.Batch, "rows", rows_of)
    rows("sweep", "race", "--vary", "goal=20..40..5", "--bots", "bold", "--games", "1200", "--jobs", "2")
    base = [one for one in played if one[0] == "race" and one[2] > 1]
    assert sum(games for *_, games in base) == 1200
    assert not pairing._SHARED.pieces


def test_tables_for_the_eye_fit_the_page():
    lines = run(*FEW).stdout.splitlines()
    assert [line for line in lines if line.endswith(("bots: bold", "bots: chaser"))] == [
        f"{players} players, bots: {bots}" for players in (2, 3) for bots in ("bold", "chaser")
    ]
    assert max(map(len, lines)) <= 80
    assert any(line.endswith("the base") for line in lines)
    assert lines[-1] == "seed 1"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--vary", "gaol=3"), ("gaol", "did you mean goal")),
        (("--vary", "goal"), ("write KEY=VALUES",)),
        (("--vary", "goal=0,20"), ("goal=0", "allowed")),
        (("--vary", "goal=20,20"), ("goal=20 twice",)),
        (("--vary", "goal=20,30", "--vary", "goal=40"), ("goal twice",)),
        (("--vary", "goal=30..20"), ("goal=30..20", "lower end")),
        (("--vary", "goal=20..30..4"), ("goal=20..30..4", "leads from one to the other")),
        (("--vary", "goal=[20,30"), ("goal",)),
        (("--vary", "jostle=maybe"), ("jostle=maybe", "allowed")),
        (("--vary", "start.0=3"), ("counted from 1",)),
        (("--vary", "goal=20,30", "--vary", "start.2=0,25"), ("goal=20", "start.2=25", "less than the goal")),
        (("--vary", "goal=20,30", "--players", "2,9"), ("played by 2 to 6", "9")),
        (("--vary", "goal=20,30", "--bots", "bold,chaser", "--players", "3-4"), ("2 bots", "--players 2")),
        (("--vary", "goal=20,30", "--bots", "bald"), ("did you mean bold",)),
        (("--vary", "goal=20,30", "--measure", "ruonds"), ("did you mean rounds",)),
        (("--vary", "goal=20,30", "--against", "goal=40"), ("goal=40", "the grid has 20, 30")),
        (("--vary", "goal=20,30", "--against", "jostle=off"), ("jostle does not vary",)),
        (("--vary", "goal=20,30", "--within", "0"), ("within 0",)),
        (("--vary", "goal=20,30", "--margin", "2"), ("margin 2",)),
        (("--vary", "goal=20,30", "--resume"), ("--out DIR",)),
        (("--vary", "goal=20,30", "--plot", "a.svg", "--figure", "drama"), ("--measure chooses",)),
        (("--vary", "goal=1..999", "--vary", "max_rounds=1..999"), ("too many",)),
        (("--margin", "0.1"), ("no rule varies",)),
    ],
)  # fmt: skip
def test_wrong_uses_are_one_line_before_anything_is_played(words, told, monkeypatch):
    monkeypatch.setattr(batches.Batch, "rows", lambda batch: pytest.fail("a game was played"))
    check_refused(run("sweep", "race", *words), 2, *told)


def test_lists_texts_and_entries_vary():
    found = csv_rows("sweep", "race", "--vary", "start=[0,5],[5,0]", "--vary", "jostle=false,true",
                     "--players", "2", "--games", "60", "--measure", "rounds")  # fmt: skip
    assert [told(row, "start", "jostle") for row in found] == [
        ("[0,5]", "false"), ("[0,5]", "true"), ("[5,0]", "false"), ("[5,0]", "true")
    ]  # fmt: skip
    found = rows("sweep", "race", "--vary", "start.2=0..4..2", "--players", "3", "--games", "60")
    assert {told(row, "start.2", "rules") for row in found} >= {(4, "race,start=[0,4]")}


def test_in_python():
    given = {"vary": {"goal": [30, 40]}, "players": 2, "bots": "bold", "games": 60}
    found = sweep("race", **given)
    assert found.to_dict("records")[0]["goal"] == 30
    assert sweep("race", **given | {"vary": {"goal": range(30, 41, 10)}}).equals(found)
    assert sweep("race", **given | {"vary": "goal=30..40..10"}).equals(found)


# Games where they are needed ------------------------------------------------------------------


WITHIN = ("sweep", "race", "--vary", "goal=20,60", "--bots", "bold", "--measure", "rounds", "--players", "2")


def test_within_spends_games_where_intervals_are_wide():
    # A race to 60 lasts longer, and lengths vary more: the other cell is known at once.
    found = answered(*WITHIN, "--within", "0.04")
    games = {row["goal"]: row["games"] for row in found["rows"]}
    half = {row["goal"]: (row["high"] - row["low"]) / 2 for row in found["rows"]}
    assert max(half.values()) <= 0.04
    assert games[60] > 2520
    notes = " ".join(found["meta"]["notes"])
    assert "2,520 games of each of 2 cells" in notes
    assert "race,goal=60" in notes
    assert "all cells are known to 0.04 in rounds" in notes


def test_within_ends_when_the_games_are_spent():
    found = answered(*WITHIN, "--within", "0.001", "--games", "2000")
    games = [row["games"] for row in found["rows"]]
    assert sum(games) <= 4000
    assert max(games) > 500
    assert any("the games are spent" in note for note in found["meta"]["notes"])


def test_the_pairs_of_a_cell_that_got_fewer_games_than_its_base_are_of_the_same_games():
    # The base goes on for one cell, the other rests: its difference is what compare says of as many games.
    words = ("--bots", "bold", "--players", "2")
    found = rows(
        "sweep", "race,goal=60", "--vary", "goal=20,60,90", *words, "--measure", "rounds", "--within", "0.05"
    )
    games = {row["goal"]: row["games"] for row in found}
    assert games[20] < games[60] <= games[90]
    for goal in (20, 90):
        (mine,) = (row for row in found if row["goal"] == goal)
        compared = rows("compare", "race,goal=60", f"race,goal={goal}", *words, "--games", games[goal])
        (theirs,) = (row for row in compared if row["measure"] == "rounds" and row["against"])
        names = ("value", "difference", "difference_low", "difference_high", "p")
        assert told(mine, *names) == told(theirs, *names)


# Kept and gone on with ------------------------------------------------------------------------


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("more", [(), ("--within", "0.06", "--measure", "rounds")])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_sweep_that_was_stopped_again_and_again_ends_with_the_same_bytes(tmp_path, monkeypatch, more, jobs):
    words = (*GRID, "--players", "2-3", "--bots", "bold", *more, "--games", "3000", "--jobs", jobs)
    whole = run(*words, "--out", tmp_path / "whole", "--format", "csv")
    assert whole.exit_code == 0, whole.stderr
    honest = pairing.CountCell.__call__
    left = [0]

    def some(*asked):
        if left[0] == 0:
            raise KeyboardInterrupt
        left[0] -= 1
        return honest(*asked)

    monkeypatch.setattr(pairing.CountCell, "__call__", some)
    stopped = 0
    for more_and_more in range(12):  # pieces of jobs, of which there are the more the more workers wait
        left[0] = 3 << more_and_more
        again = ("--resume",) if stopped else ()
        result = run(*words, "--out", tmp_path / "parts", "--format", "csv", *again)
        if result.exit_code == 0:
            break
        assert result.exit_code == 130, result.stderr
        stopped += 1
    assert stopped > 1
    assert result.stdout == whole.stdout
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_killed_sweep_is_gone_on_with(tmp_path):
    words = (
        *GRID,
        "--players",
        "2-4",
        "--bots",
        "random",
        "--games",
        "6000",
        "--jobs",
        "2",
        "--format",
        "csv",
    )
    whole = run(*words, "--out", tmp_path / "whole")
    folder = tmp_path / "killed"
    process = begun(*words, "--out", folder)
    until = time.monotonic() + 60
    while not list(folder.glob("cell-*.sums")) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    result = run(*words, "--out", folder, "--resume")
    assert (result.exit_code, result.stdout) == (0, whole.stdout)
    assert contents(folder) == contents(tmp_path / "whole")
    assert not (folder / FOLDER.lock).exists()


def test_a_folder_of_something_else_is_refused_and_left_alone(tmp_path):
    folder = tmp_path / "kept"
    words = (*GRID, "--players", "2", "--games", "60")
    assert run(*words, "--out", folder).exit_code == 0
    before = contents(folder)
    check_refused(run(*words, "--out", folder), 2, "add --resume")
    for other, told_of in {
        ("--seed", "2"): "seed 1, not 2", ("--games", "120"): "games 60, not 120",
        ("--players", "3"): "players", ("--vary", "max_rounds=20"): "vary", ("--bots", "bold"): "bots",
        ("--within", "0.1"): "within",
        ("--against", "goal=40"): "against race, not race,goal=40",
    }.items():  # fmt: skip
        changed = list(words)
        if other[0] in changed and other[0] != "--vary":
            place = changed.index(other[0])
            del changed[place : place + 2]
        check_refused(run(*changed, *other, "--out", folder, "--resume"), 2, "another sweep", told_of)
    assert contents(folder) == before
    check_refused(run(*words, "--out", tmp_path), 2, "not empty")
    (tmp_path / "link").symlink_to("nowhere")
    check_refused(run(*words, "--out", tmp_path / "link"), 1, "a link to no folder")
    check_refused(run(*words, "--out", folder / "sweep.json"), 1, "it is a file")


def test_other_measures_are_told_of_a_kept_sweep_without_playing(tmp_path, monkeypatch):
    words = (*GRID, "--players", "2", "--games", "60", "--out", tmp_path / "kept")
    assert run(*words).exit_code == 0
    monkeypatch.setattr(batches.Batch, "rows", lambda batch: pytest.fail("a game was played"))
    assert {row["measure"] for row in rows(*words, "--resume", "--measure", "dice")} == {"dice"}


def test_damage_is_named(tmp_path):
    folder = tmp_path / "kept"
    words = (*GRID, "--players", "2", "--games", "60", "--out", folder)
    whole = rows(*words)
    place = folder / "cell-000001.sums"
    content = place.read_bytes()
    place.write_bytes(content[:-3] + b"abc")
    check_refused(run(*words, "--resume"), 1, "cell-000001.sums is damaged")
    place.write_bytes((folder / "cell-000002.sums").read_bytes())
    check_refused(run(*words, "--resume"), 1, "belongs to another sweep")
    place.unlink()
    assert rows(*words, "--resume") == whole
    assert place.read_bytes() == content
    settings = json.loads((folder / "sweep.json").read_text())
    (folder / "sweep.json").write_text(json.dumps(settings | {"games": 7}))
    check_refused(run(*words, "--resume"), 1, "sweep.json is damaged")


# Figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--figure", "win_share.1"),
        ("--measure", "rounds", "--vary", "max_rounds=20,30"),
    ],
)
def test_a_map_of_two_keys(tmp_path, words):
    place = tmp_path / "map.svg"
    result = run(*SWEEP, "--games", "60", *words, "--plot", place)
    assert result.exit_code == 0, result.stderr
    assert place.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize("vary", [("goal=20..40..10",), ("jostle=on,off",), ()])
def test_lines_or_intervals_along_one_key(tmp_path, vary):
    place = tmp_path / "lines.png"
    words = [word for one in vary for word in ("--vary", one)]
    result = run("sweep", "race", *words, "--players", "2-3", "--games", "60", "--plot", place)
    assert result.exit_code == 0, result.stderr
    assert place.stat().st_size > 5000


# The page ---------------------------------------------------------------------------------------


PAGE = (Path(__file__).resolve().parents[1] / "docs" / "sweep.md").read_text(encoding="utf-8")


def test_what_the_page_shows_can_be_typed():
    (line,) = re.findall(r"^conquest (sweep .+)$", PAGE, re.MULTILINE)
    found = rows(*line.split())
    assert {told(row, "max_turns", "continue_failed") for row in found} == {
        (100, True), (100, False), (200, True), (200, False)
    }  # fmt: skip
    (code,) = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    names = {}
    exec(code, names)
    assert list(names["frame"]["players"]) == [2, 3, 2, 3]


def test_the_page_names_every_column():
    for column in (*FIXED, *COMPARED):
        assert f"`{column}`" in PAGE


# Bots outside ---------------------------------------------------------------------------------


def test_a_bot_outside_plays_in_cells_and_bases(tmp_path):
    bots = f"chaser,{program(tmp_path, CHASER)}"
    words = ("--players", "2", "--bots", bots, "--games", "30", "--jobs", "2")
    found = rows("sweep", "race", "--vary", "goal=20,30", "--measure", "rounds", *words)
    for goal in (20, 30):
        played = rows("play", "--rules", f"race,goal={goal}", *words)
        (mine,) = (told(row, *SHARED) for row in found if row["goal"] == goal)
        assert mine in [told(row, *SHARED) for row in played]
    (difference,) = (row for row in found if row["goal"] == 20)
    assert difference["difference"] < 0


# Measures of noted games ------------------------------------------------------------------------

CHANCES = ("sweep", "risk-express", "--vary", "dice.count=6,7", "--players", "3", "--bots", "points")


def test_noted_games_are_told_where_they_are_asked_for_as_play_and_compare_tell_them():
    words = ("--games", "12000", "--seed", "3")
    found = rows(*CHANCES, *words, "--measure", "minutes,rounds,openness,calibration")
    assert {row["measure"] for row in found} == {"minutes", "rounds", "openness", "calibration"}
    about = ("--players", "3", "--bots", "points")
    for dice in (6, 7):
        text = "risk-express" + (",dice.count=6" if dice == 6 else "")
        mine = [told(row, *SHARED) for row in found if row["dice.count"] == dice]
        played = [told(row, *SHARED) for row in rows("play", "--rules", text, *about, *words)]
        assert set(mine) <= set(played)
        assert len(mine) == 1 + 1 + 10 + 10
    compared = rows("compare", "risk-express", "risk-express,dice.count=6", *about, *words)
    shared = ("difference", "difference_low", "difference_high")
    for row in compared:
        if row["measure"] == "minutes" and row["against"]:
            (mine,) = [one for one in found if one["measure"] == "minutes" and one["dice.count"] == 6]
            assert told(mine, *shared) == told(row, *shared)
            assert mine["difference_low"] > 0.0
    (reason,) = {one["verdict"] for one in found if one["measure"] == "calibration" and one["against"]}
    assert reason == "says how well the chances are known, not how the game is"


def test_noted_games_are_no_part_of_all_and_of_no_folder(tmp_path):
    folder = ("--out", str(tmp_path / "kept"), "--games", "1200")
    first = rows(*CHANCES, *folder, "--measure", "all")
    assert not {"minutes", "openness"} & {row["measure"] for row in first}
    files = {path.name: path.read_bytes() for path in (tmp_path / "kept").iterdir()}
    again = rows(*CHANCES, *folder, "--resume", "--measure", "minutes")
    assert {row["measure"] for row in again} == {"minutes"}
    assert all(row["value"] > 0.0 for row in again)
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "kept").iterdir()}
    assert again == rows(*CHANCES, "--games", "1200", "--measure", "minutes", "--jobs", "2")


def test_within_looks_at_what_is_told_while_games_are_played():
    check_refused(run(*CHANCES, "--within", "0.1", "--measure", "minutes"), 2, "name another one first")


def test_too_few_noted_games_are_said_to_be_so():
    result = run(*FEW, "--measure", "suspense,rounds")
    assert result.exit_code == 0
    assert "16 of 16 cells have too few noted games for suspense (--games plays more)" in " ".join(
        result.output.split()
    )
