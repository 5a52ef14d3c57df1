"""Files that rules name and that are lists of entries, such as a deck of cards: read, checked, converted."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from conquestlab.analysis.rules.checked import Record, to_record, to_records
from conquestlab.analysis.rules.evidence import evidence_faults
from conquestlab.analysis.rules.faults import Fault
from conquestlab.analysis.rules.rulebook_files import read_named


def read_listed(
    text: str,
    folder: str,
    asked: tuple[str, str],
    record: type[Record],
    parts: Mapping[str, tuple[type[Struct], int]],
    wrong: Callable[[Record, str], Iterable[Fault]],
    faults: list[Fault],
) -> Record | None:
    """Read a file of lists of entries, such as a deck of cards; None if anything in it is wrong.

    Parameters
    ----------
    text, folder, asked, faults
        As for `read_named`.
    record
        What the file says, its `provenance` and `evidence` among it.
    parts
        By key: the record of an entry, and how many entries there may be.
    wrong
        Yields the faults of entries that do not fit together, of a file by its name in messages.
    """
    found = read_named(text, folder, asked, faults)
    if found is None:
        return None
    file, table = found
    before = len(faults)
    for key, (entry, most) in parts.items():
        table[key] = tuple(to_records(table.get(key), entry, most, file, key, faults).values())
    read = to_record(table, record, file, "", faults)
    if read is not None and len(faults) == before:
        says: Any = read
        faults += [*wrong(read, file), *evidence_faults(says.provenance, says.evidence, file)]
    return read if len(faults) == before else None
