"""Policies that are called by address: whose code they are, what is checked, and what is kept."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import config

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.random_bot import random_choice
from conquestlab.kernels.conquest.reckless import reckless_choice
from conquestlab.kernels.conquest.rules import list_choices
from conquestlab.kernels.conquest.state import ATTACK, NOTHING
from conquestlab.kernels.express.bots import random_choice as random_choice_in_express
from conquestlab.kernels.shared.bits import lowest
from conquestlab.kernels.shared.contract import CHOICE_WIDTH, VOID

SEEDS = np.arange(6, dtype=np.uint64)
GAMES = 30
CONQUEST = "risk-modern,max_rounds=12"


@numba.njit
def copy_of_reckless(rules, position):
    reckless_choice(rules, position)


@numba.njit
def copy_of_random(rules, position):
    random_choice(rules, position)


@numba.njit
def copy_of_random_in_express(rules, position):
    random_choice_in_express(rules, position)


@numba.njit
def spoiler(rules, position):
    """Choose as `reckless` does, and write all over the position besides."""
    reckless_choice(rules, position)
    position["phase"] = 77
    position["winner"] = position["asker"]
    position["owned"][:] = 0


def first_of_all(rules, position):
    choices = np.empty((4096, CHOICE_WIDTH), np.int64)
    list_choices(rules, position, choices)
    for part in range(CHOICE_WIDTH - 1):
        position["choice"][part] = choices[0, part]


@numba.njit
def attacks_itself(rules, position):
    reckless_choice(rules, position)
    if position["asked"] == ATTACK and position["choice"][1] != NOTHING and position["turn"] > 5:
        position["choice"][2] = position["choice"][1]


@numba.njit
def chooses_nothing(rules, position):
    pass


@numba.njit
def goes_wrong(rules, position):
    raise ValueError("no idea")


@numba.njit
def never_compiles(rules, position):
    position["choice"][0] = "attack"


@numba.njit
def returns_something(rules, position):
    return lowest(position["owned"][0])


@numba.njit
def by_the_word(rules, position):
    """Take the legal choice that the word of the decision falls on."""
    choices = np.empty((4096, CHOICE_WIDTH), np.int64)
    number = list_choices(rules, position, choices)
    chosen = np.int64(position["word"] % np.uint64(number))
    for part in range(CHOICE_WIDTH - 1):
        position["choice"][part] = choices[chosen, part]


def rows_of(rules, *bots, games=GAMES):
    return SeatedGame(load(rules), bots).play(SEEDS, 0, games)


@pytest.mark.parametrize(
    ("policy", "name"), [(copy_of_reckless, "reckless"), (copy_of_random, "random"), (spoiler, "reckless")]
)
def test_a_called_policy_that_copies_a_bot_plays_the_same_games(policy, name):
    """With the draws of `random`, and whatever it does to its copy of the position."""
    expected = rows_of(CONQUEST, name, name, "random")
    assert (rows_of(CONQUEST, policy, name, "random") == expected).all()
    assert (rows_of(CONQUEST, policy, policy, copy_of_random) == expected).all()


def test_a_called_policy_plays_express():
    expected = rows_of("risk-express", "random", "points")
    assert (rows_of("risk-express", copy_of_random_in_express, "points") == expected).all()


def test_a_plain_function_is_compiled():
    rows = rows_of(CONQUEST, first_of_all, "reckless")
    assert (rows["how"] >= 0).all()
    table = SeatedGame(load(CONQUEST), [None, "reckless"])
    played = table.play_logged(SEEDS, 3, lambda position, choices: np.append(choices[0, :-1], 0))
    assert played.row == rows[3]


def test_a_bot_outside_gets_the_same_words_as_a_called_one():
    def outside(position, choices):
        return np.append(choices[int(position["word"]) % len(choices), :-1], 0)

    inside = SeatedGame(load(CONQUEST), [by_the_word, "random"])
    for game in range(3):
        played = SeatedGame(load(CONQUEST), [None, "random"]).play_logged(SEEDS, game, outside)
        assert played.row == inside.play_logged(SEEDS, game).row


def test_an_illegal_choice_stops_the_play_and_is_named():
    table = SeatedGame(load(CONQUEST), ["reckless", attacks_itself])
    whole = (
        r"^bot attacks_itself, game 0, round \d+, attack: the choice \[3, \d+, \d+, [123], 0, 0, \d+, 0\] "
    )
    whole += "of seat 2 is not legal: the land may not be attacked now; the game is void$"
    for play in (lambda: table.play(SEEDS, 0, GAMES), lambda: table.play_logged(SEEDS, 0)):
        with pytest.raises(Failed, match=whole):
            play()


@pytest.mark.parametrize(
    ("rules", "told"), [(CONQUEST, "another kind of choice"), ("risk-express", "there is no such choice")]
)
def test_no_choice_is_not_legal(rules, told):
    with pytest.raises(
        Failed, match=f"^bot chooses_nothing, game 7, .*: the choice .* of seat 1 is not legal: {told}"
    ):
        SeatedGame(load(rules), [chooses_nothing, "random"]).play(SEEDS, 7, 2)


def test_a_void_game_is_the_last_of_its_rows():
    table = SeatedGame(load(CONQUEST), [chooses_nothing, "random"])
    kernels = table.engine.kernels
    rows = np.zeros(3, kernels.row_dtype)
    kernels.simulate(table.rules, table.bots, SEEDS, table._plan(4, 3), rows, table._course())
    assert rows["how"].tolist() == [VOID, 0, 0]
    assert rows["game"].tolist() == [4, 0, 0]


def test_what_goes_wrong_in_a_policy_is_told_in_a_line():
    with pytest.raises(
        Failed, match=r"^bot goes_wrong, game 0, round 0, place: ValueError: no idea; the game is void$"
    ):
        rows_of(CONQUEST, goes_wrong, "reckless")


@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled without the JIT")
def test_what_cannot_be_compiled_is_told_in_a_line():
    with pytest.raises(WrongUse, match=r"^the policy never_compiles cannot be compiled: (?!Failed)[^\n]+$"):
        rows_of(CONQUEST, never_compiles, "reckless")
    with pytest.raises(
        WrongUse, match=r"^the policy returns_something cannot be compiled: .* returns int64, not none"
    ):
        rows_of(CONQUEST, returns_something, "reckless")


def test_a_bot_without_an_address_is_asked():
    """As long as nobody has seated it, a bot cannot be called."""
    table = SeatedGame(load(CONQUEST), ["reckless", "reckless"])
    table.bots["call"] = 0
    with pytest.raises(Failed, match="seat 1 is asked for a choice, but nobody chooses for it"):
        table.play_logged(SEEDS, 0)


SCRIPT = """
import hashlib
import numpy as np
from numba.core import event
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load

compiled = []

class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event)

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
table = SeatedGame(load("risk-modern,max_rounds=2"), ["reckless", "random"])
rows = table.play(np.arange(6, dtype=np.uint64), 0, 2)
print(len(compiled), hashlib.sha256(rows.tobytes()).hexdigest())
"""


def run_script(**environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    kept |= {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-c", SCRIPT],
        env=kept | environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_second_process_compiles_nothing_and_plays_the_same():
    run_script()  # whoever comes first may have to compile
    compiled, played = run_script()
    assert compiled == "0"
    assert run_script(NUMBA_DISABLE_JIT="1") == ["0", played]


def test_with_the_jit_off_called_policies_play_and_are_checked():
    test = Path(__file__).stem
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        f"from {test} import *\n"
        "rows = rows_of('risk-modern,max_rounds=2', copy_of_reckless, 'reckless', games=2)\n"
        "assert (rows == rows_of('risk-modern,max_rounds=2', 'reckless', 'reckless', games=2)).all()\n"
        "try:\n"
        "    rows_of(CONQUEST, chooses_nothing, 'random')\n"
        "except Failed as error:\n"
        "    print(error)\n"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    kept |= {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-c", code], env=kept, capture_output=True, text=True
    )
    told = "bot chooses_nothing, game 0, round 0, place: the choice [0, 0, 0, 0, 0, 0, 0, 0] of seat 1 is not"
    assert done.stdout.startswith(told), done.stderr
