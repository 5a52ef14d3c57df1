"""What is wrong with a file, item by item: the key, its value, what is allowed, the nearest known name."""

from collections.abc import Iterable

import msgspec

MOST_SHOWN = 60  # characters of a value that a message repeats
MOST_LOOKED_AT = 10_000
MOST_FAULTS_SHOWN = 3  # faults that one line tells before it only counts the rest
TOML_WORDS = {"true", "false", "inf", "nan"}
NO_SUCH_KEY = "no such key"
MISSING = "(missing)"


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong."""

    file: str
    key: str
    value: str
    allowed: str
    nearest: str = ""

    @property
    def line(self) -> str:
        """The fault in one line."""
        if self.allowed == NO_SUCH_KEY:
            said = f"unknown key {self.key}"
        elif self.value == MISSING:
            said = f"{self.key} is missing (allowed: {self.allowed})"
        else:
            said = f"{self.key} = {self.value} (allowed: {self.allowed})"
        hint = f", nearest: {self.nearest}" if self.nearest else ""
        return f"{self.file}: {said}{hint}"


def one_line(text: str) -> str:
    """Return text with everything that cannot be printed written as an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(value: object) -> str:
    """Return a value as text on one line, its middle left out if it is long."""
    try:
        text = value if isinstance(value, str) else toml_text(value)
    except RecursionError:
        text = "brackets too deep"
    except ValueError:
        text = "a number of thousands of digits"
    return shortened(one_line(shortened(text, MOST_LOOKED_AT)))


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """Return text of at most so many characters, its middle left out if it is longer."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


def toml_text(value: object) -> str:
    """Return a value as it may be written after `key=`: bare words where they can stand alone."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        bare = value and all(c.isascii() and (c.isalnum() or c in "_-./") for c in value)
        stands_alone = bare and not value[0].isdigit() and value[0] != "-" and value not in TOML_WORDS
        return value if stands_alone else _quoted(value)
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(toml_text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}={toml_text(item)}" for key, item in value.items()) + "}"
    return str(value)


def _quoted(text: str) -> str:
    whole = text.encode("utf-8", "backslashreplace")  # words of a command line may hold what is no UTF-8
    return msgspec.json.encode(whole.decode("utf-8")).decode().replace("\x7f", "\\u007f")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known name that looks most like `word`, or nothing if none does.

    The last part of a dotted name is looked at too.
    """
    from difflib import get_close_matches

    names: dict[str, str] = {}
    for name in known:
        names.setdefault(name, name)
        names.setdefault(name.rpartition(".")[2], name)
    word = word[:MOST_SHOWN].lower()
    close = get_close_matches(word, names, 1) or get_close_matches(word.rpartition(".")[2], names, 1)
    return names[close[0]] if close else ""


def faults_text(faults: list[Fault], way: str = ", see conquest rules check") -> str:
    """Return all faults as one line: the first few in full, the rest counted, with the way to see them."""
    lines = [fault.line for fault in faults[:MOST_FAULTS_SHOWN]]
    rest = len(faults) - len(lines)
    if rest:
        lines.append(f"and {rest} more{way}")
    return "; ".join(lines)
