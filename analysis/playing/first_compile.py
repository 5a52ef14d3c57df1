"""The kernels that the games of a batch come to, compiled side by side before the first of them is played.

What is forgotten here is compiled when a game comes to it, which takes longer and changes nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT
from conquestlab.kernels.compiling.beside import Unit, compile_units, units_apart
from conquestlab.kernels.compiling.jit import cache_is_warm
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


def is_cold(batch: Batch) -> bool:
    """Tell whether one of the kernels that its games come to has to be compiled."""
    kernels = batch.engine.kernels
    begun = [*batch.policies, kernels.begin, kernels.advance, kernels.finish]
    if batch.noting is not None:
        begun.append(kernels.note_features)
    if batch.has_external_bots:
        begun += [kernels.legal, kernels.choose]
    return not cache_is_warm(*begun, *(unit.kernel for unit in _apart(batch, begun, _records_of(batch))))


def units_of(batch: Batch) -> list[Unit]:
    """Return the kernels that its games come to."""
    rules, kernels = batch.rules, batch.engine.kernels
    positions, bots = np.zeros(1, kernels.position_dtype), _records_of(batch)
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
    if batch.noting is not None:
        units.append(noting_unit(kernels.note_features, rules, positions, np.zeros(1, kernels.note_dtype)))
    return units + _apart(batch, [unit.kernel for unit in units], bots)


def _apart(batch: Batch, begun: list[Any], bots: np.ndarray) -> list[Unit]:
    """Return those set apart that the others come to at its table."""
    package = batch.engine.kernels.__name__.rpartition(".")[0]
    return units_apart(package, begun, batch.rules, bots)


def _records_of(batch: Batch) -> np.ndarray:
    """Return the records of its built-in bots, those of mixes by their members, without addresses."""
    members = [member for bot in batch.seated if not bot.is_from_user for member in bot.members]
    return batch.engine.seat_bots(members, batch.rulebook, batch.seats)
