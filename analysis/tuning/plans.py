"""What a tuning plays: a request that was checked, for each set of bots, before any game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.intervals import normal_quantile
from conquestlab.analysis.measures.measure import HUNDREDTHS
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.tuning.varied import Variants, Varied, by_seat, read_varied

if TYPE_CHECKING:
    from conquestlab.analysis.tuning.targets import Target

USUAL_CONFIRMATION = 20_000  # where no margin says how many games it takes
USUAL_MARGIN, USUAL_PART = 0.015, 0.05  # of a share, and of what is wanted of another measure
FEWEST_GAMES = 1000


class Plan(NamedTuple):
    """A request that was checked, before any game is played.

    Attributes
    ----------
    request : TuneRequest
    experiment : Experiment
    target : Target
    variants : Variants
    varied : tuple of Varied
    open_seat : bool
        Whether a number for each seat was named, of which that of the strongest seat is to stay.
    """

    request: TuneRequest
    experiment: Experiment
    target: Target
    variants: Variants
    varied: tuple[Varied, ...]
    open_seat: bool

    @property
    def confirming(self) -> int:
        """How many games of the fresh run the best whole numbers get."""
        request = self.request
        if request.confirm is not None:
            return request.confirm
        if not self.target.levels_seats:
            return USUAL_CONFIRMATION
        return games_to_show(self.experiment.seats, self.margin)

    @property
    def margin(self) -> float:
        """How far from the target still counts as met: a share, or a part of what is wanted."""
        given = self.request.margin
        if given is not None:
            return given
        unit = self.experiment.known_measures[self.target.measure].unit
        return USUAL_MARGIN if unit in HUNDREDTHS else USUAL_PART

    @property
    def games(self) -> int:
        """How many games are played in all at most."""
        from conquestlab.analysis.tuning.fresh_runs import NEIGHBOURS
        from conquestlab.analysis.tuning.whole_numbers import FINALISTS

        fresh = FINALISTS * max(1, self.confirming // NEIGHBOURS) + 2 * self.confirming
        return self.request.games_at_most + fresh


def games_to_show(seats: int, margin: float) -> int:
    """Return the games after which seats that are off by half the margin are shown to be within it.

    Nineteen times in twenty for each seat, with one-sided tests of 5 %.
    """
    share = 1.0 / seats
    games = share * (1.0 - share) * (2.0 * normal_quantile(0.9) / (margin / 2.0)) ** 2
    return int(-(-games // 1000)) * 1000


def plans_of(request: TuneRequest) -> list[Plan]:
    """Return what is to be played with each set of bots, checked; WrongUse says what is wrong with it."""
    return [_plan_of(request, bots) for bots in request.bot_sets or (None,)]


def plan_of(request: TuneRequest) -> Plan:
    """Return what is to be played with the first set of bots."""
    return plans_of(request)[0]


def _plan_of(request: TuneRequest, bots_text: str | None) -> Plan:
    from conquestlab.analysis.tuning.targets import read_target

    _check_numbers(request)
    text, book = request.one_book
    bots = read_bots(bots_text)
    players = read_players(request.players, book, bots)
    if len(players) != 1:
        raise WrongUse("conquest tune is for one number of players: give --players once, as in 3")
    experiment = experiment_of(
        text,
        players[0],
        bots,
        parse_seeds(request.seed),
        request.games_at_most,
        request.rotate,
        request.bot_seconds,
        rulebook=book,
    )
    target = read_target(request.target, experiment)
    variants = Variants(text, book, players[0])
    varied = read_varied(request.vary, variants)
    open_seat = _check_count(request, varied, variants, target)
    for one in varied:
        _check_effect(one, variants, experiment)
    return Plan(request, experiment, target, variants, varied, open_seat)


def _check_numbers(request: TuneRequest) -> None:
    if not request.vary:
        raise WrongUse("name a number to vary: --vary KEY or --vary KEY=LOW..HIGH")
    if request.within is not None and not request.within > 0.0:
        raise WrongUse(f"within {request.within:g}: give a number above 0, such as 0.5")
    if request.games_at_most < FEWEST_GAMES:
        raise WrongUse(f"{request.games_at_most} games are too few to tune by: give {FEWEST_GAMES} or more")
    if request.margin is not None and not 0.0 < request.margin < 1.0:
        raise WrongUse(f"margin {request.margin:g}: give a share between 0 and 1, such as 0.015")


def _check_count(request: TuneRequest, varied: Sequence[Varied], variants: Variants, target: Target) -> bool:
    """Refuse more numbers than the target can settle; tell whether one seat of a whole list is left open."""
    most = target.aim.size
    if len(varied) <= most:
        return False
    if len(request.vary) == 1 and target.levels_seats:
        return True
    line = f"{len(varied)} numbers, but {target.text} settles {most}: name {most} at most"
    paths = {one.path for one in varied}
    if target.levels_seats and len(paths) == 1 and by_seat(variants.book.game, varied[0].path):
        line += f", or {varied[0].path} alone, then the strongest seat keeps what it has"
    raise WrongUse(line)


def _check_effect(one: Varied, variants: Variants, experiment: Experiment) -> None:
    """Refuse a number that does nothing at this table."""
    seats = experiment.seats
    low, high = (
        experiment.engine.compile(variants.rulebook([one], (end,)), seats) for end in (one.low, one.high)
    )
    if np.array_equal(low, high):
        raise WrongUse(f"--vary {one.key}: it does nothing at a table of {seats}")
