"""The words that a shell offers for what is being typed: rulebooks and their keys, bots, measures.

It answers while somebody types, so it loads as little as it can, and says nothing about what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

RULEBOOKS = frozenset({"rules", "rules_too", "rulebook", "one", "other"})
BOTS = frozenset({"bots", "bot", "start", "pool", "anchor", "skill", "one", "against"})
OF_LADDER = frozenset({"one", "against"})  # bots there, rulebooks elsewhere
MEASURES = frozenset({"measure", "measures", "figure", "target"})
TOML = ".toml"


def words_for(command: str, option: str, asked: Mapping[str, Any], begun: str) -> list[str] | None:
    """Return the words that may stand for what has begun; None where files are meant, or nothing is known.

    Parameters
    ----------
    command : str
    option : str
        The name of the option or argument inside.
    asked : mapping
        What was typed of the other options so far.
    begun : str
        The word so far.
    """
    if option in OF_LADDER and command == "ladder":
        found = _bots(asked, begun)
    elif option in RULEBOOKS or (option == "against" and command == "odds"):
        found = _rulebooks(begun)
    elif option in BOTS and option not in OF_LADDER:
        found = _bots(asked, begun)
    elif option in MEASURES:
        found = _measures(asked, begun, "=" * (option == "target"))
    elif option == "vary":
        found = (f"{key}=" for key in _keys(_game_of(asked)) if "=" not in begun)
    else:
        return None
    return [word for word in dict.fromkeys(found) if word.startswith(begun)]


def _rulebooks(begun: str) -> Iterator[str]:
    """Yield the names of rulebooks, those of files, and after a comma the keys that may be changed."""
    from conquestlab.analysis.rules.rulebook_files import aliases, known_names

    before, comma, _ = begun.rpartition(",")
    if comma:
        yield from (f"{before},{key}=" for key in _keys(_game_of({"rules": before})))
        return
    yield from known_names()
    yield from (name for name in aliases() if " " not in name)
    yield from _files(begun)


def _files(begun: str) -> Iterator[str]:
    """Yield files ending in .toml and folders, as far as a path has begun."""
    folder = os.path.dirname(begun)
    try:
        names = sorted(os.listdir(folder or "."))
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(TOML):
            yield path
        elif begun and os.path.isdir(path):
            yield path + os.sep


def _bots(asked: Mapping[str, Any], begun: str) -> Iterator[str]:
    """Yield the bots of the game and bot files, after those that are named already."""
    before, comma, last = begun.rpartition(",")
    for name in (*_engine(asked).bots, *_files(last)):
        yield f"{before}{comma}{name}"


def _measures(asked: Mapping[str, Any], begun: str, end: str) -> Iterator[str]:
    before, comma, _ = begun.rpartition(",")
    for measure in _engine(asked).measures:
        yield f"{before}{comma}{measure.name}{end}"


def _engine(asked: Mapping[str, Any]) -> Any:
    from conquestlab.analysis.games import find_game

    return find_game(_game_of(asked)).engine


def _keys(game: str) -> list[str]:
    from conquestlab.analysis.rules.rulebook_keys import keys_of

    return list(keys_of(game))


def _game_of(asked: Mapping[str, Any]) -> str:
    """Return the game of the rulebook that was typed, or of the usual one, without judging it."""
    from conquestlab.analysis.requests.request import DEFAULT_RULES
    from conquestlab.analysis.rules.rulebook_files import full_name, place_of, read_toml

    rules = asked.get("rules") or asked.get("rules_too") or DEFAULT_RULES
    text = full_name(str(rules if isinstance(rules, str) else rules[0]).partition(",")[0])
    beside = ""
    for _ in range(8):  # files that extend others
        path = place_of(text, beside=beside) or place_of(DEFAULT_RULES) or ""
        table = read_toml(path, []) or {}
        if "game" in table:
            return str(table["game"])
        text, beside = str(table.get("extends", DEFAULT_RULES)), os.path.dirname(path)
    return ""
