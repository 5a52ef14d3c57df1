"""A request about cards, read from words: under which rulebooks, at which tables, with which policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules
from conquestlab.analysis.games.conquest.card_sets.exchange_model import (
    CardTable,
    Policy,
    check_table,
    parse_policy,
)
from conquestlab.analysis.games.conquest.compiled_rules import card_rules_of
from conquestlab.analysis.games.conquest.rules import ConquestRules
from conquestlab.analysis.requests.exact import CardsRequest
from conquestlab.analysis.rules.rulebook import Rulebook, load

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.card_sets.card_simulation import Dealt
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import TimingGames

EXACT = ("chance", "first", "kinds", "bonus", "scale", "worth")  # tables of card_answers.py
TABLES = (*EXACT, "timing", "policies", "turns")  # the others are of exchange_answers.py
USUAL_GAMES = 20_000


def read_rules(rules: str | Rulebook) -> tuple[Rulebook, CardRules]:
    """Return a rulebook of the conquest games and what it says about cards."""
    rulebook = load(rules)
    if not isinstance(rulebook.spec, ConquestRules):
        raise WrongUse(f"{rulebook.label} has no cards to exchange: name a rulebook of the conquest games")
    return rulebook, card_rules_of(rulebook)


def read_policies(request: CardsRequest) -> list[Policy]:
    """Return the policies asked for, each once."""
    policies = list(dict.fromkeys(map(parse_policy, request.policies)))
    if not policies:
        raise WrongUse("no policy is named: give --policy at_once, for example")
    return policies


def books_of(request: CardsRequest) -> list[tuple[Rulebook, CardRules]]:
    """Return the rulebooks that are asked about, each once, and what they say about cards."""
    return [read_rules(book) for book in request.named_books.values()]


def card_tables(request: CardsRequest) -> Iterator[tuple[Rulebook, CardRules, CardTable]]:
    """Yield the tables asked for, one a rulebook and number of players."""
    from conquestlab.analysis.playing.experiment import read_players

    for rulebook, card_rules in books_of(request):
        allowed = rulebook.spec.players
        for players in read_players(request.players, rulebook, ()):
            if not allowed.min <= players <= allowed.max:
                span = f"{allowed.min} to {allowed.max}" if allowed.min < allowed.max else str(allowed.min)
                raise WrongUse(f"{rulebook.label} is for {span} players, not {players}")
            table = CardTable(players, request.turns, request.discount, request.aim, request.conquests)
            check_table(card_rules, table)
            yield rulebook, card_rules, table


def dealt_hands(request: CardsRequest) -> Dealt | None:
    """Return how hands are to be dealt, or None where nothing is simulated."""
    if request.simulate is None:
        return None
    from conquestlab.analysis.games.conquest.card_sets.card_simulation import Dealt, check_hands
    from conquestlab.analysis.seeds import parse_seeds

    return Dealt(check_hands(request.simulate), parse_seeds(request.seed).words, request.jobs)


def played_games(request: CardsRequest, progress: Callable[[int], object] | None = None) -> TimingGames:
    """Return how games are to be played; their usual number where none is asked for."""
    from conquestlab.analysis.games.conquest.card_sets.card_simulation import check_hands
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import TimingGames
    from conquestlab.analysis.seeds import parse_seeds

    games = check_hands(request.simulate or USUAL_GAMES)
    return TimingGames(games, parse_seeds(request.seed).words, request.jobs, progress)
