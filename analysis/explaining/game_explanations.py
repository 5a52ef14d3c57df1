"""The explanations of what games bring: their measures, the keys of their rules, their bots and weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from conquestlab.analysis.explaining.bot_strengths import strengths
from conquestlab.analysis.explaining.common_words import COMMON_KEYS, UNITS
from conquestlab.analysis.explaining.explanation import (
    ASPECT,
    BOT,
    MEASURE,
    RULE,
    RULEBOOK,
    WEIGHT,
    Explanation,
)
from conquestlab.analysis.explaining.measure_notes import NOTES
from conquestlab.analysis.games import find_game, game_names
from conquestlab.analysis.games.game_words import GameWords, MeasureNote
from conquestlab.analysis.language import say, translated
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import Measure
from conquestlab.analysis.rules.checked import allowed
from conquestlab.analysis.rules.rulebook_keys import keys_of

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_VALUES = 60  # characters of a value that are shown


@cache
def words_of(game: str) -> GameWords:
    """Return the words of a game; empty where it has none."""
    place = find_game(game).facts.words_in
    words: GameWords = import_module(place).WORDS if place else GameWords()
    return words


def measure_explanations(games: Iterable[str] | None = None) -> Iterator[Explanation]:
    """Yield every measure of some games, of all if none are named, with the games that have it."""
    having: dict[str, list[str]] = {}
    entries = dict(COMMON)
    notes = dict(NOTES)
    for game in game_names() if games is None else games:
        notes |= words_of(game).measures
        for one in find_game(game).engine.measures:
            having.setdefault(one.name, []).append(game)
            entries.setdefault(one.name, one)
    for name, entry in entries.items():
        yield _measure(entry, notes.get(name, MeasureNote("")), having.get(name, []))


def _measure(entry: Measure, note: MeasureNote, games: list[str]) -> Explanation:
    facts = {
        say("title"): translated(entry.heading),
        say("unit"): translated(UNITS.get(entry.unit, entry.unit)),
        say("one row for each"): ", ".join(translated(kind) for kind in (entry.of, entry.sums_of) if kind),
        say("baseline"): translated(entry.baseline.words) if entry.baseline else "",
        say("games"): ", ".join(games)
        or say("in comparisons, or where positions are noted or --choices asked for"),
        say("source"): translated(note.source),
        say("not to be read as"): translated(note.caution),
    }
    return Explanation(entry.name, MEASURE, translated(entry.means), _said(facts))


def rule_explanations() -> Iterator[Explanation]:
    """Yield every key of the rules of every game, with its value in each rulebook that has a name."""
    books = named_books()
    for game in game_names():
        words = COMMON_KEYS | dict(words_of(game).keys)
        for key, wanted in keys_of(game).items():
            facts = {say("game"): game, say("may be"): allowed(wanted)}
            facts |= _values(key, [book for book in books if book.game == game])
            yield Explanation(key, RULE, translated(words.get(key, "")), _said(facts))


def with_values_of(rule: Explanation, books: Sequence[Rulebook]) -> Explanation:
    """Return the explanation of a rule with its values in these rulebooks, not in those that have a name."""
    named = {book.label for book in named_books()}
    facts = {about: value for about, value in rule.facts.items() if about not in named}
    some = [book for book in books if book.game == rule.facts.get(say("game"))]
    return replace(rule, facts=facts | _said(_values(rule.name, some)))


@cache
def named_books() -> tuple[Rulebook, ...]:
    """Return all rulebooks that have a name."""
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_files import known_names

    return tuple(load(name) for name in known_names())


def _values(key: str, books: list[Rulebook]) -> dict[str, str]:
    """Return the value of a key by rulebook; where it has no effect, that is said."""
    from conquestlab.analysis.rules.faults import shortened
    from conquestlab.analysis.rules.rulebook_changes import value_text
    from conquestlab.analysis.rules.rulebook_keys import values_of

    found = {}
    for book in books:
        if key in book.unused:
            found[book.label] = say("no effect")
        else:
            found[book.label] = shortened(value_text(book.game, key, values_of(book.spec)[key]), MOST_VALUES)
    return found


def rulebook_explanations() -> Iterator[Explanation]:
    """Yield every rulebook that has a name."""
    for book in named_books():
        allowed = book.spec.players
        facts = {
            say("game"): book.game,
            say("players"): f"{allowed.min}-{allowed.max}" if allowed.min < allowed.max else str(allowed.min),
            say("extends"): book.parent,
            say("values"): f"conquest rules show {book.label}",
        }
        yield Explanation(
            book.label, RULEBOOK, f"{book.called}. {translated(book.summary)}".strip(), _said(facts)
        )


def bot_explanations() -> Iterator[Explanation]:
    """Yield every bot of every game: what it does, how strong it is, and the weights of its policy."""
    for game in game_names():
        engine = find_game(game).engine
        known = strengths(game)
        for name, about in engine.bots.items():
            facts = {say("game"): game, say("usual bot"): say("yes") if name == engine.default_bot else ""}
            share = known.get(name)
            if share is not None:
                facts[say("strength")] = say(
                    "wins {value} % ({low} to {high}) of its games at tables of {players} drawn from all "
                    "bots of the game, where an even share is {even} %",
                    value=_percent(share.value),
                    low=_percent(share.low),
                    high=_percent(share.high),
                    players=share.players,
                    even=_percent(1 / share.players),
                )
                facts[say("found by")] = share.command
            weights = _weights(game, name)
            if weights:
                facts[say("general weights")] = weights
                facts[say("others for")] = ", ".join(_tables(game, name))
            yield Explanation(name, BOT, translated(about), _said(facts))


def _weights(game: str, bot: str) -> str:
    """Return the general weights of a bot that is a file, as `name value`; of a mix, those of each member."""
    from conquestlab.analysis.bots.bot_files import read_bot_file
    from conquestlab.analysis.bots.shipped_bots import general_file, shipped_names

    if bot not in shipped_names(game):
        return ""
    file = read_bot_file(general_file(game, bot), find_game(game).engine)
    listed = _listed(file.weights)
    said = [f"{file.head.policy}: {listed}" if listed else file.head.policy]
    whole = sum(one.share for one in file.mix)
    for share, policy, weights in file.mix:
        own = _listed(weights) or say("no others")
        own = own if policy == file.head.policy else f"{policy}: {own}"
        said.append(say("{share} of {whole} play by {weights}", share=share, whole=whole, weights=own))
    return "; ".join(said)


def _listed(weights: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in weights.items() if value)


def _tables(game: str, bot: str) -> list[str]:
    """Return the tables for which a bot has weights of their own, as `rulebook-players`."""
    import os

    from conquestlab.analysis.bots.shipped_bots import ENDING, GENERAL, folder_of

    folder = os.path.join(folder_of(game), bot)
    if not os.path.isdir(folder):
        return []
    return sorted(name for file in os.listdir(folder) if (name := file.removesuffix(ENDING)) != GENERAL)


def weight_explanations() -> Iterator[Explanation]:
    """Yield every weight of every policy."""
    for game in game_names():
        for policy, weights in find_game(game).engine.policies.items():
            for name, weight in weights.items():
                facts = {
                    say("game"): game,
                    say("policy"): policy,
                    say("values"): say("from {low} to {high}", low=weight.low, high=weight.high),
                }
                yield Explanation(name, WEIGHT, translated(weight.about), _said(facts))


def aspect_explanations() -> Iterator[Explanation]:
    """Yield every aspect of a seat that a learned value is told."""
    for game in game_names():
        learns = find_game(game).engine.learns
        if learns is not None:
            for name, about in learns.aspects.items():
                facts = {
                    say("game"): game,
                    say("policy"): ", ".join(learns.policies),
                    say("told in"): say("256ths, of each seat, at the end of a turn"),
                }
                yield Explanation(name, ASPECT, translated(about), _said(facts))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _said(facts: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in facts.items() if value}
