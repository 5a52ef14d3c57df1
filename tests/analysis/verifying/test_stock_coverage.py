"""Runs drawn from a stock of games: that intervals cover the stock, and that an error would be seen."""

import math
from dataclasses import replace

import numpy as np
import pytest

from conquestlab.analysis.evidence.studies import stocks as study
from conquestlab.analysis.evidence.studies.conquest_rows import drawn_rows, forget
from conquestlab.analysis.evidence.studies.coverage import coverage
from conquestlab.kernels.conquest.state import SAMPLE

STOCKS = {stock.name: stock for stock in study.synthetic_stocks(800)}
PAIRS = {pair.name: pair for pair in study.synthetic_pairs(6000)}


@pytest.mark.parametrize("name", ["luck of their own", "blocks"])
def test_intervals_cover_what_they_promise(name):
    records = coverage(STOCKS[name], 80, seed=3)
    assert {row["measure"] for row in records} == set(STOCKS[name].measures)
    for row in records:
        assert row["runs"] == 80
        assert row["covered"] > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 80), row


@pytest.mark.parametrize("name", PAIRS)
def test_intervals_of_differences_cover_what_they_promise(name):
    records = coverage(PAIRS[name], 30, seed=3)
    assert {row["measure"] for row in records} == set(study.MEASURES)
    for row in records:
        assert row["covered"] > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 30), row


def test_a_wrong_truth_would_be_seen(monkeypatch):
    stock = STOCKS["blocks"]
    wrong = {key: value + 1.0 for key, value in stock.truth.items()}
    monkeypatch.setitem(stock.__dict__, "truth", wrong)
    assert not any(row["kept"] for row in coverage(stock, 20))


def test_a_run_is_whole_blocks_of_the_stock_with_luck_of_their_own():
    stock = replace(STOCKS["blocks"], blocks=3)
    rows = stock.run(np.array([7, 3, 7]))
    assert stock.length == 4
    assert rows["luck"].tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert rows["win"][:4].tolist() == rows["win"][8:].tolist() == stock.rows["win"][28:32].tolist()


def test_drawn_rows_hang_together():
    rows = drawn_rows(3, (0.0, 1.0, 0.0), 500, np.random.default_rng(1))
    whole = rows["noted_lands"][:, :3].sum(axis=1)
    assert whole.max() == 42
    assert rows["win"].sum(axis=1).tolist() == (60 * rows["how"]).tolist()
    strong = rows["bot"][:, :3] == 1
    assert strong.sum(axis=1).tolist() == [1] * rows.size
    assert rows["win"][:, :3][strong].sum() > 60 * rows.size / 3
    forget(rows)
    assert ((rows["swung_by"] >= 0) == (rows["luck"] % SAMPLE == 0)).all()
    assert ((rows["decisions"] >= 0) == (rows["luck"] < 120)).all()
