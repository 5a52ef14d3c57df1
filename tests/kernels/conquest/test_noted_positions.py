"""What notes tell of a position, against a slow reading of the records of the same games."""

import pytest
from slow_positions import ACTS, Positions, notes_beside

from conquestlab.analysis.games.conquest.description import ENGINE
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load

TABLES = (
    ("risk-modern", ("reckless", "expert", "greedy", "reckless")),
    ("risk-modern,cards.capture_exchange=forced_from_six,max_rounds=8", ("random",) * 3),
    ("conquete-1957,max_rounds=12", ("reckless", "random", "expert")),
    ("risk-1970-objectives,initial_placement=in_turn_order", ("reckless", "objective") * 2),
    ("risk-1970-duel", ("random", "reckless")),
    ("risk-modern,placement_round=3,initial_placement=in_turn_order", ("random", "reckless", "expert")),
    ("risk-1970-world,placement_round=4,max_rounds=6", ("random",) * 3),
    ("conquete-1957,tired=none,max_rounds=12", ("reckless", "random")),
    ("risk-1970-world,max_rounds=6", ("continental",) * 6),
)


@pytest.mark.parametrize(("text", "bots"), TABLES, ids=[text for text, _ in TABLES])
def test_notes_tell_what_a_slow_reading_of_the_record_finds(text, bots):
    book = load(text)
    assert ENGINE.acts == ACTS
    most = dict.fromkeys((*ENGINE.features, *ACTS), 0)
    for note, (_, round, standing, acts, features) in notes_beside(
        book, bots, SeatedGame.play_noted, Positions
    ):
        assert note["round"] == round
        assert dict(zip(ACTS, note["acts"].tolist(), strict=True)) == acts
        # What is rounded is rounded down, and twice at most.
        assert all(-2 < now - then <= 0 for now, then in zip(note["standing"], standing, strict=False))
        for seat, expected in enumerate(features):
            told = dict(zip(ENGINE.features, note["features"][seat].tolist(), strict=True))
            if expected is None:
                assert not any(told.values())
                continue
            assert all(-1.001 < told[name] - expected[name] < 0.001 for name in expected), (told, expected)
            assert told.keys() == expected.keys()
            most = {name: max(most[name], told.get(name, acts.get(name))) for name in most}
    never = {name for name in most if most[name] == 0}
    assert never <= ({"continents"} if "1970-world" in text else set())
