"""What it is worth to be dealt a continent: against games that are played with each rulebook by itself."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from small_worlds import FOURTEEN

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.given_continents import given_continents, granted_bonuses
from conquestlab.analysis.measures.given import given_tally
from conquestlab.analysis.measures.intervals import wilson
from conquestlab.analysis.playing.batches import PlayedBatch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.given import worth_of_given
from conquestlab.analysis.playing.play_answers import experiments_of, play
from conquestlab.analysis.playing.reducers import Count
from conquestlab.analysis.playing.workers import Job, Listener, add_up, open_workers
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.rows import WHOLE_WIN, row_dtype

SMALL = f"risk-modern,map={FOURTEEN},players.max=3,starting_armies={{2=14,3=12}},max_rounds=15"


def rows_of(winners, seats, block=1):
    """Rows of games with these winners, -1 for none."""
    rows = np.zeros(len(winners), row_dtype([]))
    number = np.arange(len(winners))
    rows["game"], rows["luck"], rows["seats"], rows["how"] = number, number // block, seats, winners >= 0
    rows["win"][number[winners >= 0], winners[winners >= 0]] = WHOLE_WIN
    return rows


def experiment(bots=("reckless",), games=90, rules=SMALL):
    return experiment_of(rules, 3, bots, parse_seeds("4"), games)


@pytest.mark.parametrize("bots", [("reckless",), ("reckless", "greedy", "random")], ids=["one", "three"])
def test_the_worth_is_that_of_games_played_with_each_rulebook(bots):
    tested = experiment(bots)
    table = worth_of_given(PlayedBatch(tested.batch(), tested.batch().rows()))
    found = {row["of"]: row for row in table.rows()}
    assert set(found) == {"east"}  # north and south have 5 lands, and a seat is dealt 4
    for continent, row in found.items():
        won = decided = Fraction(0)
        for seat in range(3):
            rules = f"{SMALL},handicap.given.{continent}={seat + 1}"
            rows = experiment(bots, rules=rules).play(0, tested.games)
            wins = rows["win"][:, :3] * (rows["how"] > 0)[:, None]
            won += int(wins[:, seat].sum())
            decided += int(wins.sum())
        assert row["value"] == pytest.approx(float(won / decided - Fraction(1, 3)))
        assert row["low"] < row["value"] < row["high"]
        assert (row["baseline"], row["kind"]) == (0.0, "continent")
        assert row["games"] <= 3 * tested.games


@pytest.mark.parametrize("bots", [("reckless",), ("reckless", "greedy", "random")], ids=["one", "three"])
def test_the_worth_of_a_bonus_is_that_of_games_played_with_each_rulebook(bots):
    tested = experiment(bots)
    table = worth_of_given(PlayedBatch(tested.batch(), tested.batch().rows()), 1)
    found = {row["of"]: row for row in table.rows()}
    assert set(found) == {"north", "east", "south"}  # no lands are given, so that none is too large
    for continent, row in found.items():
        assert row["measure"] == "bonus_worth"
        won = decided = Fraction(0)
        for seat in range(3):
            rules = f"{SMALL},handicap.bonus.{continent}={seat + 1}"
            rows = experiment(bots, rules=rules).play(0, tested.games)
            wins = rows["win"][:, :3] * (rows["how"] > 0)[:, None]
            won += int(wins[:, seat].sum())
            decided += int(wins.sum())
        assert row["value"] == pytest.approx(float(won / decided - Fraction(1, 3)))
        assert (row["baseline"], row["kind"]) == (0.0, "continent")


def test_a_bonus_of_no_armies_is_worth_nothing_and_one_of_many_the_game():
    def worth(armies):
        rules = f"{SMALL},reinforcement.continents.south={armies}"
        job = Job(lambda played: played, (experiment(games=300, rules=rules).batch(),))
        return {row["of"]: row for row in worth_of_given(job(), 1).rows()}["south"]

    none, many = worth(0), worth(40)
    assert none["value"] == 0.0  # the same games, each seat in turn
    assert many["low"] > 0.5


def test_a_continent_of_many_armies_is_worth_more():
    def worth(armies):
        rules = f"{SMALL},reinforcement.continents.east={armies}"
        return worth_of_given(
            Job(lambda played: played, (experiment(games=400, rules=rules).batch(),))()
        ).rows()

    none, many = worth(0)[0], worth(40)[0]
    assert many["low"] > 0.4 > none["high"]


def test_who_is_given_a_continent_wins_as_often_as_who_is_dealt_it_by_luck():
    """Of deals that nobody arranged, those in which a seat has all of Oceania are as if it were given."""
    tested = experiment_of("risk-modern", 3, ("reckless",), parse_seeds("8"), 12_000)
    rows, world = tested.play(0, tested.games), tested.rulebook.map
    lands = world.continent_lands[[one.id for one in world.continents].index("oceania")]
    whole = np.uint64(sum(1 << land for land in lands))
    lucky = (rows["dealt"][:, :3] & whole) == whole
    dealt = np.array([rows["win"][:, seat][lucky[:, seat]].mean() for seat in range(3)]) / WHOLE_WIN
    assert 200 < lucky.sum() < 500  # one deal in forty
    given = [
        experiment_of(f"risk-modern,given.oceania={seat + 1}", 3, ("reckless",), parse_seeds("9"), 1000)
        .play(0, 1000)["win"][:, seat]
        .mean()
        / WHOLE_WIN
        for seat in range(3)
    ]
    error = np.sqrt(np.mean(dealt * (1 - dealt)) * (1 / lucky.sum() + 1 / 3000))
    assert abs(np.mean(dealt) - np.mean(given)) < 4 * error * 1.1  # seats weigh alike, not their cases
    assert np.mean(given) > 1 / 3 + 10 * np.sqrt(0.25 / 3000)


@pytest.mark.parametrize("block", [1, 3])
def test_a_known_worth_is_found(block):
    """Games in which the seat that is given something wins 0.2 more often than the others."""
    dice, games, seats = np.random.default_rng(5), 3000, 3
    by_seat = []
    for seat in range(seats):
        others = np.array([other for other in range(seats) if other != seat])
        wins = dice.random(games) < 1 / 3 + 0.2
        by_seat.append(rows_of(np.where(wins, seat, others[dice.integers(2, size=games)]), seats, block))
    row = given_tally("worth", by_seat[0]["luck"], {"this": by_seat}, seats).rows()[0]
    error = (row["high"] - row["low"]) / 2 / 1.96
    assert abs(row["value"] - 0.2) < 4 * error  # n = 9000
    if block == 1:
        # As wide as the interval of so many independent games.
        low, high = wilson(round((row["value"] + 1 / 3) * 9000), 9000)
        assert row["high"] - row["low"] == pytest.approx(high - low, rel=0.1)


def test_even_games_are_worth_nothing_whatever_the_seats():
    """The first seat wins most games, given or not: the mean over the seats is even all the same."""
    winners = np.random.default_rng(6).choice([-1, 0, 1, 2], p=[0.1, 0.6, 0.2, 0.1], size=500)
    rows = rows_of(winners, 3)
    row = given_tally("worth", rows["luck"], {"this": [rows] * 3}, 3).rows()[0]
    assert row["value"] == pytest.approx(0.0)
    assert row["games"] == 3 * np.count_nonzero(winners >= 0)


def test_nobody_wins_nothing_is_known():
    rows = rows_of(np.full(50, -1), 3)
    row = given_tally("worth", rows["luck"], {"this": [rows] * 3}, 3).rows()[0]
    assert row["value"] is row["low"] is row["high"] is None


def test_parts_add_up_and_travel():
    batch = experiment(("reckless", "random", "reckless"), 60).batch()
    reduce = Count(beside=(worth_of_given,))
    whole = Job(reduce, (batch,))()
    jobs = [Job(reduce, (part,)) for part in batch.split(24)]
    total = add_up(jobs, open_workers(2), Listener()).sums[0]
    assert total.beside[0].won == whole.beside[0].won == pickle.loads(pickle.dumps(whole)).beside[0].won
    other = given_tally("worth", np.arange(1), {"that": [rows_of(np.zeros(1, int), 3)] * 3}, 3)
    with pytest.raises(WrongUse, match="other things"):
        _ = total.beside[0] + other


def test_rulebooks_of_given_continents_are_those_that_are_typed():
    for text, seats, lacking in (("risk-modern", 4, {"asia"}), ("risk-1970-duel", 2, set())):
        book = load(text)
        found = given_continents(book, seats)
        assert set(found) == {one.id for one in book.map.continents} - lacking
        for continent, books in found.items():
            for seat, given in enumerate(books, 1):
                again = load(given.label)
                assert (again.hash, again.spec) == (given.hash, given.spec)
                assert given.spec.handicap.given == {continent: seat}
        for continent, books in granted_bonuses(book, seats).items():
            for seat, given in enumerate(books, 1):
                assert (load(given.label).hash, given.spec.handicap.bonus) == (given.hash, {continent: seat})


@pytest.mark.parametrize(
    ("request_of", "said"),
    [
        ({"rules": ("risk-express",)}, "leave out --continents"),
        ({"rules": ("risk-modern",), "players": "2", "bots": "reckless,exec:true"}, "built in"),
    ],
)
def test_games_without_continents_and_bots_outside_are_refused(request_of, said):
    with pytest.raises(WrongUse, match=said):
        experiments_of(PlayRequest(continents=True, **request_of))


def test_the_command_tells_it_beside_the_other_measures():
    request = PlayRequest(rules=(SMALL,), players="3", games=40, continents=True)
    rows = [row for row in play(request).rows if row["measure"] in ("continent_worth", "bonus_worth")]
    assert [row["of"] for row in rows if row["measure"] == "continent_worth"] == ["east"]
    assert {(row["unit"], row["kind"]) for row in rows} == {("points", "continent")}
    assert sum(row["measure"] == "bonus_worth" for row in rows) == 3
