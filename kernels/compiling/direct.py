"""Calls of kernels with records whose memory was looked up before.

Whoever calls a kernel with a record waits until Numba has found out the type of the record and where it lies:
twenty microseconds for a record of many fields, and a hundredth of that for what most kernels then do. A game
that is played question by question makes three such calls a question, with the same two records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class Memory:
    """A record, and where it lies.

    Attributes
    ----------
    record : np.void
    data : memoryview
        Its bytes, by which compiled code finds it.
    """

    __slots__ = ("data", "record")

    def __init__(self, record: np.void):
        self.record = record
        self.data = np.frombuffer(record, np.uint8).data


class Direct:
    """A kernel that is called with Memory in place of records.

    Its first call goes the usual way, and compiles it. Those that follow go to what was compiled, where this
    is one thing: so all calls have to be with arguments of the same types. Where the JIT is off, all calls go
    the usual way.
    """

    def __init__(self, kernel: Callable[..., Any]):
        self._kernel = kernel
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *given: Any) -> Any:
        """Call the kernel."""
        if self._compiled is not None:
            return self._compiled(*given)
        result = self._kernel(*(one.record if isinstance(one, Memory) else one for one in given))
        overloads = getattr(self._kernel, "overloads", {})
        if len(overloads) == 1:
            self._compiled = next(iter(overloads.values())).entry_point
        return result
