"""The course of games as a page draws it, from rows whose standings and lengths are known."""

from types import SimpleNamespace

import numpy as np
import pytest
from small_worlds import EIGHT

from conquestlab.analysis.evidence.studies.synthetic_games import World, synthetic_rows
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.reporting import course_quantities as course
from conquestlab.analysis.reporting.report_runs import play_report_run
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.rows import FIXED_ONE

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"


@pytest.fixture(scope="module")
def run():
    return play_report_run(experiment_of(SMALL, 3, (), parse_seeds("2"), 400))


@pytest.fixture(scope="module")
def rows(run):
    return run.experiment.play(0, 400)


def test_the_page_counts_beside_the_measures_and_changes_none(run):
    alone = play_experiment(run.experiment).tally
    assert alone is not None
    assert run.rows
    told = type(run)(run.experiment, alone, beside=run.beside).rows
    assert [row["value"] for row in run.rows] == [row["value"] for row in told]


def test_standings_are_the_means_of_the_rows(run, rows):
    over = rows[(rows["how"] > 0) & (rows["rounds"] > 0)]
    found = {(row["seat"], row["tenth"]): row["value"] for row in course.standing_rows(run.tally)}
    assert len(found) == 30
    for (seat, tenth), value in found.items():
        wanted = over["tenth"][:, tenth - 1, seat - 1].clip(0, FIXED_ONE).mean() / FIXED_ONE
        assert value == pytest.approx(wanted)


def test_who_is_in_play_and_who_falls_agree_with_the_rows(run, rows):
    over = rows[(rows["how"] > 0) & (rows["rounds"] > 0)]
    for row in course.course_rows(run.tally, "in_play"):
        then = np.ceil(over["rounds"] * int(row["of"]) / 10)
        wanted = [
            sum(out == 0 or out > end for out in outs[:3])
            for outs, end in zip(over["out"], then, strict=True)
        ]
        assert row["value"] == pytest.approx(np.mean(wanted))
    for row in course.course_rows(run.tally, "eliminated"):
        assert row["value"] == pytest.approx((over["out"][:, int(row["of"]) - 1] > 0).mean())


def test_continents_are_held_for_a_share_of_the_rounds(run, rows):
    found = course.course_rows(run.tally, "continent_held")
    continents = run.experiment.rulebook.map.continents
    assert [row["of"] for row in found] == [continent.id for continent in continents]
    for place, row in enumerate(found):
        assert row["value"] == pytest.approx(rows["held"][:, place].sum() / rows["rounds"].sum())


def test_a_game_without_eliminations_counts_none():
    experiment = experiment_of("risk-express", 3, (), parse_seeds("1"), 30)
    names = {quantity.measure for quantity in course.course_quantities(experiment)}
    assert names == {"standing"}


def tallied(lengths, cut_off=()):
    rows = synthetic_rows(World((1.0, 1.0), (1.0, 1.0)), len(lengths), np.random.default_rng(1))
    rows["rounds"] = lengths
    rows["how"] = [0 if length in cut_off else 1 for length in lengths]
    return tally_rows(rows, ("a", "a"))


def test_lengths_are_counted_to_the_last_game():
    found = course.length_rows(tallied([3, 4, 4, 6, 9], cut_off=(9,)))
    assert [(row["first"], row["last"], row["finished"], row["cut_off"]) for row in found] == [
        (3, 3, 1, 0), (4, 4, 2, 0), (5, 5, 0, 0), (6, 6, 1, 0), (7, 7, 0, 0), (8, 8, 0, 0), (9, 9, 0, 1)
    ]  # fmt: skip


def test_a_few_very_long_games_stand_together_at_the_end():
    found = course.length_rows(tallied([*range(1, 301), 5000], cut_off=(5000,)))
    assert (found[-1]["last"], found[-1]["finished"] + found[-1]["cut_off"]) == (5000, 1)
    assert len({row["last"] - row["first"] for row in found[:-1]}) == 1
    assert sum(row["finished"] + row["cut_off"] for row in found) == 301
    assert len(found) <= course.MOST_BINS + 2


def test_winners_stand_between_their_tenth_and_their_nine_tenths():
    tally = SimpleNamespace(stood=np.zeros((2, 2, 256), np.int64))
    tally.stood[0, 1, [10, 100, 200]] = [10, 80, 10]
    tally.stood[0, 0, 50] = 5
    winner, loser = course.spread_rows(tally)
    assert (winner["who"], winner["tenth"], winner["seats"]) == ("winner", 1, 100)
    assert (winner["low"], winner["value"], winner["high"]) == (10.5 / 256, 100.5 / 256, 100.5 / 256)
    assert (loser["low"], loser["high"], loser["seats"]) == (50.5 / 256, 50.5 / 256, 5)


def test_nothing_is_drawn_of_nothing():
    assert not course.length_rows(None)
    assert not course.spread_rows(None)
    assert not course.standing_rows(None)
