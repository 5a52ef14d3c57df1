"""How values are shown: digits that the uncertainty supports, and what is exact shown as exact."""

import math
import pathlib
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquestlab.reports.digits import NOTHING, plain, show_share, shown, timed


def show(values, name="win"):
    return shown([{name: value} for value in values], [name])[name]


def show_interval(value, low, high):
    row = shown([{"value": value, "low": low, "high": high}], ["value", "low", "high"])
    return row["value"][0], row["low"][0], row["high"][0]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.291712345, "0.29171"),
        (0.012345678, "0.01235"),
        (0.004567891, "0.004568"),
        (0.000456789, "0.0004568"),
        (0.0000456789, "4.568e-05"),
        (1.5e-300, "1.500e-300"),
        (0.99999876, "0.999999"),
        (0.999999999, ">0.99999999"),
        (0.0, "0"),
        (1.0, "1"),
        (-0.25, "-0.25"),
        (3.45678, "3.4568"),
        (123.45678, "123.46"),
        (1234567.8, "1234568"),
        (10**18, "1000000000000000000"),
        (8, "8"),
        (True, "yes"),
        (None, NOTHING),
        (math.inf, "inf"),
        ("Brésil", "Brésil"),
        ([6, 8, 10], "[6, 8, 10]"),
    ],
)
def test_single_value(value, text):
    assert show([value]) == [text]


def test_decimals_are_common_to_a_column():
    assert show([12.3456, 3.45678, 1.0]) == ["12.346", "3.457", "1.000"]


def test_small_values_of_a_column_keep_four_digits():
    assert show([12.3456, 0.0123456]) == ["12.346", "0.01235"]


def test_whole_floats_are_whole():
    assert show([2.0, 30.0, None]) == ["2", "30", NOTHING]


def test_values_that_need_few_decimals_show_no_more():
    assert show([0.9, 0.75]) == ["0.90", "0.75"]
    assert show([0.9, 0.75, 1 / 3]) == ["0.90000", "0.75000", "0.33333"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(51792902.0, "51,800,000"), (73.37, "73.4"), (0.033062, "0.0331"), (177.23, "177")],
)
def test_what_a_clock_measured_has_three_digits(value, text):
    assert timed(value) == text


def test_statistics_show_two_digits():
    assert show([0.0123456, 0.5, 0.00001234], "chi2_p") == ["0.012", "0.50", "1.2e-05"]
    assert show([-1.23456], "z") == ["-1.23"]
    rows = [{"measure": "seat_chi2_p", "value": 0.0123456}, {"measure": "rounds", "value": 25.23456}]
    assert shown(rows, ["measure", "value"])["value"] == ["0.012", "25.235"]


@pytest.mark.parametrize(
    ("interval", "texts"),
    [
        ((0.354321, 0.351234, 0.357123), ("0.3543", "0.3512", "0.3571")),
        ((25.3123, 25.1, 25.5), ("25.31", "25.10", "25.50")),
        ((12345.6, 12000.0, 12700.0), ("12350", "12000", "12700")),
        ((0.0, 0.0, 0.0384), ("0.000", "0.000", "0.038")),
        ((-0.001, -0.02, 0.018), ("-0.001", "-0.020", "0.018")),
        ((-0.0001, -0.02, 0.018), ("0.000", "-0.020", "0.018")),
        ((2.5e-12, 1.5e-12, 3.5e-12), ("2.5e-12", "1.5e-12", "3.5e-12")),
        ((0.5, 0.5, 0.5), ("0.5", "0.5", "0.5")),
        ((14.0, 14.0, 15.0), ("14", "14", "15")),
        ((10.0, 10.0, 10.0), ("10", "10", "10")),
        ((0.5, None, None), ("0.5", NOTHING, NOTHING)),
        ((0.5, 0.25, math.inf), ("0.5", "0.25", "inf")),
    ],
)
def test_interval(interval, texts):
    assert show_interval(*interval) == texts


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e5), st.floats(1e-6, 1e5))
def test_interval_shows_no_more_and_no_less_than_two_digits_of_its_half_width(value, below, above):
    low, high = value - below, value + above
    half = (high - low) / 2
    texts = show_interval(value, low, high)
    for text, number in zip(texts, (value, low, high), strict=True):
        assert abs(float(text) - number) <= 0.051 * half
    decimals = len(texts[0].partition(".")[2])
    assert decimals == 0 or 10**-decimals > 0.0099 * half


def test_bounds_belong_to_the_column_before_low():
    row = {"win": 0.123456, "simulated": 0.123456, "low": 0.11, "high": 0.13, "difference": 0.123456}
    row |= {"difference_low": 0.0, "difference_high": 0.3}
    cells = shown([row], list(row))
    assert [cells[name][0] for name in row] == ["0.12346", "0.123", "0.110", "0.130", "0.12", "0.00", "0.30"]


@given(st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True))
def test_an_uncertain_end_is_never_shown_as_certain(value):
    assert show([value])[0].rstrip("0").rstrip(".") not in ("0", "1")
    assert show_share(value).rstrip("0").rstrip(".") not in ("", "0", "1")


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0"), (1.0, "1"), (0.41666, "0.417"), (0.0002, "<.001"), (0.9998, ">.999")]
)
def test_short_share(share, text):
    assert show_share(share) == text


def test_plain_values():
    assert plain(np.float64(0.1)) == 0.1
    assert type(plain(np.float64(0.1))) is float
    assert type(plain(np.int32(3))) is int
    assert plain(np.bool_(True)) is True
    assert plain(np.array([1, 2])) == [1, 2]
    assert plain(np.str_("a")) == "a"
    assert plain(float("nan")) is None
    assert plain(np.float32("nan")) is None
    assert plain(Fraction(1, 3)) == "1/3"
    assert plain(Fraction(0)) == "0/1"
    assert plain({"a": (np.int64(1), Fraction(2, 3)), 2: {4}}) == {"a": [1, "2/3"], "2": [4]}
    assert plain(pathlib.Path("a")) == "a"


def test_plain_fraction_of_any_length():
    numerator, denominator = plain(Fraction(10**5000 + 1, 7**6000)).split("/")
    assert len(numerator) == 5001
    assert len(denominator) == 5071
