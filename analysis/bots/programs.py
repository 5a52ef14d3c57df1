"""One program that plays as a bot: started, asked line by line, and ended with everything it started.

Messages are lines of JSON; see docs/bots.md. No read or write waits longer than the bot may take.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec

from conquestlab.analysis.bots.keeper import KEEPER, MARK, end_all, new_mark
from conquestlab.analysis.rules.faults import one_line, shown

if TYPE_CHECKING:
    from conquestlab.analysis.bots.terms import Terms

MOST_ANSWER = 1 << 16  # bytes
KEPT_OF_STDERR = 4096  # bytes
MOST_SHOWN = 300  # characters of its last line that a message repeats
READ_AT_ONCE = 1 << 16
READS_OF_STDERR = 64  # at most, after a failure
END = b"\n"
TIME_TO_LEAVE = 1.0  # seconds that a program has when its input has ended


class ProgramFailed(Exception):
    """What a program did wrong, in words that follow its name."""


class Program:
    """A running program.

    Parameters
    ----------
    command : tuple of str
    seconds : float
        How long an answer may take.
    debug : bool
        Whether what it says on standard error is passed through.

    Attributes
    ----------
    terms : Terms or None
        What it stated at its first answer; None before that.
    asked : int
        How many questions it answered, but for the first.
    waited : float
        How many seconds that took.
    """

    terms: Terms | None = None
    asked = 0
    waited = 0.0

    def __init__(self, command: tuple[str, ...], seconds: float, debug: bool = False):
        self.seconds = seconds
        self.debug = debug
        self.mark = new_mark()
        KEEPER.keep(self.mark)
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=os.environ | {MARK: self.mark},
            )
        except OSError as error:
            KEEPER.let_go(self.mark)
            raise ProgramFailed(f"cannot be started: {(error.strerror or str(error)).lower()}") from None
        KEEPER.keep(self.mark, self.process.pid)
        pipes = [self.process.stdin, self.process.stdout, self.process.stderr]
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        self._unsent = bytearray()
        self._read = bytearray()
        self._said = bytearray()  # the end of what came on stderr
        self._open = {self.stdout, self.stderr}
        self._heard = select.poll()  # what it says
        for pipe in self._open:
            self._heard.register(pipe, select.POLLIN)

    def tell(self, message: dict[str, Any]) -> None:
        """Have a message sent with the next question."""
        self.send(msgspec.json.encode(message))

    def send(self, line: bytes) -> None:
        """Have a message that is JSON already sent with the next question."""
        self._unsent += line
        self._unsent += END

    def ask(self, message: dict[str, Any]) -> Any:
        """Send a message and return the answer; ProgramFailed if there is none, or it is no JSON."""
        for pipe, _ in self._heard.poll(0):
            self._take(pipe)
        if self._read:
            raise ProgramFailed(f"spoke without being asked: {shown(self._line())}")
        self.tell(message)
        began = monotonic()
        deadline = began + self.seconds
        self._write()
        while self._unsent or END not in self._read:
            self._go_on(deadline)
        if self.terms is not None:  # while the first is answered, the program starts
            self.asked += 1
            self.waited += monotonic() - began
        line = self._line()
        try:
            return msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            raise ProgramFailed(f"answered {shown(line) or 'an empty line'}, which is no JSON") from None

    def kill(self) -> None:
        """End the program and what it started, at once; any thread may call it."""
        end_all(self.process.pid, self.mark)

    def part(self) -> None:
        """Begin to let the program leave, so that several can do so at the same time."""
        if self.process.poll() is None:
            with contextlib.suppress(ProgramFailed):
                self._write()
            if not self._unsent:
                self._close(self.process.stdin)

    def close(self) -> None:
        """Tell the rest, let the program leave, and see to it that nothing of it stays."""
        if self.process.poll() is None:
            deadline = monotonic() + TIME_TO_LEAVE
            with contextlib.suppress(ProgramFailed):
                while self._unsent:
                    self._go_on(deadline)
            self._close(self.process.stdin)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(TIME_TO_LEAVE)
        self._hear_the_rest()
        self.kill()
        KEEPER.let_go(self.mark)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            self._close(pipe)

    @staticmethod
    def _close(pipe: Any) -> None:
        with contextlib.suppress(OSError):
            pipe.close()

    def _line(self) -> str:
        """Take the first line out of what was read."""
        line, _, self._read = self._read.partition(END)
        return line.decode("utf-8", "replace").strip()

    def _go_on(self, deadline: float) -> None:
        """Wait until something can be written or read, and do it."""
        left = deadline - monotonic()
        if left <= 0:
            raise self._failed(f"gave no answer within {self.seconds:g} seconds")
        for pipe in self._ready(left):
            if pipe == self.stdin:
                self._write()
            else:
                self._take(pipe)

    def _hear_the_rest(self) -> None:
        """Take what was said on standard error last, where somebody wants to see it."""
        with contextlib.suppress(ProgramFailed):
            while self.debug and self.stderr in self._open and self.stderr in self._ready(0.0):
                self._take(self.stderr)

    def _ready(self, seconds: float) -> list[int]:
        """Return the pipes that can be read, and that to write to where there is something to send."""
        if not self._unsent or not seconds:
            return [pipe for pipe, _ in self._heard.poll(seconds * 1000.0)]
        poll = select.poll()
        for pipe in self._open:
            poll.register(pipe, select.POLLIN)
        poll.register(self.stdin, select.POLLOUT)
        return [pipe for pipe, _ in poll.poll(seconds * 1000.0)]

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self.stdin, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            raise self._failed("") from None

    def _take(self, pipe: int) -> None:
        try:
            read = os.read(pipe, READ_AT_ONCE)
        except BlockingIOError:
            return
        if not read:
            self._open.discard(pipe)
            self._heard.unregister(pipe)
            if pipe == self.stdout:
                raise self._failed("")
        elif pipe == self.stderr:
            self._said = (self._said + read)[-KEPT_OF_STDERR:]
            if self.debug:
                sys.stderr.write(read.decode("utf-8", "replace"))
                sys.stderr.flush()
        else:
            self._read += read
            if len(self._read) > MOST_ANSWER and END not in self._read:
                raise self._failed(f"answered more than {MOST_ANSWER} bytes without an end of line")

    def _failed(self, what: str) -> ProgramFailed:
        """Return the failure, how the program ended if it did, and the last line that it said on stderr."""
        if not what:
            what = self._ending()
        with contextlib.suppress(ProgramFailed):
            for _ in range(READS_OF_STDERR):
                if self.stderr in self._ready(0.0):
                    self._take(self.stderr)
        lines = self._said.decode("utf-8", "replace").strip().splitlines()
        return ProgramFailed(f"{what}: {one_line(lines[-1].strip()[:MOST_SHOWN])}" if lines else what)

    def _ending(self) -> str:
        try:
            status = self.process.wait(TIME_TO_LEAVE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if status >= 0:
            return f"ended with status {status}"
        return f"was ended by {signal.Signals(-status).name}"
