"""A question that a bot failed at, kept in a file, so that it can be asked again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from conquestlab.analysis.bots.answers import chosen_row, ungrouped
from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.conversation import Conversation
from conquestlab.analysis.bots.named_bots import name_and_bot
from conquestlab.analysis.bots.programs import Program, ProgramFailed
from conquestlab.analysis.bots.terms import FIRST, SECOND, Terms, read_hello, says_hello
from conquestlab.analysis.bots.user_bots import is_user_bot, user_bot
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.language import say
from conquestlab.analysis.rules.faults import one_line, shown
from conquestlab.analysis.version import VERSION

KIND = "conquestlab question"
LONGEST_NAME = 40
Row = dict[str, Any]


def keep_question(
    bot: Bot, at_game: Conversation, rules: Any, position: Any, rows: Any, draw: int, failure: ProgramFailed
) -> str:
    """Write the question that a bot failed at into a file of this folder, and return its name.

    It holds all that the bot could be told: the whole view, and the choices in both forms.
    """
    messages, seat = at_game.messages, at_game.seat
    head = {"type": "game", "game": at_game.game, "seat": seat + 1}
    choices, groups = messages.grouped(rules, position, rows)
    told = {
        "kind": KIND,
        "version": VERSION,
        "bot": bot.typed,
        "engine": messages.engine.name,
        "failed": str(failure),
        "asked": messages.kind(int(position["asked"])),
        "decision": at_game.questions,
        "game": {str(version): head | messages.game(version) for version in (FIRST, SECOND)},
        "view": messages.view(rules, position, seat),
        "choices": messages.choices(rules, position, rows),
        "grouped": choices,
        "groups": groups,
        "rows": rows.tolist(),
        "draw": draw,
    }
    name = re.sub(r"[^A-Za-z0-9]+", "-", bot.name).strip("-")[-LONGEST_NAME:].strip("-")
    place = Path(f"failed-{name}-game-{at_game.game}-decision-{at_game.questions}.json")
    try:
        place.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    except OSError as error:
        raise Failed(f"{failure}; the question cannot be kept: {error.strerror or error}") from None
    return str(place)


def ask_again(path: str, text: str, seconds: float) -> list[Row]:
    """Ask a bot a question that was kept, and return what it answers, as one row.

    Parameters
    ----------
    path : str
        The file.
    text : str
        The bot, as it is named elsewhere.
    seconds : float
        How long an answer may take.
    """
    kept = _read(path)
    rest = name_and_bot(text)[1]
    bot = user_bot(rest, kept["engine"]) if is_user_bot(rest) else None
    if bot is None or not bot.is_outside:
        raise WrongUse(f"bot {shown(text)}: ask a class or a program, as in bot.py:Timid or exec:./bot")
    row = {"game": kept["game"]["1"]["game"], "decision": kept["decision"], "asked": kept["asked"]}
    try:
        program = Program(bot.command, seconds, debug=True)
    except ProgramFailed as failure:
        raise Failed(f"bot {one_line(text)}: {failure}") from None
    try:
        answer, choice = _answer(program, kept)
        found = {"answer": _text(answer), "choice": _text(choice), "fault": ""}
    except ProgramFailed as failure:
        found = {"answer": "", "choice": "", "fault": str(failure)}
    finally:
        program.close()
    return [row | found]


def _answer(program: Program, kept: dict[str, Any]) -> tuple[Any, Any]:
    """Return what a program answers, and the choice that this is; ProgramFailed if it is none."""
    import numpy as np

    rows = np.array(kept["rows"], np.int64)
    terms = Terms()
    program.tell(kept["game"][str(FIRST)])
    answer = program.ask(_question(kept, terms))
    if says_hello(answer):
        terms = read_hello(answer)
        program.tell({"type": "hello", "protocol": terms.version, "wants": sorted(terms.wants)})
        program.tell(kept["game"][str(SECOND)])
        answer = program.ask(_question(kept, terms))
    named = ungrouped(answer, kept["groups"], kept["asked"]) if "grouped" in terms.wants else answer
    chosen_row(named, rows, kept["asked"])
    number = named["choice"] if isinstance(named, dict) else named
    return answer, kept["choices"][number]


def _question(kept: dict[str, Any], terms: Terms) -> dict[str, Any]:
    choices = kept["grouped"] if "grouped" in terms.wants else kept["choices"]
    question = {"type": "ask", "game": kept["game"]["1"]["game"], "decision": kept["decision"]}
    question |= {"view": kept["view"], "choices": choices, "draw": kept["draw"]}
    return question | {"draw_text": str(kept["draw"])} if terms.version == SECOND else question


def _read(path: str) -> dict[str, Any]:
    if "\0" in path:
        raise WrongUse(f"{one_line(path)} cannot be read: no file has such a name")
    try:
        kept = msgspec.json.decode(Path(path).read_bytes())
    except OSError as error:
        raise WrongUse(f"{one_line(path)} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        kept = None
    if not isinstance(kept, dict) or kept.get("kind") != KIND:
        words = say("{path} holds no question: --debug keeps one where a bot fails", path=one_line(path))
        raise WrongUse(words)
    return kept


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
