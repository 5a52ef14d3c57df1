"""Starting armies placed in rounds (5.1 R1), and moves where nothing tires (3.6 A7), from the rules."""

import numpy as np
import pytest
from conquest_script import Script
from slow_setup import SlowTable

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.state import IN_SECRET, MOVE, PLACE, STARTING, WRONG_NUMBER
from conquestlab.kernels.shared.contract import AMOUNT, MOST

SEEDS = np.arange(41, 47, dtype=np.uint64)
MODERN = "risk-modern"


def own_lands(game, seat):
    return [land for land in game.ids if game.owner(land) == seat]


def seen(game, seat):
    """What lies on the board in the view of a seat (from 1), by land."""
    view = game.table.engine.view(game.rules, game.position, seat - 1)
    return dict(zip(game.ids, view["armies"], strict=True)), view


def test_5_1_R1_two_armies_each_in_turn_seen_by_all():
    """22 armies on 21 lands leave one, with 3 and 4 more: rounds of 2 and 2, 2 and 2, 0 and 1."""
    armies = "starting_armies={2=22},handicap.armies=[3,4],players.max=2"
    game = Script(f"{MODERN},{armies},placement_round=2,initial_placement=in_turn_order", 2)
    first, second = own_lands(game, 1)[:2] if game.run() else (), own_lands(game, 2)[:2]
    assert (game.question(), int(game.position["pool"])) == (("place", 1), 2)
    assert game.refuse(first[0], amount=3) == WRONG_NUMBER
    assert game.choose(first[0], amount=1) == ("place", 1)
    assert int(game.position["pool"]) == 1
    assert game.choose(first[1], amount=1) == ("place", 2)
    board, view = seen(game, 2)
    assert (board[first[0]], board[first[1]], view["to_place"], view["stage"]) == (2, 2, 2, "start")
    assert game.choose(second[0], amount=2) == ("place", 1)
    board, view = seen(game, 1)
    assert (board[second[0]], view["to_place"]) == (3, 2)
    assert game.choose(first[0], amount=2) == ("place", 2)
    assert game.choose(second[0], amount=2) == ("place", 2)  # the first seat has none left
    assert int(game.position["pool"]) == 1
    game.choose(second[1], amount=1)
    assert game.events("place") == [
        {"event": "place", "player": 1, "land": first[0], "armies": 1},
        {"event": "place", "player": 1, "land": first[1], "armies": 1},
        {"event": "place", "player": 2, "land": second[0], "armies": 2},
        {"event": "place", "player": 1, "land": first[0], "armies": 2},
        {"event": "place", "player": 2, "land": second[0], "armies": 2},
        {"event": "place", "player": 2, "land": second[1], "armies": 1},
    ]
    assert game.events("turn")[0]["player"] == 1


def test_5_1_R1_a_round_placed_in_secret_is_shown_when_all_have_placed():
    armies = "starting_armies={2=24},players.max=2"
    game = Script(f"{MODERN},{armies},placement_round=2", 2)
    game.run()
    one, other = own_lands(game, 1)[0], own_lands(game, 2)[0]
    assert game.choose(one, amount=2) == ("place", 2)
    board, view = seen(game, 2)
    assert (board[one], any(view["placed_in_secret"]), view["to_place"]) == (1, False, 2)
    assert seen(game, 1)[1]["placed_in_secret"][game.number[one]] == 2
    assert seen(game, 1)[1]["to_place"] is None
    assert game.events("place") == []
    assert game.choose(other, amount=2) == ("place", 1)
    board, view = seen(game, 1)
    assert (board[one], board[other], view["to_place"]) == (3, 3, 1)
    assert not any(view["placed_in_secret"])
    assert [event["armies"] for event in game.events("place")] == [2, 2]


@pytest.mark.parametrize("placing", ["simultaneous", "in_turn_order"])
def test_5_1_R1_more_than_anybody_has_is_all_at_once(placing):
    """The same games as without rounds, choice by choice."""
    text, bots = f"{MODERN},max_rounds=3,initial_placement={placing}", ["random", "expert", "reckless"]
    games = [SeatedGame(load(text + more), bots).play(SEEDS, 0, 30) for more in ("", ",placement_round=40")]
    assert games[0].tobytes() == games[1].tobytes()


CASES = (
    ("risk-modern,initial_placement=in_turn_order,placement_round=1", 3),
    ("risk-modern,placement_round=3,initial_placement=in_turn_order,handicap.armies=[0,5,-9,2]", 4),
    ("risk-modern,placement_round=4", 2),
    ("risk-1970-objectives,placement_round=2,initial_placement=in_turn_order,handicap.cards=[1,0,2]", 6),
    ("risk-1970-duel,placement_round=5,initial_placement=in_turn_order", 2),
    ("risk-1970-world,placement_round=2,dealing=dice,order=rolled,starting_armies={3=36,4=30,5=30,6=30}", 5),
    ("conquete-1957,handicap.armies=[4,0,1],placement_round=2", 4),
    ("conquete-1957,handicap.armies=[30,0,25],placement_round=4,piece_limit=36", 3),
    ("conquete-1957-second,handicap.armies=[4,0,9],placement_round=3,initial_placement=in_turn_order", 3),
)


@pytest.mark.parametrize(("text", "seats"), CASES)
def test_5_1_R1_who_places_how_many_and_sees_what_as_the_slow_twin_has_it(text, seats):
    """Whole set-ups by choices at random: question by question, and then event by event."""
    book = load(f"{text},max_rounds=1")
    table = SeatedGame(book, [None] * seats)
    secret = table.rules["placement"] == IN_SECRET
    goes = 0
    for number in range(40):
        random = np.random.default_rng(number)
        asked, chosen = [], []

        def choose(position, choices, random=random, asked=asked, chosen=chosen):
            row = choices[random.integers(len(choices))].copy()
            if position["asked"] == PLACE and position["stage"] == STARTING:
                row[AMOUNT] = random.integers(row[AMOUNT], row[MOST] + 1)
                seat = int(position["asker"]) + 1
                asked.append((seat, int(row[MOST]), position["armies"][: len(book.map.lands)].tolist()))
                chosen.append((seat, int(row[1]), int(row[AMOUNT])))
                assert {int(each[1]) for each in choices} == own_of(position, seat)
            elif row[MOST]:
                row[AMOUNT] = random.integers(row[AMOUNT], row[MOST] + 1)
            return row

        played = table.play_logged(SEEDS, number, choose)
        record = table.engine.transcript(
            played.lines, book, {"event": "game", "players": [""] * seats, "rules": book.name}
        )
        told = [event for event in record if event["event"] == "place"]
        goes += check_against_twin(book, seats, record, asked, chosen, told, secret)
    assert goes > 40


def own_of(position, seat):
    return {land for land, owner in enumerate(position["owner"].tolist()) if owner == seat - 1}


def check_against_twin(book, seats, record, asked, chosen, told, secret):
    """Follow the choices by the slow twin's rounds, from the deal alone; return how many goes there were."""
    twin = SlowTable(book, seats, None, False, None)
    for event in record:
        if event["event"] == "deal" and event["land"] is not None:
            owner = "ally" if event["player"] is None else event["player"]
            twin.owner[event["land"]], twin.armies[event["land"]] = owner, event["armies"]
    expected, questions, goes = [], iter(zip(asked, chosen, strict=True)), 0
    for turns in twin.placing_turns(twin.left_to_place()):
        unseen = {}
        for seat, left in turns:
            goes += 1
            while left:
                (asker, most, board), (_, land, armies) = next(questions)
                assert (asker, most) == (seat, left)
                assert board == list(twin.armies.values())
                name, left = twin.lands[land], left - armies
                if secret:
                    unseen[seat, land] = unseen.get((seat, land), 0) + armies
                else:
                    twin.armies[name] += armies
                    expected.append((seat, name, armies))
        for (seat, land), armies in sorted(unseen.items()):
            twin.armies[twin.lands[land]] += armies
            expected.append((seat, twin.lands[land], armies))
    assert next(questions, None) is None
    first = [(event["player"], event["land"], event["armies"]) for event in told[: len(expected)]]
    assert first == expected
    return goes


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("conquete-1957,tired=none,early_elimination=allow,max_rounds=4", 3),
        ("conquete-1957-second,tired=none,max_rounds=3", 5),
        ("risk-1970-world,movement.kind=simultaneous,tired=none,max_rounds=3", 4),
        ("risk-1970-duel,movement.kind=simultaneous,tired=none,early_elimination=allow,max_rounds=4", 2),
    ],
)
def test_3_6_A7_where_nothing_tires_all_but_one_may_leave_any_land(text, seats):
    """At every move the choices are those that the rules give, from what stood there before the step."""
    book = load(text)
    table = SeatedGame(book, [None] * seats)
    moves = after_fights = 0
    for number in range(25):
        random = np.random.default_rng(number)
        step = {"turn": None}

        def choose(position, choices, random=random, step=step):
            nonlocal moves, after_fights
            lands = len(book.map.lands)
            if position["asked"] == MOVE:
                if step["turn"] != int(position["turn"]):
                    step |= {"turn": int(position["turn"]), "sent": [0] * lands}
                    step["start"] = position["armies"][:lands].tolist()
                    after_fights += bool(position["from"] >= 0)
                owner, start, sent = position["owner"], step["start"], step["sent"]
                expected = {
                    (a, b, start[a] - 1 - sent[a])
                    for a in range(lands)
                    for b in book.map.neighbours[a]
                    if owner[a] == owner[b] == position["active"] and start[a] - 1 - sent[a] > 0
                }
                assert {(int(r[1]), int(r[2]), int(r[MOST])) for r in choices if r[1] >= 0} == expected
                assert not position["tired"].any()
            row = choices[random.integers(len(choices))].copy()
            if row[MOST]:
                row[AMOUNT] = random.integers(row[AMOUNT], row[MOST] + 1)
            if position["asked"] == MOVE and row[1] >= 0:
                step["sent"][row[1]] += int(row[AMOUNT])
                moves += 1
            return row

        table.play_logged(SEEDS, number, choose)
    assert min(moves, after_fights) > 100


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        *CASES,
        ("conquete-1957,tired=none", 4),
        ("conquete-1957-second,tired=none", 3),
        ("risk-1970-objectives,movement.kind=simultaneous,tired=none,placement_round=1", 3),
    ],
)
def test_the_referee_passes_games_of_the_built_in_bots(text, seats):
    book = load(f"{text},max_rounds=15")
    for bots in (["random", "reckless"], ["expert", "greedy"]):
        names = (bots * 3)[:seats]
        table = SeatedGame(book, names)
        for game in range(6):
            head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": 1, "game": game}
            head |= {"options": book.options, "players": names}
            record = table.engine.transcript(table.play_logged(SEEDS, game).lines, book, head)
            assert table.engine.check(record, book) == []
