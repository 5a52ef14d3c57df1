"""Plays games again with one stream of luck kept and all others replaced, to find out which luck decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.kernels.shared.purposes import PURPOSES

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.luck_share import LuckTally
    from conquestlab.analysis.playing.batches import PlayedBatch

LARGEST = 2**64


def replaced(seeds: np.ndarray, held: tuple[str, ...]) -> np.ndarray:
    """Return the seeds of the six purposes, all changed but those that are held.

    The same seeds are changed in the same way, so that the games played again are the same each time.

    Parameters
    ----------
    seeds : uint64 array, (6,)
    held : tuple of str
        Purposes.
    """
    import numpy as np

    words = [
        seed if purpose in held else _mixed(int(seed) ^ _mixed(1 + PURPOSES.index(held[0])))
        for purpose, seed in zip(PURPOSES, seeds, strict=True)
    ]
    return np.array(words, np.uint64)


def _mixed(word: int) -> int:
    """Return a word that looks unlike another (the finisher of SplitMix64, Steele, Lea and Flood 2014)."""
    word = (word + 0x9E3779B97F4A7C15) % LARGEST
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % LARGEST
    word = (word ^ word >> 27) * 0x94D049BB133111EB % LARGEST
    return word ^ word >> 31


def luck_of_games(played: PlayedBatch) -> LuckTally:
    """Play the games of a batch again, once for each stream of luck, and add up what came of them."""
    from conquestlab.analysis.measures.luck_share import luck_tally

    batch, rows = played
    again = {
        stream: batch.table.play(replaced(batch.seeds.words, held), batch.first, batch.games)
        for stream, held in batch.engine.streams(batch.rulebook).items()
    }
    return luck_tally(rows, again, batch.shared)
