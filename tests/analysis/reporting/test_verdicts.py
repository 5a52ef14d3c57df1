"""Verdicts claim what the intervals bear out, and nothing else."""

import pytest

from conquestlab.analysis.reporting.verdicts import POINTS, WARNING, verdicts


def row(measure, of, value, low=None, high=None, games=1000):
    return {"measure": measure, "of": of, "value": value, "low": low, "high": high, "games": games}


def shares(*spans):
    return [row("win_share", str(seat), *span) for seat, span in enumerate(spans, 1)]


def said(rows, seats, topic):
    return [verdict for verdict in verdicts(rows, seats) if verdict.topic == topic]


def test_a_seat_wins_more_only_where_its_interval_lies_above_the_even_share():
    rows = shares((0.31, 0.305, 0.319), (0.25, 0.24, 0.26), (0.25, 0.24, 0.26), (0.19, 0.18, 0.2))
    (verdict,) = said(rows, 4, "Seats")
    assert verdict.words == "Seat 1 wins … of the games: more than an even share of …; seat 4 wins less, …."
    assert [(number.measure, number.of, number.value) for number in verdict.numbers] == [
        ("win_share", "1", 0.31),
        ("", "", 0.25),
        ("win_share", "4", 0.19),
    ]
    assert verdict.numbers[0].low == 0.305


def test_of_two_seats_one_tells_all():
    (verdict,) = said(shares((0.6, 0.58, 0.62), (0.4, 0.38, 0.42)), 2, "Seats")
    assert verdict.words == "Seat 1 wins … of the games: more than an even share of …."


def test_a_seat_that_wins_less_is_told_alone_where_none_wins_more():
    rows = shares((0.34, 0.32, 0.36), (0.34, 0.32, 0.36), (0.31, 0.29, 0.33))
    (verdict,) = said(rows, 3, "Seats")
    assert verdict.words == "Seat 3 wins … of the games: less than an even share of …."


def test_seats_that_no_interval_tells_apart_are_neither_even_nor_uneven():
    rows = shares((0.34, 0.30, 0.38), (0.33, 0.29, 0.37), (0.33, 0.29, 0.37))
    (verdict,) = said([*rows, row("seat_balanced", "0.01", 0.0)], 3, "Seats")
    assert verdict.words.startswith("No seat is shown to win more or less")
    open_to = verdict.numbers[-1]
    assert open_to.form == POINTS
    assert open_to.value == pytest.approx(0.38 - 1 / 3)


def test_seats_are_even_only_where_that_is_shown():
    rows = shares((0.334, 0.331, 0.337), (0.333, 0.33, 0.336), (0.333, 0.33, 0.336))
    (verdict,) = said([*rows, row("seat_balanced", "0.01", 1.0)], 3, "Seats")
    assert verdict.words == "The seats are even: each is shown to be within … of …."
    assert verdict.numbers[0].value == 0.01


def test_bots_are_told_apart_from_seats():
    rows = [
        *shares((0.5, 0.4, 0.6), (0.5, 0.4, 0.6)),
        row("win_share", "expert", 0.7, 0.65, 0.75),
        row("win_share", "random", 0.3, 0.25, 0.35),
    ]
    (verdict,) = said(rows, 2, "Bots")
    assert verdict.words == (
        "Counted by seat: expert wins …, more than an even share of …; random wins less, …."
    )


def test_games_cut_off_warn_where_they_are_many():
    few, many = (said([row("unfinished_share", "", share, 0.0, 1.0)], 3, "Cut off") for share in (0.001, 0.2))
    assert (few[0].tone, many[0].tone) == ("", WARNING)
    assert not said([row("unfinished_share", "", 0.0, 0.0, 0.01)], 3, "Cut off")
    (none,) = said([row("unfinished_share", "", 1.0, 0.9, 1.0)], 3, "Cut off")
    assert (none.words, none.tone) == ("No game came to an end: all reached the cap on rounds.", WARNING)


def test_continents_are_ranked_only_where_their_intervals_lie_apart():
    apart = [row("continent_kept", "asia", 0.9, 0.85, 0.95), row("continent_kept", "africa", 0.5, 0.4, 0.6)]
    close = [row("continent_kept", "asia", 0.9, 0.55, 0.95), row("continent_kept", "africa", 0.5, 0.4, 0.6)]
    assert not said(close, 3, "Continents")
    (verdict,) = verdicts(apart, 3, {"asia": "Asia"})
    assert verdict.words == (
        "Who owns a continent after a round still owns it after the next in … (africa) to … (Asia) "
        "of the cases."
    )


def test_what_is_not_known_is_not_told():
    rows = [row(name, "", None) for name in ("rounds", "comeback_share", "first_elimination", "downtime")]
    assert not verdicts([*rows, *shares((None, None, None), (None, None, None))], 2)


def test_a_single_game_is_told_as_what_it_is():
    rows = [row("rounds", "", 12.0, games=1), row("win_share", "1", 0.0, 0.0, 0.8, 1)]
    rows += [row("win_share", "2", 1.0, 0.2, 1.0, 1), row("comeback_share", "", 0.0, 0.0, 0.8, 1)]
    (verdict,) = verdicts(rows, 2)
    assert (verdict.topic, verdict.words) == ("The game", "The game lasted … rounds and was won by seat 2.")


def test_length_lead_and_income():
    rows = [
        row("rounds", "up to round 200", 12.3, 12.0, 12.6),
        row("rounds_median", "", 11.0, 11.0, 12.0),
        row("comeback_share", "", 0.4, 0.38, 0.42),
        row("decided_at", "", 0.5, 0.48, 0.52),
        *(row("income_share", of, value) for of, value in (("lands", 0.3), ("cards", 0.7))),
    ]
    words = {verdict.topic: verdict.words for verdict in verdicts(rows, 3)}
    assert words["Length"] == (
        "A game lasts … rounds on average (up to round 200); half of the games are over within …."
    )
    assert "another seat wins than the one that leads" in words["Lead"]
    assert words["Armies"] == "Of all armies received … come from cards and … come from lands."
