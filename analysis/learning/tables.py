"""Who sits at the tables that a bot learns from: itself and variants of it, its earlier selves, and others.

A value tells what positions are worth, not who is strong, only if the same things are tried by all kinds of
players. So a bot that is learned from does now and then what it would not do (`exploring`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from conquestlab.analysis.bots.bot import different

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Engine, LearnedValue

SELVES = 3  # the newest earlier selves, that stay
EXPLORERS, EARLIER = 0.5, 0.25  # of the seats; the others are for other bots


@dataclass(frozen=True)
class Players:
    """All who may sit at the tables of a round.

    Attributes
    ----------
    explorers : tuple of Bot
        The bot that learns and its variants, which now and then try anything; empty before it has a value.
    earlier : tuple of Bot
        The bot as it is, and as it was.
    others : tuple of Bot
    """

    explorers: tuple[Bot, ...]
    earlier: tuple[Bot, ...]
    others: tuple[Bot, ...]

    @property
    def all(self) -> tuple[Bot, ...]:
        """Everybody."""
        return (*self.explorers, *self.earlier, *self.others)

    def draw_table(self, seats: int, generator: np.random.Generator) -> tuple[Bot, ...]:
        """Draw who sits at a table; an explorer does, if there are any."""
        if not self.explorers:
            return tuple(self.others[i] for i in generator.integers(len(self.others), size=seats))
        table = [self._draw(generator) for _ in range(seats)]
        sure = generator.integers(seats)
        table[sure] = self.explorers[generator.integers(len(self.explorers))]
        return tuple(table)

    def _draw(self, generator: np.random.Generator) -> Bot:
        kind = generator.random()
        group = self.explorers if kind < EXPLORERS else self.others
        if EXPLORERS <= kind < EXPLORERS + EARLIER:
            group = self.earlier
        return group[generator.integers(len(group))]


def players_of_round(bot: Bot, earlier: Sequence[Bot], against: Sequence[Bot], engine: Engine) -> Players:
    """Return who may sit at the tables of a round.

    Parameters
    ----------
    bot : Bot
        The one that learns, as it is now. Without a value it does not play itself: the policy that plays by
        the same weights without one plays for it.
    earlier : sequence of Bot
        The same, as it was after earlier rounds, the oldest first.
    against : sequence of Bot
    engine : Engine
        One whose bots learn.
    """
    learns = engine.learns
    assert learns is not None
    others = [variant for other in against for variant in _variants(other, learns)]
    if bot.value:
        exploring = replace(bot, name="explorer", weights={**bot.weights, **learns.exploring})
        explorers = different(_variants(exploring, learns))
        return Players(explorers, (bot, *earlier[-SELVES:]), different(others))
    return Players((), (), different([*_variants(_without_value(bot, engine), learns), *others]))


def _without_value(bot: Bot, engine: Engine) -> Bot:
    """Return who plays by the weights of a bot, but by no value."""
    assert engine.learns is not None
    policy = engine.learns.policies[bot.policy]
    weights = {name: bot.weights[name] for name in engine.policies[policy]}
    return replace(bot, policy=policy, weights=weights)


def _variants(bot: Bot, learns: LearnedValue) -> list[Bot]:
    """Return a bot with each change of weights that its policy has."""
    return [
        replace(bot, name=f"{bot.name} {place}" if place else bot.name, weights={**bot.weights, **changes})
        for place, changes in enumerate(learns.variants)
        if set(changes) <= set(bot.weights) and not (bot.mix and changes)
    ]
