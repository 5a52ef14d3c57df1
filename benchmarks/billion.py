"""What many games cost: `python benchmarks/billion.py` prints the figures of docs/a_billion_games.md.

For each engine and bot: games a second of one core, with and without adding them up, bytes of a game in
memory and on disk, the sizes of a tally and of a batch. Then the seconds that a worker process takes to
start. Times are processor times, the best of several, so that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROUNDS = 3
SECONDS = 1.0  # of games that are timed, and added up
TABLES = (
    ("risk-express", 4, "points"),
    ("risk-express", 4, "expert"),
    ("risk-modern", 2, "reckless"),
    ("risk-modern", 4, "reckless"),
    ("risk-modern", 4, "greedy"),
    ("risk-modern", 4, "expert"),
    ("conquete-1957", 4, "reckless"),
    ("risk-1970-objectives", 4, "objective"),
    ("manchots-barjots", 4, ""),
    ("africa-1880", 4, ""),
)
STARTED = """
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.seeds import parse_seeds
experiment_of({rules!r}, {players}, (), parse_seeds("1"), 60).batch().rows()
"""


def best(work: Callable[[], Any]) -> float:
    """Return the fewest seconds of this thread that a work took."""
    found = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        work()
        found.append(time.thread_time() - began)
    return min(found)


def table_costs(rules: str, players: int, bot: str) -> dict[str, Any]:
    """Return what games of one table cost."""
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.playing.experiment import experiment_of
    from conquestlab.analysis.playing.reducers import tallied
    from conquestlab.analysis.playing.runs import open_run
    from conquestlab.analysis.seeds import parse_seeds

    experiment = experiment_of(rules, players, (bot,) if bot else (), parse_seeds("1"), 10**6)
    experiment.batch().get_ready(lambda seconds: None)
    few = max(60, int(600 * SECONDS / 10 / best(lambda: experiment.batch(0, 600).rows()) / 10) * 60)
    games = min(few, experiment.chunk)
    batch = experiment.batch(0, games)
    rows = batch.rows()
    playing, adding = best(batch.rows), best(lambda: tallied(PlayedBatch(batch, rows)))
    tally = tallied(PlayedBatch(batch, rows))
    next_rows = experiment.batch(games, games).rows()
    beside = tallied(PlayedBatch(experiment.batch(games, games), next_rows))
    merging = best(lambda: tally + beside)
    packed = pickle.dumps(tally)
    unpacking = best(lambda: pickle.loads(packed))
    with tempfile.TemporaryDirectory() as place:
        folder = open_run(str(Path(place, "run")), experiment)
        writing = best(lambda: folder.write(0, rows))
        size = folder.chunk_file(0).stat().st_size
        folder.close()
    return {
        "rules": rules,
        "players": players,
        "bot": experiment.bots_text,
        "games/s": round(games / playing),
        "added up": round(games / (playing + adding)),
        "kept": round(games / (playing + adding + writing)),
        "bytes": rows.dtype.itemsize,
        "on disk": round(size / games, 1),
        "tally kB": round(len(packed) / 1000),
        "unpack ms": round(1000 * unpacking, 2),
        "merge ms": round(1000 * merging, 2),
        "batch B": len(pickle.dumps(batch)),
        "games": games,
    }


def seconds_to_start(rules: str, players: int) -> float:
    """Return the processor seconds of a process that starts, loads compiled kernels and plays a few games."""

    def used() -> float:
        of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return of_children.ru_utime + of_children.ru_stime

    found = []
    for _ in range(ROUNDS):
        before = used()
        subprocess.run([sys.executable, "-c", STARTED.format(rules=rules, players=players)], check=True)
        found.append(used() - before)
    return min(found)


def main() -> None:
    """Print one line for each table, then what a worker takes to start."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--only", default="", help="tables whose rulebook begins with this")
    only = asked.parse_args().only
    heads: list[str] = []
    for table in TABLES:
        if table[0].startswith(only):
            costs = table_costs(*table)
            if not heads:
                heads = list(costs)
                print(" | ".join(heads))
            print(" | ".join(str(costs[head]) for head in heads), flush=True)
    for rules in dict.fromkeys(table[0] for table in TABLES if table[0].startswith(only)):
        print(f"a process for {rules} starts in {seconds_to_start(rules, 4):.1f} s of processor time")


if __name__ == "__main__":
    main()
