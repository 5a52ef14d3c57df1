"""The table of measures: from the tally of a run to plain records, one a number, each with its interval."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.length_measures import Lengths
from conquestlab.analysis.measures.ratio_measures import Record, ratio_records
from conquestlab.analysis.measures.seat_measures import MARGIN, Seats
from conquestlab.analysis.measures.skill import skill_share
from conquestlab.analysis.measures.snowball import snowball_auc
from conquestlab.analysis.measures.statistics import statistic_records
from conquestlab.analysis.measures.tallies import Tally

MEASURES = {
    "win_share": "share of the wins of a seat, or chance to win of a seat that a bot holds",
    "seat_gap": "win share of the best seat less that of the worst",
    "seat_chi2_p": "chance that even seats would come out as uneven",
    "seat_effect": "how uneven the seats are, freed of chance",
    "seat_balanced": "1 if all seats are shown to be within the margin of an even share, else 0",
    "seat_balanced_p": "p-value behind seat_balanced",
    "seat_slope": "change of the win share from a seat to the next",
    "skill_share": "what a weak bot's chance to win is short of a strong one's, as a share of it",
    "rounds": "mean length in rounds",
    "rounds_median": "fewest rounds within which half of the games are over",
    "rounds_p90": "fewest rounds within which nine games in ten are over",
    "rounds_cv": "standard deviation of the length over its mean",
    "unfinished_share": "share of games that were cut off",
    "first_elimination": "when the first seat falls, as a share of the game",
    "downtime": "share of the table's time spent watching after an elimination",
    "lead_changes": "changes of the leader, a game",
    "winner_led": "share of the rounds after which the winner led",
    "drama": "how far behind the winner was while it trailed",
    "decided_at": "from when on the winner always led, as a share of the game",
    "comeback_share": "share of games won by a seat that did not lead at half-time",
    "snowball_auc": "chance that the winner stands higher than a loser, by tenth of the game",
    "uncertainty": "how open the game stands, from 0 to 1, by tenth of the game",
    "surprise": "how much the standings move, a game",
    "score": "mean final score of a seat",
    "decisions": "legal choices a turn",
}


def measure_records(
    tally: Tally,
    names: Sequence[str] | None = None,
    margin: float | Sequence[float] = MARGIN,
    level: float = LEVEL,
    seed: int = 1,
    skill: Sequence[str] | None = None,
) -> list[Record]:
    """Return the measures of a run.

    Parameters
    ----------
    tally : Tally
        Of `tally_rows`, or of many merged.
    names : sequence of str or None
        Measures that make sense for the game; the others are left out. None: all that the tally knows.
    margin : float or sequence of float
        For `seat_balanced`: how far from an even share a seat may be; one row each.
    level : float
        Of the intervals, and of `seat_balanced`.
    seed : int
        Of the bootstraps.
    skill : sequence of str or None
        For `skill_share`: a weak bot and a strong one; None stands for the two of a run of two bots.

    Returns
    -------
    list of dict
        Keys `measure`, `of` (a seat from 1, a bot's name, a tenth, a margin, a restriction, or nothing),
        `value`, `low`, `high` (None where undefined) and `games` (on which the value rests).
    """
    margins = (margin,) if isinstance(margin, (int, float)) else tuple(margin)
    for one in margins:
        if not 0.0 < one < 1.0:
            raise WrongUse(
                f"the margin of balance is {one:g}: give a share between 0 and 1, such as {MARGIN:g}"
            )
    if not 0.0 < level < 1.0:
        raise WrongUse(
            f"the level of the intervals is {level:g}: give a share between 0 and 1, such as {LEVEL:g}"
        )
    seats, lengths = Seats(tally, level, margins, seed), Lengths(tally, level, seed)
    makers: dict[str, Callable[[], list[Record]]] = {
        "win_share": seats.win_share,
        "seat_gap": seats.seat_gap,
        "seat_chi2_p": seats.seat_chi2_p,
        "seat_effect": seats.seat_effect,
        "seat_balanced": seats.seat_balanced,
        "seat_balanced_p": seats.seat_balanced_p,
        "seat_slope": seats.seat_slope,
        "rounds": lengths.rounds,
        "rounds_median": lengths.rounds_median,
        "rounds_p90": lengths.rounds_p90,
        "rounds_cv": lengths.rounds_cv,
        "skill_share": partial(skill_share, tally, skill, level),
        "snowball_auc": partial(snowball_auc, tally, level),
    }
    answer: list[Record] = []
    for name in _chosen(tally, names):
        if name in makers:
            answer += makers[name]()
        answer += ratio_records(tally, name, level)
        for statistic, groups in zip(tally.statistics, tally.grouped, strict=True):
            if statistic.measure == name:
                answer += statistic_records(statistic, groups, level)
    return answer


def _chosen(tally: Tally, names: Sequence[str] | None) -> list[str]:
    """Return the names asked for, in the order of the table; the game's own measures come last."""
    counted = dict.fromkeys(
        [quantity.measure for quantity in tally.quantities]
        + [statistic.measure for statistic in tally.statistics]
    )
    known = [name for name in MEASURES if name != "decisions" or name in counted]
    known += [name for name in counted if name not in MEASURES]
    if names is None:
        return known
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise WrongUse(f"no measure is called {name!r} here; {hint}")
    return [name for name in known if name in names]
