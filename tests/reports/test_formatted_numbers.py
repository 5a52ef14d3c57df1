"""Numbers as sentences and figures tell them."""

import pytest

from conquestlab.analysis.measures.measure import POINTS, SHARE
from conquestlab.reports.formatted_numbers import exact_share, formatted, texts_of


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ((0.312, 0.305, 0.319, True), ("31.2", "30.5", "31.9")),
        ((0.3385, 0.31261, 0.36539, True), ("33.9", "31.3", "36.5")),
        ((0.36, 0.325, 0.391, True), ("36", "32", "39")),
        ((12.34, 12.21, 12.47), ("12.34", "12.21", "12.47")),
        ((16.0, 16.0, 17.0), ("16", "16", "17")),
        ((26.0, 25.0, None), ("26", "25", "–")),
        ((0.25, None, None, True), ("25", "–", "–")),
        ((1 / 3, None, None, True), ("33.3", "–", "–")),
        ((0.0, 0.0, 0.0019, True), ("0", "0", "0.19")),
        ((1.0, 0.998, 1.0, True), ("100", "99.80", "100")),
        ((0.99999, 0.99, 0.999999, True), (">99.9", "99.0", ">99.9")),
        ((0.00001, 0.0, 0.01, True), ("<0.1", "0", "1.0")),
        ((-0.026, -0.046, -0.005), ("−0.026", "−0.046", "−0.005")),
        ((-0.0001, -0.4, 0.4), ("0.0", "−0.4", "0.4")),
        ((123456.0, 123000.5, 124000.2), ("123,456", "123,000", "124,000")),
        ((None, None, None), ("–", "–", "–")),
        ((float("nan"), None, None), ("–", "–", "–")),
    ],
)
def test_no_more_digits_than_the_interval_supports(given, shown):
    assert formatted(*given) == shown


@pytest.mark.parametrize(
    ("chance", "rest", "shown"),
    [
        (0.0, 1.0, "0 %"),
        (1.0, 0.0, "100 %"),
        (0.5, None, "50 %"),
        (0.72397, 0.27603, "72.4 %"),
        (0.0123, None, "1.2 %"),
        (0.00123, None, "0.12 %"),
        (0.9998765, 0.0001235, "99.988 %"),
        (1e-30, 1.0, "<0.0001 %"),
        (1.0, 1e-30, ">99.9999 %"),
    ],
)
def test_an_exact_chance_is_never_rounded_to_certainty(chance, rest, shown):
    assert exact_share(chance, rest) == shown


def test_a_number_has_its_unit_and_its_interval_beside_it():
    row = {"value": 0.2512, "low": 0.2401, "high": 0.2623}
    assert texts_of(row, SHARE) == ("25.1 %", "24.0 to 26.2")
    assert texts_of(row, POINTS) == ("25.1 points", "24.0 to 26.2")
    assert texts_of(row) == ("0.251", "0.240 to 0.262")
    assert texts_of({"value": 12.0, "low": 12.0, "high": 13.0}) == ("12", "12 to 13")
    assert texts_of({"value": None}) == ("–", "–")
    less = {"difference": -0.01, "difference_low": None, "difference_high": None}
    assert texts_of(less, POINTS, "difference", "difference_") == ("−1 points", "")
