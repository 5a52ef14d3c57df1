import ctypes
import signal
import sys
import time

import pytest

from conquestlab.kernels.compiling.interrupts import SOON, heed_lost_interrupts


@ctypes.CFUNCTYPE(None)
def interrupted():
    raise KeyboardInterrupt


@ctypes.CFUNCTYPE(None)
def failing():
    raise ValueError("of another kind")


def test_an_interruption_that_machine_code_swallows_is_told_again(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    heed_lost_interrupts()
    heed_lost_interrupts()  # once more does no harm
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupted()
        with pytest.raises(KeyboardInterrupt):
            time.sleep(50 * SOON)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not told
    failing()
    assert [lost.exc_type for lost in told] == [ValueError]
