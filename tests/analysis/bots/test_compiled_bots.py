"""Bots that are functions of their user: compiled from a file, seated by name, and checked."""

import re
from pathlib import Path

import pytest
from bots_outside import EXAMPLES
from command_line import check_refused, run

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.runs import open_run, read_run
from conquestlab.analysis.seeds import parse_seeds

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
SHORT = "risk-modern,max_rounds=3"
ONE_ROUND = "risk-modern,max_rounds=1"

EASY = """
from conquestlab.kernels.shared.bits import lowest

def choose(rules, position):
    asker, choice = position["asker"], position["choice"]
    choice[0] = position["asked"]
    if position["asked"] == 2:
        choice[1], choice[6] = lowest(position["owned"][asker]), position["pool"]
    elif position["asked"] == 4:
        choice[1] = 1
    else:
        choice[1] = choice[2] = -1
"""
"""Places, attacks nobody and does not move; quick to compile."""


def described(*bots, rules=SHORT, games=24, rotate=True):
    return experiment_of(rules, len(bots), bots, parse_seeds("3"), games, rotate)


def written(tmp_path, source, name="bots"):
    path = tmp_path / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    return f"{path}:choose"


def test_the_function_of_the_page_sits_at_a_table_as_any_bot():
    """It is the example that lies beside the page; it rolls less than `reckless`, whose manner it has."""
    (source,) = re.findall(r"```python\n(import numba.*?)```", PAGE, re.S)
    assert (EXAMPLES / "steady.py").read_text(encoding="utf-8").endswith(f'"""\n\n{source}')
    experiment = described(f"{EXAMPLES}/steady.py:steady", "reckless", games=60)
    assert (experiment.chunk, experiment.has_external_bots) == (experiment.engine.chunk, False)
    rows = experiment.play(0, 60)
    assert rows["bot"][:3, :2].tolist() == [[0, 1], [1, 0], [0, 1]]
    assert (rows["how"] >= 0).all()
    seats = rows["bot"][:, :2]
    rolls = [rows["rolls"][:, :2][seats == place].sum() for place in (0, 1)]
    assert 0 < rolls[0] < rolls[1]
    tally = play_experiment(experiment, jobs=2).tally
    assert measure_rows(tally) == measure_rows(experiment.tally(rows))


def test_what_a_function_chooses_is_checked_and_told_in_one_line(tmp_path):
    bot = written(tmp_path, "def choose(rules, position):\n    pass\n")
    with pytest.raises(ExternalBotFailed) as failure:
        play_experiment(described("reckless", bot), jobs=2)
    said = str(failure.value)
    assert said.startswith(
        f"bot {bot}, game 0, round 0, place: the choice [0, 0, 0, 0, 0, 0, 0, 0] of seat 2 "
    )
    assert said.endswith("is not legal: another kind of choice is asked for; the game is void")
    assert failure.value.outcome.tally is None
    words = ("--rules", SHORT, "--bots", f"reckless,{bot}", "--quiet")
    check_refused(run("play", *words, "--games", "4"), 1, f"bot {bot}, game 0", "the game is void")
    told = run("replay", *words, "--game", "5")  # as far as it went
    assert told.exit_code == 1
    assert f"bot {bot}, game 5" in told.stderr
    assert "the game is void" in told.stderr
    assert told.stdout


def test_the_games_before_a_void_one_are_kept(tmp_path, monkeypatch):
    """The function places, attacks nobody, and chooses nothing at all from luck number 7 on: in game 14."""
    fails = EASY.replace(
        "    choice[0] =", '    if position["bots"][asker]["luck"] >= 7:\n        return\n    choice[0] ='
    )
    bot = written(tmp_path, fails)
    experiment = described("reckless", bot, rules=ONE_ROUND)
    monkeypatch.setattr(type(experiment), "chunk", 4)
    with pytest.raises(ExternalBotFailed, match="game 14, round 0, place") as failure:
        play_experiment(experiment, jobs=2)
    assert failure.value.outcome.games == 12


def test_what_cannot_be_imported_or_compiled_is_refused(tmp_path):
    wrong = {
        "import no_such_module\ndef choose(rules, position): pass": "cannot be imported: ModuleNotFoundError",
        "1 / 0\ndef choose(rules, position): pass": r"ZeroDivisionError: .* \(bots.py, line 1\)$",
        "def choose(rules, position): pass\nchoose = 3": "makes choose something that cannot be called",
        "def choose(rules, position):\n    position['nothing'] = 3": "choose cannot be compiled: .*nothing",
        "def choose(rules, position):\n    return 3": "the policy choose cannot be compiled: ",
    }
    for source, words in wrong.items():
        bot = written(tmp_path, source)
        with pytest.raises(WrongUse, match=words) as refusal:
            described("reckless", bot).play(0, 1)
        assert "\n" not in str(refusal.value)


def test_a_run_does_not_go_on_with_another_function_of_the_name(tmp_path):
    (tmp_path / "beside.py").write_text("KIND = 3\n", encoding="utf-8")
    source = f"from beside import KIND\n{EASY}"
    bot = written(tmp_path, source)
    path = str(tmp_path / "run")
    experiment = described("reckless", bot, rules=ONE_ROUND)
    play_experiment(experiment, folder=open_run(path, experiment))
    assert read_run(path).experiment.seated == experiment.seated
    written(tmp_path, source + "# changed\n")
    with pytest.raises(WrongUse, match="was played by another"):
        open_run(path, described("reckless", bot, rules=ONE_ROUND), resume=True)
