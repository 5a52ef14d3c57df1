"""The files of a game of one's own: a commented rulebook that extends another, a small map, what to try."""

import os
import re
import tempfile
from importlib import resources
from typing import Any

from msgspec import Struct, json

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import find_game
from conquestlab.analysis.language import say
from conquestlab.analysis.rules.checked import allowed, extra, opened
from conquestlab.analysis.rules.rule_words import key_name
from conquestlab.analysis.rules.rulebook import Rulebook, faults_of, load
from conquestlab.analysis.rules.rulebook_files import is_path
from conquestlab.analysis.rules.rulebook_keys import by_seat, keys_of, values_of

MAP = "map.toml"
README = "README.md"
FIRST_MAP = "first_map.toml"
LANDS = 12  # of the first map, for whose size armies are chosen
MOST_PLAYERS = (4, 3, 2)  # tried in this order
LEAST_TO_PLACE = 2  # armies of each beyond one a land
WIDTH = 100  # of a line of comments
GAMES = 2000


class OwnGame(Struct, frozen=True):
    """The files of a new game, by their names, and what they are."""

    name: str
    files: dict[str, str]
    has_map: bool


def own_game(folder: str, parent: str) -> OwnGame:
    """Return the files of a game that extends another.

    Parameters
    ----------
    folder
        Where they are to be written; the last part of its path names the game.
    parent
        The rulebook to extend, with changes.

    Raises
    ------
    WrongUse
        The folder has no name that a rulebook may have, or the parent cannot be read.
    """
    name = os.path.basename(os.path.abspath(folder))
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise WrongUse(
            f"{name or folder} cannot name a game: give a folder of letters, digits, - and _, such as my-game"
        )
    book = load(parent)
    for most in MOST_PLAYERS if _can_have_a_map(book) else ():
        if _is_sound(name, book, most):
            return OwnGame(name, _files(name, folder, book, most), True)
    return OwnGame(name, _files(name, folder, book, 0), False)


def _files(name: str, folder: str, book: Rulebook, most: int) -> dict[str, str]:
    """Return the files of a game of so many players on the first map; 0 leaves both as they are."""
    files = {f"{name}.toml": _rulebook(name, folder, book, most)}
    if most:
        files[MAP] = (resources.files(__package__) / FIRST_MAP).read_text(encoding="utf-8")
    return {**files, README: _readme(name, book, most)}


def _can_have_a_map(book: Rulebook) -> bool:
    keys = keys_of(book.game)
    return "map" in keys and extra(keys["map"], "folder") == "maps"


def _is_sound(name: str, book: Rulebook, most: int) -> bool:
    """Whether the rules of a book can be played on the first map, which is of another size than its own."""
    with tempfile.TemporaryDirectory() as place:
        for file, text in _files(name, place, book, most).items():
            with open(os.path.join(place, file), "w", encoding="utf-8") as out:
                out.write(text)
        return not faults_of(os.path.join(place, f"{name}.toml"))


def _fitted(book: Rulebook, players: int) -> dict[str, Any]:
    """Return the values that the size of the first map asks for, where the book does not say them itself."""
    values = values_of(book.spec)
    least = min(values["players.min"], players)
    most = max(least, min(values["players.max"], players))
    found: dict[str, Any] = {"players.min": least, "players.max": most}
    if values.get("setup.starting_armies"):
        lands = len(book.map.lands)
        found["setup.starting_armies"] = {
            n: max(-(-LANDS // n) + LEAST_TO_PLACE, round(armies * LANDS / lands))
            for n, armies in values["setup.starting_armies"].items()
            if least <= n <= most
        }
    if values.get("reinforcement.continents"):
        found["reinforcement.continents"] = {}
    if values.get("handicap.given"):
        found["handicap.given"] = {}
    return {
        key: value
        for key, value in found.items()
        if value != values[key] or key.startswith("players.") or key == "setup.starting_armies"
    }


def _rulebook(name: str, folder: str, book: Rulebook, players: int) -> str:
    """Write the rulebook: what is set, and every other key as a comment that may be let in."""
    parent = os.path.relpath(book.typed, folder) if is_path(book.typed) else book.typed
    chosen = {**book.options, **({"map": MAP, **_fitted(book, players)} if players else {})}
    head = [
        f"# The rules of {_title(name)}: those of {book.title}, and what is said here instead.",
        "# A line that begins with # and a key is a value as it is: take the # away and change it.",
        f"# conquest rules check {name}.toml lists every error with what is allowed.",
        f'extends = "{parent}"',
        f'title = "{_title(name)}"',
        'summary = "A first version."',
    ]
    sections: dict[str, list[str]] = {"": []}
    for key, value in values_of(book.spec).items():
        section, _, last = key.rpartition(".")
        wanted = keys_of(book.game)[key]
        may_be = "true or false" if opened(wanted)[0] is bool else allowed(wanted)
        known = f"{key_name(book.game, key)}: {may_be}"
        is_set = key in chosen
        written = _toml(wanted, chosen.get(key, value))
        if not is_set and key in book.unused:
            continue
        lines = sections.setdefault(section, [])
        lines += [f"# {known}"] if len(known) <= WIDTH else [f"# {known[: WIDTH - 1]}…"]
        lines.append(f"{'' if is_set else '# '}{last} = {written}")
    body = []
    for section, lines in sections.items():
        body += ["", *([f"[{section}]"] if section else []), *lines]
    return "\n".join([*head, *body, "", "[provenance]", 'all = "our own game"', ""])


def _toml(wanted: Any, value: Any) -> str:
    """Write a value as it stands in a TOML file."""
    zero = extra(wanted, "zero")
    if zero and value == 0:
        return f'"{zero}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inside = ", ".join(f"{key} = {_toml(int, item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return json.encode(value).decode() if isinstance(value, str) else str(value)


def _title(name: str) -> str:
    words = re.sub("[-_]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def first_commands(name: str, book: Rulebook, most: int = 0) -> list[tuple[str, str]]:
    """Return the commands to try first, each after what it is for."""
    rules = f"{name}.toml"
    values = values_of(book.spec)
    players = min(most or values["players.max"], values["players.max"], max(values["players.min"], 3))
    tables = f"--rules {rules} --players {players} --games {GAMES}"
    seat = by_seat(find_game(book.game).rules)
    shown = f"conquest rules show {rules}" + (" --plot map.svg" if most else "")
    assert seat, "every game can give a seat something"
    return [
        (say("Is anything wrong with the rules?"), f"conquest rules check {rules}"),
        (say("All values, and the map drawn.") if most else say("All values."), shown),
        (say("Many games: is it balanced, how long, how tense?"), f"conquest play {tables}"),
        (
            say("What would make the seats level?"),
            f"conquest tune --rules {rules} --players {players} --vary {seat[0]}",
        ),
        (say("A page with verdicts, figures and tables."), f"conquest report {tables} --output report.html"),
    ]


def _readme(name: str, book: Rulebook, most: int) -> str:
    files = [
        say(
            "* `{file}`: the rules. They extend `{parent}`, and every value that may be changed is in it.",
            file=f"{name}.toml",
            parent=book.label,
        )
    ]
    if most:
        files.append(
            say("* `{file}`: a map of {lands} lands. Change it, or write your own.", file=MAP, lands=LANDS)
        )
    lines = [f"# {_title(name)}", "", *files, "", say("Try in this folder:"), ""]
    for what, command in first_commands(name, book, most):
        lines += [what, "", "```", command, "```", ""]
    return "\n".join(lines)
