"""The sections of exact tables: the odds of a battle, and what cards bring."""

from __future__ import annotations

from conquestlab.analysis.games.conquest.battles.attack_answers import table
from conquestlab.analysis.games.conquest.card_sets.card_answers import chance, scale
from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.shared_tables import Shared, shared_rows, shared_tables
from conquestlab.analysis.requests.exact import CardsRequest, OddsRequest
from conquestlab.reports.games.conquest.card_curves import chance_curves, scale_curves
from conquestlab.reports.games.conquest.cell_plot import odds_cells
from conquestlab.reports.webpage.html import plain_table
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Figure, Section, named_books

ODDS_SIZE = "10x10"


def dice_and_cards(contents: Contents) -> Section:
    """Return the section on the odds of an attack and on sets of cards, empty where there are none."""
    section = Section("exact", say("Dice and cards"), short=say("Dice, cards"))
    books = named_books(contents, "conquest")
    several = len(books) > 1
    for shared in shared_tables(books, lambda book: table((book,), OddsRequest(table=ODDS_SIZE)), ("win",)):
        title = say("Chance that the attackers win") + _under(shared, several)
        how = say(
            "In per cent, exact, fought to the end; attackers are the armies that may attack. Orange is the "
            "attackers' side, blue the defenders', and the line parts what is more likely from what is not."
        )
        drawing = odds_cells(shared.rows, title=title, of_rules=shared.name)
        section.figures.append(
            Figure(title, how, drawing, scale=("d", say("defenders win"), say("attackers win")))
        )
    about = CardsRequest.about(*(book for _, book in books))
    called = {book.label: name for name, book in books}
    chances, scales = (
        [{**row, "rules": called.get(str(row["rules"]), row["rules"])} for row in rows]
        for rows in (chance(about), scale(about))
    )
    section.figures += painted([chance_curves(chances), scale_curves(scales)])
    for shared in shared_rows(scales, ("set", "armies")):
        if shared.rows[0]["number"] is None:
            rows = [{"set": row["set"].replace("_", " "), "armies": row["armies"]} for row in shared.rows]
            section.tables.append(
                plain_table(say("What a set is worth{under}", under=_under(shared, several)), rows)
            )
    return section


def _under(shared: Shared, several: bool) -> str:
    return f": {shared.name}" if several else ""
