"""The grid of a sweep: keys, their values, and a rulebook for every combination."""

import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.sweeping.grid import read_grid


def grid(*vary, rules="risk-modern", against=None):
    return read_grid(rules, load(rules), vary, against)


def labels(*vary, **more):
    return [book.label for _, book in grid(*vary, **more).books]


def test_a_range_has_both_ends_and_a_list_its_order():
    assert labels("cards.scale_step=0..10..5") == [
        "risk-modern,cards.scale_step=0", "risk-modern", "risk-modern,cards.scale_step=10"
    ]  # fmt: skip
    assert labels("dice.defender=3,1") == ["risk-modern,dice.defender=3", "risk-modern,dice.defender=1"]
    found = grid("max_rounds=10,20..40..10,100")
    assert [found.columns(book)["max_rounds"] for _, book in found.books] == [10, 20, 30, 40, 100]
    assert labels("cards.scale_step=4..6") == [
        "risk-modern,cards.scale_step=4", "risk-modern", "risk-modern,cards.scale_step=6"
    ]  # fmt: skip


def test_the_last_key_changes_fastest():
    found = grid("dice.defender=2,3", "scale_step=5,6")
    assert [tuple(found.columns(book).values()) for _, book in found.books] == [
        (2, 5),
        (2, 6),
        (3, 5),
        (3, 6),
    ]
    assert [key.name for key in found.keys] == ["dice.defender", "cards.scale_step"]


def test_lists_words_switches_and_entries():
    found = grid("cards.scale=[4,6,8],[6,8,10]", "movement.kind=one,simultaneous")
    assert [tuple(found.columns(book).values()) for _, book in found.books] == [
        *((scale, kind) for scale in ("[4,6,8]", "[6,8,10]") for kind in ("one", "simultaneous"))
    ]  # fmt: skip
    found = grid("cards.world_card_bonus=on,off")
    assert [found.columns(book)["cards.world_card_bonus"] for _, book in found.books] == [True, False]
    found = grid("setup.starting_armies.3=30..40..5")
    assert [book.spec.setup.starting_armies[3] for _, book in found.books] == [30, 35, 40]
    assert found.books[1][1].hash == load("risk-modern").hash
    found = grid("handicap.armies.2=0..4..2", "handicap.armies.3=0,1")
    assert [tuple(book.spec.handicap.armies) for _, book in found.books][-1] == (0, 4, 1)
    found = grid("handicap.armies.3=0,1")  # a list that ends early goes on with zeros
    assert [book.label for _, book in found.books] == ["risk-modern", "risk-modern,handicap.armies=[0,0,1]"]
    assert [found.columns(book)["handicap.armies.3"] for _, book in found.books] == [0, 1]
    found = grid("cards.scale.1=4,5")
    assert [book.spec.cards.scale[:2] for _, book in found.books] == [(4, 6), (5, 6)]


def test_changes_that_were_made_before_stay():
    found = grid("dice.defender=2,3", rules="risk-modern,max_rounds=50")
    assert [book.spec.max_rounds for _, book in found.books] == [50, 50]
    assert found.base == 0


def test_the_base_is_the_rulebook_unchanged_or_the_first_or_the_one_that_is_named():
    def base(*vary, **more):
        found = grid(*vary, **more)
        return found.books[found.base][1].label

    assert base("dice.defender=1,2,3") == "risk-modern"
    assert base("dice.defender=1,3") == "risk-modern,dice.defender=1"
    assert base("dice.defender=1,2,3", against="defender=3") == "risk-modern,dice.defender=3"
    varied = ("dice.defender=2,3", "cards.scale_step=5,6")
    assert base(*varied, against="scale_step=6") == "risk-modern,cards.scale_step=6"
    both = "risk-modern,dice.defender=3,cards.scale_step=6"
    assert base(*varied, against="scale_step=6,dice.defender=3") == both


@pytest.mark.parametrize(
    ("vary", "told"),
    [
        (("dice=1,2",), "dice: no such key"),
        (("cards.fixed.artillery=3,4",), "no effect"),
        (("dice.defender=2..3..2",), "leads from one to the other"),
        (("setup.starting_armies.x=3,4",), "setup.starting_armies"),
        (("cards.scale.1=2,3", "cards.scale=[4,6]"), "in two ways"),
        (("dice.defender=",), "dice.defender="),
        (("dice.defender=2,02",), 'dice.defender="02"'),
        (("map=nowhere",), "nowhere"),
    ],
)
def test_what_is_refused_is_named(vary, told):
    with pytest.raises(WrongUse, match=told.replace(".", r"\.")) as refusal:
        grid(*vary)
    assert "--vary" in str(refusal.value)
    assert "\n" not in str(refusal.value)
