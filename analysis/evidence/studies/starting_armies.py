"""What the starting armies can bring: the best of many placements of a deal beside the usual one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.playing.seating import seat
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

RULES, BOT, SEATS = "risk-modern", "strategist", 2
PLACEMENTS = 200  # that are tried on a deal
GAMES, AGAIN = 100, 400  # of each of them, then of the usual and the best
ERRORS = 1.96  # standard errors of an interval of 95 %


def table(deals: int, seed: int) -> list[str]:
    """Return the lines of a table by seat: shares of the wins with the usual placement and with others.

    Parameters
    ----------
    deals : int
        How many deals, 2 at least.
    seed : int
    """
    lines = ["| seat | usual | mean of all | best | deals |", "|---|---|---|---|---|"]
    for place in range(SEATS):
        usual, mean, best = wins_by_deal(place, deals, seed).T
        shares = " | ".join(_share(column) for column in (usual, mean, best))
        lines.append(f"| {place + 1} | {shares} | {deals} |")
    return lines


def wins_by_deal(place: int, deals: int, seed: int) -> np.ndarray:
    """Return for each deal the shares of the wins: usual placement, mean of those drawn, the best of them.

    The best is chosen in other games than those in which it is measured.
    """
    from conquestlab.analysis.playing.seated_game import SeatedGame
    from conquestlab.kernels.conquest.placement_wins import placement_wins

    book = load(RULES)
    engine = engine_for(book)
    rules = SeatedGame(book, [None] * SEATS).rules
    bot = seat([find_bot(BOT, engine, book, SEATS)], engine, book, rules, SEATS)
    words = parse_seeds(str(seed)).words

    def of_deal(deal: int) -> tuple[float, float, float]:
        wins = np.zeros(PLACEMENTS + 2, np.int64)
        placement_wins(rules, bot[0], words, deal, place, np.array([GAMES, AGAIN, SEATS]), wins)
        return wins[-2] / AGAIN, wins[1:-2].mean() / GAMES, wins[-1] / AGAIN

    with ThreadPoolExecutor(cpu_count()) as pool:
        return np.array(list(pool.map(of_deal, range(deals))))


def _share(column: np.ndarray) -> str:
    error = ERRORS * column.std(ddof=1) / len(column) ** 0.5
    mean, low, high = (100 * (column.mean() + step) for step in (0, -error, error))
    return f"{mean:.1f} ({low:.1f} to {high:.1f}) %"
