"""How far compiling is: every kernel is counted once, those that others call too."""

import pytest

from conquestlab.kernels.compiling.jit import config, jit
from conquestlab.kernels.compiling.told import Compiling, telling
from conquestlab.kernels.compiling.watched import WATCH, kernels_below

pytestmark = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")


def three_kernels():
    """Kernels that nobody has compiled: one that calls a second, and by that a third."""

    def lowest(number):
        return number + 1

    third = jit(lowest)

    def middle(number):
        return third(number) * 2

    second = jit(middle)

    def highest(number):
        return second(number) + third(number)

    return jit(highest), second


@pytest.fixture
def fresh(monkeypatch):
    """Nothing that an earlier run has kept is found."""
    monkeypatch.setattr("conquestlab.kernels.compiling.jit.cache_folder", lambda: None)


def test_each_kernel_below_another_is_counted_once(fresh):
    first, second = three_kernels()
    names = sorted(name.rpartition(".")[2] for _, name in kernels_below([first, second]))
    assert names == ["highest", "lowest", "middle"]
    assert first(3) == 12
    assert list(kernels_below([first])) == []


def test_who_asks_is_told_of_each_kernel_and_of_the_end(fresh):
    told = []
    with telling(told.append):
        assert three_kernels()[0](3) == 12
    *steps, end = told
    assert end is None
    assert [(one.done, one.total) for one in steps] == [(0, 3), (1, 3), (2, 3)]
    assert [one.name.rpartition(".")[2] for one in steps] == ["lowest", "middle", "highest"]
    assert isinstance(steps[0], Compiling)


def test_what_is_expected_is_counted_from_the_start(fresh):
    told = []
    first, second = three_kernels()
    with telling(told.append):
        WATCH.expect([first])
        second(3)
        first(3)
        WATCH.expect_no_more()
    assert [one and (one.done, one.total) for one in told] == [(0, 3), (1, 3), None, (2, 3), None]


def test_nobody_is_told_who_did_not_ask(fresh):
    told = []
    with telling(told.append):
        pass
    three_kernels()[0](3)
    assert told == []
