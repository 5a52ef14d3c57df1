"""What playing well is worth: how much likelier a strong bot wins than a weak one at the same table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.intervals import quantile
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Share, Span, ratio_to

if TYPE_CHECKING:
    from conquestlab.analysis.measures.table import Asked
    from conquestlab.analysis.measures.tallies import Tally


class Lead(NamedTuple):
    """What a strong bot is ahead of a weak one, in chances to win.

    A game adds most to it where the strong bot wins, and least where the weak one does. So it is a share of
    the way between these two ends, and the interval of that share, Wilson's, is carried over to it: it stays
    true where the weak bot never wins.

    Attributes
    ----------
    of : str
        Both bots.
    way : Share
        0 where the weak bot wins every game, 1 where the strong one does.
    weak_seats, strong_seats : int
        That each holds at the table.
    """

    of: str
    way: Share
    weak_seats: int
    strong_seats: int

    @property
    def value(self) -> float | None:
        """The chance to win of the strong bot less that of the weak one; None if nobody won."""
        return self._at(self.way.value)

    def span(self, width: float) -> Span:
        """Return the interval whose half-width is so many standard errors."""
        low, high = self.way.wide_reach(width) if self.way.freedom >= 1.0 else UNKNOWN
        return self._at(low), self._at(high)

    def _at(self, way: float | None) -> float | None:
        if way is None:
            return None
        return way / self.strong_seats - (1.0 - way) / self.weak_seats


def lead(tally: Tally, pair: Sequence[str] | None = None) -> Lead | None:
    """Return what the strong bot is ahead; None where no two bots are told, or no game was decided.

    Parameters
    ----------
    tally : Tally
    pair : sequence of str or None
        The weak and the strong bot; None stands for the two bots of the run in their order.
    """
    if pair is None:
        if len(tally.bots) != 2:
            return None
        pair = tally.bots
    weak, strong = (_place(tally, bot) for bot in pair)
    if weak == strong:
        raise WrongUse(f"skill {','.join(pair)}: name a weak bot and another one that is strong")
    wins = tally.bot_wins
    if not wins.sums[-1]:
        return None
    held = [_seats_held(tally, bot) for bot in (weak, strong)]
    ahead = {strong: held[0], weak: -held[1], len(tally.bots): held[1]}
    share = ratio_to(wins, ahead).per(sum(held)).share
    return Lead(f"{pair[0]} against {pair[1]}", share, *held)


def skill_gap(asked: Asked) -> list[MeasureRow]:
    """Return the strong bot's chance to win less the weak one's, from a seat drawn at random.

    A run of one bot, or of three or more of which none are named, has no such measure.
    """
    found = lead(asked.tally, asked.skill)
    if found is None:
        return []
    width = quantile(max(1.0, found.way.freedom), asked.level)
    return [measure_row("skill_gap", found.of, found.value, found.span(width), found.way.games)]


def _place(tally: Tally, bot: str) -> int:
    if bot not in tally.bots:
        raise WrongUse(f"skill of {bot!r}: at this table play {', '.join(tally.bots)}")
    return tally.bots.index(bot)


def _seats_held(tally: Tally, bot: int) -> int:
    """Return how many seats a bot holds at the table, which are as many in every game."""
    for quantity, sums in zip(tally.quantities, tally.ratios, strict=True):
        if (quantity.measure, quantity.of) == ("win_share", tally.bots[bot]):
            return sums.sums[1] // tally.bot_wins.sums[-1]
    raise KeyError(tally.bots[bot])
