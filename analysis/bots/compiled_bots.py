"""The user's compiled bots: functions imported from a file, compiled, and called like built-in bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.python_host import last_words, load
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.faults import one_line


def function_of(bot: Bot) -> Callable[..., Any]:
    """Return the function that a bot is, imported at the first use; WrongUse if that fails."""
    path, name = bot.function
    return _imported(path, name, *bot.sources.values())


@cache
def _imported(path: str, name: str, source: str) -> Callable[..., Any]:
    """Import the function; `source` is the hash of the file, so that another content is another file."""
    folder = os.path.dirname(path)
    sys.path.insert(0, folder)
    try:
        found = getattr(load(path, f"bots_{source}"), name)
    except (Exception, SystemExit) as error:
        raise WrongUse(f"{one_line(path)} cannot be imported: {last_words(error, path)}") from error
    finally:
        sys.path.remove(folder)
    if not callable(found):
        raise WrongUse(f"{one_line(path)} makes {name} something that cannot be called: let it be a function")
    function: Callable[..., Any] = found
    return function
