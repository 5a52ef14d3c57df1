"""The tables of the studies are printed by one command."""

import numpy as np
import pytest

from conquestlab.analysis.evidence.studies.__main__ import main
from conquestlab.analysis.evidence.studies.coverage import holds
from conquestlab.analysis.evidence.studies.long_games import carried, weighed_rows
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.seeds import parse_seeds


def printed(capsys, *words):
    main(list(words))
    return capsys.readouterr().out.splitlines()


def test_a_study_of_coverage_is_a_table_of_measures(capsys):
    lines = printed(capsys, "luck", "--repetitions", "5")
    assert lines[0].startswith("| measure | even seats, only together |")
    assert {line.split("`")[1] for line in lines[2:]} >= {"seat", "dice", "together"}


def test_one_law_of_a_study_may_be_tried_alone(capsys):
    lines = printed(capsys, "luck", "--repetitions", "3", "--only", "other bots")
    assert lines[0] == "| measure | other bots |"


def test_false_findings_are_counted(capsys):
    words = ("--rules", "risk-express", "--players", "2", "--repetitions", "2", "--games", "60")
    (line,) = printed(capsys, "false-findings", *words)
    assert line.startswith("risk-express: ")
    assert line.endswith(" of 2 pairs of seeds without a primary finding")


@pytest.mark.parametrize(
    ("low", "high", "truth", "held"),
    [(0.1, 0.3, 0.2, True), (0.1, 0.3, 0.4, False), (None, 0.3, 0.2, True), (0.3, None, 0.2, False)],
)
def test_an_interval_holds_what_lies_in_it_and_may_be_open(low, high, truth, held):
    assert holds(low, high, truth) is held


def test_what_is_not_known_promises_nothing():
    assert holds(None, None, 1.0) is None
    assert holds(0.0, 1.0, None) is None


def test_a_few_long_games_carry_what_they_carry():
    """Of 200 games of one turn, one has 21 rolls and the others 1: a mean of 1.1."""
    number, weight = np.ones(200), np.ones(200)
    number[17] = 21.0
    few, largest = carried(number, weight)
    whole = 19.9**2 + 199 * 0.1**2
    assert (few, largest) == pytest.approx(((19.9**2 + 0.1**2) / whole, 19.9**2 / whole))
    number[17], weight[17] = 1.0, 2.0  # the mean is 200/201, and what a game adds goes by its weight
    mean = 200 / 201
    assert carried(number, weight)[1] == pytest.approx(
        (1 - 2 * mean) ** 2 / ((1 - 2 * mean) ** 2 + 199 * (1 - mean) ** 2)
    )


def test_the_rows_of_long_games_are_the_noted_measures_of_the_runs():
    """Two runs: the truth lies between their values, and the lower interval may lie below it."""
    experiment = experiment_of("conquete-1957,max_rounds=15", 3, ("reckless",), parse_seeds("1"), 600)
    found = weighed_rows(experiment, 2)
    acts = experiment.engine.acts
    assert list(found) == [("minutes", ""), ("watching", ""), *(("acts_a_turn", act) for act in acts)]
    for weighed in found.values():
        assert weighed.covered in (0.0, 0.5, 1.0)
        assert weighed.covered + weighed.below <= 1.0
        assert 0.0 < weighed.largest < weighed.few < 1.0
