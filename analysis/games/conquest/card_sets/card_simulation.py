"""Hands dealt at random, compared with the exact odds of cards, with intervals and z-scores."""

from __future__ import annotations

from math import copysign, inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules, card_numbers, set_kinds
from conquestlab.analysis.measures.intervals import normal_quantile
from conquestlab.analysis.playing.workers import in_chunks

if TYPE_CHECKING:
    import numpy as np

CHUNK = 16384  # hands
MOST_HANDS = 10**12


class Dealt(NamedTuple):
    """How many hands to deal, from which seeds, on how many cores."""

    hands: int
    seeds: np.ndarray
    jobs: int | None = None


class SetTally(NamedTuple):
    """What was counted of dealt hands: see `count_sets` in kernels/conquest/card_samples.py; by name."""

    names: tuple[str, ...]
    holding: np.ndarray
    kinds: np.ndarray
    firsts: np.ndarray


def needs_compiling(table: str) -> bool:
    """Tell whether the simulation beside a table of `conquest cards` compiles its kernel first."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.conquest import card_samples

    kernels = {"worth": card_samples.add_armies, "bonus": card_samples.add_bonuses}
    return not cache_is_warm(kernels.get(table, card_samples.count_sets))


def check_hands(hands: int) -> int:
    """Refuse a number of hands, or games, that cannot be dealt."""
    if not 2 <= hands <= MOST_HANDS:
        raise WrongUse(f"--simulate is 2 to {MOST_HANDS}, not {hands}")
    return hands


def _in_chunks(kernel: Any, rules: CardRules, asked: np.ndarray, dealt: Dealt, tally: Any) -> None:
    """Run a kernel of card_samples over all hands, and add up its arrays in `tally`."""
    import numpy as np

    from conquestlab.kernels.conquest.card_samples import sample_dtype

    numbers = card_numbers(rules)[0]
    arrays = tally if isinstance(tally, tuple) else (tally,)

    def work(first: int, hands: int) -> Any:
        sample = np.zeros(1, sample_dtype)
        found = tuple(np.zeros_like(array) for array in arrays)
        kernel(numbers, asked, sample, dealt.seeds, first, hands, found if tally is arrays else found[0])
        return found

    for found in in_chunks(work, dealt.hands, CHUNK, dealt.jobs):
        for array, more in zip(arrays, found, strict=True):
            array += more


def deal_sets(rules: CardRules, most: int, dealt: Dealt) -> SetTally:
    """Deal hands of up to `most` cards, and count the sets in them."""
    import numpy as np

    from conquestlab.kernels.conquest.card_samples import count_sets

    kinds = set_kinds(rules)
    names = tuple(dict.fromkeys(kind.name for kind in kinds))
    asked = np.array([names.index(kind.name) for kind in kinds])
    holding = np.zeros(most + 1, np.int64)
    tally = holding, np.zeros((most + 1, len(names)), np.int64), np.zeros((len(names), 3), np.int64)
    _in_chunks(count_sets, rules, asked, dealt, tally)
    return SetTally(names, *tally)


def deal_armies(rules: CardRules, most: int, numbers: tuple[int, ...], dealt: Dealt) -> np.ndarray:
    """Deal hands of up to `most` cards, and add up armies and squares: (numbers, sizes, 2)."""
    import numpy as np

    from conquestlab.kernels.conquest.card_samples import add_armies

    sums = np.zeros((len(numbers), most + 1, 2), np.int64)
    _in_chunks(add_armies, rules, np.array(numbers), dealt, sums)
    return sums


def deal_bonuses(rules: CardRules, most: int, lands_held: tuple[int, ...], dealt: Dealt) -> np.ndarray:
    """Deal hands and lands, and add up hands with a set, their bonuses and squares: (lands, sizes, 3).

    `lands_held` are in rising order.
    """
    import numpy as np

    from conquestlab.kernels.conquest.card_samples import add_bonuses

    sums = np.zeros((len(lands_held), most + 1, 3), np.int64)
    _in_chunks(add_bonuses, rules, np.array(lands_held), dealt, sums)
    return sums


def mean_beside(total: int, squares: int, count: int, exact: float) -> dict[str, Any]:
    """Return a simulated mean, its 95 % interval and its z-score beside the exact one.

    Parameters
    ----------
    total, squares : int
        Sum of the values and of their squares.
    count : int
        How many; fewer than two have no interval.
    exact : float
    """
    if count < 2:
        return {"simulated": total / count if count else None, "low": None, "high": None, "z": None}
    mean = total / count
    error = sqrt(max(squares * count - total * total, 0) / (count * count * (count - 1)))
    off = mean - exact
    half = normal_quantile() * error
    z = off / error if error else copysign(inf, off) if abs(off) > 1e-12 * max(1.0, abs(exact)) else 0.0
    return {"simulated": mean, "low": mean - half, "high": mean + half, "z": z}
