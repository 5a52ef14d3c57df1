"""How counts, chances and numbers of players are read as people write them."""

from fractions import Fraction

import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.requests.typed import is_hundredths_unsaid, read_chance, read_count, read_spans


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("7", 7), ("10k", 10_000), ("10K", 10_000), ("1M", 10**6), ("1.5M", 1_500_000), ("2B", 2 * 10**9),
        ("1e4", 10_000), ("2.5e3", 2500), ("10_000", 10_000), ("1,000,000", 10**6), (" 0 ", 0), ("007", 7),
        (".5k", 500),
    ],
)  # fmt: skip
def test_counts_are_read_as_people_write_them(text, count):
    assert read_count(text) == count


@pytest.mark.parametrize(
    "text", ["", "k", "1.5", "-3", "10kk", "1_0", "1,00", "1e-3", "ten", "٣", "1e", "9" * 60]
)
def test_what_is_no_whole_number_is_no_count(text):
    assert read_count(text) is None


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("0.5", "1/2"),
        ("50%", "1/2"),
        ("5/12", "5/12"),
        (" 1e-3 ", "1/1000"),
        ("75", "3/4"),
        ("99.9", "999/1000"),
    ],
)
def test_chances_are_read_exactly(text, chance):
    assert read_chance(text) == Fraction(chance)


@pytest.mark.parametrize(
    "text", ["0", "1", "100%", "100", "-0.5", "nan", "inf", "1/0", "half", "", "101", "3/2"]
)
def test_impossible_chances_are_refused(text):
    with pytest.raises(WrongUse, match="chance"):
        read_chance(text)


def test_what_may_mean_two_things_is_not_guessed():
    with pytest.raises(WrongUse, match="1% or 100%"):
        read_chance("1")
    assert read_chance("1%") == Fraction(1, 100)
    assert read_chance("1", ends=True) == 1
    assert read_chance("0", ends=True) == 0


def test_hundredths_that_do_not_say_so_are_noticed():
    assert [text for text in ("75", "0.75", "75%", "3/4", "1", "1.5") if is_hundredths_unsaid(text)] == [
        "75",
        "1.5",
    ]


def test_numbers_of_players_are_read_each_once():
    assert read_spans("4") == [4]
    assert read_spans("2-4, 3,6") == [2, 3, 4, 6]
    with pytest.raises(WrongUse, match="2-6"):
        read_spans("four")
