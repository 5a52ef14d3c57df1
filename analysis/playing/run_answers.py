"""Answers of `conquest runs show` and `check`: what a run folder holds, and whether it is sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from conquestlab.analysis.bots.named_bots import shown_name
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.run_places import find_folders
from conquestlab.analysis.playing.run_settings import SETTINGS, damaged, read_settings
from conquestlab.analysis.playing.runs import RunFolder, chunk_names, read_run
from conquestlab.analysis.requests.runs import CheckRunRequest, ShowRunsRequest
from conquestlab.analysis.row import Row

Span = tuple[int, int]
"""The first game, and the one after the last."""


def show(request: ShowRunsRequest) -> list[Row]:
    """Return a row for each run.

    folder, rules, rules_hash, players, bots, seed, first_game, games (it is to have), held (those that are
    there), spans (of these), within, complete, bytes, format, version.
    """
    return [shown(place) for place in find_folders(request.places)]


def shown(place: str) -> Row:
    """Return the row of a run."""
    try:
        return _shown(Path(place))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, WrongUse):
            raise
        raise Failed(damaged(Path(place) / SETTINGS)) from error


def _shown(folder: Path) -> Row:
    kept = read_settings(folder)
    spans = list(joined(spans_in(folder)))
    held = sum(end - first for first, end in spans)
    bots = [shown_name(bot) for bot in kept["bots"]]
    names = list(dict.fromkeys(bots))
    return {
        "folder": str(folder),
        "rules": kept["rules"],
        "rules_hash": kept["rules_hash"],
        "players": kept["players"],
        "bots": names[0] if len(names) == 1 else ",".join(bots),
        "seed": kept["seed"],
        "first_game": kept["first_game"],
        "games": kept["games"],
        "held": held,
        "spans": span_text(spans),
        "within": kept["within"],
        "complete": held == kept["games"] or (len(spans) == 1 and _stopped(folder, kept["within"])),
        "bytes": sum(file.stat().st_size for file in folder.iterdir() if file.is_file()),
        "format": kept["format"],
        "version": kept["version"],
    }


def spans_in(folder: Path) -> Iterator[Span]:
    """Yield the games of each chunk of a folder, by what its file says of itself."""
    import pyarrow.parquet as pq

    for first in chunk_names(folder):
        place = folder / f"games-{first:012}.parquet"
        try:
            count = pq.read_metadata(place).num_rows
        except Exception as error:  # whatever Arrow makes of broken bytes
            raise Failed(f"{place} is damaged: conquest runs check {folder} says more") from error
        yield first, first + count


def joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans in order, those that touch as one."""
    last: Span | None = None
    for first, end in spans:
        if last is not None and last[1] == first:
            last = last[0], end
        else:
            if last is not None:
                yield last
            last = first, end
    if last is not None:
        yield last


def span_text(spans: Sequence[Span]) -> str:
    """Return spans as they are written: 0-599, 1200-1799."""
    return ", ".join(f"{first}-{end - 1}" for first, end in spans)


def _stopped(folder: Path, within: float | None) -> bool:
    """Whether a run stopped where it was to, since enough was known."""
    if within is None:
        return False
    from conquestlab.analysis.playing.many_games import widest_half_width

    run, tally = read_run(str(folder)), None
    for rows in run.rows():
        more = run.experiment.tally(rows)
        tally = more if tally is None else tally + more
    return tally is not None and widest_half_width(tally) <= within


def check(request: CheckRunRequest) -> list[Row]:
    """Return a row for each fault of a run: file, fault (with what is to be done)."""
    folder = Path(request.folder)
    try:
        read_settings(folder)
        run = read_run(request.folder)
    except Failed as failure:
        return [_fault(SETTINGS, str(failure))]
    run.way_on = f", then conquest runs extend {folder}"
    return [*_faults_of_chunks(run), *_faults_of_games(run, request.replay)]


def _fault(file: str, words: str) -> Row:
    return {"file": file, "fault": words}


def _faults_of_chunks(run: RunFolder) -> Iterator[Row]:
    known = {first for first, _ in run.chunks()}
    for first in chunk_names(run.path):
        if first not in known:
            place = run.chunk_file(first)
            yield _fault(place.name, f"{place} is no chunk of this run: move it away")
    missing: list[Span] = []
    for first, count in run.chunks():
        try:
            rows = run.read(first, count)
        except Failed as failure:
            yield _fault(run.chunk_file(first).name, str(failure))
            continue
        if rows is None:
            missing.append((first, first + count))
    spans = list(joined(missing))
    end = run.experiment.first + run.experiment.games
    if len(spans) == 1 and spans[0][1] == end and _stopped(run.path, run.within):
        spans.pop()
    for first, after in spans:
        words = f"games {first} to {after - 1} are not there: play them with conquest runs extend {run.path}"
        yield _fault(run.chunk_file(first).name, words)


def _faults_of_games(run: RunFolder, count: int) -> Iterator[Row]:
    """Play some games again, spread over those that are there, and yield those whose rows say otherwise."""
    if not count:
        return
    held = [chunk for chunk in run.chunks() if run.holds(*chunk)]
    games = sum(size for _, size in held)
    wanted = (
        np.unique(np.linspace(0, games - 1, min(count, games)).astype(np.int64)) if games else np.array([])
    )
    before = 0
    with closing(run.experiment.table):  # ends the programs that play, if any do
        for first, size in held:
            places = wanted[(before <= wanted) & (wanted < before + size)] - before
            before += size
            yield from _faults_of_replayed(run, first, size, places.tolist())


def _faults_of_replayed(run: RunFolder, first: int, size: int, places: Sequence[int]) -> Iterator[Row]:
    """Play games of one chunk again, and yield those whose rows say otherwise."""
    try:
        rows = run.read(first, size) if places else None
    except Failed:
        return  # a fault that is told already
    block = run.experiment.block
    for place in places:
        start = place // block * block
        again = run.experiment.play(first + start, block)[place - start]
        name = _first_difference(rows[place], again) if rows is not None else ""
        if name:
            words = f"game {first + place} is played otherwise now ({name}): play the run anew"
            yield _fault(run.chunk_file(first).name, words)


def _first_difference(row: Any, again: Any) -> str:
    return next((name for name in row.dtype.names if (row[name] != again[name]).any()), "")
