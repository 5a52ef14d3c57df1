"""Targets: what may be asked for, and whether their sums are the measures of `conquest play`."""

import numpy as np
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.batches import PlayedBatch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.tuning.surface import PLAIN, POSITIVE, SHARES
from conquestlab.analysis.tuning.targets import read_target


def experiment(rules="race,max_rounds=8", bots=("random", "bold", "random"), rotate=True):
    return experiment_of(rules, 3, bots, parse_seeds("3"), 600, rotate)


@pytest.mark.parametrize("rotate", [True, False])
@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("seat_gap=0", SHARES),
        ("win_share.2=0.4", SHARES),
        ("win_share.bold=0.4", SHARES),
        ("unfinished_share=0.05", SHARES),
        ("rounds=7.5", POSITIVE),
        ("lead_changes=1", POSITIVE),
        ("drama=0.1", POSITIVE),
        ("dice=30", POSITIVE),
        ("score.1=20", PLAIN),
    ],
)
def test_the_sums_of_a_target_are_the_measure_with_its_interval(text, scale, rotate):
    played = experiment(rotate=rotate)
    rows = played.play(0, 600)
    target = read_target(text, played)
    assert target.scale == scale
    expected = {(row["measure"], row["of"]): row for row in measure_rows(played.tally(rows))}
    for found in target.rows(target.summed(PlayedBatch(played.batch(), rows))):
        same = next(
            row
            for (measure, of), row in expected.items()
            if measure == found["measure"] and (of == found["of"] or measure == "rounds")
        )
        assert found["value"] == pytest.approx(same["value"], rel=1e-12)
        assert found["games"] == same["games"]
        if text not in ("seat_gap=0", "win_share.2=0.4"):  # those of all seats hold together
            assert found["low"] == pytest.approx(same["low"], rel=1e-6)
            assert found["high"] == pytest.approx(same["high"], rel=1e-6)


def test_levelling_wants_even_shares():
    target = read_target(" seat_gap = 0.0 ", experiment())
    assert target.levels_seats
    assert target.aim.tolist() == [1 / 3, 1 / 3]
    assert [of for _, of in target.shown] == ["1", "2", "3"]


def test_a_median_is_reached_in_the_middle_of_its_round():
    played = experiment(bots=("random",))
    rows = played.play(0, 600)
    target = read_target("rounds_median=7", played)
    (found,) = target.rows(target.summed(PlayedBatch(played.batch(), rows)))
    over = rows["how"] > 0
    expected = (np.mean(over & (rows["rounds"] <= 7)) + np.mean(over & (rows["rounds"] <= 6))) / 2
    assert found["value"] == pytest.approx(expected)
    assert found["low"] < expected < found["high"] < found["low"] + 0.1
    assert target.aim.tolist() == [0.5]
    assert read_target("rounds_p90=7", played).aim.tolist() == [0.9]


def test_a_slope_may_be_negative():
    played = experiment(rules="race,start=[6,3,0]", bots=("random",))
    rows = played.play(0, 600)
    target = read_target("seat_slope=-0.1", played)
    (found,) = target.rows(target.summed(PlayedBatch(played.batch(), rows)))
    (expected,) = measure_rows(played.tally(rows), ["seat_slope"])
    assert found["value"] == pytest.approx(expected["value"])
    assert target.scale == PLAIN


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rounds", "write measure=number"),
        ("rounds=long", "is no number"),
        ("rounds=nan", "is no number"),
        ("rounds=-3", "above 0"),
        ("round=12", "did you mean rounds"),
        ("xyzzy=1", "there are seat_gap"),
        ("rounds.2=12", "there is rounds"),
        ("win_share=0.4", r"win_share\.1"),
        ("win_share.4=0.4", r"there is win_share\.1"),
        ("win_share.1=1.4", "between 0 and 1"),
        ("seat_gap=0.1", r"win_share\.1=0\.4"),
        ("seat_effect=0", "write seat_gap=0"),
        ("seat_balanced=1", "write seat_gap=0"),
        ("rounds_spread=1.5", "cannot be tuned"),
        ("rounds_median=7.5", "whole number"),
        ("downtime=0.1", "no measure of this game"),  # nobody is eliminated in a race
    ],
)
def test_what_cannot_be_wanted_is_refused_in_one_line(text, told):
    with pytest.raises(WrongUse, match=told) as refusal:
        read_target(text, experiment())
    assert "\n" not in str(refusal.value)
