"""Run folders: every row of an experiment kept on disk, safe against being killed, and read back.

A run folder holds `run.json`, which says what is played, and one Parquet file a chunk. Files are written
beside their place and renamed into it. See docs/runs.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from conquestlab.analysis.atomic_files import PART, written_whole
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.experiment import Experiment, experiment_of
from conquestlab.analysis.playing.row_columns import from_columns, to_columns
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.version import VERSION

SETTINGS = "run.json"
FORMAT = 3  # of the folder
KINDS = {"rules": str, "players": int, "bots": list, "seed": str, "games": int, "rotate": bool}


class RunFolder:
    """The folder of one run, made or found by `open_run`, or found by `read_run`."""

    def __init__(self, path: Path, experiment: Experiment, within: float | None = None):
        self.path = path
        self.experiment = experiment
        self.within = within

    def chunk_file(self, first: int) -> Path:
        """Return the file of the chunk that begins with game `first`."""
        return self.path / f"games-{first:012}.parquet"

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is there."""
        return all(self.chunk_file(first).exists() for first, _ in self._chunks())

    def write(self, first: int, rows: np.ndarray) -> None:
        """Keep the rows of a chunk."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = to_columns(rows, self.experiment.seats, self.experiment.engine.seat_columns)
        table = pa.table({name: pa.array(np.ascontiguousarray(column)) for name, column in columns.items()})
        with written_whole(self.chunk_file(first)) as beside:
            pq.write_table(
                table, beside, compression="zstd", row_group_size=len(rows), write_page_checksum=True
            )

    def read(self, first: int, count: int) -> np.ndarray | None:
        """Return the rows of a chunk; None if it is not kept."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        place = self.chunk_file(first)
        if not place.exists():
            return None
        engine = self.experiment.engine
        try:
            table = pq.read_table(place, use_threads=False, page_checksum_verification=True)
            columns = {name: table[name].to_numpy() for name in table.column_names}
            rows = from_columns(columns, engine.kernels.row_dtype, self.experiment.seats, engine.seat_columns)
        except (pa.ArrowException, OSError, KeyError) as error:
            raise Failed(f"{place} is damaged: delete it and add --resume") from error
        if len(rows) != count or (count and int(rows["game"][0]) != first):
            raise Failed(
                f"{place} does not hold games {first} to {first + count - 1}: delete it, add --resume"
            )
        return rows

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
                self.chunk_file(first).unlink(missing_ok=True)

    def _chunks(self) -> Iterator[tuple[int, int]]:
        games, chunk = self.experiment.games, self.experiment.chunk
        return ((first, min(chunk, games - first)) for first in range(0, games, chunk))


def open_run(
    path: str, experiment: Experiment, within: float | None = None, resume: bool = False
) -> RunFolder:
    """Make the folder of a run, or find the one that is to be gone on with.

    Raises
    ------
    WrongUse
        The folder belongs to something else, or to this run but `resume` is not asked for.
    Failed
        It cannot be written.
    """
    folder = Path(path)
    wanted = _settings(experiment, within)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / SETTINGS).exists():
            _compare(path, _read_settings(path), wanted)
            if not resume:
                raise WrongUse(
                    f"{path} holds this run already: add --resume to go on, or name another folder"
                )
            for part in folder.glob(f"*{PART}"):  # left by a run that was killed
                part.unlink()
        elif any(entry.suffix != PART for entry in folder.iterdir()):
            raise WrongUse(f"{path} is not empty and holds no run: name another folder")
        else:
            with written_whole(folder / SETTINGS) as beside:
                beside.write_text(json.dumps(wanted, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise Failed(f"cannot write to {path}: {(error.strerror or str(error)).lower()}") from error
    return RunFolder(folder, experiment, within)


def read_run(path: str) -> RunFolder:
    """Return a run that was kept, to read its rows or to play its games again.

    Raises
    ------
    WrongUse
        There is no run.
    Failed
        Its rulebook or its engine is not what it was, so that its games cannot be played again.
    """
    kept = _read_settings(path)
    for key, kind in KINDS.items():
        if not isinstance(kept.get(key, kind()), kind):
            raise Failed(f"{Path(path) / SETTINGS} is damaged: {key} = {json.dumps(kept[key])}")
    try:
        experiment = experiment_of(
            kept["rules"],
            kept["players"],
            tuple(kept["bots"]),
            parse_seeds(kept["seed"]),
            kept["games"],
            kept["rotate"],
            noted_round=kept["noted_round"],
        )
        known = _settings(experiment, kept["within"])
        _compare_bots(path, kept, known, Failed, "play the run anew")
        for key in ("format", "engine", "engine_version", "chunk", "rules_hash"):
            if kept[key] != known[key]:
                raise Failed(
                    f"{path} was played with {key} {kept[key]}, which is {known[key]} now: play the run anew"
                )
    except KeyError as error:
        raise Failed(f"{Path(path) / SETTINGS} is damaged: it has no {error}") from error
    return RunFolder(Path(path), experiment, kept["within"])


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
        "noted_round": experiment.noted_round,
        "within": within,
        "chunk": experiment.chunk,
        "rulebook": rulebook.contents,
    }


def _read_settings(path: str) -> dict[str, Any]:
    place = Path(path) / SETTINGS
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise WrongUse(f"{path} holds no run: there is no {place}") from None
    except OSError as error:
        raise Failed(f"cannot read {place}: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise Failed(f"{place} is damaged: {error}") from error
    if not isinstance(kept, dict):
        raise Failed(f"{place} is damaged: it is no table of settings")
    return kept


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
        was, now = kept["bots_are"][name]["hash"], settings["hash"]
        if was != now:
            raise refusal(f"{path} was played by another {name} (weights {was}, which are {now} now): {way}")
