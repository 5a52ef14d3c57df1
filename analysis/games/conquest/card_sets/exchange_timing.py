"""When to exchange, simulated: policies against each other, armies by turn, and what one choice changes.

Plays whole games of the card table with a real draw pile; docs/commands/cards.md lists the assumptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules, Hand
from conquestlab.analysis.games.conquest.card_sets.exchange_model import (
    POLICIES,
    CardTable,
    Policy,
    check_table,
    play_arrays,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_solution import play_scratch, solve
from conquestlab.analysis.playing.workers import in_chunks

if TYPE_CHECKING:
    import numpy as np

CHUNK = 4096  # games
UNIT = float(1 << 20)  # parts of an army in discounted sums


class TimingGames(NamedTuple):
    """How many games, from which seeds, on how many cores; `progress` is told how many each chunk had."""

    games: int
    seeds: np.ndarray
    jobs: int | None = None
    progress: Callable[[int], object] | None = None


class Match(NamedTuple):
    """What a player of one policy got on average among players of another, and what these got.

    `armies` are all armies from cards; `worth`, `others` and `lead` are discounted to the first turn,
    `error` is the standard error of the lead.
    """

    armies: float
    worth: float
    others: float
    lead: float
    error: float


class Probe(NamedTuple):
    """What waiting a turn gained in games where a coin decided, its standard error, and how many games."""

    gain: float
    error: float
    games: int


class _Player:
    """Plays games of a table, chunk by chunk: one player of the first policy, the others of the second."""

    def __init__(
        self, rules: CardRules, table: CardTable, policy: Policy, against: Policy, asked: TimingGames
    ) -> None:
        import numpy as np

        check_table(rules, table)
        self.table, self.asked = table, asked
        self.numbers, self.values, self.plan = play_arrays(rules, table)
        for player in range(table.players):
            played = against if player else policy
            self.numbers[0]["policy"][player] = POLICIES.index(played.name)
            self.numbers[0]["waits_for"][player] = played.waits_for
        solved = "solved" in (policy.name, against.name)
        self.solved = solve(rules, table).policy if solved else np.zeros((1, 1, 1, 1, 1), np.uint16)

    def chunks(self, kernel: Any, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
        """Yield the rows that a kernel of exchange_runs writes, chunk by chunk."""
        import numpy as np

        def work(first: int, games: int) -> np.ndarray:
            rows = np.zeros((games, *shape), np.int64)
            seeds = self.asked.seeds
            kernel(self.numbers, self.values, self.plan, self.solved, play_scratch(), seeds, first, rows)
            return rows

        for rows in in_chunks(work, self.asked.games, CHUNK, self.asked.jobs):
            yield rows
            if self.asked.progress:
                self.asked.progress(len(rows))


def play_match(
    rules: CardRules, table: CardTable, policy: Policy, against: Policy, asked: TimingGames
) -> Match:
    """Play one player's policy among players of another, every seat alike often."""
    from conquestlab.kernels.conquest.exchange_runs import play_games

    others = table.players - 1
    sums = [0, 0, 0, 0]
    squares = 0.0
    for rows in _Player(rules, table, policy, against, asked).chunks(play_games, (table.players, 2)):
        own, theirs = rows[:, 0, 1], rows[:, 1:, 1].sum(axis=1)
        lead = (own * others - theirs) // others
        found = rows[:, 0, 0].sum(), own.sum(), theirs.sum(), lead.sum()
        sums = [one + int(more) for one, more in zip(sums, found, strict=True)]
        squares += float(((lead / UNIT) ** 2).sum())
    games = asked.games
    mean = sums[3] / UNIT / games
    variance = max(squares / games - mean * mean, 0.0)
    return Match(
        sums[0] / games,
        sums[1] / UNIT / games,
        sums[2] / UNIT / games / others,
        mean,
        sqrt(variance / max(games - 1, 1)),
    )


def play_turns(rules: CardRules, table: CardTable, policy: Policy, asked: TimingGames) -> np.ndarray:
    """Return the armies from cards of one player up to each turn, all players alike: (games, turns)."""
    import numpy as np

    from conquestlab.kernels.conquest.exchange_runs import keep_turns

    rows = list(_Player(rules, table, policy, policy, asked).chunks(keep_turns, (table.turns,)))
    return np.cumsum(np.concatenate(rows), axis=1)


def play_probes(rules: CardRules, table: CardTable, asked: TimingGames) -> dict[tuple[Hand, int], Probe]:
    """Return what waiting a turn gained, by hand and sets done, on tables of solved policies.

    In each game one player once exchanges or waits by the toss of a coin; the difference is what that
    changed.
    """
    import numpy as np

    from conquestlab.kernels.conquest.exchange_runs import probe_games

    solution = solve(rules, table)
    met: dict[tuple[int, int], np.ndarray] = {}
    solved = Policy("solved")
    for rows in _Player(rules, table, solved, solved, asked).chunks(probe_games, (4,)):
        rows = rows[rows[:, 0] >= 0]
        cases, places = np.unique(rows[:, :2], axis=0, return_inverse=True)
        side = 2 * places.reshape(-1) + rows[:, 2]
        lead = rows[:, 3] / UNIT
        sums = [np.bincount(side, weights, 2 * len(cases)) for weights in (np.ones(len(lead)), lead, lead**2)]
        for (hand, done), here in zip(cases.tolist(), np.stack(sums, axis=1).reshape(-1, 2, 3), strict=True):
            met[hand, done] = met.get((hand, done), 0) + here
    return {(solution.hands[hand], done): _probe(sums) for (hand, done), sums in met.items()}


def _probe(sums: np.ndarray) -> Probe:
    (waits, wait_sum, wait_squares), (exchanges, sum_, squares) = sums.tolist()
    games = int(waits + exchanges)
    if waits < 2 or exchanges < 2:
        return Probe(float("nan"), float("nan"), games)
    wait, exchange = wait_sum / waits, sum_ / exchanges
    variance = (wait_squares / waits - wait**2) / (waits - 1) + (squares / exchanges - exchange**2) / (
        exchanges - 1
    )
    return Probe(wait - exchange, sqrt(max(variance, 0.0)), games)


def pooled(probes: list[Probe]) -> Probe:
    """Return the mean of probes, each weighed by its games."""
    known = [probe for probe in probes if probe.error == probe.error]
    games = sum(probe.games for probe in known)
    if not games:
        return Probe(float("nan"), float("nan"), sum(probe.games for probe in probes))
    gain = sum(probe.games * probe.gain for probe in known) / games
    return Probe(gain, sqrt(sum((probe.games * probe.error) ** 2 for probe in known)) / games, games)


def needs_compiling(solved: bool, *runs: str) -> bool:
    """Tell whether a solution, or runs as in kernels/conquest/exchange_runs.py, compile their kernels."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.conquest import exchange_answer, exchange_runs

    kernels = [getattr(exchange_runs, name) for name in runs]
    if solved:
        kernels += [exchange_answer.answer, exchange_runs.watch_games]
    return not cache_is_warm(*kernels)
