"""What pages and figures can show of one game only: values, which `reports` turns into sentences.

A game names a module with FACTS (`facts_in` of analysis/games/game.py). Every part is optional: a game
without them has a complete page and all common figures. Sections, figures and exact commands of one game are
in the module that `pages_in` names, in `reports` or in an outside package; see reports/games/pages.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from conquestlab.analysis.measures.measure import Quantity
    from conquestlab.analysis.rules.rule_words import KeyWords
    from conquestlab.analysis.rules.rulebook import Rulebook

Counted = dict[str, tuple[list[int], list[int]]]
"""By measure, the numbers counted in one game and their weights, by thing."""


class Part(NamedTuple):
    """A file that a rulebook plays with, such as a map or a deck, and the evidence that it names.

    Attributes
    ----------
    name : str
        What tables call it.
    provenance : mapping
        Where things come from, by what they are.
    evidence : mapping
        Of what kind that is, with the same keys; see analysis/rules/evidence.py.
    sources : mapping
        What the provenance cites, in full.
    """

    name: str
    provenance: Mapping[str, str]
    evidence: Mapping[str, str]
    sources: Mapping[str, str]


class Sample(NamedTuple):
    """What is counted of the things of a game, lands or cards, in games told event by event.

    Attributes
    ----------
    things : callable
        (rulebook) -> the ids of what is counted apart.
    count_game : callable
        (record, place of each thing, part of the win by seat) -> what one game adds.
    shares : tuple of str
        Measures that are shares; the others are means.
    """

    things: Callable[[Rulebook], Sequence[str]]
    count_game: Callable[[Sequence[dict[str, Any]], dict[str, int], Sequence[int]], Counted]
    shares: tuple[str, ...] = ()


def no_parts(rulebook: Rulebook) -> Sequence[Part]:
    """Return the parts of a rulebook that is one file alone."""
    return ()


def no_names(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the names of things in a game whose things are their own names."""
    return {}


def no_course(rulebook: Rulebook) -> tuple[Quantity, ...]:
    """Return what a game counts of its course beside that of all games: nothing."""
    return ()


@dataclass(frozen=True)
class Facts:
    """What is known of a game beyond its rules and its measures.

    Attributes
    ----------
    parts : callable
        (rulebook) -> the files that it plays with.
    names : callable
        (rulebook) -> names by id of what measures are of, such as continents, short enough for an axis.
    texts : callable
        (rulebook) -> those by id that only a sentence has room for.
    course : callable
        (rulebook) -> what a page counts beside the measures and the course of every game.
    sample : Sample, optional
        What is counted in games told event by event.
    seat_order : str
        A sentence on what the order of the seats means.
    rule_words_in : str
        The module whose RULE_WORDS are keys of a rulebook in words, imported at the first use; other keys
        have their own name.
    pages_in : str
        The module whose PAGES are what is shown of this game alone, imported by reports at the first use.
    words_in : str
        The module whose WORDS explain its rules and measures; see game_words.py.
    """

    parts: Callable[[Rulebook], Sequence[Part]] = no_parts
    names: Callable[[Rulebook], Mapping[str, str]] = no_names
    texts: Callable[[Rulebook], Mapping[str, str]] = no_names
    course: Callable[[Rulebook], tuple[Quantity, ...]] = no_course
    sample: Sample | None = None
    seat_order: str = "Seat 1 plays first."
    rule_words_in: str = ""
    pages_in: str = ""
    words_in: str = ""

    @property
    def rule_words(self) -> Mapping[str, KeyWords]:
        """Keys of a rulebook in words, by key (analysis/rules/rule_words.py)."""
        if not self.rule_words_in:
            return {}
        words: Mapping[str, KeyWords] = import_module(self.rule_words_in).RULE_WORDS
        return words
