"""Runs commands and reads what they say, for the tests of the command line."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from conquestlab.cli import main


def run(*words):
    """Run a command; return its result (exit_code, stdout, stderr)."""
    return CliRunner().invoke(main, [str(word) for word in words])


def begun(*words):
    """Begin a command in a process of its own, which heeds Ctrl-C and knows the games that this one knows."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("interruptible_command.py")), *map(str, words)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answered(*words):
    """Run a command that must succeed, and return its JSON answer."""
    result = run(*words, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def rows(*words):
    """Run a command that must succeed, and return the rows of its JSON answer."""
    return answered(*words)["rows"]


def csv_rows(*words):
    """Run a command that must succeed, and return the rows of its CSV answer, all values as text."""
    result = run(*words, "--format", "csv")
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout)))


def check_refused(result, status, *words):
    """Check that a command ended with this status and one line that holds all these words."""
    assert result.exit_code == status, (result.exit_code, result.stdout, result.stderr)
    assert "Traceback" not in result.stderr
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    assert not result.stdout
    for word in words:
        assert word in lines[0], lines[0]
