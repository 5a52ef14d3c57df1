"""Makes sure that no program of a bot outlives the process that started it, however that process ends.

A small process waits for the end of its input, which comes when the process that started it ends, and then
kills the programs that were not released. This file is also the program of that small process.

A program is killed with its process group. What it started in a session of its own is found by a variable in
its environment, on systems that show the environments of processes (Linux). A process that both leaves the
session and clears its environment cannot be found. This mark is told before the program is started, so that
no moment is left in which it runs and nobody knows of it.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading

MARK = "CONQUEST_BOT"
PROCESSES = "/proc"
ROUNDS = 100  # at most, of ending what was started meanwhile


def new_mark() -> str:
    """Return a mark for the environment of a program, which nothing else has."""
    return os.urandom(16).hex()


def marked(mark: str) -> list[int]:
    """Return the processes with a mark in their environment; none where the system does not show it."""
    wanted, found = f"{MARK}={mark}".encode(), []
    with contextlib.suppress(OSError):
        for name in filter(str.isdecimal, os.listdir(PROCESSES)):
            with contextlib.suppress(OSError), open(f"{PROCESSES}/{name}/environ", "rb") as file:
                if wanted in file.read().split(b"\0"):
                    found.append(int(name))
    return found


def end_all(group: int | None, mark: str) -> None:
    """End a process group at once, if there is one yet, and all that has the mark."""
    if group is not None:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    for _ in range(ROUNDS):
        others = marked(mark)
        for process in others:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not others:
            return


class Keeper:
    """Knows the programs that must not stay; the watching process is started with the first of them."""

    def __init__(self) -> None:
        self._watch: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def keep(self, mark: str, group: int | None = None) -> None:
        """Have a program ended with this process at the latest: what has its mark, and its process group.

        The group is told once the program has been started.
        """
        with self._lock:
            if self._watch is None:
                command = [sys.executable, "-S", os.path.abspath(__file__)]
                self._watch = subprocess.Popen(
                    command, stdin=subprocess.PIPE, bufsize=0, start_new_session=True
                )
                atexit.register(self._leave)
            self._say(f"+{mark}\n" if group is None else f"+{mark} {group}\n")

    def let_go(self, mark: str) -> None:
        """Forget a program that has ended."""
        with self._lock:
            self._say(f"-{mark}\n")

    def _say(self, line: str) -> None:
        if self._watch is not None and self._watch.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._watch.stdin.write(line.encode())

    def _leave(self) -> None:
        if self._watch is not None and self._watch.stdin is not None:
            self._watch.stdin.close()
            self._watch.wait()


KEEPER = Keeper()


def watch() -> None:
    """Follow the list of programs on stdin, and end what is on it when it breaks off."""
    groups: dict[str, int | None] = {}
    for line in sys.stdin:
        mark, *group = line[1:].split()
        if line.startswith("-"):
            groups.pop(mark, None)
        else:
            groups[mark] = int(group[0]) if group else None
    for mark, program in groups.items():
        end_all(program, mark)


if __name__ == "__main__":
    watch()
