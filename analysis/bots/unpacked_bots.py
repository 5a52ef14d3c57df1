"""Bots that come from another machine: the files of a user's bot are laid down where it plays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.user_bots import command_of_class, hash_of


def unpacked(bot: Bot, folder: Path) -> Bot:
    """Return a bot that can play here: where its own files are not, they are laid down in a folder.

    A file that stands at the same path with the same content is used where it is, with what lies beside it.
    """
    if not bot.is_from_user:
        return bot
    places = {path: _place(path, bot, folder) for path in bot.files}
    if not bot.function:
        return replace(bot, command=tuple(places.get(word, word) for word in bot.command))
    (path,) = places.values()
    name = bot.function[1]
    return replace(bot, function=(path, name), command=command_of_class(path, name) if bot.is_outside else ())


def _place(path: str, bot: Bot, folder: Path) -> str:
    """Return where the content of a file lies."""
    wanted = bot.sources[path]
    for known in (bot.function[0] if bot.function else path, path):
        if _is_there(Path(known), wanted):
            return str(Path(known).absolute()) if bot.function else known
    place = folder / wanted / Path(path).name
    if not _is_there(place, wanted):
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.part")
        part.write_bytes(bot.files[path])
        part.chmod(0o755)
        part.replace(place)  # at once, for another thread
    return str(place)


def _is_there(place: Path, wanted: str) -> bool:
    try:
        return hash_of(place.read_bytes()) == wanted
    except OSError:
        return False
