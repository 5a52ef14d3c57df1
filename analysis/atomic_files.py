"""Files that are there whole or not at all: written beside their place, then renamed into it."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from conquestlab.analysis.errors import refusals

PART = ".part"  # ends the name of a file that is not whole yet
LONGEST = 40  # letters of a file's name that the one beside it begins with


@contextlib.contextmanager
def writing_whole(place: Path) -> Iterator[BinaryIO]:
    """Give a file to write into; it is in its place when all went well, whole even if the power fails.

    What stood there is replaced, with its permissions kept.

    Raises
    ------
    OSError
        It cannot be written; then what stood there is as it was.
    """
    beside = place.with_name(f"{place.name[:LONGEST]}.{os.urandom(6).hex()}{PART}")
    # A name that nothing has, so that nothing of anybody is written over.
    mode = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = os.open(beside, mode, 0o666)
    try:
        with open(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            os.chmod(beside, stat.S_IMODE(place.stat().st_mode))
        os.replace(beside, place)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def put_whole(place: Path, content: bytes) -> None:
    """Write a file as `writing_whole` does."""
    with writing_whole(place) as file:
        file.write(content)


def write_whole(place: Path, content: bytes, after: str = "") -> None:
    """Write a file as `put_whole` does, through symbolic links.

    Raises
    ------
    Failed
        It cannot be written; `after` ends the message.
    """
    with refusals(f"write {place}", after=after):
        put_whole(Path(os.path.realpath(place)), content)
