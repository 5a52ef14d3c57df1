"""What pages and exact commands know of Risk Express."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.express.facts import reconstructed_names
from conquestlab.analysis.language import say
from conquestlab.reports.games.pages import OWN, Board, OwnOptions, OwnSection, Pages

if TYPE_CHECKING:
    from conquestlab.analysis.requests.exact import OddsRequest
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.reports.answer import Output
    from conquestlab.reports.page import Page


def board(rulebook: Rulebook, players: int) -> Board:
    """Return the board on which a game is watched."""
    from conquestlab.reports.games.express.board import card_board

    return card_board(rulebook, players)


def sections() -> Sequence[OwnSection]:
    """Return the section on the cards."""
    from conquestlab.reports.games.express.section_cards import cards_on_the_table

    return (OwnSection(cards_on_the_table, OWN + 2),)


def doubts(rulebook: Rulebook) -> list[str]:
    """Say which names of cards are reconstructed."""
    names = reconstructed_names(rulebook)
    if not names:
        return []
    return [
        say(
            "{names} of the {cards} names of cards are reconstructed and bear a star: {names_2}; "
            "the printed cards were not seen",
            names=len(names),
            cards=len(rulebook.cards.cards),
            names_2=", ".join(names),
        )
    ]


def odds(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for cards to conquer."""
    from conquestlab.reports.games.express.odds_commands import express_page

    return express_page(request, output)


def calculator(rulebook: Rulebook) -> dict[str, Any]:
    """Return what a calculator knows of a rulebook."""
    from conquestlab.reports.games.express.calculator import calculator as known

    return known(rulebook)


OF_CARDS = OwnOptions(
    "dice filled another roll first_rolls", "but on Risk Express", "add --rules risk-express"
)
PAGES = Pages(
    board=board,
    sections=sections,
    doubts=doubts,
    odds=odds,
    own_options={"odds": OF_CARDS},
    calculator=calculator,
)
