"""What a user has set for all commands: in conquest.toml here, in the user's own, or in the environment.

A setting stands for an option that is not typed. What is typed comes first, then the environment, the file of
the folder, the file of the user, and last what is built in. Only the command line reads settings: a function
in Python is asked with its parameters alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse

FILE = "conquest.toml"
PREFIX = "CONQUEST_"
BUILT_IN = "built in"
WITH_GAMES = ("play", "compare", "sweep", "ladder", "report")
AT_TABLES = ("play", "replay", "compare", "sweep", "tune", "report")


class Key(NamedTuple):
    """Something that can be set.

    Attributes
    ----------
    about : str
        What it is, in a line.
    usual : str
        What holds where it is not set.
    example : str
        A value as it stands in a file.
    commands : tuple of str
        The commands that it is for; in others the option of this name means something else, or none is usual.
    """

    about: str
    usual: str
    example: str
    commands: tuple[str, ...]


SEEDED = ("odds", "cards", "verify", "train", "learn", "exploit", "ladder", *AT_TABLES)
KEYS = {
    "rules": Key(
        "the rulebook, by name or file",
        "risk-modern; for odds and need conquete-1957 too",
        '"risk-modern"',
        ("odds", "need", "cards", "play", "replay", "ladder", "sweep", "tune", "train", "learn", "exploit"),
    ),
    "players": Key("the number of players", "about 4", "4", AT_TABLES),
    "bots": Key("who plays", "the usual bot of the game", '"expert"', AT_TABLES),
    "games": Key("games for each rulebook and number of players", "10000", "20000", WITH_GAMES),
    "seed": Key("the random seed", "1", "7", SEEDED),
    "jobs": Key("the number of cores to use", "all", "2", tuple({*SEEDED, "runs extend"} - {"replay"})),
    "seconds": Key(
        "how long acts take at your table", "as the game says", '"turn=30,rolls=8"', ("play", "compare")
    ),
    "bot_seconds": Key(
        "the seconds that your own bot has for a decision", "10", "30", (*AT_TABLES, "ladder")
    ),
}


class Setting(NamedTuple):
    """A value that was set, and where: a file, or a variable of the environment."""

    key: str
    value: str
    source: str

    @property
    def words(self) -> tuple[str, str]:
        """The setting as it would be typed."""
        return f"--{self.key.replace('_', '-')}", self.value

    @property
    def told(self) -> str:
        """The setting with its place, for who has forgotten it."""
        return f"{self.key} = {self.value} is set in {self.source}"


ASIDE = {"players": ("bots",), "games": ("within", "detect")}
"""By key, the options that say the same in their own way: the setting is left aside where one is typed."""


def settings_beside(command: str, typed: Set[str]) -> list[Setting]:
    """Return what is set for a command beside the options that were typed, which go by their names inside."""
    return [
        one
        for name, one in settings().items()
        if command in KEYS[name].commands and not typed & {name, *ASIDE.get(name, ())}
    ]


def settings() -> dict[str, Setting]:
    """Return all that is set, with the place that decides.

    Raises
    ------
    WrongUse
        A file says what cannot be set.
    """
    found: dict[str, Setting] = {}
    for place in reversed(places()):
        if os.path.isfile(place):
            found |= {name: Setting(name, value, place) for name, value in _read(place)}
    for name in KEYS:
        text = os.environ.get(PREFIX + name.upper(), "")
        if text:
            found[name] = Setting(name, text, PREFIX + name.upper())
    return found


def places() -> tuple[str, ...]:
    """Return the files that are looked for, the one that decides first."""
    folder = os.environ.get("APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME", "")
    if not os.path.isabs(folder):
        folder = os.path.expanduser(os.path.join("~", ".config"))
    own = os.path.join(folder, "conquestlab", FILE)
    return (FILE, own) if os.path.isabs(own) else (FILE,)


def _read(place: str) -> Iterator[tuple[str, str]]:
    from conquestlab.analysis.rules.faults import nearest, shown
    from conquestlab.analysis.rules.rulebook_files import read_toml

    faults: list[Any] = []
    table = read_toml(place, faults)
    if table is None:
        raise WrongUse(f"{place}: {faults[0].value}: mend it, or see conquest config --help")
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in KEYS:
            near = nearest(name, KEYS)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(KEYS)}"
            raise WrongUse(f"{place}: no setting is called {shown(key)}: {meant}")
        yield name, _text(place, key, value)


def _text(place: str, key: str, value: Any) -> str:
    """Return a value as it would be typed."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_text(place, key, one)}" for name, one in value.items())
    if isinstance(value, list) and key != "rules":  # which is one
        return ",".join(_text(place, key, one) for one in value)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)) or value == "":
        raise WrongUse(
            f"{place}: {key} = {value!r}: write it as in {key} = {KEYS[key.replace('-', '_')].example}"
        )
    return str(value)


def setting_rows() -> list[dict[str, Any]]:
    """Return a row for each setting: key, value, from, about."""
    found = settings()
    return [
        {
            "key": name,
            "value": found[name].value if name in found else key.usual,
            "from": found[name].source if name in found else BUILT_IN,
            "about": key.about,
        }
        for name, key in KEYS.items()
    ]


def new_file() -> str:
    """Return a file in which all settings stand as comments, to be changed."""
    lines = [
        "# What conquest takes where nothing is typed. Take the # off a line to set it.",
        "# This file is for commands in this folder; one for all folders lies at",
        f"# {places()[-1]}",
    ]
    for name, key in KEYS.items():
        lines += [
            "",
            f"# {key.about[0].upper()}{key.about[1:]}.  [built in: {key.usual}]",
            f"# {name} = {key.example}",
        ]
    return "\n".join([*lines, ""])


def write_new_file() -> str:
    """Write this file into the folder, and return its name.

    Raises
    ------
    WrongUse
        There is one already.
    """
    from pathlib import Path

    from conquestlab.analysis.atomic_files import write_whole

    if os.path.lexists(FILE):
        raise WrongUse(f"{FILE} is here already: change it, or take it away first")
    write_whole(Path(FILE), new_file().encode())
    return FILE
