"""Verdicts claim what the intervals bear out, and nothing else."""

import pytest

from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.sentences import POINTS, WARNING
from conquestlab.analysis.reporting.verdicts import verdicts

BOTS = ("expert", "random", "a", "b", "c")


def row(measure, of, value, low=None, high=None, games=1000):
    kind = "bot" if measure == "win_share" and of in BOTS else measure_called(measure).of if of else ""
    known = {"value": value, "low": low, "high": high}
    return {"measure": measure, "of": of, **known, "games": games, "kind": kind}


def shares(*spans):
    return [row("win_share", str(seat), *span) for seat, span in enumerate(spans, 1)]


def said(rows, seats, topic):
    return [verdict for verdict in verdicts(rows, seats) if verdict.topic == topic]


def test_a_seat_wins_more_only_where_its_interval_lies_above_the_even_share():
    rows = shares((0.31, 0.305, 0.319), (0.25, 0.24, 0.26), (0.25, 0.24, 0.26), (0.19, 0.18, 0.2))
    (verdict,) = said(rows, 4, "Seats")
    assert verdict.words == "Seat 1 wins …, more than the even share of …; seat 4 wins …, less."
    assert verdict.headline == "Early seats have an edge."
    assert [(number.measure, number.of, number.value) for number in verdict.numbers] == [
        ("win_share", "1", 0.31),
        ("", "", 0.25),
        ("win_share", "4", 0.19),
    ]
    assert verdict.numbers[0].low == 0.305


def test_of_two_seats_one_tells_all():
    (verdict,) = said(shares((0.6, 0.58, 0.62), (0.4, 0.38, 0.42)), 2, "Seats")
    assert verdict.words == "Seat 1 wins …, more than the even share of …."
    assert verdict.headline == "Seat 1 has an edge."


def test_a_seat_that_wins_less_is_told_alone_where_none_wins_more():
    rows = shares((0.34, 0.32, 0.36), (0.34, 0.32, 0.36), (0.31, 0.29, 0.33))
    (verdict,) = said(rows, 3, "Seats")
    assert verdict.words == "Seat 3 wins …, less than the even share of …."
    assert verdict.headline == "Seat 3 has a slight disadvantage."


def test_seats_that_no_interval_tells_apart_are_neither_even_nor_uneven():
    rows = shares((0.34, 0.30, 0.38), (0.33, 0.29, 0.37), (0.33, 0.29, 0.37))
    (verdict,) = said([*rows, row("seat_balanced", "0.01", None)], 3, "Seats")
    assert verdict.headline == "No seat is shown to be better than another."
    assert verdict.words == (
        "They win between … and …; an even share would be …. So few games do not rule out that a seat is "
        "… off."
    )
    open_to = verdict.numbers[-1]
    assert open_to.form == POINTS
    assert open_to.value == pytest.approx(0.38 - 1 / 3)


def test_seats_are_even_only_where_that_is_shown():
    rows = shares((0.334, 0.331, 0.337), (0.333, 0.33, 0.336), (0.333, 0.33, 0.336))
    (verdict,) = said([*rows, row("seat_balanced", "0.01", 1.0)], 3, "Seats")
    assert verdict.headline == "The seats are even."
    assert verdict.words == "Each is shown to win within … of the even share of …."
    assert verdict.numbers[0].value == 0.01


def test_bots_are_told_apart_from_seats():
    rows = [
        *shares((0.5, 0.4, 0.6), (0.5, 0.4, 0.6)),
        row("win_share", "expert", 0.7, 0.65, 0.75),
        row("win_share", "random", 0.3, 0.25, 0.35),
    ]
    (verdict,) = said(rows, 2, "Bots")
    assert verdict.headline == "expert plays best."
    assert verdict.words == (
        "From a seat drawn at random expert wins …, more than the even share of …; random wins …, less."
    )


def test_games_cut_off_warn_where_they_are_many():
    few, many = (said([row("unfinished_share", "", share, 0.0, 1.0)], 3, "Cut off") for share in (0.001, 0.2))
    assert (few[0].tone, many[0].tone) == ("", WARNING)
    assert not said([row("unfinished_share", "", 0.0, 0.0, 0.01)], 3, "Cut off")
    (none,) = said([row("unfinished_share", "", 1.0, 0.9, 1.0)], 3, "Cut off")
    assert (none.headline, none.tone) == ("No game came to an end.", WARNING)
    assert none.words == "All reached the cap on rounds and were cut off."


def test_continents_are_ranked_only_where_their_intervals_lie_apart():
    apart = [row("continent_kept", "asia", 0.9, 0.85, 0.95), row("continent_kept", "africa", 0.5, 0.4, 0.6)]
    close = [row("continent_kept", "asia", 0.9, 0.55, 0.95), row("continent_kept", "africa", 0.5, 0.4, 0.6)]
    assert not said(close, 3, "Continents")
    (verdict,) = verdicts(apart, 3, {"asia": "Asia"})
    assert verdict.headline == "Asia is clearly easier to keep than africa."
    assert verdict.words == (
        "Whoever owns all of Asia after a round still does after the next in … of the cases; of africa, in …."
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
        row("rounds", "", 12.3, 12.0, 12.6),
        row("unfinished_share", "", 0.01, 0.0, 0.02),
        row("rounds_median", "", 11.0, 11.0, 12.0),
        row("comeback_share", "", 0.4, 0.38, 0.42),
        row("decided_at", "", 0.5, 0.48, 0.52),
        *(row("income_share", of, value) for of, value in (("lands", 0.3), ("cards", 0.7))),
    ]
    words = {verdict.topic: verdict.words for verdict in verdicts(rows, 3)}
    assert words["Length"] == (
        "Half of the games are over within … rounds; the average is … rounds. Games that were cut off count "
        "as far as they went."
    )
    assert "another player wins than the one who leads" in words["Lead"]
    assert words["Armies"] == "Cards bring … and lands … of the armies of an average game."


def headline(topic, rows, seats=4):
    (verdict,) = said(rows, seats, topic)
    return verdict.headline


def test_seats_that_are_better_one_after_the_other():
    rising = shares((0.2, 0.19, 0.21), (0.24, 0.23, 0.245), (0.26, 0.255, 0.27), (0.3, 0.29, 0.31))
    assert headline("Seats", rising) == "The later the seat, the better."
    falling = [
        row("win_share", str(seat), *(one[key] for key in ("value", "low", "high")))
        for seat, one in enumerate(reversed(rising), 1)
    ]
    assert headline("Seats", falling) == "The earlier the seat, the better."


def test_an_edge_is_as_great_as_its_word():
    def with_best(best):
        rest = (1 - best) / 3
        others = [(rest, rest - 0.03, 0.26)] * 3
        return headline("Seats", shares((best, 0.2501, best + 0.01), *others))

    assert with_best(0.255) == "Seat 1 has barely an edge."
    assert with_best(0.265) == "Seat 1 has a slight edge."
    assert with_best(0.28) == "Seat 1 has an edge."
    assert with_best(0.32) == "Seat 1 has a clear edge."
    two = shares((0.28, 0.27, 0.29), (0.28, 0.27, 0.29), (0.22, 0.2, 0.26), (0.22, 0.2, 0.26))
    assert headline("Seats", two) == "Seats 1 and 2 have an edge."


def test_the_best_bot_is_named_only_where_all_others_lie_below_it():
    def bots(*spans):
        return [row("win_share", name, *span) for name, span in zip("abc", spans, strict=True)]

    clear = bots((0.5, 0.48, 0.52), (0.3, 0.28, 0.32), (0.2, 0.18, 0.22))
    assert headline("Bots", clear, 3) == "a plays best."
    close = bots((0.42, 0.4, 0.44), (0.41, 0.39, 0.43), (0.17, 0.15, 0.19))
    assert headline("Bots", close, 3) == "The bots differ."
    even = bots((0.34, 0.3, 0.38), (0.33, 0.29, 0.37), (0.33, 0.29, 0.37))
    assert headline("Bots", even, 3) == "No bot is shown to be better than another."


def test_what_a_lead_is_called():
    """By lot another than the leader wins three games in four with four players, and half with two."""
    for share, words in (
        (0.05, "nearly always"), (0.2, "mostly"), (0.4, "often lost"), (0.6, "still open"), (0.73, "little")
    ):  # fmt: skip
        assert words in headline("Lead", [row("comeback_share", "", share, share, share)])
    assert "often lost" in headline("Lead", [row("comeback_share", "", 0.3, 0.3, 0.3)], 2)
    for share, words in ((0.52, "hardly anything"), (0.6, "little"), (0.7, "something"), (0.9, "much")):
        rows = [row("snowball_auc", "3", share, share, share), row("snowball_auc", "8", 0.99, 0.98, 1.0)]
        assert words in headline("Snowball", rows)


def test_who_watches_and_for_how_long():
    def rows(watching):
        return [row("first_elimination", "", 0.5, 0.4, 0.6), row("downtime", "", watching, 0.0, 1.0)]

    assert "hardly" in headline("Eliminations", rows(0.01))
    assert "a short while" in headline("Eliminations", rows(0.04))
    assert "for a while" in headline("Eliminations", rows(0.1))
    assert "for long" in headline("Eliminations", rows(0.2))
    assert not said(rows(0.2), 2, "Eliminations")  # with two the game is over


def test_where_armies_come_from_is_claimed_only_where_it_is_shown():
    def income(*spans):
        names = ("lands", "continents", "cards")
        return [row("income_share", of, *span) for of, span in zip(names, spans, strict=True)]

    most = income((0.6, 0.59, 0.61), (0.1, 0.09, 0.11), (0.3, 0.29, 0.31))
    assert headline("Armies", most) == "Most armies come from lands."
    first = income((0.45, 0.44, 0.46), (0.2, 0.19, 0.21), (0.35, 0.34, 0.36))
    assert headline("Armies", first) == "Lands bring the most armies."
    close = income((0.41, 0.3, 0.5), (0.2, 0.19, 0.21), (0.39, 0.3, 0.5))
    assert headline("Armies", close) == "No source of armies is shown to be the greatest."


def test_objectives_are_named_by_what_they_say():
    rows = [row("objective_share", "a", 0.3, 0.28, 0.32), row("objective_share", "b", 0.2, 0.18, 0.22)]
    (verdict,) = verdicts(rows, 4, {"a": "Own 24 lands.", "b": "Destroy the red armies."})
    assert verdict.topic == "Objectives"
    assert verdict.words == (
        "“Own 24 lands” wins … of the games in which it is held; “Destroy the red armies” …."
    )


def test_luck_and_choice_are_claimed_only_where_they_are_shown():
    def one(measure, *span):
        return [verdict.headline for verdict in verdicts([row(measure, "", *span)], 4)]

    assert one("dice_luck", -0.3, -0.7, 0.1) == ["The dice are not shown to decide who wins."]
    assert not one("leader_bashed", 1.0, 0.9, 1.1)
    assert not one("kingmaking", 0.05, 0.02, 0.2)
    assert not one("kingmaking", 0.5, None, None)


@pytest.mark.parametrize(
    ("measure", "sizes", "heads"),
    [
        (
            "dice_luck",
            (-0.05, -0.16, -0.3, -0.6),
            ("Bad dice barely cost games.", "Bad dice cost games, slightly.", "Bad dice cost games.",
             "Bad dice clearly cost games."),
        ),
        (
            "leader_bashed",
            (1.033, 1.2, 1.3, 1.6),
            ("The others barely mind who leads.", "The others turn slightly against the leader.",
             "The others turn against the leader.", "The others clearly turn against the leader."),
        ),
        (
            "leader_bashed",
            (0.97, 0.85, 0.75, 0.5),
            ("The others barely mind who leads.", "The others spare the leader, slightly.",
             "The others spare the leader.", "The others clearly spare the leader."),
        ),
        (
            "kingmaking",
            (0.02, 0.1, 0.2, 0.4),
            ("Players without a chance hardly ever settle who wins.",
             "Players without a chance now and then settle who wins.",
             "Players without a chance sometimes settle who wins.",
             "Players without a chance often settle who wins."),
        ),
    ],
)  # fmt: skip
def test_a_finding_that_is_sure_is_told_as_loudly_as_it_is_large(measure, sizes, heads):
    for weight, (size, head) in enumerate(zip(sizes, heads, strict=True)):
        (verdict,) = verdicts([row(measure, "", size, size - 0.001, size + 0.001)], 4)
        assert (verdict.headline, verdict.weight) == (head, weight)


def test_sources_and_continents_are_told_by_how_far_they_lie_apart():
    def source(best):
        names = {"lands": best, "cards": 0.4, "continents": 0.6 - best}
        rows = [row("income_share", of, share, share - 0.001, share + 0.001) for of, share in names.items()]
        return headline("Armies", rows)

    assert source(0.41) == "Lands bring barely more armies than cards."
    assert source(0.43) == "Lands bring slightly more armies than cards."
    assert source(0.47) == "Lands bring the most armies."
    assert source(0.51) == "A little more than half of the armies come from lands."

    def kept(gap):
        rows = [row("continent_kept", of, share, share - 0.001, share + 0.001)
                for of, share in (("asia", 0.5), ("africa", 0.5 + gap))]  # fmt: skip
        return headline("Continents", rows)

    assert kept(0.01) == "All continents are about as easy to keep."
    assert kept(0.03) == "africa is slightly easier to keep than asia."
    assert kept(0.1) == "africa is easier to keep than asia."
    assert kept(0.3) == "africa is clearly easier to keep than asia."


def test_bots_that_hardly_differ_are_told_so():
    def bots(gap):
        rows = [row("win_share", name, share, share - 0.001, share + 0.001)
                for name, share in (("a", 0.5 + gap / 2), ("b", 0.5 - gap / 2))]  # fmt: skip
        return headline("Bots", rows, 2)

    assert bots(0.02) == "a plays barely better than b."
    assert bots(0.1) == "a plays slightly better than b."
    assert bots(0.3) == "a plays best."
    assert bots(0.6) == "a clearly plays best."


def test_an_edge_that_nobody_notices_is_barely_one():
    """A quarter of a point at 25 %, though it is certain."""
    rows = shares((0.2525, 0.252, 0.253), (0.25, 0.249, 0.251), (0.25, 0.249, 0.251), (0.2475, 0.247, 0.248))
    assert headline("Seats", rows) == "Early seats have barely an edge."
    (verdict,) = said(rows, 4, "Seats")
    assert verdict.weight == 0
