"""Shares over several matches: the numbers by hand, and the intervals of `play` where there is one match."""

import numpy as np
import pytest
from told_matches import match_of

from conquestlab.analysis.evidence.studies.synthetic_matches import matches_of, rows_of, strong
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.analysis.rating.lineups import Lineup
from conquestlab.analysis.rating.match import Match, sum_blocks
from conquestlab.analysis.rating.shares import cut_off, share_of, won_by, won_of_all

NAMES = ["ann", "bob", "cid"]


def test_one_match_has_the_intervals_that_play_gives_it():
    lineup = Lineup(("ann", "bob", "ann", "cid"))
    generator = np.random.default_rng(1)
    rows = rows_of(lineup, NAMES, strong([0.5, 0.0, -0.5], [0.3, 0, 0, 0]), 100, generator, 0.5, 0.02)
    match = Match(lineup, sum_blocks(rows, 4))
    records = {
        (row["measure"], row["of"]): row
        for row in measure_rows(tally_rows(rows, lineup.bots), ("win_share", "unfinished_share"))
    }
    for bot, name in enumerate(NAMES):
        share, record = share_of([match], won_by(NAMES, bot)), records["win_share", name]
        assert share.games == record["games"]
        assert (share.value, *share.span(3)) == pytest.approx(
            [record[key] for key in ("value", "low", "high")]
        )
    share, record = share_of([match], cut_off), records["unfinished_share", ""]
    assert (share.value, *share.span(), share.games) == pytest.approx(
        [record[key] for key in ("value", "low", "high", "games")]
    )


def test_sums_of_pieces_are_the_sums_of_the_whole():
    lineup = Lineup(("ann", "bob", "cid"))
    rows = rows_of(lineup, NAMES, strong([0, 0, 0], [0, 0, 0]), 50, np.random.default_rng(2), cut_off=0.2)
    whole, parts = sum_blocks(rows, 3), sum_blocks(rows[:60], 3) + sum_blocks(rows[60:], 3)
    assert whole.blocks == parts.blocks == 50
    assert whole == parts
    match = Match(lineup, whole)
    assert (match.games, match.unfinished) == (150, int((rows["how"] == 0).sum()))
    assert match.decided + match.unfinished == 150


def test_shares_by_hand():
    """Three blocks of ann, bob and ann; the winners' seats by game, -1 for nobody."""
    match = match_of(["ann", "bob", "ann"], [[0, 0, 2], [1, -1, 1], [2, 2, 2]])
    seats = match.seating(NAMES)
    assert seats.tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    # Eight games have a winner; bob won the first of the second block and the second of the third.
    ann, bob = (share_of([match], won_by(NAMES, bot)) for bot in (0, 1))
    assert (ann.value, ann.games) == (6 / 16, 8)
    assert (bob.value, bob.games) == (2 / 8, 8)
    assert share_of([match], won_of_all(NAMES, 1)).value == 2 / 9
    assert share_of([match], won_of_all(NAMES, 0)).value == 6 / 18
    assert share_of([match], won_of_all(NAMES, 0)).games == 9
    assert share_of([match], cut_off).value == 1 / 9
    nobody = share_of([match], won_by(NAMES, 2))
    assert (nobody.value, nobody.games, nobody.span()) == (None, 0, (None, None))


def test_matches_that_differ_add_no_uncertainty():
    """Strong tables and weak ones: what is not known is the luck within each."""
    generator = np.random.default_rng(3)
    chances = strong([0.0, -3.0, 3.0], [0.0, 0.0])
    shares = np.array(
        [
            [share_of(matches_of(NAMES, chances, 2, 300, generator), won_by(NAMES, 0)).value, 0.0]
            for _ in range(300)
        ]
    )
    share = share_of(matches_of(NAMES, chances, 2, 300, generator), won_by(NAMES, 0))
    error = np.sqrt(share.value * (1 - share.value) / share.trials)
    assert share.value == pytest.approx(0.5, abs=0.1)
    assert error == pytest.approx(shares[:, 0].std(), rel=0.25)
    assert share.trials > 2 * share.games


def test_what_never_varied_counts_by_blocks():
    every = share_of([match_of(["ann", "bob"], [[0, 1]] * 30)], won_by(NAMES, 0))
    assert (every.value, every.trials) == (1.0, 30.0)
    low, high = every.span()
    assert high == 1.0
    assert 0.8 < low < 0.9
    assert every.p_of(0.5) < 1e-4
    # The first seat won throughout: each bot one game of every block.
    even = share_of([match_of(["ann", "bob"], [[0, 0]] * 30)], won_by(NAMES, 0))
    assert (even.value, even.trials) == (0.5, 30.0)
    assert even.p_of(0.5) == 1.0
    # Of three seats two are ann's, who won all: half of a seat's wins is what she could have.
    two = share_of([match_of(["ann", "ann", "bob"], [[0, 1, 2]] * 30)], won_by(NAMES, 0))
    assert two.value == 0.5
    assert two.span()[1] - two.span()[0] > 0.2


def test_the_test_and_the_interval_say_the_same():
    generator = np.random.default_rng(4)
    for strength in np.linspace(-0.6, 0.6, 13):
        matches = matches_of(["ann", "bob"], strong([strength, 0.0], [0.0, 0.0]), 2, 200, generator)
        share = share_of(matches, won_by(["ann", "bob"], 0))
        low, high = share.span()
        assert (share.p_of(0.5) < 0.05) == (not low <= 0.5 <= high)


def test_a_single_block_has_no_interval():
    share = share_of([match_of(["ann", "bob"], [[0, 0]])], won_by(NAMES, 0))
    assert (share.value, share.span(), share.p_of(0.5)) == (0.5, (None, None), None)
