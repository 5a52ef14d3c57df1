"""Columns of numbers side by side, as a named tuple of arrays: what pieces of work bring back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

Columns = TypeVar("Columns", bound=tuple[np.ndarray, ...])


def joined(parts: Sequence[Columns]) -> Columns:
    """Return the columns of all parts, in their order."""
    kind: Any = type(parts[0])
    columns: Columns = kind(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return columns
