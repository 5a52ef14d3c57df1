"""What a learned value is told and what it makes of that, against slow readings of both."""

from dataclasses import replace

import numpy as np
import pytest
from plain_python import printed_without_jit
from slow_aspects import Aspects
from slow_positions import SEEDS, notes_beside
from small_worlds import small

from conquestlab.analysis.bots.bot_values import COUNTS, OFFSETS, rows_of
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games.conquest.description import ENGINE, LEARNS, packed_value
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.valuing.layout import ASPECTS, HIDDEN, MOST, NETWORK, WIDTH
from conquestlab.kernels.conquest.valuing.network import power, prospect
from conquestlab.kernels.conquest.valuing.telling import tell_chances

ONE = 1 << 20
TABLES = (
    ("risk-modern", ("reckless", "expert", "greedy", "reckless")),
    ("risk-modern,cards.capture_exchange=forced_from_six,max_rounds=8", ("random",) * 3),
    ("conquete-1957,max_rounds=12", ("reckless", "random", "expert")),
    ("risk-1970-objectives,initial_placement=in_turn_order", ("reckless", "objective") * 2),
    ("risk-1970-duel", ("random", "reckless")),
    ("risk-1970-world,max_rounds=6", ("continental",) * 6),
)


def test_the_engine_tells_of_a_value_what_the_kernels_do():
    assert tuple(LEARNS.aspects) == ASPECTS
    assert (LEARNS.hidden, LEARNS.most) == (HIDDEN, MOST)
    assert ENGINE.learns is LEARNS


@pytest.mark.parametrize(("text", "bots"), TABLES, ids=[text.split(",")[0] for text, _ in TABLES])
def test_aspects_are_what_a_slow_reading_of_the_record_finds(text, bots):
    book = load(text)
    seen = {name: set() for name in ASPECTS}
    for note, (mover, round, _, _, features) in notes_beside(book, bots, SeatedGame.play_told, Aspects):
        if mover is None:  # before the first turn nothing is told
            assert not note["features"].any()
            continue
        assert note["round"] == round
        for seat, expected in enumerate(features):
            told = dict(zip(ASPECTS, note["features"][seat].tolist(), strict=True))
            if expected is None:
                assert not any(told.values())
                continue
            # What is rounded is rounded down: once or, of a product or a difference, twice.
            off = {name: float(told[name] - expected[name]) for name in ASPECTS}
            assert all(-2.001 < by < 1.001 for by in off.values()), (off, told)
            for name, number in told.items():
                seen[name].add(number)
    same = {name for name, numbers in seen.items() if len(numbers) < 2}
    assert same <= {"goal", "rivals", "continents", "insecure", "soon"}, same


def slow_chances(value, told):
    """The chances of all seats of a position, in the whole numbers of Python."""
    prospects = {}
    for seat, row in enumerate(told.tolist()):
        if any(row):
            units = [256 * offset for offset in value[OFFSETS]]
            for number, name in zip(row, ASPECTS, strict=True):
                units = [unit + number * weight for unit, weight in zip(units, value[name], strict=True)]
            total = sum(max(0, unit) * count for unit, count in zip(units, value[COUNTS], strict=True))
            prospects[seat] = total >> 12
    most = max(prospects.values())
    powers = {}
    for seat, prospect_ in prospects.items():
        whole, part = divmod(max(-20 << 12, prospect_ - most), 1 << 12)
        mantissa = (1 << 24) + part * (2689 + (1407 * part >> 12))
        powers[seat] = mantissa >> -whole
    return [ONE * powers.get(seat, 0) // sum(powers.values()) for seat in range(len(told))]


def some_value(generator, size):
    """A value with numbers up to a size."""
    rows = generator.integers(-size, size, size=(len(rows_of(LEARNS.aspects)), HIDDEN), endpoint=True)
    return {name: tuple(row) for name, row in zip(rows_of(LEARNS.aspects), rows.tolist(), strict=True)}


def some_told(generator, positions, seats=6):
    """Positions as they might be told, some seats of which are out."""
    told = generator.integers(-1024, 1024, size=(positions, seats, len(ASPECTS)), endpoint=True)
    told[..., 0] = generator.integers(1, 256, size=(positions, seats), endpoint=True)
    is_out = generator.random((positions, seats)) < 0.3
    is_out[:, 0] = False
    told[is_out] = 0
    return told.astype(np.int16)


@pytest.mark.parametrize("size", [3, 40, 300, MOST], ids=lambda size: f"up to {size}")
def test_chances_are_the_same_in_the_whole_numbers_of_python(size):
    generator = np.random.default_rng(size)
    told, value = some_told(generator, 60), some_value(generator, size)
    chances = np.zeros((len(told), 6), np.int64)
    tell_chances(packed_value(value), told, 6, chances)
    assert chances.tolist() == [slow_chances(value, position) for position in told]
    assert np.all(abs(chances.sum(axis=1) - ONE) <= 6)


def rows_of_two_games():
    """Two games of bots that play by values: their rows as bytes."""
    book, seats = small("risk-modern", 3)
    value = some_value(np.random.default_rng(5), 60)
    planner = find_bot("planner", ENGINE, book, seats)
    weights = planner.weights | {"depth": 0, "rollouts": 1, "searches": 2, "plans": 1 | 4 | 128}
    one = replace(planner, name="one", weights=weights, value=value)
    other = replace(one, name="other", weights=weights | {"whim": 300})
    return SeatedGame(book, [one, other, "reckless"]).play(SEEDS, 0, 2).tobytes()


def test_bots_with_a_value_play_the_same_games_without_the_jit():
    assert printed_without_jit(__file__, "rows_of_two_games().hex()") == rows_of_two_games().hex()


def test_the_power_of_two_is_off_by_no_more_than_is_said():
    parts = range(1 << 12)
    off = [power(np.int64(part)) / (1 << 24) / 2 ** (part / (1 << 12)) - 1 for part in parts]
    assert max(map(abs, off)) < 0.0033


def test_the_largest_numbers_that_there_may_be_do_not_overflow():
    network = np.full(NETWORK, MOST, np.int16)
    row = np.full(WIDTH, 40 * 64, np.int32)  # forty cards in every hand, and as much of all else
    level = 256 * MOST + WIDTH * 40 * 64 * MOST
    assert prospect(network, row) == HIDDEN * level * MOST >> 12


def test_prospects_far_below_zero_are_told_apart_as_well_as_others():
    value = dict.fromkeys(rows_of(LEARNS.aspects), (0,) * HIDDEN)
    value |= {"armies": (2000,) * HIDDEN, COUNTS: (-100,) * HIDDEN}
    told = np.zeros((1, 2, len(ASPECTS)), np.int16)
    told[0, :, :2] = (128, 255), (128, 250)  # at -48.7 and -47.7 to base 2
    chances = np.zeros((1, 2), np.int64)
    tell_chances(packed_value(value), told, 2, chances)
    assert 0.25 < chances[0, 0] / ONE < 0.45
    assert chances[0].tolist() == slow_chances(value, told[0])
