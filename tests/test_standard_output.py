"""Outputs that are closed, full or left by their reader: one clear line, or a quiet end."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt" or not os.path.exists("/dev/full"), reason="redirections")

ODDS = "odds 10 8"
TABLE = "odds --table 30x30 --format csv"
GAME = "replay --rules risk-express --players 2 --game 0"


def shell(words, redirected):
    """Run a command in a shell; return the statuses of its pipe, and what came on stdout and stderr."""
    line = f'"{sys.executable}" -m conquestlab.cli {words} {redirected}; echo "${{PIPESTATUS[0]}}" >&3'
    status, place = os.pipe()
    ended = subprocess.run(
        ["bash", "-c", f"exec 3>&{place}; {line}"],
        capture_output=True,
        text=True,
        timeout=300,
        pass_fds=[place],
    )
    os.close(place)
    with open(status) as told:
        return int(told.read()), ended.stdout, ended.stderr


@pytest.mark.parametrize("words", [ODDS, TABLE, GAME, "--help", "--version", "rules list"])
def test_a_full_output_is_told_in_one_line(words):
    status, _, told = shell(f"{words}", "> /dev/full")
    [line] = [line for line in told.splitlines() if not line.startswith("compiling")]
    assert status == 1
    assert line.startswith("conquest: cannot write")
    assert "no space left on device; make room" in line


@pytest.mark.parametrize("words", [ODDS, TABLE, GAME])
def test_a_closed_output_is_told_in_one_line(words):
    status, _, told = shell(words, ">&-")
    [line] = [line for line in told.splitlines() if not line.startswith("compiling")]
    assert (status, line) == (1, "conquest: standard output is closed; give a file with --output")


@pytest.mark.parametrize("words", [TABLE, GAME])
def test_a_reader_that_leaves_is_no_error(words):
    status, said, told = shell(words, "| head -n 1")
    assert len(said.splitlines()) == 1
    assert not [line for line in told.splitlines() if not line.startswith("compiling")]
    assert status == 0


@pytest.mark.parametrize("redirected", ["2>&-", "2> /dev/full"])
def test_an_answer_needs_no_standard_error(redirected):
    status, said, _ = shell(ODDS, redirected)
    assert status == 0
    assert "0.34112" in said
    status, said, _ = shell("odds 10 none", redirected)
    assert (status, said) == (2, "")
    status, said, _ = shell(GAME + " --check", redirected)  # says on stderr what was checked
    assert status == 0
    assert said.startswith("risk-express")
