"""What the bench times of cards: whole games of the table on which players only draw and exchange."""

from __future__ import annotations

from functools import partial

from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules
from conquestlab.analysis.games.conquest.card_sets.exchange_model import CardTable, Policy
from conquestlab.benchmarks.bench import Measurement, Work

PLAYERS, TURNS = 4, 20
GAMES = 10_000
PLAIN_GAMES = 1000
RULES = CardRules("alike_or_different", scale=(4, 6, 8, 10, 12, 15), must_exchange_at=5)
PLAIN = "jitted np.random loop, card by card"


def measurements() -> list[Measurement]:
    """Return the measurements of this part."""
    return [
        Measurement("cards, exchanged at once", "turns/s", _at_once, PLAIN, ">= 20e6"),
        Measurement("cards, exchanged when forced", "turns/s", partial(_games, Policy("when_forced"))),
    ]


def _at_once() -> tuple[Work, Work]:
    from conquestlab.benchmarks.bench_card_loops import plain_card_games

    def plain() -> int:
        plain_card_games(PLAIN_GAMES, PLAYERS, TURNS)
        return PLAIN_GAMES * PLAYERS * TURNS

    return _games(Policy("at_once"))[0], plain


def _games(policy: Policy) -> tuple[Work, None]:
    import numpy as np

    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import TimingGames, play_match

    table = CardTable(PLAYERS, TURNS, conquests=1.0)
    asked = TimingGames(GAMES, np.ones(6, np.uint64), jobs=1)

    def work() -> int:
        play_match(RULES, table, policy, policy, asked)
        return GAMES * PLAYERS * TURNS

    return work, None
