"""The exact law of what is dealt in Manchots Barjots against enumeration, and against dealt games."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

import pytest
from manchots_table import RULES, rulebook
from plain_python import too_many_games
from slow_manchots import deck, value_of, zone_of

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.simulated import attacks_of, simulated_rows
from conquestlab.analysis.games.manchots.answers import cards_in_play, specials_dealt, zone_sums
from conquestlab.analysis.games.manchots.deal_law import at_least, number_drawn, sum_drawn
from conquestlab.analysis.games.manchots.question import read_hand, read_players, read_things
from conquestlab.analysis.games.trial import Trial
from conquestlab.analysis.rules.rulebook import load

SMALL = f"{RULES},copies=[1,2],deal=4,rounds=1,players.min=3,players.max=3,specials.lookout=0"


def draws(cards, drawn):
    """Return every equally likely way to draw, as sets of cards that are told apart."""
    return list(combinations(cards, drawn))


@pytest.mark.parametrize(
    ("cards", "marked", "drawn"), [(9, 4, 3), (6, 6, 2), (7, 1, 7), (8, 0, 4), (5, 2, 0)]
)
def test_the_number_of_marked_cards_by_enumeration(cards, marked, drawn):
    ways = draws(range(cards), drawn)
    found = Counter(sum(card < marked for card in way) for way in ways)
    law = number_drawn(cards, marked, drawn)
    assert law == [Fraction(found[number], len(ways)) for number in range(min(marked, drawn) + 1)]
    assert sum(law) == 1


@pytest.mark.parametrize(
    ("copies", "others", "drawn"), [([1, 2, 1], 5, 4), ([0, 3], 4, 5), ([2], 0, 1), ([1, 1], 3, 0)]
)
def test_the_sum_of_a_zone_by_enumeration(copies, others, drawn):
    zone = [value for value, many in enumerate(copies, 1) for _ in range(many)]
    ways = draws(zone + [0] * others, drawn)
    found = Counter(sum(way) for way in ways)
    assert sum_drawn(copies, others, drawn) == {
        total: Fraction(found[total], len(ways)) for total in sorted(found)
    }


def test_chances_are_added_up_from_the_end():
    law = [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    assert at_least(law) == [1, Fraction(5, 6), Fraction(1, 2)]


def small_deck():
    return deck(SimpleNamespace(copies=(1, 2)))


def test_special_cards_of_a_small_deck_by_enumeration():
    ways = draws(small_deck(), 4)
    for special, values in (("twins", {1}), ("kamikaze", {2}), ("any", {1, 2})):
        found = Counter(sum(value_of(card) in values for card in way) for way in ways)
        rows = [row for row in specials_dealt((load(SMALL),), exact=True) if row["special"] == special]
        told = {row["number"]: row["chance"] for row in rows if row["chance"]}
        assert told == {number: Fraction(count, len(ways)) for number, count in found.items()}
    assert {row["special"] for row in specials_dealt((load(SMALL),))} == {"twins", "kamikaze", "any"}


def test_a_card_in_play_of_a_small_deck_by_enumeration():
    """With three players twelve of the fifteen cards are dealt: three are left out."""
    (row,) = [row for row in cards_in_play((load(SMALL),), ["desert_2"], exact=True) if row["players"] == 3]
    ways = draws(small_deck(), 12)
    counts = Counter(way.count("desert_2") for way in ways)
    assert row["in_play"] == 1 - Fraction(counts[0], len(ways))
    assert row["all_in_play"] == Fraction(counts[2], len(ways))
    own = Counter(way.count("desert_2") for way in draws(small_deck(), 4))
    assert row["yours"] == 1 - Fraction(own[0], own.total())


def test_the_sums_of_a_small_deck_by_enumeration():
    for play, landed in (("any", 1), ("all", 4)):
        ways = draws(small_deck(), landed)
        found = Counter(sum(value_of(card) for card in way if zone_of(card) == "moon") for way in ways)
        rows = [row for row in zone_sums((load(SMALL),), ["moon"], exact=True) if row["play"] == play]
        assert {row["sum"]: row["chance"] for row in rows} == {
            total: Fraction(count, len(ways)) for total, count in found.items()
        }
        assert rows[0]["at_least"] == 1


def test_7_0_means_of_the_printed_deck():
    """Eighteen of ninety cards: a fifth of the five Twins and of the ninety points of a zone."""
    rows = specials_dealt((load(RULES),), exact=True)
    for special, copies in (("twins", 5), ("kamikaze", 5), ("lookout", 10), ("any", 20)):
        own = [row for row in rows if row["special"] == special]
        assert sum(row["number"] * row["chance"] for row in own) == Fraction(copies, 5)
        assert {row["copies"] for row in own} == {copies}
    sums = zone_sums((load(RULES),), ["city"], exact=True)
    for play, mean in (("any", 8), ("all", 18)):
        assert sum(row["sum"] * row["chance"] for row in sums if row["play"] == play) == mean
    chances = {
        row["players"]: row["in_play"] for row in cards_in_play((load(RULES),), ["moon_9"], exact=True)
    }
    assert chances == {2: Fraction(4, 5), 3: Fraction(3, 5), 4: Fraction(4, 5), 5: 1}


@too_many_games
def test_dealt_games_agree_with_the_exact_law():
    rows = simulated_rows(attacks_of([load(RULES)]), 20_000, "5")
    assert len(rows) > 60
    assert all(row["verdict"] == "ok" for row in rows), rows


@too_many_games
def test_dealt_games_of_another_law_do_not_agree():
    """The same games beside the law of a deck with more Twins: the difference is seen."""
    dealt = specials_dealt((load(RULES),), trial=Trial(20_000, "5"))
    other = specials_dealt((load(f"{RULES},copies=[2,1,2,3,4,3,2,1,1]"),))
    pairs = {row["number"]: row for row in other if row["special"] == "twins"}
    for row in dealt:
        if row["special"] == "twins" and row["number"] < 3:
            chance = pairs[row["number"]]["chance"]
            error = (chance * (1 - chance) / row["games"]) ** 0.5
            assert abs(row["simulated"] - chance) > 4 * error


# Questions


def test_cards_and_zones_are_read_as_people_write_them():
    rules = rulebook().spec
    assert read_things(["Desert 7", "moon-9", "CITY", "jungle_4"], rules) == [
        "desert_7",
        "moon_9",
        "city",
        "jungle_4",
    ]
    assert read_hand("Desert 7,moon_5, moon 5 ,city_1", rules) == ["desert_7", "moon_5", "moon_5", "city_1"]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda rules: read_things(["dessert_7"], rules), "did you mean desert_7?"),
        (lambda rules: read_things(["7"], rules), "such as desert_7; the zones are antarctica"),
        (lambda rules: read_things(["moon", "Moon"], rules), "moon is asked for twice"),
        (lambda rules: read_hand("moon_9,moon_9,city_4,city_5", rules), "the deck has 1 of moon_9, not 2"),
        (lambda rules: read_hand("moon_9,city_4,city_5", rules), "name the 4 cards of the first round"),
        (lambda rules: read_hand("", rules), "no card ''"),
        (lambda rules: read_hand("moon_9,city_4,city_5,mars_1", rules), "no card 'mars_1'"),
        (lambda rules: read_players(6, rules), "give 2 to 5"),
    ],
)
def test_a_question_that_cannot_be_asked_says_how_to_mend_it(ask, words):
    with pytest.raises(WrongUse, match=words.replace("?", r"\?")):
        ask(rulebook().spec)


def test_a_hand_is_as_large_as_the_first_one_of_the_rulebook():
    rules = rulebook(rounds=5, draw=3, deal=17).spec
    assert len(read_hand("moon_9,city_4,city_5,city_6,city_7", rules)) == 5
    assert read_players(None, rules) == 4
