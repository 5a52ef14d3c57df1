"""The board of a game of Risk Express that is watched: the cards by continent, each with its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.language import native, say
from conquestlab.reports.games.pages import Board
from conquestlab.reports.webpage.board import board, place
from conquestlab.reports.webpage.svg import element, text_at

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

WIDE, HIGH, GAP, HEAD = 168.0, 88.0, 8.0, 26.0
ACROSS = 4  # cards in a row
MARGIN = 10.0


def card_board(rulebook: Rulebook, players: int) -> Board:
    """Return the board for so many players; continents fill the rows one after the other."""
    cards = rulebook.cards
    inside: list[str] = []
    x, y = 0, MARGIN
    for place_of, continent in enumerate(cards.continents):
        own = [cards.cards[number] for number in cards.continent_cards[place_of]]
        if x and x + len(own) > ACROSS:
            x, y = 0, y + HEAD + HIGH + GAP
        corner = MARGIN + x * (WIDE + GAP)
        heading = say(
            "{continent}, complete {points}",
            continent=native(continent.name, continent.name_fr),
            points=continent.back,
        )
        inside.append(text_at(heading, corner, y + 17, class_="head"))
        for card in own:
            if x == ACROSS:
                x, y = 0, y + HEAD + HIGH + GAP
            left, top = MARGIN + x * (WIDE + GAP), y + HEAD
            name = native(card.name, card.name_fr) + "*" * card.name_reconstructed
            ground = element("rect", x=left, y=top, width=WIDE, height=HIGH, rx=8, class_="ground")
            middle = left + WIDE / 2
            lines = [(name, middle, top + 24)]
            inside.append(place(card.id, name, ground, (middle, top + 46), lines))
            x += 1
    size = (2 * MARGIN + ACROSS * WIDE + (ACROSS - 1) * GAP, y + HEAD + HIGH + MARGIN)
    title = say("The cards of {rules}", rules=rulebook.label)
    svg = board(*inside, size=size, title=title, players=players, style="cards")
    words = say("A number on a card is its points; a card without a letter lies in the middle.")
    return Board(svg, words)
