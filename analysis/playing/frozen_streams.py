"""Plays games again with one stream of luck replaced and all others kept, to find out which luck decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.kernels.shared.purposes import PURPOSES

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.luck_total import Luck
    from conquestlab.analysis.playing.batches import PlayedBatch

LARGEST = 2**64


def redrawn(seeds: np.ndarray) -> np.ndarray:
    """Return other seeds of the six purposes, the same ones each time for the same seeds."""
    import numpy as np

    return np.array([_mixed(int(seed) ^ _mixed(1)) for seed in seeds], np.uint64)


def _mixed(word: int) -> int:
    """Return a word that looks unlike another (the finisher of SplitMix64, Steele, Lea and Flood 2014)."""
    word = (word + 0x9E3779B97F4A7C15) % LARGEST
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % LARGEST
    word = (word ^ word >> 27) * 0x94D049BB133111EB % LARGEST
    return word ^ word >> 31


def luck_of_games(played: PlayedBatch) -> Luck:
    """Play the games of a batch with other luck, and again for each stream, with this of the other luck.

    So each of the latter differs from the game that was played in one stream, and has one in common with the
    game of other luck (the design of Saltelli et al. 2010): the first pair tells the total effect of a
    stream, the second what it explains by itself.
    """
    import numpy as np

    from conquestlab.analysis.measures.luck_share import luck_tally
    from conquestlab.analysis.measures.luck_total import Luck, total_tally

    batch, rows = played.batch, played.rows
    own, other = batch.seeds.words, redrawn(batch.seeds.words)
    again = {}
    for stream, purposes in batch.engine.streams(batch.rulebook).items():
        words = np.where([purpose in purposes for purpose in PURPOSES], other, own)
        again[stream] = batch.table.play(words, batch.first, batch.games)
    others = batch.table.play(other, batch.first, batch.games)
    return Luck(luck_tally(others, again, batch.shared), total_tally(rows, again, batch.shared))
