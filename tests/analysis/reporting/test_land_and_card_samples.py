"""What is counted of lands and cards in games told event by event: by hand, and against rows of games."""

import pytest
from small_worlds import EIGHT

from conquestlab.analysis.games.conquest import land_sample
from conquestlab.analysis.games.express import card_sample
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.replay_answers import replay
from conquestlab.analysis.reporting.samples import sample_rows, sample_size
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"


def described(rules=SMALL, bots=(), games=12, seats=3):
    return experiment_of(rules, seats, bots, parse_seeds("4"), games)


def deal(land, player, **more):
    return {"event": "deal", "player": player, "land": land, "armies": 1, **more}


def attack(source, target, player=1):
    return {"event": "attack", "player": player, "from": source, "to": target}


def occupy(source, target, player=1):
    return {"event": "occupy", "player": player, "from": source, "to": target, "armies": 1}


def turn(number, player):
    return {"event": "turn", "round": number, "player": player}


def test_a_game_of_two_rounds_is_counted_by_hand():
    record = [
        {"event": "game"},
        *(deal("a", 1), deal("b", 2), deal("c", None, side="ally"), {**deal("x", 1), "land": None}),
        turn(1, 1),
        *(attack("a", "b"), attack("a", "b"), {"event": "place"}, attack("a", "b"), occupy("a", "b")),
        turn(1, 2),
        turn(2, 1),
        *(attack("b", "c"), attack("a", "c"), occupy("a", "c"), attack("c", "b", 2)),
        {"event": "end", "winner": 1, "how": "conquest", "rounds": 2},
    ]
    counted = land_sample.count_game(record, {"a": 0, "b": 1, "c": 2}, [60, 0])
    assert counted["battles"] == ([0, 3, 2], [1, 1, 1])
    assert counted["taken"] == ([0, 1, 1], [1, 1, 1])
    assert counted["kept"] == ([2, 1, 1], [2, 2, 2])  # b changed in round 1, c in round 2
    assert counted["half_time_wins"] == ([60, 60, 0], [60, 60, 0])  # after round 1 the ally owns c


def test_an_unfinished_game_has_no_winner_to_own_a_land():
    record = [{"event": "game"}, deal("a", 1), turn(1, 1), {"event": "end"}]
    assert land_sample.count_game(record, {"a": 0}, [0, 0])["half_time_wins"] == ([0], [0])


def test_the_lands_of_whole_games_agree_with_the_rows_of_the_games():
    experiment = described()
    lands = {land.id: place for place, land in enumerate(experiment.rulebook.map.lands)}
    conquests = rounds = 0
    for game in range(12):
        replayed = replay(experiment, game)
        counted = land_sample.count_game(replayed.transcript, lands, replayed.row["win"][:3].tolist())
        assert sum(counted["taken"][0]) == replayed.row["conquests"].sum()
        assert set(counted["kept"][1]) == {replayed.row["rounds"]}
        conquests += int(replayed.row["conquests"].sum())
        rounds += int(replayed.row["rounds"])
    rows = {(row["of"], row["measure"]): row for row in sample_rows(experiment, 12)}
    assert sum(rows[land, "taken"]["value"] for land in lands) == pytest.approx(conquests / 12)
    assert all(rows[land, "battles"]["value"] >= rows[land, "taken"]["value"] for land in lands)
    for land in lands:
        row = rows[land, "kept"]
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1
    assert rounds > 12


def test_cards_of_risk_express_are_counted_by_hand():
    record = [
        {"event": "conquer", "player": 1, "card": "p", "from": None},
        {"event": "fail", "player": 2, "card": "p"},
        {"event": "fail", "player": 2, "card": None},
        {"event": "conquer", "player": 2, "card": "p", "from": 1},
    ]
    counted = card_sample.count_game(record, {"p": 0, "q": 1}, [20, 40])
    assert counted["tried"] == ([3, 0], [1, 1])
    assert counted["taken"] == ([2, 0], [1, 1])
    assert counted["success"] == ([2, 0], [3, 0])
    assert counted["robbed"] == ([1, 0], [2, 0])
    assert counted["owner_wins"] == ([40, 0], [60, 0])


def test_the_cards_of_whole_games_agree_with_the_rows_of_the_games():
    experiment = described("risk-express", ("points",), 6, 3)
    rows = {(row["of"], row["measure"]): row for row in sample_rows(experiment, 6)}
    conquered = sum(replay(experiment, game).row["conquered"].sum() for game in range(6))
    cards = [card.id for card in load("risk-express").cards.cards]
    assert sum(rows[card, "taken"]["value"] for card in cards) == pytest.approx(conquered / 6)
    (safe,) = [card.id for card in load("risk-express").cards.cards if not card.circled_general]
    assert rows[safe, "robbed"]["value"] == 0.0


def test_games_of_a_block_count_together():
    mixed = described(bots=("reckless", "random", "reckless"), games=30)
    rows = sample_rows(mixed, 6)
    battles = [row for row in rows if row["measure"] == "battles"]
    assert all(row["low"] is not None for row in battles)  # two blocks of three games
    one_block = [row for row in sample_rows(mixed, 3) if row["measure"] == "battles"]
    assert all(row["low"] is None for row in one_block)


def test_a_sample_has_whole_blocks_and_no_game_that_is_not_there():
    assert sample_size(described(bots=("reckless", "random", "random"), games=30), 10, 30) == 12
    assert sample_size(described(), 10, 30) == 10
    assert sample_size(described(), 10, 4) == 4
    assert sample_size(described(), 0, 30) == 0
