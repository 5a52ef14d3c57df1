"""From a request for odds of Risk Express to rows, notes and a figure."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.express import answers
from conquestlab.analysis.games.express.question import Lying
from conquestlab.analysis.games.express.simulation import needs_compiling
from conquestlab.analysis.language import marked
from conquestlab.analysis.requests.exact import OddsRequest
from conquestlab.reports.answer import Output
from conquestlab.reports.page import Page
from conquestlab.reports.trial import trial_of

STAR = marked("names with a star are reconstructed: the printed cards were not seen")


def express_page(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for rulebooks of Risk Express."""
    books, cards, exact = request.books, request.of, request.exact
    lying = Lying(request.dice, _lines(request.filled), request.another)
    if request.roll and request.first_rolls:
        raise WrongUse("--roll tells of one roll and --first-rolls of all: ask for one")
    meta: dict[str, Any] = {}
    if request.roll:
        faces = tuple(request.roll.replace(",", " ").split())
        rows = answers.roll_choices(books, faces, cards, lying, exact=exact)
    elif request.first_rolls:
        rows = answers.first_rolls(books, cards, lying, exact=exact)
    else:
        attacked = len(cards) or max(len(book.cards.cards) for book in books)
        with trial_of(request, output, attacked * len(books), needs_compiling) as trial:
            rows = answers.card_odds(books, cards, lying, exact=exact, trial=trial)
        if trial:
            meta = {"seed": trial.seed, "games": trial.games}

    def draw() -> Any:
        from conquestlab.reports.games.express.card_figures import card_chances

        return card_chances([_starred(row) for row in rows])

    reconstructed = any(row["name_provenance"] == "reconstructed" for row in rows)
    return Page(rows, books, (STAR,) if reconstructed else (), meta=meta, draw=draw, shown=_shown(rows))


def _lines(text: str | None) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in (text or "").split(",") if part.strip())
    except ValueError:
        raise WrongUse(f"--filled {text!r}: give numbers of lines, such as 1 or 1,3") from None


def _starred(row: dict[str, Any]) -> dict[str, Any]:
    star = "*" if row["name_provenance"] == "reconstructed" else ""
    return row | {"name": f"{row['name']}{star}" if row["name"] else row["name"]}


def _shown(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows as a terminal shows them: a star in place of the provenance, no second name."""
    hidden = ("card", "name_fr", "name_provenance")
    return [{key: value for key, value in _starred(row).items() if key not in hidden} for row in rows]
