"""How candidates and games should share a budget: the search of training on made-up landscapes of 45 weights.

The wins of a candidate are binomial; the chance falls with its distance from the best row, to which some
weights matter a thousand times as much as others. Printed is the chance of the mean at the end, over four
landscapes, with its standard error: `python -m conquestlab.benchmarks.training_landscapes`.
"""

import numpy as np

from conquestlab.analysis.games.engine import Weight
from conquestlab.analysis.training.growth import Growth, agreement
from conquestlab.analysis.training.strategy import Search

WEIGHTS = 45
RANGE = 1000
LANDSCAPES = 4
BEST, SLOPE = 2.5, 5.5  # logits: of the best row, and down to where the search begins
SETTINGS = ((32, 32), (32, 128), (128, 32), (128, 128), (180, 32))


class Landscape:
    """Chances to win of rows of weights."""

    def __init__(self, seed: int):
        generator = np.random.default_rng(seed)
        matter = np.sqrt(10 ** generator.uniform(-3, 0, WEIGHTS))
        turned, _ = np.linalg.qr(generator.standard_normal((WEIGHTS, WEIGHTS)))
        self.scale = matter[:, None] * (np.eye(WEIGHTS) + 0.3 * turned)
        self.best = generator.uniform(0.15, 0.85, WEIGHTS)
        self.unit = 1.0
        self.unit = self._distance(np.full((1, WEIGHTS), 0.5))[0]

    def _distance(self, points: np.ndarray) -> np.ndarray:
        return np.linalg.norm((points - self.best) @ self.scale.T, axis=1) / self.unit

    def chance(self, rows: np.ndarray) -> np.ndarray:
        """Return the chance to win of each row."""
        return 1.0 / (1.0 + np.exp(SLOPE * self._distance(rows / RANGE) - BEST))


def reached(seed: int, population: int, games: int, budget: int, grows: bool) -> float:
    """Return the chance of the mean after so many games."""
    landscape, generator = Landscape(seed), np.random.default_rng([seed, 1])
    names = [f"weight {number}" for number in range(WEIGHTS)]
    search = Search(
        {name: Weight(0, RANGE, "") for name in names},
        dict.fromkeys(names, RANGE // 2),
        population,
        generator,
    )
    growth = Growth(games // 2)
    played = 0
    while played < budget:
        chances = landscape.chance(search.ask())
        halves = generator.binomial(growth.blocks, np.stack([chances, chances], axis=1))
        played += population * 2 * growth.blocks
        search.tell(halves.sum(axis=1))
        if grows:
            growth.note(agreement(halves))
    return float(landscape.chance(search.row_at(search.mean)[None])[0])


def main() -> None:
    """Print a line for each setting."""
    print("candidates  games  grows   500,000 games  4,000,000 games")
    for population, games in SETTINGS:
        for grows in (False, True):
            line = f"{population:10d}  {games:5d}  {'yes' if grows else 'no':>5s}"
            for budget in (500_000, 4_000_000):
                found = [reached(seed, population, games, budget, grows) for seed in range(LANDSCAPES)]
                line += f"  {np.mean(found):.3f} +- {np.std(found, ddof=1) / 2:.3f}"
            print(line, flush=True)
    print("the best row:", round(1 / (1 + np.exp(-BEST)), 3))


if __name__ == "__main__":
    main()
