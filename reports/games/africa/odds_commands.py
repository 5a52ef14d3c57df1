"""From a request for odds of Africa 1880 to rows and notes: conflicts and what to declare."""

from __future__ import annotations

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.africa.answers import conflict_words, territory_answer
from conquestlab.analysis.games.africa.declarations import read_declarations
from conquestlab.analysis.language import marked
from conquestlab.analysis.requests.exact import OddsRequest
from conquestlab.reports.answer import Output
from conquestlab.reports.page import Page

MAP = marked(
    "the map of this game is reconstructed; conflicts and points depend on the rules alone, not on the map"
)
IDLE = {
    "exact": "--exact has no effect on Africa 1880, where points are whole numbers: leave it out",
    "simulate": "--simulate has no effect on Africa 1880, where conflicts have no dice: leave it out",
    "plot": "--plot has no effect on conflicts of Africa 1880, which have no figure: leave it out",
}
MEANINGS = (
    marked(
        "all are present on one developed territory in the last round; the points are those of the colony "
        "and of the alliances that the others present declare"
    ),
    marked(
        "strict: every other declaration loses; weak: none gains; mixed: all nations draw alike; safe: what "
        "a nation can be sure of, whatever the other declares"
    ),
    marked(
        "alike: equilibria that are the same but for the names of the nations; gain: the most that declaring "
        "otherwise would bring"
    ),
)


def africa_page(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for rulebooks of Africa 1880."""
    for option, asked in (("exact", request.exact), ("simulate", request.simulate), ("plot", output.plot)):
        if asked:
            raise WrongUse(IDLE[option])
    books = request.books
    rows = territory_answer(books, request.of)
    if not request.of:
        return Page(rows, books, (MAP,))
    _, wars = read_declarations(request.of, books[0].map.nations)
    if wars is None:
        return Page(rows, books, (*MEANINGS, MAP), split_by="aim")
    return Page(rows, books, (*conflict_words(wars), MAP))
