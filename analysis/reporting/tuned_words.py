"""The keys and values of a tuned rulebook in words, as far as its game is to be had here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_origin

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.formatted_numbers import exact_share
from conquestlab.analysis.games import find_game
from conquestlab.analysis.language import say
from conquestlab.analysis.measures.measure import SEAT, SHARE
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.main_numbers import told_name
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.reporting.sentences import Row
from conquestlab.analysis.rules.checked import opened
from conquestlab.analysis.rules.rule_words import advice, change_words, key_name, number_word
from conquestlab.analysis.rules.rule_words import joined as phrases_joined
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_keys import by_seat, keys_of


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


def aimed_at(measure: str) -> str:
    """Return what is tuned, within a sentence: "length in rounds" for `rounds`."""
    name, _, of = measure.partition(".")
    told = told_name({"measure": name, "of": of, "kind": SEAT if of.isdigit() else ""})
    return told[:1].lower() + told[1:]


def aim_in_words(measure: str, aim: str) -> str:
    """Return the value that is aimed at, a share in per cent."""
    name = measure.partition(".")[0]
    try:
        return exact_share(float(aim)) if measure_called(name).unit == SHARE else aim
    except ValueError:
        return aim


def tuned_value(result: Result, row: Row) -> str:
    """Return the whole number of a row as what is played with: "three extra armies for seat 2"."""
    game, key = game_of(result), str(row["key"])
    if not game:
        return f"{key} = {row['rounded']:g}"
    if _is_shift(game, key):
        return _shifted(game, key, int(row["rounded"]))
    if not row["rounded"]:
        return say("no {key}", key=key_name(game, key))
    return change_words(game, key, int(row["rounded"]))


def tuned_advice(result: Result, rows: Sequence[Row]) -> str:
    """Return whole numbers as what is to be done: "Give seat 1 six extra armies, seat 2 three"."""
    game = game_of(result)
    if not game:
        return ", ".join(f"{row['key']} = {row['rounded']:g}" for row in rows)
    players = rows[0].get("players")
    values = [(str(row["key"]), int(row["rounded"])) for row in rows]
    if any(_is_shift(game, key) for key, _ in values):
        changed = [tuned_value(result, row) for row in rows]
        return say("Play with {changes}", changes=phrases_joined(changed))
    return advice(game, values, int(players) if players else None)


def _is_shift(game: str, key: str) -> bool:
    """Whether a key stands for a whole scale, all of whose numbers are raised by one number."""
    known = keys_of(game)
    return key in known and get_origin(opened(known[key])[0]) in (list, tuple)


def _shifted(game: str, key: str, by: int) -> str:
    if not by:
        return say("{key} as they are", key=key_name(game, key))
    if by > 0:
        return say("{key} raised by {number} each", key=key_name(game, key), number=number_word(by))
    return say("{key} lowered by {number} each", key=key_name(game, key), number=number_word(-by))


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
