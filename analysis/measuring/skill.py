"""How much skill decides: what a weak bot is short of a strong one at the same table."""

from collections.abc import Sequence

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measuring.intervals import LEVEL
from conquestlab.analysis.measuring.moments import Ratio, ratio
from conquestlab.analysis.measuring.ratio_measures import UNKNOWN, Record, record, share_span
from conquestlab.analysis.measuring.tallies import Tally
from conquestlab.kernels.rows import WHOLE_WIN


def skill_share(tally: Tally, pair: Sequence[str] | None = None, level: float = LEVEL) -> list[Record]:
    """Return 1 less the chance to win of a weak bot over that of a strong one, of a seat that each holds.

    Of the games that either of the two wins, the weak bot wins a share x. If it holds seats a times as often
    as the strong one, the ratio of the chances is x / (1 - x) / a. So the interval of x, Wilson's, is carried
    over to the measure.

    Parameters
    ----------
    tally : Tally
    pair : sequence of str or None
        The weak and the strong bot; None stands for the two bots of the run in their order. A run of one bot,
        or of three or more of which none are named, has no such measure.
    level : float
    """
    if pair is None:
        if len(tally.bots) != 2:
            return []
        pair = tally.bots
    weak, strong = (_place(tally, bot) for bot in pair)
    if weak == strong:
        raise WrongUse(f"skill {','.join(pair)}: name a weak bot and another one that is strong")
    of = f"{pair[0]} against {pair[1]}"
    share = _share_of_weak(tally, weak, strong)
    if share.m == 0:
        return [record("skill_share", of, None, UNKNOWN, 0)]
    seats = _seats_held(tally, strong) / _seats_held(tally, weak)

    def short(won: float | None) -> float | None:
        return None if won is None or won >= 1.0 else 1.0 - seats * won / (1.0 - won)

    low, high = share_span(share, level)
    return [record("skill_share", of, short(share.value), (short(high), short(low)), share.games)]


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
