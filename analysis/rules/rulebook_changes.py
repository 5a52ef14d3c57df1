"""Changes after a rulebook's name, as in `conquete-1957,dice.defender=2`: text to values, and back."""

from collections.abc import Mapping
from tomllib import TOMLDecodeError, loads
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.checked import converted, extra, unknown_key, wrong_value
from conquestlab.analysis.rules.faults import Fault, shown, toml_text
from conquestlab.analysis.rules.rulebook_keys import completed, keys_of
from conquestlab.analysis.rules.rulebook_layers import checked_values

OPENING, CLOSING = "[{", "]}"
QUOTES = "\"'"


def pieces(text: str) -> list[str]:
    """Split at the commas that do not stand in brackets, braces or quotes."""
    found, depth, quote, start, escaped = [], 0, "", 0, False
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote and not escaped else quote
            escaped = letter == "\\" and quote == '"' and not escaped
        elif letter in QUOTES and "=" in text[start:place]:
            quote = letter
        elif letter in OPENING:
            depth += 1
        elif letter in CLOSING:
            depth = max(0, depth - 1)
        elif letter == "," and not depth:
            found.append(text[start:place])
            start = place + 1
    found.append(text[start:])
    return [piece.strip() for piece in found]


def change(piece: str) -> tuple[str, Any]:
    """Return the key and the value of one `key=value`.

    The value is TOML; what is not TOML and has no bracket or quote is a word (`any`, `off`, `island.toml`).
    """
    key, equals, text = (part.strip() for part in piece.partition("="))
    if not (key and equals and text):
        raise WrongUse(f"{shown(piece) or 'an empty change'}: write key=value, as in dice.defender=2")
    try:
        table = loads(f"value = {text}")
    except (TOMLDecodeError, ValueError, RecursionError) as error:
        a_word = not set(text) & set(OPENING + CLOSING + QUOTES)
        if a_word and isinstance(error, TOMLDecodeError):
            return key, text
        wrong = "the value is neither a word nor TOML, as in [6,8,10] or {3=35,4=30}"
        raise WrongUse(f"{shown(piece)}: {wrong}") from None
    return key, table["value"] if len(table) == 1 else text


def changed_values(
    changes: list[str], game: str, values: Mapping[str, Any], file: str, faults: list[Fault]
) -> dict[str, Any]:
    """Return the dotted keys that changes set, with their checked values; what is wrong goes to the faults.

    Parameters
    ----------
    changes
        Texts `key=value`; the last part of a key is enough where it is the only one of that name.
    values
        The values before, by dotted key: an entry of a table is changed in what the table had.
    """
    found: dict[str, Any] = {}
    seen: set[str] = set()
    for piece in changes:
        word, value = change(piece)
        names = completed(game, word)
        if not names:
            faults.append(unknown_key(file, word, value, keys_of(game)))
            continue
        name = names[0]
        if len(names) > 1 or name in seen:
            wrong = f"one of {', '.join(names)}" if len(names) > 1 else "each key once"
            faults.append(Fault(file=file, key=shown(word), value=shown(value), allowed=wrong))
            continue
        seen.add(name)
        found |= _change(name, value, game, dict(values) | found, file, faults)
    return found


def _change(
    name: str, value: Any, game: str, values: Mapping[str, Any], file: str, faults: list[Fault]
) -> dict[str, Any]:
    table, _, entry = name.rpartition(".")
    if table not in keys_of(game):
        nested = value
        for part in reversed(name.split(".")):
            nested = {part: nested}
        return dict(checked_values(nested, game, file, "", faults))
    wanted = keys_of(game)[table]
    entries = {str(key): item for key, item in values[table].items()}
    try:
        return {table: converted(entries | {entry: value}, wanted)}
    except ValueError:
        faults.append(wrong_value(file, table, {entry: value}, wanted))
        return {}


def value_text(game: str, key: str, value: Any) -> str:
    """Return a value as it may be typed after its key."""
    zero = extra(keys_of(game)[key], "zero")
    return zero if zero and value == 0 else toml_text(value)


def label(name: str, game: str, options: Mapping[str, Any]) -> str:
    """Return the name with its changes, as it may be typed again."""
    return ",".join([name, *(f"{key}={value_text(game, key, value)}" for key, value in options.items())])
