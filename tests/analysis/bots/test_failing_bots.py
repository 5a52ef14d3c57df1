"""Bots outside that fail: one line names bot, game and decision, and nothing of them stays behind."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bots_outside import CHASER, program, running, wait_until
from command_line import begun, check_refused, run

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.bots.programs import Program, ProgramFailed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.runs import open_run, read_run
from conquestlab.analysis.seeds import parse_seeds

TESTS = Path(__file__).parents[2]


def described(bot, games=24, bots=("chaser",), **options):
    return experiment_of("race", 2, (*bots, bot), parse_seeds("3"), games, **options)


def instead(line):
    """A program that does something else at its third decision."""
    return CHASER.replace(
        '    if message["type"] == "ask":\n',
        f'    if message["type"] == "ask":\n        if message["decision"] == 3:\n            {line}\n',
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("import time; time.sleep(60)", "gave no answer within 3 seconds"),
        ("print('no', file=sys.stderr, flush=True); import time; time.sleep(60)", "within 3 seconds: no"),
        ("print('{nonsense', flush=True); continue", "answered {nonsense, which is no JSON"),
        ("print('', flush=True); continue", "answered an empty line"),
        ("print('\\x80 \\u20ac'.encode('latin-1', 'replace'), flush=True); continue", "which is no JSON"),
        ("print('[]', flush=True); continue", "the number of a choice"),
        ("print(5, flush=True); continue", "answered 5; only choice 0 was offered (pace)"),
        ('print(\'{"choice": 0, "amount": 4}\', flush=True); continue', "it allows 1 to 3"),
        ("print(0); print(0, flush=True); continue", "decision 4: spoke without being asked: 0"),
        (
            "print('x' * 70000, end='', flush=True); import time; time.sleep(60)",
            "more than 65536 bytes without an end of line",
        ),
        ("print('[' * 30000, flush=True); continue", "which is no JSON"),
        ("print('[' * 900 + ']' * 900, flush=True); continue", "answer the number of a choice"),
        ("print('9' * 6000, flush=True); continue", ""),
        ("print('1e999', flush=True); continue", ""),
        ("print('NaN', flush=True); continue", "answered NaN, which is no JSON"),
        ("print('-1', flush=True); continue", "answered -1; only"),
        ('print(\'{"choice": 0, "amount": 1e999}\', flush=True); continue', ""),
        ("sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush(); continue", "which is no JSON"),
        ("[print('x' * 10**6, end='', flush=True) for _ in range(10**4)]", "without an end of line"),
        ("sys.exit()", "ended with status 0"),
        ("raise ValueError('no idea')", "ended with status 1: ValueError: no idea"),
        ("import os; os.kill(os.getpid(), 15)", "was ended by SIGTERM"),
        ("import os; os.close(0); os.close(1); os.execlp('sleep', 'sleep', '60')", "closed its output"),
    ],
)
def test_a_bot_that_fails_is_told_in_one_line(tmp_path, line, words):
    bot = program(tmp_path, instead(line))
    experiment = described(bot, bot_seconds=3 if "within 3" in words else 30.0)
    with pytest.raises(ExternalBotFailed) as failure:
        play_experiment(experiment, jobs=1)
    said = str(failure.value)
    assert words in said
    assert said.startswith(f"bot {bot}, game 0, decision ")
    assert len(said) < len(bot) + 400
    assert "Error" not in said.replace("ValueError: no idea", "")
    assert said.endswith("; the game is void")
    assert "\n" not in said
    assert failure.value.outcome.tally is None
    assert wait_until(lambda: not running(tmp_path))


def test_a_program_that_reads_nothing_is_not_waited_for(tmp_path):
    """A question longer than a pipe holds must not stop the one who asks."""
    bot = program(tmp_path, "import time; time.sleep(60)")
    asked = Program(described(bot).seated[1].command, 0.3)
    started = time.monotonic()
    with pytest.raises(ProgramFailed, match="no answer"):
        asked.ask({"much": "x" * 300_000})
    assert time.monotonic() - started < 5
    asked.kill()
    asked.close()
    assert not running(tmp_path)


def test_a_program_that_cannot_be_started_is_told(tmp_path):
    path = tmp_path / "broken"
    path.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    path.chmod(0o755)
    with pytest.raises(ExternalBotFailed, match="game 0: cannot be started: no such file"):
        play_experiment(described(f"exec:{path}"), jobs=1)


def test_a_class_that_fails_is_told_with_its_line(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(
        "class Bot:\n    def choose(self, view, choices):\n        return 1 // 0\n", encoding="utf-8"
    )
    with pytest.raises(
        ExternalBotFailed, match=r"ZeroDivisionError: .* \(bots.py, line 3\); the game is void"
    ):
        play_experiment(described(f"{path}:Bot"), jobs=1)


def fails_in(game):
    return CHASER.replace(
        '    if message["type"] == "ask":\n',
        f'    if message["type"] == "ask":\n        if message["game"] == {game}:\n            sys.exit(3)\n',
    )


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_games_before_are_kept_and_the_void_one_is_not(tmp_path, jobs):
    """Game 30 fails; chunks are of 12 games, so 24 are done before on any number of threads."""
    experiment = described(program(tmp_path, fails_in(30)), 240)
    folder = open_run(str(tmp_path / "run"), experiment)
    with pytest.raises(ExternalBotFailed, match="game 30, decision 1: ended with status 3") as failure:
        play_experiment(experiment, jobs=jobs, folder=folder)
    tally = failure.value.outcome.tally
    assert tally.games == 24
    inside = experiment_of("race", 2, ("chaser", "chaser"), parse_seeds("3"), 24)
    assert tally.games == inside.games
    assert wait_until(lambda: not running(tmp_path))
    assert not (tmp_path / "run" / "games-000000000024.parquet").exists()
    kept = read_run(str(tmp_path / "run"))
    assert sum(len(rows) for rows in kept.rows()) == 24
    same = described(program(tmp_path, CHASER, "good"), 24)
    good = measure_rows(play_experiment(same, jobs=1).tally, ("win_share", "rounds"))
    for one, other in zip(measure_rows(tally, ("win_share", "rounds")), good, strict=True):
        assert {**one, "of": ""} == {**other, "of": ""}


def test_the_command_shows_the_games_before_and_ends_with_status_1(tmp_path):
    words = ("play", "--rules", "race", "--games", "36", "--jobs", "1")
    result = run(*words, "--bots", f"chaser,{program(tmp_path, fails_in(30))}", "--format", "csv")
    assert result.exit_code == 1
    assert "win_share" in result.stdout
    assert {row["games"] for row in csv.DictReader(result.stdout.splitlines())} == {"24"}
    assert "game 30, decision 1" in result.stderr.splitlines()[-1]
    at_once = run(*words, "--bots", f"chaser,{program(tmp_path, fails_in(0))}")
    check_refused(at_once, 1, "conquest: bot exec:", "game 0, decision 1", "the game is void")
    told = run(
        "replay", "--rules", "race", "--game", "0", "--bots", f"chaser,{program(tmp_path, fails_in(0))}"
    )
    assert told.exit_code == 1
    assert "game 0, decision 1" in told.stderr
    assert told.stdout.startswith("race, seed 1, game 0")
    assert not running(tmp_path)


def test_the_time_for_an_answer_is_an_option(tmp_path):
    slow = program(tmp_path, instead("import time; time.sleep(60)"))
    words = ("--rules", "race", "--bots", f"chaser,{slow}", "--bot-seconds", "0.2")
    check_refused(run("play", *words, "--games", "2"), 1, "within 0.2 seconds")
    told = run("replay", *words, "--game", "0")
    assert told.exit_code == 1
    assert "within 0.2 seconds" in told.stderr
    for seconds in ("0", "nan", "inf", "-1"):
        asked = ("play", *words[:4], "--bot-seconds", seconds)
        check_refused(run(*asked), 2, "more than 0")
    check_refused(run("play", "--rules", "race", "--bot-seconds", "5"), 2, "without a bot outside")


def test_a_run_does_not_go_on_with_another_program_of_the_name(tmp_path):
    bot = program(tmp_path, CHASER)
    experiment = described(bot, 12)
    play_experiment(experiment, folder=open_run(str(tmp_path / "run"), experiment))
    settings = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert settings["bots_are"][bot]["policy"] == "outside"
    open_run(str(tmp_path / "run"), described(bot, 12), resume=True)
    program(tmp_path, CHASER + "\n")
    with pytest.raises(WrongUse, match="name another folder"):
        open_run(str(tmp_path / "run"), described(bot, 12), resume=True)


# What starts processes must end them

FORKS = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", {!r}])
"""


def test_what_a_program_starts_ends_with_it(tmp_path):
    bot = program(tmp_path, FORKS.format(str(tmp_path)) + CHASER)
    play_experiment(described(bot, 12), jobs=1)
    assert wait_until(lambda: not running(tmp_path))


@pytest.fixture
def started(tmp_path):
    """What starts a conquest of its own, busy with a slow bot."""
    processes = []
    yield lambda *words: processes.append(busy(tmp_path, *words)) or processes[-1]
    for process in processes:
        process.kill()
        process.communicate()


def has_forked(tmp_path):
    """Whether the bot's own child runs, which is the last to come."""
    return any("time.sleep(60)" in command for command in running(tmp_path))


def busy(tmp_path, *words):
    slow = program(tmp_path, FORKS.format(str(tmp_path)) + "import time\n" + instead("time.sleep(60)"))
    process = begun("play", "--rules", "race", "--bots", f"chaser,{slow}", "--bot-seconds", "50", *words)
    assert wait_until(lambda: has_forked(tmp_path))
    return process


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_bots_and_all_at_once(tmp_path, started, jobs):
    process = started("--jobs", jobs)
    assert has_forked(tmp_path)
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=60)
    assert (process.returncode, out, told.strip()) == (130, "", "conquest: interrupted")
    assert wait_until(lambda: not running(tmp_path))


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_no_bot_outlives_the_one_who_asks(tmp_path, started, end):
    process = started()
    assert has_forked(tmp_path)
    process.send_signal(end)
    process.communicate(timeout=60)
    assert wait_until(lambda: not running(tmp_path))


FLED = """
import subprocess, sys
sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(600)", sys.argv[0]]
subprocess.Popen(sleeper, start_new_session=True)
"""
"""Starts something in a session of its own, which a signal to its process group does not reach."""

linux = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="environments of processes are not shown")


@linux
@pytest.mark.parametrize("ends", ["well", "badly"])
def test_what_a_bot_starts_in_a_session_of_its_own_ends_with_it(tmp_path, ends):
    bot = program(tmp_path, FLED + (CHASER if ends == "well" else instead("sys.exit()")))
    result = run("play", "--rules", "race", "--players", 2, "--games", 4, "--bots", f"chaser,{bot}")
    assert result.exit_code == (0 if ends == "well" else 1), result.stderr
    assert wait_until(lambda: not running(tmp_path))


@linux
def test_what_a_bot_started_ends_with_a_program_that_is_killed(tmp_path):
    bot = program(tmp_path, FLED + instead("import time; time.sleep(600)"))
    words = (
        "--rules",
        "race",
        "--players",
        "2",
        "--games",
        "4",
        "--bots",
        f"chaser,{bot}",
        "--bot-seconds",
        "500",
    )
    process = begun("play", *words)
    try:
        assert wait_until(lambda: any("sleep(600)" in line for line in running(tmp_path)))
    finally:
        process.kill()
        process.communicate()
    assert wait_until(lambda: not running(tmp_path))


KILLED_AT_ONCE = """
import os, signal, subprocess, sys
from conquestlab.analysis.bots.programs import Program

begin = subprocess.Popen

def begin_and_die(*words, **options):
    begun = begin(*words, **options)
    if "env" in options:  # the program of the bot, not the one that watches
        os.kill(os.getpid(), signal.SIGKILL)
    return begun

subprocess.Popen = begin_and_die
Program((sys.executable, "-S", "-c", "import time; time.sleep(600)", sys.argv[1]), 5.0)
"""
"""It is killed when the program runs, and before anything else can be told of it."""


@linux
def test_a_program_ends_with_one_that_is_killed_as_soon_as_it_has_started_it(tmp_path):
    command = [sys.executable, "-c", KILLED_AT_ONCE, str(tmp_path)]
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, timeout=120)
    assert done.returncode == -signal.SIGKILL
    assert wait_until(lambda: not running(tmp_path))
