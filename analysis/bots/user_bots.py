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

from conquestlab.analysis.bots.bot import CALLED, OUTSIDE, Bot
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.rules.faults import nearest, one_line, shown

PROGRAM = "exec:"
QUOTES = "\"'"
PYTHON = re.compile(r"(.+\.py)(?::(.*))?", re.DOTALL)
HOST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_host.py")
DIGITS = 12


def is_user_bot(text: str) -> bool:
    """Whether a text names a bot that a user brings."""
    return text.startswith(PROGRAM) or PYTHON.fullmatch(text) is not None


def user_bot(text: str, game: str) -> Bot:
    """Return the bot that a user brings; WrongUse if it is not there."""
    if text.startswith(PROGRAM):
        command = _command(text)
        bot = Bot(text, game, OUTSIDE, command=command, sources=_sources(command))
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


def _sources(command: tuple[str, ...]) -> Mapping[str, str]:
    """Return the hashes of the files that a command names; a program found by its bare name is left out."""
    named = [word for place, word in enumerate(command) if place or os.sep in word]
    return {word: _hash_of(word) for word in named if os.path.isfile(word)}


def _hash_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return sha256(file.read()).hexdigest()[:DIGITS]
    except OSError as error:
        raise Failed(f"{one_line(path)} cannot be read: {error.strerror or error}") from None


def _python_bot(text: str, game: str) -> Bot:
    match = PYTHON.fullmatch(text)
    assert match is not None
    path, name = match[1], match[2] or ""
    if not os.path.isfile(path):
        raise WrongUse(f"bot {shown(text)}: there is no file {one_line(path)}")
    source = {path: _hash_of(path)}
    there = _defined_in(path)
    if name not in there:
        near = nearest(name, there)
        known = f"it has {', '.join(there)}" if there else "it has none"
        hint = f", nearest: {near}" if near else ""
        wrong = f"there is no class or function {shown(name)}" if name else "name a class or a function of it"
        example = f"{os.path.basename(path)}:{next(iter(there), 'Timid')}"
        raise WrongUse(f"bot {shown(text)}: {wrong}, as in {example} ({known}){hint}")
    place = os.path.abspath(path)
    if there[name] is not ast.ClassDef:
        return Bot(text, game, CALLED, function=(place, name), sources=source)
    return Bot(text, game, OUTSIDE, command=(sys.executable, HOST, place, name), sources=source)


def _defined_in(path: str) -> dict[str, type[ast.stmt]]:
    """Return what stands at the top of a file, classes and functions by name, without running it."""
    with open(path, "rb") as file:
        content = file.read()
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError) as error:
        where = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise WrongUse(f"{one_line(path)} is no Python: {where}{reason}") from None
    return {node.name: type(node) for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
