"""The card of odds: one page of A5 to print, with the table of a rulebook and its rules of thumb."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from conquestlab.analysis.formatted_numbers import percent_text
from conquestlab.analysis.games.conquest.battles.odds_card import SIDE, OddsCard
from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.version import VERSION
from conquestlab.reports.digits import show_percent
from conquestlab.reports.figures.cell_maps import draw_edges, ink_on
from conquestlab.reports.figures.style import (
    ATTACK,
    FAINT,
    INK,
    LINE,
    PAPER,
    broken,
    style,
    text_width,
)
from conquestlab.reports.games.conquest.cell_edges import edges_between
from conquestlab.reports.games.conquest.thumb_rules import dice_words, provenance_words, thumb_sentences

WIDE, HIGH = 148.0, 210.0  # millimetres: A5
MM = 1 / 25.4
EDGE, FOOT = 9.0, 7.0
SIDES = 9.5  # of the column that names the rows
LOWEST, HIGHEST = 3.6, 5.4  # a cell of the table of chances, as the rest leaves room
LOW_CELL = 4.2
ROLL, ROLL_LOWEST, ROLL_HIGHEST = 14.0, 4.6, 8.0  # a cell of the table of rolls
LEAD = 0.50  # millimetres from line to line for a point of type
GAP, AIR = 3.6, 1.8

TITLE, SMALL_TITLE, HEAD, TEXT, NUMBER, SMALL, NOTE = 14.0, 9.0, 8.0, 7.0, 7.5, 6.2, 5.6
# Darker the better for the attacker, so that the tints keep their order in black and white.
TINTS = LinearSegmentedColormap.from_list("tints", ["#f4f7fa", "#f9efe4", "#f2c79f", "#e39a5c"])
GOOD = 0.75  # the tint of a roll that costs the defender more
MOST_LINES = 3  # of the name of the rulebook
THUMBS = 4  # what else there is to say, the table of rolls shows
BOUND = re.compile(r"(\d)[ \u00a0\u202f](%|more|arm|de plus)")
NEEDED = {"armies_50": "50", "armies_75": "75", "armies_90": "90"}


def draw_card(card: OddsCard, typed: str = "") -> Figure:
    """Draw a card; the figure is one page of A5, upright.

    Parameters
    ----------
    card
        What stands on it.
    typed
        The rulebook as it was named, for the line that makes the card again; its label if not given.
    """
    made = f"conquestlab {VERSION}: conquest odds --card FILE.pdf --rules {typed or card.rules.label}"
    with style():
        _, spare = _drawn(card, made, LOWEST)
        figure, _ = _drawn(card, made, min(HIGHEST, LOWEST + spare / SIDE))
    return figure


def _drawn(card: OddsCard, made: str, cell: float) -> tuple[Figure, float]:
    """Draw a card with cells of this height, and return how much room is left."""
    figure = Figure(figsize=(WIDE * MM, HIGH * MM))
    page = figure.add_axes((0, 0, 1, 1))
    page.set_xlim(0, WIDE)
    page.set_ylim(HIGH, 0)
    page.axis("off")
    down = _heading(page, card)
    down = _chances(page, card, down + GAP, cell)
    down = _needed(page, card, down + GAP)
    thumbs = _thumbs(page, card, down + GAP, EDGE + 4 + _wide_of_rolls(card) + GAP)
    low = max(thumbs, _rolls(page, card, down + GAP, thumbs))
    return figure, _foot(page, [provenance_words(card.rules.rulebook), made]) - low - AIR


def _heading(page: Axes, card: OddsCard) -> float:
    book = card.rules.rulebook
    size = TITLE
    while size > SMALL_TITLE and text_width(book.called, size, "bold") > _room():
        size -= 0.5
    down = _lines(page, EDGE, EDGE, _broken(book.called, size, "bold"), size, weight="bold")
    rules = _broken(say("The odds of an attack under {label}", label=book.label), HEAD)
    if len(rules) > MOST_LINES:  # the foot names all changes
        rules = _broken(
            say(
                "The odds of an attack under {name} with {options} values changed",
                name=book.name,
                options=len(book.options),
            ),
            HEAD,
        )
    down = _lines(page, EDGE, down + 0.4, rules, HEAD, color=FAINT)
    return _lines(page, EDGE, down + 1.2, _broken(dice_words(card.rules), TEXT), TEXT)


def _chances(page: Axes, card: OddsCard, down: float, high: float) -> float:
    down = _head(page, say("Your chance to take the land, in percent"), down)
    note = say(
        "Across: your armies that may attack, not counting the one that stays behind. Down: the defender’s. "
        "Bold and right of the line: you are the favourite."
    )
    down = _lines(page, EDGE, down, _broken(note, TEXT), TEXT, color=FAINT) + 0.8
    down = _names(page, range(1, SIDE + 1), say("you →"), down)
    for d in range(1, SIDE + 1):
        y = down + (d - 1) * high
        _side(page, EDGE + SIDES - 2.2, y + high / 2, str(d), weight="bold")
        for a in range(1, SIDE + 1):
            cell = card.table[a, d]
            colour = TINTS(cell.win)
            _tint(page, _across(a), y, _wide(), high, colour)
            look = {"color": ink_on(colour), "weight": "bold" if cell.win >= 0.5 else "normal"}
            percent = show_percent(cell.win, rest=cell.lose)
            _number(page, _across(a) + _wide() / 2, y + high / 2, percent, f"chance {a} {d}", **look)
    sides = np.array([[card.table[a, d].win >= 0.5 for a in range(1, SIDE + 1)] for d in range(1, SIDE + 1)])
    edges = (edges_between(sides) + 0.5) * (_wide(), high) + (EDGE + SIDES, down)
    draw_edges(page, edges, 1.3)
    return down + SIDE * high


def _needed(page: Axes, card: OddsCard, down: float) -> float:
    down = _head(page, say("How many armies you need, by the number of defenders"), down) + 0.6
    down = _names(page, [row["defenders"] for row in card.rows], say("against"), down)
    lines = [(percent_text(chance), [str(row[name]) for row in card.rows]) for name, chance in NEEDED.items()]
    lines.append(
        (
            say("losses"),
            [numerals(f"{row['lost_90']:.{0 if row['lost_90'] >= 99.95 else 1}f}") for row in card.rows],
        )
    )
    for place, (words, numbers) in enumerate(lines):
        y = down + place * LOW_CELL
        colour = FAINT if words == say("losses") else INK
        _side(page, EDGE + SIDES - 1.5, y + LOW_CELL / 2, words, size=TEXT, color=colour)
        page.plot([EDGE, WIDE - EDGE], [y, y], color=LINE, linewidth=0.5)
        for row, number in zip(card.rows, numbers, strict=True):
            x, name = _across(row["defenders"]) + _wide() / 2, f"{words} {row['defenders']}"
            _number(page, x, y + LOW_CELL / 2, number, name, color=colour)
    down += len(lines) * LOW_CELL
    page.plot([EDGE, WIDE - EDGE], [down, down], color=LINE, linewidth=0.5)
    note = say("Losses: your mean loss if you attack with the armies for 90 % and fight to the end.")
    return _lines(page, EDGE, down + 1.0, [note], TEXT, color=FAINT)


def _wide_of_rolls(card: OddsCard) -> float:
    return max(card.rules.dice.defender * ROLL, 36.0)


def _rolls(page: Axes, card: OddsCard, down: float, foot: float) -> float:
    """Draw what a roll costs, as tall as there is room beside the rules of thumb; return where it ends."""
    dice = card.rules.dice
    left = EDGE + 4
    wide = _wide_of_rolls(card) / dice.defender
    down = _head(page, say("What a roll costs"), down)
    most = [say("Most dice: {side} armies.", side=SIDE)] if card.rules.seen else []
    lines = [say("Your mean loss : the defender’s,"), say("by dice, yours down. Dark: good."), *most]
    room = (_wide_of_rolls(card) + 4 + GAP / 2) * MM
    lines = [part for line in lines for part in broken(line, SMALL, width=room)]
    down = _lines(page, EDGE, down, lines, SMALL, color=FAINT) + 0.8
    for d in range(1, dice.defender + 1):
        _top(page, left + (d - 0.5) * wide, down, str(d))
    down += 3.6
    high = min(ROLL_HIGHEST, max(ROLL_LOWEST, (foot - 0.9 - down) / dice.attacker))
    for a in range(dice.attacker, 0, -1):
        page.text(EDGE + 1, down + high / 2, str(a), size=NUMBER, weight="bold", va="center_baseline")
        for d in range(1, dice.defender + 1):
            lost, taken = card.rolls[a, d]
            is_good = taken > lost
            x = left + (d - 1) * wide
            _tint(page, x, down, wide, high, TINTS(GOOD if is_good else 0.0))
            look = {"size": SMALL, "weight": "bold" if is_good else "normal"}
            _number(
                page,
                x + wide / 2,
                down + high / 2,
                numerals(f"{lost:.2f} : {taken:.2f}"),
                f"roll {a} {d}",
                **look,
            )
        down += high
    return down


def _thumbs(page: Axes, card: OddsCard, down: float, left: float) -> float:
    down = _head(page, say("Rules of thumb"), down, left) + 0.6
    for sentence in thumb_sentences(card)[:THUMBS]:
        page.add_patch(Rectangle((left, down + 0.8), 1.1, 1.1, facecolor=ATTACK, edgecolor="none"))
        lines = broken(BOUND.sub("\\1\u00a0\\2", sentence), TEXT, width=(WIDE - EDGE - left - 3) * MM)
        down = _lines(page, left + 3, down, lines, TEXT) + 0.9
    return down


def _foot(page: Axes, sentences: Sequence[str]) -> float:
    """Write the last lines, and return where they begin."""
    lines = [line for sentence in sentences for line in _broken(sentence, NOTE)]
    top = HIGH - FOOT - LEAD * NOTE * len(lines)
    _lines(page, EDGE, top, lines, NOTE, color=FAINT)
    return top


def _head(page: Axes, words: str, down: float, left: float = EDGE) -> float:
    return _lines(page, left, down, [words], HEAD, weight="bold")


def _names(page: Axes, numbers: Sequence[int], corner: str, down: float) -> float:
    """Write the heads of the columns, and return where the rows begin."""
    page.text(EDGE + SIDES - 1.5, down + 0.2, corner, size=SMALL, color=FAINT, ha="right", va="top")
    for number in numbers:
        _top(page, _across(number) + _wide() / 2, down, str(number))
    return down + 3.6


def _side(page: Axes, x: float, y: float, text: str, size: float = NUMBER, **look: Any) -> None:
    """Write what a row is called, up to a place."""
    page.text(x, y, text, size=size, ha="right", va="center_baseline", **look)


def _top(page: Axes, x: float, y: float, text: str) -> None:
    """Write what a column is called, below a place."""
    page.text(x, y, text, size=NUMBER, weight="bold", ha="center", va="top")


def _tint(page: Axes, x: float, y: float, wide: float, high: float, colour: Any) -> None:
    page.add_patch(Rectangle((x, y), wide, high, facecolor=colour, edgecolor=PAPER, linewidth=0.5))


def _number(page: Axes, x: float, y: float, text: str, name: str, **look: Any) -> None:
    """Write a number in the middle of a cell; its name lets a test find it."""
    look = {"size": NUMBER, "ha": "center", "va": "center_baseline", **look}
    page.text(x, y, text, **look).set_gid(name)


def _lines(page: Axes, left: float, down: float, lines: Sequence[str], size: float, **look: Any) -> float:
    for line in lines:
        page.text(left, down, line, size=size, va="top", **look)
        down += LEAD * size
    return down


def _broken(text: str, size: float, weight: str = "normal") -> list[str]:
    return broken(text, size, weight, _room())


def _room() -> float:
    return (WIDE - 2 * EDGE) * MM


def _wide() -> float:
    return (WIDE - 2 * EDGE - SIDES) / SIDE


def _across(armies: int) -> float:
    return EDGE + SIDES + (armies - 1) * _wide()
