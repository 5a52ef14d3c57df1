"""`conquest ladder` as a user meets it, on a small race of dice."""

import pytest
from command_line import answered, check_refused, csv_rows, rows, run

LADDER = ("ladder", "--rules", "race,goal=12", "--games", "240", "--players", "2-3")


def test_the_answer_is_tidy_and_says_how_it_is_made_again():
    answer = answered(*LADDER, "--bots", "bold,chaser,random", "--seed", "7,dice=9")
    assert list(answer["rows"][0]) == [
        "rules",
        "players",
        "measure",
        "of",
        "against",
        "value",
        "low",
        "high",
        "games",
    ]
    meta = answer["meta"]
    assert meta["command"].startswith("conquest ladder --rules race")
    assert (meta["rules"], meta["seed"]) == ("race,goal=12", "7,dice=9")
    assert meta["bots"] == ["bold", "chaser", "random"]
    assert (meta["players"], meta["games"], meta["lineups"]) == ([2, 3], 240, [3, 2])
    assert any("circle" in note for note in meta["notes"])


def test_a_table_ends_with_notes_and_seed():
    result = run(*LADDER)
    assert result.exit_code == 0
    assert not result.stderr
    assert "rating" in result.stdout
    assert "pairs are otherwise than their ratings say" in " ".join(result.stdout.split())
    assert result.stdout.rstrip().endswith("seed 1")


def test_the_same_line_gives_the_same_answer_with_any_number_of_jobs():
    assert rows(*LADDER, "--jobs", "1") == rows(*LADDER, "--jobs", "3")


def test_csv_keeps_the_columns_and_leaves_out_what_is_not_known():
    weak = next(row for row in csv_rows(*LADDER[:2], "race,goal=90", *LADDER[3:]) if row["of"] == "cautious")
    assert (weak["measure"], weak["value"], weak["low"]) == ("rating", "", "")
    assert float(weak["high"]) < -1


def test_one_against_others():
    found = rows(
        "ladder", "--rules", "race", "--one", "bold", "--against", "cautious", "-n", "2-3", "-g", "60"
    )
    assert [(row["players"], row["measure"]) for row in found][:2] == [
        (2, "win_share"),
        (2, "win_share_of_all"),
    ]
    assert {row["of"] for row in found} == {"bold", "1", "2", "3"}


def test_several_rulebooks():
    answer = answered(*LADDER, "--rules", "race", "--bots", "bold,chaser")
    assert answer["meta"]["rules"] == ["race,goal=12", "race"]
    assert {row["rules"] for row in answer["rows"]} == {"race,goal=12", "race"}


@pytest.mark.parametrize(
    "words",
    [
        LADDER,
        (*LADDER, "--rules", "race,goal=90"),
        (*LADDER[:5], "--one", "bold", "--against", "cautious", "--against", "random"),
        (*LADDER[:5], "--one", "bold", "--against", "cautious,chaser,random"),
    ],
)
def test_a_figure(words, tmp_path):
    place = tmp_path / "ladder.svg"
    assert run(*words, "--plot", place).exit_code == 0
    assert place.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bots", "bald,bold"), "did you mean bold"),
        (("--bots", "bold"), "two bots or more"),
        (("--players", "9"), "played by 2 to 6"),
        (("--anchor", "bald"), "none of the bots"),
        (("--one", "bold"), "--against"),
        (("--against", "bold"), "--one"),
        (("--lineups", "0"), "--lineups"),
        (("--games", "0"), "--games"),
        (("--plot", "ladder.gif"), "gif"),
    ],
)
def test_wrong_uses_are_one_line(words, told):
    check_refused(run("ladder", "--rules", "race", *words), 2, told)


def test_a_cold_cache_is_told_unless_asked_to_be_quiet(monkeypatch):
    monkeypatch.setattr("conquestlab.analysis.playing.first_compile.cache_is_warm", lambda *kernels: False)
    words = (*LADDER[:5], "--players", "2")
    assert run(*words).stderr == "compiling the kernels, once: about 2 s of one core\n"
    assert not run(*words, "--quiet").stderr


def test_ctrl_c_shows_what_was_done(monkeypatch):
    heard = []

    def interrupt(bar, games):
        heard.append(games)
        if len(heard) == 30:
            raise KeyboardInterrupt

    monkeypatch.setattr("conquestlab.reports.progress.Progress.advance", interrupt)
    result = run(*LADDER, "--bots", "bold,chaser,random", "--jobs", "1", "--format", "csv")
    assert result.exit_code == 130
    assert result.stdout.startswith("rules,players,measure")
    assert result.stderr.strip().splitlines()[-1] == (
        "conquest: interrupted; the rows tell of the games that were done"
    )
    del heard[29:]  # now the first piece is interrupted
    nothing = run(*LADDER, "--jobs", "1")
    assert nothing.exit_code == 130
    assert not nothing.stdout
