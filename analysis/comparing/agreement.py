"""What the signs of one thing at several tables come to: the same way everywhere, both ways, or open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Agreement(NamedTuple):
    """At how many tables a thing is more, less, no different, or open.

    Attributes
    ----------
    more, less, same, open : int
    """

    more: int
    less: int
    same: int
    open: int

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return sum(self)

    @property
    def turns(self) -> bool:
        """Whether it is more at some tables and less at others."""
        return bool(self.more and self.less)

    @property
    def way(self) -> int | None:
        """1 or -1 if all findings go this way, 0 if there is no difference anywhere, None otherwise."""
        if self.turns:
            return None
        if self.more or self.less:
            return 1 if self.more else -1
        return None if self.open else 0

    @property
    def findings(self) -> int:
        """At how many tables it is more or less."""
        return self.more + self.less

    @property
    def everywhere(self) -> bool:
        """Whether all tables say the same."""
        return self.tables in self


def agreement_of(signs: Iterable[int | None]) -> Agreement:
    """Return what signs come to: 1 for more, -1 for less, 0 for no difference, None for open."""
    found = list(signs)
    return Agreement(*(found.count(sign) for sign in (1, -1, 0, None)))
