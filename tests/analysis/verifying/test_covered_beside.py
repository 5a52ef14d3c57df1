"""Intervals of what is played beside the rows: runs share no game, and what is wrong is seen."""

import math

import numpy as np
import pytest

from conquestlab.analysis.evidence import covered_beside
from conquestlab.analysis.evidence.covered import coverage_rows
from conquestlab.analysis.evidence.covered_beside import Plain, Runs, Tried, mean_values, runs_of, tried_of
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.workers import open_workers
from conquestlab.analysis.seeds import parse_seeds


def experiment(rules="race", seats=2, bots=("bold",)):
    return experiment_of(rules, seats, bots, parse_seeds("3"), 60)


class Heights:
    """Numbers that are known to be drawn from the normal law, one a game."""

    def __init__(self, games):
        self.games = frozenset(games)

    def __add__(self, other):
        assert not self.games & other.games, "no game is in two parts"
        return Heights(self.games | other.games)

    def rows(self):
        drawn = np.array([np.random.default_rng(game).normal() for game in sorted(self.games)])
        half = 1.96 / math.sqrt(drawn.size)
        return [
            measure_row("height", "", drawn.mean(), (drawn.mean() - half, drawn.mean() + half), drawn.size)
        ]


def heights(played):
    return Heights(range(played.batch.first, played.batch.first + played.batch.games))


def found(tried, repetitions, jobs=2):
    with open_workers(jobs) as workers:
        return runs_of(experiment(), tried, repetitions, workers, jobs)


def test_runs_share_no_game_and_cover_what_they_promise():
    runs = found(Tried(Plain(heights), 50), 400)
    assert [row["games"] for (row,) in runs.rows] == [50] * 400
    assert abs(runs.truth["height", ""]) < 4 / math.sqrt(400 * 50)
    (row,) = coverage_rows(runs, 400)
    assert row["verdict"] == "ok"
    assert abs(row["value"] - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 400)


def test_a_wrong_truth_differs():
    runs = found(Tried(Plain(heights), 50), 60)
    wrong = Runs(runs.name, runs.rows, {"height": 1.0} | {("height", ""): 5.0})
    assert coverage_rows(wrong, 60)[0]["verdict"] == "differs"


@pytest.mark.parametrize("bots", [("points",), ("points", "expert", "random")], ids=["one", "three"])
def test_every_kind_tells_the_same_whoever_plays_it(bots):
    one = experiment("risk-express", 3, bots)
    for kind in tried_of(one, 60):
        assert kind.games % one.block == 0
        tried = kind._replace(games=30, longer=kind.longer and 2)  # too few for chances, which take longer
        made = []
        for jobs in (1, 2):
            with open_workers(jobs) as workers:
                made.append(runs_of(one, tried, 3, workers, jobs))
        assert made[0].rows[:3] == made[1].rows[:3]
        assert made[0].truth == made[1].truth
        assert made[0].truth


def test_conquest_has_luck_and_two_gifts():
    kinds = [one.play for one in tried_of(experiment("risk-modern", 3, ("reckless",)), 1500)]
    assert len(kinds) == 4
    assert isinstance(kinds[0], covered_beside.NoteAll)
    assert not tried_of(experiment("risk-express", 2, ("exec:true",)), 60)


def test_a_run_of_noted_games_has_all_of_them_noted():
    one = experiment("risk-express", 3, ("points",))
    kind, _ = tried_of(one, 900)
    assert kind.games == 300
    tried = kind._replace(games=60, longer=2)
    with open_workers(2) as workers:
        runs = runs_of(one, tried, 2, workers, 2)
    for rows in runs.rows[:2]:
        (minutes,) = [row for row in rows if row["measure"] == "minutes"]
        assert minutes["games"] == 60
    assert runs.rows[0] != runs.rows[1]


def test_a_row_that_few_samples_have_has_no_truth():
    def row(of, value):
        return measure_row("height", of, value, (None, None), 1)

    samples = [[row("1", 1.0), row("2", 5.0)], [row("1", 3.0)], [row("1", 2.0), row("3", None)]]
    assert mean_values(samples) == {("height", "1"): 2.0}
