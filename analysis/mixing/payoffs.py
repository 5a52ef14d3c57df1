"""What members win at tables made of them, measured where it matters for the mix, and never twice.

A table is played in all orders of its seats, and everybody's wins are counted in the same games. Which tables
matter follows from the mix: those at which a member would often find itself if the others were drawn from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np

from conquestlab.analysis.mixing.equilibrium import Others, Shares, Solved, solve
from conquestlab.analysis.playing.batches import Batch, PlayedBatch
from conquestlab.analysis.playing.workers import Job, Listener, Workers, carry_out
from conquestlab.analysis.training.arena import Stage, first_game
from conquestlab.analysis.training.recall import Ask
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.training.asked_table import AskedTable

GENERATION = 1 << 20  # beyond all generations of a search: these games are played for nothing else
TIMES = 25  # times as many games as a candidate's are played at a table where everybody always is
COVERED = 0.98  # chance of the tables that are measured, for each member
ENOUGH = 0.7  # share of the games wanted with which a table is left as it is
MOST_LOOKS = 40
LEAST_SHARE = 0.02  # of a member of a mix

Table = tuple[str, ...]
"""The hashes of all who sit at a table, in their order."""


class Wins(NamedTuple):
    """Games at a table, and what each of its places won in them, in parts of WHOLE_WIN."""

    games: int
    wins: np.ndarray

    def __add__(self, other: tuple[object, ...]) -> Wins:
        """Return both together."""
        more = Wins(*other)  # type: ignore[arg-type]
        return Wins(self.games + more.games, self.wins + more.wins)


def wins_by_place(*played: PlayedBatch) -> Wins:
    """Return what each place of a table won: the reducer of payoffs."""
    seats = played[0].batch.seats
    wins = np.zeros(seats, np.int64)
    for one in played:
        np.add.at(wins, one.rows["bot"][:, :seats], one.rows["win"][:, :seats].astype(np.int64))
    return Wins(sum(len(one.rows) for one in played), wins)


class Payoffs:
    """What is known of the members of a population.

    Parameters
    ----------
    table : AskedTable
    games : int
        That are played at a table at least.
    workers : Workers
    ask : callable
        Who knows what games were played already.

    Attributes
    ----------
    members : list of Bot
        None of them a mix, no two alike.
    games_played : int
    """

    def __init__(self, table: AskedTable, games: int, workers: Workers, ask: Ask):
        self.members: list[Bot] = []
        self.games_played = 0
        self._table = table
        self._fewest = max(1, -(-games // table.seats))
        self._workers = workers
        self._ask = ask
        self._known: dict[Table, tuple[int, dict[str, int]]] = {}  # blocks, and wins of each who sits there

    def add(self, bot: Bot) -> None:
        """Take in a member, unless one like it is there."""
        if all(bot.hash != one.hash for one in self.members):
            self.members.append(bot)

    def shares(self) -> Shares:
        """Return what each member wins by who sits in the other seats, as far as it is known."""
        return Shares(len(self.members), self._table.seats, self._share)

    def settle(self, most: int) -> Solved:
        """Return a mix of so many members at most on which the best of all gains least.

        Its tables are played first, until those that matter have been played often enough.
        """
        for _ in range(MOST_LOOKS):
            shares = self.shares()
            found = _few(shares, most)
            wanted = self._wanted(shares, found.shares)
            if not wanted:
                break
            self._play(wanted)
        return found

    def _share(self, member: int, others: Others) -> float:
        """Return what a member wins; by what it wins of each alone, if they were never met together."""
        measured = self._measured(member, others)
        if measured is not None:
            return measured
        even = 1.0 / self._table.seats
        each = [self._measured(member, (other,) * (self._table.seats - 1)) for other in others]
        return sum(even if one is None else one for one in each) / len(each)

    def _measured(self, member: int, others: Others) -> float | None:
        table = self._key(member, others)
        if table not in self._known:
            return None
        blocks, wins = self._known[table]
        hashed = self.members[member].hash
        return wins[hashed] / (WHOLE_WIN * blocks * self._table.seats * table.count(hashed))

    def _key(self, member: int, others: Others) -> Table:
        return tuple(sorted(self.members[place].hash for place in (member, *others)))

    def _wanted(self, shares: Shares, mix: np.ndarray) -> dict[Table, int]:
        """Return the tables that were played too seldom, and how many blocks they lack."""
        chances = shares.chances(mix)
        ranked = np.argsort(-chances, kind="stable")
        enough = int(np.searchsorted(np.cumsum(chances[ranked]), COVERED)) + 1
        wanted: dict[Table, int] = {}
        for place in ranked[:enough].tolist():
            often = int(np.ceil(TIMES * self._fewest * chances[place]))
            for member in range(len(self.members)):
                table = self._key(member, shares.others[place])
                is_even = len(set(table)) == 1  # there only games without an end tell anything
                wanted[table] = max(wanted.get(table, 0), self._fewest if is_even else often, self._fewest)
        done = {table: self._known[table][0] if table in self._known else 0 for table in wanted}
        return {
            table: blocks - done[table] for table, blocks in wanted.items() if done[table] < ENOUGH * blocks
        }

    def _play(self, wanted: dict[Table, int]) -> None:
        """Play blocks at tables, and take in who won them."""
        asked = repr([(table, self._blocks(table), blocks) for table, blocks in wanted.items()])
        question = f"{len(wanted)} tables: {crc32(asked.encode()):08x}"
        answer = self._ask(question, lambda: self._played(wanted))
        for (table, blocks), wins in zip(wanted.items(), answer, strict=True):
            before, known = self._known.get(table, (0, dict.fromkeys(table, 0)))
            self._known[table] = before + blocks, {one: known[one] + wins[one] for one in known}
            self.games_played += blocks * self._table.seats

    def _blocks(self, table: Table) -> int:
        return self._known[table][0] if table in self._known else 0

    def _played(self, wanted: dict[Table, int]) -> list[dict[str, int]]:
        """Return for each table the wins of those who sit there, by hash."""
        orders = {table: orders_of(table) for table in wanted}
        jobs, owners = [], []
        for table, blocks in wanted.items():
            before = self._blocks(table)
            first = first_game(Stage.CHOOSE, GENERATION) + before * self._table.seats
            for place, order in enumerate(orders[table]):
                # Blocks go through the orders in turn, and go on where they stopped.
                number = len(range((place - before) % len(orders[table]), blocks, len(orders[table])))
                if number:
                    jobs.append(Job(wins_by_place, (self._batch(order, first, number),)))
                    owners.append((table, order))
                    first += number * self._table.seats
        found: dict[Table, dict[str, int]] = {table: dict.fromkeys(table, 0) for table in wanted}
        results = carry_out(jobs, self._workers, Listener())
        for (table, order), (_, won) in zip(owners, results, strict=True):
            for hashed, wins in zip(order, won.wins.tolist(), strict=True):
                found[table][hashed] += int(wins)
        return list(found.values())

    def _batch(self, order: Table, first: int, blocks: int) -> Batch:
        by_hash = {bot.hash: bot for bot in self.members}
        seated = tuple(by_hash[hashed] for hashed in order)
        table = self._table
        return Batch(table.rulebook, seated, table.seeds, first, blocks * table.seats, True)


def orders_of(table: Sequence[str]) -> list[Table]:
    """Return the orders in which those at a table may follow each other around it, each once."""
    first, *rest = table
    return [(first, *order) for order in sorted(set(permutations(rest)))]


def _few(shares: Shares, most: int) -> Solved:
    """Return a mix of a few members, each with a share worth having."""
    allowed = list(range(shares.members))
    while True:
        found = solve(shares, allowed)
        inside = [place for place in allowed if found.shares[place] > 1e-6]
        smallest = min(inside, key=lambda place: (found.shares[place], -place))
        if len(inside) <= most and found.shares[smallest] >= LEAST_SHARE:
            return found
        if len(inside) == 1:
            return found
        allowed = [place for place in inside if place != smallest]
