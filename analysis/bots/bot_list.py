"""The bots that come with conquestlab: where each is from, how it plays and how strong it is known to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.known_strength import known_strength
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.bots.shipped_bots import shipped_names
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.language import say
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_files import known_names

Row = dict[str, Any]


def list_bots() -> Iterator[Row]:
    """Yield a row for each bot of each game: game, bot, made_of, about, strength."""
    seen = set()
    for name in known_names():
        book = load(name)
        engine = engine_for(book)
        if engine.name in seen:
            continue
        seen.add(engine.name)
        files = shipped_names(engine.name)
        for bot, about in engine.bots.items():
            found = find_bot(bot, engine, book, seats_of(book)[0])
            weighed = said_mix(found) if found.mix else say("weights of {policy}", policy=found.policy)
            yield {
                "game": engine.name,
                "bot": bot,
                "made_of": weighed if bot in files else say("a policy"),
                "about": about,
                "strength": known_strength(found, engine),
            }


def said_mix(bot: Bot) -> str:
    """Say of how many a mix is made, and by which policies they play."""
    return say("a mix of {number}: {policies}", number=len(bot.mix), policies=", ".join(bot.policies))
