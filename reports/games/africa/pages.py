"""What pages and exact commands know of Africa 1880."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.africa.facts import is_reconstructed
from conquestlab.analysis.language import say
from conquestlab.reports.games.pages import OWN, Board, OwnFigure, OwnSection, Pages

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.games.africa.africa_map import AfricaMap
    from conquestlab.analysis.requests.exact import OddsRequest
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.reports.answer import Output
    from conquestlab.reports.page import Page


def board(rulebook: Rulebook, players: int) -> Board:
    """Return the board on which a game is watched."""
    from conquestlab.reports.games.africa.board import africa_board

    return africa_board(rulebook, players)


def sections() -> Sequence[OwnSection]:
    """Return the section on Africa."""
    from conquestlab.reports.games.africa.section_africa import africa

    return (OwnSection(africa, OWN + 3),)


def figures() -> Mapping[str, OwnFigure]:
    """Return the figures on the map."""
    from conquestlab.reports.games.africa.play_figures import FIGURES

    return FIGURES


def doubts(rulebook: Rulebook) -> list[str]:
    """Say what of the map is reconstructed."""
    if not is_reconstructed(rulebook.map):
        return []
    return [
        say(
            "the map of {label} is reconstructed: most names of territories, all borders, coasts "
            "and squares are ours, so that what is said of single nations and territories holds "
            "for it alone",
            label=rulebook.label,
        )
    ]


def caution(rulebooks: Sequence[Rulebook], rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say below rows of nations that they hold for a reconstructed map."""
    of_nations = any(row.get("measure") == "nation" for row in rows)
    if not of_nations or not any(is_reconstructed(book.map) for book in rulebooks):
        return []
    return [say("the map is reconstructed, and what is said of nations holds for it alone")]


def odds(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for a conflict, or for what to declare."""
    from conquestlab.reports.games.africa.odds_commands import africa_page

    return africa_page(request, output)


def drawn_map(world: AfricaMap, heading: str, rulebook: Rulebook | None) -> Figure:
    """Return the map as a figure: territories shaded by their squares, with where nations start."""
    from conquestlab.reports.games.africa.map_figure import board_map

    return board_map(world, heading=heading)


PAGES = Pages(
    board=board,
    sections=sections,
    figures=figures,
    figures_need="only Africa 1880 has it: name a rulebook of it",
    doubts=doubts,
    caution=caution,
    odds=odds,
    drawn_map=drawn_map,
)
