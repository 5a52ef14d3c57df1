"""Ratings of bots and seats at one number of players: strengths with intervals, or bounds of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.measures.intervals import LEVEL, t_quantile
from conquestlab.analysis.measures.ratio_measures import family_of
from conquestlab.analysis.measures.ratios import UNKNOWN, Span
from conquestlab.analysis.rating.match import Match
from conquestlab.analysis.rating.separation import beaten, bound_of, rated_group
from conquestlab.analysis.rating.strengths import Strengths, fit

if TYPE_CHECKING:
    import numpy as np


class Rating(NamedTuple):
    """One rating, in natural log-odds.

    Attributes
    ----------
    of : str
        A bot, or a seat from 1.
    value : float or None
        None where there is no finite one.
    span : tuple of float or None
        Its interval; of a bot that never won against the rated ones only the upper end is known, of one that
        never lost only the lower.
    games : int
    """

    of: str
    value: float | None
    span: Span
    games: int


class Ratings(NamedTuple):
    """All ratings of a ladder at one number of players.

    Attributes
    ----------
    bots, seats : list of Rating
    anchor : str
        The bot whose rating is 0; empty where the mean of the rated ones is.
    strengths : Strengths or None
        None where nobody won.
    """

    bots: list[Rating]
    seats: list[Rating]
    anchor: str
    strengths: Strengths | None


def rate(
    matches: Sequence[Match], names: Sequence[str], anchor: str | None = None, level: float = LEVEL
) -> Ratings:
    """Rate the bots of a ladder, and the seats.

    Parameters
    ----------
    matches : sequence of Match
        One at least, all with the same number of seats.
    names : sequence of str
    anchor : str, optional
        The bot whose rating is 0; where it cannot be rated the mean is 0.
    level : float
        At which the intervals of all bots hold together, and those of all seats.
    """
    import numpy as np

    games = [sum(match.decided for match in matches if name in match.lineup.bots) for name in names]
    seats = range(1, matches[0].seats + 1)
    matches = [match for match in matches if match.decided]
    decided = sum(match.decided for match in matches)
    if not decided:
        return Ratings(
            [Rating(name, None, UNKNOWN, 0) for name in names],
            [Rating(str(seat), None, UNKNOWN, 0) for seat in seats],
            "",
            None,
        )
    group = rated_group(beaten(matches, names), _wins(matches, names))
    strengths = fit(matches, names, group)
    base = _base(group, names, anchor)
    shift = float(base @ strengths.values[: len(group)])
    quantile = t_quantile(max(strengths.freedom, 1), level, family_of(len(names)))
    answer = []
    for bot, name in enumerate(names):
        if bot not in group:
            outside = len(names) - len(group)
            bound = bound_of(matches, names, bot, strengths.worth, strengths.seats, outside, level)
            low, high = (None if end is None else end - shift for end in (bound.low, bound.high))
            answer.append(Rating(name, None, (low, high), games[bot]))
            continue
        contrast = np.append(-base, np.zeros(len(seats)))
        contrast[group.index(bot)] += 1.0
        answer.append(Rating(name, *_estimate(strengths, contrast, quantile), games[bot]))
    return Ratings(
        answer,
        _rate_seats(strengths, len(seats), decided, level),
        anchor if anchor is not None and names.index(anchor) in group else "",
        strengths,
    )


def _base(group: Sequence[int], names: Sequence[str], anchor: str | None) -> np.ndarray:
    """Return the weights of the rated bots in the strength that counts as 0."""
    import numpy as np

    if anchor is not None and names.index(anchor) in group:
        return (np.array(group) == names.index(anchor)).astype(float)
    return np.full(len(group), 1.0 / len(group))


def _estimate(strengths: Strengths, contrast: np.ndarray, quantile: float) -> tuple[float, Span]:
    """Return a combination of strengths with its interval; none where it is 0 by choice."""
    value = float(contrast @ strengths.values)
    if not contrast.any() or strengths.freedom < 1:
        return value, UNKNOWN
    half = quantile * sqrt(max(0.0, float(contrast @ strengths.covariance @ contrast)))
    return value, (value - half, value + half)


def _rate_seats(strengths: Strengths, seats: int, decided: int, level: float) -> list[Rating]:
    """Return what each seat is worth; nothing where the games do not tell."""
    import numpy as np

    if not strengths.with_seats:
        return [Rating(str(seat + 1), None, UNKNOWN, decided) for seat in range(seats)]
    quantile = t_quantile(max(strengths.freedom, 1), level, family_of(seats))
    contrasts = np.eye(len(strengths.values))[len(strengths.bots) :]
    return [
        Rating(str(seat), *_estimate(strengths, contrast, quantile), decided)
        for seat, contrast in enumerate(contrasts, 1)
    ]


def _wins(matches: Sequence[Match], names: Sequence[str]) -> np.ndarray:
    """Return sixtieths of wins by bot."""
    import numpy as np

    won = np.zeros(len(names))
    for match in matches:
        np.add.at(won, match.seating(names), match.wins)
    return won
