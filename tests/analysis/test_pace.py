"""Minutes, waits and what is done in a turn, against games whose times are worked out by hand."""

from itertools import chain

import numpy as np
import pytest

from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.analysis.chances.sampling import Sampling
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import find_game
from conquestlab.analysis.pace.clock import Clock, pace_numbers
from conquestlab.analysis.pace.pace_table import pace_table
from conquestlab.analysis.pace.seconds import seconds_of
from conquestlab.kernels.shared.rows import WHOLE_WIN

SECONDS = {"turn": 60.0, "rolls": 30.0}


def noted(games, seats=2, copies=1):
    """Noted games; each is a list of (round, mover, rolls so far, seats alive), its first the set-up."""
    games = games * copies
    pauses = np.array([len(game) for game in games])
    columns = zip(*chain.from_iterable(games), strict=True)
    round, mover, rolls, alive = map(np.array, columns)
    count = len(games)
    part = Part(
        0,
        count,
        np.arange(count),
        np.arange(count),
        np.array([game[-1][0] for game in games]),
        pauses,
        np.tile([WHOLE_WIN] + [0] * (seats - 1), (count, 1)),
        np.array([[0 if one else game[-1][0] for one in game[-1][3]] for game in games]),
        np.tile(np.arange(seats), (count, 1)),
        round,
        mover,
        np.full((len(round), seats), 1 << 19),
        alive[:, :, None],
        rolls[:, None],
    )
    return NotedGames(seats, ("alive",), ("rolls",), ("one",) * seats, Sampling(1), (part,))


#       set-up of two rolls, then turns of seats 0, 1, 0, 1, 0 with 1, 3, 0, 2, 4 rolls
TWO = [(0, -1, 2, (1, 1)), (1, 0, 3, (1, 1)), (1, 1, 6, (1, 1)), (2, 0, 6, (1, 1)), (2, 1, 8, (1, 1))]
TWO = [*TWO, (3, 0, 12, (1, 0))]


def values(games, seconds=SECONDS, seats=2):
    clock = Clock(noted(games, seats), seconds)
    return {
        key: numbers.number.sum() / numbers.weight.sum()
        for key, numbers in pace_numbers(clock, bool(seconds))
        if numbers.weight.any()
    }


def test_a_game_takes_its_set_up_its_turns_and_what_is_done_in_them():
    # Twelve rolls of half a minute, and five turns of a minute.
    assert values([TWO])["minutes", ""] == pytest.approx(12 * 0.5 + 5)


def test_a_wait_lasts_from_the_end_of_a_turn_to_the_next_turn_of_the_same_seat():
    # Turns take 1.5, 2.5, 1, 2 and 3 minutes: seat 0 waits 2.5 and 2, seat 1 waits 1.
    told = values([TWO])
    assert told["waiting", ""] == pytest.approx((2.5 + 2 + 1) / 3)
    assert told["longest_wait", ""] == pytest.approx(2.5)


def test_acts_are_counted_without_the_set_up():
    assert values([TWO])["acts_a_turn", "rolls"] == pytest.approx(10 / 5)


def test_who_falls_watches_from_then_on_and_who_falls_last_watches_nobody():
    alive, fallen = (1, 1, 1), (1, 1, 0)
    game = [
        (0, -1, 0, alive), (1, 0, 2, fallen), (1, 1, 3, fallen), (2, 0, 4, fallen), (2, 1, 5, fallen),
        (3, 0, 7, (1, 0, 0)),
    ]  # fmt: skip
    # Seat 2 falls in the first turn and watches turns of 1.5, 1.5, 1.5 and 2 minutes; seat 1 watches none.
    assert values([game], seats=3)["watching", ""] == pytest.approx((6.5 + 0) / 2)


def test_two_games_are_added_up_game_by_game():
    short = [(0, -1, 0, (1, 1)), (1, 0, 2, (1, 0))]
    told = values([TWO, short])
    assert told["minutes", ""] == pytest.approx((11 + 2) / 2)
    assert told["acts_a_turn", "rolls"] == pytest.approx((10 + 2) / 6)
    assert told["longest_wait", ""] == pytest.approx(2.5)  # nobody waits in the short one


def test_where_all_act_at_once_a_round_takes_what_one_of_them_does_and_nobody_waits():
    rounds = [(0, -1, 0, (1, 1)), (1, -1, 4, (1, 1)), (2, -1, 6, (1, 1))]
    told = values([rounds])
    assert told["minutes", ""] == pytest.approx((6 * 0.5) / 2 + 2)
    assert told["acts_a_turn", "rolls"] == pytest.approx(6 / 4)
    assert ("waiting", "") not in told


def test_without_seconds_only_acts_are_told():
    assert set(values([TWO], {})) == {("acts_a_turn", "rolls")}


def test_games_that_are_all_alike_have_an_interval_without_width():
    (row, *_) = pace_table(noted([TWO], copies=50), SECONDS).rows()
    assert (row["value"], row["low"], row["high"]) == pytest.approx((11, 11, 11))
    assert row["games"] == 50


def test_the_interval_is_that_of_a_mean_over_games():
    short = [(0, -1, 0, (1, 1)), (1, 0, 2, (1, 0))]
    is_short = np.random.default_rng(5).random(400) < 0.5
    lengths = np.where(is_short, 2.0, 11.0)
    (row, *_) = pace_table(noted([short if one else TWO for one in is_short]), SECONDS).rows()
    half = 2.02 * lengths.std(ddof=1) / np.sqrt(lengths.size)
    # Forty groups of games know the error to about a ninth of itself; four times that is allowed.
    assert (row["high"] - row["low"]) / 2 == pytest.approx(half, rel=4 / np.sqrt(2 * 39))
    assert row["value"] == pytest.approx(lengths.mean())


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("roll=3", "did you mean rolls?"),
        ("rolls", "as in rolls=8"),
        ("rolls=-1", "from 0 to 3600"),
        ("rolls=nan", "from 0 to 3600"),
        ("rolls=three", "give a number"),
    ],
)
def test_what_takes_no_seconds_is_refused(text, way):
    with pytest.raises(WrongUse, match="seconds") as refused:
        seconds_of(find_game("conquest").engine, text)
    assert way in str(refused.value)


def test_seconds_of_ones_own_replace_those_of_the_game():
    engine = find_game("conquest").engine
    changed = seconds_of(engine, "turn=30, rolls=8.5")
    assert changed == engine.seconds | {"turn": 30.0, "rolls": 8.5}


@pytest.mark.parametrize("name", ["conquest", "express", "manchots", "africa"])
def test_every_act_of_a_game_has_its_seconds(name):
    engine = find_game(name).engine
    assert set(engine.seconds) == {"turn", *engine.acts}
