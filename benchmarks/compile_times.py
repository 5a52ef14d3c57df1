"""How long the kernels take to compile in a new cache, and what each bot adds: processor seconds.

python benchmarks/compile_times.py
"""

import os
import resource
import subprocess
import sys
import tempfile

PLAYS = {
    "the engine, with reckless": "reckless",
    "weighed (greedy, expert and the like)": "greedy",
    "planner": "planner",
    "random": "random",
}


def seconds(bot: str, cache: str) -> float:
    """Return the processor time of a first game with a bot, by an empty cache."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["-m", "conquestlab.cli", "play", "-r", "risk-modern,max_rounds=1", "-n", "2", "-g", "2", "-q"]
    subprocess.run(
        [sys.executable, *command, "-b", bot],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a line for each bot."""
    total = 0.0
    with tempfile.TemporaryDirectory() as cache:
        for name, bot in PLAYS.items():
            cold = seconds(bot, cache)
            added = cold - seconds(bot, cache)
            total += added
            print(f"{name:40} {added:5.1f} s")
    print(f"{'all':40} {total:5.1f} s")


if __name__ == "__main__":
    main()
