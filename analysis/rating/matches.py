"""Plays the matches of a ladder on all cores: a part of each in turn, so that Ctrl-C hits all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import NamedTuple

from conquestlab.analysis.bots.guests import GuestFailed
from conquestlab.analysis.cores import in_chunks
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.many_games import Listener
from conquestlab.analysis.rating.block_sums import BlockSums, Match, sum_blocks
from conquestlab.analysis.rating.lineups import Lineup

TURNS = 8  # in so many parts, at least, a match is played


class Fixture(NamedTuple):
    """A match to be played.

    Attributes
    ----------
    lineup : Lineup
    experiment : Experiment
        Of that lineup.
    first, games : int
        Number of its first game, and how many: whole blocks. No two matches of a ladder have a luck number
        in common, so that they are independent.
    """

    lineup: Lineup
    experiment: Experiment
    first: int
    games: int


class Played(NamedTuple):
    """What was played.

    Attributes
    ----------
    matches : list of Match
        Those of which a block at least was played.
    interrupted : bool
        Whether Ctrl-C came before the end.
    failed : GuestFailed or None
        A bot outside failed; the matches hold the games before.
    """

    matches: list[Match]
    interrupted: bool = False
    failed: GuestFailed | None = None


def fixtures(
    lineups: Sequence[Lineup], blocks: Sequence[int], experiment_of: Callable[[Lineup, int], Experiment]
) -> list[Fixture]:
    """Return the matches of lineups, game after game under one seed.

    Parameters
    ----------
    lineups : sequence of Lineup
    blocks : sequence of int
        How many each gets.
    experiment_of : callable
        From a lineup and a number of games to the experiment.
    """
    answer, first = [], 0
    for lineup, count in zip(lineups, blocks, strict=True):
        games = count * len(lineup.bots)
        answer.append(Fixture(lineup, experiment_of(lineup, first + games), first, games))
        first += games
    return answer


def play_fixtures(planned: Sequence[Fixture], jobs: int | None, listener: Listener) -> Played:
    """Play matches; neither the number of threads nor an interruption changes what comes of a game.

    A match with bots outside is played by itself, so that the programs of one alone are there at a time.
    """
    sums: dict[int, BlockSums] = {}

    def so_far() -> list[Match]:
        return [Match(planned[place].lineup, sums[place]) for place in sorted(sums)]

    try:
        for places in _played_together(planned):
            for place, part in _parts({place: planned[place] for place in places}, jobs, listener):
                sums[place] = sums[place] + part if place in sums else part
    except KeyboardInterrupt:
        return Played(so_far(), interrupted=True)
    except GuestFailed as failure:
        return Played(so_far(), failed=failure)
    return Played(so_far())


def _played_together(planned: Sequence[Fixture]) -> list[list[int]]:
    """Return the places of matches that go on side by side."""
    guests = [place for place, fixture in enumerate(planned) if fixture.experiment.has_guests]
    inside = [place for place in range(len(planned)) if place not in guests]
    return [*([inside] if inside else []), *([place] for place in guests)]


def _parts(
    planned: Mapping[int, Fixture], jobs: int | None, listener: Listener
) -> Iterator[tuple[int, BlockSums]]:
    """Play matches and yield, in order, the place and the sums of each part."""
    pieces = list(_pieces(planned))
    experiments = [fixture.experiment for fixture in planned.values()]

    def work(number: int, _: int) -> tuple[int, BlockSums]:
        place, first, count = pieces[number]
        experiment = planned[place].experiment
        answer = sum_blocks(experiment.play(first, count), experiment.seats)
        listener.played(count)
        return place, answer

    def stop() -> None:
        for experiment in experiments:
            experiment.stop()

    seated: set[str] = set()
    for experiment in experiments:  # until every bot was seated once, so that no thread has to compile one
        if not seated.issuperset(experiment.bots):
            experiment.get_ready(Listener().compiling if seated else listener.compiling)
            seated.update(experiment.bots)
    with ExitStack() as leaving:
        for experiment in experiments:
            leaving.callback(experiment.close)
        yield from leaving.enter_context(closing(in_chunks(work, len(pieces), 1, jobs, stop)))


def _pieces(planned: Mapping[int, Fixture]) -> Iterator[tuple[int, int, int]]:
    """Yield place, first game and number of games of each part, a part of every match in turn."""
    left = []
    for place, fixture in planned.items():
        seats, chunk = fixture.experiment.seats, fixture.experiment.chunk
        part = min(-(-fixture.games // (seats * TURNS)), chunk // seats) * seats
        left.append((place, fixture.first, fixture.first + fixture.games, part))
    while left:
        for place, first, end, part in left:
            yield place, first, min(part, end - first)
        left = [(place, first + part, end, part) for place, first, end, part in left if first + part < end]
