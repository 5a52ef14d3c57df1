"""Shares of the wins and gains of training, beside the measures of `conquest play`."""

import numpy as np
import pytest

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import Seeds
from conquestlab.analysis.training.arena import Arena
from conquestlab.analysis.training.shares import BLOCKS_A_TASK, gain_of, share_won, wins_against

WORDS = np.arange(31, 37, dtype=np.uint64)
SEATS, BLOCKS = 2, BLOCKS_A_TASK + 50


def wins_of(pairs, first=0, blocks=BLOCKS):
    arena = Arena(load("race"), SEATS, Seeds("", WORDS))
    bots = [Bot(name, "race", name) for name in ("bold", "chaser", "random")]
    return list(wins_against(arena, bots, pairs, blocks, first))


def test_a_share_is_the_one_that_play_measures():
    """Every game of the race is decided, so that a share of the games is one of the decided games."""
    (wins,) = wins_of([(0, 1)])
    rows = SeatedGame(load("race"), ["bold", "chaser"], shared=True).play(WORDS, 0, BLOCKS * SEATS)
    assert (rows["how"] != 0).all()
    measured = measure_rows(tally_rows(rows, ("bold", "chaser")), ("win_share",))
    (bold,) = (row for row in measured if row["of"] == "bold")
    share = share_won(wins, SEATS)
    assert (share.value, share.low, share.high) == pytest.approx((bold["value"], bold["low"], bold["high"]))
    assert share.games == bold["games"] == BLOCKS * SEATS


def test_pairs_play_the_same_games():
    both = wins_of([(0, 1), (2, 1), (0, 1)])
    assert (both[0] == both[2]).all()
    assert (both[0] != both[1]).any()
    alone = wins_of([(2, 1)])
    assert (both[1] == alone[0]).all()


def test_the_gain_of_a_bot_on_itself_is_nothing_and_on_a_worse_one_is_shown():
    chaser, other = wins_of([(1, 0), (2, 0)])
    nothing = gain_of(chaser, chaser, SEATS)
    assert (nothing.value, nothing.low, nothing.high) == (0.0, 0.0, 0.0)
    gain = gain_of(chaser, other, SEATS)
    assert gain.value == pytest.approx(share_won(chaser, SEATS).value - share_won(other, SEATS).value)
    assert 0.0 < gain.low < gain.value < gain.high


def test_like_bots_share_the_wins_evenly_without_any_doubt():
    """The games of a block are then one game, in which each seat is the bot's once."""
    (wins,) = wins_of([(1, 1)], blocks=20)
    share = share_won(wins, SEATS)
    assert (share.value, share.low, share.high) == (0.5, 0.5, 0.5)


def test_the_interval_of_a_gain_covers_it_as_often_as_it_says():
    """Gains of 60 blocks around that of 12,000, in 200 runs: 95 % within four standard errors."""
    bold, other = wins_of([(0, 1), (2, 1)], blocks=12_000)
    true = gain_of(bold, other, SEATS).value
    runs = [slice(at, at + 120) for at in range(0, 24_000, 120)]
    gains = [gain_of(bold[run], other[run], SEATS) for run in runs]
    covered = np.mean([gain.low <= true <= gain.high for gain in gains])
    assert abs(covered - 0.95) < 4 * (0.95 * 0.05 / len(runs)) ** 0.5
