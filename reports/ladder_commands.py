"""From a request to rate bots to a page and a figure."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rating.contests import contests_of
from conquestlab.analysis.rating.ladder_answers import LadderAnswer, ladder
from conquestlab.analysis.requests.games import LadderRequest
from conquestlab.reports.answer import DONE, Answer, Output, one_or_all
from conquestlab.reports.page import Page

FIGURES = ("rating", "elo", "seat_rating", "win_share", "pair_share", "triple", "misfit")


def ladder_answer(request: LadderRequest, output: Output) -> Answer:
    """Answer `conquest ladder`."""
    if output.figure and output.figure not in FIGURES:
        raise WrongUse(f"no figure {output.figure}: there are {', '.join(FIGURES)}")
    contests = contests_of(request)
    with output.voice.listening(sum(contest.games for contest in contests)) as listener:
        rated = ladder(request, contests, listener=listener)
    page = Page(
        rated.rows,
        rated.rulebooks,
        rated.notes,
        meta=_meta(rated),
        draw=lambda: _figure(rated, output.figure),
    )
    return Answer(page, DONE if rated.interrupted else "", rated.failed)


def _meta(rated: LadderAnswer) -> dict[str, Any]:
    """Return what is known of the games beside their rules."""
    contests = rated.contests
    return {
        "seed": contests[0].fixtures[0].experiment.seeds.text,
        "bots": list(dict.fromkeys(name for contest in contests for name in contest.names)),
        "players": one_or_all([contest.seats for contest in contests]),
        "games": one_or_all([contest.games for contest in contests]),
        "lineups": one_or_all([len(contest.fixtures) for contest in contests]),
    }


def _figure(rated: LadderAnswer, measure: str | None) -> Any:
    """Draw ratings and pairs, or the shares of one bot against others; or one measure."""
    from conquestlab.reports.figures import ladder_figures

    if measure:
        return ladder_figures.one_measure(rated.rows, measure)
    if rated.contests[0].one:
        return ladder_figures.one_against(rated.rows)
    return ladder_figures.ladder(rated.rows)
