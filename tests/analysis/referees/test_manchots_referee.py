"""The referee of Manchots Barjots praises games that keep section 7 of docs/rules.md, reading by reading."""

import copy
import random
from collections import Counter

import pytest
from manchots_records import find, good
from manchots_table import OPTIONS, RULES, rulebook
from plain_python import too_many_games
from slow_manchots import Anything, Luck, Specialist, deck, play, value_of

from conquestlab.analysis.evidence.refereed import referee_rows
from conquestlab.analysis.games.manchots.referee import check
from conquestlab.analysis.games.manchots.referee.form import Names
from conquestlab.analysis.games.manchots.referee.scoring import score_of
from conquestlab.analysis.games.manchots.referee.table import Table


@pytest.mark.parametrize("changes", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("players", range(2, 6))
def test_7a_and_7b_games_by_the_rules_are_praised(players, changes):
    book = rulebook(**changes)
    specials = {book.spec.specials.twins, book.spec.specials.kamikaze, book.spec.specials.lookout} - {0}
    for seed in range(12):
        chance = random.Random(seed)
        choose = Specialist(chance, specials) if seed % 2 else Anything(chance)
        assert check(play(book, ["some"] * players, Luck(chance), choose), book) == []


def test_7_0_the_deck_has_ninety_cards_and_ninety_points_a_zone():
    cards = Counter(deck(rulebook().spec))
    assert cards.total() == 90
    names = Names.of(rulebook()).cards
    assert Counter({card: copies for card, (_, copies) in names.items()}) == cards
    points = sum(value * copies for card, (value, copies) in names.items() if card.startswith("moon_"))
    assert points == 90
    assert [names[f"desert_{value}"] for value in (1, 2, 3, 5)] == [(1, 1), (2, 1), (3, 2), (5, 4)]


def worked_example():
    """Return the table at the end of the worked example, with players A, B and C in seats 1 to 3."""
    table = Table(rulebook().spec, Names.of(rulebook())._replace(seats=(1, 2, 3)), (1, 2, 3))
    table.zone[1].update(["moon_5", "moon_6", "jungle_7", "jungle_8"])
    table.zone[2].update(["city_4", "city_8"])
    table.zone[3].update(["desert_4", "desert_7", "antarctica_5", "antarctica_6", "moon_4", "jungle_6"])
    table.hand[3].update(["desert_9", "desert_6", "desert_4", "antarctica_8", "moon_2", "moon_5", "jungle_5"])
    table.hand[3].update(["jungle_7", "city_6"])
    return table


def test_7_2_the_worked_example_scores_thirty_four():
    score = score_of(worked_example(), 3)
    assert score.total == 34
    assert score.majority == ["antarctica", "desert"]
    assert score.hand == {"desert": 19, "antarctica": 8, "moon": 2, "jungle": 5, "city": 0}
    assert score_of(worked_example(), 1).majority == ["jungle", "moon"]
    assert score_of(worked_example(), 2).table["city"] == 12


def test_7_2_without_twins_the_hand_grows_by_one_card_a_round():
    game, _ = find(3, lambda game: not game.all("land", lambda event: len(event["cards"]) > 1))
    sizes = [len(game.hand(game.in_round(number, "land")[0])) - 1 for number in range(1, 9)]
    assert sizes == [3, 4, 5, 6, 7, 8, 9, 10]


def test_7_2_without_twins_a_virtual_stock_is_empty_after_round_six():
    game, _ = find(2, lambda game: not game.all("land", lambda event: len(event["cards"]) > 1))
    remakes = game.all("remake")
    assert [game.round[i] for i in remakes] == [6, 6]
    assert [len(game.record[i]["cards"]) for i in remakes] == [12, 12]


# The readings


def test_7_1_p1_the_second_card_of_the_owner_of_a_kamikaze_is_destroyed():
    def look(game):
        for i in game.all("destroyed"):
            pilots = {
                game.record[j]["player"]
                for j in game.in_round(game.round[i], "land")
                if 2 in map(value_of, game.record[j]["cards"])
            }
            if any(one["player"] in pilots for one in game.record[i]["cards"]):
                return True
        return False

    game, _ = find(4, look)
    assert check(game.record, game.rulebook) == []


def test_7_1_p2_cards_landed_after_a_kamikaze_are_destroyed_and_it_may_land_last():
    def of_step(game, i, step):
        return [
            (event["player"], card)
            for event in (game.record[j] for j in game.in_round(game.round[i], "land"))
            for card in event["cards"]
            if event["step"] == step
        ]

    def after(game):
        return any(
            value_of(card) == 2 and any((e["player"], e["card"]) in of_step(game, i, "b") for e in lost)
            for i in game.all("destroyed")
            for lost in [game.record[i]["cards"]]
            for _, card in of_step(game, i, "a")
        )

    def before(game):
        return any(
            value_of(card) == 2 and any((e["player"], e["card"]) in of_step(game, i, "a") for e in lost)
            for i in game.all("destroyed")
            for lost in [game.record[i]["cards"]]
            for _, card in of_step(game, i, "b")
        )

    for look in (after, before):
        game, _ = find(5, look)
        assert check(game.record, game.rulebook) == []


@pytest.mark.parametrize(("question", "stack", "due"), [("P3", False, 2), ("P14", True, 3)])
def test_7_1_p3_p14_two_twins_bring_two_cards_or_stack(question, stack, due):
    def look(game):
        return [i for i in game.all("land") if game.round[i] > 1 and game.landed(i).count(1) == 2]

    game, places = find(4, look, twins_stack=stack)
    assert {len(game.record[i]["cards"]) for i in places} == {due}
    assert check(game.record, game.rulebook) == []


def test_7_1_p4_twins_and_a_lookout_land_two_cards_after_the_others():
    game, places = find(4, lambda game: [i for i in game.all("land") if {1, 3} <= set(game.landed(i))])
    assert {(game.record[i]["step"], len(game.record[i]["cards"])) for i in places} == {("b", 2)}
    assert check(game.record, game.rulebook) == []


def test_7_1_p5_where_everybody_waits_all_land_in_step_b():
    def look(game):
        for number in range(2, 9):
            steps = {game.record[i]["step"] for i in game.in_round(number, "land")}
            if steps == {"b"}:
                return True
        return False

    game, _ = find(3, look)
    assert check(game.record, game.rulebook) == []


@pytest.mark.parametrize(("reading", "step"), [("acts", "b"), ("none", "a")])
def test_7_1_p6_p16_a_virtual_player_with_a_lookout(reading, step):
    def look(game):
        lands = game.all("land", lambda event: isinstance(event["player"], str))
        return [i for i in lands if game.round[i] > 1 and 3 in game.landed(i)]

    game, places = find(2, look, virtual_lookout=reading)
    assert {game.record[i]["step"] for i in places} == {step}
    assert check(game.record, game.rulebook) == []


def test_7_1_p7_the_new_stock_lies_in_any_order_and_is_played_in_that():
    game = good(2, 0)
    i = game.first("remake")
    cards = game.record[i]["cards"]
    record, _ = game.changed(i, cards=[*cards[1:], cards[0]])
    findings = check(record, game.rulebook)
    assert findings[0].event > i + 1
    assert findings[0].paragraph in ("7B.2", "7B.3")


@pytest.mark.parametrize("virtual_can_win", [True, False])
def test_7_1_p8_a_virtual_player_wins_unless_only_real_ones_can(virtual_can_win):
    def look(game):
        totals = {e["player"]: e["total"] for e in game.record if e["event"] == "score"}
        virtual = max(totals["virtual_1"], totals["virtual_2"])
        return virtual > max(totals[1], totals[2])

    game, _ = find(2, look, virtual_can_win=virtual_can_win)
    assert any(isinstance(winner, str) for winner in game.record[-1]["winners"]) == virtual_can_win
    assert check(game.record, game.rulebook) == []


def test_7_1_p9_a_tie_is_shared():
    game, _ = find(5, lambda game: game.record[-1]["winner"] is None)
    assert len(game.record[-1]["winners"]) > 1
    assert check(game.record, game.rulebook) == []


def test_7_1_p15_a_real_and_a_virtual_player_share_a_win():
    game, _ = find(2, lambda game: len({type(one) for one in game.record[-1]["winners"]}) == 2)
    assert game.record[-1]["winner"] is None
    assert check(game.record, game.rulebook) == []


def test_7_1_p10_a_player_whose_only_card_was_destroyed_scores_nothing_there():
    table = worked_example()
    assert score_of(table, 3).hand["jungle"] == 5
    table.landed(3, ["city_7"], Counter(["city_7"]))
    assert score_of(table, 3).hand["city"] == 0
    table.landed(3, ["city_7"], Counter())
    assert score_of(table, 3).hand["city"] == 6


def test_7_1_p11_gifts_are_exchanged_at_once():
    """A card may be handed on in the next round, not in the same: both records tell of it."""
    game, i = find(3, _given_on_in_the_next_round)
    assert check(game.record, game.rulebook) == []
    assert i


def _given_on_in_the_next_round(game):
    for i in game.all("give"):
        left = game.record[i]["player"] % 3 + 1
        for j in game.in_round(game.round[i] + 1, "give", lambda event, left=left: event["player"] == left):
            if game.record[i]["left"] in (game.record[j]["left"], game.record[j]["right"]):
                return i
    return 0


@pytest.mark.parametrize(("order", "second"), [("alternate", [2, 2, 1, 1]), ("seat", [1, 1, 2, 2])])
def test_7_1_p12_who_takes_first_from_the_virtual_stocks(order, second):
    (game, _) = find(2, lambda game: True, take_order=order)
    takes = [[game.record[i]["player"] for i in game.in_round(n, "take")] for n in (1, 2, 3)]
    assert takes == [[1, 1, 2, 2], second, [1, 1, 2, 2]]
    assert check(game.record, game.rulebook) == []


def test_7_1_p13_the_stock_is_remade_in_the_middle_of_a_landing_of_two():
    """The record tells of the new stock without the card of it that was landed at once."""

    def look(game):
        for i in game.all("remake"):
            before = game.record[i - 1]
            if before["event"] == "land" and len(before["cards"]) == 2:
                given = game.given_to(game.record[i]["player"], i)
                if len(given) == len(game.record[i]["cards"]) + 1:
                    return True
        return False

    game, _ = find(2, look)
    assert check(game.record, game.rulebook) == []


@pytest.mark.parametrize("players", [2, 4])
def test_7a_what_happens_at_once_may_be_told_in_any_order(players):
    game = good(players, 1)
    record = copy.deepcopy(game.record)
    for kind in ("deal", "draw", "give", "score"):
        places = [i for i, event in enumerate(record) if event["event"] == kind]
        for number in set(game.round):
            own = [i for i in places if game.round[i] == number]
            turned = [record[i] for i in reversed(own)]
            for i, event in zip(own, turned, strict=True):
                record[i] = event
    assert record != game.record
    assert check(record, game.rulebook) == []


def test_7a_handicap_points_count_in_the_total():
    book = rulebook(handicap__points=[100])
    chance = random.Random(5)
    record = play(book, ["some"] * 3, Luck(chance), Anything(chance))
    assert record[-1]["winner"] == 1
    assert check(record, book) == []
    assert "the total of seat 1" in check(record, rulebook())[0].what


@pytest.mark.thorough
@too_many_games
def test_7_games_of_every_bot_and_number_of_players_are_praised():
    """The quick form of `conquest verify --only referee --games N`."""
    refereed = referee_rows([RULES], 40, "3", jobs=1)
    assert refereed.findings == ()
    (row,) = refereed.rows
    assert (row["games"], row["value"], row["verdict"]) == (40, 0, "ok")
