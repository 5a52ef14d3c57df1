"""Files written whole or not at all: beside their place first, then renamed into it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from conquestlab.analysis.atomic_files import writing_whole
from conquestlab.analysis.errors import Failed, WrongUse, refusals


def check_place(path: str) -> None:
    """Refuse, before any work is done, a path at which no file can be written.

    Raises
    ------
    WrongUse
        The path is empty or a folder, or its folder does not exist.
    Failed
        The folder, or the file that stands there already, may not be written.
    """
    if not path or "\0" in path:
        raise WrongUse("the file to write has no name; give one, for example odds.csv")
    if os.path.isdir(path):
        raise WrongUse(
            f"{path} is a folder; add the name of a file, for example {os.path.join(path, 'odds.csv')}"
        )
    target = os.path.realpath(path)
    if os.path.islink(target):
        raise WrongUse(f"{path} is a link that leads in a ring; remove it or write somewhere else")
    folder = os.path.dirname(target)
    if not os.path.exists(folder):
        if os.path.islink(path):
            raise WrongUse(f"{path} is a link into {folder}, which does not exist; remove the link")
        raise WrongUse(f"the folder {_folder(path)} does not exist; make it first or write somewhere else")
    if not os.path.isdir(folder):
        raise WrongUse(f"{_folder(path)} is not a folder; write somewhere else")
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise Failed(f"{path} may not be written; change its permissions or write somewhere else")
    if not _is_special(target) and not os.access(folder, os.W_OK):
        raise Failed(
            f"the folder {_folder(path)} may not be written to; change its permissions or choose another"
        )


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """Give a file to write into, so that its name never stands for half of it.

    What stood there before is replaced, through symbolic links, with its permissions kept. A device or a pipe
    is written to.

    Raises
    ------
    WrongUse, Failed
        As `check_place`; Failed also when the disk is full or the system refuses for another reason.
    """
    check_place(path)
    target = os.path.realpath(path)
    with refusals(f"write {path}", "write somewhere else"):
        if _is_special(target):
            with contextlib.suppress(BrokenPipeError), open(target, "wb") as file:
                yield file
        else:
            with writing_whole(Path(target)) as file:
                yield file


def write_whole(path: str, content: bytes) -> None:
    """Write a file as `whole_file` does."""
    with whole_file(path) as file:
        file.write(content)


def _folder(path: str) -> str:
    return os.path.dirname(path) or "."


def _is_special(target: str) -> bool:
    return os.path.exists(target) and not os.path.isfile(target)
