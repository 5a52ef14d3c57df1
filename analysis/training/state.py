"""What is kept of a training under way, so that it can go on: settings, then a line for each generation.

The file is JSON, a line each, with a checksum at its end. What a generation was told is kept, not the
strategy: to go on, the strategy is led through the same generations again, without playing.
See docs/training.md.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.errors import Failed, WrongUse, refusals
from conquestlab.analysis.locks import Lock, take

Kept = dict[str, Any]

FORMAT = 2
OLDER = b'{"format": 1,'
SUM = re.compile(rb', "sum": ([0-9]{1,10})\}$')  # ends a line: a checksum of what stands before it


class StateFile:
    """The state of one training; made or found by `open_state`.

    Attributes
    ----------
    path : str
    kept : list of dict
        The generations that are done, in their order.
    """

    def __init__(self, path: str, kept: list[Kept], lock: Lock):
        self.path = path
        self.kept = kept
        self._lock = lock

    def write(self, generation: Kept) -> None:
        """Keep one generation more."""
        after = "when that is mended, add --resume"
        with refusals(f"write {self.path}", after=after), open(self.path, "ab") as file:
            file.write(line_of(generation))
        self.kept.append(generation)

    def close(self) -> None:
        """Let others write to the file."""
        self._lock.release()


def open_state(path: str, settings: dict[str, Any], resume: bool) -> StateFile:
    """Begin the state file of a training, or find the one that is to be gone on with; close it at the end.

    Raises
    ------
    WrongUse
        The file belongs to something else, or to this training but `resume` is not asked for; or there is
        nothing to go on with.
    Failed
        It cannot be read or written, it is damaged, or another training writes to it.
    """
    wanted = {"format": FORMAT} | settings
    place = Path(path)
    with refusals(f"use {path}"):
        if not place.exists() and resume:
            raise WrongUse(f"{path} is not there, so nothing can be gone on with: leave out --resume")
        if place.exists() and not place.is_file():
            raise Failed(f"cannot use {path}: it is not a file; name another with --state")
        if place.exists():
            _kept_in(path, wanted)  # a look before anything is touched
        lock = take(
            place.with_name(place.name + ".lock"),
            f"{path} is being written by {{}}: wait for it or name another file with --state",
        )
    try:
        with refusals(f"use {path}"):
            if not place.exists():
                write_whole(place, line_of(wanted))
                return StateFile(path, [], lock)
            kept = _kept_in(path, wanted)
            if not resume:
                raise WrongUse(f"{path} holds this training already: add --resume to go on, or delete it")
            _cut(path)
            return StateFile(path, kept, lock)
    except BaseException:
        lock.release()
        raise


def _kept_in(path: str, wanted: dict[str, Any]) -> list[Kept]:
    """Return the generations that a file holds of this very training."""
    head, *kept = _lines(path, Path(path).read_bytes())
    for key, value in wanted.items():
        if key not in head:
            raise WrongUse(f"{path} holds no training: name another file with --state")
        if head[key] != value:
            raise WrongUse(
                f"{path} holds another training ({key} {_short(head[key])}, not {_short(value)}): "
                "name another file with --state"
            )
    return kept


def line_of(content: dict[str, Any]) -> bytes:
    """Return a line of the file, with its checksum."""
    text = json.dumps(content).encode()
    return b'%s, "sum": %d}\n' % (text[:-1], zlib.crc32(text))


def _read(line: bytes) -> dict[str, Any] | None:
    """Return what a line says; None if it is damaged, or none of ours."""
    match = SUM.search(line)
    if match is None or zlib.crc32(line[: match.start()] + b"}") != int(match[1]):
        return None
    told = json.loads(line)
    del told["sum"]
    return dict(told)


def _lines(path: str, content: bytes) -> list[dict[str, Any]]:
    """Read the whole lines; one that was being written when the program was killed is passed over."""
    if content.startswith(OLDER):
        raise WrongUse(f"{path} was kept by an older version: name another file with --state")
    lines = [_read(line) for line in content.split(b"\n")[:-1]]
    if not lines or lines[0] is None:
        raise WrongUse(f"{path} holds no training, or is damaged: name another file with --state")
    whole = [line for line in lines if line is not None]
    if len(whole) < len(lines):
        raise Failed(
            f"{path} is damaged at line {lines.index(None) + 1}: "
            "delete that line and all below it, and add --resume"
        )
    return whole


def _cut(path: str) -> None:
    """Take away a line that is not whole."""
    content = Path(path).read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
