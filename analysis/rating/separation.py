"""Who can be rated beside whom: a bot that never wins against the others, or never loses, has no strength.

The likelihood of the strengths has a highest point only where from every bot a chain of wins leads to every
other one. Else the bots fall into groups; one is rated, and for the others a bound is all that can be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, log1p
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.rating.match import Match
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    import numpy as np

FURTHEST = 60.0  # log-odds beyond which nobody looks for a bound
STEPS = 60


class Bound(NamedTuple):
    """What is known of a bot outside the rated group.

    Attributes
    ----------
    low, high : float or None
        It is stronger than `low`, or weaker than `high`; both None where it never met the group.
    games : int
        Games that tell it from the group.
    """

    low: float | None
    high: float | None
    games: int


def beaten(matches: Sequence[Match], names: Sequence[str]) -> np.ndarray:
    """Return whether the bot of a row ever won with that of a column at the table."""
    import numpy as np

    answer = np.zeros((len(names), len(names)), dtype=bool)
    for match in matches:
        for bots, wins in zip(match.seating(names), match.wins, strict=True):
            answer[np.ix_(bots[wins > 0], bots)] = True
    np.fill_diagonal(answer, False)
    return answer


def rated_group(wins: np.ndarray, weight: np.ndarray) -> list[int]:
    """Return the bots that are rated: the largest group in which chains of wins lead from each to each.

    Of groups of one size it is the one that won most.

    Parameters
    ----------
    wins : bool array, (bots, bots)
        Of `beaten`.
    weight : array, (bots,)
        How much each bot won.
    """
    import numpy as np

    reach = wins | np.eye(len(wins), dtype=bool)
    for middle in range(len(wins)):
        reach |= np.outer(reach[:, middle], reach[middle])
    groups = {tuple(np.flatnonzero(both)) for both in reach & reach.T}
    best = max(groups, key=lambda group: (len(group), float(weight[list(group)].sum()), group))
    return [int(bot) for bot in best]


def bound_of(
    matches: Sequence[Match],
    names: Sequence[str],
    bot: int,
    worth: dict[int, float],
    seats: np.ndarray,
    family: int = 1,
    level: float = LEVEL,
) -> Bound:
    """Return the strength that a bot outside the rated group would just not have shown this way by chance.

    Of the games that it or a rated bot won, it won none (or all): the bound is the strength at which that
    still had a chance of half of 1 - level, where the games of a block count as one. The strengths of the
    group are taken as they were found.

    Parameters
    ----------
    matches : sequence of Match
    names : sequence of str
    bot : int
    worth : dict of float
        Strength of each rated bot.
    seats : array, (seats,)
        What each seat adds.
    family : int
        How many such statements are to hold together.
    level : float
    """
    met = list(_meetings(matches, names, bot, worth, seats))
    won = sum(count for _, _, count, by_bot in met if by_bot)
    lost = sum(count for _, _, count, by_bot in met if not by_bot)
    games = round(won + lost)
    if (won > 0) == (lost > 0):
        return Bound(None, None, games)
    sign = 1.0 if won else -1.0
    enough = log((1.0 - level) / (2.0 * family)) * len(seats)

    def too_rare(strength: float) -> bool:
        seen = sum(count * _log_share(sign * (own + strength - others)) for own, others, count, _ in met)
        return seen < enough

    # Further and further away from the group it gets less and less surprising that all went one way.
    near, far = -sign * FURTHEST, sign * FURTHEST
    if not too_rare(near) or too_rare(far):
        return Bound(None, None, games)
    for _ in range(STEPS):
        middle = (near + far) / 2.0
        near, far = (middle, far) if too_rare(middle) else (near, middle)
    return Bound(far, None, games) if won else Bound(None, far, games)


def _meetings(
    matches: Sequence[Match], names: Sequence[str], bot: int, worth: dict[int, float], seats: np.ndarray
) -> Iterator[tuple[float, float, float, bool]]:
    """Yield of its games with rated bots: worth of its seat, of the others, how many, and whether it won."""
    import numpy as np

    for match in matches:
        for bots, wins in zip(match.seating(names), match.wins / WHOLE_WIN, strict=True):
            own = np.flatnonzero(bots == bot)
            rated = [seat for seat in range(len(bots)) if int(bots[seat]) in worth]
            if not own.size or not rated:
                continue
            mine = float(np.log(np.exp(seats[own]).sum()))
            theirs = float(np.log(sum(exp(worth[int(bots[seat])] + seats[seat]) for seat in rated)))
            for count, by_bot in ((wins[own].sum(), True), (wins[rated].sum(), False)):
                if count > 0:
                    yield mine, theirs, float(count), by_bot


def _log_share(odds: float) -> float:
    """Return the logarithm of the chance that has these log-odds."""
    return -log1p(exp(-odds)) if odds > 0.0 else odds - log1p(exp(odds))
