"""Every measure against the oracle, hand-made games and known laws; and every edge without a NaN."""

import json
import math

import numpy as np
import oracle_measures as oracle
import pytest
from scipy import stats

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.studies.synthetic_games import World, seat_shares, synthetic_rows
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import order_statistics
from conquestlab.analysis.measures.quantities import Quantity, column, every
from conquestlab.analysis.measures.seat_measures import Seats
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import tally_rows

ONE = oracle.ONE


def measured(stories, bots=("a",), **options):
    rows = measure_rows(tally_rows(oracle.rows_of(stories), bots), **options)
    return {(row["measure"], row["of"]): row for row in rows}


def values(stories, bots=("a",)):
    return {key: row["value"] for key, row in measured(stories, bots).items()}


def game(path, winner, **more):
    """A game of hundredths: standings by round, each a tuple that sums to 100."""
    return oracle.Story([[round(v * ONE / 100) for v in now] for now in path], [winner], **more)


WORLDS = {
    "two seats": {"games": 80, "seats": 2},
    "three seats, some cut off": {"games": 90, "seats": 3, "cap": 9},
    "four seats, shared wins": {"games": 60, "seats": 4, "shared": 0.4},
    "blocks, other bots": {"games": 60, "seats": 3, "block": 3, "cap": 12},
    "six seats": {"games": 40, "seats": 6},
}


@pytest.mark.parametrize("name", WORLDS)
def test_values_are_those_of_the_oracle(name):
    world = WORLDS[name]
    bots = ["x", "y", "x"] if name == "blocks, other bots" else ["a"]
    names = None if len(bots) > 1 else [0] * world["seats"]
    stories = oracle.random_stories(seed=11, bots=names, **world)
    seen, expected = measured(stories, bots), oracle.measures(stories, bots)
    assert any(not story.finished for story in stories) or world["seats"] != 3
    checked = set()
    for (measure, of), row in seen.items():
        key = (measure, of)
        if key not in expected:
            assert measure in ("seat_chi2_p", "seat_effect", "seat_balanced", "seat_balanced_p")
            continue
        checked.add(key)
        if expected[key] is None:
            assert row["value"] is None
        else:
            assert row["value"] == pytest.approx(float(expected[key]), rel=1e-5, abs=1e-5), key
            if row["low"] is not None:
                assert row["low"] - 1e-9 <= row["value"], key
            if row["high"] is not None:
                assert row["value"] <= row["high"] + 1e-9, key
    one_bot = {("win_share", "a")} if len(bots) == 1 else set()
    assert checked == set(expected) - one_bot


def test_course_of_one_game_by_hand():
    # Seat 1 leads after rounds 1 and 2, seat 2 after 3, a tie keeps it after 4, seat 1 leads after 5.
    path = [(50, 50), (60, 40), (70, 30), (40, 60), (50, 50), (90, 10)]
    seen = values([game(path, 0, out=[0, 5])])
    assert seen["lead_changes", ""] == 2
    assert seen["winner_led", ""] == pytest.approx(3 / 5, abs=1e-6)
    assert seen["drama", ""] == pytest.approx(math.sqrt(0.2), abs=1e-5)
    assert seen["decided_at", ""] == pytest.approx(4 / 5, abs=1e-6)
    assert seen["comeback_share", ""] == 1.0  # seat 2 led after round 3, of 5
    assert seen["first_elimination", ""] == 1.0
    assert seen["downtime", ""] == 0.0
    assert [seen["snowball_auc", str(k)] for k in range(1, 11)] == [1, 1, 1, 1, 0, 0, 0.5, 0.5, 1, 1]


def test_a_winner_that_always_led():
    seen = values([game([(50, 50), (60, 40), (80, 20)], 0)])
    assert seen["drama", ""] == seen["decided_at", ""] == seen["comeback_share", ""] == 0.0
    assert seen["winner_led", ""] == 1.0


def test_a_winner_that_never_led():
    seen = values([game([(50, 50), (40, 60), (40, 60)], 0)])
    assert seen["winner_led", ""] == 0.0
    assert seen["decided_at", ""] == seen["comeback_share", ""] == 1.0
    assert seen["drama", ""] == pytest.approx(math.sqrt(0.2), abs=1e-5)


def test_a_share_of_another_unit_is_refused():
    with pytest.raises(WrongUse, match="a share has unit 1, so put 60 in its weight"):
        Quantity("won", "", every, every, unit=60.0, share=True)


def test_nobody_ahead_at_half_time_is_no_comeback():
    tied = game([(50, 50), (50, 50), (80, 20)], 0)
    led = game([(50, 50), (40, 60), (80, 20)], 0)
    row = measured([tied, led])["comeback_share", ""]
    assert (row["value"], row["games"]) == (1.0, 1)


def test_downtime_and_first_elimination_by_hand():
    path = [(34, 33, 33)] * 10 + [(100, 0, 0)]
    seen = values([game(path, 0, out=[0, 4, 10]), game(path, 0)])
    assert seen["first_elimination", ""] == pytest.approx(0.4, abs=1e-6)  # of the one game with eliminations
    assert seen["downtime", ""] == pytest.approx((6 + 0) / 30 / 2, abs=1e-6)


def test_falls_before_half_time_by_hand():
    path = [(34, 33, 33)] * 10 + [(100, 0, 0)]
    odd = [(34, 33, 33)] * 5 + [(100, 0, 0)]
    cut_off = game(path, 0, out=[0, 1, 1], finished=False)
    seen = measured([game(path, 0, out=[0, 5, 10]), game(odd, 0, out=[0, 3, 2]), cut_off])
    rows = [seen["fell_early", of] for of in ("", "1", "2", "3")]
    assert [row["value"] for row in rows] == pytest.approx([2 / 6, 0.0, 0.5, 0.5])
    assert [row["games"] for row in rows] == [2] * 4
    assert [row["kind"] for row in rows] == ["", "seat", "seat", "seat"]


def test_bots_by_seat_by_hand():
    path = [(50, 50), (60, 40)]
    games = [
        game(path, winner, bots=bots) for bots, winner in (([0, 1], 0), ([1, 0], 0), ([0, 1], 0), ([1, 0], 1))
    ]
    for place, one in enumerate(games):
        one.luck = place
    seen = measured(games, ["x", "y"])
    shares = {of: row for (measure, of), row in seen.items() if measure == "seat_bot_share"}
    assert {of: row["value"] for of, row in shares.items()} == {
        "1 x": 1.0,
        "2 x": 0.5,
        "1 y": 0.5,
        "2 y": 0.0,
    }
    assert {of: row["baseline"] for of, row in shares.items()} == {
        "1 x": 0.75,
        "2 x": 0.75,
        "1 y": 0.25,
        "2 y": 0.25,
    }
    assert {(row["games"], row["kind"]) for row in shares.values()} == {(2, "seat and bot")}
    assert not [measure for measure, _ in measured(games) if measure == "seat_bot_share"]


def test_a_shared_win_counts_as_fractions():
    path = [(40, 30, 30), (40, 30, 30)]
    alone = game(path, 0, luck=0)
    shared = game(path, 0, luck=1)
    shared.winners = [0, 2]
    seen = measured([alone, shared])
    assert [seen["win_share", str(seat)]["value"] for seat in (1, 2, 3)] == [0.75, 0.0, 0.25]
    assert seen["winner_led", ""]["games"] == 1  # a shared win has no winner that could lead
    assert seen["win_share", "1"]["games"] == 2


def test_unfinished_games_are_never_wins():
    rows = oracle.rows_of([game([(50, 50), (60, 40)], 0), game([(50, 50), (60, 40)], 1, finished=False)])
    rows["win"][1, 1] = 60
    records = measure_rows(tally_rows(rows, ["a"]))
    seen = {(row["measure"], row["of"]): row for row in records}
    assert seen["win_share", "1"]["value"] == 1.0
    assert seen["win_share", "1"]["games"] == 1
    assert seen["unfinished_share", ""]["value"] == 0.5


def test_bots_by_name_are_measured_by_the_seats_they_hold():
    # Bot x sits on two of three seats and wins two games of three: a third for each of its seats.
    path = [(40, 30, 30), (40, 30, 30)]
    stories = [game(path, winner, bots=[0, 1, 2], luck=number) for number, winner in enumerate((0, 1, 2))]
    seen = measured(stories, ["x", "x", "y"])
    assert seen["win_share", "x"]["value"] == pytest.approx(1 / 3)
    assert seen["win_share", "y"]["value"] == pytest.approx(1 / 3)
    assert ("win_share", "z") not in seen


def wins_only(counts, undecided=0):
    """Rows in which seat s won counts[s] games, and some ended without a winner; each has its own luck."""
    seats, games = len(counts), sum(counts) + undecided
    generator = np.random.default_rng(1)
    rows = synthetic_rows(World((1.0,) * seats, (1.0,) * seats, cap=10**6), games, generator)
    rows["win"] = 0
    winner = np.repeat(np.arange(seats), counts)
    rows["win"][np.arange(winner.size), winner] = 60
    return rows


def test_seat_measures_of_plain_wins_by_their_formulas():
    counts = [460, 390, 350]
    rows = measure_rows(tally_rows(wins_only(counts, undecided=50), ["a"]), margin=0.08)
    seen = {(row["measure"], row["of"]): row for row in rows}
    chi2, p_value = stats.chisquare(counts)
    assert seen["seat_chi2_p", ""]["value"] == pytest.approx(p_value)
    assert seen["seat_effect", ""]["value"] == pytest.approx(math.sqrt((chi2 - 2) / 1200))
    assert seen["seat_gap", ""]["value"] == pytest.approx(110 / 1200)
    assert seen["seat_slope", ""]["value"] == pytest.approx(-55 / 1200)
    # Cochran and Armitage: the variance of a score -1, 0, 1 over independent games.
    variance = (810 / 1200 - (110 / 1200) ** 2) / 1199 / 4
    half = stats.t.ppf(0.975, 1199) * math.sqrt(variance)
    assert seen["seat_slope", ""]["high"] == pytest.approx(-55 / 1200 + half)
    for seat, wins in enumerate(counts):
        row = seen["win_share", str(seat + 1)]
        ends = stats.binomtest(wins, 1200).proportion_ci(1 - 0.05 / 3, method="wilson")
        assert (row["low"], row["high"]) == pytest.approx((ends.low, ends.high))
        assert row["games"] == 1200
    bound = 1 / 3 + 0.08
    z = (bound - 460 / 1200) / math.sqrt(bound * (1 - bound) / 1200)
    assert seen["seat_balanced_p", "0.08"]["value"] == pytest.approx(stats.norm.sf(z))
    assert seen["seat_balanced", "0.08"]["value"] == 1.0


@pytest.mark.parametrize(
    ("counts", "value"), [([340, 330, 330], None), ([3400, 3300, 3300], 1.0), ([3700, 3200, 3100], 0.0)]
)
def test_seats_are_shown_even_or_uneven_or_neither(counts, value):
    seen = {row["measure"]: row for row in measure_rows(tally_rows(wins_only(counts), ["a"]))}
    assert seen["seat_balanced"]["of"] == "0.02"
    assert seen["seat_balanced"]["value"] == value


def test_as_many_games_as_are_told_show_nine_times_in_ten_that_even_seats_are_even():
    generator = np.random.default_rng(7)
    games = Seats(tally_rows(wins_only([400, 400, 400]), ["a"])).games_to_show(0.05)
    shown = [
        Seats(
            tally_rows(wins_only(generator.multinomial(games, [1 / 3] * 3).tolist()), ["a"]), margins=(0.05,)
        )
        for _ in range(300)
    ]
    share = np.mean([seats.seat_balanced()[0]["value"] == 1.0 for seats in shown])
    assert abs(share - 0.9) < 4 * math.sqrt(0.09 / 300)  # n = 300


def test_spread_of_lengths_is_that_of_the_order_statistics():
    rows = synthetic_rows(World((1.0, 1.0), (1.0, 1.0)), 400, np.random.default_rng(8))
    (row,) = measure_rows(tally_rows(rows, ["a"]), ["rounds_spread"])
    lengths = np.sort(rows["rounds"])
    assert row["value"] == lengths[359] / lengths[199]
    # Each quantile may be missed half as often, and the ends that are farthest apart are taken.
    ends = [[lengths[rank - 1] for rank in order_statistics(400, share, 0.975)] for share in (0.5, 0.9)]
    assert (row["low"], row["high"]) == (ends[1][0] / ends[0][1], ends[1][1] / ends[0][0])


def test_one_endless_game_does_not_move_the_spread():
    rows = synthetic_rows(World((1.0, 1.0), (1.0, 1.0)), 400, np.random.default_rng(8))
    before = measure_rows(tally_rows(rows, ["a"]), ["rounds_spread"])
    rows["rounds"][rows["rounds"].argmax()] = 10**4
    assert measure_rows(tally_rows(rows, ["a"]), ["rounds_spread"]) == before


def test_two_seats_are_one_question():
    seen = {row["of"]: row for row in measure_rows(tally_rows(wins_only([60, 40]), ["a"]), ["win_share"])}
    ends = stats.binomtest(60, 100).proportion_ci(0.95, method="wilson")
    assert (seen["1"]["low"], seen["1"]["high"]) == pytest.approx((ends.low, ends.high))
    assert seen["2"]["low"] == pytest.approx(1 - seen["1"]["high"])


def test_luck_shared_by_a_block_widens_the_interval_of_the_seat():
    world = World((1.0, 1.0, 1.0), (1.0, 1.1, 0.9), luck=2.0)
    rows = synthetic_rows(world, 6000, np.random.default_rng(3))
    apart = rows.copy()
    apart["luck"] = np.arange(rows.size)
    widths = []
    for kind in (rows, apart):
        row = measure_rows(tally_rows(kind, world.names), ["win_share"])[0]
        widths.append(row["high"] - row["low"])
    # With this much luck the games of a block of three mostly have one winner's seat.
    assert 1.3 < widths[0] / widths[1] < math.sqrt(3)


def test_games_told_three_times_are_no_news():
    world = World((1.3, 1.0, 0.8), (1.0, 1.0, 1.0), cap=15)
    rows = synthetic_rows(world, 400, np.random.default_rng(9))
    once = measure_rows(tally_rows(rows, world.names), margin=0.05)
    thrice = measure_rows(tally_rows(np.repeat(rows, 3), world.names), margin=0.05)
    for one, three in zip(once, thrice, strict=True):
        assert three["games"] == 3 * one["games"]
        if one["measure"] in ("seat_chi2_p", "seat_balanced_p"):
            assert three["value"] == pytest.approx(one["value"], rel=0.1)
        elif one["value"] is None:
            assert one["measure"] in ("rounds_p90", "rounds_spread", "seat_balanced")
            assert three["value"] is None
        else:
            assert three["value"] == pytest.approx(one["value"], rel=0.005)
        if one["high"] is not None:
            # Blocks are judged by t and a variance of their own, hence not by quite the same numbers.
            width = one["high"] - one["low"]
            assert three["low"] == pytest.approx(one["low"], abs=0.02 * width), one
            assert three["high"] == pytest.approx(one["high"], abs=0.02 * width), one


def test_means_of_games_have_the_interval_of_t():
    rows = synthetic_rows(World((1.0, 1.0), (1.0, 1.0)), 50, np.random.default_rng(10))
    seen = {row["measure"]: row for row in measure_rows(tally_rows(rows, ["a"]))}
    for measure, numbers in (("rounds", rows["rounds"]), ("lead_changes", rows["lead_changes"])):
        ends = stats.t.interval(0.95, 49, numbers.mean(), stats.sem(numbers))
        assert (seen[measure]["low"], seen[measure]["high"]) == pytest.approx(ends)
    lengths = np.sort(rows["rounds"])
    low, high = order_statistics(50, 0.5)
    assert (seen["rounds_median"]["low"], seen["rounds_median"]["high"]) == (
        lengths[low - 1],
        lengths[high - 1],
    )


def test_snowball_has_about_the_interval_of_a_bootstrap_over_games():
    world = World((1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    rows = synthetic_rows(world, 300, np.random.default_rng(12))
    row = measure_rows(tally_rows(rows, world.names), ["snowball_auc"])[1]
    generator = np.random.default_rng(13)
    drawn = []
    for _ in range(300):
        again = rows[generator.integers(0, 300, 300)]
        again["luck"] = np.arange(300)
        drawn += [measure_rows(tally_rows(again, world.names), ["snowball_auc"])[1]["value"]]
    assert (row["high"] - row["low"]) / (2 * 1.96 * np.std(drawn)) == pytest.approx(1.0, abs=0.25)


def test_chi_square_of_blocks_does_not_take_luck_for_a_seat():
    world = World((1.0, 1.0, 1.0), (1.0, 1.1, 0.9), luck=2.0)
    generator = np.random.default_rng(4)
    p_values = []
    for _ in range(300):
        rows = synthetic_rows(world, 300, generator)
        p_values += [row["value"] for row in measure_rows(tally_rows(rows, world.names), ["seat_chi2_p"])]
    rejected = np.mean(np.array(p_values) < 0.05)
    assert rejected < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 300)


def test_effect_is_free_of_the_bias_of_few_games():
    world = World((1.0,) * 6, (1.0,) * 6)
    generator = np.random.default_rng(5)
    squares, raw = [], []
    for _ in range(300):
        tally = tally_rows(synthetic_rows(world, 60, generator), world.names)
        by_name = {row["measure"]: row["value"] for row in measure_rows(tally, ["seat_effect", "seat_gap"])}
        squares.append(by_name["seat_effect"])
        raw.append(by_name["seat_gap"])
    assert np.median(squares) < 0.1 < np.median(raw)


def test_biased_coin_meets_its_formula():
    world = World((1.4, 1.0, 0.6), (1.0, 1.0, 1.0), pace=0.2, cap=10)
    games = 200_000
    rows = synthetic_rows(world, games, np.random.default_rng(6))
    seen = {(row["measure"], row["of"]): row for row in measure_rows(tally_rows(rows, world.names))}
    shares = seat_shares(world)
    assert shares == pytest.approx(np.array([1.4, 1.0, 0.6]) / 3.0)
    formulas = {("win_share", str(s + 1)): (share, share * (1 - share)) for s, share in enumerate(shares)}
    over = 0.8**10
    formulas["unfinished_share", ""] = (over, over * (1 - over))
    formulas["rounds", ""] = ((1 - over) / 0.2, 16.0)
    formulas["seat_gap", ""] = (0.8 / 3, 0.7)
    formulas["seat_slope", ""] = (-0.4 / 3, 0.2)
    formulas["seat_effect", ""] = (math.sqrt(3 * 2) * 0.4 / 3, 1.0)
    formulas["comeback_share", ""] = (0.3, 0.21)
    formulas["winner_led", ""] = (0.6, 0.2)
    for key, (truth, variance) in formulas.items():
        error = math.sqrt(variance / (games * (1 - over)))
        assert abs(seen[key]["value"] - truth) < 4.5 * error, key
    assert seen["rounds_median", ""]["value"] == math.ceil(math.log(0.5) / math.log(0.8))
    assert seen["rounds_p90", ""]["value"] is None
    assert seen["rounds_p90", ""]["low"] == 10


EDGES = {
    "one game": [game([(50, 50), (60, 40)], 0)],
    "one game of no round": [oracle.Story([[ONE // 2, ONE // 2]], [0])],
    "all unfinished": [game([(50, 50), (60, 40)], 0, finished=False, luck=k) for k in range(12)],
    "nobody wins": [oracle.Story([[ONE // 2] * 2] * 3, [], luck=k) for k in range(12)],
    "a bot that never wins": [
        game([(50, 50), (60, 40)], k % 2, bots=[k % 2, 1 - k % 2], luck=k // 2) for k in range(24)
    ],
    "every game alike": [game([(50, 50), (60, 40)], 0, luck=k) for k in range(30)],
    "one block": [game([(50, 50), (60, 40)], k, luck=0) for k in range(2)],
    "one seat": [oracle.Story([[ONE], [ONE]], [0], luck=k) for k in range(12)],
    "only shared wins": [oracle.Story([[ONE // 2] * 2] * 3, [0, 1], luck=k) for k in range(12)],
    "three games": [game([(50, 50), (60, 40)], k % 2, luck=k) for k in range(3)],
}


@pytest.mark.parametrize("name", EDGES)
def test_edges_give_plain_records(name):
    bots = ("x", "y") if name == "a bot that never wins" else ("x",)
    seen = measured(EDGES[name], bots)
    json.dumps(list(seen.values()), allow_nan=False)
    for (measure, _), row in seen.items():
        assert list(row) == ["measure", "of", "value", "low", "high", "baseline", "games", "kind"]
        assert measure in COMMON
        assert isinstance(row["games"], int)
        for key in ("value", "low", "high"):
            assert row[key] is None or type(row[key]) is float
        if row["value"] is not None and row["low"] is not None and row["high"] is not None:
            assert row["low"] <= row["value"] + 1e-12
            assert row["value"] <= row["high"] + 1e-12


def test_one_game_has_no_interval_but_of_a_share():
    for (measure, _), row in measured(EDGES["one game"]).items():
        if measure in ("win_share", "unfinished_share", "comeback_share", "snowball_auc", "fell_early"):
            assert 0.0 <= row["low"] < row["high"] <= 1.0
        else:
            assert row["low"] is None
            assert row["high"] is None


def test_without_a_decided_game_nothing_is_said_of_winners():
    for name in ("all unfinished", "nobody wins"):
        seen = measured(EDGES[name])
        for measure in (
            "win_share",
            "seat_gap",
            "seat_effect",
            "seat_chi2_p",
            "seat_slope",
            "drama",
            "winner_led",
        ):
            rows = [row for key, row in seen.items() if key[0] == measure]
            assert rows
            assert all(
                row["value"] is row["low"] is row["high"] is None and row["games"] == 0 for row in rows
            )


def test_a_bot_that_never_wins_has_an_upper_bound():
    row = measured(EDGES["a bot that never wins"], ("x", "y"))["win_share", "y"]
    assert row["value"] == 0.0
    assert row["low"] == 0.0
    assert 0.0 < row["high"] < 0.5


def test_only_the_measures_that_make_sense_in_the_order_of_the_table():
    rows = measure_rows(tally_rows(wins_only([5, 6]), ["a"]), ["rounds", "drama", "win_share"])
    assert [row["measure"] for row in rows] == ["win_share", "win_share", "rounds", "drama"]


def test_wrong_questions_are_told_how_to_mend():
    tally = tally_rows(wins_only([5, 6]), ["a"])
    with pytest.raises(WrongUse, match="did you mean drama"):
        measure_rows(tally, ["dramma"])
    with pytest.raises(WrongUse, match="decisions"):
        measure_rows(tally, ["decisions"])
    with pytest.raises(WrongUse, match="known are"):
        measure_rows(tally, ["qqq"])
    with pytest.raises(WrongUse, match="margin"):
        measure_rows(tally, margin=0.0)
    with pytest.raises(WrongUse, match="level"):
        measure_rows(tally, level=95.0)


def test_an_engine_adds_measures_of_its_own():
    rows = wins_only([5, 6])
    own = (Quantity("turns_played", "", lambda games: column("turns", games), every),)
    records = measure_rows(tally_rows(rows, ["a"], own))
    assert records[-1]["measure"] == "turns_played"
    assert records[-1]["value"] == pytest.approx(rows["turns"].mean())
    assert len(measure_rows(tally_rows(rows, ["a"], own), ["turns_played"])) == 1


def test_the_same_tally_gives_the_same_records():
    tally = tally_rows(synthetic_rows(World((1.0,) * 3, (1.0,) * 3), 500, np.random.default_rng(2)), ["a"])
    assert measure_rows(tally) == measure_rows(tally)
    other = measure_rows(tally, seed=2)
    assert other != measure_rows(tally)
    assert [row["value"] for row in other] == [row["value"] for row in measure_rows(tally)]
