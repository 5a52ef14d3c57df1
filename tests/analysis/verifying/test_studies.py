"""The tables of the studies are printed by one command."""

import pytest

from conquestlab.analysis.evidence.studies.__main__ import main
from conquestlab.analysis.evidence.studies.coverage import holds


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
