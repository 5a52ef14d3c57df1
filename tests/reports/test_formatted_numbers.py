"""Numbers as sentences and figures tell them."""

import pytest

from conquestlab.reports.formatted_numbers import alike_decimals, formatted, interval_decimals


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


def test_numbers_that_stand_together_have_about_as_many_decimals():
    decimals = [interval_decimals(*span, True) for span in ((0.21, 0.18, 0.24), (0.205, 0.177, 0.2345))]
    assert decimals == [0, 1]
    assert alike_decimals(decimals) == [1, 1]
    assert alike_decimals([0, 4]) == [1, 4]
    assert alike_decimals([]) == []
