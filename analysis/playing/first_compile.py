"""The kernels that the games of a batch come to, compiled side by side before the first of them is played.

What is forgotten here is compiled when a game comes to it, which takes longer and changes nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT
from conquestlab.kernels.compiling.beside import Unit, compile_units, units_apart
from conquestlab.kernels.compiling.told import Compiling, tell
from conquestlab.kernels.shared.games import loop_units
from conquestlab.kernels.shared.notes import noting_unit
from conquestlab.kernels.shared.rows import SEATS

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch


def compile_for(batch: Batch) -> None:
    """Compile what is not kept of an earlier process, and tell who asked how far it is."""
    compile_units(units_of(batch), lambda done, total, name: tell(Compiling(done, total, name)))
    tell(None)


def units_of(batch: Batch) -> list[Unit]:
    """Return the kernels that its games come to."""
    engine, rules = batch.engine, batch.rules
    kernels = engine.kernels
    positions = np.zeros(1, kernels.position_dtype)
    bots = np.zeros(1, engine.seat_bots([], batch.rulebook, batch.seats).dtype)
    rows, course = np.zeros(1, kernels.row_dtype), np.zeros((1, SEATS), np.int32)
    units = [Unit(policy, NO_RESULT, (rules.dtype, positions.dtype)) for policy in batch.policies]
    units += loop_units(
        kernels.begin,
        kernels.advance,
        kernels.finish,
        rules,
        bots,
        batch.seeds.words,
        rows,
        course,
        positions,
    )
    if engine.features:
        units.append(noting_unit(kernels.note_features, rules, positions, np.zeros(1, kernels.note_dtype)))
    return units + units_apart(kernels.__name__.rpartition(".")[0], units)
