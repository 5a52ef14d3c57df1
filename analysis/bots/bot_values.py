"""The table `[value]` of a bot file: what a bot has learned that positions are worth, checked and written.

It is the rows of a small network, whole numbers in 256ths: a row for each aspect of a seat, with what it adds
to each hidden unit; then the offsets of the units, and what each of them counts. See docs/value.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.rules.checked import unknown_key
from conquestlab.analysis.rules.faults import Fault, shown

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine, LearnedValue

VALUE = "value"
OFFSETS, COUNTS = "offsets", "counts"

Value = Mapping[str, tuple[int, ...]]


def rows_of(aspects: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the rows of a value, in their order."""
    return (*aspects, OFFSETS, COUNTS)


def checked_value(given: Any, policy: str, engine: Engine, file: str, faults: list[Fault]) -> Value:
    """Return the value that a bot file gives, with all rows; those that it leaves out are zeros.

    Parameters
    ----------
    given : object
        What stands in the file as `value`.
    policy : str
        One that the engine has.
    engine : Engine
    file : str
        Its name, for messages.
    faults : list of Fault
        What is wrong is added.
    """
    learns = engine.learns
    if learns is None or policy not in learns.policies:
        known = ", ".join(learns.policies if learns else ()) or "none"
        allowed = f"no value beside the policy {policy}; policies of {engine.name} that play by one: {known}"
        faults.append(Fault(file=file, key=VALUE, value="a table", allowed=allowed))
        return {}
    if not isinstance(given, Mapping):
        faults.append(Fault(file=file, key=VALUE, value=shown(given), allowed=f"a table [{VALUE}]"))
        return {}
    rows = dict.fromkeys(rows_of(learns.aspects), (0,) * learns.hidden)
    for name, row in given.items():
        key = f"{VALUE}.{name}"
        if name not in rows:
            faults.append(unknown_key(file, key, row, [f"{VALUE}.{one}" for one in rows]))
        elif not _is_row(row, learns):
            allowed = f"a list of {learns.hidden} whole numbers from {-learns.most} to {learns.most}"
            faults.append(Fault(file=file, key=key, value=shown(row), allowed=allowed))
        else:
            rows[name] = tuple(row)
    if not faults and not any(rows[COUNTS]):
        allowed = "a number other than 0 at least: without it all positions are worth the same"
        faults.append(Fault(file=file, key=f"{VALUE}.{COUNTS}", value=shown(rows[COUNTS]), allowed=allowed))
    return rows


def _is_row(row: Any, learns: LearnedValue) -> bool:
    if not isinstance(row, list) or len(row) != learns.hidden:
        return False
    return all(type(number) is int and abs(number) <= learns.most for number in row)


def value_lines(value: Value) -> list[str]:
    """Return a value as lines of a bot file, number below number; rows of zeros are left out."""
    rows = {name: row for name, row in value.items() if any(row)}
    widest = max((len(name) for name in rows), default=0)
    digits = max((len(str(number)) for row in rows.values() for number in row), default=0)
    return [
        f"{name:<{widest}} = [{', '.join(f'{number:>{digits}}' for number in row)}]"
        for name, row in rows.items()
    ]
