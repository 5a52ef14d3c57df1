import csv
import time
from fractions import Fraction
from pathlib import Path

import oracle_express
import pytest
from express_table import LINES, POINTS, card, read_lines

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.express.law import (
    Attack,
    FirstRoll,
    Prospect,
    count_faces,
    fewest_dice,
    rolls,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "express_conquest.csv"
GENERAL = (("general",), 0)


def golden():
    with GOLDEN.open(encoding="utf-8") as file:
        return {row.pop("card"): {k: float(v) for k, v in row.items() if v} for row in csv.DictReader(file)}


def law(name, **settings):
    return Attack(card(name).lines, **settings)


def full(name, **settings):
    attack = law(name, **settings)
    return attack.chance(attack.lines_left(), 7)


# Every roll


@pytest.mark.parametrize("dice", range(8))
def test_6_1_the_multisets_of_a_roll_count_every_ordered_roll(dice):
    counts, ways = zip(*rolls(dice), strict=True)
    assert sum(ways) == 6**dice
    assert len(set(counts)) == len(counts)
    assert all(sum(c) == dice for c in counts)


def test_6_1_the_chance_of_a_roll_is_the_number_of_its_orders():
    ways = dict(rolls(3))
    assert ways[count_faces(["general", "general", "soldier3"])] == 3
    assert ways[count_faces(["general", "cavalry", "cannon"])] == 6


def test_6_1_a_face_that_is_on_no_die_is_refused():
    with pytest.raises(WrongUse, match="no die shows 'admiral'"):
        count_faces(["general", "admiral"])


@pytest.mark.parametrize("text", sorted({line for lines in LINES.values() for line in lines.split(" / ")}))
def test_6_3_the_fewest_dice_that_fill_a_line(text):
    (line,) = read_lines(text)
    for dice in range(1, 6):
        for counts, _ in rolls(dice):
            roll = tuple(f for f, n in zip(oracle_express.FACES, counts, strict=True) for _ in range(n))
            possible = oracle_express.numbers_that_fill(line, roll)
            assert fewest_dice(line, counts) == min(possible, default=0)


def test_6_3_five_soldiers_are_filled_by_three_and_three():
    five = ((), 5)
    assert fewest_dice(five, count_faces(["soldier3", "soldier3"])) == 2
    assert fewest_dice(five, count_faces(["soldier3", "soldier1"])) == 0


# The chance to conquer


@pytest.mark.parametrize("name", LINES)
def test_6_7_the_chance_to_conquer_each_card(name):
    assert full(name) == pytest.approx(golden()[name]["win"], abs=6e-10)


@pytest.mark.parametrize("name", LINES)
def test_6_6_x1_the_chance_where_a_die_may_be_given_up(name):
    assert full(name, voluntary=True) == pytest.approx(golden()[name]["win_voluntary_sacrifice"], abs=6e-10)


@pytest.mark.parametrize("name", [name for name in LINES if name != "australia"])
def test_6_3_the_chance_to_take_a_card_from_another_player(name):
    attack = law(name)
    chance = attack.chance(attack.lines_left(another=True), 7)
    assert chance == pytest.approx(golden()[name]["from_another"], abs=6e-10)


def test_6_7_the_extremes_of_the_fourteen_cards():
    chances = {name: full(name) for name in LINES}
    assert min(chances, key=chances.get) == "australia"
    assert sorted(chances, key=chances.get)[1] == "europe_1"
    assert max(chances, key=chances.get) == "asia_4"


@pytest.mark.parametrize("dice", range(8))
def test_6_3_a_lone_general_is_missed_only_if_every_roll_misses(dice):
    attack = Attack([GENERAL], number=Fraction)
    missed = Fraction(5, 6) ** (dice * (dice + 1) // 2)
    assert attack.chance(attack.lines_left(), dice) == 1 - missed


@pytest.mark.parametrize("voluntary", [False, True])
@pytest.mark.parametrize("name", LINES)
def test_6_3_plain_recursion_over_every_ordered_roll_agrees(name, voluntary):
    attack = law(name, voluntary=voluntary, number=Fraction)
    lines = (GENERAL, *card(name).lines)
    for left in range(1 << len(lines)):
        chosen = tuple(line for i, line in enumerate(lines) if left >> i & 1)
        for dice in range(4):
            assert attack.chance(left, dice) == oracle_express.conquer(chosen, dice, voluntary)


@pytest.mark.parametrize(("name", "dice"), [("north_america_1", 5), ("africa_1", 5), ("north_america_2", 5)])
def test_6_3_plain_recursion_agrees_for_more_dice(name, dice):
    attack = law(name, number=Fraction)
    assert attack.chance(attack.lines_left(), dice) == oracle_express.conquer(card(name).lines, dice, False)


@pytest.mark.parametrize("voluntary", [False, True])
@pytest.mark.parametrize("name", LINES)
def test_6_3_more_dice_are_never_worse(name, voluntary):
    """So the fewest dice may always be taken for a soldiers line."""
    attack = law(name, voluntary=voluntary, number=Fraction)
    for left in range(1 << len(attack.lines)):
        chances = [attack.chance(left, dice) for dice in range(8)]
        assert chances == sorted(chances)


@pytest.mark.parametrize("name", LINES)
def test_6_6_x1_giving_up_a_die_at_will_never_hurts(name):
    forced, free = (law(name, voluntary=v, number=Fraction) for v in (False, True))
    for left in range(1 << len(forced.lines)):
        assert all(free.chance(left, dice) >= forced.chance(left, dice) for dice in range(8))


@pytest.mark.parametrize("name", LINES)
def test_floats_agree_with_fractions_to_twelve_digits(name):
    rough, exact = law(name), law(name, number=Fraction)
    for left in range(1, 1 << len(rough.lines)):
        for dice in range(1, 8):
            true = exact.chance(left, dice)
            assert abs(Fraction(rough.chance(left, dice)) - true) <= true * Fraction(1, 10**13)


def test_a_line_that_is_filled_cannot_be_filled_again():
    attack = law("africa_2")
    assert attack.lines_left(filled=[1]) == 0b100
    assert attack.lines_left(another=True, filled=[0]) == 0b110
    with pytest.raises(WrongUse, match=r"line 0 is not among the lines still to fill \(1, 2\)"):
        attack.lines_left(filled=[0])
    with pytest.raises(WrongUse, match=r"line 2 is not among the lines still to fill \(1\)"):
        attack.lines_left(filled=[2, 2])
    with pytest.raises(WrongUse, match="line -1"):
        attack.lines_left(filled=[-1])


# The best choice at a roll


def test_6_7_the_rulebook_turn_against_the_united_states():
    attack = law("north_america_1")
    left = attack.lines_left()

    first = ["cannon", "cavalry", "general", "general", "soldier1", "soldier1", "cavalry"]
    fill = attack.choices(count_faces(first), left)[0]
    assert (fill.line, fill.dice) == (1, 2)
    left = attack.lines_left(filled=[1])

    second = ["general", "general", "cavalry", "soldier1", "soldier1"]
    assert attack.choices(count_faces(second), left) == [(None, 1, attack.chance(left, 4))]

    third = ["cannon", "cavalry", "general", "general"]
    fill = attack.choices(count_faces(third), left)[0]
    assert (fill.line, fill.dice) == (2, 2)
    left = attack.lines_left(filled=[1, 2])

    more_than_enough = ["soldier2", "soldier3"]
    assert attack.choices(count_faces(more_than_enough), left) == [(3, 1, 1.0)]


def test_6_3_every_choice_is_listed_with_its_chance_the_best_first():
    attack = law("asia_1", number=Fraction)
    roll = ("cannon", "cavalry", "cavalry", "soldier3", "soldier3")
    choices = attack.choices(count_faces(roll), attack.lines_left())
    lines = dict(enumerate(card("asia_1").lines, 1))
    for line, used, chance in choices:
        others = tuple(lines[i] for i in lines if i != line)
        assert chance == oracle_express.conquer(others, 5 - used, False)
    assert sorted(choice.line for choice in choices) == [1, 2, 3]
    assert choices[0].chance == max(choice.chance for choice in choices)


def test_6_6_x1_a_die_may_be_given_up_only_under_the_option():
    roll = count_faces(["cannon"] + ["general"] * 6)
    forced, free = law("asia_2"), law("asia_2", voluntary=True)
    assert [choice.line for choice in forced.choices(roll, forced.lines_left())] == [1, 2]
    assert None in [choice.line for choice in free.choices(roll, free.lines_left())]


def test_6_3_the_average_over_the_rolls_of_the_best_choice_is_the_chance():
    attack = law("africa_1", number=Fraction)
    left = attack.lines_left(another=True)
    total = sum(ways * attack.choices(counts, left)[0].chance for counts, ways in rolls(6))
    assert total / 6**6 == attack.chance(left, 6)


# The first roll, which settles the target


def prospects(names, *, voluntary=False, number=Fraction, another=()):
    attacks = {name: law(name, voluntary=voluntary, number=number) for name in names}
    return [Prospect(a, a.lines_left(another=n in another), POINTS[n]) for n, a in attacks.items()]


@pytest.mark.parametrize("voluntary", [False, True])
@pytest.mark.parametrize("names", [("asia_3", "europe_1"), ("africa_2", "south_america_2"), ("asia_1",)])
def test_6_3_plain_recursion_agrees_on_a_fresh_turn(names, voluntary):
    turn = FirstRoll(prospects(names, voluntary=voluntary), voluntary=voluntary)
    cards = tuple((card(name).lines, POINTS[name]) for name in names)
    for dice in range(5):
        assert turn.worth(dice) == oracle_express.fresh_turn(cards, dice, voluntary)


def test_6_3_a_card_of_another_player_has_one_more_line():
    turn = FirstRoll(prospects(["africa_2", "asia_4"], another=["africa_2"]))
    cards = (((GENERAL, *card("africa_2").lines), 2), (card("asia_4").lines, 1))
    assert turn.worth(4) == oracle_express.fresh_turn(cards, 4, False)


def test_6_3_the_first_rolls_average_to_the_worth_of_the_turn():
    turn = FirstRoll(prospects(["asia_3", "europe_1", "australia"]))
    assert sum(ways * turn.targets(counts)[0].worth for counts, ways in rolls(7)) / 6**7 == turn.worth(7)
    assert sum(turn.worths(7)) == turn.worth(7)


def test_6_3_the_shares_of_the_targets_miss_one_by_the_chance_that_nothing_ever_fits():
    turn = FirstRoll(prospects(["europe_1"]))
    nothing = Fraction(1)
    for dice in range(1, 8):
        pairs = 2 * (1 - Fraction(5, 6) ** dice - dice * Fraction(5 ** (dice - 1), 6**dice))
        both = sum(w for c, w in rolls(dice) if c[1] >= 2 and c[2] >= 2) / Fraction(6**dice)
        nothing *= 1 - (pairs - both)
    assert turn.shares(7) == [1 - nothing]


def test_6_3_choosing_at_the_first_roll_is_worth_more_than_any_target_fixed_before():
    turn = FirstRoll(prospects(LINES, number=float))
    assert turn.worth(7) > max(POINTS[name] * full(name) for name in LINES)
    assert sum(turn.shares(7)) == pytest.approx(1, abs=1e-12)


def test_6_6_x2_a_first_roll_that_fits_some_card_must_take_one():
    poor = count_faces(["cannon", "general", "general", "general", "general", "general", "general"])
    forced = FirstRoll(prospects(["asia_2"]))
    free = FirstRoll(prospects(["asia_2"], voluntary=True), voluntary=True)
    assert [target.line for target in forced.targets(poor)] == [1, 2]
    assert [target.line for target in free.targets(poor)].count(None) == 1


def test_6_3_where_no_line_of_any_card_fits_a_die_is_given_up():
    turn = FirstRoll(prospects(["asia_3", "europe_1"]))
    (only,) = turn.targets(count_faces(["general"] * 7))
    assert only == (None, None, 1, None, turn.worth(6))


def test_a_turn_without_anything_to_attack_is_worth_nothing():
    assert FirstRoll([]).worth(7) == 0


def test_the_whole_table_is_made_within_a_second():
    start = time.process_time()
    for name in LINES:
        for voluntary in (False, True):
            attack = law(name, voluntary=voluntary)
            attack.chance(attack.lines_left(another=True), 7)
    assert time.process_time() - start < 1
