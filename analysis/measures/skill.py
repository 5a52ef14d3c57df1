"""How much skill decides: what a weak bot is short of a strong one at the same table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.intervals import quantile
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Ratio, Span, ratio
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.measures.table import Asked
    from conquestlab.analysis.measures.tallies import Tally


class Shortfall(NamedTuple):
    """What a weak bot is short of a strong one, as it follows from how they share their wins.

    Of the games that either of the two wins, the weak bot wins a share x. If it holds seats a times as often
    as the strong one, the ratio of the chances is x / (1 - x) / a. So the interval of x, Wilson's, is carried
    over to the measure.

    Attributes
    ----------
    of : str
        Both bots.
    won : Ratio
        Wins of the weak bot over those of both.
    seats : float
        Seats that the strong bot holds for each of the weak one's.
    """

    of: str
    won: Ratio
    seats: float

    @property
    def value(self) -> float | None:
        """1 less the chance to win of the weak bot over that of the strong one; None if that never wins."""
        return self._at(self.won.value)

    def span(self, width: float) -> Span:
        """Return the interval whose half-width is so many standard errors."""
        low, high = self.won.share.reach(width) if self.won.share.freedom >= 1.0 else UNKNOWN
        return self._at(high), self._at(low)

    def _at(self, won: float | None) -> float | None:
        return None if won is None or won >= 1.0 else 1.0 - self.seats * won / (1.0 - won)


def shortfall(tally: Tally, pair: Sequence[str] | None = None) -> Shortfall | None:
    """Return what the weak bot is short of; None where no two bots are told, or neither won anything.

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
    held = [_seats_held(tally, bot) for bot in (weak, strong)]
    seats = held[1] / held[0] if held[0] else 1.0
    return Shortfall(f"{pair[0]} against {pair[1]}", _share_of_weak(tally, weak, strong), seats)


def skill_share(asked: Asked) -> list[MeasureRow]:
    """Return 1 less the chance to win of a weak bot over that of a strong one, of a seat that each holds.

    A run of one bot, or of three or more of which none are named, has no such measure.
    """
    short = shortfall(asked.tally, asked.skill)
    if short is None:
        return []
    if short.won.m == 0:
        return [measure_row("skill_share", short.of, None, UNKNOWN, 0)]
    width = quantile(max(1.0, short.won.share.freedom), asked.level)
    return [measure_row("skill_share", short.of, short.value, short.span(width), short.won.games)]


def _place(tally: Tally, bot: str) -> int:
    if bot not in tally.bots:
        raise WrongUse(f"skill of {bot!r}: at this table play {', '.join(tally.bots)}")
    return tally.bots.index(bot)


def _seats_held(tally: Tally, bot: int) -> int:
    """Return how often a bot sat at the table of a decided game, in sixtieths."""
    for quantity, sums in zip(tally.quantities, tally.ratios, strict=True):
        if (quantity.measure, quantity.of) == ("win_share", tally.bots[bot]):
            return ratio(sums).m
    raise KeyError(tally.bots[bot])


def _share_of_weak(tally: Tally, weak: int, strong: int) -> Ratio:
    """Return the wins of the weak bot over those of both."""
    won, products = tally.bot_wins, tally.bot_wins.products
    both = won.sums[weak] + won.sums[strong]
    games = both // WHOLE_WIN if tally.plain_wins else won.games
    return Ratio(
        games,
        games if tally.plain_wins else won.blocks,
        won.sums[weak],
        both,
        products[weak][weak],
        products[weak][weak] + products[weak][strong],
        products[weak][weak] + 2 * products[weak][strong] + products[strong][strong],
    )
