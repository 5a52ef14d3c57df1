"""What a calculator has to know of a rulebook of Risk Express: its dice, and the lines of its cards."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games.express.law import FACES, Line
from conquestlab.analysis.games.express.question import STRONGEST_DIE, Lying, Question, line_text
from conquestlab.analysis.language import native
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.reports.games.express.odds_commands import STAR

SYMBOLS = FACES[:3]  # the faces of soldiers follow, the weakest first
GENERAL: Line = (("general",), 0)  # guards a card that lies before another player


def calculator(book: Rulebook) -> dict[str, Any]:
    """Return the part of a rulebook in a calculator."""
    question = Question(book, (), Lying())
    cards = [
        {
            "name": native(card.name, card.name_fr) + "*" * card.name_reconstructed,
            "points": card.points,
            "lines": [_line(line) for line in card.lines],
            "guarded": card.circled_general,
            "safe": question.is_safe(card),
        }
        for card in question.cards
    ]
    columns = {
        "faces": len(FACES),
        "dice": question.spec.dice.count,
        "voluntary": question.spec.voluntary_sacrifice,
        "general": _line(GENERAL),
        "cards": cards,
    }
    starred = any(card.name_reconstructed for card in question.cards)
    return {"columns": columns, "about": [f"{STAR[0].upper()}{STAR[1:]}."] if starred else []}


def _line(line: Line) -> dict[str, Any]:
    """Return a line: its words, the dice of each symbol, the soldiers, the fewest dice that fill it."""
    symbols, soldiers = line
    return {
        "text": line_text(line),
        "symbols": [symbols.count(face) for face in SYMBOLS],
        "soldiers": soldiers,
        "least": len(symbols) - (-soldiers // STRONGEST_DIE),
    }
