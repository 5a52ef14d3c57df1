"""Files that rules name and that are lists of entries, such as a deck of cards: read, checked, converted."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from conquestlab.analysis.rules.checked import to_record, to_records
from conquestlab.analysis.rules.evidence import SourcedHead, evidence_faults
from conquestlab.analysis.rules.faults import Fault
from conquestlab.analysis.rules.rulebook_files import read_named

File = TypeVar("File", bound=SourcedHead)


def read_listed(
    text: str,
    folder: str,
    asked: tuple[str, str],
    record: type[File],
    parts: Mapping[str, tuple[type[Struct], int]],
    wrong: Callable[[File, str], Iterable[Fault]],
    faults: list[Fault],
) -> File | None:
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
        faults += [*wrong(read, file), *evidence_faults(read.provenance, read.evidence, file)]
    return read if len(faults) == before else None
