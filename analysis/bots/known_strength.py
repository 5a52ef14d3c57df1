"""How strong a bot is known to be, in words: the one place that says it.

A verdict is a verdict on games that these bots played, so it has to be said how well they play. What is
known comes from the ladders of docs/ladder.md and docs/manchots.md: where a game has them, `planner` wins
more often than `strategist`, that one more often than `raider`, that one more often than `expert`, and
`expert` more often than all others that ship, but for those that an engine names as even with it. What a
trained opponent gains on a bot is kept in known_exploits.toml, as `conquest exploit` or a ladder found it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.language import say
from conquestlab.analysis.rules.rulebook import load

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.rules.rulebook import Rulebook

STRONGEST_FIRST = ("planner", "strategist", "raider", "expert")
RANDOM = "random"
POINT = 0.01


def known_strength(bot: Bot, engine: Engine) -> str:
    """Return how strong a bot is known to be, in a few words.

    Parameters
    ----------
    bot : Bot
    engine : Engine
        Of the game that it plays.
    """
    ranked = [name for name in STRONGEST_FIRST if name in engine.bots]
    if bot.is_from_user or bot.name not in engine.bots:
        return say("how strong is not known")
    if bot.name in ranked:
        place = ranked.index(bot.name)
        if place == 0:
            return say("the strongest that ships")
        return say("the strongest that ships but for {better}", better=ranked[place - 1])
    if bot.name in engine.even_with_expert:
        return say("about as strong as {other}", other=ranked[-1])
    if bot.name == RANDOM:
        return say("plays at random")
    return say("weaker than {better}", better=ranked[-1]) if ranked else say("how strong is not known")


def known_gain(bot: Bot, rulebook: Rulebook, players: int) -> float | None:
    """Return what a trained opponent gains at least on a bot that fills a table, as a share; None if unknown.

    Parameters
    ----------
    bot : Bot
        It is known by its weights: what was found of others under the same name does not count.
    rulebook : Rulebook
        It is known by what it says: equal rules are one game, whatever they are called.
    players : int
    """
    table = (bot.name, bot.hash, players)
    gains = [
        float(found["gain_low"])
        for found in _found_exploits()
        if (found["bot"], found["hash"], found["players"]) == table
        and load(found["rules"]).hash == rulebook.hash
    ]
    return max(gains, default=None)


@cache
def _found_exploits() -> list[dict[str, Any]]:
    import tomllib
    from importlib.resources import files

    text = files("conquestlab.analysis.bots").joinpath("known_exploits.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["found"])


def _strength_at(table: Experiment, bot: Bot) -> str:
    """Return how strong a bot is known to be, with what is gained on it where it fills this table."""
    strength = known_strength(bot, table.engine)
    if any(one.hash != bot.hash for one in table.seated):
        return strength
    gain = known_gain(bot, table.rulebook, len(table.seated))
    if gain is None:
        return strength
    if gain < POINT:
        return say(
            "{strength}; no trained opponent is known to gain a point on it at this table", strength=strength
        )
    if gain < 2 * POINT:
        return say(
            "{strength}; a trained opponent gains a point or more on it at this table", strength=strength
        )
    return say(
        "{strength}; a trained opponent gains at least {points} points on it at this table",
        strength=strength,
        points=int(100 * gain),
    )


def who_played(experiments: Sequence[Experiment]) -> str:
    """Say which bots played and how strong they are known to be, in one line.

    Parameters
    ----------
    experiments : sequence of Experiment
        At whose tables they sat; each bot is named once, and how many seats it had where all are alike.
    """
    tables = {tuple(sorted(bot.name for bot in one.seated)) for one in experiments}
    is_one_table = len({(one.rulebook.label, len(one.seated)) for one in experiments}) == 1
    strengths = {
        bot.name: _strength_at(one, bot) if is_one_table else known_strength(bot, one.engine)
        for one in experiments
        for bot in one.seated
    }
    if len(tables) == 1:
        counts = Counter(*tables)
        said = [
            say("{bot} x{seats} ({strength})", bot=name, seats=counts[name], strength=strength)
            for name, strength in strengths.items()
        ]
    else:
        said = [
            say("{bot} ({strength})", bot=name, strength=strength) for name, strength in strengths.items()
        ]
    return say("Bots played: {bots}. Other players may play otherwise.", bots=", ".join(said))
