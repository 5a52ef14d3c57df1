"""Which luck decides: against the oracle, and on games that are tables of their luck."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import oracle_measures as oracle
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.studies import luck as study
from conquestlab.analysis.evidence.studies.coverage import coverage
from conquestlab.analysis.measures.luck_share import ends_of, luck_rows, luck_tally
from conquestlab.analysis.measures.luck_total import total_rows, total_tally
from conquestlab.analysis.measures.seat_measures import Seats
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.kernels.shared.rows import WHOLE_WIN, row_dtype

GAMES = {game.name: game for game in study.STUDIES}


def rows_of(wins, block=1):
    rows = np.zeros(len(wins), row_dtype([]))
    number = np.arange(len(wins))
    rows["game"], rows["luck"], rows["seats"], rows["rounds"] = number, number // block, len(wins[0]), 5
    rows["how"] = [any(won) for won in wins]
    for row, won in zip(rows, wins, strict=True):
        row["win"][: len(won)] = [int(share * WHOLE_WIN) for share in won]
    return rows


def drawn_wins(games, seats, seed, shared=0.0):
    dice = np.random.default_rng(seed)
    answer = []
    for _ in range(games):
        won = [Fraction(0)] * seats
        if dice.random() < shared:
            won[0] = won[1] = Fraction(1, 2)
        else:
            won[dice.choice(seats, p=np.arange(1, seats + 1) / sum(range(1, seats + 1)))] = Fraction(1)
        answer.append(won)
    return answer


def tally_of(rows, again, moving):
    return luck_tally(ends_of(rows), {stream: ends_of(one) for stream, one in again.items()}, moving)


def totals_of(rows, again, moving):
    return total_tally(ends_of(rows), {stream: ends_of(one) for stream, one in again.items()}, moving)


def values(tally):
    return {row["of"]: row["value"] for row in luck_rows(tally)}


def corrected(first, again, place, moving, games):
    """The oracle's shares freed of bias by leaving out one group after the other."""
    whole = oracle.luck_share(first, again, place, moving)
    left_out = []
    for group in range(100):
        kept = [i for i in range(games) if group != i // (3 if moving else 1) % 100]
        if len(kept) < games:
            parts = [[column[i] for i in kept] for column in (first, again, place)]
            left_out.append(oracle.luck_share(*parts, moving))
    units = len(left_out)
    return {
        name: float(units * value - (units - 1) * sum(one[name] for one in left_out) / units)
        for name, value in whole.items()
    }


@pytest.mark.parametrize(
    ("seats", "moving", "shared"), [(2, False, 0.0), (3, True, 0.0), (4, False, 0.3)], ids=str
)
def test_the_share_of_a_stream_is_that_of_the_oracle(seats, moving, shared):
    first, other = drawn_wins(150, seats, 1, shared), drawn_wins(150, seats, 2, shared)
    again = [one if i % 3 == 0 else two for i, (one, two) in enumerate(zip(first, other, strict=True))]
    block = seats if moving else 1
    tally = tally_of(rows_of(first, block), {"dice": rows_of(again, block)}, moving)
    place = [i % seats if moving else 0 for i in range(150)]
    expected = corrected(first, again, place, moving, 150)
    seen = values(tally)
    assert seen["dice"] == pytest.approx(expected["stream"], rel=1e-9)
    # Seats and bots are freed of chance by their variance, which is nearly the same.
    for name in ("seat", "skill") if moving else ("seat",):
        assert seen[name] == pytest.approx(max(0.0, expected[name]), abs=0.002)
    assert sum(seen.values()) == pytest.approx(1.0)


def test_seats_explain_what_seat_effect_tells():
    rows = rows_of(drawn_wins(400, 3, 3))
    tally = tally_of(rows, {"dice": rows}, False)
    seat = luck_rows(tally)[0]
    effect = Seats(tally_rows(rows, ["a"])).seat_effect()[0]
    # The games are counted twice, as played and as played again: the groups see that it is no news.
    assert seat["value"] == pytest.approx(effect["value"] ** 2 / 2, rel=0.05)
    for end in ("low", "high"):
        assert seat[end] == pytest.approx(effect[end] ** 2 / 2, rel=0.15)


def test_even_seats_explain_nothing_and_their_interval_begins_at_nothing():
    game = GAMES["even seats, only together"]
    zeros = 0
    for records in game.runs(40, seed=3):
        row = records[0]
        assert row["value"] >= 0.0
        assert 0.0 <= row["low"] <= row["value"] <= row["high"] < 0.02
        zeros += row["low"] == 0.0
    assert zeros > 30


def test_chunks_add_up():
    game = GAMES["other bots"]
    number = np.arange(game.games)
    faces = np.random.default_rng(1).integers(study.FACES, size=(3, game.games))
    rows = game._rows(number, number // 3, faces)
    others = game._rows(number, number // 3, faces[::-1])
    whole = tally_of(rows, {"dice": others}, True)
    parts = [tally_of(rows[at : at + 333], {"dice": others[at : at + 333]}, True) for at in (0, 333, 666)]
    assert luck_rows(parts[2] + parts[0] + parts[1]) == luck_rows(whole)
    with pytest.raises(WrongUse, match="other streams"):
        whole + tally_of(rows, {"deal": others}, True)


def test_too_few_games_or_no_winner_say_nothing():
    for wins in (drawn_wins(6, 3, 1), [[Fraction(0)] * 3] * 50):
        rows = rows_of(wins)
        for row in luck_rows(tally_of(rows, {"dice": rows}, False)):
            assert row["value"] is row["low"] is row["high"] is None


def test_a_seat_that_wins_every_game_may_still_lose_some():
    rows = rows_of([[Fraction(0), Fraction(1), Fraction(0)]] * 400)
    seat = luck_rows(tally_of(rows, {"dice": rows}, False))[0]
    assert (seat["of"], seat["value"], seat["high"]) == ("seat", pytest.approx(1.0), 1.0)
    least = 400 / (400 + 1.959964**2)  # Wilson's, of 400 in 400
    assert seat["low"] == pytest.approx((least * 1.5 - 0.5) ** 2)


@pytest.mark.parametrize("seed", range(5))
def test_every_value_lies_in_its_interval(seed):
    first, again = (rows_of(drawn_wins(300, 3, seed + 10 * k)) for k in range(2))
    for row in luck_rows(tally_of(first, {"dice": again}, True)):
        assert row["low"] <= row["value"] <= row["high"], row


def test_a_game_of_one_stream_alone_is_all_its_own():
    for name, stream, share in (
        ("even seats, only the deal", "deal", 1.0),
        ("even seats, only together", "together", 1.0),
    ):
        truth = GAMES[name].truth
        assert truth[stream] == pytest.approx(share)
        assert all(value == pytest.approx(0.0, abs=1e-12) for of, value in truth.items() if of != stream)


@pytest.mark.parametrize("name", ["uneven seats", "other bots"])
def test_true_totals_are_counted_case_by_case(name):
    game = GAMES[name]
    faces = range(study.FACES)
    for axis, stream in enumerate(study.STREAMS):
        others = 0
        for place, cell, face in product(range(game.places), product(faces, repeat=3), faces):
            drawn = (*cell[:axis], face, *cell[axis + 1 :])
            others += int(game.winner[place][cell] != game.winner[place][drawn])
        assert game.totals[stream] == pytest.approx(others / game.places / study.FACES**4)
    won = [np.bincount(table.ravel(), minlength=game.seats) / study.FACES**3 for table in game.winner]
    assert game.totals[""] == pytest.approx(1 - sum(one @ one for one in won) / game.places)


@pytest.mark.parametrize("name", [game for game in GAMES if game != "nearly even seats"])
def test_a_total_is_at_least_what_a_stream_explains_alone(name):
    game, whole = GAMES[name], 1.0 - 1.0 / GAMES[name].seats
    for stream in study.STREAMS:
        assert game.totals[stream] / whole >= game.truth[stream] - 1e-12
    alone = sum(game.truth[stream] for stream in study.STREAMS)
    assert game.totals[""] / whole >= alone - 1e-12


def test_only_together_means_that_every_stream_is_all():
    """The winner is the sum of all faces: whichever is drawn anew, all is open."""
    game = GAMES["even seats, only together"]
    assert {stream: game.totals[stream] for stream in study.STREAMS} == pytest.approx(
        dict.fromkeys(study.STREAMS, 2 / 3)
    )


def unlike(one, other):
    """Whether other seats won, and half the squared distance of the wins."""
    winners = [[seat for seat, share in enumerate(won) if share] for won in (one, other)]
    return winners[0] != winners[1], sum((x - y) ** 2 for x, y in zip(one, other, strict=True)) / 2


@pytest.mark.parametrize("shared", [0.0, 0.3])
def test_swings_and_totals_by_hand(shared):
    first, other = drawn_wins(300, 4, 1, shared), drawn_wins(300, 4, 2, shared)
    again = [one if i % 3 == 0 else two for i, (one, two) in enumerate(zip(first, other, strict=True))]
    records = total_rows(totals_of(rows_of(first), {"dice": rows_of(again)}, False))
    swing, total = ({row["measure"]: row for row in records}[name] for name in ("luck_swing", "luck_total"))
    variance = sum(sum(x * x for x in won) for won in first) / 300 - Fraction(1, 4)
    pairs = [unlike(*pair) for pair in zip(first, again, strict=True)]
    chance = [unlike(one, two) for i, one in enumerate(first) for two in first[:i]]
    for key, some in (("value", pairs), ("baseline", chance)):
        assert swing[key] == pytest.approx(sum(swung for swung, _ in some) / len(some))
        assert total[key] == pytest.approx(float(sum(apart for _, apart in some) / len(some) / variance))
    assert swing["low"] < swing["value"] < swing["high"]
    assert total["low"] < total["value"] < total["high"]


def test_nothing_that_changes_is_no_swing_and_no_game_says_nothing():
    rows = rows_of(drawn_wins(100, 3, 1))
    found = total_rows(totals_of(rows, {"bots": rows}, False))
    assert [(row["value"], row["low"]) for row in found] == [(0.0, 0.0)] * 2
    assert 0.0 < found[0]["high"] < 0.05
    nobody = rows_of([[Fraction(0)] * 3] * 50)
    for row in total_rows(totals_of(nobody, {"bots": nobody}, False)):
        assert row["value"] is row["low"] is row["baseline"] is None


@pytest.mark.parametrize("name", ["uneven seats", "other bots"])
def test_true_shares_are_variances_of_means_in_fractions(name):
    game = GAMES[name]
    n, faces = game.seats, range(study.FACES)
    even, total = Fraction(1, n), 1 - Fraction(1, n)
    truth = game.truth
    for axis, stream in enumerate(study.STREAMS):
        explained = Fraction(0)
        for place, seat in product(range(game.places), range(n)):
            won = {f: Fraction(0) for f in faces}
            for cell in product(faces, repeat=3):
                won[cell[axis]] += Fraction(int(game.winner[place][cell] == seat), study.FACES**2)
            middle = sum(won.values()) / study.FACES
            explained += sum((share - middle) ** 2 for share in won.values()) / study.FACES / game.places
        assert truth[stream] == pytest.approx(float(explained / total))
    by_seat = [Fraction(int(np.count_nonzero(game.winner == seat)), game.winner.size) for seat in range(n)]
    assert truth["seat"] == pytest.approx(float(sum((share - even) ** 2 for share in by_seat) / total))
    assert sum(truth.values()) == pytest.approx(1.0)


def test_values_are_right_in_the_mean_of_many_runs():
    game = replace(GAMES["other bots"], games=300)
    seen = [{(row["measure"], row["of"]): row for row in records} for records in game.runs(150, seed=5)]
    assert len(seen[0]) == len(game.truth) + 6
    for key, row in seen[0].items():
        found = np.array([one[key]["value"] for one in seen])
        truth = game.true_value(row)
        assert abs(found.mean() - truth) < 4 * found.std() / math.sqrt(len(found)), key  # n = 150
    for measure, whole in (("luck_swing", 1.0), ("luck_total", 1.0 - 1.0 / game.seats)):
        found = np.array([one[measure, "dice"]["baseline"] for one in seen])
        assert abs(found.mean() - game.totals[""] / whole) < 4 * found.std() / math.sqrt(len(found))


@pytest.mark.parametrize("name", ["uneven seats", "other bots"])
def test_intervals_cover_what_they_promise(name):
    rows = coverage(GAMES[name], 200, seed=2)
    assert {"dice", "dice, swing", "deal, swing"} <= {row["measure"] for row in rows}
    for row in rows:
        assert row["covered"] > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 200), row


def test_a_wrong_truth_would_be_seen(monkeypatch):
    game = GAMES["uneven seats"]
    for known in ("truth", "totals"):
        wrong = {of: share + 0.15 for of, share in getattr(game, known).items()}
        monkeypatch.setitem(vars(game), known, wrong)
    assert not any(row["kept"] for row in coverage(game, 40))
