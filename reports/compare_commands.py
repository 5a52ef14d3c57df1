"""From a request to compare to a page and a figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.comparing.compare_answers import CompareAnswer, compare
from conquestlab.analysis.comparing.robustness import sign_rows
from conquestlab.analysis.comparing.variants import comparisons_of
from conquestlab.analysis.comparing.verdicts import SIGNS
from conquestlab.analysis.language import say
from conquestlab.analysis.playing.provenance import meta_of
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.reports.answer import DONE, Answer, Output
from conquestlab.reports.compare_reading import all_differences, compare_reading
from conquestlab.reports.digits import ShownNumber, shown
from conquestlab.reports.games.pages import cautions
from conquestlab.reports.page import Page

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.judging import Judged

Rows = list[dict[str, Any]]

BOTH_VALUES = re.compile(r", \S+ -> \S+( %)?(?=;|$)")
ABOUT = "about"  # the column that heads a table of its own


def compare_answer(request: CompareRequest, output: Output) -> Answer:
    """Answer `conquest compare`."""
    from conquestlab.reports.figures.compare_figures import check_measure, draw_differences

    request = request.but(bots=tuple(dict.fromkeys(request.bots)))
    comparisons = comparisons_of(request)
    check_measure(output.figure, comparisons)
    with output.voice.listening(sum(one.games * len(one.experiments) for one in comparisons)) as listener:
        compared = compare(request, comparisons, listener=listener, told=output.voice.say)
    notes = (*cautions(compared.rulebooks, compared.rows), *compared.notes)
    if request.robust:
        notes = (*_legend(compared.judged), *notes)
    signs = _signs_shown(compared.judged) if request.robust else []
    played = [one.base for one in compared.comparisons]
    page = Page(
        compared.rows,
        compared.rulebooks,
        notes,
        meta=_meta(compared, request),
        draw=lambda: draw_differences(compared, output.figure),
        shown=signs or _differences_shown(compared),
        split_by=ABOUT,
        reading=lambda: compare_reading(compared.rows, played, signs),
        whole=None if request.robust else all_differences(compared.rows, ABOUT),
    )
    return Answer(page, DONE if compared.interrupted else "", compared.failed)


def _meta(compared: CompareAnswer, request: CompareRequest) -> dict[str, Any]:
    """Return what is known of the games beside their rules."""
    meta = meta_of([one.base for one in compared.comparisons]) | {"margin": request.margin}
    if request.apart is not None:
        meta["apart"] = compared.comparisons[0].experiments[1].seeds.text
    return meta


# Tables for the eye -----------------------------------------------------------------------------


def _differences_shown(compared: CompareAnswer) -> Rows:
    """Set the values of base and variant side by side, with the verdict on their difference."""
    found: Rows = []
    base: dict[tuple[Any, ...], ShownNumber] = {}
    values = shown(compared.rows, ["value", "low", "high"])["value"]
    for row, value in zip(compared.rows, map(ShownNumber, values), strict=True):
        place = (row["players"], row["bots"], row["measure"], row["of"])
        if row["against"] is None:
            base[place] = value
            continue
        verdict = row["verdict"]
        found.append(
            {
                ABOUT: say(
                    "{rules} against {against}, {seated}",
                    rules=row["rules"],
                    against=row["against"],
                    seated=_seated(row["players"], row["bots"]),
                ),
                "measure": row["measure"],
                "of": row["of"],
                "base": base.get(place),
                "value": value,
                "verdict": verdict and _short_verdict(verdict, row["rules"]),
            }
        )
    return found


def _short_verdict(verdict: str, rules: str) -> str:
    """Leave out whose verdict it is, which stands above the table, and what the heading says."""
    told = verdict.removeprefix(f"{rules} is ").replace("no difference larger than", "no difference above")
    return BOTH_VALUES.sub("", told)


def _signs_shown(judged: Sequence[Judged]) -> Rows:
    """Set the signs of a measure out by number of players, those of all sets of bots in one cell."""
    players = sorted({one.comparison.players for one in judged})
    bots = list(dict.fromkeys(one.variant.bots_text for one in judged))
    lines: dict[tuple[Any, ...], dict[tuple[int, str], str]] = {}
    for row in sign_rows(judged):
        line = (
            say("{rules} against {against}", rules=row["rules"], against=row["against"]),
            row["measure"],
            row["of"],
            row["holds"],
        )
        lines.setdefault(line, {})[row["players"], row["bots"]] = row["sign"]
    return [
        {ABOUT: about, "measure": measure, "of": of}
        | {str(seats): "".join(signs.get((seats, name), " ") for name in bots).rstrip() for seats in players}
        | {"holds": holds}
        for (about, measure, of, holds), signs in lines.items()
    ]


def _legend(judged: Sequence[Judged]) -> list[str]:
    bots = list(dict.fromkeys(one.variant.bots_text for one in judged))
    signs = ", ".join(f"{sign} {words}" for sign, words in SIGNS.items())
    return [
        say(
            "columns by number of players; in each a sign for {bots}, in this order: {signs}",
            bots="; ".join(bots),
            signs=signs,
        ),
    ]


def _seated(players: int, bots: str) -> str:
    return say("{players} players, bots: {bots}", players=players, bots=bots)
