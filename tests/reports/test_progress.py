"""The progress bar: only on a terminal, only for long work, and gone at the end."""

import io
import subprocess
import sys
import threading

import pytest

from conquestlab.kernels.compiling.told import Compiling, tell
from conquestlab.reports import progress as module
from conquestlab.reports.progress import Progress


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self):
        return True


def open_terminal(monkeypatch):
    """Stand in for a terminal, on which no work is too short for a bar.

    No fixture: pytest takes standard error back between the set-up and the call of a test.
    """
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "_PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    return stream


def test_shows_what_is_done_and_clears_up(monkeypatch):
    terminal = open_terminal(monkeypatch)
    with Progress(200, "games", done=40) as progress:
        progress.advance(60)
    text = terminal.getvalue()
    assert "100/200" in text
    assert "games/s" in text
    assert "left" in text
    assert text.endswith("\x1b[2K")
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") == 1


def test_how_much_there_is_may_be_said_anew_and_what_was_done_before_later(monkeypatch):
    terminal = open_terminal(monkeypatch)
    with Progress(1, "generations") as progress:
        progress.begin_at(30)
        progress.expect(90)
        progress.advance(3)
        progress.expect(60)
        progress.advance(3)
    text = terminal.getvalue()
    assert progress.done == 36
    assert "33/90" in text
    assert "36/60" in text


def test_compiling_is_shown_and_is_no_part_of_the_rate(monkeypatch):
    terminal = open_terminal(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    with Progress(1000, "games") as progress:
        for done in range(0, 40, 10):
            tell(Compiling(done, 40, "advance"))
            now[0] += 5.0
        progress._bar.refresh()
        tell(None)
        now[0] += 2.0
        progress.advance(500)
        progress._bar.refresh()
    text = terminal.getvalue()
    assert "compiling 31 of 40 kernels, once: 0:05 left" in text
    assert "250 games/s, 0:02 left" in text
    assert "2.5 games/s" not in text


def test_short_work_shows_nothing(monkeypatch):
    terminal = open_terminal(monkeypatch)
    monkeypatch.setattr(module, "_PATIENCE", 60.0)
    with Progress(2, "games") as progress:
        progress.advance(2)
    assert terminal.getvalue() == ""
    assert progress.done == 2


@pytest.mark.parametrize("reason", ["quiet", "no terminal", "dumb", "closed"])
def test_is_silent(monkeypatch, reason):
    terminal = open_terminal(monkeypatch)
    if reason == "no terminal":
        monkeypatch.setattr(terminal, "isatty", lambda: False, raising=False)
    if reason == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    if reason == "closed":
        monkeypatch.setattr(sys, "stderr", None)
    with Progress(2, "games", quiet=reason == "quiet") as progress:
        progress.advance()
    assert terminal.getvalue() == ""


def test_an_interruption_gives_the_terminal_back(monkeypatch):
    terminal = open_terminal(monkeypatch)

    def interrupted():
        with Progress(2, "games") as progress:
            progress.advance()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert "\x1b[?25h" in terminal.getvalue()


def test_late_threads_write_nothing_after_the_end(monkeypatch):
    terminal = open_terminal(monkeypatch)
    with Progress(2, "games") as progress:
        progress.advance()
    before = terminal.getvalue()
    progress.advance()
    assert terminal.getvalue() == before
    assert progress.done == 2


def test_standard_output_stays_standard_output(monkeypatch, capsys):
    terminal = open_terminal(monkeypatch)
    with Progress(2, "games") as progress:
        progress.advance()
        print("an answer")
    assert capsys.readouterr().out == "an answer\n"
    assert "an answer" not in terminal.getvalue()


def test_threads_lose_no_count(monkeypatch):
    open_terminal(monkeypatch)
    with Progress(4000, "games") as progress:

        def play():
            for _ in range(1000):
                progress.advance()

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert progress.done == 4000


@pytest.mark.parametrize(
    ("done", "to_do", "seconds", "text"),
    [
        (0, 10, 5.0, ""),
        (5000, 5000, 2.0, "2,500 games/s, 0:02 left"),
        (3, 9, 2.0, "1.5 games/s, 0:06 left"),
        (1, 100, 60.0, "1 games/min, 1:40:00 left"),
        (10, 0, 1.0, "10 games/s, 0:00 left"),
    ],
)
def test_pace(done, to_do, seconds, text):
    assert module._pace(done, to_do, seconds, "games") == text


def test_imports_nothing_heavy_where_nobody_looks():
    code = (
        "import sys\n"
        "from conquestlab.reports.progress import Progress\n"
        "with Progress(1, 'games') as progress: progress.advance()\n"
        "assert not {'rich', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
