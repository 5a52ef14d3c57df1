"""Runs the commands of commands.py and keeps what they answer.

    python tests/frozen/regenerate.py                 # the answers kept beside, of the quick commands
    python tests/frozen/regenerate.py --to FOLDER     # those of all commands, in a folder of one's choice

To see that a change of the house changes no answer, run the second form before and after it, and compare the
two folders: `diff -r BEFORE AFTER`.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOTS = HERE.parents[1] / "docs" / "examples" / "bots"
sys.path.insert(0, str(HERE))
sys.path.append(str(HERE.parent / "outside"))  # as in the tests, the race is installed

from click.testing import CliRunner  # noqa: E402
from commands import LONG, QUICK, commands  # noqa: E402

from conquestlab.cli import main  # noqa: E402

KEPT_WHOLE = 30_000  # characters; a longer file is kept as its digest
FRACTION = re.compile(r"-?\d+\.\d{9,}(e[-+]\d+)?")


def to_nine_digits(text: str) -> str:
    """Round long fractions: their last digits differ between processors."""
    return FRACTION.sub(lambda number: f"{float(number[0]):.9g}", text)


def file_name(command: str) -> str:
    """Return the name of the file that keeps the answer to a command."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", command).strip("-")[:60].strip("-")
    return f"{words}-{sha256(command.encode()).hexdigest()[:6]}.txt"


def answer(command: str, whole: bool = False) -> str:
    """Run a command in an empty folder; return status, what it said on both outputs, and what it wrote.

    Parameters
    ----------
    command : str
    whole : bool
        Whether long files are kept whole, too.
    """
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        try:
            os.chdir(place)
            for file in (*(HERE / "files").glob("*.toml"), *BOTS.glob("*.py")):
                shutil.copy(file, place)
            Path("out").mkdir()
            words = [word.removeprefix("@") for word in shlex.split(command)]
            result = CliRunner().invoke(main, words)
            parts = [f"$ conquest {command}", f"status {result.exit_code}"]
            parts += [
                "-- stdout",
                _kept(result.stdout, whole),
                "-- stderr",
                _kept(_steady(result.stderr), whole),
            ]
            for file in sorted(path for path in Path("out").rglob("*") if path.is_file()):
                parts += [f"-- {file.as_posix()}", _kept_file(file, whole)]
        finally:
            os.chdir(before)
    return "\n".join(parts) + "\n"


def _kept(text: str, whole: bool) -> str:
    if whole or len(text) <= KEPT_WHOLE:
        return text.rstrip("\n")
    text = to_nine_digits(text)
    return f"{len(text)} characters, sha256 {sha256(text.encode()).hexdigest()}"


def _kept_file(file: Path, whole: bool) -> str:
    content = file.read_bytes()
    try:
        return _kept(content.decode("utf-8"), whole)
    except UnicodeDecodeError:
        return f"{len(content)} bytes, sha256 {sha256(content).hexdigest()}"


def _steady(text: str) -> str:
    """Leave out what depends on the machine: whether something had to be compiled first."""
    return "".join(line for line in text.splitlines(keepends=True) if "compiling" not in line)


def regenerate(place: Path, lines: list[str], whole: bool) -> None:
    """Write the answers of commands into a folder, which holds nothing else then."""
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("*.txt"):
        old.unlink()
    for command in lines:
        (place / file_name(command)).write_text(answer(command, whole), encoding="utf-8", newline="\n")
        print(command, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Keep what the commands answer.")
    parser.add_argument("--to", type=Path, help="a folder for the answers of all commands")
    parser.add_argument("--only", default="", help="with --to: the commands that hold this text")
    chosen = parser.parse_args()
    if chosen.to is None:
        regenerate(HERE / "answers", commands(QUICK), whole=False)
    else:
        wanted = [line for line in commands(QUICK) + commands(LONG) if chosen.only in line]
        regenerate(chosen.to.resolve(), wanted, whole=True)
