"""Tests in plain Python: those that play too many games for it, and what is printed with the JIT off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba import config

too_many_games = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")


def printed_without_jit(module: str, call: str) -> str:
    """Return what is printed of a call in a test module, by a process of its own with the JIT off.

    Parameters
    ----------
    module : str
        The file of the module.
    call : str
        Such as "rows_of_two_games().hex()".
    """
    place = Path(module)
    paths = os.pathsep.join(filter(None, [str(place.parent), *sys.path]))
    done = subprocess.run(
        [sys.executable, "-c", f"import {place.stem} as t; print(t.{call})"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
