"""Reads a seed as a user writes it, `7` or `7,dice=9`, into one seed for each purpose of randomness."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.kernels.shared.purposes import PURPOSES

if TYPE_CHECKING:
    import numpy as np

LARGEST = 2**64 - 1


class Seeds(NamedTuple):
    """The seeds of the six purposes, and the shortest text that gives them again."""

    text: str
    words: np.ndarray
    """uint64 (6,), in the order of kernels/shared/purposes.py."""


def parse_seeds(text: str | int) -> Seeds:
    """Return the seeds that a text or a number stands for.

    >>> parse_seeds("7, dice=9, bots=7").text
    '7,dice=9'
    """
    import numpy as np

    first, *others = str(text).split(",")
    base = _whole_number(first)
    seeds = dict.fromkeys(PURPOSES, base)
    named = set()
    for other in others:
        purpose, equals, value = (part.strip() for part in other.partition("="))
        if not equals:
            raise WrongUse(f"seed {str(text)!r}: after the first number write PURPOSE=NUMBER, as in 7,dice=9")
        if purpose not in seeds:
            raise WrongUse(f"seed {str(text)!r}: {purpose!r} is not one of {', '.join(PURPOSES)}")
        if purpose in named:
            raise WrongUse(f"seed {str(text)!r}: {purpose} is given twice; give it once")
        named.add(purpose)
        seeds[purpose] = _whole_number(value)
    apart = [f"{purpose}={seed}" for purpose, seed in seeds.items() if seed != base]
    return Seeds(",".join([str(base), *apart]), np.array(list(seeds.values()), np.uint64))


def _whole_number(text: str) -> int:
    digits = text.strip()
    if not re.fullmatch("0*[0-9]{1,20}", digits) or int(digits[-20:]) > LARGEST:
        raise WrongUse(f"seed {digits[:40]!r}: write a whole number from 0 to 2**64 - 1, as in 7 or 7,dice=9")
    return int(digits[-20:])
