"""Whole games told event by event and read by the referee, spread over processes.

Which games those are: they are spread over the numbers of players and the bots of a rulebook.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.evidence.checks import Row, checked
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.playing.workers import Job, Listener, Workers, add_up, opened
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_keys import values_of

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch
    from conquestlab.analysis.rules.rulebook import Rulebook

PART = 25  # games that one process reads at a time: a fraction of a second
WORTH_PROCESSES = 400  # games; fewer are read sooner than other processes have started
MOST_FINDINGS_SHOWN = 5  # findings told in words
RANDOM = "random"
RANDOM_SHARE = 0.1  # of the games; as many again are played by all bots together
SEARCHING = 0.05  # of the games of another bot for one that searches, which takes hundreds of times as long


@dataclass(frozen=True)
class Reading:
    """What the referee found in some games."""

    games: int
    events: int
    findings: tuple[str, ...]

    def __add__(self, other: Reading) -> Reading:
        """Return what it found in the games of both."""
        return Reading(self.games + other.games, self.events + other.events, self.findings + other.findings)


class Refereed(NamedTuple):
    """What came of all games: a row a rulebook, the first findings in words, whether Ctrl-C came."""

    rows: list[Row]
    findings: tuple[str, ...]
    interrupted: bool


def referee_rows(
    rules: Sequence[str | Rulebook],
    games: int,
    seed: str = "1",
    jobs: int | Workers | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Refereed:
    """Have the referee read so many games of each rulebook.

    Parameters
    ----------
    rules : sequence of str or Rulebook
        Names or files of rulebooks, with changes; or what was read of them.
    games : int
        Of each.
    seed : str
        As for `parse_seeds`.
    jobs : int or Workers, optional
        Processes, as many as there are cores if not given; or workers that are open. What is found does not
        depend on it.
    listener : Listener

    Returns
    -------
    Refereed
        In each row `value` is the number of findings and `expected` 0. After an interruption the rows tell
        of the games that were read, and a rulebook of which none was read has no row.
    """
    books = [load(text) for text in rules]
    jobs_to_do = [
        job for of, book in enumerate(books) for job in readings_of(of, book.label, book, games, seed)
    ]
    ready = {batch.engine: batch for job in reversed(jobs_to_do) for batch in job.batches}
    try:
        for batch in ready.values():  # once, before several processes would all do it
            batch.get_ready(listener.compiling)
            Job(Read(""), (batch.part(batch.first, 1),))()
    except KeyboardInterrupt:
        return Refereed([], (), interrupted=True)
    few = sum(job.games for job in jobs_to_do) < WORTH_PROCESSES
    with opened(1 if few and not isinstance(jobs, Workers) else jobs, processes=True) as workers:
        done = add_up(jobs_to_do, workers, listener)
    rows = [
        checked(
            "referee",
            books[of].label,
            not total.findings,
            games=total.games,
            events=total.events,
            value=len(total.findings),
            expected=0,
        )
        for of, total in done.sums.items()
    ]
    told = [finding for total in done.sums.values() for finding in total.findings]
    return Refereed(rows, tuple(told[:MOST_FINDINGS_SHOWN]), done.interrupted)


@dataclass(frozen=True)
class Read:
    """The reducer of the referee: plays the games of a batch again, event by event, and has them read.

    The row that is kept of each game has to be that of the game told.

    Attributes
    ----------
    rules : str
        The rulebook as it is typed.
    """

    rules: str

    def __call__(self, played: PlayedBatch) -> Reading:
        """Return what the referee finds."""
        from conquestlab.analysis.playing.replay_answers import replay

        batch, rows = played.batch, played.rows
        events = 0
        found: list[str] = []
        for game, row in enumerate(rows, batch.first):
            replayed = replay(batch, game)
            events += len(replayed.transcript)
            findings = replayed.findings()
            if row.tobytes() != replayed.row.tobytes():
                findings.append("the row of the game says something else")
            found += [f"{finding}; see: {self.command(batch, game)}" for finding in findings]
        return Reading(batch.games, events, tuple(found))

    def command(self, batch: Batch, game: int) -> str:
        """Return the line that shows one of the games and has it read again."""
        bots = batch.bots[0] if len(set(batch.bots)) == 1 else ",".join(batch.bots)
        words = {"--rules": self.rules, "--players": batch.seats, "--bots": bots, "--seed": batch.seeds.text}
        options = [str(word) for pair in words.items() for word in pair]
        return shlex.join(["conquest", "replay", *options, "--game", str(game), "--check"])


def readings_of(of: int, rules: str, rulebook: Rulebook, games: int, seed: str) -> Iterator[Job]:
    """Yield the jobs that make up so many games of a rulebook.

    A tenth of the games is played by `random` in every seat, a tenth by all bots of the engine in turn, the
    others by each of the other bots in every seat; all of them with every number of players that the
    rulebook allows. Where the games of `random` last as long as they may, they are short. Of a bot that
    searches there are fewer games, and it does not play with all bots in turn.
    """
    from conquestlab.analysis.playing.experiment import experiment_of
    from conquestlab.analysis.seeds import parse_seeds

    seats, seeds = seats_of(rulebook), parse_seeds(seed)
    reached, placed = 0.0, 0
    for book, bots, share in _tables(rules, rulebook):
        for players in seats:
            reached += games * share / len(seats)
            count = round(reached) - placed
            placed += count
            if not count:
                continue
            seated = tuple(bots[seat % len(bots)] for seat in range(players))
            experiment = experiment_of(book.label, players, seated, seeds, count, rulebook=book)
            for part in experiment.batch(0, count).split(PART):  # the last block may be cut
                yield Job(Read(book.label), (part,), of)


def _tables(rules: str, rulebook: Rulebook) -> list[tuple[Rulebook, tuple[str, ...], float]]:
    """Return rulebook, bots and share of the games of each kind of table."""
    engine = engine_for(rulebook)
    others = [name for name in engine.bots if name != RANDOM]
    searching = {name for name in others if _searches(engine, rulebook, name)}
    all_bots = (*(name for name in others if name not in searching), RANDOM)
    parts = {name: SEARCHING if name in searching else 1.0 for name in others}
    one = (1.0 - 2 * RANDOM_SHARE) / sum(parts.values())
    short, values = rules, values_of(rulebook.spec)
    for key, most in engine.random_limits.items():
        if key not in rules:
            short += f",{key}={min(most, values[key])}"
    shorter = rulebook if short == rules else load(short)
    return [
        *((rulebook, (name,), one * part) for name, part in parts.items()),
        (shorter, all_bots, RANDOM_SHARE),
        (shorter, (RANDOM,), RANDOM_SHARE),
    ]


def _searches(engine: Engine, rulebook: Rulebook, name: str) -> bool:
    """Tell whether a bot plays games on in its head before it chooses."""
    from conquestlab.analysis.bots.named_bots import find_bot

    bot = find_bot(name, engine, rulebook, rulebook.spec.players.max)
    places = map(engine.policy_number, bot.policies)
    return any(place < len(engine.played_by) and engine.played_by[place][1] for place in places)
