"""Plays the matches of a ladder on all cores: a part of each in turn, so that Ctrl-C hits all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.workers import Job, Listener, Workers, add_up, opened
from conquestlab.analysis.rating.lineups import Lineup
from conquestlab.analysis.rating.match import Match, summed_blocks

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
    failed : ExternalBotFailed or None
        A bot outside failed; the matches hold the games before.
    """

    matches: list[Match]
    interrupted: bool = False
    failed: ExternalBotFailed | None = None


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


def play_fixtures(planned: Sequence[Fixture], jobs: int | Workers | None, listener: Listener) -> Played:
    """Play matches; neither the number of threads nor an interruption changes what comes of a game.

    A match with bots outside is played by itself, so that the programs of one alone are there at a time.
    """
    sums: dict[int, Any] = {}
    interrupted, failed = False, None
    with opened(jobs) as workers:
        for places in _played_together(planned):
            ready = [planned[place].experiment.batch() for place in places]
            try:
                wanted = sum(planned[place].games for place in places)
                done = add_up(_jobs(planned, places), workers, listener, ready=ready, wanted=wanted)
            except ExternalBotFailed as failure:
                done, failed = failure.outcome, failure
            sums |= done.sums
            if done.interrupted:
                interrupted = failed is None
                break
    matches = [Match(planned[place].lineup, sums[place]) for place in sorted(sums)]
    return Played(matches, interrupted, failed)


def _played_together(planned: Sequence[Fixture]) -> list[list[int]]:
    """Return the places of matches that go on side by side."""
    external_bots = [place for place, fixture in enumerate(planned) if fixture.experiment.has_external_bots]
    inside = [place for place in range(len(planned)) if place not in external_bots]
    return [*([inside] if inside else []), *([place] for place in external_bots)]


def _jobs(planned: Sequence[Fixture], places: Sequence[int]) -> Iterator[Job]:
    """Yield the parts of some matches, a part of every match in turn."""
    left = {place: _parts(planned[place]) for place in places}
    while left:
        for place, parts in list(left.items()):
            part = next(parts, None)
            if part is None:
                del left[place]
            else:
                yield Job(summed_blocks, (part,), place)


def _parts(fixture: Fixture) -> Iterator[Batch]:
    """Return a match in parts: few enough games each that all matches go on alike."""
    experiment = fixture.experiment
    most = -(-fixture.games // (experiment.seats * TURNS)) * experiment.seats
    return experiment.batch(fixture.first, fixture.games).split(min(most, experiment.chunk))
