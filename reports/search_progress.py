"""The bar of a search for weights: generations that are done, of those that are expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquestlab.reports.answer import Voice

BeginAt = Callable[[int], None]
Learned = Callable[[int, int], None]


@contextmanager
def generations_told(voice: Voice) -> Iterator[tuple[BeginAt, Learned]]:
    """Show a bar while something is searched.

    It gives what takes the generations that an earlier run did, and what takes those that are done and
    expected.
    """
    with voice.progress(1, "generations") as bar:

        def learned(done: int, expected: int) -> None:
            bar.expect(expected)
            bar.advance(done - bar.done)

        yield bar.begin_at, learned
