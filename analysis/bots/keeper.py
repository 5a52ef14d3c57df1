"""Sees to it that no program of a bot outlives the process that started it, whatever ends that process.

A small process waits for the end of its input, which comes with the end of the one that started it, and then
ends the process groups that were not let go. This file is its program too.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading


class Keeper:
    """Knows the process groups that must not stay; the watching process is started with the first of them."""

    def __init__(self) -> None:
        self._watch: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def keep(self, group: int) -> None:
        """Have a process group ended with this process at the latest."""
        with self._lock:
            if self._watch is None:
                command = [sys.executable, "-S", os.path.abspath(__file__)]
                self._watch = subprocess.Popen(
                    command, stdin=subprocess.PIPE, bufsize=0, start_new_session=True
                )
                atexit.register(self._leave)
            self._say(f"+{group}\n")

    def let_go(self, group: int) -> None:
        """Forget a process group that has ended."""
        with self._lock:
            self._say(f"-{group}\n")

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
    """Follow the list of groups on stdin, and end what is on it when it breaks off."""
    groups = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    watch()
