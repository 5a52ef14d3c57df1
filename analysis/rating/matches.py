"""Plays the matches of a ladder on all cores: a part of each in turn, so that Ctrl-C hits all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

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
    """The matches of which a game at least was played, and whether Ctrl-C came before their end."""

    matches: list[Match]
    interrupted: bool


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
    """Play matches; neither the number of threads nor an interruption changes what comes of a game."""
    pieces = list(_pieces(planned))
    sums: dict[int, BlockSums] = {}

    def work(number: int, _: int) -> tuple[int, BlockSums]:
        place, first, count = pieces[number]
        experiment = planned[place].experiment
        answer = sum_blocks(experiment.play(first, count), experiment.seats)
        listener.played(count)
        return place, answer

    interrupted = False
    try:
        planned[0].experiment.get_ready(listener.compiling)
        with closing(in_chunks(work, len(pieces), 1, jobs)) as parts:
            for place, part in parts:
                sums[place] = sums[place] + part if place in sums else part
    except KeyboardInterrupt:
        interrupted = True
    return Played([Match(planned[place].lineup, sums[place]) for place in sorted(sums)], interrupted)


def _pieces(planned: Sequence[Fixture]) -> Iterator[tuple[int, int, int]]:
    """Yield place in the list, first game and number of games of each part, a part of every match in turn."""
    left = []
    for place, fixture in enumerate(planned):
        seats, chunk = fixture.experiment.seats, fixture.experiment.chunk
        part = min(-(-fixture.games // (seats * TURNS)), chunk // seats) * seats
        left.append((place, fixture.first, fixture.first + fixture.games, part))
    while left:
        for place, first, end, part in left:
            yield place, first, min(part, end - first)
        left = [(place, first + part, end, part) for place, first, end, part in left if first + part < end]
