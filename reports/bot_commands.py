"""`conquest bots`: a bot of one's own is begun, checked and asked again; those that ship are listed."""

from __future__ import annotations

import os

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.analysis.requests.bots import AskBotRequest, CheckBotRequest
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.page import Page

SAME, OTHER = "same", "other"


def new_answer(path: str, rules: str, is_program: bool) -> Answer:
    """Answer `conquest bots new`: write the file, which may not be there."""
    from conquestlab.analysis.starting.own_bot import own_bot
    from conquestlab.reports.files import check_place, write_whole

    text = own_bot(path, rules, is_program)
    if os.path.lexists(path):
        raise WrongUse(f"{path} is there already: name another file")
    check_place(path)
    write_whole(path, text.encode("utf-8"))
    spelled = next(line.split(None, 3)[3] for line in text.splitlines() if "conquest bots check" in line)
    what = say("a bot that plays {rules}, to be changed", rules=rules)
    notes = (say("Next: conquest bots check {bot} --rules {rules}", bot=spelled, rules=rules),)
    return Answer(Page([{"file": path, "what": what}], notes=notes))


def list_answer() -> Answer:
    """Answer `conquest bots list`."""
    from conquestlab.analysis.bots.bot_list import list_bots

    own = say("Bring your own as FILE.toml, FILE.py:NAME or exec:PROGRAM; begin one with conquest bots new.")
    return Answer(Page(list(list_bots()), notes=(own,), split_by="game"))


def check_answer(request: CheckBotRequest, output: Output) -> Answer:
    """Answer `conquest bots check`; it holds if nothing went wrong and all games were the same again."""
    from conquestlab.analysis.bots.bot_checks import check_bot

    rows = []
    for row in check_bot(request):
        rows.append(row)
        output.voice.say(
            say(
                "{rules}, {players} players: {found}",
                rules=row["rules"],
                players=row["players"],
                found=row["fault"] or say("well"),
            )
        )
    faults = sum(bool(row["fault"]) for row in rows)
    others = sum(row["again"] == OTHER for row in rows)
    notes = []
    if faults:
        notes.append(say("It failed in {faults} of {rows} settings.", faults=faults, rows=len(rows)))
    if others:
        notes.append(
            say(
                "Its games were other ones the second time in {others} of {rows} settings: "
                "let it decide by what it is told and by `draw` alone.",
                others=others,
                rows=len(rows),
            )
        )
    if not notes:
        notes.append(say("It answered all questions, and its games were the same the second time."))
    return Answer(Page(rows, notes=tuple(notes)), holds=not (faults or others))


def ask_answer(request: AskBotRequest) -> Answer:
    """Answer `conquest bots ask`; it holds if the answer is a choice that was offered."""
    from conquestlab.analysis.bots.kept_questions import ask_again

    rows = ask_again(request.file, request.bot, request.bot_seconds)
    return Answer(Page(rows), holds=not rows[0]["fault"])
