"""Folders in which a work such as a run is kept: looked at, locked, and looked at again before it begins.

Nothing is touched before it is known that the folder is free or holds this very work. While a process works,
a lock keeps others out. Parts of files that a killed process left are taken away, and nothing else is.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from conquestlab.analysis.errors import Failed, WrongUse, why
from conquestlab.analysis.locks import Lock, take

Kept = TypeVar("Kept")


class KeptFolder(NamedTuple):
    """What the folder of one kind of work holds.

    Attributes
    ----------
    work : str
        What is kept, in a word: "run".
    lock : str
        The name of the lock.
    own_part : re.Pattern
        Matches the names of its files while they are written.
    """

    work: str
    lock: str
    own_part: re.Pattern[str]

    def open(
        self,
        path: str,
        look: Callable[[], Kept | None],
        begin: Callable[[Kept | None], object],
        resume: bool,
    ) -> Lock:
        """Make the folder of a work, or find the one that is to be gone on with; return its lock.

        Parameters
        ----------
        path : str
        look : callable
            Returns what is kept of this very work, None where it may begin; raises WrongUse for all else.
        begin : callable
            Takes what was kept, and writes what is not there yet.
        resume : bool
            Whether what is kept is to be gone on with.

        Raises
        ------
        WrongUse
            The folder belongs to something else, or to this work but `resume` is not asked for.
        Failed
            It cannot be written, or somebody else writes to it.
        """
        folder = Path(path)
        busy = f"{path} is being played by".replace("{", "{{").replace("}", "}}")
        try:
            look()  # before anything is touched
            folder.mkdir(parents=True, exist_ok=True)
            lock = take(folder / self.lock, f"{busy} {{}}: wait for it or name another folder")
        except OSError as error:
            raise Failed(_no_folder(folder, error)) from error
        try:
            kept = look()  # another process may have begun meanwhile
            if kept is not None:
                if not resume:
                    way = "add --resume to go on, or name another folder"
                    raise WrongUse(f"{path} holds this {self.work} already: {way}")
                self._clear(folder)
            begin(kept)
        except OSError as error:
            lock.release()
            raise Failed(_no_folder(folder, error)) from error
        except BaseException:
            lock.release()
            raise
        return lock

    def refuse_others(self, folder: Path) -> None:
        """Refuse a folder that holds anything but a lock and parts of files that a killed process left."""
        if folder.exists():
            for entry in folder.iterdir():
                if entry.name != self.lock and not self._is_own_part(entry):
                    raise WrongUse(f"{folder} is not empty and holds no {self.work}: name another folder")

    def _clear(self, folder: Path) -> None:
        """Take away what a killed process had not finished, and nothing else."""
        for entry in folder.iterdir():
            if self._is_own_part(entry):
                entry.unlink()

    def _is_own_part(self, entry: Path) -> bool:
        return bool(self.own_part.fullmatch(entry.name)) and stat.S_ISREG(entry.lstat().st_mode)


def content_of(place: Path) -> bytes | None:
    """Return what a file of such a folder holds; None if there is none."""
    try:
        if not os.path.lexists(place):
            return None
        if not stat.S_ISREG(place.stat().st_mode):
            raise Failed(f"{place} is not a file, where one should be: move it away")
        return place.read_bytes()
    except NotADirectoryError:
        return None
    except FileNotFoundError:
        raise Failed(f"{place} is a link to a file that is not there: remove it") from None
    except OSError as error:
        raise Failed(f"cannot read {place}: {why(error)}") from error


def _no_folder(folder: Path, error: OSError) -> str:
    """Say why a folder cannot be written to."""
    if folder.is_symlink() and not folder.exists():
        return f"cannot write to {folder}: it is a link to no folder; make that, or remove the link"
    if folder.exists() and not folder.is_dir():
        return f"cannot write to {folder}: it is a file; name a folder"
    return f"cannot write to {error.filename or folder}: {why(error, 'name another folder')}"
