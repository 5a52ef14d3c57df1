"""Kernels are parts of those that call them, and several can be compiled at once."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from numba import types

from conquestlab.kernels.compiling import beside
from conquestlab.kernels.compiling.beside import Unit, compile_units
from conquestlab.kernels.compiling.jit import cache_is_warm, config, jit

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled with the JIT off")


@jit
def thrice(number):
    if number < 0:
        raise ValueError("nothing is thrice that")
    return 3 * number


@jit
def ninefold(number):
    return thrice(thrice(number))


@jit
def ninefold_and_thrice(number):
    return ninefold(number), thrice(number)


def test_who_is_called_is_a_part_of_the_caller() -> None:
    assert ninefold_and_thrice(5) == (45, 15)
    assert ninefold_and_thrice(0.5) == (4.5, 1.5)
    assert not thrice.signatures
    assert not ninefold.signatures


def test_it_is_compiled_by_itself_where_python_calls_it() -> None:
    assert ninefold(2) == 18
    assert ninefold.signatures == [(types.int64,)]
    assert not thrice.signatures


def test_an_error_comes_up_through_all_callers() -> None:
    with pytest.raises(ValueError, match="nothing is thrice that"):
        ninefold_and_thrice(-1)


def test_a_function_of_somebody_else_can_call_it() -> None:
    @numba.njit
    def of_somebody(number):
        return ninefold(number) + 1

    assert of_somebody(2) == 19


def test_what_it_takes_besides_is_given_by_name_and_by_default() -> None:
    @jit
    def plus(number, more=10):
        return number + more

    @jit
    def three_ways(number):
        return plus(number), plus(number, 1), plus(more=2, number=number)

    assert three_ways(5) == (15, 6, 7)


def test_what_cannot_be_typed_is_told() -> None:
    @jit
    def adds_words(number):
        return number + "one"

    @jit
    def calls(number):
        return adds_words(number)

    with pytest.raises(numba.TypingError, match="adds_words"):
        calls(1)


KERNELS = """
import numpy as np
from conquestlab.kernels.compiling.jit import jit

@jit
def thrice(number):
    return 3 * number

@jit
def ninefold(number):
    return thrice(thrice(number))

@jit
def sum_of_ten(number):
    total = np.int64(0)
    for place in range(10):
        total += place * number
    return total
"""

SCRIPT = """
from three_kernels import ninefold, sum_of_ten, thrice
from conquestlab.kernels.compiling import beside
from conquestlab.kernels.compiling.beside import Unit, compile_units
from numba import types
units = [Unit(one, types.int64, (types.int64,)) for one in (ninefold, thrice, sum_of_ten)]
told = []
WAY
compile_units(units, lambda done, total, name: told.append((done, total, name)))
assert [done for done, _, _ in told] == [0, 1, 2, 3], told
assert sorted(name for _, _, name in told) == ["", "ninefold", "sum_of_ten", "thrice"], told
print(len([unit for unit in units if unit.kernel.signatures]), ninefold(1), thrice(1), sum_of_ten(1))
"""


@jit
def sum_of_ten(number):
    total = np.int64(0)
    for place in range(10):
        total += place * number
    return total


@pytest.mark.parametrize(
    ("way", "here"),
    [
        ("beside._cores = lambda: 1", (3,)),
        ("beside._cores = lambda: 2", (0, 1, 2, 3)),
        ("beside._cores = lambda: 2; beside.SERVE = 'raise SystemExit(1)'", (3,)),
        ("beside._cores = lambda: 2; beside.sys.executable = '/no/such/program'", (3,)),
    ],
)
def test_kernels_are_compiled_side_by_side(way: str, here: tuple[int, ...], tmp_path) -> None:
    environment = dict(os.environ, NUMBA_CACHE_DIR=str(tmp_path))
    environment["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *(path for path in sys.path if path)])
    (tmp_path / "three_kernels.py").write_text(KERNELS)
    script = SCRIPT.replace("WAY", way)
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    compiled_here, *answers = map(int, ran.stdout.split())
    assert compiled_here in here
    assert answers == [9, 3, 45]


def test_what_is_kept_is_not_compiled_again(monkeypatch) -> None:
    assert sum_of_ten(1) == 45
    assert cache_is_warm(sum_of_ten)
    monkeypatch.setattr(beside, "_have_compiled", None)  # nobody is asked
    compile_units(
        [Unit(sum_of_ten, types.int64, (types.int64,))], lambda *told: pytest.fail("compiled again")
    )
