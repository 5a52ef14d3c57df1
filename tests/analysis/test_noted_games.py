"""Games with notes of their positions: however many there are, whoever plays, and where there can be none."""

from dataclasses import replace

import numpy as np
import pytest
from bots_outside import CHASER, program

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.named_bots import seat_all
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing import batches, note_taking
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.compiling.jit import jit

SEEDS = parse_seeds("5")


def of_the_race(bots, games):
    book = load("race")
    seated = tuple(Bot(name, "race", name) for name in bots)
    return batches.Batch(book, seated, SEEDS, 0, games, len(set(bots)) > 1)


@pytest.mark.parametrize("room", [1, 30, 4096])
def test_notes_are_the_same_however_much_room_they_are_given_at_once(room, monkeypatch):
    batch = of_the_race(("bold", "chaser", "cautious"), 600)
    whole = batch.noted()
    assert len(whole.notes) > note_taking.FIRST_ROOM  # so that room is made more than once
    assert (whole.rows == batch.rows()).all()
    assert whole.batch is batch
    monkeypatch.setattr(note_taking, "FIRST_ROOM", room)
    parts = [part.noted() for part in batch.split(60)]
    assert (np.concatenate([part.notes for part in parts]) == whole.notes).all()
    assert (np.concatenate([part.rows for part in parts]) == whole.rows).all()


def test_no_games_have_no_notes():
    rows, notes = of_the_race(("bold", "chaser"), 0).noted()[1:]
    assert len(rows) == len(notes) == 0


def test_notes_tell_where_the_runners_are():
    rows, notes = of_the_race(("bold", "chaser", "cautious"), 30).noted()[1:]
    last = notes[np.flatnonzero(np.diff(notes["game"], append=-1))]
    assert (last["features"][:, :, 0] == rows["score"]).all()
    places = rows["score"][:, :3]
    assert (last["features"][:, :3, 1] == places.max(axis=1, keepdims=True) - places).all()
    assert (last["acts"][:, 0] == rows["dice_rolled"].sum(axis=1)).all()


def test_a_program_that_copies_a_bot_has_its_notes(tmp_path):
    outside = program(tmp_path, CHASER)
    book = load("race")
    tables = []
    for bots in (["bold", "chaser", "cautious"], ["bold", outside, "cautious"]):
        seated = tuple(seat_all(bots, of_the_race(("bold",), 1).engine, book, 3))
        batch = batches.Batch(book, seated, SEEDS, 0, 6, True)
        tables.append(batch.noted())
        batch.table.close()
    assert (tables[0].notes == tables[1].notes).all()
    assert (tables[0].rows == tables[1].rows).all()


def test_a_policy_that_chooses_what_is_not_legal_is_named():
    @jit
    def five_dice(rules, position):
        position["choice"][0] = 1
        position["choice"][6] = 5

    table = SeatedGame(load("race"), ["bold", five_dice])
    with pytest.raises(Failed, match=r"^bot five_dice, game 3, round 1, pace: .* is not legal"):
        table.play_noted(SEEDS.words, 3, 10)


def test_an_engine_without_features_takes_no_notes(monkeypatch):
    batch = of_the_race(("bold", "chaser"), 6)
    silent = replace(batch.engine, features=())
    table = SeatedGame(batch.rulebook, ["bold", "chaser"])
    monkeypatch.setattr(table, "engine", silent)
    with pytest.raises(WrongUse, match=r"^race cannot be noted: its engine tells no features of a seat$"):
        table.play_noted(SEEDS.words, 0, 1)
