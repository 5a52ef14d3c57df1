"""Rounds of learning: who sits where, which games are played, what is kept of them, and what it comes to."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from small_worlds import small

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games.conquest.description import ENGINE, LEARNS
from conquestlab.analysis.learning import positions as positions_module
from conquestlab.analysis.learning.calibration import bins_of, worst_of
from conquestlab.analysis.learning.positions import Collect, Positions, joined
from conquestlab.analysis.learning.rounds import BEHIND, Learning
from conquestlab.analysis.learning.tables import players_of_round
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.training.arena import Stage, first_game
from conquestlab.analysis.training.asked_table import MOST_GENERATIONS

ROWS = (*LEARNS.aspects, "offsets", "counts")
SOME_VALUE = {name: tuple(range(place, place + 16)) for place, name in enumerate(ROWS)}


def bots():
    book, seats = small("risk-modern")
    planner = replace(find_bot("planner", ENGINE, book, seats), value={})
    return planner, find_bot("expert", ENGINE, book, seats), find_bot("reckless", ENGINE, book, seats)


def test_without_a_value_the_policy_behind_plays():
    planner, expert, reckless = bots()
    players = players_of_round(planner, [], [expert, reckless], ENGINE)
    assert players.explorers == players.earlier == ()
    assert {bot.policy for bot in players.all} == {"weighed", "reckless"}
    assert reckless in players.others
    assert len({bot.hash for bot in players.all}) == len(players.all)
    tables = [players.draw_table(3, np.random.default_rng(seed)) for seed in range(400)]
    met = Counter(bot.hash for table in tables for bot in table)
    even = 1200 / len(players.others)
    # A seat is a draw with equal chances: five standard errors.
    assert all(abs(number - even) < 5 * np.sqrt(even) for number in met.values())


def test_with_a_value_explorers_sit_at_every_table():
    planner, expert, _ = bots()
    now, before = (
        replace(planner, value=SOME_VALUE),
        replace(planner, value=SOME_VALUE | {"lands": (9,) * 16}),
    )
    players = players_of_round(now, [before], [expert], ENGINE)
    assert players.earlier == (now, before)
    assert all(bot.weights["whim"] == LEARNS.exploring["whim"] > 0 for bot in players.explorers)
    assert all(bot.value == SOME_VALUE for bot in players.explorers)
    assert not any(bot.value for bot in players.others)
    tables = [players.draw_table(3, np.random.default_rng(seed)) for seed in range(400)]
    assert all(any(bot in players.explorers for bot in table) for table in tables)
    kinds = Counter(
        "explorer" if bot in players.explorers else "earlier" if bot in players.earlier else "other"
        for table in tables
        for bot in table
    )
    # One seat of three is an explorer's for sure; of the others a half, a quarter, a quarter.
    for kind, chance in (("explorer", 2 / 3), ("earlier", 1 / 6), ("other", 1 / 6)):
        assert abs(kinds[kind] / 1200 - chance) < 5 * np.sqrt(chance * (1 - chance) / 1200)


def test_rounds_are_played_behind_all_trainings_and_measurements():
    last_of_training = first_game(Stage.PROVE, MOST_GENERATIONS + 1)
    games = [first_game(stage, BEHIND + done) for done in range(3) for stage in (Stage.LEARN, Stage.PROVE)]
    assert last_of_training < games[0]
    assert games == sorted(set(games))
    assert games[-1] < 1 << 63


def test_positions_are_those_of_the_notes_of_decided_games(monkeypatch):
    monkeypatch.setattr(positions_module, "A_GAME", 3)
    book, seats = small("risk-modern")
    _, expert, reckless = bots()
    batch = Batch(book, (expert, reckless, expert), parse_seeds("3"), 60, 120)
    kept = Collect(batch, (1, 2))()
    again, other = Collect(batch, (1, 2))(), Collect(batch, (1, 3))()
    assert np.array_equal(kept.told, again.told)
    assert len(other) != len(kept) or not np.array_equal(kept.told, other.told)
    _, rows, notes = batch.told()
    decided = {row["game"]: row["win"][:seats] / 60 for row in rows if row["win"].any()}
    assert (kept.games, kept.unfinished) == (120, 120 - len(decided))
    ends = {game: max(note["turn"] for note in notes if note["game"] == game) for game in decided}
    there = {}
    for note in notes:
        if note["game"] in decided and 0 < note["turn"] < ends[note["game"]]:
            there.setdefault(note["game"], []).append(note["features"][:seats].tolist())
    for told, won, game in zip(kept.told, kept.won, kept.game, strict=True):
        assert told.tolist() in there[game]
        assert won.tolist() == decided[game].tolist()
    possible = sum(len(some) for some in there.values())
    share = 3 * 120 / possible
    # Which are kept is drawn for each alone: five standard errors.
    assert share < 0.5
    assert abs(len(kept) - share * possible) <= 5 * np.sqrt(share * (1 - share) * possible)
    both = joined([kept, other])
    assert len(both) == len(kept) + len(other)
    assert both.games == 240


def calibrated(gap, generator, games=4000):
    """Positions of two seats, two a game, and chances from which what happens is away by a gap."""
    chance = np.repeat(generator.random(games) * 0.8 + 0.1, 2)
    wins = np.repeat(generator.random(games), 2) < chance + gap
    told = np.ones((2 * games, 2, 1), np.int16)
    won = np.stack([wins, ~wins], axis=1).astype(np.float32)
    positions = Positions(told, won, np.repeat(np.arange(games), 2), games, 0)
    return np.stack([chance, 1 - chance], axis=1), positions


def test_bins_tell_what_happened():
    chances, positions = calibrated(0.0, np.random.default_rng(1))
    bins = bins_of(chances, positions)
    assert [(one.low, one.high) for one in bins] == [(k / 10, (k + 1) / 10) for k in range(1, 9)]
    assert sum(one.positions for one in bins) == chances.size
    for one in bins:
        assert one.happened - one.predicted == pytest.approx(one.gap)
        assert abs(one.gap) < 4.5 * one.error
        # Two positions of a game tell no more than one: games are counted, and not positions.
        spread = np.sqrt(one.happened * (1 - one.happened) / one.games)
        assert one.error == pytest.approx(spread, rel=0.1)


def test_a_gap_is_found_and_the_worst_bin_named():
    chances, positions = calibrated(0.08, np.random.default_rng(1))
    worst = worst_of(bins_of(chances, positions))
    assert abs(worst.gap) == pytest.approx(0.08, abs=4.5 * worst.error)
    assert worst_of([]) is None
    assert worst_of([worst._replace(games=29)]) is None


def test_a_seat_that_is_out_is_in_no_bin():
    chances, positions = calibrated(0.0, np.random.default_rng(1), 50)
    positions.told[:, 1] = 0
    assert sum(one.positions for one in bins_of(chances, positions)) == 100


def test_a_round_that_nobody_wins_is_told():
    from conquestlab.analysis.errors import Failed
    from conquestlab.analysis.learning.learn_plan import LearnPlan
    from conquestlab.analysis.playing.workers import Listener, open_workers

    book, seats = small("risk-modern", rounds=1)
    planner, expert, _ = bots()
    plan = LearnPlan(book, seats, parse_seeds("1"), planner, (expert,), 1, 120)
    with open_workers(1) as workers, pytest.raises(Failed, match="nobody"):
        Learning(plan, workers, Listener()).step("x")
