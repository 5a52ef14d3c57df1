"""The row that every check gives, whatever it checks."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]

OK, DIFFERS = "ok", "differs"


def checked(check: str, of: str, agrees: bool, **columns: Any) -> Record:
    """Return one row of evidence.

    Parameters
    ----------
    check : str
        What kind of check it is: `published`, `simulated` or `referee`.
    of : str
        What was checked.
    agrees : bool
        Whether it came out as it should.
    **columns
        Any of games, events, value, expected, z and p; the others are None.
    """
    row: Record = dict.fromkeys(("check", "of", "games", "events", "value", "expected", "z", "p"))
    return row | {"check": check, "of": of} | columns | {"verdict": OK if agrees else DIFFERS}
