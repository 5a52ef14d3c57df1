"""`conquest play` and `conquest replay` as a user meets them, on a small race of dice."""

import json
import re

import pytest
from command_line import answered, check_refused, csv_rows, rows, run
from hypothesis import given, settings
from hypothesis import strategies as st
from race.description import ENGINE

from conquestlab.analysis.playing.runs import read_run, signed
from conquestlab.analysis.rules.rulebook import load

PLAY = ("play", "--rules", "race", "--games", "600")
REPLAY = ("replay", "--rules", "race", "--players", "2", "--game")


def test_play_answers_in_tidy_rows_with_all_that_makes_them_again():
    answer = answered(*PLAY, "--bots", "bold,chaser", "--seed", "7,dice=9")
    assert list(answer["rows"][0]) == [
        "rules",
        "players",
        "bots",
        "measure",
        "of",
        "value",
        "low",
        "high",
        "baseline",
        "games",
        "kind",
        "unit",
    ]
    meta = answer["meta"]
    assert meta["command"].startswith("conquest play --rules race")
    assert (meta["rules"], meta["rules_hash"]) == ("race", load("race").hash)
    assert (meta["seed"], meta["bots"], meta["players"]) == ("7,dice=9", "bold,chaser", 2)
    assert meta["games"] == 600
    assert meta["version"]


def test_the_usual_play_shows_its_seed():
    result = run(*PLAY)
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith("seed 1")
    assert not result.stderr


def test_the_same_line_gives_the_same_answer_with_any_number_of_jobs():
    assert rows(*PLAY, "--jobs", "1") == rows(*PLAY, "--jobs", "3")
    assert rows(*PLAY) != rows(*PLAY, "--seed", "2")


def test_several_rulebooks_and_numbers_of_players():
    answer = answered(*PLAY, "--rules", "race,goal=9", "--players", "2-3", "--rules", "race")
    assert answer["meta"]["players"] == [2, 3]
    assert answer["meta"]["rules"] == ["race", "race,goal=9"]
    found = {(row["rules"], row["players"]) for row in answer["rows"]}
    assert found == {("race", 2), ("race", 3), ("race,goal=9", 2), ("race,goal=9", 3)}


def test_csv_keeps_the_columns():
    assert csv_rows(*PLAY)[0]["measure"] == "win_share"


def test_rotation_can_be_turned_off():
    def shares(*words):
        found = rows(*PLAY, "--bots", "bold,cautious", *words)
        return {row["of"]: row["value"] for row in found if row["measure"] == "win_share"}

    turned, fixed = shares(), shares("--no-rotate")
    assert turned["bold"] > 0.9
    assert turned["1"] < 0.6
    assert fixed["1"] == fixed["bold"] > 0.9


def test_a_figure_of_the_win_shares(tmp_path):
    for players in ("2", "2-4"):
        place = tmp_path / f"{players}.svg"
        assert run(*PLAY, "--players", players, "--plot", place).exit_code == 0
        assert place.read_text(encoding="utf-8").startswith("<?xml")


def test_other_figures_by_name(tmp_path):
    for name in ("length", "spread", "lead_changes", "score"):
        place = tmp_path / f"{name}.svg"
        result = run(*PLAY, "--players", "2-3", "--plot", place, "--figure", name)
        assert result.exit_code == 0, result.stderr
        assert place.read_text(encoding="utf-8").startswith("<?xml")
    check_refused(run(*PLAY, "--figure", "length"), 2, "--plot FILE")
    check_refused(run(*PLAY, "--plot", tmp_path / "a.svg", "--figure", "luck_share"), 2, "add --luck")
    check_refused(run(*PLAY, "--plot", tmp_path / "a.svg", "--figure", "lenght"), 2, "did you mean length")


def test_a_run_folder_for_one_and_one_below_it_for_each_of_several(tmp_path):
    one, several = tmp_path / "one", tmp_path / "several"
    whole = rows(*PLAY, "--out", one)
    assert (one / "run.json").exists()
    assert rows(*PLAY, "--out", one, "--resume") == whole
    rows(*PLAY, "--players", "2,3", "--out", several)
    short = load("race").hash
    assert sorted(path.name for path in several.iterdir()) == [f"race-{short}-2", f"race-{short}-3"]


def test_within_is_said_in_a_note():
    result = run("play", "--rules", "race", "--players", "2", "--within", "0.04")
    assert "stopped after" in result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--resume",), "--out DIR"),
        (("--players", "9"), "played by 2 to 6"),
        (("--bots", "bald"), "did you mean bold"),
        (("--bots", "bold,chaser", "--players", "3"), "2 bots for 3 players"),
        (("--within", "5"), "within 5"),
        (("--margin", "5"), "margin"),
        (("--plot", "shares.gif"), "gif"),
        (("--plot", ""), "--plot names nothing: give the name of a file"),
        (("--out", ""), "--out names nothing: give the name of a folder"),
        (("--output", ""), "--output names nothing: give the name of a file"),
        (("--games", "0"), "--games"),
        (("--jobs", "0"), "--jobs"),
    ],
)
def test_wrong_uses_of_play_are_one_line(words, told):
    check_refused(run(*PLAY[:3], *words), 2, told)


def test_a_game_is_told_as_text_and_as_json_lines():
    text = run(*REPLAY, "5", "--seed", "7")
    assert text.exit_code == 0
    assert text.stdout.startswith("race, seed 7, game 5: seat 1 chaser, seat 2 chaser\n\n")
    lines = run(*REPLAY, "5", "--seed", "7", "--format", "jsonl")
    events = [json.loads(line) for line in lines.stdout.splitlines()]
    assert events[0] == {
        "event": "game",
        "rules": "race",
        "rules_hash": load("race").hash,
        "seed": 7,
        "game": 5,
        "options": {},
        "players": ["chaser", "chaser"],
    }
    assert events[-1]["event"] == "end"


def test_a_seed_with_one_purpose_apart_stays_text():
    result = run(*REPLAY, "5", "--seed", "7,dice=9", "--format", "jsonl")
    assert json.loads(result.stdout.splitlines()[0])["seed"] == "7,dice=9"


def test_bots_sit_where_the_block_puts_them():
    seated = []
    for game in range(3):
        result = run(
            "replay", "--rules", "race", "--bots", "bold,chaser,random", "--game", game, "-f", "jsonl"
        )
        seated.append(json.loads(result.stdout.splitlines()[0])["players"])
    assert seated == [
        ["bold", "chaser", "random"],
        ["random", "bold", "chaser"],
        ["chaser", "random", "bold"],
    ]


def test_a_file_named_jsonl_holds_json_lines(tmp_path):
    place = tmp_path / "game.jsonl"
    result = run(*REPLAY, "5", "--output", place)
    assert (result.exit_code, result.stdout) == (0, "")
    assert json.loads(place.read_text(encoding="utf-8").splitlines()[0])["event"] == "game"


def test_a_game_of_a_run_is_the_one_that_was_kept(tmp_path):
    run(*PLAY, "--bots", "bold,chaser", "--seed", "4", "--out", tmp_path / "run")
    kept = run("replay", tmp_path / "run", "--game", "7", "--check")
    again = run("replay", "--rules", "race", "--bots", "bold,chaser", "--seed", "4", "--game", "7")
    assert kept.exit_code == 0
    assert kept.stdout == again.stdout
    assert "nothing against the rules" in kept.stderr


def test_a_row_that_is_not_the_game_is_found(tmp_path):
    run("play", "--rules", "race", "--games", "600", "--players", "2", "--out", tmp_path / "run")
    run(
        "play",
        "--rules",
        "race",
        "--games",
        "600",
        "--players",
        "2",
        "--seed",
        "2",
        "--out",
        tmp_path / "other",
    )
    read_run(str(tmp_path / "run")).write(0, read_run(str(tmp_path / "other")).read(0, 600))
    result = run("replay", tmp_path / "run", "--game", "7", "--check", "--quiet")
    assert result.exit_code == 1
    assert "the row of game 7 has" in result.stderr


def test_a_damaged_folder_gets_an_answer_or_one_clear_line(tmp_path):
    """Bytes flipped, keys dropped, files cut: never an inner text, and never another game."""
    played = ("--rules", "risk-express", "--games", "60", "--players", "2")
    run("play", *played, "--out", tmp_path / "run")
    place = tmp_path / "run"
    whole = {path.name: path.read_bytes() for path in place.iterdir()}
    commands = [
        ("play", *played, "--out", place, "--resume", "--quiet"),
        ("replay", place, "--game", "0", "--check", "--quiet"),
        ("report", place, "--output", tmp_path / "page.html", "--sample", "0", "--quiet"),
    ]
    right = [run(*words).stdout for words in commands]
    assert all(run(*words).exit_code == 0 for words in commands)

    @settings(derandomize=True, max_examples=40, deadline=None)
    @given(
        st.sampled_from(sorted(whole)),
        st.sampled_from(["flip", "cut", "drop", "swap"]),
        st.integers(0, 2**20),
        st.integers(1, 255),
        st.integers(0, 2),
        st.booleans(),
    )
    def check(name, how, spot, bits, which, at_the_end):
        content = bytearray(whole[name])
        spot = -1 - spot % min(400, len(content)) if at_the_end else spot % len(content)
        if name == "run.json" and how in ("drop", "swap"):
            told = json.loads(content)
            key = sorted(told)[spot % len(told)]
            value = told.pop(key)
            if how == "swap":  # another type, signed: a file made so on purpose
                told = signed(told | {key: [None, 3, {"a": 1}, "x", [1]][bits % 5]})
                if told.get(key) == value:
                    return
            content = json.dumps(told).encode()
        elif how == "cut":
            del content[spot:]
        else:
            content[spot] ^= bits
        (place / name).write_bytes(content)
        try:
            result = run(*commands[which])
        finally:
            for kept, good in whole.items():
                (place / kept).write_bytes(good)
        if result.exit_code == 0:
            assert result.stdout == right[which] or how == "swap"
            return
        lines = result.stderr.strip().splitlines()
        assert len(lines) == 1, lines
        assert lines[0].startswith("conquest: ")
        assert not re.search(r"Error|Exception|codec|CONQUEST_TRACEBACK|Traceback|None\b.*None", lines[0]), (
            lines
        )

    check()


def test_what_a_referee_finds_is_told_with_status_1():
    honest = ENGINE.transcript

    def cheat(lines, book, head):
        record = honest(lines, book, head)
        next(event for event in record if event["event"] == "step")["forward"] += 1
        return record

    object.__setattr__(ENGINE, "transcript", cheat)
    try:
        result = run(*REPLAY, "5", "--check")
    finally:
        object.__setattr__(ENGINE, "transcript", honest)
    assert result.exit_code == 1
    assert "a step too far (rules race)" in result.stderr
    assert result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("replay", "--rules", "race"), "--game"),
        (("replay", "--rules", "race", "--game", "-1"), "--game"),
        (("replay", "--rules", "race", "--game", str(2**62)), "game"),
        (("replay", "--rules", "race", "--game", "1", "--players", "2-3"), "one number of players"),
        (("replay", "nowhere", "--game", "1"), "holds no run"),
        (
            ("replay", "nowhere", "--game", "1", "--rules", "race", "--no-rotate"),
            "--rules and --no-rotate have no effect beside a run",
        ),
        (("replay", "--rules", "race", "--game", "1", "--output", "no/such/folder.txt"), "does not exist"),
    ],
)
def test_wrong_uses_of_replay_are_one_line(words, told):
    check_refused(run(*words), 2, told)


def test_a_game_that_a_run_does_not_have_is_refused(tmp_path):
    run(*PLAY, "--out", tmp_path / "run")
    check_refused(run("replay", tmp_path / "run", "--game", "600"), 2, "games 0 to 599")


def test_a_cold_cache_is_told_unless_asked_to_be_quiet(monkeypatch):
    assert not run(*PLAY).stderr
    monkeypatch.setattr("conquestlab.analysis.playing.first_compile.cache_is_warm", lambda *kernels: False)
    for words in (PLAY, (*REPLAY, "3")):
        assert run(*words).stderr == "compiling the kernels, once: about 2 s of one core\n"
        assert not run(*words, "--quiet").stderr


def test_a_game_is_told_where_no_rulebook_is_named():
    assert run("replay", "--game", 5).stdout == run("replay", "--game", 5, "--rules", "risk-modern").stdout
