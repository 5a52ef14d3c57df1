"""What --vary may name, how far it goes, and the rulebooks that come of it."""

import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.tuning.varied import Variants, read_varied


def variants(text="risk-modern", seats=3):
    return Variants(text, load(text), seats)


def read(*words, text="risk-modern", seats=3):
    return read_varied(words, variants(text, seats))


def one(word, **named):
    (found,) = read(word, **named)
    return found


def variant(word, number, text="risk-modern", seats=3):
    found = one(word, text=text, seats=seats)
    return load(variants(text, seats).text([found], (number,))).spec


def test_a_key_of_its_own():
    found = one("dice.sides")
    assert (found.key, found.now, found.low, found.high, found.given) == ("dice.sides", 6, 2, 20, False)
    assert variant("sides", 9).dice.sides == 9


def test_a_seat_of_a_list_by_seat():
    found = one("handicap.armies.2=0..12")
    assert (found.key, found.now, found.low, found.high, found.given) == (
        "handicap.armies.2",
        0,
        0,
        12,
        True,
    )
    assert variant("armies.2", 5).handicap.armies == (0, 5, 0)
    assert one("armies.2").high == 20
    assert (one("first_reinforcement.3").low, one("first_reinforcement.3").high) == (-20, 20)


def test_what_the_rulebook_has_is_kept():
    text = "risk-modern,handicap.armies=[1,2,3],dice.defender=3"
    changed = variant("armies.2", 7, text)
    assert changed.handicap.armies == (1, 7, 3)
    assert changed.dice.defender == 3
    assert one("armies.3", text=text).now == 3
    assert variant("dice.sides", 8, text).handicap.armies == (1, 2, 3)


def test_a_whole_list_by_seat_stands_for_every_seat():
    found = read("handicap.cards", seats=4)
    assert [each.key for each in found] == [f"handicap.cards.{seat}" for seat in (1, 2, 3, 4)]
    assert {each.high for each in found} == {20}
    text = variants(seats=4).text(found, (3, 0, 1, 2))
    assert load(text).spec.handicap.cards == (3, 0, 1, 2)
    assert load(text).label == "risk-modern,handicap.cards=[3,0,1,2]"


def test_entries_of_tables_and_lists():
    assert one("reinforcement.continents.asia").now == 7
    assert load(variants().text(read("continents.asia"), (9,))).continent_bonus.count(9) == 1
    assert variant("starting_armies.3", 40).setup.starting_armies[3] == 40
    assert one("cards.scale.2").now == 6
    assert variant("cards.scale.2", 7).cards.scale[:3] == (4, 7, 8)


def test_all_entries_at_once():
    added = one("cards.scale")
    # A set has to bring an army at least.
    assert (added.key, added.now, added.low, added.high) == ("cards.scale", 0, -3, 20)
    assert variant("cards.scale", -1).cards.scale == (3, 5, 7, 9, 11, 14, 19, 24)
    per_cent = one("cards.scale%")
    assert (per_cent.key, per_cent.now, per_cent.low, per_cent.high) == ("cards.scale%", 100, 25, 400)
    assert variant("cards.scale%", 150).cards.scale == (6, 9, 12, 15, 18, 23, 30, 38)
    assert variant("cards.scale%", 25).cards.scale[0] == 1
    found = one("reinforcement.continents")
    bonus = load(variants().text([found], (2,))).continent_bonus
    assert [more - now for more, now in zip(bonus, load("risk-modern").continent_bonus, strict=True)] == [
        2
    ] * 6


def test_a_rulebook_file_may_be_varied(tmp_path):
    place = tmp_path / "mine.toml"
    place.write_text('extends = "risk-modern"\n[dice]\nsides = 8\n', encoding="utf-8")
    text = variants(str(place)).text(read("dice.sides", text=str(place)), (10,))
    assert load(text).spec.dice.sides == 10


def test_points_of_risk_express():
    found = one("handicap.points.2", text="risk-express", seats=2)
    assert (found.low, found.high) == (-20, 20)
    text = variants("risk-express", 2).text([found], (-3,))
    assert load(text).spec.handicap.points == (0, -3)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("handicap.armies.4",), "3 seats play"),
        (("handicap.armies.0",), "counted from 1"),
        (("cards.scale.9",), "it has 8 numbers"),
        (("continents.atlantis",), "north_america"),
        (("cards.scal",), "did you mean cards.scale"),
        (("cards",), "cards.jokers"),
        (("map",), "is no number"),
        (("objectives.dealt",), "is no number"),
        (("dice.sides%",), "without %"),
        (("dice.sides=4",), "as in 0..12"),
        (("dice.sides=8..4",), "the lower first"),
        (("dice.sides=4..40",), "from 2 to 20"),
        (("cards.fixed.infantry",), "has no effect while cards.sets"),
        (("starting_armies.3=5..40",), "at least 14"),
        (("dice.sides", "sides"), "twice"),
        (("cards.scale", "cards.scale.2"), "in two ways"),
        (("cards.scale", "cards.scale%"), "in two ways"),
    ],
)
def test_what_cannot_be_varied_is_refused_in_one_line(words, told):
    with pytest.raises(WrongUse, match=told.replace(".", r"\.")) as refusal:
        read(*words)
    assert "\n" not in str(refusal.value)
