"""What pages, figures and exact commands know of the games of conquest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.conquest.facts import disputed_borders
from conquestlab.analysis.language import say
from conquestlab.reports.games.pages import OWN, WINS, Board, OwnFigure, OwnOptions, OwnSection, Pages

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.games.conquest.world_map import WorldMap
    from conquestlab.analysis.requests.advising import AdviseRequest
    from conquestlab.analysis.requests.exact import CardsRequest, NeedRequest, OddsRequest
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.reports.answer import Output
    from conquestlab.reports.page import Page


OF_BATTLES = (
    "attack_dice defend_dice leave on_land stop_at hold_at order worth table distribution quantiles policy "
    "card against"
)


def board(rulebook: Rulebook, players: int) -> Board:
    """Return the board on which a game is watched."""
    from conquestlab.reports.games.conquest.board import world_board

    return world_board(rulebook, players)


def sections() -> Sequence[OwnSection]:
    """Return the sections on objectives, on the world, and of exact tables."""
    from conquestlab.reports.games.conquest.section_exact import dice_and_cards
    from conquestlab.reports.games.conquest.section_objectives import objectives
    from conquestlab.reports.games.conquest.section_world import world

    return (
        OwnSection(objectives, WINS + 5),
        OwnSection(world, OWN),
        OwnSection(dice_and_cards, OWN + 5),
    )


def figures() -> Mapping[str, OwnFigure]:
    """Return the figures on a map and of continents."""
    from conquestlab.reports.games.conquest.play_figures import FIGURES

    return FIGURES


def doubts(rulebook: Rulebook) -> list[str]:
    """Say which borders not all boards have."""
    pairs = ", ".join(f"{one} – {other}" for one, other in disputed_borders(rulebook))
    return [say("not all boards have these borders: {pairs}", pairs=pairs)] if pairs else []


def lacks(rulebooks: Sequence[Rulebook]) -> list[str]:
    """Say which maps have no continents."""
    bare = {book.map.name: book.label for book in rulebooks if not book.map.continents}
    return [
        say("the map of {label} has no continents, so nothing is said of holding or keeping one", label=label)
        for label in bare.values()
    ]


def odds(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for battles of armies."""
    from conquestlab.reports.games.conquest.attack_commands import odds_page

    return odds_page(request, output)


def need(request: NeedRequest, output: Output) -> Page:
    """Answer `conquest need`."""
    from conquestlab.reports.games.conquest.attack_commands import need_page

    return need_page(request, output)


def cards(request: CardsRequest, output: Output) -> Page:
    """Answer `conquest cards`."""
    from conquestlab.reports.games.conquest.card_commands import cards_page

    return cards_page(request, output)


def advise(request: AdviseRequest, output: Output) -> Page:
    """Answer `conquest advise`."""
    from conquestlab.reports.games.conquest.advise_commands import advise_page

    return advise_page(request, output)


def drawn_map(world: WorldMap, heading: str, rulebook: Rulebook | None) -> Figure:
    """Return the map as a figure: lands in the colours of their continents, with the bonus."""
    from conquestlab.reports.games.conquest.world_figure import board_map

    bonus = [one.bonus for one in world.continents] if rulebook is None else rulebook.continent_bonus
    return board_map(world, bonus, heading=heading)


def calculator(rulebook: Rulebook) -> dict[str, Any]:
    """Return what a calculator knows of a rulebook."""
    from conquestlab.reports.games.conquest.calculator import calculator as known

    return known(rulebook)


PAGES = Pages(
    board=board,
    sections=sections,
    figures=figures,
    figures_need="only a game on a map has it: name a rulebook of the conquest games",
    doubts=doubts,
    lacks=lacks,
    odds=odds,
    need=need,
    cards=cards,
    advise=advise,
    own_options={"odds": OwnOptions(OF_BATTLES, "but on battles of armies")},
    drawn_map=drawn_map,
    calculator=calculator,
)
