"""Run folders: every row of an experiment kept on disk, safe against being killed, and read back.

A run folder contains `run.json`, which says what is played, one Parquet file for each chunk and, while it is
played, a lock. Files are written under another name and then renamed. See docs/runs.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.errors import Failed, WrongUse, refusals, why
from conquestlab.analysis.locks import Lock, take
from conquestlab.analysis.playing.experiment import Experiment, experiment_of
from conquestlab.analysis.playing.row_columns import column_places, from_columns, to_columns
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    import pyarrow as pa

SETTINGS = "run.json"
LOCK = "run.lock"
FORMAT = 4  # of the folder
MARK = b"conquestlab.run"  # in a chunk's metadata: the hash of the run that it belongs to
DIGITS = 32  # of such a hash
OWN_PART = re.compile(r"(run\.json|games-[0-9]{12,}\.parquet)(\.[0-9a-f]+)?\.part")
WAY_ON = " and add --resume"
LATER = "when that is mended, add --resume"


class RunFolder:
    """The folder of one run, made or found by `open_run`, or found by `read_run`.

    Attributes
    ----------
    path : Path
    experiment : Experiment
    within : float or None
    mark : str
        The hash of the run's settings, which stands in every chunk.
    """

    def __init__(
        self,
        path: Path,
        experiment: Experiment,
        within: float | None = None,
        mark: str = "",
        lock: Lock | None = None,
    ):
        self.path = path
        self.experiment = experiment
        self.within = within
        self.mark = mark
        self._lock = lock

    def close(self) -> None:
        """Let others write to the folder."""
        if self._lock is not None:
            self._lock.release()

    def chunk_file(self, first: int) -> Path:
        """Return the file of the chunk that begins with game `first`."""
        return self.path / f"games-{first:012}.parquet"

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is there."""
        return all(self.chunk_file(first).exists() for first, _ in self._chunks())

    def __getstate__(self) -> dict[str, Any]:
        """Return what travels to workers, who write nothing and need no lock."""
        return {name: value for name, value in vars(self).items() if name != "_schema"} | {"_lock": None}

    def write(self, first: int, rows: np.ndarray) -> None:
        """Keep the rows of a chunk."""
        self.keep(first, self.encoded(first, rows))

    def keep(self, first: int, content: bytes) -> None:
        """Write the file of a chunk."""
        write_whole(self.chunk_file(first), content, LATER)

    def encoded(self, first: int, rows: np.ndarray) -> bytes:
        """Return what the file of a chunk holds; any worker may call it."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = to_columns(rows, self.experiment.seats, self.experiment.engine.seat_columns)
        table = pa.table([np.ascontiguousarray(column) for column in columns.values()], self._schema)
        content = pa.BufferOutputStream()
        pq.write_table(table, content, compression="zstd", row_group_size=len(rows), write_page_checksum=True)
        return content.getvalue().to_pybytes()

    def read(self, first: int, count: int) -> np.ndarray | None:
        """Return the rows of a chunk; None if it is not kept."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        place = self.chunk_file(first)
        content = _content(place)
        if content is None:
            return None
        try:
            table = pq.read_table(
                pa.BufferReader(content), use_threads=False, page_checksum_verification=True
            )
            is_ours = table.schema.metadata == self._schema.metadata
            is_whole = table.schema.equals(self._schema) and not any(one.null_count for one in table.columns)
            columns = {name: table[name].to_numpy() for name in self._schema.names} if is_whole else {}
        except Exception as error:  # whatever Arrow makes of broken bytes
            raise Failed(f"{place} is damaged: delete it{WAY_ON}") from error
        if not is_ours:
            raise Failed(f"{place} belongs to another run: move it away{WAY_ON}")
        if not is_whole:
            raise Failed(f"{place} is damaged: delete it{WAY_ON}")
        engine = self.experiment.engine
        if not np.array_equal(columns["game"], np.arange(first, first + count)):
            raise Failed(f"{place} does not hold games {first} to {first + count - 1}: delete it{WAY_ON}")
        return from_columns(columns, engine.kernels.row_dtype, self.experiment.seats, engine.seat_columns)

    def rows(self) -> Iterator[np.ndarray]:
        """Yield the rows of all chunks that are kept from the first on without a gap."""
        for first, count in self._chunks():
            rows = self.read(first, count)
            if rows is None:
                return
            yield rows

    def end_after(self, games: int) -> None:
        """Take away the chunks that begin after the first `games` games."""
        for first, _ in self._chunks():
            if first >= games:
                with refusals(f"take away {self.chunk_file(first)}"):
                    self.chunk_file(first).unlink(missing_ok=True)

    def _chunks(self) -> Iterator[tuple[int, int]]:
        games, chunk = self.experiment.games, self.experiment.chunk
        return ((first, min(chunk, games - first)) for first in range(0, games, chunk))

    @cached_property
    def _schema(self) -> pa.Schema:
        """What columns a chunk has, and whose it is."""
        import pyarrow as pa

        engine, seats = self.experiment.engine, self.experiment.seats
        dtype = engine.kernels.row_dtype
        places = column_places(dtype, seats, engine.seat_columns)
        columns = [(name, pa.from_numpy_dtype(dtype[field].base)) for name, field, _ in places]
        return pa.schema(columns, {MARK: self.mark.encode()})


def open_run(
    path: str, experiment: Experiment, within: float | None = None, resume: bool = False
) -> RunFolder:
    """Make the folder of a run, or find the one that is to be gone on with; to be closed after the work.

    Raises
    ------
    WrongUse
        The folder belongs to something else, or to this run but `resume` is not asked for.
    Failed
        It cannot be written, or somebody else writes to it.
    """
    if not path:
        raise WrongUse("the folder of the run has no name: give one, for example --out run")
    folder = Path(path)
    wanted = _settings(experiment, within)
    try:
        _kept_or_free(folder, wanted)  # a look before anything is touched
        folder.mkdir(parents=True, exist_ok=True)
        lock = take(folder / LOCK, f"{path} is being played by {{}}: wait for it or name another folder")
    except OSError as error:
        raise Failed(_no_folder(folder, error)) from error
    try:
        kept = _kept_or_free(folder, wanted)
        if kept is None:
            kept = signed(wanted)
            write_whole(folder / SETTINGS, _text(kept))
        elif not resume:
            raise WrongUse(f"{path} holds this run already: add --resume to go on, or name another folder")
        else:
            _clear(folder)
    except OSError as error:
        lock.release()
        raise Failed(_no_folder(folder, error)) from error
    except BaseException:
        lock.release()
        raise
    return RunFolder(folder, experiment, within, kept["hash"], lock)


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
    kept = _read_settings(Path(path))
    try:
        experiment = experiment_of(
            kept["rules"],
            kept["players"],
            tuple(kept["bots"]),
            parse_seeds(kept["seed"]),
            kept["games"],
            kept["rotate"],
            snapshot_round=kept["noted_round"],
        )
        known = _settings(experiment, kept["within"])
        _compare_bots(path, kept, known, Failed, "play the run anew")
        for key in ("engine", "engine_version", "chunk", "rules_hash"):
            if kept[key] != known[key]:
                raise Failed(
                    f"{path} was played with {key} {kept[key]}, which is {known[key]} now: play the run anew"
                )
    except (WrongUse, Failed):
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Failed(_damaged(Path(path) / SETTINGS)) from error
    return RunFolder(Path(path), experiment, kept["within"], kept["hash"])


def signed(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings with a hash of them all."""
    told = json.loads(json.dumps({key: value for key, value in settings.items() if key != "hash"}))
    return told | {"hash": hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:DIGITS]}


def _settings(experiment: Experiment, within: float | None) -> dict[str, Any]:
    rulebook, engine = experiment.rulebook, experiment.engine
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": engine.name,
        "engine_version": engine.version,
        "rules": experiment.rules,
        "rules_hash": rulebook.hash,
        "players": experiment.seats,
        "bots": list(experiment.bots),
        "bots_are": {bot.name: bot.settings for bot in experiment.seated},
        "seed": experiment.seeds.text,
        "games": experiment.games,
        "rotate": experiment.rotate,
        "noted_round": experiment.snapshot_round,
        "within": within,
        "chunk": experiment.chunk,
        "rulebook": rulebook.contents,
    }


def _text(settings: dict[str, Any]) -> bytes:
    # A name that is no proper text, as a file's may be, is written as what JSON says for it.
    return (json.dumps(settings, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _read_settings(folder: Path) -> dict[str, Any]:
    place = folder / SETTINGS
    content = _content(place)
    if content is None:
        raise WrongUse(f"{folder} holds no run: there is no {place}")
    try:
        kept = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Failed(_damaged(place)) from error
    if not isinstance(kept, dict):
        raise Failed(_damaged(place))
    if isinstance(kept.get("format"), int) and kept["format"] != FORMAT:
        raise Failed(
            f"{folder} was kept in format {kept['format']}, which is {FORMAT} now: "
            "play the run anew in another folder"
        )
    if kept != signed(kept):
        raise Failed(_damaged(place))
    return kept


def _damaged(place: Path) -> str:
    return f"{place} is damaged: put a copy in its place, or play the run anew in another folder"


def _content(place: Path) -> bytes | None:
    """Return what a file of the run holds; None if there is none."""
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


def _kept_or_free(folder: Path, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Return the settings of this very run; None where a run may begin.

    Parts that a killed process left, and its lock, are not in the way; all else that is no run is.
    """
    if os.path.lexists(folder / SETTINGS):
        kept = _read_settings(folder)
        _compare(str(folder), kept, wanted)
        return kept
    if folder.exists():
        for entry in folder.iterdir():
            if entry.name != LOCK and not _is_own_part(entry):
                raise WrongUse(f"{folder} is not empty and holds no run: name another folder")
    return None


def _clear(folder: Path) -> None:
    """Take away what a killed process had not finished, and nothing else."""
    for entry in folder.iterdir():
        if _is_own_part(entry):
            entry.unlink()


def _is_own_part(entry: Path) -> bool:
    return bool(OWN_PART.fullmatch(entry.name)) and stat.S_ISREG(entry.lstat().st_mode)


def _no_folder(folder: Path, error: OSError) -> str:
    """Say why a folder cannot be written to."""
    if folder.is_symlink() and not folder.exists():
        return f"cannot write to {folder}: it is a link to no folder; make that, or remove the link"
    if folder.exists() and not folder.is_dir():
        return f"cannot write to {folder}: it is a file; name a folder"
    return f"cannot write to {error.filename or folder}: {why(error, 'name another folder')}"


def _compare(path: str, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse a folder that belongs to another run."""
    for key, value in wanted.items():
        if kept.get(key) != value and key not in ("rulebook", "bots_are"):
            raise WrongUse(
                f"{path} holds another run ({key} {kept.get(key)}, not {value}): name another folder"
            )
    _compare_bots(path, kept, wanted, WrongUse, "name another folder")


def _compare_bots(
    path: str, kept: dict[str, Any], wanted: dict[str, Any], refusal: type[WrongUse | Failed], way: str
) -> None:
    """Refuse a folder whose bots had other weights under the same names."""
    for name, settings in wanted["bots_are"].items():
        try:
            was, now = kept["bots_are"][name]["hash"], settings["hash"]
        except (KeyError, TypeError) as error:
            raise Failed(_damaged(Path(path) / SETTINGS)) from error
        if was != now:
            raise refusal(f"{path} was played by another {name} (weights {was}, which are {now} now): {way}")
