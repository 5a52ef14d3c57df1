"""Published and independently counted values, computed again."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from decimal import Decimal
from importlib import resources
from typing import Any

from conquestlab.analysis.evidence.checks import Record, checked
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts

FREE_CHOICE = "voluntary_sacrifice=on"
FLOAT_ERROR = 1e-12


def read_published() -> dict[str, Any]:
    """Return the values of published.toml."""
    place = resources.files("conquestlab.analysis.evidence") / "published.toml"
    return tomllib.loads(place.read_text(encoding="utf-8"))


def published_rows(values: dict[str, Any] | None = None) -> list[Record]:
    """Return a row for each published value, or for a table of them, beside what is computed here.

    Parameters
    ----------
    values : dict, optional
        As `read_published` gives them.
    """
    values = read_published() if values is None else values
    return [
        _table_row(values["battles"]),
        *(row for rolls in values["rolls"] for row in _roll_rows(rolls)),
        *(row for cards in values["cards"] for row in _card_rows(cards)),
        *_express_rows(values["express"]),
    ]


def rounds_to(value: float, published: str) -> bool:
    """Say whether a value rounds to the one published, to all its decimals."""
    half = Decimal(5).scaleb(Decimal(published).as_tuple().exponent - 1)  # type: ignore[operator]
    return abs(value - float(published)) <= float(half) + FLOAT_ERROR


def _table_row(battles: dict[str, Any]) -> Record:
    dice = Dice(*battles["dice"])
    cells = [
        (Battle(a, d, dice).win, text)
        for a, row in enumerate(battles["chances"], 1)
        for d, text in enumerate(row, 1)
    ]
    agree = sum(rounds_to(value, text) for value, text in cells)
    of = f"{battles['source']}: chances that agree"
    return checked("published", of, agree == len(cells), value=agree, expected=len(cells))


def _roll_rows(rolls: dict[str, Any]) -> Iterator[Record]:
    attack, defend = rolls["dice"]
    counted = loss_counts(attack, defend)
    for lost, (value, expected) in enumerate(zip(counted, rolls["throws"], strict=True)):
        of = f"{rolls['source']}: {attack} dice against {defend}, attacker loses {lost}"
        yield checked("published", of, value == expected, value=value, expected=expected)


def _card_rows(cards: dict[str, Any]) -> Iterator[Record]:
    from conquestlab.analysis.games.conquest.exchanging.card_odds import mean_cards_to_set, set_chance
    from conquestlab.analysis.games.conquest.exchanging.card_question import read_rules

    rules = read_rules(cards["rules"])[1]
    for size, text in cards["set_in"].items():
        of = f"{cards['source']}: {cards['rules']}, a set in {size} cards"
        yield _rounded(of, float(set_chance(rules, int(size))), text)
    if "cards_to_set" in cards:
        of = f"{cards['source']}: {cards['rules']}, cards until a set"
        yield _rounded(of, float(mean_cards_to_set(rules)), cards["cards_to_set"])


def _express_rows(express: dict[str, Any]) -> Iterator[Record]:
    from conquestlab.analysis.games.express.answers import card_odds

    for key, rules in (
        ("conquer", express["rules"]),
        ("conquer_with_any_sacrifice", f"{express['rules']},{FREE_CHOICE}"),
    ):
        for card, text in express[key].items():
            (row,) = card_odds((rules,), (card,))
            yield _rounded(f"{express['source']}: {rules}, {card}", float(row["win"]), text)


def _rounded(of: str, value: float, text: str) -> Record:
    return checked("published", of, rounds_to(value, text), value=value, expected=float(text))
