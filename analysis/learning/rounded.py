"""From a network in floating-point numbers to the value of a bot and back, and what a value says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.bots.bot_values import COUNTS, OFFSETS, Value, rows_of
from conquestlab.analysis.learning.float_network import LOG2_E, UNIT, FloatNetwork

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import LearnedValue

FIXED_ONE = float(1 << 20)


def value_of_network(network: FloatNetwork, learns: LearnedValue) -> Value:
    """Return a network as the value of a bot, rounded to 256ths.

    A unit that is twice as large and counts half as much is the same unit. Each is first made as large as it
    takes for the rounding of its own numbers and that of its count to do the same harm.
    """
    into, offsets, counts = (numbers.astype(float) for numbers in network)
    size = np.sqrt((into**2).sum(axis=0) + offsets**2)
    scale = np.sqrt(np.abs(counts) * np.sqrt(len(into)) / np.maximum(size, 1.0 / UNIT))
    largest = np.maximum(np.abs(into).max(axis=0), np.abs(offsets))
    reach = learns.most / UNIT
    scale = np.maximum(scale, np.maximum(np.abs(counts) * LOG2_E / reach, 1.0 / UNIT))
    scale = np.minimum(scale, reach / np.maximum(largest, 1.0 / UNIT))
    rows = [*(into * scale), offsets * scale, counts / scale * LOG2_E]
    whole = [np.clip(np.rint(row * UNIT), -learns.most, learns.most).astype(int) for row in rows]
    return {name: tuple(row.tolist()) for name, row in zip(rows_of(learns.aspects), whole, strict=True)}


def network_of_value(value: Value, learns: LearnedValue) -> FloatNetwork:
    """Return the value of a bot as a network, which can go on learning."""
    rows = {name: np.array(row, np.float32) / np.float32(UNIT) for name, row in value.items()}
    into = np.stack([rows[name] for name in learns.aspects])
    return FloatNetwork(into, rows[OFFSETS], rows[COUNTS] / np.float32(LOG2_E))


def chances_of_value(value: Value, told: np.ndarray, learns: LearnedValue) -> np.ndarray:
    """Return the chance of each seat in each position, as a bot with this value sees it.

    Parameters
    ----------
    value : mapping
    told : int16 array, (positions, seats, aspects)
    learns : LearnedValue
    """
    chances = np.zeros(told.shape[:2], np.int64)
    learns.kernels.tell_chances(learns.packed(value), told, told.shape[1], chances)
    return chances / FIXED_ONE
