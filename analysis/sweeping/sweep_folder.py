"""The folder of a sweep: what is asked, the sums of every cell, and which cells got more games.

`sweep.json` says what is played, `cell-000000.sums` holds the sums of a cell over its first games,
`rounds.json` which cells `--within` gave more games. Every file is replaced whole and carries its hash. See
docs/sweep.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.kept_folders import KeptFolder, content_of
from conquestlab.analysis.locks import Lock

SETTINGS, ROUNDS = "sweep.json", "rounds.json"
FORMAT = 1
MAGIC = b"conquestlab sums"
FOLDER = KeptFolder(
    "sweep",
    "sweep.lock",
    re.compile(r"(sweep\.json|rounds\.json|cell-[0-9]{6,}\.sums)(\.[0-9a-f]+)?\.part"),
)
LATER = "when that is mended, add --resume"
TOLD_APART = ("cells",)  # settings too long for a line

Plain = dict[str, Any]


class SweepFolder:
    """The folder of one sweep, made or found by `open_sweep`; to be closed after the work.

    Attributes
    ----------
    path : Path
    mark : str
        The hash of the settings, which stands in every file.
    """

    def __init__(self, path: Path, mark: str, lock: Lock):
        self.path = path
        self.mark = mark
        self._lock = lock

    def close(self) -> None:
        """Let others write to the folder."""
        self._lock.release()

    def write_cell(self, number: int, plain: Plain) -> None:
        """Keep the sums of a cell in place of what was kept of it."""
        content = zlib.compress(_json({"sweep": self.mark, "cell": number, **plain}))
        head = b"%s %d %s\n" % (MAGIC, FORMAT, hashlib.sha256(content).hexdigest().encode())
        write_whole(self._cell(number), head + content, LATER)

    def read_cell(self, number: int) -> Plain | None:
        """Return the sums that are kept of a cell; None if there are none."""
        place = self._cell(number)
        content = content_of(place)
        if content is None:
            return None
        head, _, body = content.partition(b"\n")
        words = head.removeprefix(MAGIC).split()
        try:
            is_whole = words == [b"%d" % FORMAT, hashlib.sha256(body).hexdigest().encode()]
            plain = json.loads(zlib.decompress(body)) if is_whole else {}
        except (ValueError, zlib.error):
            plain = {}
        if not plain:
            raise Failed(f"{place} is damaged: delete it and add --resume")
        if (plain["sweep"], plain["cell"]) != (self.mark, number):
            raise Failed(f"{place} belongs to another sweep: move it away and add --resume")
        return dict(plain)

    def write_rounds(self, rounds: list[dict[str, int]]) -> None:
        """Keep which cells got how many games, round by round."""
        write_whole(self.path / ROUNDS, _text(_signed({"sweep": self.mark, "rounds": rounds})), LATER)

    def read_rounds(self) -> list[dict[str, int]]:
        """Return what is kept of that; nothing before the first round."""
        place = self.path / ROUNDS
        kept = _read_signed(place)
        if kept is None:
            return []
        if kept.get("sweep") != self.mark:
            raise Failed(f"{place} belongs to another sweep: move it away and add --resume")
        rounds: list[dict[str, int]] = kept["rounds"]
        return rounds

    def _cell(self, number: int) -> Path:
        return self.path / f"cell-{number:06}.sums"


def open_sweep(path: str, settings: Plain, resume: bool = False) -> SweepFolder:
    """Make the folder of a sweep, or find the one that is to be gone on with.

    Raises
    ------
    WrongUse
        The folder belongs to something else, or to this sweep but `resume` is not asked for.
    Failed
        It cannot be written, or somebody else writes to it.
    """
    folder, wanted = Path(path), _signed({"format": FORMAT, **settings})

    def begin(kept: Plain | None) -> None:
        if kept is None:
            write_whole(folder / SETTINGS, _text(wanted))

    lock = FOLDER.open(path, lambda: _kept_or_free(folder, wanted), begin, resume)
    return SweepFolder(folder, wanted["hash"], lock)


def _kept_or_free(folder: Path, wanted: Plain) -> Plain | None:
    """Return the settings of this very sweep; None where one may begin."""
    place = folder / SETTINGS
    if os.path.lexists(place):
        kept = _read_signed(place) or {}
        if kept.get("format") != FORMAT:
            raise Failed(
                f"{folder} was kept in format {kept.get('format')}, which is {FORMAT} now: "
                "play the sweep anew in another folder"
            )
        for key, value in wanted.items():
            if key != "hash" and kept.get(key) != value:
                told = "" if key in TOLD_APART else f" {kept.get(key)}, not {value}"
                raise WrongUse(f"{folder} holds another sweep ({key}{told}): name another folder")
        return kept
    FOLDER.refuse_others(folder)
    return None


# Files ----------------------------------------------------------------------------------------


def _json(plain: Plain) -> bytes:
    # A name that is no proper text, as a file's may be, is written as what JSON says for it.
    return json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()


def _text(plain: Plain) -> bytes:
    return (json.dumps(plain, indent=1) + "\n").encode()


def _signed(plain: Plain) -> Plain:
    """Return plain values with a hash of them all."""
    told = json.loads(json.dumps({key: value for key, value in plain.items() if key != "hash"}))
    return told | {"hash": hashlib.sha256(_json(told)).hexdigest()[:32]}


def _read_signed(place: Path) -> Plain | None:
    content = content_of(place)
    if content is None:
        return None
    try:
        kept = json.loads(content)
        is_whole = isinstance(kept, dict) and kept == _signed(kept)
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        raise Failed(f"{place} is damaged: put a copy in its place, or play the sweep anew in another folder")
    return dict(kept)
