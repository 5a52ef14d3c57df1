"""Programs that play the race, well or badly, for the tests of bots outside."""

import shlex
import subprocess
import sys
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples" / "bots"
PYTHON = [sys.executable, "-S", "-E"]  # quick to start

CHASER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        view = message["view"]
        behind = max(view["places"]) > view["places"][view["seat"] - 1]
        print(json.dumps({"choice": 0, "amount": 3 if behind else 2}), flush=True)
"""
"""Plays as the inside bot `chaser`."""


def program(folder, source, name="bot"):
    """Write a program into a folder and return it as the name of a bot."""
    path = Path(folder) / f"{name}.prog"
    path.write_text(source, encoding="utf-8")
    return f"exec:'{shlex.join([*PYTHON, str(path)])}'"


def running(folder):
    """The commands of running processes that name the folder."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "args="], capture_output=True, text=True, check=True)
    return [command for command in listed.stdout.splitlines() if str(folder) in command]


def wait_until(condition, seconds=120.0):
    """Wait until something holds; return whether it came to."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())
