"""Files that are there whole or not at all: written beside their place, then renamed into it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from conquestlab.analysis.errors import Failed

PART = ".part"  # ends the name of a file that is not whole yet


@contextlib.contextmanager
def written_whole(place: Path) -> Iterator[Path]:
    """Give a path beside `place` to write to; then put it there, whole even if the power fails.

    Raises
    ------
    Failed
        It cannot be written.
    """
    beside = place.with_name(f"{place.name}.{os.getpid()}{PART}")
    try:
        yield beside
        with open(beside, "rb") as written:
            os.fsync(written.fileno())
        os.replace(beside, place)
    except OSError as error:
        raise Failed(f"cannot write {place}: {(error.strerror or str(error)).lower()}") from error
    finally:
        beside.unlink(missing_ok=True)
