"""Rule changes in words: "three defence dice" for `dice.defender = 3`, from what each game says of its keys.

A game describes its keys with `KeyWords` (`rule_words` of its facts). A key that it does not describe is
called by its own last part.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.games import find_game
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.rules.checked import extra
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.analysis.rules.rulebook_changes import value_text
from conquestlab.analysis.rules.rulebook_files import is_path
from conquestlab.analysis.rules.rulebook_keys import keys_of, values_of

SMALL = (
    marked("no"), marked("one"), marked("two"), marked("three"), marked("four"), marked("five"),
    marked("six"), marked("seven"), marked("eight"), marked("nine"), marked("ten"), marked("eleven"),
    marked("twelve"), marked("thirteen"), marked("fourteen"), marked("fifteen"), marked("sixteen"),
    marked("seventeen"), marked("eighteen"), marked("nineteen"), marked("twenty"),
)  # fmt: skip

MOST_TOLD = 3  # changes that a name tells one by one


class KeyWords(NamedTuple):
    """A key of a rulebook in words; all texts are `marked`.

    Attributes
    ----------
    name : str
        What it is, for an axis or a table: "defence dice".
    said : str
        What a game is played with, with its `{value}`: "{value} defence dice".
    cases : mapping
        The same for single values: {1: "one defence die"}.
    entry : str
        Of a table or a list by seat, what one `{value}` is for its `{entry}`: "{value} more armies for seat
        {entry}".
    given : tuple of str
        Of a list by seat, what is given to a seat: one of it, several, one fewer and several fewer, as in
        "one extra army".
    """

    name: str
    said: str = ""
    cases: Mapping[Any, str] = {}
    entry: str = ""
    given: tuple[str, str, str, str] | tuple[()] = ()


PLAYERS = {
    "players.min": KeyWords(marked("fewest players"), marked("{value} players at least")),
    "players.max": KeyWords(marked("most players"), marked("{value} players at most")),
}
"""The keys that every game has."""

EXTRA_POINTS = {
    "handicap.points": KeyWords(
        marked("extra points"),
        given=(
            marked("one extra point"),
            marked("{value} extra points"),
            marked("one point fewer"),
            marked("{value} points fewer"),
        ),
    ),
}
"""The handicap of games that end with a score."""


def number_word(value: object) -> str:
    """Return a small whole number as a word, anything else as it is."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(SMALL):
        return translated(SMALL[value])
    return f"{value}"


def key_name(game: str, key: str) -> str:
    """Return what a key is called, with the entry or the seat that it is of."""
    words, entry = _words_of(game, key)
    if entry and (words.given or _is_by_seat(game, key)):
        return say("{name} for seat {seat}", name=translated(words.name), seat=entry)
    if entry:
        return say("{name}: {entry}", name=translated(words.name), entry=entry.replace("_", " "))
    return translated(words.name)


def change_words(
    game: str, key: str, value: Any, was: Any = None, names: Mapping[str, str] | None = None
) -> str:
    """Return what a game with this value is played with: "three defence dice".

    Parameters
    ----------
    game, key
    value
        As the rules have it, or in plain TOML types.
    was
        The value before; of a table, entries that stay the same are not told.
    names
        Of the entries of tables, such as continents.
    """
    return joined(_phrases(game, key, value, was, names or {}))


def _phrases(game: str, key: str, value: Any, was: Any, called: Mapping[str, str]) -> list[str]:
    """Return the same phrase by phrase: one for each entry of a table or a list by seat."""
    words, entry = _words_of(game, key)
    if entry:
        return [_entry_words(words, called.get(entry, entry), value)]
    if isinstance(value, Mapping):
        before = {str(one): item for one, item in was.items()} if isinstance(was, Mapping) else {}
        changed = {one: item for one, item in value.items() if before.get(str(one)) != item}
        return [_entry_words(words, called.get(one, str(one)), item) for one, item in changed.items()]
    if extra(keys_of(game)[key], "by") == "seat":
        return [_entry_words(words, str(seat), item) for seat, item in enumerate(value, 1) if item]
    return [_phrase(game, key, words, value)]


def _phrase(game: str, key: str, words: KeyWords, value: Any) -> str:
    """Return what is played with, for a key that is no table."""
    if not isinstance(value, list | tuple) and value in words.cases:
        return translated(words.cases[value])
    if not words.said:
        return say("{key} {value}", key=translated(words.name), value=value_text(game, key, value))
    if isinstance(value, list | tuple):
        return translated(words.said).format(value=", ".join(map(str, value)))
    if isinstance(value, str) and is_path(value):
        value = os.path.splitext(os.path.basename(value))[0]
    return translated(words.said).format(value=number_word(value))


def changes_in_words(book: Rulebook) -> str:
    """Return the changes after a rulebook's name in words; empty if there are none."""
    from conquestlab.analysis.rules.rulebook import load

    tables = any(isinstance(value, dict) for value in book.options.values())
    before = values_of(load(book.typed).spec) if tables else {}
    names = find_game(book.game).facts.names(book) if tables else {}
    return joined(
        phrase
        for key, value in book.options.items()
        for phrase in _phrases(book.game, key, value, before.get(key), names)
    )


def variant_name(book: Rulebook) -> str:
    """Return the name of a rulebook for a reader: its title and what is changed, if that is little."""
    changes = changes_in_words(book)
    if len(book.options) > MOST_TOLD:
        return say("{title} with {count} changes", title=book.called, count=number_word(len(book.options)))
    return say("{title} with {changes}", title=book.called, changes=changes) if changes else book.called


def variant_names(books: Sequence[Rulebook]) -> list[str]:
    """Return names that tell rulebooks apart; what cannot be told apart in words has its label."""
    names = [variant_name(book) for book in books]
    of_name: dict[str, set[str]] = {}
    for name, book in zip(names, books, strict=True):
        of_name.setdefault(name, set()).add(book.label)
    return [name if len(of_name[name]) == 1 else book.label for name, book in zip(names, books, strict=True)]


def advice(game: str, values: Sequence[tuple[str, int]], players: int | None = None) -> str:
    """Return values of keys as what is to be done: "Give seat 1 six extra armies, seat 2 three".

    Parameters
    ----------
    game
    values
        By dotted key; of a list by seat, `handicap.armies.1`.
    players
        The number of players that it holds for.
    """
    parts = [(*_words_of(game, key), value) for key, value in values]
    if (
        all(words.given and entry for words, entry, _ in parts)
        and len({words.name for words, _, _ in parts}) == 1
    ):
        given = [(entry, value) for _, entry, value in parts if value]
        text = _given(parts[0][0], given) if given else say("Give no seat anything")
    else:
        text = say(
            "Play with {changes}", changes=joined(change_words(game, key, value) for key, value in values)
        )
    if players is None:
        return text
    return say("{advice} ({players} players)", advice=text, players=number_word(players))


def _given(words: KeyWords, seats: Sequence[tuple[str, int]]) -> str:
    """Return what each seat is given, the thing itself named once for each way."""
    said: list[str] = []
    named = ""
    for seat, value in seats:
        form = words.given[(0 if abs(value) == 1 else 1) + (2 if value < 0 else 0)]
        what = translated(form).format(value=number_word(abs(value)))
        short = number_word(value) if value > 0 and named == "more" else what
        named = "more" if value > 0 else "fewer"
        said.append(
            say("Give seat {seat} {what}", seat=seat, what=what)
            if not said
            else say("seat {seat} {what}", seat=seat, what=short)
        )
    return ", ".join(said)


def _is_by_seat(game: str, key: str) -> bool:
    """Whether a key is an entry of a list by seat."""
    whole = key.rpartition(".")[0]
    return whole in keys_of(game) and extra(keys_of(game)[whole], "by") == "seat"


def joined(parts: Any) -> str:
    """Return phrases as a list in a sentence."""
    some = [part for part in parts if part]
    if len(some) < 2:
        return "".join(some)
    return say("{first} and {last}", first=", ".join(some[:-1]), last=some[-1])


def _entry_words(words: KeyWords, entry: str, value: Any) -> str:
    if words.given and isinstance(value, int):
        form = words.given[(0 if abs(value) == 1 else 1) + (2 if value < 0 else 0)]
        what = translated(form).format(value=number_word(abs(value)))
        return say("{what} for seat {seat}", what=what, seat=entry)
    if words.entry:
        return translated(words.entry).format(value=number_word(value), entry=entry.replace("_", " "))
    return say("{key} {value} ({entry})", key=translated(words.name), value=value, entry=entry)


def _words_of(game: str, key: str) -> tuple[KeyWords, str]:
    """Return the words of a key and, of an entry of a table or a list, that entry."""
    known = find_game(game).facts.rule_words
    keys = keys_of(game)
    entry = ""
    if key not in keys:
        key, _, entry = key.rpartition(".")
    plain = key.rpartition(".")[2].replace("_", " ")
    return known.get(key) or KeyWords(plain), entry
