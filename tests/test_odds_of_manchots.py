"""The command odds for Manchots Barjots as a user meets it."""

from fractions import Fraction

import pytest
from command_line import answered, check_refused, csv_rows, rows, run

MANCHOTS = ("odds", "--rules", "manchots-barjots")
HAND = ("--hand", "desert_7,city_2,moon_5,moon_5", "--players", "3", "--simulate", "4")


def test_special_cards_sum_to_one():
    found = rows(*MANCHOTS)
    for special in ("twins", "kamikaze", "lookout", "any"):
        own = [row for row in found if row["special"] == special]
        assert sum(row["chance"] for row in own) == pytest.approx(1, abs=1e-12)
        assert own[0]["at_least"] == 1


def test_a_terminal_sets_special_cards_crosswise_and_says_where_the_deck_comes_from():
    result = run(*MANCHOTS)
    assert "by number (down) and special (across)" in result.stdout
    assert "come from reviews" in " ".join(result.stdout.split())


def test_a_card_by_number_of_players():
    found = rows(*MANCHOTS, "Desert 7", "moon_9")
    assert [(row["card"], row["players"]) for row in found] == [
        (card, players) for card in ("desert_7", "moon_9") for players in range(2, 6)
    ]
    assert found[5]["in_play"] == pytest.approx(0.6, abs=1e-12)
    assert [float(row["in_play"]) for row in csv_rows(*MANCHOTS, "Desert 7", "moon_9")] == [
        row["in_play"] for row in found
    ]


def test_exact_fractions():
    found = rows(*MANCHOTS, "moon_9", "--exact")
    assert [Fraction(row["in_play"]) for row in found] == [
        Fraction(4, 5),
        Fraction(3, 5),
        Fraction(4, 5),
        Fraction(1),
    ]


def test_the_sum_of_a_zone():
    found = rows(*MANCHOTS, "desert")
    assert {row["play"] for row in found} == {"any", "all"}
    assert sum(row["sum"] * row["chance"] for row in found if row["play"] == "any") == pytest.approx(8)


def test_two_rulebooks_side_by_side():
    found = rows(*MANCHOTS, "--rules", "manchots-barjots,specials.lookout=4")
    lookouts = [row["copies"] for row in found if row["special"] == "lookout" and row["number"] == 0]
    assert lookouts == [10, 15]


def test_dealt_beside_exact():
    answer = answered(*MANCHOTS, "moon_9", "--simulate", 2000, "--seed", 3)
    assert answer["meta"]["seed"] == "3"
    for row in answer["rows"]:
        assert abs(row["z"]) < 4.5
        assert row["low"] <= row["simulated"] <= row["high"]


def test_advice_on_a_hand():
    answer = answered(*MANCHOTS, *HAND, "--seed", "7")
    assert (answer["meta"]["seed"], answer["meta"]["games"]) == ("7", 4)
    found = answer["rows"]
    assert len([row for row in found if not row["land"]]) == 7
    assert {row["players"] for row in found} == {3}
    result = run(*MANCHOTS, *HAND)
    assert "which two cards to give" in result.stdout
    assert "first hand only" in result.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((*MANCHOTS, "dessert"), "did you mean desert?"),
        ((*MANCHOTS, "desert", "moon_9"), "tables of their own"),
        ((*MANCHOTS, "--players", "3"), "--players has no effect without --hand"),
        ((*MANCHOTS, "--dice", "3"), "--dice"),
        ((*MANCHOTS, "--table", "3x3"), "--table"),
        ((*MANCHOTS, "--seed", "3"), "--seed has no effect without --simulate"),
        ((*MANCHOTS, "--simulate", "9", "--jobs", "1"), "--jobs"),
        ((*MANCHOTS, *HAND, "--exact"), "--exact has no effect beside --hand"),
        ((*MANCHOTS, *HAND, "moon"), "leave out cards"),
        ((*MANCHOTS, *HAND[:2], "--players", "6"), "give 2 to 5"),
        ((*MANCHOTS, "--hand", "moon_9,moon_9,city_4,city_5"), "the deck has 1 of moon_9"),
        (("odds", "10", "8", "--hand", "moon_9"), "add --rules manchots-barjots"),
        (("odds", "--rules", "risk-express", *HAND[:2]), "add --rules manchots-barjots"),
        (("odds", "-r", "manchots-barjots", "-r", "risk-express"), "rulebook of express"),
    ],
)
def test_bad_questions_are_one_line(words, expected):
    check_refused(run(*words), 2, expected)


@pytest.mark.parametrize("words", [(), ("desert_7", "moon_9"), ("desert",), HAND], ids=str)
def test_the_figures(tmp_path, words):
    target = tmp_path / "odds.png"
    result = run(*MANCHOTS, *words, "--plot", target)
    assert result.exit_code == 0, result.stderr
    assert target.stat().st_size > 5000
