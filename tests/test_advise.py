"""Advice on a position: its odds, what attacks gain, the chance to win the game, the form of a position."""

import json
import tomllib
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from command_line import answered, check_refused, rows, run
from numba import config
from position_files import position_of_eight
from small_worlds import EIGHT, small

from conquestlab.analysis import advise
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.conquest.asked_position import asked_position
from conquestlab.analysis.games.conquest.attack_advice import PLAN_NAMES, attack_options
from conquestlab.analysis.games.conquest.attack_advice import advise as advise_on
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.board_position import PASSED_OVER, READ, read_board
from conquestlab.analysis.games.conquest.board_record import board_of, forces_due, record_of
from conquestlab.analysis.games.conquest.board_words import file_of_board, view_of_board, view_of_words
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.requests.advising import AdviseRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.plans import PLANS

SEEDS = np.full(6, 3, np.uint64)
RING = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}}"
compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")


def ring(owners, armies, changes="", **more):
    """A rulebook on the ring of eight lands, and a position there; both by the numbers of the lands."""
    book = load(RING + changes)
    told = {f"land_{land}": side for land, side in owners.items()}
    standing = {f"land_{land}": armies.get(land, 1) for land in owners}
    return book, read_board({"owner": told, "armies": standing, **more}, book, "test")


def paused(book, seats, game=2):
    """Every position at which a game of `reckless` pauses, with the table."""
    table = SeatedGame(book, ["reckless"] * seats)
    found = []
    table.play_logged(SEEDS, game, log_lines=0, at_pause=lambda position: found.append(position.copy()))
    return table, found


# The form of a position


@pytest.mark.parametrize("name", ["risk-modern", "risk-1970-objectives", "risk-1970-duel", "conquete-1957"])
def test_a_position_of_a_game_is_read_back_from_its_file_and_from_a_message(name):
    book, seats = small(name)
    table, positions = paused(book, seats)
    messages = engine_for(book).messages(engine_for(book), book, seats)
    for position in positions[1:-1:3]:
        seat = next(seat for seat in range(seats) if not position["out"][seat])
        board = board_of(position, table.rules, book, seat)
        told = tomllib.loads("\n".join(file_of_board(board, book)))
        again = read_board(told, book, "file")
        assert view_of_board(again, book) == view_of_board(board, book)
        sent = json.loads(json.dumps(messages.view(table.rules, position, seat)))
        assert set(sent) <= {*READ, *PASSED_OVER}
        seen = read_board({"view": sent, "players": seats}, book, "message")
        for field in (
            "owner",
            "armies",
            "hand",
            "discard",
            "hand_sizes",
            "sets_done",
            "objective",
            "colours",
        ):
            assert getattr(seen, field) == getattr(board, field), field


@pytest.mark.parametrize("name", ["risk-modern", "risk-1970-objectives", "risk-1970-duel"])
def test_the_record_of_a_board_is_the_position_as_far_as_the_seat_sees_it(name):
    book, seats = small(name)
    table, positions = paused(book, seats)
    for position in positions[1:-1:4]:
        seat = next(seat for seat in range(seats) if not position["out"][seat])
        made = record_of(board_of(position, table.rules, book, seat), book, table.rules, SEEDS)
        lands = len(book.map.lands)
        for field in ("owner", "armies"):
            assert made[field][:lands].tolist() == position[field][:lands].tolist()
        for field in ("owned", "armies_of", "several", "alive", "seats"):
            assert np.array_equal(made[field], position[field]), field
        assert [bool(one) for one in made["out"]] == [bool(one) for one in position["out"]]
        cards, real = made["cards"], position["cards"]
        assert cards["hand_lands"][seat] == real["hand_lands"][seat]
        assert cards["hand_jokers"][seat] == real["hand_jokers"][seat]
        for field in ("sets_done", "talon_left", "discard_lands", "discard_jokers"):
            assert cards[field] == real[field], field
        assert every_card(cards) == every_card(real)
        assert np.allclose(made["standings"][:seats], position["standings"][:seats], atol=1)


def every_card(cards):
    """All cards, wherever they are; each is there once."""
    found = Counter(int(card) for card in cards["talon"][: cards["talon_left"]])
    for lands in (*cards["hand_lands"], cards["discard_lands"]):
        found.update(land for land in range(64) if int(lands) >> land & 1)
    for jokers in (*cards["hand_jokers"], cards["discard_jokers"]):
        found.update(64 + joker for joker in range(8) if int(jokers) >> joker & 1)
    assert set(found.values()) == {1}
    return found


def test_the_armies_due_are_those_of_the_engine():
    book, seats = small("risk-modern")
    _, positions = paused(book, seats)
    compared = 0
    for before, after in pairwise(positions):
        seat = int(after["active"])
        lands, continents = (
            after[name][seat] - before[name][seat] for name in ("income_lands", "income_continents")
        )
        assert (
            forces_due(tuple(before["owner"][: len(book.map.lands)].tolist()), seat, book)
            == lands + continents
        )
        compared += 1
    assert compared > 5


def test_words_are_a_view():
    book = load("risk-modern")
    view = view_of_words("Brazil 5, peru: 3", ["North Africa 3", "Venezuela=2"], book)
    assert view == {
        "seat": 1,
        "owner": {"brazil": 1, "peru": 1, "north_africa": 2, "venezuela": 3},
        "armies": {"brazil": 5, "peru": 3, "north_africa": 3, "venezuela": 2},
    }
    assert not read_board(view, book, "words").is_whole


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"owner": {"brasil": 1}, "armies": {"brazil": 2}}, "did you mean Brazil"),
        ({"owner": {"brazil": 1}, "armies": {"peru": 2}}, "Peru has no owner|Brazil has no armies"),
        ({"owner": {"brazil": 9}, "armies": {"brazil": 2}}, "owner.brazil = 9"),
        ({"owner": {"brazil": 1}, "armies": {"brazil": 0}}, "armies.brazil = 0"),
        ({"owner": {"brazil": 2}, "armies": {"brazil": 2}}, "seat 1 owns no land"),
        ({"armies": {"brazil": 2}}, "owner is missing"),
        ({"owner": {"brazil": 1}, "armies": {"brazil": 2}, "hnd": []}, "did you mean hand"),
        ({"owner": {"brazil": 1}, "armies": {"brazil": 2}, "hand": ["peru", "peru"]}, "twice"),
        ({"owner": {"brazil": 1}, "armies": {"brazil": 2}, "hand": ["joker_3"]}, "2 jokers"),
        ({"owner": {"brazil": 1}, "armies": {"brazil": 2}, "hand_sizes": [1]}, "hand has 0"),
        ({"owner": {"brazil": "ally"}, "armies": {"brazil": 2}}, "owner.brazil = ally"),
    ],
)
def test_wrong_positions_are_refused_in_a_line(told, said):
    with pytest.raises(WrongUse, match=said):
        read_board(told, load("risk-modern"), "p.toml")


# What is told of attacks


def test_the_odds_are_exact_and_the_gains_are_those_of_the_map():
    owners = {land: 1 if land <= 4 else 2 for land in range(1, 9)}
    book, board = ring(owners, {1: 7, 3: 4, 8: 3}, round=6)
    found = {(one.source + 1, one.target + 1): one for one in attack_options(board, book)}
    borders = {(border.a, border.b) for border in book.map.borders}
    number = book.map.number
    touching = {(number[a] + 1, number[b] + 1) for a, b in borders} | {
        (number[b] + 1, number[a] + 1) for a, b in borders
    }
    assert set(found) == {(a, b) for a, b in touching if a in (1, 3) and owners[b] == 2}
    for (source, target), option in found.items():
        battle = Battle(board.armies[source - 1] - 1, board.armies[target - 1], Dice(3, 2))
        assert option.win == pytest.approx(battle.win, abs=1e-12)
        assert option.lost == pytest.approx(battle.attacker_losses.mean, abs=1e-12)
        kept = sum(left * chance for (left, other), chance in battle.ends.items() if other == 0)
        assert option.left == pytest.approx(kept / battle.win, abs=1e-12)
        assert "a card" in option.gains


def test_continents_and_players_that_an_attack_ends_are_told():
    book = load(RING)
    inside = [[land + 1 for land in lands] for lands in book.map.continent_lands]
    first = inside[0]
    owners = dict.fromkeys(range(1, 9), 1) | {first[-1]: 2}
    _, board = ring(owners, dict.fromkeys(range(1, 9), 3), round=6, hand_sizes=[0, 2])
    for option in attack_options(board, book):
        assert any(gain.startswith(f"completes {book.map.continents[0].name}") for gain in option.gains)
        assert "wins the game" in option.gains
    _, board = ring(owners | {inside[1][0]: 3}, dict.fromkeys(range(1, 9), 3), round=6, hand_sizes=[0, 2, 0])
    gains = {option.target + 1: option.gains for option in attack_options(board, book)}
    assert "puts out seat 2 and takes 2 cards" in gains[first[-1]]
    # In the first rounds of 1957 nobody is put out.
    protected = f"{RING},combat.protected_rounds=4,combat.early_elimination=forbid_attack"
    book, board = (
        load(protected),
        read_board(view_of_board(board, book) | {"round": 3}, load(protected), "test"),
    )
    assert not attack_options(board, book)


def test_armies_to_place_go_to_the_land_that_attacks():
    owners = {land: 1 if land <= 4 else 2 for land in range(1, 9)}
    book, board = ring(owners, {}, round=6, to_place=5)
    assert {option.attackers for option in attack_options(board, book)} == {5}


# The chance to win the game


@compiled
@pytest.mark.parametrize(("armies", "place"), [(4, 0), (1, 4), (6, 0)])
def test_where_the_attack_decides_the_game_the_plays_win_as_often_as_the_odds_say(armies, place):
    # The last round of a game for two: seat 2 attacks the last land of seat 1 from the one land beside it
    # that has armies, and the game is cut off after it.
    book = load(f"{RING},max_rounds=6")
    target = 1
    beside = book.map.neighbours[target - 1][0] + 1
    owners = dict.fromkeys(range(1, 9), 2) | {target: 1}
    _, board = ring(owners, {beside: armies, target: 3}, ",max_rounds=6", round=6, seat=2, to_place=place)
    games = 4000
    found = advise_on(board, book, games, SEEDS)
    option, played = found.options[0], found.attacks[0]
    if place == 0:
        assert len(found.options) == 1
        assert found.no_attack.wins == 0
    exact = Battle(armies - 1 + place, 3, Dice(3, 2)).win
    assert option.win == pytest.approx(exact)
    error = (exact * (1 - exact) / games) ** 0.5
    assert abs(played.chance - exact) < 4 * error
    low, high = played.interval
    assert low <= played.chance <= high


@compiled
def test_plays_are_the_same_again_and_depend_on_the_seed():
    owners = {land: 1 if land <= 4 else 2 for land in range(1, 9)}
    book, board = ring(owners, {1: 3, 4: 3, 6: 3}, round=6)
    answers = [advise_on(board, book, 60, seeds) for seeds in (SEEDS, SEEDS, SEEDS + np.uint64(1))]
    assert answers[0] == answers[1]
    assert answers[0].attacks != answers[2].attacks
    assert len(answers[0].plans) == len(PLAN_NAMES) == PLANS


@compiled
def test_a_seat_that_owns_nearly_all_wins_nearly_always():
    owners = dict.fromkeys(range(1, 9), 1) | {8: 2}
    book, board = ring(owners, dict.fromkeys(range(1, 8), 12), round=6)
    found = advise_on(board, book, 100, SEEDS)
    assert min(plan.chance for plan in found.plans) > 0.95  # a plan is for this turn alone
    assert all(played.chance > 0.95 for played in found.attacks if played)


# The command


def test_lands_in_words_get_odds_and_no_plays():
    found = rows("advise", "-r", "risk-modern", "--me", "Brazil 5, Peru 3", "--them", "Venezuela 2")
    assert [(row["from"], row["to"]) for row in found] == [("Brazil", "Venezuela"), ("Peru", "Venezuela")]
    assert all(row["chance"] is None for row in found)
    words = run("advise", "-r", "risk-modern", "--me", "Brazil 5", "--them", "Venezuela 2").stdout
    assert "Lands that were not named are passed over" in words
    assert "no card in hand" in words


@compiled
def test_an_example_can_be_asked_about(tmp_path):
    path = tmp_path / "position.toml"
    assert run("advise", "-r", RING, "-n", 2, "--example", "-o", str(path)).exit_code == 0
    assert path.read_text(encoding="utf-8") == run("advise", "-r", RING, "-n", 2, "--example").stdout
    answer = answered("advise", "--position", str(path), "--simulate", 20)
    assert answer["meta"]["rules"].startswith("risk-modern")
    kinds = {row["kind"] for row in answer["rows"]}
    assert {"attack", "plan: usual"} <= kinds
    asked = AdviseRequest(position=str(path))
    assert asked_position(asked).board.players == 2


@compiled
def test_a_file_in_python(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(position_of_eight(4), encoding="utf-8")
    frame = advise(str(path), rules=RING, simulate=10)
    assert set(frame["kind"]) >= {"attack", "no attack", "plan: usual"}


def test_bad_questions_are_one_line(tmp_path):
    check_refused(run("advise"), 2, "--position", "--example")
    check_refused(run("advise", "--me", "Brazil 5"), 2, "--them")
    check_refused(run("advise", "--me", "Brazil", "--them", "Peru 2"), 2, "Brazil 5")
    check_refused(run("advise", "--me", "Brazil 5", "--them", "Brazil 2"), 2, "twice")
    check_refused(run("advise", "--position", "gone.toml"), 2, "gone.toml")
    check_refused(run("advise", "--position", "gone.txt"), 2, ".json or .toml")
    check_refused(run("advise", "-r", "risk-express", "--game", 1), 2, "risk-express")
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    check_refused(run("advise", "--position", str(broken)), 2, "cannot be read")


@compiled
def test_a_turn_that_never_came_is_refused():
    result = run("advise", "-r", f"{RING},max_rounds=6", "-n", 2, "--game", 1, "--round", 90)
    check_refused(result, 2, "no turn in round 90")


def test_only_an_example_is_written_as_toml(tmp_path):
    wrong = run("advise", "--me", "Brazil 5", "--output", tmp_path / "answer.toml")
    check_refused(wrong, 2, "no format of tables ends in .toml")
