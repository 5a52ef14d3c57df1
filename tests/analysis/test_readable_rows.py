"""Rows with names and units: what each game declares of its columns is true of the rows that it writes."""

import numpy as np
import pandas as pd
import pytest

from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.readable_rows import COMMON_COLUMNS, ReadableRows
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.conquest.state import SAMPLE
from conquestlab.kernels.shared.rows import FIXED_ONE

GAMES = {
    "risk-express": (2, ("points", "random"), 120),
    "manchots-barjots": (3, (), 60),
    "africa-1880": (4, (), 30),
    "risk-1970-objectives,max_rounds=40": (3, ("reckless", "random", "reckless"), 60),
    "race": (3, ("bold", "chaser", "random"), 60),
}


@pytest.fixture(scope="module")
def played():
    """By rulebook, rows as the kernels wrote them and the frame of them."""
    found = {}
    for rules, (seats, bots, games) in GAMES.items():
        experiment = experiment_of(rules, seats, bots, parse_seeds(7), games)
        rows, readable = experiment.play(0, games), ReadableRows(experiment)
        found[rules.partition(",")[0]] = experiment, rows, readable.frame(readable.table(rows))
    return found


def names_of(numbers, names):
    """The same as text, None where a number stands for nothing."""
    return [names[number] if number >= 0 else None for number in numbers]


def as_given(column):
    return [None if pd.isna(value) else value for value in column]


def seats_from_one(numbers):
    return [number + 1 if number >= 0 else None for number in numbers]


@pytest.mark.parametrize("rules", [rules.partition(",")[0] for rules in GAMES])
def test_every_game_declares_columns_that_it_has(rules):
    engine = engine_for(load(rules))
    fields = engine.kernels.row_dtype.names
    declared = [column.field for column in (*COMMON_COLUMNS, *engine.columns)]
    assert set(declared) <= set(fields)
    assert len(set(declared)) == len(declared)


def test_common_columns_mean_the_same_in_every_game(played):
    for experiment, rows, frame in played.values():
        seats = experiment.seats
        assert (frame["game"] == rows["game"]).all()
        assert set(frame["players"]) == {seats}
        assert as_given(frame["how"]) == names_of(rows["how"], experiment.engine.ends)
        for seat in range(seats):
            name = f"_{seat + 1}"
            assert as_given(frame["bot" + name]) == names_of(rows["bot"][:, seat], experiment.bots)
            assert np.allclose(frame["win" + name], rows["win"][:, seat] / 60, rtol=0, atol=1e-15)
            out = rows["out"][:, seat]
            assert as_given(frame["out" + name]) == [number or None for number in out]
        assert f"win_{seats + 1}" not in frame
        total = frame[[f"standing_10_{seat + 1}" for seat in range(seats)]].sum(axis=1)
        assert total.between(1 - 8 / FIXED_ONE, 1 + 8 / FIXED_ONE).all()
        assert frame["drama"].isna().equals(pd.Series(rows["led"] < 0))
        assert (frame["surprise"] == rows["surprise"] / FIXED_ONE).all()
        assert as_given(frame["half_leader"]) == seats_from_one(rows["half_leader"])


def test_columns_of_conquest(played):
    experiment, rows, frame = played["risk-1970-objectives"]
    continents = [one.id for one in experiment.rulebook.map.continents]
    goals = [one.id for one in experiment.rulebook.objectives.objectives]
    assert len(goals) == len(set(goals))
    for place, continent in enumerate(continents):
        assert (frame[f"held_{continent}"] == rows["held"][:, place]).all()
        assert (frame[f"kept_{continent}"] <= frame[f"held_{continent}"]).all()
        holder = np.where(rows["noted_round"] > 0, rows["noted_holder"][:, place], -1)
        assert as_given(frame[f"noted_holder_{continent}"]) == seats_from_one(holder)
    assert not [name for name in frame if name.startswith("held_") and name[5:] not in continents]
    for seat in range(3):
        assert as_given(frame[f"objective_{seat + 1}"]) == names_of(rows["objective"][:, seat], goals)
    assert as_given(frame["winner_objective"]) == names_of(rows["winner_objective"], goals)
    won = frame["winner_objective"].notna()
    assert (frame["how"][won] == "objective").all()
    close = rows["luck"] % SAMPLE == 0
    assert 0 < close.sum() < len(rows)
    for name in ("expected_losses_1", "loss_variance_3", "leader_expected", "leader_attacks"):
        assert (frame[name].notna() == close).all()
    assert (frame["expected_losses_1"][close] == rows["expected_losses"][close, 0] / FIXED_ONE).all()


def test_an_objective_that_nobody_can_have_has_no_column():
    experiment = experiment_of("risk-modern", 3, (), parse_seeds(1), 3)
    names = ReadableRows(experiment).schema.names
    assert not [name for name in names if "objective" in name]
    assert "held_north_america" in names


def test_columns_of_express(played):
    experiment, rows, frame = played["risk-express"]
    for place, continent in enumerate(one.id for one in experiment.rulebook.cards.continents):
        given = as_given(frame[f"completed_{continent}"])
        assert given == seats_from_one(rows["continent"][:, place])
    assert len([name for name in frame if name.startswith("completed_")]) == place + 1
    assert (frame["first_chair"] == rows["first_chair"] + 1).all()
    assert (frame["decisions"] == rows["decisions"]).all()


def test_columns_of_manchots(played):
    _, rows, frame = played["manchots-barjots"]
    for place, zone in enumerate(ZONES):
        for seat in range(3):
            held = rows["majorities"][:, seat] & 1 << place > 0
            assert (frame[f"majority_{zone}_{seat + 1}"] == held).all()
    assert not [name for name in frame if name.startswith("majorities")]


def test_columns_of_africa(played):
    experiment, rows, frame = played["africa-1880"]
    nations = [one.id for one in experiment.rulebook.map.nations]
    for seat in range(4):
        assert as_given(frame[f"nation_{seat + 1}"]) == names_of(rows["nation"][:, seat], nations)
    assert (frame[[f"nation_{seat + 1}" for seat in range(4)]].astype(str).nunique(axis=1) == 4).all()


def test_a_game_that_declares_nothing_keeps_its_columns_as_they_are(played):
    experiment, rows, frame = played["race"]
    assert experiment.engine.columns == ()
    assert (frame["dice_rolled_2"] == rows["dice_rolled"][:, 1]).all()
    assert (frame["paces_3"] == rows["paces"][:, 2]).all()
    assert "dice_rolled_4" not in frame
