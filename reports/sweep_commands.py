"""From a request to sweep to a page and a figure."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.language import say
from conquestlab.analysis.playing.provenance import meta_of
from conquestlab.analysis.requests.sweeps import SweepRequest
from conquestlab.analysis.sweeping.cells import Plan, plan_of
from conquestlab.analysis.sweeping.sweep_answers import SweepAnswer, sweep
from conquestlab.reports.answer import DONE, Answer, Output
from conquestlab.reports.digits import ShownNumber, shown
from conquestlab.reports.games.pages import cautions
from conquestlab.reports.page import Page
from conquestlab.reports.sweep_reading import sweep_reading

Rows = list[dict[str, Any]]

ABOUT = "about"  # the column that heads a table of its own


def sweep_answer(request: SweepRequest, output: Output) -> Answer:
    """Answer `conquest sweep`."""
    from conquestlab.reports.figures.sweep_figures import check_figure, draw_sweep

    plan = plan_of(request)
    check_figure(output.figure, plan)
    with output.voice.listening(plan.games) as listener:
        swept = sweep(request, plan, listener=listener)
    books = tuple(book for _, book in plan.grid.books)
    page = Page(
        swept.rows,
        books,
        (*cautions(books, swept.rows), *swept.notes),
        meta=_meta(plan),
        draw=lambda: draw_sweep(swept.rows, plan, output.figure),
        shown=_shown(swept),
        split_by=ABOUT,
        reading=lambda: sweep_reading(swept.rows, plan),
    )
    kept = (
        say("go on with: {way_on}", way_on=output.way_on)
        if request.out
        else say("{done}; --out DIR keeps them, to go on later", done=DONE)
    )
    return Answer(page, kept if swept.interrupted else "", swept.failed)


def _meta(plan: Plan) -> dict[str, Any]:
    """Return what is known of the cells beside their rules."""
    about: dict[str, Any] = meta_of([cell.experiment for cell in plan.cells])
    vary = {
        key.name: list(dict.fromkeys(key.text(book) for _, book in plan.grid.books)) for key in plan.grid.keys
    }
    about |= {"vary": vary, "measures": list(plan.measures), "margin": plan.request.margin}
    if plan.grid.keys:
        about["against"] = plan.base_label
    if plan.request.within is not None:
        about["within"] = plan.request.within
    return about


def _shown(swept: SweepAnswer) -> Rows:
    """Set the cells of one table and measure below each other, with the verdict on their difference."""
    plan = swept.plan
    values = shown(swept.rows, ["value", "low", "high"])
    numbers = [
        {name: ShownNumber(texts[place]) for name, texts in values.items()}
        for place in range(len(swept.rows))
    ]
    keys = dict(zip(plan.columns, plan.grid.keys, strict=True))
    books = {book.label: book for _, book in plan.grid.books}
    found = []
    for row, number in zip(swept.rows, numbers, strict=True):
        book = books[row["rules"]]
        one = {
            ABOUT: say("{players} players, bots: {bots}", players=row["players"], bots=row["bots"]),
            "measure": row["measure"],
            "of": row["of"],
        }
        one |= {column: _plain(row[column], key.text(book)) for column, key in keys.items()}
        one |= {"value": number["value"]}
        if keys:
            one["verdict"] = say("the base") if row["against"] is None else _short(row["verdict"])
        else:
            one |= {"low": number["low"], "high": number["high"]}
        found.append(one)
    return sorted(found, key=lambda one: (plan.measures.index(one["measure"]), one["of"]))


def _plain(value: Any, text: str) -> Any:
    """Return a number as it is, all else as it may be typed."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and text == str(value)
    return value if is_number else text


def _short(verdict: str | None) -> str | None:
    return verdict and verdict.replace("no difference larger than", "no difference above")
