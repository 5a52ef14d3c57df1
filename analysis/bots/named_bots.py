"""From a name as it was typed to a bot: a built-in one, a bot file, or the user's own."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from conquestlab.analysis.bots.bot import Bot, mixed
from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

ENDING = ".toml"
QUOTES = "\"'"
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")  # a name that is neither a file nor a program
GIVEN = re.compile(rf"({PLAIN.pattern})=(.*)", re.DOTALL)  # a short name for what follows


def split_bots(text: str) -> list[str]:
    """Split names of bots at the commas that do not stand in quotes."""
    found, quote, start = [], "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in QUOTES:
            quote = letter
        elif letter == ",":
            found.append(text[start:place])
            start = place + 1
    if quote:
        raise WrongUse(f"bots {text!r}: a quotation mark {quote} is not closed")
    return [known_name(name.strip()) for name in [*found, text[start:]]]


def known_name(text: str) -> str:
    """Return the name of a bot as it is written here: in small letters, but for files and programs."""
    return text.lower() if PLAIN.fullmatch(text) else text


def name_and_bot(text: str) -> tuple[str, str]:
    """Return the short name that was given to a bot, empty if none was, and the rest of the text."""
    match = GIVEN.fullmatch(text)
    return (match[1].lower(), match[2].strip()) if match else ("", text)


def shown_name(text: str) -> str:
    """Return the name by which a bot is shown that was typed so."""
    return name_and_bot(text)[0] or text


def find_bot(text: str, engine: Engine, rulebook: Rulebook, seats: int) -> Bot:
    """Return the bot that a text names.

    Parameters
    ----------
    text : str
        A bot of the engine, the path of a bot file, or a bot that a user brings; `killer=` before a file
        or a user's bot gives it a short name.
    engine : Engine
    rulebook : Rulebook
        A shipped bot may have weights of its own for it, and
    seats : int
        for the number of players.

    Raises
    ------
    WrongUse
        If there is no such bot, or its file is wrong.
    """
    name, rest = name_and_bot(text)
    if name:
        return _renamed(text, name, rest, engine, rulebook, seats)
    from conquestlab.analysis.bots.shipped_bots import shipped_file, shipped_names
    from conquestlab.analysis.bots.user_bots import is_user_bot, user_bot

    text = known_name(text)
    if text in engine.plain_bots:
        return Bot(text, engine.name, text)
    if is_user_bot(text):
        return user_bot(text, engine.name)
    if text.endswith(ENDING):
        return _bot_of_file(text, text, engine, rulebook, seats)
    if text in shipped_names(engine.name):
        file = shipped_file(engine.name, text, rulebook, seats)
        return _bot_of_file(text, file, engine, rulebook, seats)
    raise WrongUse(_no_bot(text, engine))


def _renamed(text: str, name: str, rest: str, engine: Engine, rulebook: Rulebook, seats: int) -> Bot:
    """Return a bot under its short name, which nothing else may have."""
    from conquestlab.analysis.bots.user_bots import is_user_bot
    from conquestlab.analysis.rules.faults import shown

    if name in engine.bots:
        raise WrongUse(f"bot {shown(text)}: {name} is a bot of {engine.name}: give yours another name")
    if not (is_user_bot(rest) or rest.endswith(ENDING)):
        what = "only a file or a program is given a name, as in killer=exec:./bot or mine=bot.py:Timid"
        raise WrongUse(f"bot {shown(text)}: {what}")
    return replace(find_bot(rest, engine, rulebook, seats), name=name, told=f"{name}={rest}")


def seat_all(bots: Sequence[str | Bot], engine: Engine, rulebook: Rulebook, seats: int) -> tuple[Bot, ...]:
    """Return a bot for each name; what is a bot already stays as it is."""
    found = {
        name: find_bot(name, engine, rulebook, seats)
        for name in dict.fromkeys(bot for bot in bots if isinstance(bot, str))
    }
    by_name: dict[str, Bot] = {}
    for bot in found.values():
        other = by_name.setdefault(bot.name, bot)
        if other.typed != bot.typed:
            raise WrongUse(f"{other.typed} and {bot.typed}: two bots have one name: give each its own")
    return tuple(found[bot] if isinstance(bot, str) else bot for bot in bots)


def _bot_of_file(name: str, path: str, engine: Engine, rulebook: Rulebook, seats: int) -> Bot:
    from conquestlab.analysis.bots.bot_files import read_bot_file
    from conquestlab.analysis.bots.shipped_bots import shipped_file, shipped_names

    file = read_bot_file(path, engine)
    like = file.head.like
    if not like:
        return mixed(name, engine.name, file.members(engine), file.head.tuned_for, file.value)
    if like not in shipped_names(engine.name):
        raise WrongUse(f"{name}: like = {like!r}: name a bot that comes with the program as a file")
    model = _bot_of_file(like, shipped_file(engine.name, like, rulebook, seats), engine, rulebook, seats)
    if model.mix and file.mix:
        raise WrongUse(f"{name}: like = {like!r}, which is a mix: leave out [[mix]], or name another bot")
    bot = mixed(name, engine.name, file.members(engine, model), model.tuned_for)
    if engine.learns is not None and not set(bot.policies).isdisjoint(engine.learns.policies):
        return replace(bot, value=file.value or model.value)
    return bot


def _no_bot(text: str, engine: Engine) -> str:
    from conquestlab.analysis.rules.faults import nearest, shown

    names = list(engine.bots)
    near = nearest(text, names)
    meant = f"did you mean {near}? " if near else ""
    hint = f"; to take the file of that name, let it end in {ENDING}" if os.path.isfile(text) else ""
    own = f"or bring your own: a file ending in {ENDING}, FILE.py:NAME, exec:PROGRAM"
    known = f"there are {', '.join(names)}, {own}"
    return f"no bot of {engine.name} is called {shown(text)!r}: {meant}{known}{hint}"


@cache
def shipped_bots(engine: Engine) -> dict[str, str]:
    """Return the name and the description of each bot that comes with the program as a file."""
    from conquestlab.analysis.bots.bot_files import read_bot_file
    from conquestlab.analysis.bots.shipped_bots import general_file, shipped_names

    return {
        name: read_bot_file(general_file(engine.name, name), engine).head.about
        for name in shipped_names(engine.name)
    }
