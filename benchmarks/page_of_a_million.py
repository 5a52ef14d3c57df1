"""How long `conquest report` takes on a run folder of 1,000,000 games, in a process of its own.

python benchmarks/page_of_a_million.py [GAMES]
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

REACH = 20.0  # seconds


def timed(words):
    """Run a command; return its seconds, those of the processor, and the megabytes it took."""
    began = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "conquestlab.cli", *words, "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - began, spent, after.ru_maxrss / 1024


def main(games: int) -> None:
    """Print time and memory of runs and their pages."""
    for players in (2, 4):
        with tempfile.TemporaryDirectory() as place:
            run, page = os.path.join(place, "run"), os.path.join(place, "page.html")
            rules = ["--rules", "risk-modern", "--players", str(players), "--bots", "reckless"]
            timed(["play", *rules, "--games", str(games), "--out", run])
            seconds, spent, most = timed(["report", run, "--output", page])
            size = os.path.getsize(page) / 1e6
            print(
                f"{players} players, {games:,} games: {seconds:.1f} s (reach {REACH:g}), {spent:.1f} s of "
                f"the processor, {most:.0f} MB at most (playing too), page of {size:.2f} MB"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
