"""The cards of Risk Express on the table: by continent, each shaded by the chance to conquer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from conquestlab.analysis.games.express.country_cards import CountryCards
from conquestlab.analysis.language import native, say, translated
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import exact_share, formatted, in_unit, span_text
from conquestlab.reports.webpage.svg import drawing, element, mark, shortened, text_at

CARD_WIDE, CARD_HIGH, GAP, HEAD = 124.0, 74.0, 8.0, 24.0
ACROSS = 2
STEPS = 7


def card_board(
    cards: CountryCards,
    odds: Mapping[str, Mapping[str, Any]],
    sample: Mapping[tuple[str, str], Mapping[str, Any]],
    said: Mapping[str, str],
    *,
    title: str,
) -> str:
    """Return the figure: a drawing for each continent, beside each other as far as there is room.

    Parameters
    ----------
    cards : CountryCards
    odds : mapping
        By card: `win`, `from_another`.
    sample : mapping
        By card and measure: what was counted in the sample.
    said : mapping
        What the measures of the sample are called.
    title : str
    """
    wide = ACROSS * CARD_WIDE + (ACROSS - 1) * GAP
    chances = [float(row["win"]) for row in odds.values()]
    ends = min(chances), max(chances)
    drawings = []
    for place, continent in enumerate(cards.continents):
        shown = native(continent.name, continent.name_fr)
        name = f"{shown} ({continent.back})"
        own = [cards.cards[number] for number in cards.continent_cards[place]]
        head = [element("tspan", escape(name), class_="tb")]
        if continent.name_fr != shown:
            head.append(element("tspan", escape(continent.name_fr), dx=7.0, class_="tf"))
        inside = [element("text", *head, x=0, y=16)]
        for number, card in enumerate(own):
            down, across = divmod(number, ACROSS)
            corner = across * (CARD_WIDE + GAP), HEAD + down * (CARD_HIGH + GAP)
            inside.append(_card(card, odds[card.id], sample, said, corner, ends))
        high = HEAD + (CARD_HIGH + GAP) * -(-len(own) // ACROSS)
        drawings.append(drawing(*inside, size=(wide, high), title=f"{title}: {shown}"))
    return f'<div class="board">{"".join(drawings)}</div>'


def _card(
    card: Any,
    odds: Mapping[str, Any],
    sample: Mapping[tuple[str, str], Mapping[str, Any]],
    said: Mapping[str, str],
    place: tuple[float, float],
    ends: tuple[float, float],
) -> str:
    x, y = place
    chance = float(odds["win"])
    step = min(STEPS - 1, int((chance - ends[0]) / (ends[1] - ends[0] or 1.0) * STEPS))
    name = native(card.name, card.name_fr) + "*" * card.name_reconstructed
    stars = say("1 point") if card.points == 1 else say("{number} points", number=card.points)
    tip = [
        name if native("", card.name_fr) else f"{name} · {card.name_fr}",
        stars,
        say("conquered with {chance}, exact", chance=exact_share(chance)),
    ]
    if odds["from_another"] is not None:
        other = exact_share(float(odds["from_another"]))
        tip.append(say("from another player {chance}", chance=other))
    for measure, what in said.items():
        row = sample.get((card.id, measure))
        if row is not None and row["value"] is not None:
            percent = measure in ("success", "robbed", "owner_wins")
            value, low, high = formatted(row["value"], row["low"], row["high"], percent)
            span = "" if (low, high) == (NOTHING, NOTHING) else f" ({span_text(low, high)})"
            tip.append(f"{translated(what)}: {in_unit(value, percent, '')}{span}")
    return mark(
        element("rect", x=x + 0.5, y=y, width=CARD_WIDE - 1, height=CARD_HIGH, rx=7, class_=f"card q{step}"),
        text_at(shortened(name, CARD_WIDE - 14), x + 8, y + 18, class_=f"cardname q{step}i"),
        text_at(
            shortened("" if native("", card.name_fr) else card.name_fr, CARD_WIDE - 14, 10.5),
            x + 8,
            y + 32,
            class_=f"cardfr q{step}i",
        ),
        text_at(exact_share(chance).replace(" ", ""), x + 8, y + 61, class_=f"cardnumber q{step}i"),
        text_at(stars, x + CARD_WIDE - 8, y + 60, class_=f"cardfr q{step}i", text_anchor="end"),
        tip=tip,
        row={"value": chance, "measure": "win", "of": card.id},
    )


def by_card(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Return rows of a sample by card and measure."""
    return {(row["of"], row["measure"]): row for row in rows}
