"""From a request to verify to the table of evidence."""

from __future__ import annotations

from conquestlab.analysis.evidence.checks import OK
from conquestlab.analysis.evidence.verify_answers import verify
from conquestlab.analysis.language import say
from conquestlab.analysis.requests.games import VerifyRequest
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.page import Page


def verify_answer(request: VerifyRequest, output: Output) -> Answer:
    """Answer `conquest verify`; it holds if no check differs."""
    found = verify(request, bar=output.voice.progress, listening=output.voice.listening)
    agreeing = sum(row["verdict"] == OK for row in found.rows)
    verdict = say("{agreeing} of {rows} checks agree", agreeing=agreeing, rows=len(found.rows))
    meta = {"seed": found.seed, "games": request.games_each}
    return Answer(
        Page(found.rows, found.rulebooks, (verdict, *found.notes), meta=meta, split_by="check"),
        say("the rows tell of what was checked") if found.interrupted else "",
        holds=agreeing == len(found.rows),
        findings=found.findings,
    )
