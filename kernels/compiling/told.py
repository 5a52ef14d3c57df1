"""Who is told how far the compiling of kernels is; no kernel and no compiler is loaded for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Compiling(NamedTuple):
    """How far it is.

    Attributes
    ----------
    done : int
        Kernels that were compiled since it began.
    total : int
        How many there are, with those done; what a kernel calls is a part of it and not counted.
    name : str
        The kernel that was compiled last.
    """

    done: int
    total: int
    name: str


Told = Callable[[Compiling | None], object]
_TOLD: list[Told] = []


@contextmanager
def telling(who: Told) -> Iterator[None]:
    """Tell somebody of all compiling in this process meanwhile; None says that it has come to a pause."""
    _TOLD.append(who)
    try:
        yield
    finally:
        _TOLD.remove(who)


def tell(how_far: Compiling | None) -> None:
    """Tell everybody who asked for it."""
    for who in tuple(_TOLD):
        who(how_far)
