"""The referee of Manchots Barjots refuses records of a wrong form, and games that open against the rules."""

import pytest
from manchots_records import check_refused_as, good, only_if

from conquestlab.analysis.games.manchots.referee import check
from conquestlab.analysis.games.manchots.referee.script import HOMES

# The form of a record: the event to break, the key and what it may not be

WRONG_VALUES = [
    ("game", "players", "random"),
    ("game", "ring", [1.0, 2.0, 3.0]),
    ("game", "game", -1),
    ("deal", "player", 4),
    ("deal", "cards", ["desert_10"]),
    ("round", "round", True),
    ("round", "round", 0),
    ("draw", "player", "virtual_1"),
    ("draw", "cards", "desert_5"),
    ("give", "left", "desert"),
    ("give", "right", None),
    ("land", "step", "c"),
    ("land", "cards", [5]),
    ("land", "player", True),
    ("destroyed", "cards", ["moon_7"]),
    ("destroyed", "cards", [{"player": 1, "card": "moon_7", "from": 2}]),
    ("destroyed", "cards", [{"player": 9, "card": "moon_7"}]),
    ("score", "table", {"mars": 4}),
    ("score", "table", {"moon": -4}),
    ("score", "majority", ["mars"]),
    ("score", "majority", ["moon", "moon"]),
    ("score", "hand", []),
    ("score", "total", 3.0),
    ("end", "winner", "virtual_1"),
    ("end", "winners", [0]),
    ("end", "how", None),
]


@pytest.mark.parametrize(("kind", "key", "value"), WRONG_VALUES)
def test_record_a_value_that_no_event_may_have(kind, key, value):
    check_refused_as(3, "record", lambda game: game.changed(game.first(kind), **{key: value}))


@pytest.mark.parametrize("kind", [kind for kind in HOMES if kind not in ("take", "remake")])
def test_record_a_key_that_is_missing_or_too_many(kind):
    def missing(game):
        i = game.first(kind)
        return game.without(i, next(key for key in game.record[i] if key != "event"))

    check_refused_as(3, "record", missing)
    check_refused_as(3, "record", lambda game: game.changed(game.first(kind), mood="good"))


def test_record_an_event_that_is_none():
    game = good(3, 0)
    for event in ("round", 5, None, {"kind": "round"}, {"event": "throw"}, {"event": 3}):
        record = [*game.record[:9], event, *game.record[9:]]
        (finding,) = check(record, game.rulebook)
        assert (finding.event, finding.paragraph) == (10, "record")


@pytest.mark.parametrize("players", [2, 5])
def test_record_it_may_break_off_nowhere(players):
    game = good(players, 1)
    for length in range(1, len(game.record)):
        finding = check(game.record[:length], game.rulebook)[-1]
        number, paragraph = length + 1, "record"
        assert (finding.event, finding.paragraph) == (number, paragraph), game.record[length - 1]
        assert "breaks off" in finding.what


def test_record_nothing_stands_after_the_end():
    check_refused_as(4, "record", lambda game: game.doubled(len(game.record) - 1))


def test_record_another_rulebook():
    check_refused_as(4, "record", lambda game: game.changed(0, rules="risk-express"))


def test_record_another_game_was_dealt_before_it_is_opened():
    check_refused_as(4, "record", lambda game: game.swapped(0, 1))


# 7.0, 7A and 7B: setting up


@pytest.mark.parametrize("players", [["some"], ["some"] * 6])
def test_7a_two_to_five_players(players):
    check_refused_as(4, "7A", lambda game: game.changed(0, players=players))


@pytest.mark.parametrize("ring", [[1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, "virtual_1"], []])
def test_7a_everybody_sits_in_the_ring_once(ring):
    check_refused_as(3, "7A", lambda game: game.changed(0, ring=ring))


@pytest.mark.parametrize(
    "ring",
    [
        [1, 2],
        [1, 2, "virtual_1", "virtual_2"],
        [1, "virtual_2", 2, "virtual_1"],
        [1, "virtual_1", 2, "virtual_1"],
        [1, "virtual_1", 2],
    ],
)
def test_7b_a_virtual_player_sits_on_each_side_of_the_two(ring):
    check_refused_as(2, "7B", lambda game: game.changed(0, ring=ring))


@pytest.mark.parametrize("players", [2, 4])
def test_7_0_no_card_is_there_more_often_than_it_is_printed(players):
    def deal_again(game):
        one, other = game.all("deal")[:2]
        (single,) = [card for card in game.record[one]["cards"] if card in ("moon_9", "moon_8")][:1] or [None]
        only_if(single)
        return game.changed(other, cards=[single, *game.record[other]["cards"][1:]])

    check_refused_as(players, "7.0", deal_again)


@pytest.mark.parametrize("place", [0, 17])
def test_7a_everybody_is_dealt_eighteen_cards(place):
    def fewer(game):
        i = game.first("deal")
        cards = game.record[i]["cards"]
        return game.changed(i, cards=cards[:place] + cards[place + 1 :])

    check_refused_as(4, "7A", fewer)


@pytest.mark.parametrize(("players", "paragraph"), [(2, "7B"), (4, "7A")])
def test_7a_everybody_is_dealt_once(players, paragraph):
    check_refused_as(players, paragraph, lambda game: game.doubled(game.first("deal")))
    check_refused_as(players, "7A" if players > 2 else "7B", _without_last_deal)


def _without_last_deal(game):
    return game.without(game.all("deal")[-1])


def test_7a_two_cards_are_drawn_before_the_first_round():
    check_refused_as(4, "7A", lambda game: game.lacking(game.first("draw")))
    check_refused_as(4, "7A", lambda game: game.doubled(game.first("draw")))
    check_refused_as(4, "7A.1", lambda game: game.doubled(game.all("draw")[3]))


# 7A: rounds


def test_7a_rounds_are_counted_and_there_are_eight():
    check_refused_as(3, "7A", lambda game: game.changed(game.all("round")[4], round=4))
    check_refused_as(3, "7A.1", lambda game: game.without(game.all("round")[4]))
    check_refused_as(3, "7A.1", lambda game: game.doubled(game.all("round")[4]))
    game = good(3, 0)
    last = game.all("round")[-1]
    one_more = [*game.record[: game.first("score")], *game.record[last : game.first("score")]]
    (finding,) = check(one_more, game.rulebook)
    assert (finding.event, finding.paragraph) == (game.first("score") + 1, "7A")
    one_less = game.record[:last] + game.record[game.first("score") :]
    (finding,) = check(one_less, game.rulebook)
    assert (finding.event, finding.paragraph) == (last + 1, "7A")
