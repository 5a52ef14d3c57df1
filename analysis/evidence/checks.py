"""The row that every check gives, whatever it checks."""

from __future__ import annotations

from typing import Any

Row = dict[str, Any]

CHECKS = ("published", "statistics", "simulated", "referee")
OK, DIFFERS = "ok", "differs"
UNLIKELY = 1e-4  # for all rows of a kind together, so that an honest run differs once in ten thousand seeds
COLUMNS = ("check", "of", "games", "events", "value", "low", "high", "expected", "z", "p")


def checked(check: str, of: str, agrees: bool, **columns: Any) -> Row:
    """Return one row of evidence.

    Parameters
    ----------
    check : str
        What kind of check it is, one of CHECKS.
    of : str
        What was checked.
    agrees : bool
        Whether it came out as it should.
    **columns
        Any of games, events, value, low, high, expected, z and p; the others are None.
    """
    row: Row = dict.fromkeys(COLUMNS)
    return row | {"check": check, "of": of} | columns | {"verdict": OK if agrees else DIFFERS}
