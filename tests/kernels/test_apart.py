"""Kernels that are set apart: compiled when they are first come to, and found again by later processes."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from conquestlab.kernels.compiling import apart as module
from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER, YES_OR_NO, apart
from conquestlab.kernels.compiling.interrupts import SOON
from conquestlab.kernels.compiling.jit import config, jit

shelf = np.dtype([("books", np.int64), ("own_field_of_a_shelf", np.int64)], align=True)

on_jit = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled with the JIT off")


@apart(NO_RESULT, shelf)
def empty(record):
    record["books"] = 0


@apart(YES_OR_NO, shelf, WHOLE_NUMBER)
def holds_more_than(record, number):
    return record["books"] > number


@apart(WHOLE_NUMBER, shelf)
def take_all(record):
    books = record["books"]
    if holds_more_than(record, 99):
        raise ValueError("too heavy")
    empty(record)
    return books


@jit
def carry(shelves):
    return 10 * take_all(shelves[0])


@jit
def carry_if(shelves, wanted):
    return never_called(shelves[0]) if wanted else np.int64(5)


@apart(WHOLE_NUMBER, shelf)
def never_called(record):
    return record["no_such_field"]


@apart(WHOLE_NUMBER, shelf)
def returns_nothing(record):
    record["books"] = 0


@jit
def use_what_returns_nothing(shelves):
    return returns_nothing(shelves[0])


def shelves_with(books):
    shelves = np.zeros(1, shelf)
    shelves["books"] = books
    return shelves


def test_kernels_call_each_other_and_change_the_record():
    shelves = shelves_with(7)
    assert carry(shelves) == 70
    assert shelves["books"][0] == 0


def test_they_can_be_called_from_outside_too():
    assert take_all(shelves_with(3)[0]) == 3
    assert holds_more_than(shelves_with(3)[0], 2)


def test_an_exception_goes_on_to_the_caller():
    with pytest.raises(ValueError, match="too heavy"):
        carry(shelves_with(100))


@on_jit
def test_what_is_not_come_to_is_not_compiled(capfd):
    assert carry_if(shelves_with(1), False) == 5
    with pytest.raises(RuntimeError, match="never_called could not be compiled"):
        carry_if(shelves_with(1), True)
    with pytest.raises(RuntimeError, match="returns_nothing could not be compiled"):
        use_what_returns_nothing(shelves_with(1))
    assert "no_such_field" in capfd.readouterr().err


@on_jit
def test_an_interruption_while_it_compiles_comes_after(monkeypatch):
    """Nothing can leave the machine code that waits for the kernel: it is compiled, then Ctrl-C is told."""
    tried = []
    compile_it = module.native_code

    def interrupted(*given):
        tried.append(given)
        if len(tried) == 1:
            raise KeyboardInterrupt
        return compile_it(*given)

    monkeypatch.setattr(module, "native_code", interrupted)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert late(shelves_with(4)) == 4
        with pytest.raises(KeyboardInterrupt):
            time.sleep(50 * SOON)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(tried) == 2
    assert late(shelves_with(6)) == 6


@on_jit
def test_an_interruption_that_gets_lost_before_it_compiles_is_no_failure(monkeypatch):
    """Python heeds signals at the first step of a callback, too, where nothing can catch what they raise."""

    class Cells(dict):
        interrupted = False

        def __getitem__(self, place):
            if not self.interrupted:
                self.interrupted = True
                raise KeyboardInterrupt
            return super().__getitem__(place)

    cells, lost = Cells(module._CELLS), []
    monkeypatch.setattr(module, "_CELLS", cells)
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    assert later(shelves_with(5)) == 5
    assert cells.interrupted
    assert [one.exc_type for one in lost] == [KeyboardInterrupt]


@apart(WHOLE_NUMBER, shelf)
def count_again(record):
    return record["books"]


@jit
def later(shelves):
    return count_again(shelves[0])


@apart(WHOLE_NUMBER, shelf)
def count(record):
    return record["books"]


@jit
def late(shelves):
    return count(shelves[0])


def test_a_later_process_finds_them(tmp_path):
    code = f"""
import sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
from test_apart import carry, shelves_with
print(carry(shelves_with(7)), len(carry.stats.cache_hits))
"""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    kept |= {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    kept |= {"NUMBA_CACHE_DIR": str(tmp_path)}
    for hits in (0, 1):
        done = subprocess.run([sys.executable, "-c", code], env=kept, capture_output=True, text=True)
        assert done.stdout.split() == ["70", str(hits)], done.stderr
