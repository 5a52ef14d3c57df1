"""Pieces of about a second: long jobs are cut, short ones travel together, and nobody waits for long."""

import pytest

from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.pieces import Carried, Delivery, Pace
from conquestlab.analysis.playing.side_by_side import AHEAD, SideBySide
from conquestlab.analysis.playing.workers import Job
from conquestlab.analysis.seeds import parse_seeds


def games_of(*played):
    """A reducer: the numbers of the games, as the batches say them."""
    return [(one.batch.first, one.batch.games) for one in played]


def described(games, bots=("points", "random"), rules="risk-express"):
    return experiment_of(rules, 2, bots, parse_seeds("1"), games)


class Imagined(SideBySide):
    """Workers who play nothing: a game takes them so many seconds, and each finishes its bundles in order."""

    def __init__(self, count, seconds):
        super().__init__()
        self.workers = count
        self.seconds = seconds
        self.busy = [0.0] * count
        self.now = 0.0
        self.bundles = []

    @property
    def count(self):
        return self.workers

    def send(self, bundle):
        games = [batch.games for batch in bundle.batches]
        place = self.busy.index(min(self.busy))
        self.busy[place] = max(self.now, self.busy[place]) + sum(games) * self.seconds
        self.bundles.append(games)
        return Promised(self, bundle, self.busy[place])


class Promised:
    def __init__(self, workers, bundle, ready):
        self.workers, self.bundle, self.ready = workers, bundle, ready

    def done(self):
        return self.ready <= self.workers.now

    def result(self):
        self.workers.now = max(self.workers.now, self.ready)
        each = self.workers.seconds
        carried = []
        for piece in self.bundle.pieces:
            batches = piece.work.batches
            result = [(batch.first, batch.games) for batch in batches]
            carried.append(Carried(result, (), batches[0].games * each))
        return Delivery(tuple(carried))


def jobs_of(experiment, size):
    return [Job(games_of, (part,)) for part in experiment.batch().split(size)]


@pytest.mark.parametrize(("count", "seconds"), [(1, 0.5), (2, 0.5), (4, 10.0), (7, 0.02), (3, 1e-5)])
def test_every_game_is_played_once_in_order(count, seconds):
    workers = Imagined(count, seconds)
    jobs = jobs_of(described(1000), 240)
    found = list(workers.results(jobs))
    assert [job for job, _ in found] == jobs
    for job, parts in found:
        place = job.batches[0].first
        for first, games in parts:
            assert first == place
            assert games % 2 == 0  # whole blocks
            place += games
        assert place == job.batches[0].first + job.games


def test_one_long_job_keeps_all_workers_busy_to_the_end():
    workers = Imagined(8, 0.3)
    list(workers.results(jobs_of(described(12_000), 12_000)))
    alone = 12_000 * 0.3
    assert max(workers.busy) < alone / 8 * 1.02
    assert max(map(sum, workers.bundles)) <= 4  # about a second, in blocks of two games
    assert sorted(workers.bundles[0]) == [2]


def test_short_jobs_travel_together():
    workers = Imagined(2, 1e-5)
    list(workers.results(jobs_of(described(2_000_000), 1000)))
    seconds = [sum(games) * 1e-5 for games in workers.bundles]
    assert len(workers.bundles) < 60  # of 2000 jobs and 20 seconds
    assert max(seconds) < 1.2


def test_a_slower_bot_is_noticed():
    workers = Imagined(2, 1e-4)
    list(workers.results(jobs_of(described(10_000), 10_000)))
    workers.seconds, workers.bundles = 0.5, []
    list(workers.results(jobs_of(described(100_000), 1000)))
    assert max(map(sum, workers.bundles[-20:])) <= 6


def test_jobs_are_made_when_they_are_needed():
    workers, made = Imagined(2, 0.9), []

    def jobs():
        for job in jobs_of(described(400), 2):
            made.append(job)
            yield job

    for taken, _ in enumerate(workers.results(jobs())):
        assert len(made) - taken <= AHEAD * 2 + 2


def test_batches_that_are_not_the_same_games_are_not_cut():
    batch = described(100).batch()
    workers = Imagined(2, 1.0)
    job = Job(games_of, (batch.part(0, 10), batch.part(20, 30)))
    ((_, result),) = workers.results([job])
    assert result == [(0, 10), (20, 30)]
    together = Job(games_of, (batch.part(0, 10), batch.part(0, 10)))
    ((_, result),) = workers.results([together])
    assert result[:2] == [(0, 2), (0, 2)]
    assert sum(games for _, games in result) == 20


def test_what_does_not_add_up_is_said(monkeypatch):
    workers = Imagined(2, 1.0)
    honest = Promised.result

    def as_pair(promised):
        delivery = honest(promised)
        return Delivery(tuple(one._replace(result=(1, 2)) for one in delivery.carried))

    monkeypatch.setattr(Promised, "result", as_pair)
    with pytest.raises(TypeError, match="give it __add__"):
        list(workers.results(jobs_of(described(100), 100)))


def test_a_pace_is_known_of_tables_whose_bots_have_all_played():
    pace = Pace()
    points, random = described(2, ("points",)).batch(), described(2, ("random",)).batch()
    both = described(2).batch()
    keys = [Pace.key([one]) for one in (points, random, both)]
    assert [pace.of(key) for key in keys] == [None] * 3
    pace.saw(keys[0], 10, 1.0)
    assert [pace.of(key) for key in keys] == [0.1, None, None]
    pace.saw(keys[1], 10, 5.0)
    assert [pace.of(key) for key in keys] == [0.1, 0.5, 0.5]
    pace.saw(keys[2], 10, 2.0)
    pace.saw(keys[2], 10, 4.0)
    assert pace.of(keys[2]) == pytest.approx(5.0 / 15)
    assert Pace.key([described(2, ("points",)).batch()]) == keys[0]
