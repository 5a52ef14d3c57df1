"""The board of a game of Manchots Barjots that is watched: what lies in each zone before each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.games.manchots.names import ZONE_NAMES
from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.games.manchots.scenes import place_of
from conquestlab.analysis.language import say
from conquestlab.reports.games.pages import Board
from conquestlab.reports.webpage.board import board, place
from conquestlab.reports.webpage.svg import element, text_at

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

WIDE, HIGH, GAP, HEAD, MARGIN = 150.0, 66.0, 8.0, 28.0, 10.0


def zone_board(rulebook: Rulebook, players: int) -> Board:
    """Return the board for so many players, virtual ones included: a column for each zone, a row for each."""
    inside = []
    for column, zone in enumerate(ZONES):
        left = MARGIN + column * (WIDE + GAP)
        inside.append(text_at(ZONE_NAMES[zone], left, MARGIN + 17, class_="head"))
        for player in range(1, players + 1):
            top = MARGIN + HEAD + (player - 1) * (HIGH + GAP)
            ground = element("rect", x=left, y=top, width=WIDE, height=HIGH, rx=8, class_="ground")
            id = place_of(player, zone)
            inside.append(place(id, ZONE_NAMES[zone], ground, (left + WIDE / 2, top + 25), []))
    size = (
        2 * MARGIN + len(ZONES) * (WIDE + GAP) - GAP,
        2 * MARGIN + HEAD + players * (HIGH + GAP) - GAP,
    )
    title = say("The zones of {rules}", rules=rulebook.label)
    svg = board(*inside, size=size, title=title, players=players, style="cards")
    words = say("A number is the sum of a player's cards in a zone; the cards themselves stand below it.")
    return Board(svg, words)
