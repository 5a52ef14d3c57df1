"""A part of a record is copied, and nothing else."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.records import copy_fields

PARTS = np.dtype(
    [("first", np.int64), ("some", np.int32, (5,)), ("inner", [("a", np.uint64)]), ("last", np.int8)]
)


@jit
def copy_part(target, source, first, last):
    copy_fields(target, source, first, last)


def test_fields_within_the_bytes_are_copied_and_no_others():
    names = list(PARTS.names)
    begins = [PARTS.fields[name][1] for name in names]
    ends = [*begins[1:], PARTS.itemsize]
    for first in range(len(names)):
        for last in range(first, len(names)):
            source, target = np.zeros(1, PARTS), np.zeros(1, PARTS)
            source.view(np.uint8)[:] = np.arange(1, PARTS.itemsize + 1)
            copy_part(target[0], source[0], np.int64(begins[first]), np.int64(ends[last]))
            for place, name in enumerate(names):
                expected = source if first <= place <= last else np.zeros(1, PARTS)
                assert target[name].tobytes() == expected[name].tobytes()


def test_of_no_bytes_nothing_is_copied():
    source, target = np.ones(1, PARTS), np.zeros(1, PARTS)
    copy_part(target[0], source[0], np.int64(8), np.int64(8))
    assert target.tobytes() == np.zeros(1, PARTS).tobytes()
