"""One writer at a time: a lock on a file that the system lets go when its process ends, in any way.

The lock file says who holds it and is taken away when the work ends. One that a killed process left is held
by nobody, whatever it says. Where a file system knows no locks there is none.
"""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import time
import weakref
from pathlib import Path

from conquestlab.analysis.errors import Failed

MARK = "conquest: "  # begins what a lock file says
HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
PATIENCE, MOMENT = 50, 0.02  # looks at a lock file that says nothing yet, and seconds between them
FAR = 1 << 30  # the byte that is locked: on Windows others may not read what is


class Lock:
    """A lock that is held, made by `take`; let go by `release`, or when nothing knows it any more."""

    def __init__(self, place: Path, file: int):
        self.release = weakref.finalize(self, _release, place, file)


def take(place: Path, busy: str) -> Lock:
    """Take the lock at a path; the file is made if need be.

    Raises
    ------
    Failed
        Another process, or another thread, holds it; `busy` is the message, with `{}` for who that is. Or a
        file of somebody else has its name.
    OSError
        The file cannot be made.
    """
    # Neither a link to a file of somebody's is followed, nor a pipe waited for.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    while True:
        file = os.open(place, flags, 0o666)
        try:
            try:
                _lock(file)
            except OSError as error:
                if error.errno in HELD:
                    raise Failed(busy.format(_holder(file) or "another process")) from None
                # No locks here, as on some disks in the network.
            if _stands_at(place, file):  # another may have taken it away when its own work ended
                if _contents(file) and not _contents(file).startswith(MARK):
                    raise Failed(f"{place} is a file of something else, where a lock is needed: move it away")
                os.truncate(file, 0)
                os.write(file, f"{MARK}process {os.getpid()} on {platform.node()}\n".encode())
                return Lock(place, file)
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _holder(file: int) -> str:
    """Return who holds a lock; one that has just been taken says so a moment later."""
    for _ in range(PATIENCE):
        holder = _contents(file).removeprefix(MARK).strip()
        if holder:
            return holder
        time.sleep(MOMENT)
    return ""


def _release(place: Path, file: int) -> None:
    """Take the file away while it is still locked, or where that cannot be, as on Windows, afterwards."""
    with contextlib.suppress(OSError):
        if _stands_at(place, file):
            place.unlink()
    os.close(file)
    if os.name == "nt":
        with contextlib.suppress(OSError):
            place.unlink()


def _stands_at(place: Path, file: int) -> bool:
    try:
        return os.path.samestat(os.stat(place), os.fstat(file))
    except FileNotFoundError:
        return False


def _contents(file: int) -> str:
    os.lseek(file, 0, os.SEEK_SET)
    told = os.read(file, 200).decode(errors="replace")
    os.lseek(file, 0, os.SEEK_SET)
    return told


if os.name == "nt":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
