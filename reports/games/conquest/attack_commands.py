"""From a request for odds, or for the armies needed, to rows, notes and a figure."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles import attack_answers as answers
from conquestlab.analysis.games.conquest.battles.attack_question import kept_to_allowed, read_size
from conquestlab.analysis.language import marked, numerals, say
from conquestlab.analysis.requests.exact import NeedRequest, OddsRequest
from conquestlab.reports.answer import Output
from conquestlab.reports.page import Page
from conquestlab.reports.trial import trial_of

if TYPE_CHECKING:
    from conquestlab.reports.reading import Reading

MATRIX = ("defenders", "attackers", "win")  # down and across, as on the card and in figures
WANTED = Fraction(3, 4)  # the chance for which it is said how many armies it takes
STOPPING = marked("The larger mean of armies kept, with the worth of the land where it is taken.")


def odds_page(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for battles of armies."""
    if request.card:
        return _card(request)
    request, refused = kept_to_allowed(request)
    pages = {"table": _table, "policy": _policy, "distribution": _distribution, "quantiles": _quantiles}
    view = answers.view_of(request)
    page = pages[view](request) if view else _odds(request, output, named=bool(refused))
    return page._replace(notes=(*page.notes, *refused))


def need_page(request: NeedRequest, output: Output) -> Page:
    """Answer `conquest need`."""
    request, refused = kept_to_allowed(request)
    rows = answers.need(request)
    named = len(rows) > 1 or bool(refused)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.need_figure import chances_by_armies

        return chances_by_armies(answers.chances_near(request, rows), rows)

    return Page(
        rows, request.books, notes=refused, draw=draw, reading=lambda: _need_reading(rows, request, named)
    )


def _in_words(of: str, rows: list[dict[str, Any]]) -> Reading:
    """Return what a person reads in place of a table; who reads nothing need not load how."""
    from conquestlab.reports.games.conquest import odds_readings

    return getattr(odds_readings, of)(rows)


def _need_reading(rows: list[dict[str, Any]], request: NeedRequest, named: bool) -> Reading:
    from conquestlab.reports.games.conquest.attack_sentences import need_sentence, odds_table
    from conquestlab.reports.reading import Reading, Sheet

    said = [need_sentence(row, named, request.on_land) for row in rows]
    return Reading(tuple(said), (Sheet("", odds_table(rows)),))


def _odds_reading(rows: list[dict[str, Any]], request: OddsRequest, named: bool) -> Reading:
    from conquestlab.reports.games.conquest.attack_sentences import odds_sentence, odds_table
    from conquestlab.reports.reading import Reading, Sheet

    said = [
        odds_sentence(row, named, answers.needed_for(WANTED, book, request), request.on_land)
        for row, book in zip(rows, request.books, strict=True)
    ]
    return Reading(tuple(said), (Sheet("", odds_table(rows)),))


def _odds(request: OddsRequest, output: Output, named: bool) -> Page:
    meta: dict[str, Any] = {}
    named = named or len(request.books) > 1
    with trial_of(request, output, len(request.rules), _needs_compiling) as trial:
        rows = answers.odds(request.books, request, trial)
    if trial:
        meta = {"seed": trial.seed, "games": trial.games}
    others = (request.other,) if request.other else ()

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_figures import end_of_battle

        ends = answers.distribution((*request.books, *others), request.but(exact=False))
        return end_of_battle(ends, _sides_text(request))

    return Page(
        rows, request.books, meta=meta, draw=draw, reading=lambda: _odds_reading(rows, request, named)
    )


def _needs_compiling() -> bool:
    from conquestlab.analysis.games.conquest.battles.battle_simulation import needs_compiling

    return needs_compiling()


def _sides_text(request: OddsRequest) -> str:
    return " v ".join((request.of[0], " ".join(request.of[1:])))


def _distribution(request: OddsRequest) -> Page:
    rows = answers.distribution(request.books, request)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_figures import end_of_battle

        ends = answers.distribution(request.books, request.but(exact=False)) if request.exact else rows
        return end_of_battle(ends, _sides_text(request))

    return Page(rows, request.books, draw=draw, reading=partial(_in_words, "ends_reading", rows))


def _quantiles(request: OddsRequest) -> Page:
    rows = answers.quantiles(request.books, request)
    return Page(rows, request.books, reading=partial(_in_words, "losses_reading", rows))


def _table(request: OddsRequest) -> Page:
    rows = answers.table(request.books, request)

    def draw() -> Any:
        from conquestlab.reports.games.conquest import odds_figures

        plain = answers.table(request.books, request.but(exact=False)) if request.exact else rows
        if request.other:
            label = request.other.label
            if len(request.books) > 1 or plain[0]["rules"] == label:
                raise WrongUse("a figure of a difference takes one rulebook and another --against it")
            other = answers.table((request.other,), request.but(exact=False, against=None))
            return odds_figures.difference_map([*plain, *other], label)
        if request.worth is not None:
            return _stopping_map(plain, str(request.table), request.worth)
        return odds_figures.odds_map(plain)

    if request.exact or request.worth is not None:
        return Page(rows, request.books, draw=draw)
    matrix = None if request.against else MATRIX
    reading = partial(_in_words, "table_reading", rows)
    return Page(rows, request.books, matrix=matrix, draw=draw, reading=reading)


def _card(request: OddsRequest) -> Page:
    from conquestlab.reports.figures.style import check_plot_path

    place, books = str(request.card), request.books
    if check_plot_path(place) != "pdf":
        raise WrongUse(f"a card is printed from a PDF: end the name of {place} in .pdf")
    if request.of:
        raise WrongUse(f"a card shows a rulebook as it is: leave out {' '.join(request.of)}")
    if len(books) > 1:
        raise WrongUse("a card shows one rulebook: name one with --rules, and make a card of each")
    from conquestlab.analysis.games.conquest.battles.odds_card import odds_card
    from conquestlab.reports.games.conquest.thumb_rules import thumb_sentences

    card = odds_card(books[0])

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_card import draw_card

        return draw_card(card, request.rules[0])

    notes, meta = tuple(thumb_sentences(card)), {"thumb": card.thumb}
    return Page(card.rows, books, notes, meta=meta, draw=draw, place=place)


def _stopping_map(rows: list[dict[str, Any]], size: str, worth: float) -> Any:
    from conquestlab.reports.games.conquest.odds_figures import choice_map

    attackers, defenders = read_size(size)
    first = rows[0]["rules"]
    roll = {
        (row["attackers"], row["defenders"]): row["roll"] == "yes" for row in rows if row["rules"] == first
    }
    choices = [[int(roll[a, d]) for d in range(1, defenders + 1)] for a in range(1, attackers + 1)]
    heading = say(
        "{first}: attack a land worth {worth} armies, or stop?", first=first, worth=numerals(f"{worth:g}")
    )
    return choice_map(choices, {0: "stop", 1: "roll"}, heading=heading, subtitle=STOPPING)


def _policy(request: OddsRequest) -> Page:
    rows = answers.dice_policy(request.books, request)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_figures import choice_map

        if any("roll" in row for row in rows) or any(not row["defend_dice"].isdigit() for row in rows):
            raise WrongUse("a choice that depends on the roll, or is mixed, has no map: leave out --plot")
        attackers, defenders = read_size(str(request.policy))
        first = rows[0]["rules"]
        dice = {(r["attackers"], r["defenders"]): int(r["defend_dice"]) for r in rows if r["rules"] == first}
        matrix = [[dice.get((a, d)) for d in range(1, defenders + 1)] for a in range(1, attackers + 1)]
        names = {
            number: say("{number} dice", number=number) if number > 1 else say("1 die")
            for number in sorted(set(dice.values()))
        }
        return choice_map(matrix, names, heading=say("{first}: the defender's best dice", first=first))

    return Page(rows, request.books, draw=draw)
