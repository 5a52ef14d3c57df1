"""What a first game comes to is compiled before it, side by side."""

import os
import subprocess
import sys

import pytest
from numba import config

from conquestlab.analysis.playing.first_compile import units_of
from conquestlab.analysis.playing.play_answers import experiments_of
from conquestlab.analysis.requests.games import PlayRequest

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled with the JIT off")

SCRIPT = """
import sys
from numba.core import event
from conquestlab.analysis.playing.first_compile import compile_for, units_of
from conquestlab.analysis.playing.play_answers import experiments_of
from conquestlab.analysis.requests.games import PlayRequest

class Compiled(event.Listener):
    names = set()
    def on_start(self, event):
        function = event.data["dispatcher"].py_func
        if function.__module__.startswith("conquestlab."):  # not NumPy's functions, which Numba compiles too
            self.names.add(function.__qualname__)
    def on_end(self, event):
        pass

rules, bots, players = sys.argv[1:]
batch = experiments_of(PlayRequest(rules=(rules,), bots=bots, players=players, games=60))[0].batch()
assert batch.is_cold
compile_for(batch)
assert not batch.is_cold
event.register("numba:compile", Compiled())
batch.rows()
batch.noted()
print(*sorted(Compiled.names))
"""


def compiled_late(place: str, *asked: str) -> set[str]:
    """Return the kernels that are compiled when the games are played all the same."""
    environment = dict(os.environ, NUMBA_CACHE_DIR=place)
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, *asked], env=environment, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


LOOPS = {"_play_games", "_play_noted"}  # which are called from Python, and small


@pytest.mark.parametrize(("rules", "bots", "players"), [("manchots-barjots", "hoarder", "3")])
def test_a_first_game_compiles_nothing_but_the_loops(rules, bots, players, tmp_path) -> None:
    assert compiled_late(str(tmp_path), rules, bots, players) <= LOOPS


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rules", "bots", "players"),
    [
        ("risk-modern", "expert", "4"),
        ("conquete-1957", "expert", "3"),
        ("risk-express", "expert", "4"),
        ("africa-1880", "expert", "4"),
    ],
)
def test_a_first_game_of_others_compiles_nothing_but_the_loops(rules, bots, players, tmp_path) -> None:
    assert compiled_late(str(tmp_path), rules, bots, players) <= LOOPS


@pytest.mark.parametrize(("bots", "valued"), [("expert", False), ("strategist", True)])
def test_what_a_bot_never_comes_to_is_left_out(bots: str, valued: bool) -> None:
    request = PlayRequest(rules=("risk-modern",), bots=bots, players="4", games=60)
    names = {unit.kernel.py_func.__qualname__ for unit in units_of(experiments_of(request)[0].batch())}
    assert ("value_of" in names) == valued
    assert "begin_turn" in names
