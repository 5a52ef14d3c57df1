"""The sums of a cell as plain values, the same for the same games however they were added up, and back.

Whole numbers of any size, lists and texts, as JSON keeps them. What can be told from the experiment (names of
bots, quantities) is not kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.comparing.pairs import Pairs
from conquestlab.analysis.measures.catalogue import common_quantities, common_statistics
from conquestlab.analysis.measures.moments import Moments
from conquestlab.analysis.measures.sparse import Packed, pack, unpack
from conquestlab.analysis.measures.tallies import Tally
from conquestlab.analysis.sweeping.pairing import CellSums

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.playing.experiment import Experiment

Plain = dict[str, Any]


def plain_sums(sums: CellSums) -> Plain:
    """Return the sums of a cell as plain values."""
    return {
        "tally": plain_tally(sums.tally),
        "pairs": None if sums.pairs is None else _plain_pairs(sums.pairs),
    }


def read_sums(plain: Plain, experiment: Experiment) -> CellSums:
    """Return the sums again."""
    pairs = plain["pairs"]
    return CellSums(read_tally(plain["tally"], experiment), None if pairs is None else _read_pairs(pairs))


def plain_tally(tally: Tally) -> Plain:
    """Return a tally as plain values."""
    return {
        "games": tally.games,
        "blocks": tally.blocks,
        "spans": [list(span) for span in tally.spans],
        "shared": tally.shared,
        "ratios": [_plain_moments(one) for one in tally.ratios],
        "grouped": [_plain_array(one) for one in tally.grouped],
        "wins": _plain_moments(tally.wins),
        "bot_wins": _plain_moments(tally.bot_wins),
        "rounds": _plain_moments(tally.rounds),
        "lengths": _plain_array(tally.lengths),
        "stood": _plain_array(tally.stood),
    }


def read_tally(plain: Plain, experiment: Experiment) -> Tally:
    """Return the tally again."""
    seats, names = experiment.seats, tuple(dict.fromkeys(experiment.bots))
    columns = experiment.engine.kernels.row_dtype.names
    return Tally(
        seats=seats,
        games=plain["games"],
        blocks=plain["blocks"],
        bots=names,
        quantities=common_quantities(seats, names, columns) + experiment.own_quantities,
        statistics=common_statistics(seats, names, columns) + experiment.own_statistics,
        spans=tuple((first, last) for first, last in plain["spans"]),
        shared=plain["shared"],
        ratios=tuple(_read_moments(one) for one in plain["ratios"]),
        grouped=tuple(_read_array(one) for one in plain["grouped"]),
        wins=_read_moments(plain["wins"]),
        bot_wins=_read_moments(plain["bot_wins"]),
        rounds=_read_moments(plain["rounds"]),
        lengths=_read_array(plain["lengths"]),
        stood=_read_array(plain["stood"]),
    )


def _plain_pairs(pairs: Pairs) -> Plain:
    return {
        "alike": pairs.alike,
        "ratios": [[*key, _plain_moments(one)] for key, one in pairs.ratios.items()],
        "wins": _plain_moments(pairs.wins),
        "rounds": _plain_moments(pairs.rounds),
        "rounds_seen": _plain_moments(pairs.rounds_seen),
        "skill": None if pairs.skill is None else _plain_moments(pairs.skill),
        "turned": pairs.turned,
        "over_together": _plain_array(pairs.over_together),
    }


def _read_pairs(plain: Plain) -> Pairs:
    return Pairs(
        plain["alike"],
        {(measure, of): _read_moments(one) for measure, of, one in plain["ratios"]},
        _read_moments(plain["wins"]),
        _read_moments(plain["rounds"]),
        _read_moments(plain["rounds_seen"]),
        None if plain["skill"] is None else _read_moments(plain["skill"]),
        plain["turned"],
        _read_array(plain["over_together"]),
    )


def _plain_moments(moments: Moments) -> list[Any]:
    return [moments.games, moments.blocks, list(moments.sums), [list(row) for row in moments.products]]


def _read_moments(plain: list[Any]) -> Moments:
    games, blocks, sums, products = plain
    return Moments(games, blocks, tuple(sums), tuple(map(tuple, products)))


def _plain_array(array: np.ndarray) -> list[Any]:
    packed = pack(array)
    return [list(packed.shape), packed.gaps.tolist(), packed.numbers.tolist()]


def _read_array(plain: list[Any]) -> np.ndarray:
    import numpy as np

    shape, gaps, numbers = plain
    return unpack(Packed(tuple(shape), np.array(gaps, np.int64), np.array(numbers, np.int64)))
