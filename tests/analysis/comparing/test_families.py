"""Families of differences: what counts once, what is left out, and how each is adjusted."""

import numpy as np
import pytest
from scipy.stats import false_discovery_control

from conquestlab.analysis.comparing.families import (
    EXPLORATORY,
    PRIMARY,
    UNTESTED,
    Question,
    adjusted,
    check_named,
    is_primary,
    same_question,
    usual_primary,
)
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import BOT, NOTHING, SEAT, TWO_BOTS
from conquestlab.analysis.measures.significance import benjamini_hochberg, holm


def test_q_values_are_those_of_scipy():
    p_values = np.random.default_rng(1).random(40).tolist()
    assert benjamini_hochberg(p_values) == pytest.approx(false_discovery_control(p_values).tolist())
    assert benjamini_hochberg([]) == []


@pytest.mark.parametrize(
    ("key", "kind", "seats", "bots", "same"),
    [
        (("win_share", "2"), SEAT, 2, ("a",), ("seat_shares", "")),
        (("seat_slope", ""), NOTHING, 2, ("a",), ("seat_shares", "")),
        (("win_share", "2"), SEAT, 3, ("a",), ("win_share", "2")),
        (("win_share", "b"), BOT, 3, ("a", "b"), ("win_share", "a")),
        (("skill_gap", "b,a"), TWO_BOTS, 2, ("a", "b"), ("win_share", "a")),
        (("skill_gap", "b,a"), TWO_BOTS, 3, ("a", "b", "c"), ("skill_gap", "b,a")),
        (("rounds", "up to round 9"), "cap", 2, ("a",), ("rounds", "up to round 9")),
    ],
)
def test_what_asks_the_same(key, kind, seats, bots, same):
    assert same_question(key, kind, seats, bots) == same


def test_a_question_counts_once_and_what_cannot_differ_not_at_all():
    seats = ("seat_shares", "")
    asked = [
        (Question(0, ("win_share", "1"), SEAT, 0.9, True), seats, False),
        (Question(0, seats, NOTHING, 0.02, True), seats, True),
        (Question(0, ("seat_gap", ""), NOTHING, 0.001, True), ("seat_gap", ""), False),
        (Question(0, ("rounds", ""), NOTHING, 0.04, True), ("rounds", ""), True),
        (Question(0, ("unfinished_share", ""), NOTHING, 1.0, False), ("unfinished_share", ""), True),
        (Question(0, ("drama", ""), NOTHING, 0.03, True), ("drama", ""), False),
        (Question(0, ("surprise", ""), NOTHING, 0.2, True), ("surprise", ""), False),
        (Question(1, ("drama", ""), NOTHING, 0.01, True), ("drama", ""), False),
    ]
    found = adjusted(*zip(*asked, strict=True))
    first, second = holm([0.02, 0.04])
    assert [one.family for one in found] == [
        *(PRIMARY, PRIMARY, UNTESTED, PRIMARY, UNTESTED),
        *(EXPLORATORY, EXPLORATORY, EXPLORATORY),
    ]
    assert [one.p for one in found[:5]] == pytest.approx([first, first, None, second, None])
    assert [one.p for one in found[5:]] == pytest.approx(benjamini_hochberg([0.03, 0.2, 0.01]))


def test_which_are_primary():
    measures = ("win_share", "rounds", "drama", "comeback_share", "lead_changes")
    assert usual_primary(measures) == ("seat_shares", "rounds", "unfinished_share", "comeback_share")
    assert is_primary(("win_share", "bold"), BOT, (), measures)
    assert not is_primary(("win_share", "1"), SEAT, (), measures)
    assert is_primary(("win_share", "1"), SEAT, ("win_share.1",), measures)
    assert not is_primary(("rounds", ""), NOTHING, ("drama",), measures)


@pytest.mark.parametrize(
    ("name", "words"), [("seat_gap", "name seat_shares"), ("dramma", "did you mean drama")]
)
def test_a_name_that_is_none_is_refused(name, words):
    with pytest.raises(WrongUse, match=words):
        check_named((name,), ("drama", "rounds", "seat_gap"))


def test_false_findings_are_bounded_whatever_the_dependence():
    """Two-sided tests of measures that go together, both ways: 5 % of the findings at most are false."""
    generator = np.random.default_rng(2)
    runs, members, false = 4000, 40, 10
    loads = generator.choice([-1.0, 1.0], members) * 0.8
    from scipy.special import ndtr

    shares = []
    for _ in range(runs):
        seen = loads * generator.standard_normal() + 0.6 * generator.standard_normal(members)
        seen[:false] += 3.0
        q_values = np.array(benjamini_hochberg((2.0 * ndtr(-np.abs(seen))).tolist()))
        found = q_values <= 0.05
        shares.append(found[false:].sum() / max(1, found.sum()))
    error = np.std(shares) / np.sqrt(runs)
    assert np.mean(shares) < 0.05 + 4 * error
