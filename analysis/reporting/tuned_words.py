"""The keys and values of a tuned rulebook in words, as far as its game is to be had here."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import find_game
from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.rule_words import advice, change_words, key_name
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_keys import by_seat


def game_of(result: Result) -> str:
    """Return the game of a result; empty where its rulebook is not to be had here."""
    try:
        return load(result.rules[0]).game if result.rules else ""
    except (WrongUse, Failed):
        return ""


def tuned_key(result: Result, row: Row) -> str:
    """Return what the key of a row is called: "extra starting armies, seat 2"."""
    game, key = game_of(result), str(row["key"])
    return key_name(game, key) if game else key


def tuned_value(result: Result, row: Row) -> str:
    """Return the whole number of a row as what is played with: "three extra armies for seat 2"."""
    game, key = game_of(result), str(row["key"])
    if not game:
        return f"{key} = {row['rounded']:g}"
    if not row["rounded"]:
        return say("nothing for {key}", key=key_name(game, key))
    return change_words(game, key, int(row["rounded"]))


def tuned_advice(result: Result, rows: Sequence[Row]) -> str:
    """Return whole numbers as what is to be done: "Give seat 1 six extra armies, seat 2 three"."""
    game = game_of(result)
    if not game:
        return ", ".join(f"{row['key']} = {row['rounded']:g}" for row in rows)
    players = rows[0].get("players")
    values = [(str(row["key"]), int(row["rounded"])) for row in rows]
    return advice(game, values, int(players) if players else None)


def tuned_place(result: Result, at: str) -> str:
    """Return the values of all keys at a point: "seat 1: 14, seat 2: 10"."""
    keys = list(dict.fromkeys(str(row["key"]) for row in result.rows if row.get("key")))
    return place_words(game_of(result), keys, at.split(","))


def place_words(game: str, keys: Sequence[str], values: Sequence[str]) -> str:
    """Return values of keys: "seat 1: 14, seat 2: 10" where they are of seats, else each after its key."""
    if len(keys) != len(values):  # a whole scale is one value
        return say("at {values}", values=", ".join(values))
    lists = by_seat(find_game(game).rules) if game else ()
    of_seats = all(key.rpartition(".")[0] in lists for key in keys)
    parts = []
    for key, value in zip(keys, values, strict=True):
        seat = key.rpartition(".")[2]
        if of_seats:
            parts.append(say("seat {seat}: {value}", seat=seat, value=value))
        else:
            parts.append(say("{key}: {value}", key=key_name(game, key) if game else key, value=value))
    return ", ".join(parts)
