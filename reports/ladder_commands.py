"""From a request to rate bots to a page and a figure."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rating.contests import contests_of, known_of
from conquestlab.analysis.rating.ladder_answers import LadderAnswer, ladder
from conquestlab.analysis.requests.games import LadderRequest
from conquestlab.reports.answer import DONE, Answer, Output
from conquestlab.reports.ladder_reading import ladder_reading
from conquestlab.reports.page import Page
from conquestlab.reports.reading import check_names

FIGURES = ("rating", "elo", "seat_rating", "win_share", "pair_share", "triple", "misfit")
MEASURES = (*FIGURES, "win_share_of_all", "seat_win_share", "unfinished", "unfinished_share")


def ladder_answer(request: LadderRequest, output: Output) -> Answer:
    """Answer `conquest ladder`."""
    if output.figure and output.figure not in FIGURES:
        raise WrongUse(f"no figure {output.figure}: there are {', '.join(FIGURES)}")
    check_names(output.measures, MEASURES)
    contests = contests_of(request)
    with output.voice.listening(sum(contest.games for contest in contests)) as listener:
        rated = ladder(request, contests, listener=listener)
    page = Page(
        rated.rows,
        rated.rulebooks,
        rated.notes,
        meta=known_of(rated.contests),
        draw=lambda: _figure(rated, output.figure),
        reading=lambda: ladder_reading(rated.rows, not rated.contests[0].one),
    )
    return Answer(page, DONE if rated.interrupted else "", rated.failed)


def _figure(rated: LadderAnswer, measure: str | None) -> Any:
    """Draw ratings and pairs, or the shares of one bot against others; or one measure."""
    from conquestlab.reports.figures import ladder_figures

    if measure:
        return ladder_figures.one_measure(rated.rows, measure)
    if rated.contests[0].one:
        return ladder_figures.one_against(rated.rows)
    return ladder_figures.ladder(rated.rows)
