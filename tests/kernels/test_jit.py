"""The folder of compiled kernels: named after all that it depends on, pruned with care, and not needed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba import config

from conquestlab.kernels.compiling import jit as _jit

SCRIPT = """
import numpy as np
from conquestlab.kernels.shared import streams
from conquestlab.kernels.compiling.jit import cache_folder, cache_is_warm
before = cache_is_warm(streams.block)
words = streams.block(np.uint64(1), np.uint64(2), np.uint64(0), np.uint64(3))
expected = np.random.Philox(key=[1, 2], counter=[0, 3, 0, 0]).random_raw(4).tolist()
print([int(word) for word in words] == expected)
print(before, cache_is_warm(streams.block), cache_folder())
"""


def run_script(told=None, **environment):
    """Run the script; `told` takes what it says on stderr."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XDG"))}
    inherited |= {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    finished = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT],
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert finished.returncode == 0, finished.stderr
    if told is not None:
        told.append(finished.stderr)
    right, warmth = finished.stdout.splitlines()
    assert right == "True"
    return warmth


def test_the_second_process_compiles_nothing(tmp_path):
    folder = str(tmp_path)
    assert run_script(NUMBA_CACHE_DIR=folder).startswith(f"False True {tmp_path}")
    assert run_script(NUMBA_CACHE_DIR=folder).startswith(f"True True {tmp_path}")
    [kept] = (tmp_path / "conquestlab").iterdir()
    assert kept.name.startswith("kernels-")
    assert len(kept.name) == len("kernels-") + _jit.DIGITS
    # Another flag is another folder: Numba itself would take the unchecked code from its cache.
    assert run_script(NUMBA_CACHE_DIR=folder, NUMBA_BOUNDSCHECK="1").startswith("False True")
    assert len(list((tmp_path / "conquestlab").iterdir())) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_cache_is_compiled_again_and_told_once(tmp_path, ending):
    folder = str(tmp_path)
    run_script(NUMBA_CACHE_DIR=folder)
    files = sorted(tmp_path.rglob(f"*.{ending}"))
    whole = {file: file.read_bytes() for file in files}
    assert files
    changes = (
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: content[: len(content) // 3] + b"\xa5" * 9 + content[len(content) // 3 + 9 :],
        lambda content: bytes([content[0] ^ 4]) + content[1:],
    )
    for change in changes:
        for file in files:
            file.write_bytes(change(whole[file]))
        told = []
        run_script(told, NUMBA_CACHE_DIR=folder)
        [line] = "".join(told).splitlines()
        assert line.startswith("compiled kernels in ")
        assert line.endswith(" are damaged: compiling those again")
    told.clear()
    run_script(told, NUMBA_CACHE_DIR=folder)
    assert told == [""]


def test_what_stands_in_the_way_of_the_cache_only_costs_time(tmp_path):
    run_script(NUMBA_CACHE_DIR=str(tmp_path))
    for file in sorted(tmp_path.rglob("*.nbi")):
        file.unlink()
        file.mkdir()
    for _ in range(2):
        told = []
        run_script(told, NUMBA_CACHE_DIR=str(tmp_path))
        assert "".join(told).count("\n") == 1


def test_without_a_writable_folder_it_works_uncached(tmp_path):
    blocked = tmp_path / "a_file"
    blocked.write_text("not a folder")
    assert run_script(HOME=str(blocked)) == "False True None"
    assert run_script(NUMBA_CACHE_DIR=str(blocked)) == "False True None"


def test_without_the_jit_nothing_is_compiled_or_kept(tmp_path):
    warmth = run_script(NUMBA_DISABLE_JIT="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert warmth.startswith("True True")


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "kernels"
    (folder / "conquest").mkdir(parents=True)
    (folder / "dice.py").write_text("SIDES = 6\n")
    (folder / "conquest" / "play.py").write_text("ROUNDS = 200\n")
    return folder


def test_the_fingerprint_changes_with_every_source_flag_and_version(sources, monkeypatch):
    prints = [_jit._fingerprint(sources)]
    assert _jit._fingerprint(sources) == prints[0]
    (sources / "conquest" / "play.py").write_text("ROUNDS = 100\n")
    prints.append(_jit._fingerprint(sources))
    (sources / "dice.py").rename(sources / "battle.py")
    prints.append(_jit._fingerprint(sources))
    monkeypatch.setattr(config, "BOUNDSCHECK", 0 if config.BOUNDSCHECK else 1)
    prints.append(_jit._fingerprint(sources))
    monkeypatch.setattr(_jit.numba, "__version__", "0.0")
    prints.append(_jit._fingerprint(sources))
    monkeypatch.setattr(_jit.np, "__version__", "0.0")
    prints.append(_jit._fingerprint(sources))
    assert len(set(prints)) == len(prints)


def test_pruning_keeps_the_recent_the_used_and_all_that_is_not_ours(tmp_path):
    now = time.time()
    ours = []
    for age in range(12):
        folder = tmp_path / f"kernels-{age:020x}"
        folder.mkdir()
        (folder / "kernels_1").mkdir()
        (folder / "kernels_1" / "code.nbc").write_text("x")
        os.utime(folder, (now - age * _jit.DAY / 2, now - age * _jit.DAY / 2))
        ours.append(folder)
    thesis = ours[-2] / "kernels_1" / "thesis.txt"
    thesis.write_text("mine")
    os.utime(ours[-2], (now - 10 * _jit.DAY, now - 10 * _jit.DAY))
    strangers = [tmp_path / "kernels-mine", tmp_path / "thesis"]
    for stranger in strangers:
        stranger.mkdir()
        os.utime(stranger, (0, 0))
    in_use = ours[-1]
    os.utime(in_use)
    _jit._prune(tmp_path, in_use)
    # Seven beside the one in use: ages of 0 to 3 days; older than that and unused for a day goes.
    stays = [*ours[:7], ours[-2], in_use, *strangers]
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in stays}
    assert [path for path in ours[-2].rglob("*") if path.is_file()] == [thesis]


def test_pruning_spares_what_was_used_within_a_day(tmp_path):
    for number in range(20):
        (tmp_path / f"kernels-{number:020x}").mkdir()
    _jit._prune(tmp_path, tmp_path / f"kernels-{0:020x}")
    assert len(list(tmp_path.iterdir())) == 20


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="the folder of Linux")
def test_the_folder_is_the_users_and_never_relative(monkeypatch):
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/own")
    assert _jit._cache_root() == Path("/var/own/conquestlab")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert _jit._cache_root() == Path("/home/somebody/.cache/conquestlab")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # a user without a home
    assert _jit._cache_root() is None
