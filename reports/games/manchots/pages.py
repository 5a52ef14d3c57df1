"""What pages and exact commands know of Manchots Barjots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.manchots.facts import sentence_on_cards
from conquestlab.reports.games.pages import OWN, Board, OwnFigure, OwnOptions, OwnSection, Pages

if TYPE_CHECKING:
    from conquestlab.analysis.requests.exact import OddsRequest
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.reports.answer import Output
    from conquestlab.reports.page import Page


def board(rulebook: Rulebook, players: int) -> Board:
    """Return the board on which a game is watched."""
    from conquestlab.reports.games.manchots.board import zone_board

    return zone_board(rulebook, players)


def sections() -> Sequence[OwnSection]:
    """Return the section on zones and special cards."""
    from conquestlab.reports.games.manchots.section_zones import zones_and_specials

    return (OwnSection(zones_and_specials, OWN + 3),)


def figures() -> Mapping[str, OwnFigure]:
    """Return the figures of zones, special cards and sources of points."""
    from conquestlab.reports.games.manchots.play_figures import FIGURES

    return FIGURES


def doubts(rulebook: Rulebook) -> list[str]:
    """Say what of the deck is not in the printed rulebook."""
    sentence = sentence_on_cards(rulebook)
    return [sentence] if sentence else []


def odds(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for cards that are dealt, and for a first hand."""
    from conquestlab.reports.games.manchots.odds_commands import manchots_page

    return manchots_page(request, output)


OF_HANDS = OwnOptions("hand players", "but on Manchots Barjots", "add --rules manchots-barjots")
PAGES = Pages(
    board=board,
    sections=sections,
    figures=figures,
    figures_need="only Manchots Barjots has it: name a rulebook of that game",
    doubts=doubts,
    odds=odds,
    own_options={"odds": OF_HANDS},
)
