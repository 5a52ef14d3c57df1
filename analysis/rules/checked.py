"""Turns plain tables into checked records key by key, so that every fault of a file is reported."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec.structs

from conquestlab.analysis.rules.faults import MISSING, NO_SUCH_KEY, Fault, nearest, shown

TRUTH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}

Record = TypeVar("Record", bound=msgspec.Struct)


def opened(wanted: Any) -> tuple[Any, msgspec.Meta | None]:
    """Return a type without its annotation, and the annotation; of `X | None`, those of X."""
    if get_origin(wanted) in (Union, UnionType) and NoneType in get_args(wanted):
        wanted = next(one for one in get_args(wanted) if one is not NoneType)
    if get_origin(wanted) is Annotated:
        plain, meta = get_args(wanted)
        return plain, meta
    return wanted, None


def extra(wanted: Any, name: str) -> Any:
    """Return what a type's annotation says about `name` beyond its bounds, or None."""
    meta = opened(wanted)[1]
    return (meta.extra or {}).get(name) if meta is not None else None


def converted(value: object, wanted: Any) -> Any:
    """Return the value as the wanted type; ValueError (of msgspec) if it is not allowed.

    Truth values may be words; a number whose zero has a name (`off`, `never`) may be given by that name.
    """
    plain = opened(wanted)[0]
    if plain is bool and isinstance(value, str):
        value = TRUTH.get(value, value)
    zero = extra(wanted, "zero")
    if zero is not None and (value == zero or value is TRUTH.get(zero, zero)):
        value = 0
    return msgspec.convert(value, wanted, str_keys=True)


def allowed(wanted: Any) -> str:
    """Return in words what a type allows."""
    plain, meta = opened(wanted)
    if meta is not None and meta.description:
        return meta.description
    if plain is bool:
        return "on or off"
    if plain is int or plain is float:
        assert meta is not None
        if zero := extra(wanted, "zero"):
            return f"{zero}, or a number up to {meta.le}"
        return f"{'a whole number' if plain is int else 'a number'} from {meta.ge} to {meta.le}"
    if plain is str:
        folder = extra(wanted, "folder")
        return f"a name of {folder}, or a file ending in .toml" if folder else "text"
    if get_origin(plain) is Literal:
        *words, last = get_args(plain)
        return f"{', '.join(words)} or {last}" if words else last
    if get_origin(plain) is tuple:
        most = f"at most {meta.max_length} of: " if meta is not None and meta.max_length else ""
        return f"a list of {most}{allowed(get_args(plain)[0])}"
    key, item = get_args(plain)
    return f"a table by {extra(key, 'by') or 'name'} of {allowed(item)}"


def words_of(wanted: Any) -> tuple[str, ...]:
    """Return the words that a type allows, if it allows only some."""
    plain = opened(wanted)[0]
    return get_args(plain) if get_origin(plain) is Literal else ()


def wrong_value(file: str, key: str, value: object, wanted: Any) -> Fault:
    """Return the fault of a value that its key does not allow."""
    near = nearest(value, words_of(wanted)) if isinstance(value, str) else ""
    return Fault(file=file, key=shown(key), value=shown(value), allowed=allowed(wanted), nearest=near)


def unknown_key(file: str, key: str, value: object, known: Any) -> Fault:
    """Return the fault of a key that nothing knows."""
    return Fault(
        file=file, key=shown(key), value=shown(value), allowed=NO_SUCH_KEY, nearest=nearest(key, known)
    )


def missing_key(file: str, key: str, wanted: Any) -> Fault:
    """Return the fault of a key that has to be there."""
    return Fault(file=file, key=key, value=MISSING, allowed=allowed(wanted))


def fields_of(record: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a record, inherited ones first, each with its type."""
    return {field.name: field.type for field in msgspec.structs.fields(record)}


def with_default(record: type[msgspec.Struct]) -> set[str]:
    """Return the fields of a record that need not be given."""
    defaults = record.__struct_defaults__
    fields = record.__struct_fields__[len(record.__struct_fields__) - len(defaults) :]
    return {name for name, default in zip(fields, defaults, strict=True) if default is not msgspec.NODEFAULT}


def to_record(
    table: object, record: type[Record], file: str, prefix: str, faults: list[Fault], **given: Any
) -> Record | None:
    """Convert a plain table into a flat record, key by key.

    Parameters
    ----------
    table
        What the file says, as TOML gives it.
    record
        The record; the bounds of its values are in its annotations.
    file, prefix
        Where the table stands, for the faults.
    faults
        Every fault is appended here.
    given
        Fields that the table does not name because its place does (its id).

    Returns
    -------
    The record, or None if anything is wrong with it.
    """
    if not isinstance(table, Mapping):
        faults.append(Fault(file=file, key=prefix, value=shown(table), allowed="a table"))
        return None
    wanted = {name: kind for name, kind in fields_of(record).items() if name not in given}
    before = len(faults)
    values = dict(given)
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if name not in wanted:
            near = nearest(name, wanted)
            fault = Fault(file=file, key=shown(key), value=shown(value), allowed=NO_SUCH_KEY, nearest=near)
            faults.append(fault)
            continue
        try:
            values[name] = converted(value, wanted[name])
        except ValueError:
            faults.append(wrong_value(file, key, value, wanted[name]))
    for name in wanted:
        if name not in table and name not in with_default(record):
            faults.append(missing_key(file, f"{prefix}.{name}" if prefix else name, wanted[name]))
    return record(**values) if len(faults) == before else None


def to_records(
    part: object, record: type[Record], most: int, file: str, prefix: str, faults: list[Fault]
) -> dict[str, Record]:
    """Convert a table of tables, each under its id, into records that know their id.

    What is wrong goes to the faults; the records that could be made are returned in the order of the file.
    """
    if not isinstance(part, Mapping) or not 1 <= len(part) <= most:
        value = f"{len(part)} entries" if isinstance(part, Mapping) else shown(part)
        faults.append(Fault(file=file, key=prefix, value=value, allowed=f"1 to {most} tables [{prefix}.ID]"))
        return {}
    found = {}
    for name, entry in part.items():
        made = to_record(entry, record, file, f"{prefix}.{shown(name)}", faults, id=name)
        if not f"_{name}".replace("-", "_").isidentifier():
            wrong = "an id of letters, digits, _ and -"
            faults.append(Fault(file=file, key=f"{prefix}.{shown(name)}", value=shown(name), allowed=wrong))
        if made is not None:
            found[name] = made
    return found
