"""A question about cards, read from words: under which rulebooks, at which tables, with which policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.compiled_rules import card_rules_of
from conquestlab.analysis.games.conquest.exchanging.card_rules import CardRules
from conquestlab.analysis.games.conquest.exchanging.exchange_model import (
    CardTable,
    Policy,
    check_table,
    parse_policy,
)
from conquestlab.analysis.games.conquest.rules import ConquestRules
from conquestlab.analysis.rules.rulebook import Rulebook, load

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.exchanging.card_simulation import Dealt
    from conquestlab.analysis.games.conquest.exchanging.exchange_timing import Games

EXACT = ("chance", "first", "kinds", "bonus", "scale", "worth")  # tables of card_answers.py
TABLES = (*EXACT, "timing", "policies", "turns")  # the others are of exchange_answers.py
USUAL_POLICIES = ("at_once", "when_forced", "wait_scale:15", "wait_sets:2", "solved")
USUAL_GAMES = 20_000


class Question(NamedTuple):
    """What is asked about cards beside the rulebooks.

    Attributes
    ----------
    players : str, optional
        Numbers of players, as in 4, 2-6 or 2,3,5; else near 4.
    policies : tuple of str
    turns, discount, aim, conquests
        As of `CardTable`.
    simulate : int, optional
        How many hands to deal beside exact odds, or games to play.
    seed, jobs, progress
        As everywhere.
    """

    players: str | None = None
    policies: tuple[str, ...] = USUAL_POLICIES
    turns: int = 20
    discount: float = 0.8
    aim: str = "lead"
    conquests: float = 0.8
    simulate: int | None = None
    seed: str = "1"
    jobs: int | None = None
    progress: Callable[[int], object] | None = None


@lru_cache(maxsize=32)
def read_rules(text: str) -> tuple[Rulebook, CardRules]:
    """Return a rulebook of the conquest games and what it says about cards."""
    rulebook = load(text)
    if not isinstance(rulebook.spec, ConquestRules):
        raise WrongUse(f"{rulebook.label} has no cards to exchange: name a rulebook of the conquest games")
    return rulebook, card_rules_of(rulebook)


def read_policies(question: Question) -> list[Policy]:
    """Return the policies asked for, each once."""
    policies = list(dict.fromkeys(map(parse_policy, question.policies)))
    if not policies:
        raise WrongUse("no policy is named: give --policy at_once, for example")
    return policies


def card_tables(
    rules: tuple[str, ...], question: Question
) -> Iterator[tuple[Rulebook, CardRules, CardTable]]:
    """Yield the tables asked for, one a rulebook and number of players."""
    from conquestlab.analysis.playing.experiment import read_players

    for text in rules:
        rulebook, card_rules = read_rules(text)
        allowed = rulebook.spec.players
        for players in read_players(question.players, rulebook, ()):
            if not allowed.min <= players <= allowed.max:
                span = f"{allowed.min} to {allowed.max}" if allowed.min < allowed.max else str(allowed.min)
                raise WrongUse(f"{rulebook.label} is for {span} players, not {players}")
            table = CardTable(players, question.turns, question.discount, question.aim, question.conquests)
            check_table(card_rules, table)
            yield rulebook, card_rules, table


def dealt_hands(question: Question) -> Dealt | None:
    """Return how hands are to be dealt, or None where nothing is simulated."""
    if question.simulate is None:
        return None
    from conquestlab.analysis.games.conquest.exchanging.card_simulation import Dealt, check_hands
    from conquestlab.analysis.seeds import parse_seeds

    return Dealt(check_hands(question.simulate), parse_seeds(question.seed).words, question.jobs)


def played_games(question: Question, usual: int = USUAL_GAMES) -> Games:
    """Return how games are to be played; their usual number where none is asked for."""
    from conquestlab.analysis.games.conquest.exchanging.card_simulation import check_hands
    from conquestlab.analysis.games.conquest.exchanging.exchange_timing import Games
    from conquestlab.analysis.seeds import parse_seeds

    games = check_hands(question.simulate or usual)
    return Games(games, parse_seeds(question.seed).words, question.jobs, question.progress)
