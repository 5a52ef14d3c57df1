"""Puts shards of one experiment together: the folder of a run that was never cut into shards.

`run.json` is written first and chunks after it, each at once or not at all. So a merge that was killed leaves
a run that lacks games, and the same command goes on with it.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.run_settings import OF_ONE_RUN, SETTINGS, read_settings
from conquestlab.analysis.playing.runs import RunFolder, open_run, read_run

PASSED_OVER = (*OF_ONE_RUN, "hash")
LONG = ("rulebook", "bots_are")  # settings that no line has room for


class Shard(NamedTuple):
    """A run whose games are a part of the whole, from game `first` to the one before `end`."""

    run: RunFolder
    first: int
    end: int

    @property
    def place(self) -> str:
        """Its folder."""
        return str(self.run.path)


def merge(places: Sequence[str], out: str, merged: Callable[[int], object] = lambda games: None) -> RunFolder:
    """Put the games of shards into one folder, and return it.

    Parameters
    ----------
    places : sequence of str
        The shards, in any order.
    out : str
    merged : callable
        Told of the number of games of each chunk when it is there.

    Raises
    ------
    WrongUse
        They are of different experiments, or the same games are in two, or some are in none.
    Failed
        A shard is damaged, or the folder cannot be written.
    """
    shards = _in_order(places)
    if any(_is_same(shard.place, out) for shard in shards):
        raise WrongUse(f"{out} is one of the shards: name another folder with --out")
    first, end = shards[0].first, shards[-1].end
    experiment = dataclasses.replace(shards[0].run.experiment, first=first, games=end - first)
    _refuse_other_games(out, first, end - first)
    with closing(open_run(out, experiment, resume=True, way_on=" and merge again")) as whole:
        for begin, count in whole.chunks():
            if not whole.holds(begin, count):
                parts = list(_parts(shards, begin, begin + count))
                whole.write(begin, np.concatenate(parts))
            merged(count)
        return whole


def _in_order(places: Sequence[str]) -> list[Shard]:
    """Return shards of one experiment in the order of their games, without a gap between them."""
    settings = [read_settings(Path(place)) for place in places]
    for place, kept in zip(places, settings, strict=True):
        key = next((key for key in kept if key not in PASSED_OVER and kept[key] != settings[0].get(key)), "")
        if key:
            differs = "" if key in LONG else f" {kept[key]}, not {settings[0].get(key)}"
            raise WrongUse(
                f"{place} is of another experiment than {places[0]} ({key}{differs}): merge each by itself"
            )
    shards = sorted(map(_shard, places), key=_begin)
    for before, after in pairwise(shards):
        if before.end > after.first:
            last = min(before.end, after.end) - 1
            both = f"{before.place} and in {after.place}"
            raise WrongUse(f"games {after.first} to {last} are in {both}: leave one of them out")
        if before.end < after.first:
            raise WrongUse(
                f"games {before.end} to {after.first - 1} are in no shard: play them with "
                f"--first-game {before.end} --games {after.first - before.end}"
            )
    return shards


def _begin(shard: Shard) -> int:
    return shard.first


def _shard(place: str) -> Shard:
    run = read_run(place)
    run.way_on = ", then resume that shard"
    first = end = run.experiment.first
    for begin, count in run.chunks():
        if not run.holds(begin, count):
            break
        end = begin + count
    last = first + run.experiment.games
    if end < last and (run.within is None or end == first):
        raise WrongUse(
            f"{place} lacks games {end} to {last - 1}: resume it first, with conquest runs extend {place}"
        )
    return Shard(run, first, end)


def _parts(shards: Sequence[Shard], first: int, end: int) -> Iterator[np.ndarray]:
    """Yield the rows of the games of a chunk, each part from the shard that has it.

    A chunk lies between two points of the grid, so each shard has them in one file.
    """
    chunk = shards[0].run.experiment.chunk
    grid = first // chunk * chunk
    for shard in shards:
        if shard.first < end and shard.end > first:
            whole = shard.run.experiment
            begin, after = max(grid, whole.first), min(grid + chunk, whole.first + whole.games)
            rows = shard.run.read(begin, after - begin)
            if rows is None:
                raise Failed(f"{shard.place} is being changed: merge again when that has ended")
            yield rows[max(first - begin, 0) : end - begin]


def _refuse_other_games(out: str, first: int, games: int) -> None:
    """Refuse a folder that holds a run of the same experiment already, with other games."""
    if not os.path.lexists(Path(out) / SETTINGS):
        return
    kept = read_settings(Path(out))
    if (kept["first_game"], kept["games"], kept["within"]) != (first, games, None):
        raise WrongUse(f"{out} holds another run already: name another folder")


def _is_same(place: str, other: str) -> bool:
    return os.path.realpath(place) == os.path.realpath(other)
