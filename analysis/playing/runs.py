"""Run folders: every row of an experiment kept on disk, safe against being killed, and read back.

A run folder contains `run.json`, which says what is played (run_settings.py), one Parquet file for each chunk
(chunk_files.py) and, while it is played, a lock. Files are written under another name and then renamed. A run
can go on with more games at any time. See docs/runs.md.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.errors import Failed, WrongUse, refusals
from conquestlab.analysis.kept_folders import KeptFolder, content_of
from conquestlab.analysis.locks import Lock
from conquestlab.analysis.playing.chunk_files import ChunkCodec, ChunkFault
from conquestlab.analysis.playing.experiment import Experiment, experiment_of
from conquestlab.analysis.playing.run_settings import (
    OF_ONE_RUN,
    RESUME,
    SETTINGS,
    Settings,
    damaged,
    mark_of,
    read_settings,
    refuse_another,
    refuse_other_bots,
    refuse_shorter,
    settings_of,
    settings_text,
    signed,
)
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    import pandas as pd

CHUNK = re.compile(r"games-([0-9]{12})\.parquet")
FOLDER = KeptFolder(
    "run", "run.lock", re.compile(r"(run\.json|games-[0-9]{12,}\.parquet)(\.[0-9a-f]+)?\.part")
)


class RunFolder:
    """The folder of one run, made or found by `open_run`, or found by `read_run`.

    Attributes
    ----------
    path : Path
    experiment : Experiment
    within : float or None
    mark : str
        Of the experiment; it stands in every chunk.
    way_on : str
        What messages say is to be done when something is mended.
    """

    def __init__(
        self,
        path: Path,
        experiment: Experiment,
        within: float | None = None,
        mark: str = "",
        lock: Lock | None = None,
        way_on: str = RESUME,
    ):
        self.path = path
        self.experiment = experiment
        self.within = within
        self.mark = mark
        self.way_on = way_on
        self._lock = lock

    def __getstate__(self) -> dict[str, Any]:
        """Return what travels to workers, who write nothing and need no lock."""
        return vars(self) | {"_lock": None}

    def close(self) -> None:
        """Let others write to the folder."""
        if self._lock is not None:
            self._lock.release()

    def chunk_file(self, first: int) -> Path:
        """Return the file of the chunk that begins with game `first`."""
        return self.path / f"games-{first:012}.parquet"

    @cached_property
    def codec(self) -> ChunkCodec:
        """How chunks are written; it can be sent to another process by itself."""
        engine = self.experiment.engine
        return ChunkCodec(
            self.mark, engine.kernels.row_dtype, self.experiment.seats, tuple(engine.seat_columns)
        )

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is there, and none is left from before the run grew."""
        return all(self.holds(first, count) for first, count in self.chunks())

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Yield the first game of each chunk of the whole run, and how many games it has."""
        return ((batch.first, batch.games) for batch in self.experiment.batches())

    def holds(self, first: int, count: int) -> bool:
        """Whether a chunk is there with all its games; one that cannot be read is, since `read` tells why."""
        import pyarrow.parquet as pq

        place = self.chunk_file(first)
        if not os.path.lexists(place):
            return False
        try:
            games: int = pq.read_metadata(place).num_rows
        except Exception:  # whatever Arrow makes of broken bytes
            return True
        return games >= count

    def encoded(self, first: int, rows: np.ndarray) -> bytes:
        """Return the file of the chunk that begins with game `first`; nothing is written."""
        if rows["game"][0] != first:
            raise ValueError(f"a chunk that begins with game {rows['game'][0]}, not {first}")
        return self.codec.encoded(rows)

    def keep(self, first: int, content: bytes) -> None:
        """Put the file of a chunk in its place."""
        later = self.way_on.removeprefix(" and ")
        write_whole(self.chunk_file(first), content, f"when that is mended, {later}")

    def write(self, first: int, rows: np.ndarray) -> None:
        """Keep the rows of a chunk."""
        self.keep(first, self.encoded(first, rows))

    def read(self, first: int, count: int) -> np.ndarray | None:
        """Return the rows of a chunk.

        None if it is not kept, or only with the fewer games that it had before the run grew.
        """
        place = self.chunk_file(first)
        content = content_of(place)
        if content is None:
            return None
        try:
            rows = self.codec.decoded(content)
        except ChunkFault as fault:
            raise Failed(f"{place} {fault}{self.way_on}") from fault
        if len(rows) > count or not np.array_equal(rows["game"], np.arange(first, first + len(rows))):
            raise Failed(
                f"{place} does not hold games {first} to {first + count - 1}: delete it{self.way_on}"
            )
        return rows if len(rows) == count else None

    def rows(self) -> Iterator[np.ndarray]:
        """Yield the rows of all chunks that are kept from the first on without a gap."""
        for first, count in self.chunks():
            rows = self.read(first, count)
            if rows is None:
                return
            yield rows

    def frames(self) -> Iterator[pd.DataFrame]:
        """Yield these rows as pandas frames, a chunk each, with names and units (docs/runs.md)."""
        from conquestlab.analysis.playing.run_exports import frames

        return frames(self)

    def frame(self) -> pd.DataFrame:
        """Return these rows as one pandas frame; `frame.attrs` says where they come from."""
        from conquestlab.analysis.playing.run_exports import frame

        return frame(self)

    def end_after(self, games: int) -> None:
        """Take away the chunks that begin after the first `games` games."""
        for first in chunk_names(self.path):
            if first >= self.experiment.first + games:
                with refusals(f"take away {self.chunk_file(first)}"):
                    self.chunk_file(first).unlink(missing_ok=True)


def chunk_names(folder: Path) -> list[int]:
    """Return the first games of the chunks that a folder has, by the names of its files, in order."""
    found = (CHUNK.fullmatch(name) for name in os.listdir(folder))
    return sorted(int(match[1]) for match in found if match)


def open_run(
    path: str,
    experiment: Experiment,
    within: float | None = None,
    resume: bool = False,
    way_on: str = RESUME,
) -> RunFolder:
    """Make the folder of a run, or find the one that is to be gone on with; to be closed after the work.

    A run that is gone on with may get more games than it had, or be played until more is known. What messages
    say is to be done when something is mended is `way_on`.

    Raises
    ------
    WrongUse
        The folder belongs to something else, or to this run but `resume` is not asked for, or it has more
        games than are wanted.
    Failed
        It cannot be written, or somebody else writes to it.
    """
    if not path:
        raise WrongUse("the folder of the run has no name: give one, for example --out run")
    folder = Path(path)
    wanted = signed(settings_of(experiment, within))

    def begin(kept: Settings | None) -> None:
        if kept != wanted:
            write_whole(folder / SETTINGS, settings_text(wanted))

    lock = FOLDER.open(path, lambda: _kept_or_free(folder, wanted), begin, resume)
    return RunFolder(folder, experiment, within, mark_of(wanted), lock, way_on)


def read_run(path: str) -> RunFolder:
    """Return a run that was kept, to read its rows or to play its games again.

    Raises
    ------
    WrongUse
        There is no run.
    Failed
        It is damaged, or its rulebook or its engine is not what it was, so that its games cannot be played
        again.
    """
    kept = read_settings(Path(path))
    try:
        experiment = experiment_of(
            kept["rules"],
            kept["players"],
            tuple(kept["bots"]),
            parse_seeds(kept["seed"]),
            kept["games"],
            kept["rotate"],
            snapshot_round=kept["noted_round"],
            first=kept["first_game"],
        )
        known = settings_of(experiment, kept["within"])
        refuse_other_bots(path, kept, known, Failed, "play the run anew")
        for key in ("engine", "engine_version", "chunk", "rules_hash"):
            if kept[key] != known[key]:
                what = f"the rulebook {kept['rules']} has changed: " if key == "rules_hash" else ""
                raise Failed(
                    f"{what}{path} was played with {key} {kept[key]}, which is {known[key]} now: "
                    "play the run anew"
                )
    except (WrongUse, Failed):
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Failed(damaged(Path(path) / SETTINGS)) from error
    return RunFolder(Path(path), experiment, kept["within"], mark_of(kept))


def _kept_or_free(folder: Path, wanted: Settings) -> Settings | None:
    """Return the settings of this very run, as long as it is; None where a run may begin.

    Parts that a killed process left, and its lock, are not in the way; all else that is no run is.
    """
    if os.path.lexists(folder / SETTINGS):
        kept = read_settings(folder)
        refuse_another(str(folder), kept, wanted)
        if any(kept[key] != wanted[key] for key in OF_ONE_RUN):
            refuse_shorter(str(folder), kept, wanted, _held(folder, kept))
        return kept
    FOLDER.refuse_others(folder)
    return None


def _held(folder: Path, kept: Settings) -> int:
    """Return how many games there are up to the end of the last chunk that is kept."""
    last = max(chunk_names(folder), default=None)
    if last is None:
        return 0
    end = (last // kept["chunk"] + 1) * kept["chunk"]
    return int(min(end - kept["first_game"], kept["games"]))
