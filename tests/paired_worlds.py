"""Two runs of synthetic worlds, as the sides of a comparison."""

import numpy as np

from conquestlab.analysis.evidence.studies.paired_runs import paired_sides
from conquestlab.analysis.evidence.studies.synthetic_games import luck_of_blocks, synthetic_rows
from conquestlab.analysis.measures.tallies import tally_rows


def sides_of(first, second, games=400, apart=False, seed=1):
    """Two runs, the rows beside what is made of them."""
    generator = np.random.default_rng(seed)
    luck = None if apart else luck_of_blocks(first, games, generator)
    rows = [synthetic_rows(world, games, generator, luck) for world in (first, second)]
    tallies = [tally_rows(one, first.names) for one in rows]
    return rows, paired_sides(rows, tallies, first.names, apart=apart)
