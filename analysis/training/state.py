"""What is kept of a training under way, so that it can go on: settings, then a line for each generation.

The file is JSON, a line each. What a generation was told is kept, not the strategy: to go on, the strategy is
led through the same generations again, without playing. See docs/training.md.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from conquestlab.analysis.errors import Failed, WrongUse

Kept = dict[str, Any]

FORMAT = 1


class StateFile:
    """The state of one training; made or found by `open_state`.

    Attributes
    ----------
    path : str
    kept : list of dict
        The generations that are done, in their order.
    """

    def __init__(self, path: str, kept: list[Kept]):
        self.path = path
        self.kept = kept

    def write(self, generation: Kept) -> None:
        """Keep one generation more."""
        try:
            with open(self.path, "ab") as file:
                file.write(_line(generation))
        except OSError as error:
            raise Failed(f"cannot write {self.path}: {(error.strerror or str(error)).lower()}") from error
        self.kept.append(generation)


def open_state(path: str, settings: dict[str, Any], resume: bool) -> StateFile:
    """Begin the state file of a training, or find the one that is to be gone on with.

    Raises
    ------
    WrongUse
        The file belongs to something else, or to this training but `resume` is not asked for; or there is
        nothing to go on with.
    Failed
        It cannot be read or written.
    """
    wanted = {"format": FORMAT} | settings
    place = Path(path)
    try:
        if not place.exists():
            if resume:
                raise WrongUse(f"{path} is not there, so nothing can be gone on with: leave out --resume")
            place.write_bytes(_line(wanted))
            return StateFile(path, [])
        content = place.read_bytes()
    except OSError as error:
        raise Failed(f"cannot use {path}: {(error.strerror or str(error)).lower()}") from error
    head, *kept = _lines(path, content)
    for key, value in wanted.items():
        if key not in head:
            raise WrongUse(f"{path} holds no training: name another file with --state")
        if head[key] != value:
            raise WrongUse(
                f"{path} holds another training ({key} {_short(head[key])}, not {_short(value)}): "
                "name another file with --state"
            )
    if not resume:
        raise WrongUse(f"{path} holds this training already: add --resume to go on, or delete it")
    _cut(path, content)
    return StateFile(path, kept)


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode() + b"\n"


def _lines(path: str, content: bytes) -> list[dict[str, Any]]:
    """Read the whole lines; one that was being written when the program was killed is passed over."""
    try:
        lines = [json.loads(line) for line in content[: content.rfind(b"\n") + 1].splitlines()]
    except ValueError as error:
        raise WrongUse(f"{path} holds no training ({error}): name another file with --state") from error
    if not lines or not all(isinstance(line, dict) for line in lines):
        raise WrongUse(f"{path} holds no training: name another file with --state")
    return lines


def _cut(path: str, content: bytes) -> None:
    """Take away a line that is not whole."""
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        try:
            os.truncate(path, whole)
        except OSError as error:
            raise Failed(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
