"""How what is typed for an option is read: counts such as 10k, chances such as 75%, numbers of players."""

from __future__ import annotations

import re
from fractions import Fraction

from conquestlab.analysis.errors import WrongUse

NUMBER = r"[0-9]{1,3}([_,][0-9]{3})+|[0-9]+(\.[0-9]+)?|\.[0-9]+"
COUNT = rf"(?P<number>{NUMBER})(e\+?(?P<zeros>[0-9]{{1,2}}))?(?P<unit>[kmgb]?)"
UNITS = {"": 0, "k": 3, "m": 6, "g": 9, "b": 9}
LONGEST = 40  # characters of a number
CHANCE = (
    r"([0-9]{1,60}/0*[1-9][0-9]{0,60}|([0-9]{1,60}(\.[0-9]{0,300})?|\.[0-9]{1,300})([eE]-?[0-9]{1,3})?%?)"
)
SPAN = r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?"


def read_count(text: str) -> int | None:
    """Read a whole number such as `10000`, `10_000`, `10k`, `1.5M` or `1e4`; None if it is none."""
    found = re.fullmatch(COUNT, text.strip(), re.IGNORECASE) if len(text) <= LONGEST else None
    if not found:
        return None
    zeros = int(found["zeros"] or 0) + UNITS[found["unit"].lower()]
    number = Fraction(re.sub("[_,]", "", found["number"])) * 10**zeros
    return int(number) if number.denominator == 1 else None


def read_chance(text: str, ends: bool = False) -> Fraction:
    """Read a chance such as `0.5`, `50%` or `5/12`, exactly as written; `75` is read as 75%.

    Parameters
    ----------
    text : str
    ends : bool
        Whether 0 and 1 are chances that can be asked for.

    Raises
    ------
    WrongUse
        It is no chance, or 1, which may mean 100% or 1%.
    """
    written = text.strip()
    if not re.fullmatch(CHANCE, written):
        raise WrongUse(f"chance {text[:LONGEST]!r}: give a number between 0 and 1, such as 0.5, 50% or 5/12")
    chance = Fraction(written.removesuffix("%"))
    if written.endswith("%") or is_hundredths_unsaid(written):
        chance /= 100
    if not ends and chance == 1 and not (written.endswith("%") or is_hundredths_unsaid(written)):
        raise WrongUse(f"chance {text}: is that 1% or 100%? Write 1% or 0.01; nothing has a chance of 100%")
    if not 0 <= chance <= 1 or (chance in (0, 1) and not ends):
        raise WrongUse(f"chance {text}: give a number above 0 and below 1, or from 0% to 100%, such as 75%")
    return chance


def is_hundredths_unsaid(text: str) -> bool:
    """Whether a chance can only be meant in hundredths, though it does not say so: 75, not 0.75."""
    written = text.strip()
    return (
        bool(re.fullmatch(CHANCE, written))
        and "/" not in written
        and "%" not in written
        and Fraction(written) > 1
    )


def read_spans(text: str) -> list[int]:
    """Read numbers of players: `4`, `2-6` or `2,3,5`, each once."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(SPAN, part)
        numbers = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not numbers:
            raise WrongUse(f"players {text!r}: give a number, a span or several, as in 4, 2-6 or 2,3,5")
        found += [number for number in numbers if number not in found]
    return found
