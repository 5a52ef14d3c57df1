"""What a learned value is told and what it makes of that, against slow readings of both."""

import numpy as np
import pytest
from plain_python import too_many_games
from slow_aspects import Aspects

from conquestlab.analysis.bots.bot_values import COUNTS, OFFSETS, rows_of
from conquestlab.analysis.games.conquest.description import ENGINE, LEARNS, packed_value
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.valuing.layout import ASPECTS, HIDDEN, MOST, NETWORK, WIDTH
from conquestlab.kernels.conquest.valuing.network import prospect
from conquestlab.kernels.conquest.valuing.telling import tell_chances

SEEDS = np.arange(31, 37, dtype=np.uint64)
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
    table = SeatedGame(book, bots)
    seen = {name: set() for name in ASPECTS}
    for game in range(3):
        head = {"event": "game", "rules": book.name, "players": list(bots)}
        record = table.engine.transcript(table.play_logged(SEEDS, game).lines, book, head)
        _, notes = table.play_told(SEEDS, game, 1)
        read = Aspects(book, record).notes
        assert len(read) == len(notes)
        for note, (mover, round, _, _, features) in zip(notes, read, strict=True):
            assert note["mover"] == (mover or 0) - 1
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
