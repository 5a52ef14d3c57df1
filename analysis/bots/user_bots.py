"""The user's own bots, by what was typed: a class or a function in a Python file, or any program."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from conquestlab.analysis.bots.bot import CALLED, OUTSIDE, Bot
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.rules.faults import nearest, one_line, shown

PROGRAM = "exec:"
QUOTES = "\"'"
PYTHON = re.compile(r"(.+\.py)(?::(.*))?", re.DOTALL)
HOST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_host.py")
DIGITS = 12
MOST_TRAVELLING = 4 << 20  # bytes of a file that travels with its bot


def is_user_bot(text: str) -> bool:
    """Whether a text names a bot that a user brings."""
    return text.startswith(PROGRAM) or PYTHON.fullmatch(text) is not None


def user_bot(text: str, game: str) -> Bot:
    """Return the bot that a user brings; WrongUse if it is not there."""
    if text.startswith(PROGRAM):
        command = _command(text)
        files = _files(command)
        bot = Bot(text, game, OUTSIDE, command=command, sources=_hashes(files), files=_light(files))
    else:
        bot = _python_bot(text, game)
    if bot.is_outside and os.name != "posix":
        raise WrongUse(f"bot {shown(text)}: bots outside need a system with POSIX pipes and process groups")
    return bot


def _command(text: str) -> tuple[str, ...]:
    """Return the words of a command, whose quotes may stand around the whole or inside."""
    typed = text.removeprefix(PROGRAM).strip()
    if len(typed) > 1 and typed[0] == typed[-1] and typed[0] in QUOTES and typed[0] not in typed[1:-1]:
        typed = typed[1:-1]
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise WrongUse(f"bot {shown(text)}: {str(error).lower()} in the command") from None
    if not words:
        raise WrongUse(f'bot {shown(text)}: name a program, as in exec:"./mybot --level 3"')
    if shutil.which(words[0]) is None:
        wrong = "is no program that may be run" if os.path.exists(words[0]) else "is not there"
        raise WrongUse(f"bot {shown(text)}: the program {one_line(words[0])} {wrong}")
    return tuple(words)


def _files(command: tuple[str, ...]) -> Mapping[str, bytes]:
    """Return the contents of the files that a command names; a program found by its bare name is left out."""
    named = [word for place, word in enumerate(command) if place or os.sep in word]
    return {word: _content(word) for word in named if os.path.isfile(word)}


def _hashes(files: Mapping[str, bytes]) -> Mapping[str, str]:
    return {path: hash_of(content) for path, content in files.items()}


def _light(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return those of the files that are light enough to travel."""
    return {path: content for path, content in files.items() if len(content) <= MOST_TRAVELLING}


def hash_of(content: bytes) -> str:
    """Return the hash by which a file of a bot is known."""
    return sha256(content).hexdigest()[:DIGITS]


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Failed(f"{one_line(path)} cannot be read: {error.strerror or error}") from None


def _python_bot(text: str, game: str) -> Bot:
    match = PYTHON.fullmatch(text)
    assert match is not None
    path, name = match[1], match[2] or ""
    if not os.path.isfile(path):
        raise WrongUse(f"bot {shown(text)}: there is no file {one_line(path)}")
    files = {path: _content(path)}
    there = _defined_in(path, files[path])
    if name not in there:
        near = nearest(name, there)
        known = f"it has {', '.join(there)}" if there else "it has none"
        hint = f", nearest: {near}" if near else ""
        wrong = f"there is no class or function {shown(name)}" if name else "name a class or a function of it"
        example = f"{os.path.basename(path)}:{next(iter(there), 'Timid')}"
        raise WrongUse(f"bot {shown(text)}: {wrong}, as in {example} ({known}){hint}")
    place = os.path.abspath(path)
    made_of: dict[str, Any] = {"function": (place, name), "sources": _hashes(files), "files": files}
    if there[name] is not ast.ClassDef:
        return Bot(text, game, CALLED, **made_of)
    return Bot(text, game, OUTSIDE, command=command_of_class(place, name), **made_of)


def command_of_class(path: str, name: str) -> tuple[str, ...]:
    """Return the words that start a class of a Python file as a program."""
    return sys.executable, HOST, path, name


def _defined_in(path: str, content: bytes) -> dict[str, type[ast.stmt]]:
    """Return what stands at the top of a file, classes and functions by name, without running it."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError) as error:
        where = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise WrongUse(f"{one_line(path)} is no Python: {where}{reason}") from None
    return {node.name: type(node) for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
