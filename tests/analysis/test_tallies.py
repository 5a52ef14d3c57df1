"""Tallies add up: however games are cut into chunks, the sum is the tally of all of them."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.studies.synthetic_games import World, synthetic_rows
from conquestlab.analysis.measures import tallies
from conquestlab.analysis.measures.sparse import pack, unpack
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import merge_tallies, tally_rows
from conquestlab.analysis.playing.batches import PlayedBatch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.reducers import tallied
from conquestlab.analysis.reporting.report_runs import tallied_with_course
from conquestlab.analysis.seeds import parse_seeds

WORLDS = (
    World((1.2, 1.0, 0.8), (1.0, 1.0, 1.0), cap=12),
    World((1.0, 1.0, 1.0), (1.0, 2.0, 3.0), luck=0.5, drag=0.3, cap=20, shared=0.2),
)


def assert_same(first, second):
    for name in ("seats", "games", "blocks", "bots", "spans", "shared", "ratios", "wins", "rounds"):
        assert getattr(first, name) == getattr(second, name), name
    for name in ("lengths", "stood"):
        assert np.array_equal(getattr(first, name), getattr(second, name)), name


@settings(max_examples=60, deadline=None)
@given(
    world=st.sampled_from(WORLDS),
    blocks=st.integers(1, 60),
    cuts=st.lists(st.floats(0, 1), max_size=6),
    order=st.randoms(use_true_random=False),
)
def test_any_split_in_any_order_adds_up_to_the_union(world, blocks, cuts, order):
    rows = synthetic_rows(world, blocks * world.block, np.random.default_rng(blocks))
    union = tally_rows(rows, world.names)
    places = sorted({0, blocks, *(int(cut * blocks) for cut in cuts)})
    parts = [tally_rows(rows[a * world.block : b * world.block], world.names) for a, b in pairwise(places)]
    order.shuffle(parts)
    assert_same(merge_tallies(parts), union)
    if len(parts) > 2:
        assert_same(parts[0] + (parts[1] + merge_tallies(parts[2:])), union)


def test_rows_in_any_order_and_in_small_slices(monkeypatch):
    world = WORLDS[1]
    rows = synthetic_rows(world, 300, np.random.default_rng(1))
    union = tally_rows(rows, world.names)
    assert_same(tally_rows(rows[np.random.default_rng(2).permutation(300)], world.names), union)
    monkeypatch.setattr(tallies, "SLICE", 10)
    assert_same(tally_rows(rows, world.names), union)


def test_measures_of_chunks_are_those_of_all_rows():
    world = WORLDS[1]
    rows = synthetic_rows(world, 600, np.random.default_rng(3))
    chunks = [tally_rows(rows[first : first + 150], world.names) for first in range(0, 600, 150)]
    assert measure_rows(merge_tallies(chunks)) == measure_rows(tally_rows(rows, world.names))


def test_the_last_block_may_be_short():
    world = WORLDS[1]
    rows = synthetic_rows(world, 100, np.random.default_rng(4))
    tally = tally_rows(rows, world.names)
    assert (tally.games, tally.blocks) == (100, 34)
    assert tally.spans == ((0, 33),)


def test_whole_numbers_of_any_size():
    rows = synthetic_rows(WORLDS[0], 50, np.random.default_rng(5))
    rows["drama"], rows["trailed"] = 2**55, 1
    tally = tally_rows(rows, WORLDS[0].names)
    place = [quantity.measure for quantity in tally.quantities].index("drama")
    assert tally.ratios[place].products[0][0] == tally.ratios[place].games * 2**110
    row = measure_rows(tally, ["drama"])[0]
    assert row["value"] == row["low"] == row["high"] == 2.0**35


def test_tallies_travel():
    tally = tally_rows(synthetic_rows(WORLDS[0], 50, np.random.default_rng(6)), WORLDS[0].names)
    assert_same(pickle.loads(pickle.dumps(tally)), tally)


@pytest.mark.parametrize(("rules", "bot"), [("risk-modern", "reckless"), ("risk-express", "random")])
@pytest.mark.parametrize("course", [False, True])
def test_a_tally_takes_less_room_than_its_rows(rules, bot, course):
    reduce = tallied_with_course if course else tallied
    batch = experiment_of(rules, 4, (bot,), parse_seeds("1"), 660).batch()
    parts = [PlayedBatch(part, part.rows()) for part in (batch.part(0, 60), batch.part(60, 600))]
    tallies = [reduce(part) for part in parts]
    for part, tally in zip(parts, tallies, strict=True):
        assert len(pickle.dumps(tally)) < len(pickle.dumps(part.rows))
    few, many = (part.rows for part in parts)
    assert_same(sent(tallies[0]) + sent(tallies[1]), reduce(PlayedBatch(batch, np.append(few, many))))


def sent(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize(
    "numbers", [[0, 0, 0], [], [0, 255, 256], [-1, 0, 127], [-(2**63), 2**63 - 1], [-128, 128, 5]]
)
def test_packed_arrays_come_back_as_they_were(numbers):
    array = np.array(numbers, np.int64)
    assert np.array_equal(unpack(sent(pack(array))), array)


def test_what_does_not_add_up_is_refused():
    world = WORLDS[1]
    rows = synthetic_rows(world, 60, np.random.default_rng(7))
    first = tally_rows(rows[:30], world.names)
    with pytest.raises(WrongUse, match="cut a block"):
        first + first
    with pytest.raises(WrongUse, match="cut a block"):
        tally_rows(rows[:31], world.names) + tally_rows(rows[31:], world.names)
    with pytest.raises(WrongUse, match="other seats"):
        first + tally_rows(rows[30:], ["other", "names", "here"])
    mixed = rows.copy()
    mixed["seats"][5] = 2
    with pytest.raises(WrongUse, match="different numbers of seats"):
        tally_rows(mixed, world.names)
    with pytest.raises(WrongUse, match="no game"):
        tally_rows(rows[:0], world.names)
