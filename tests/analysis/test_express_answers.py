import subprocess
import sys
from fractions import Fraction

import pytest
from express_table import LINES, POINTS, RULES, card

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.express.answers import card_odds, first_rolls, roll_choices
from conquestlab.analysis.games.express.law import Attack
from conquestlab.analysis.games.express.question import Lying
from conquestlab.analysis.games.express.simulation import Attacks
from conquestlab.analysis.games.trial import Trial
from conquestlab.analysis.rules.rulebook import load

RECONSTRUCTED = {
    "China", "Russia", "India", "Middle East", "Canada", "Central America", "Western Europe",
    "Eastern Europe", "Brazil", "Argentina",
}  # fmt: skip


def law(name, **settings):
    return Attack(card(name).lines, **settings)


def odds(*cards, rules=RULES, exact=False, **lying):
    return card_odds((rules,), cards, Lying(**lying), exact=exact)


def one(*cards, **question):
    (row,) = odds(*cards, **question)
    return row


def test_6_1_the_cards_of_the_rulebook_are_those_of_the_rules():
    found = {c.id: c for c in load(RULES).cards.cards}
    assert list(found) == list(LINES)
    for name in LINES:
        expected = card(name)
        assert found[name].lines == expected.lines
        assert found[name].points == expected.points
        assert found[name].continent == expected.continent
        assert found[name].circled_general == expected.circled_general


def test_the_table_has_one_row_a_card_with_its_chances():
    rows = odds()
    assert [row["card"] for row in rows] == list(LINES)
    assert [row["points"] for row in rows] == list(POINTS.values())
    for row in rows:
        attack = law(row["card"])
        assert row["win"] == attack.chance(attack.lines_left(), 7)
        assert row["expected_points"] == row["points"] * row["win"]
        if row["card"] != "australia":
            assert row["from_another"] == attack.chance(attack.lines_left(another=True), 7)
    assert rows[0]["lines"] == "cannon / 2 cavalry / 5 soldiers"
    assert rows[4]["lines"] == "cannon + cavalry / cannon + cavalry / 3 soldiers"
    assert rows[-1]["from_another"] is None


def test_the_ten_reconstructed_names_are_marked_wherever_they_show():
    for rows in (odds(), roll_choices((RULES,), ("cannon", "cavalry", "general", "soldier3"))):
        for row in rows:
            assert (row["name_provenance"] == "reconstructed") == (row["name"] in RECONSTRUCTED)
    assert {row["name"] for row in odds()} > RECONSTRUCTED


def test_a_card_is_named_by_id_or_in_english_or_french_without_regard_to_accents():
    for text in ("north_america_1", "United States", "états-unis", "ETATS UNIS", " united_states "):
        assert one(text)["card"] == "north_america_1"


@pytest.mark.parametrize(
    ("cards", "lying", "message"),
    [
        (["Chin"], {}, r"no card 'Chin': did you mean China\?"),
        (["Zzz"], {}, r"no card 'Zzz': China, Russia"),
        (["China", "chine"], {}, "China is asked for twice"),
        (["China"], {"filled": (0,)}, r"China .*: line 0 is not among the lines still to fill \(1, 2, 3\)"),
        (["China"], {"filled": (4,)}, "line 4 is not among"),
        (["China"], {"filled": (1, 1)}, "line 1 is not among"),
        (["China", "India"], {"filled": (1,)}, "filled lines belong to one card"),
        ([], {"filled": (1,)}, "filled lines belong to one card"),
        (["Australia"], {"another": True}, "Australia is turned over at once"),
        ([], {"dice": 8}, "8 dice left for China: give 1 to 7"),
        (["China"], {"dice": 0}, "0 dice left for China: give 1 to 7"),
        (["China"], {"filled": (2, 3), "dice": 4}, "4 dice left for China: give 1 to 3"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_way_out(cards, lying, message):
    with pytest.raises(WrongUse, match=message):
        odds(*cards, **lying)


def test_6_3_the_state_of_an_attack_counts():
    attack = law("asia_1")
    assert one("China", dice=4)["win"] == attack.chance(attack.lines_left(), 4)
    row = one("China", filled=(2,), another=True, dice=3)
    assert row["win"] == row["from_another"] == attack.chance(attack.lines_left(another=True, filled=[2]), 3)
    assert (row["owner"], row["filled"], row["dice"]) == ("another", "2", 3)
    assert one("China", filled=(3, 1))["dice"] == 4  # a cannon and two dice of soldiers


def test_6_3_cards_before_another_player_are_all_but_the_safe_one():
    assert [row["card"] for row in odds(another=True)] == [name for name in LINES if name != "australia"]


def test_6_6_x1_the_option_of_the_rulebook_counts():
    free = law("north_america_1", voluntary=True)
    row = one("north_america_1", rules=f"{RULES},voluntary_sacrifice=on")
    assert row["win"] == free.chance(free.lines_left(), 7)
    assert row["rules"] == f"{RULES},voluntary_sacrifice=on"


def test_6_3_the_best_targets_share_the_first_rolls_among_the_cards_asked_for():
    rows = odds("asia_3", "europe_1", "australia")
    assert sum(row["best_target"] for row in rows) == pytest.approx(1, abs=0.01)
    assert all(row["best_target"] > 0.05 for row in rows)
    assert sum(row["target_points"] for row in rows) > max(row["expected_points"] for row in rows)
    assert one("asia_3")["target_points"] == pytest.approx(one("asia_3")["expected_points"], rel=1e-12)


def test_6_4_an_attack_is_continued_where_that_promises_more_points():
    nearly = one("north_america_1", filled=(1, 2))
    hopeless = one("north_america_1", filled=(3,), dice=1)
    turn = sum(row["target_points"] for row in odds())
    assert nearly["fresh_points"] == hopeless["fresh_points"] == pytest.approx(turn, rel=1e-12)
    assert nearly["expected_points"] > turn
    assert (nearly["better"], hopeless["better"]) == ("continue", "fresh")


def test_6_4_a_target_of_another_player_lies_there_for_a_fresh_turn_too():
    mine = one("asia_4", filled=(1, 2))["fresh_points"]
    others = one("asia_4", filled=(1, 2), another=True)["fresh_points"]
    assert others <= mine
    canada = [one("north_america_2", filled=(1,), another=held)["fresh_points"] for held in (False, True)]
    assert canada[1] < canada[0]


def test_exact_answers_are_fractions():
    row = one("asia_3", exact=True)
    attack = law("asia_3", number=Fraction)
    assert row["win"] == attack.chance(attack.lines_left(), 7)
    assert isinstance(row["best_target"], Fraction)


def test_6_7_the_choices_at_a_roll_of_the_rulebook_turn():
    first = ["cannon", "cavalry", "general", "general", "soldier1", "soldier1", "cavalry"]
    rows = roll_choices((RULES,), first, ("United States",))
    assert [(row["line"], row["fills"], row["dice_left"], row["best"]) for row in rows] == [
        (1, "cannon + cavalry", 5, "yes"),
        (2, "cannon + cavalry", 5, "no"),
    ]
    second = ["general", "general", "cavalry", "soldier1", "soldier1"]
    (row,) = roll_choices((RULES,), second, ("United States",), Lying(filled=(1,)))
    assert (row["line"], row["fills"], row["dice_left"]) == (None, "nothing", 4)
    attack = law("north_america_1")
    assert row["win"] == attack.chance(attack.lines_left(filled=[1]), 4)


def test_6_3_at_the_first_roll_the_choices_are_of_all_cards_the_most_points_first():
    rows = roll_choices((RULES,), ("cannon", "cannon", "general", "soldier3", "soldier3"))
    assert {row["card"] for row in rows} > {"north_america_3", "europe_1", "africa_1"}
    assert rows[0]["expected_points"] == max(row["expected_points"] for row in rows)
    assert [row["best"] for row in rows].count("yes") == 1
    (row,) = roll_choices((RULES,), ("general", "general"), ("India", "Western Europe"))
    assert (row["card"], row["name"], row["win"], row["dice_left"]) == (None, None, None, 1)


def test_6_3_every_first_roll_has_its_best_target_and_its_worth():
    rows = first_rolls((RULES,), exact=True)
    assert len(rows) == 792
    assert sum(row["chance"] for row in rows) == 1
    assert rows[0]["chance"] == max(row["chance"] for row in rows)
    turn = sum(row["target_points"] for row in odds(exact=True))
    assert sum(row["chance"] * row["expected_points"] for row in rows) == turn
    best = roll_choices((RULES,), rows[100]["roll"].split(), exact=True)[0]
    shared = ("card", "line", "dice_left", "win", "expected_points")
    assert [rows[100][key] for key in shared] == [best[key] for key in shared]
    assert len(first_rolls((RULES,), ("India",), Lying(dice=2))) == 21


@pytest.mark.parametrize(
    ("faces", "lying", "message"),
    [
        (("admiral",), {}, "no die shows 'admiral'"),
        (("cannon",), {"dice": 3}, "the roll shows 1 dice, not 3"),
        (("cannon",) * 8, {}, "8 dice left for China: give 1 to 7"),
        ((), {}, "0 dice left for China: give 1 to 7"),
    ],
)
def test_a_roll_that_cannot_be_is_refused(faces, lying, message):
    with pytest.raises(WrongUse, match=message):
        roll_choices((RULES,), faces, ("China",), Lying(**lying))


def test_the_table_needs_neither_numpy_nor_numba():
    script = (
        "import sys\n"
        "from conquestlab.analysis.games.express.answers import card_odds\n"
        f"assert len(card_odds(({RULES!r},))) == 14\n"
        "print([name for name in ('numpy', 'numba', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_6_7_attacks_played_roll_by_roll_agree_with_the_law():
    for rules in (RULES, f"{RULES},voluntary_sacrifice=on"):
        rows = card_odds((rules,), trial=Trial(40_000, "3"))
        for row in rows:
            # All fourteen are within 4.5 standard errors in 9999 of 10000 such tests.
            assert abs(row["z"]) < 4.5
            assert row["low"] < row["simulated"] < row["high"]
            assert row["games"] == 40_000
    (row,) = card_odds((RULES,), ("China",), Lying(dice=3, filled=(1, 2), another=True), trial=Trial(40_000))
    assert abs(row["z"]) < 4.5


def test_an_attack_is_the_same_whatever_the_number_of_games_and_threads():
    attacks, left = Attacks(load(RULES)), law("asia_1").lines_left()
    many = attacks.conquered("asia_1", left, 7, 600_000, 9, jobs=2)
    told = []
    assert attacks.conquered("asia_1", left, 7, 600_000, 9, jobs=1, progress=told.append) == many
    assert told == [2**18, 2**19, 600_000]
    assert attacks.conquered("asia_1", left, 7, 600_000, 10) != many
    with pytest.raises(WrongUse, match="0 games: give 1 to"):
        attacks.conquered("asia_1", left, 7, 0)
