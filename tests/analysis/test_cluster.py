"""Workers that leave the machine: the same bytes wherever games are played; one line where they cannot be."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from bots_outside import running
from clusters import by_hand, inside, until
from command_line import check_refused, run
from simple_jobs import Killed, Sum
from small_worlds import EIGHT

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.unpacked_bots import unpacked
from conquestlab.analysis.bots.user_bots import user_bot
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing import cluster, parcels
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.pieces import Away, Bundle, Piece
from conquestlab.analysis.playing.reducers import tallied
from conquestlab.analysis.playing.runs import open_run
from conquestlab.analysis.playing.workers import Job, Listener, add_up, open_workers
from conquestlab.analysis.seeds import parse_seeds

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
INTERRUPTIBLE = Path(__file__).parents[1] / "interruptible_command.py"
BOTS = """
import numpy as np


class First:
    def choose(self, view, choices):
        return 0


class Stubborn:
    def choose(self, view, choices):
        return 10**6
"""


def needs_dask():
    pytest.importorskip("distributed", reason="needs the extra `cluster`")


def described(bots=("points", "expert", "random"), games=6000, rules="risk-express"):
    return experiment_of(rules, 3, bots, parse_seeds("5"), games)


def kept(experiment, folder, workers):
    """Play into a folder, and return the tally with every file as it lies there."""
    outcome = play_experiment(experiment, jobs=workers, folder=open_run(str(folder), experiment))
    return outcome.tally, {file.name: file.read_bytes() for file in folder.iterdir()}


# What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["", "host:8786", "local", "local:0", "local:1000", "local:-1", "tcp://", "4"]
)
def test_a_malformed_address_is_refused(address):
    with pytest.raises(WrongUse, match="give the address of a Dask scheduler, as in tcp://host:8786"):
        open_workers(cluster=address)


@pytest.mark.parametrize("beside", ["--jobs 2", "--processes"])
def test_workers_of_two_kinds_are_refused(beside):
    result = run("play", "--rules", "risk-express", "--cluster", "local:2", *beside.split())
    check_refused(result, 2)
    assert f"{beside.split()[0]} has no effect beside --cluster" in result.stderr


def test_a_missing_extra_is_told_with_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("play", "--rules", "risk-express", "--cluster", "local:2")
    check_refused(result, 1)
    assert result.stderr == 'conquest: --cluster needs Dask: pip install "conquestlab[cluster]"\n'


def test_where_nobody_answers_one_line_says_so(monkeypatch):
    needs_dask()
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    result = run("play", "--rules", "risk-express", "--cluster", "tcp://127.0.0.1:9")
    check_refused(result, 1)
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in result.stderr


OURS = {"conquestlab": "1.0", "Python": "3.11", "numba": "0.61.2", "engine race": "3"}


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        ({"numba": "0.60.0"}, "has numba 0.60.0, not 0.61.2 as here: pip install numba==0.61.2 there"),
        ({"conquestlab": "0.9"}, "has conquestlab 0.9, not 1.0 as here: pip install conquestlab==1.0 there"),
        ({"Python": "3.12"}, "has Python 3.12, not 3.11 as here: start it with Python 3.11"),
        ({"engine race": "2"}, "has engine race 2, not 3 as here: install the same conquestlab there"),
    ],
)
def test_another_version_is_refused_by_the_name_of_the_worker(theirs, words):
    parcels.refuse("tcp://one:1", OURS, OURS)
    with pytest.raises(Failed) as refusal:
        parcels.refuse("tcp://one:1", OURS, OURS | theirs)
    assert str(refusal.value) == f"worker tcp://one:1 {words}"


def test_a_worker_that_joins_late_with_other_versions_is_refused_too(monkeypatch):
    experiment = described(games=60)
    with inside() as (workers, _):
        honest = parcels.packed
        other = parcels.versions() | {"numpy": "1.0"}
        monkeypatch.setattr(parcels, "packed", lambda *given: (other, *honest(*given)[1:]))
        with pytest.raises(Failed, match=r"worker inproc://.* has numpy .*, not 1\.0 as here: pip install"):
            play_experiment(experiment, jobs=workers)
        older = {"engine express": "0"}
        monkeypatch.setattr(parcels, "packed", lambda *given: (honest(*given)[0], older, honest(*given)[2]))
        with pytest.raises(Failed, match=r"has engine express .*, not 0 as here: install the same"):
            play_experiment(experiment, jobs=workers)


# The same wherever it is played ----------------------------------------------------------------


def test_rows_and_tallies_are_the_same_bytes_on_all_kinds_of_workers(tmp_path):
    experiment = described(games=30_000)
    tally, files = kept(experiment, tmp_path / "one", open_workers(1))
    assert len(files) == 3  # two chunks, and the settings
    kinds = {"threads": {"jobs": 2}, "seven": {"jobs": 7}, "processes": {"jobs": 2, "processes": True}}
    try:
        import distributed  # noqa: F401
    except ImportError:
        pass
    else:
        kinds["local"] = {"cluster": "local:3"}
    for kind, options in kinds.items():
        with open_workers(**options) as workers:
            again, found = kept(experiment, tmp_path / kind, workers)
        assert found == files, kind
        assert (again.wins, again.ratios, again.spans) == (tally.wins, tally.ratios, tally.spans), kind
        assert again.stood.tobytes() == tally.stood.tobytes(), kind


@pytest.mark.parametrize("count", [1, 3])
def test_a_cluster_comes_to_what_threads_come_to(tmp_path, count):
    experiment = described(games=30_000)
    whole = kept(experiment, tmp_path / "threads", open_workers(2))
    with inside(count) as (workers, _):
        found = kept(experiment, tmp_path / "cluster", workers)
        assert found[1] == whole[1]
        missing = tmp_path / "cluster" / "games-000000000000.parquet"
        missing.unlink()
        folder = open_run(str(tmp_path / "cluster"), experiment, resume=True)
        assert play_experiment(experiment, jobs=workers, folder=folder).tally.wins == whole[0].wins
        assert missing.read_bytes() == whole[1][missing.name]
        stopped = play_experiment(experiment, jobs=workers, within=0.5).tally
        assert stopped.games == experiment.chunk


@pytest.mark.parametrize(
    "command",
    [
        "compare risk-express risk-express,continue_failed=off --players 3 --bots points --games 600",
        "ladder --rules risk-express --players 3 --bots points,random,expert --games 300",
        "tune --rules risk-express --players 2 --vary handicap.points.2 --games 900 --confirm 0",
        "verify --only referee --rules risk-express --games 30",
        "train --rules risk-express --players 2 --bot points --generations 2 --games 8 --out new.toml",
    ],
    ids=lambda command: command.split()[0],
)
def test_every_command_answers_the_same_on_a_cluster(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    plain = run(*command.split(), "--format", "csv", "--jobs", "2")
    for file in tmp_path.glob("new.*"):
        file.unlink()
    with inside() as (workers, _):
        monkeypatch.setattr(cluster, "open_cluster", lambda address: workers)
        away = run(*command.split(), "--format", "csv", "--cluster", "local:2")
    assert (away.exit_code, away.stdout, away.stderr) == (plain.exit_code, plain.stdout, plain.stderr)


def test_the_first_games_are_looked_at_from_afar(monkeypatch):
    monkeypatch.setattr("conquestlab.analysis.playing.first_games.PATIENCE", 0.0)
    experiment = experiment_of(SMALL.replace("=15", "=1"), 3, ("random",), parse_seeds("1"), 600)
    heard = []
    with inside() as (workers, _):
        play_experiment(experiment, jobs=workers, listener=Listener(warned=heard.append))
    assert len([words for words in heard if "were cut off after 1 rounds" in words]) == 1


# Bots of the user travel -----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["mine.py:First", "exec:./first", 'exec:"python3 first.py"'])
def test_a_bot_is_laid_down_where_its_file_is_not(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(BOTS, encoding="utf-8")
    for name in ("first", "first.py"):
        Path(name).write_text("#!/bin/sh\n", encoding="utf-8")
        Path(name).chmod(0o755)
    bot = user_bot(text, "express")
    assert unpacked(bot, tmp_path / "there") == bot
    assert not (tmp_path / "there").exists()
    shutil.move("mine.py", "gone.py")
    shutil.move("first", "gone")
    shutil.move("first.py", "gone")
    there = unpacked(bot, tmp_path / "there")
    assert (there.hash, there.name) == (bot.hash, bot.name)
    (file,) = (file for file in (tmp_path / "there").rglob("*") if file.is_file())
    assert file.read_bytes() == next(iter(bot.files.values()))
    assert str(file) in there.command
    assert unpacked(bot, tmp_path / "there") == there


def test_a_bot_of_the_house_needs_nothing(tmp_path):
    bot = Bot("points", "express", "points")
    assert unpacked(bot, tmp_path) is bot


def test_bots_of_the_user_play_where_their_files_are_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(BOTS, encoding="utf-8")
    experiment = described(("points", "mine.py:First", "random"), 60)
    here = play_experiment(experiment, jobs=2).tally
    Path("mine.py").unlink()
    with inside() as (workers, _):
        there = play_experiment(experiment, jobs=workers).tally
    assert (there.wins, there.ratios) == (here.wins, here.ratios)
    assert not running(tmp_path)


@pytest.mark.parametrize("elsewhere", ["processes", "cluster"])
def test_a_bot_that_fails_elsewhere_is_told_like_here(elsewhere, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(BOTS, encoding="utf-8")
    words = ("play", "--rules", "risk-express", "--bots", "mine.py:Stubborn,random", "--games", "40", "-q")
    plain = run(*words, "--jobs", "2")
    check_refused(plain, 1)
    if elsewhere == "processes":
        away = run(*words, "--jobs", "2", "--processes")
    else:
        with inside() as (workers, _):
            monkeypatch.setattr(cluster, "open_cluster", lambda address: workers)
            away = run(*words, "--cluster", "local:2")
    assert (away.exit_code, away.stderr) == (plain.exit_code, plain.stderr)


# Workers that go, and workers that come --------------------------------------------------------


def test_it_waits_for_a_worker_where_none_is_left(monkeypatch):
    monkeypatch.setattr(cluster, "MOMENT", 0.2)
    heard = []
    with inside(1) as (workers, local):
        local.scale(0)
        until(lambda: not workers._client.nthreads())
        bring = threading.Timer(2.0, local.scale, (1,))
        bring.start()
        done = add_up((Sum(number) for number in range(9)), workers, Listener(warned=heard.append))
        bring.join()
    assert done.total == 36
    assert set(heard) == {"no worker is left at inside: waiting for one (Ctrl-C ends)"}


def test_ctrl_c_keeps_what_was_done_and_drops_the_rest():
    def interrupt(games):
        heard.append(games)
        if len(heard) == 5:
            raise KeyboardInterrupt

    heard = []
    with inside() as (workers, _):
        done = add_up((Sum(1) for _ in range(10_000)), workers, Listener(played=interrupt))
        assert (done.total, done.interrupted) == (4, True)
        assert not workers._futures
        assert add_up((Sum(1) for _ in range(9)), workers, Listener()).total == 9


def test_few_jobs_are_under_way_however_many_there_are():
    made = []

    def jobs():
        for number in range(500):
            made.append(number)
            yield Sum(number)

    with inside() as (workers, local):
        for taken, _ in enumerate(workers.results(jobs())):
            assert len(made) - taken <= 10
        until(lambda: not local.scheduler.tasks)  # the scheduler has forgotten them all


@pytest.mark.thorough
def test_games_that_kill_their_workers_come_to_an_end():
    needs_dask()
    with (
        open_workers(cluster="local:2") as workers,
        pytest.raises(Failed, match="4 workers died over the same games"),
    ):
        list(workers.results([Killed(1)]))


def test_workers_of_this_machine_that_are_all_gone_are_not_waited_for(monkeypatch):
    needs_dask()
    monkeypatch.setattr(cluster, "LONELY", 0.5)
    with open_workers(cluster="local:1") as workers:
        client = workers._client
        client.cluster.scale(0)
        until(lambda: not client.nthreads())
        with pytest.raises(Failed, match="all worker processes of this machine have died"):
            list(workers.results([Sum(1)]))


@pytest.mark.thorough
def test_a_worker_may_be_killed_and_another_come_late(tmp_path):
    bots = ("expert", "greedy", "random", "reckless")
    experiment = experiment_of("risk-modern", 4, bots, parse_seeds("5"), 60_000)
    tally, files = kept(experiment, tmp_path / "threads", open_workers(2))
    with by_hand(tmp_path, "one", "two") as programs:
        with open_workers(cluster=programs.address) as workers:
            found = []
            work = threading.Thread(
                target=lambda: found.append(kept(experiment, tmp_path / "cluster", workers))
            )
            work.start()
            until(lambda: workers.pace._measured)
            programs.kill("one")
            until(lambda: len(workers._client.nthreads()) == 1)
            programs.worker("three")
            until(lambda: len(workers._client.nthreads()) == 2)  # on a quick machine after the work is done
            work.join()
        assert found[0][1] == files
        assert found[0][0].wins == tally.wins
        for folder in ("two", "three"):
            assert not list((tmp_path / folder).rglob("*.parquet"))


@pytest.mark.thorough
def test_ctrl_c_ends_a_cluster_of_this_machine_cleanly(tmp_path):
    needs_dask()
    words = ("play", "--rules", "risk-express", "--games", "100000000", "--cluster", "local:2", "-f", "csv")
    process = subprocess.Popen(
        [sys.executable, str(INTERRUPTIBLE), *words, "--out", "run"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        until(lambda: list(tmp_path.glob("run/*.parquet")), 120)
        signal_group(process.pid, signal.SIGINT)
        out, said = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out.startswith("rules,")
    assert said.splitlines()[-1].startswith("conquest: interrupted; ")
    assert not [line for line in said.splitlines() if "distributed" in line or "Warning" in line]
    assert {file.name for file in tmp_path.iterdir()} == {"run"}
    until(lambda: not alive_in_group(process.pid), 30)


def signal_group(group, number):
    os.killpg(group, number)


def alive_in_group(group):
    listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [row for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


def test_kernels_are_compiled_once_on_a_machine_and_told(monkeypatch):
    told, heard, loaded = [], [], []
    experiment = described(games=600)
    monkeypatch.setattr("conquestlab.analysis.playing.first_compile.cache_is_warm", lambda *kernels: False)
    monkeypatch.setattr(parcels, "_WARM", set())
    ready = Batch.get_ready

    def get_ready(batch, compiling):
        loaded.append(batch.bots)
        time.sleep(0.2)
        ready(batch, compiling)

    monkeypatch.setattr(Batch, "get_ready", get_ready)
    with inside(3) as (workers, _):
        play_experiment(experiment, jobs=workers, listener=Listener(told.append, warned=heard.append))
    assert told == [experiment.engine.compile_seconds]
    assert loaded == [experiment.bots]
    assert heard[0].startswith("the kernels of express are compiled once on each machine: ")


def test_what_is_sent_is_small():
    job = Job(tallied, (described(games=600).batch(),))
    bundle = Bundle((Piece(job),))
    _, engines, content = parcels.packed(Away(bundle), bundle.batches)
    assert len(content) < 1500
    assert list(engines) == ["engine express"]
