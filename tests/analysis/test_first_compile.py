"""What a first game comes to is compiled before it, side by side."""

import os
import subprocess
import sys
from dataclasses import replace
from typing import NamedTuple

import pytest
from numba import config

from conquestlab.analysis.bots.bot import Member, mixed
from conquestlab.analysis.playing import first_compile
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.first_compile import units_of
from conquestlab.analysis.playing.play_answers import experiments_of
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.kernels.compiling.beside import Waiting

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled with the JIT off")

SCRIPT = """
import sys
from dataclasses import replace
from numba.core import event
from conquestlab.analysis.chances.sampling import all_of
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
batch = replace(batch, noting=all_of(batch.block, 0, 60))
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
        ("risk-modern", "strategist", "4"),
        ("risk-modern", "raider", "4"),
        ("risk-1970-objectives", "expert", "4"),
        ("conquete-1957", "expert", "3"),
        ("risk-express", "expert", "4"),
        ("africa-1880", "expert", "4"),
    ],
)
def test_a_first_game_of_others_compiles_nothing_but_the_loops(rules, bots, players, tmp_path) -> None:
    assert compiled_late(str(tmp_path), rules, bots, players) <= LOOPS


def batch_of(bots: str, rules: str = "risk-modern", players: str = "4") -> Batch:
    return experiments_of(PlayRequest(rules=(rules,), bots=bots, players=players, games=60))[0].batch()


def names_of(batch: Batch) -> set[str]:
    return {unit.kernel.py_func.__qualname__ for unit in units_of(batch)}


ROUTES = {"best_route", "exchanges_for_route", "places_for_route", "attacks_on_route", "marches_on_route"}


@pytest.mark.parametrize(
    ("bots", "needed"),
    [
        ("expert", set()),
        ("raider", ROUTES),
        ("strategist", ROUTES | {"value_of"}),
        ("expert,raider,expert,expert", ROUTES),
    ],
)
def test_routes_and_values_are_compiled_for_bots_that_use_them(bots: str, needed: set[str]) -> None:
    names = names_of(batch_of(bots))
    assert names & (ROUTES | {"value_of"}) == needed
    assert "begin_turn" in names


def test_a_member_of_a_mix_counts() -> None:
    batch = batch_of("expert")
    expert, raider = batch.seated[0], batch_of("raider").seated[0]
    assert expert.policy == raider.policy
    members = [Member(3, expert.policy, expert.weights), Member(1, raider.policy, raider.weights)]
    seated = (expert, expert, expert, mixed("both", "conquest", members))
    assert names_of(replace(batch, seated=seated)) >= ROUTES


@pytest.mark.parametrize(
    ("weights", "needed"),
    [
        ({}, False),
        ({"plans": 1 | 1 << 9}, True),
        ({"plans": 0}, True),
        ({"whim": 1}, True),
        ({"route_odds": 1}, True),
        ({"plans": 0, "searches": 0}, False),
    ],
)
def test_a_planner_needs_routes_if_it_may_try_them(weights: dict[str, int], needed: bool) -> None:
    batch = batch_of("planner")
    planner = batch.seated[0]
    bots = (replace(planner, weights={**planner.weights, "route_odds": 0, "plans": 1, **weights}),) * 4
    assert ("best_route" in names_of(replace(batch, seated=bots))) == needed


@pytest.mark.parametrize(
    ("rules", "players", "needed"),
    [
        ("risk-modern", "4", set()),
        ("risk-1970-objectives", "4", {"has_reached", "_deal_objectives"}),
        ("risk-1970-duel", "2", {"_open_ally"}),
        ("risk-modern,handicap.given.oceania=2", "4", {"give_continents"}),
    ],
)
def test_rules_say_what_is_compiled(rules: str, players: str, needed: set[str]) -> None:
    names = names_of(batch_of("expert", rules, players))
    assert names & {"has_reached", "_deal_objectives", "_open_ally", "give_continents"} == needed


def test_what_another_table_has_compiled_does_not_make_this_one_warm(monkeypatch) -> None:
    warm = {unit.kernel for unit in units_of(batch_of("expert"))}
    monkeypatch.setattr(first_compile, "cache_is_warm", lambda *kernels: warm.issuperset(kernels))
    assert not batch_of("expert").is_cold
    assert batch_of("raider").is_cold
    assert batch_of("expert", "risk-1970-objectives").is_cold


class Made(NamedTuple):
    name: str
    parts: dict[int, int]

    def __hash__(self) -> int:
        return hash(self.name)


def test_processes_are_given_kernels_that_share_little() -> None:
    parts = {"large": {1: 50, 2: 50}, "like it": {1: 50, 3: 40}, "other": {4: 60}, "small": {5: 10}}
    waiting = Waiting([Made(name, own) for name, own in parts.items()])
    here, there = set(), set()
    given = [waiting.next_for(process).name for process in (here, there, here, there)]
    assert given == ["large", "other", "like it", "small"]
    assert waiting.next_for(here) is None
