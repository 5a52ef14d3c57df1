"""What is to be reached: a target such as `seat_gap=0` or `rounds=12`, as sums over games that tell of it."""

from __future__ import annotations

import re
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.catalogue import COMMON, common
from conquestlab.analysis.measures.measure import (
    BY_LENGTHS,
    BY_SEATS,
    Column,
    Measure,
    MeasureRow,
    Quantity,
    Setting,
)
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.quantities import GameColumns, every
from conquestlab.analysis.measures.ratio_measures import ratio_record
from conquestlab.analysis.measures.ratios import ratio_to
from conquestlab.analysis.rules.faults import nearest
from conquestlab.analysis.tuning.surface import PLAIN, POSITIVE, SHARES

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.playing.experiment import Experiment

LEVEL_SEATS = "seat_gap"  # what asks for seats that win alike
OVER = "over_within"


class Target(NamedTuple):
    """A measure and the value that it is to have.

    Attributes
    ----------
    text : str
    measure, of : str
    value : float
    aim : float array, (q,)
        What the means of `numbers` are to be; of the shares of all seats the last is left out.
    scale : str
        Of the surface.
    numbers : tuple of callable
        The measure is sum of number / (sum of weight * unit); several are shares of one whole.
    weight : callable
    unit : float
    shown : tuple of (measure, of)
        What each of the numbers is called in the rows of the response.
    """

    text: str
    measure: str
    of: str
    value: float
    aim: np.ndarray
    scale: str
    numbers: tuple[Column, ...]
    weight: Column
    unit: float
    shown: tuple[tuple[str, str], ...]

    @property
    def is_quantile(self) -> bool:
        """Whether it is a number of rounds within which some share of the games is over."""
        return self.shown[0][0] == OVER

    @property
    def levels_seats(self) -> bool:
        """Whether all seats are to win alike."""
        return self.measure == LEVEL_SEATS

    def summed(self, played: PlayedBatch) -> Moments:
        """Return what the games of a batch add up to: the reducer of a search."""
        bots = played.batch.bots
        names = tuple(dict.fromkeys(bots))
        games = GameColumns(played.rows, len(bots), np.array([names.index(name) for name in bots]))
        return moments([*(number(games) for number in self.numbers), self.weight(games)], games.starts)

    def rows(self, sums: Moments) -> list[MeasureRow]:
        """Return what games at one point showed, each with its interval."""
        return [
            ratio_record(measure, of, ratio_to(sums, {place: 1}), self.scale == SHARES, self.unit)
            for place, (measure, of) in enumerate(self.shown)
        ]


def read_target(text: str, experiment: Experiment) -> Target:
    """Return what a text such as `seat_gap=0`, `win_share.1=0.4` or `rounds=12` asks for."""
    match = re.fullmatch(r"\s*([A-Za-z][A-Za-z0-9_]*)(?:\.([^=]+?))?\s*=\s*(\S+)\s*", text)
    if not match:
        raise WrongUse(
            f"target {text!r}: write measure=number, as in seat_gap=0, rounds=12 or win_share.1=0.4"
        )
    measure, of = match[1], match[2] or ""
    value = _value(text, match[3])
    entry = experiment.known_measures.get(measure)
    if entry and entry.tuned == BY_SEATS:
        if measure != LEVEL_SEATS or value != 0.0 or of:
            raise WrongUse(
                f"target {text!r}: to level the seats write seat_gap=0; one seat is tuned by win_share.1=0.4"
            )
        return _seats(experiment.seats)
    if entry and entry.tuned == BY_LENGTHS:
        return _quantile(text, entry, value)
    if entry and not (entry.sums or entry.tuned_sums):
        raise WrongUse(f"target {text!r}: {measure} is no share or mean of games, so it cannot be tuned")
    return _mean(text, measure, of, value, experiment)


def _value(text: str, number: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise WrongUse(f"target {text!r}: {number} is no number")
    return value


def _over_twice(rounds: int, games: GameColumns) -> np.ndarray:
    """Games over within so many rounds, and once more those over in fewer."""
    return games.finished * ((games.rounds <= rounds).astype(np.int64) + (games.rounds < rounds))


def _seats(seats: int) -> Target:
    shares = COMMON["win_share"].quantities_to_tune(Setting(seats))
    return Target(
        f"{LEVEL_SEATS}=0",
        LEVEL_SEATS,
        "",
        0.0,
        np.full(seats - 1, 1.0 / seats),
        SHARES,
        tuple(one.number for one in shares),
        shares[0].weight,
        1.0,
        tuple((one.measure, one.of) for one in shares),
    )


def _quantile(text: str, entry: Measure, value: float) -> Target:
    """Return what asks for a quantile: that the share over by then passes its mark in mid-round."""
    if value != int(value) or value < 1:
        raise WrongUse(f"target {text!r}: a length in rounds is a whole number from 1")
    number = partial(_over_twice, int(value))
    aim, shown = np.array([entry.quantile]), ((OVER, str(int(value))),)
    return Target(text, entry.name, "", value, aim, SHARES, (number,), every, 2.0, shown)


def _mean(text: str, measure: str, of: str, value: float, experiment: Experiment) -> Target:
    quantity = _quantity(text, measure, of, experiment)
    if quantity.share:
        scale = SHARES
        if not 0.0 < value < 1.0:
            raise WrongUse(f"target {text!r}: {measure} is a share, so give a number between 0 and 1")
    elif experiment.known_measures[measure].signed:
        scale = PLAIN
    else:
        scale = POSITIVE
        if value <= 0.0:
            raise WrongUse(f"target {text!r}: {measure} is never negative, so give a number above 0")
    numbers, aim = (quantity.number,), np.array([value])
    return Target(
        text, measure, of, value, aim, scale, numbers, quantity.weight, quantity.unit, ((measure, of),)
    )


def _quantity(text: str, measure: str, of: str, experiment: Experiment) -> Quantity:
    found = _quantities(experiment)
    kinds = list(dict.fromkeys(one.measure for one in found))
    if measure not in kinds:
        others = [one.name for one in COMMON.values() if one.tuned == BY_LENGTHS]
        near = nearest(measure, [*kinds, *others, LEVEL_SEATS])
        meant = f"did you mean {near}?" if near else f"there are {', '.join([LEVEL_SEATS, *others, *kinds])}"
        raise WrongUse(f"target {text!r}: no measure of this game is called {measure}: {meant}")
    ofs = [one.of for one in found if one.measure == measure]
    if of not in ofs:
        named = ", ".join(f"{measure}.{one}" if one else measure for one in ofs)
        raise WrongUse(f"target {text!r}: there is {named}")
    return next(one for one in found if (one.measure, one.of) == (measure, of))


def _quantities(experiment: Experiment) -> list[Quantity]:
    """Return everything about these games that is a share or a mean."""
    columns = tuple(experiment.engine.kernels.row_dtype.names)
    names = tuple(dict.fromkeys(experiment.bots))
    setting = Setting(experiment.seats, names, columns, experiment.rulebook)
    sensible = {*common("seat_slope", "rounds"), *experiment.engine.measures}
    known = [one for one in experiment.known_measures.values() if one in sensible]
    return [quantity for one in known for quantity in one.quantities_to_tune(setting)]
