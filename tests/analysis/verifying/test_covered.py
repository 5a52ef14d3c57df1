"""Intervals tried on games that were played: whole blocks are drawn, and what is wrong is seen."""

import math

import numpy as np
import pytest
from command_line import answered, check_refused, run

from conquestlab.analysis.evidence import covered
from conquestlab.analysis.evidence.studies.coverage import coverage
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.playing.experiment import COUNTED
from conquestlab.analysis.requests.games import VerifyRequest

SMALL = VerifyRequest(coverage=True, rules=("race",), players="2", games=60)


def stock(request=SMALL):
    (table,) = covered.tables_of(request)
    return table, covered.stock_of(table, request.games_each, jobs=1)


def test_the_stock_has_the_measures_of_all_its_games():
    table, found = stock()
    assert table.games == covered.STOCK * 60
    rows = table.play(0, table.games)
    assert found.truth["win_share", "1"] == pytest.approx(rows["win"][:, 0].sum() / rows["win"].sum())
    assert found.truth["rounds", ""] == pytest.approx(rows["rounds"].mean())


def test_intervals_cover_what_they_promise():
    runs = 60
    records = covered.coverage_rows(stock()[1], runs, seed=3)
    assert {row["verdict"] for row in records} == {"ok"}
    for row in records:
        assert row["games"] <= runs
        assert row["value"] > 0.95 - 5 * math.sqrt(0.95 * 0.05 / row["games"]), row


def test_a_wrong_truth_differs(monkeypatch):
    _, found = stock()
    wrong = {key: value + 1000.0 for key, value in found.truth.items()}
    monkeypatch.setitem(found.__dict__, "truth", wrong)
    assert {row["verdict"] for row in covered.coverage_rows(found, 20)} == {"differs"}


def test_bots_that_differ_are_drawn_in_blocks():
    table, found = stock(SMALL.but(bots="bold,chaser"))
    assert [kind.in_run for kind in found.kinds] == [30]
    rows = table.play(0, table.games)
    whole = covered.from_rows(table, rows)(np.array([4, 4, 9]))
    assert {row["games"] for row in whole if row["measure"] == "rounds"} == {6}
    keys = {key for held in found.held(2, seed=1) for key in held}
    assert {("win_share", "all seats"), ("win_share", "all bots")} <= keys


def test_a_run_begins_with_blocks_whose_choices_are_counted():
    _, found = stock(SMALL.but(games=200))
    first, rest = found.kinds
    assert (first.in_run, rest.in_run) == (COUNTED, 200 - COUNTED)
    assert first.numbers[-1] + 1 == rest.numbers[0] == COUNTED * covered.STOCK


def test_anything_that_gives_rows_for_blocks_can_be_tried():
    heights = np.random.default_rng(1).normal(size=4000)

    def measured(width):
        def rows(blocks):
            drawn = heights[blocks]
            half = width * drawn.std() / math.sqrt(blocks.size)
            return [measure_row("height", "", drawn.mean(), (drawn.mean() - half, drawn.mean() + half), 1)]

        return rows

    kinds = (covered.Kind(np.arange(4000), 100),)
    shares = [
        coverage(covered.Stock("heights", kinds, measured(width)), 1000)[0]["covered"]
        for width in (1.96, 1.0)
    ]
    errors = [math.sqrt(share * (1 - share) / 1000) for share in (0.95, 0.683)]
    assert abs(shares[0] - 0.95) < 4 * errors[0] + 0.005  # the normal law in place of t
    assert abs(shares[1] - 0.683) < 4 * errors[1] + 0.005


def test_the_command_tells_how_it_was_tried():
    words = ("verify", "--coverage", "--rules", "race", "--bots", "random", "--games", "40")
    answer = answered(*words, "--repetitions", "12", "--jobs", "1")
    assert {row["check"] for row in answer["rows"]} == {"coverage"}
    assert max(row["games"] for row in answer["rows"]) == 12
    assert {row["expected"] for row in answer["rows"]} == {0.95}
    assert answer["rows"] == answered(*words, "--repetitions", "12", "--jobs", "2")["rows"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--coverage",), "name one with --rules"),
        (("--coverage", "--rules", "race", "--bots", "bold,chaser", "--games", "3"), "give 4 or more"),
        (("--coverage", "--rules", "race", "--only", "published"), "--only has no effect"),
        (("--players", "3"), "--players has no effect"),
    ],
)
def test_what_cannot_be_tried_is_refused(words, told):
    check_refused(run("verify", *words), 2, told)


def test_an_interruption_tells_nothing_that_was_not_tried(monkeypatch):
    monkeypatch.setattr(covered, "stock_of", lambda *_: None)
    result = run("verify", "--coverage", "--rules", "race", "--games", "40")
    assert result.exit_code == 130
