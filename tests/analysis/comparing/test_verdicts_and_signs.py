"""Verdicts in words, and what the signs of several tables come to."""

import pytest

from conquestlab.analysis.comparing.contrast import Contrast
from conquestlab.analysis.comparing.differences import NO_DIFFERENCE, Difference
from conquestlab.analysis.comparing.families import EXPLORATORY, PRIMARY, UNTESTED, Adjusted
from conquestlab.analysis.comparing.robustness import what_holds
from conquestlab.analysis.comparing.verdicts import IDENTICAL, verdict_of
from conquestlab.analysis.measures.catalogue import COMMON


def told(measure, value, low, high, p, scale=None, points=0.02):
    half = 0.84 * (high - low) / 2 if low is not None else None
    near = (None, None) if half is None else (value - half, value + half)
    contrast = Contrast(Difference(value, low, high, near, p), None, scale)
    verdict = verdict_of(COMMON[measure], contrast, Adjusted(PRIMARY, p), points)
    return verdict.sign, verdict.about("B")


@pytest.mark.parametrize(
    ("case", "sign", "words"),
    [
        (("rounds", 3.1, 2.9, 3.3, 0.0, 6.0), "+", "B is longer by 3.10 rounds (2.90 to 3.30)"),
        (("rounds", -3.1, -3.3, -2.9, 0.0, 6.0), "-", "B is shorter by 3.10 rounds (2.90 to 3.30)"),
        (("rounds_median", 1.0, 1.0, 1.0, 1e-9, 6.0), "+", "B is longer by 1 round"),
        (("rounds_p90", -2.0, None, -1.0, 1e-9, 6.0), "-", "B is shorter by 2 rounds"),
        (("win_share", 0.0312, 0.02, 0.042, 0.001), "+", "B is higher by 3.1 points (2.0 to 4.2)"),
        (
            ("win_share", -0.01, -0.012, -0.008, 0.001),
            "-",
            "B is lower by 1.00 points (0.80 to 1.20), within the margin of 2",
        ),
        (("drama", 0.5, 0.4, 0.6, 0.01, 1.0), "+", "B is higher by 0.50 (0.40 to 0.60)"),
        (("win_share", 0.001, -0.002, 0.004, 0.6, None, 0.005), "=", "no difference larger than 0.5 points"),
        (("rounds", 0.01, -0.1, 0.12, 0.6, 6.0), "=", "no difference larger than 0.24 rounds"),
        (("drama", 0.01, -0.3, 0.4, 0.6, 1.0), "?", "undecided"),
        (("win_share", 0.03, 0.001, 0.06, 0.06), "?", "undecided"),
        (("rounds", 2.0, None, None, 1.0, 6.0), "?", "undecided"),
    ],
)
def test_words(case, sign, words):
    assert told(*case) == (sign, words)


def test_a_finding_tells_both_values_and_its_family():
    contrast = Contrast(Difference(0.5, 0.4, 0.6, (0.42, 0.58), 0.001), None, 2.0)
    verdict = verdict_of(COMMON["rounds"], contrast, Adjusted(EXPLORATORY, 0.01), 0.02, values=(2.9, 3.4))
    assert verdict.about("B") == "B is longer by 0.50 rounds (0.40 to 0.60), 2.90 -> 3.40; exploratory"
    share = Contrast(Difference(0.03, 0.02, 0.04, (0.021, 0.039), 0.001), None, None)
    verdict = verdict_of(COMMON["win_share"], share, Adjusted(PRIMARY, 0.01), 0.02, values=(0.21, 0.24))
    assert verdict.about("B") == "B is higher by 3.0 points (2.0 to 4.0), 21.0 -> 24.0 %"
    verdict = verdict_of(COMMON["seat_shares"], share, Adjusted(PRIMARY, 0.01), 0.02)
    assert (verdict.sign, verdict.about("B")) == ("x", "B is different by 3.0 points (2.0 to 4.0)")


def test_nothing_at_all():
    verdict = verdict_of(COMMON["rounds"], Contrast(NO_DIFFERENCE, 0.0, 0.0), Adjusted(UNTESTED, None), 0.02)
    assert (verdict.sign, verdict.words) == ("=", "no difference")
    assert IDENTICAL.about("B") == "the same in every game"


@pytest.mark.parametrize(
    ("signs", "holds"),
    [
        ([(3, "+"), (3, "+"), (4, "+")], "higher everywhere"),
        ([(3, "-"), (4, "-")], "lower everywhere"),
        ([(3, "+"), (3, "?"), (4, "=")], "higher in 1 of 3"),
        ([(3, "+"), (3, "-"), (4, "+")], "depends on the bots"),
        ([(3, "+"), (4, "-"), (4, "?")], "depends on the players"),
        ([(3, "+"), (4, "-"), (4, "+")], "depends on the bots"),
        ([(3, "="), (4, "0")], "no difference"),
        ([(3, "0"), (4, "0")], "the same"),
        ([(3, "x"), (4, "x")], "different everywhere"),
        ([(3, "x"), (4, "?")], "different in 1 of 2"),
        ([(3, "="), (4, "?")], "not decided"),
    ],
)
def test_what_signs_come_to(signs, holds):
    assert what_holds(signs) == holds
