"""What rows note for the measures, against a slow reading of the records of the same games."""

from functools import cache

import numpy as np
import pytest
from slow_notes import ONE, Notes, law_of_roll

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import state
from conquestlab.kernels.conquest.random_bot import random_choice

SEEDS = np.arange(71, 77, dtype=np.uint64)
TABLES = (
    ("risk-modern", ("reckless",) * 4),
    ("conquete-1957", ("reckless", "random", "reckless")),
    ("risk-1970-objectives,max_rounds=15", ("reckless", "random", "reckless", "random", "reckless")),
    ("risk-1970-world,combat.early_elimination=forbid_attack,combat.protected_rounds=4", ("reckless",) * 6),
    ("risk-1970-duel,max_rounds=12", ("random", "random")),
    ("risk-modern,dice.defender=3,cards.capture_exchange=forced_from_six,max_rounds=12", ("random",) * 3),
)


@cache
def law(attack, defend, sides, ties):
    return law_of_roll(attack, defend, sides, ties)


def played(text, bots, game):
    book = load(text)
    table = SeatedGame(book, bots, snapshot_round=3)
    played = table.play_logged(SEEDS, game)
    head = {"event": "game", "rules": book.name, "players": list(bots)}
    dice = book.spec.dice
    laws = {
        (a, d): law(a, d, dice.sides, dice.ties)
        for a in range(1, dice.attacker + 1)
        for d in range(1, dice.defender + 1)
    }
    return Notes(book, table.engine.transcript(played.lines, book, head), laws), played.row


@pytest.mark.parametrize(("text", "bots"), TABLES, ids=[text.split(",")[0] for text, _ in TABLES])
def test_rows_note_what_a_slow_reading_of_the_record_finds(text, bots):
    seen = {"attacks": 0, "swings": 0, "delays": 0, "held": 0}
    for game in (0, 8, 11, 16, 24):  # one block of eight is looked at more closely
        notes, row = played(text, bots, game)
        for seat in range(1, notes.seats + 1):
            assert row["rolls"][seat - 1] == notes.rolls[seat]
            # Each kind of roll is rounded to 2**-21 at most.
            slack = notes.rolls[seat] + sum(notes.rolls.values())
            sampled = game % 8 == 0
            assert abs(row["expected_losses"][seat - 1] - ONE * sampled * notes.expected[seat]) <= slack
            assert abs(row["loss_variance"][seat - 1] - ONE * sampled * notes.variance[seat]) <= slack
            assert notes.expected[seat] == 0 or ONE * notes.expected[seat] > slack
            assert row["set_delay"][seat - 1] == notes.delays[seat]
            seen["delays"] += notes.delays[seat]
        if 3 in notes.noted and row["rounds"] > 3:
            lands, armies, holders = notes.noted[3]
            assert row["noted_round"] == 3
            assert row["noted_lands"][: notes.seats].tolist() == lands
            assert row["noted_armies"][: notes.seats].tolist() == armies
            expected = [-1 if holder is None else holder - 1 for holder in holders]
            assert row["noted_holder"][: len(holders)].tolist() == expected
            assert (row["noted_holder"][len(holders) :] == -1).all()
            seen["held"] += sum(holder is not None for holder in holders)
        else:
            assert row["noted_round"] == 0
        if game % 8:
            assert (row["leader_attacks"], row["leader_hits"], row["leader_expected"]) == (0, 0, 0)
            assert row["swung_by"] == -1
            continue
        if "duel" in text:  # neither is measured of two, and beside an ally turns have parts
            continue
        assert row["leader_attacks"] == notes.attacks
        assert row["leader_hits"] == notes.hits
        assert row["leader_expected"] == sum(
            ONE * chance.numerator // chance.denominator for chance in notes.chances
        )
        most, by = max(notes.swings, key=lambda swing: swing[0], default=(0, 0))
        close = {seat for moved, seat in notes.swings if most - moved < 2 * notes.seats / ONE}
        assert row["swung_by"] + 1 in close | {by}
        seen["attacks"] += notes.attacks
        seen["swings"] += len(notes.swings)
    assert (seen["attacks"] > 10 and seen["swings"] > 10) or "duel" in text
    assert seen["held"] > 0 or "1970" in text
    assert seen["delays"] > 0 or set(bots) == {"reckless"}


class Outsider:
    """Answers from outside as `random` does from inside, and adds up how long the lists were."""

    def __init__(self, table):
        self.rules = table.rules
        self.listed = 0

    def __call__(self, position, choices):
        self.listed += len(choices) if position["turn"] > 0 else 0
        copied = np.array([position])[0]
        copied["choice"] = 0
        random_choice(self.rules, copied)
        return copied["choice"].copy()


@pytest.mark.parametrize("text", ["risk-modern", "conquete-1957", "risk-1970-duel"])
def test_choices_are_counted_as_they_are_listed(text):
    """The counts of an inside bot are the lengths of the lists that the same bot outside would get."""
    book = load(f"{text},max_rounds=8")
    seats = book.spec.players.min
    for game in range(2):
        table = SeatedGame(book, [None] * seats, counted=10)
        outsider = Outsider(table)
        row = table.play_logged(SEEDS, game, outsider).row
        assert row["decisions"] == outsider.listed > 0
        assert row == SeatedGame(book, ["random"] * seats, counted=10).play_logged(SEEDS, game).row


@pytest.mark.parametrize("bot", ["reckless", "greedy"])
def test_counting_asks_for_what_is_done_unasked_and_changes_nothing(bot):
    """These bots are not asked how to defend nor whether there is an attack, where nothing counts."""
    book = load("risk-modern")
    plain, counted = SeatedGame(book, [bot] * 3), SeatedGame(book, [bot] * 3, counted=5)
    rows, others = plain.play(SEEDS, 0, 8), counted.play(SEEDS, 0, 8)
    assert (rows["decisions"] == -1).all()
    assert (others["decisions"][:5] > 500).all()
    assert (others["decisions"][5:] == -1).all()
    others["decisions"] = -1
    assert (rows == others).all()


def test_one_block_of_eight_is_sampled_and_the_game_is_the_same():
    assert state.SAMPLE == 8
    rows = SeatedGame(load("risk-modern"), ["reckless"] * 4).play(SEEDS, 0, 40)
    assert ((rows["leader_attacks"] > 0) == (rows["luck"] % 8 == 0)).all()
    assert ((rows["swung_by"] >= 0) == (rows["luck"] % 8 == 0)).all()
