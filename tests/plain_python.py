"""Marks tests that play too many games to be played without the JIT."""

import pytest
from numba import config

too_many_games = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")
