"""The fourteen objectives of 1970, and decks of objectives that are refused."""

import pytest

from conquestlab.analysis.games.conquest.objective_deck import read_objectives
from conquestlab.analysis.rules.rulebook import faults_of, load

COLOURS = ["yellow", "red", "blue", "black", "violet", "green"]
TINY = """
fallback = "two"
[colours.red]
name = "red"
[colours.blue]
name = "blue"
[objectives.two]
kind = "lands"
lands = 2
[objectives.all_asia]
kind = "continents"
continents = ["asia"]
extra = 1
[objectives.no_red]
kind = "destroy"
colour = "red"
"""


def classic():
    faults = []
    deck = read_objectives("classic14", "a test", faults)
    assert faults == []
    return deck


def told(text, tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(text, encoding="utf-8")
    faults = []
    deck = read_objectives(str(path), "a test", faults)
    assert (deck is None) == bool(faults)
    return [(fault.key, fault.value, fault.allowed, fault.nearest) for fault in faults]


def test_5a_the_fourteen_objectives():
    deck = classic()
    assert [colour.id for colour in deck.colours] == COLOURS
    lands = [(one.lands, one.armies) for one in deck.objectives if one.kind == "lands"]
    assert lands == [(18, 2), (24, 1)]
    continents = {(*one.continents, one.extra) for one in deck.objectives if one.kind == "continents"}
    assert continents == {
        ("north_america", "africa", 0),
        ("north_america", "oceania", 0),
        ("asia", "africa", 0),
        ("asia", "south_america", 0),
        ("europe", "south_america", 1),
        ("europe", "oceania", 1),
    }
    assert [one.colour for one in deck.objectives if one.kind == "destroy"] == COLOURS
    assert len(deck.objectives) == 14


def test_5a_a_destroy_card_falls_back_to_24_lands():
    deck = classic()
    (fallback,) = [one for one in deck.objectives if one.id == deck.fallback]
    assert (fallback.kind, fallback.lands, fallback.armies) == ("lands", 24, 1)


def test_every_card_has_its_words_in_two_languages():
    assert all(one.text and one.text_fr for one in classic().objectives)


def test_objectives_of_a_file(tmp_path):
    assert told(TINY, tmp_path) == []
    path = tmp_path / "tiny.toml"
    rules = tmp_path / "few.toml"
    rules.write_text(
        'extends = "risk-1970-objectives"\n[players]\nmin = 2\nmax = 2\n[setup]\nstarting_armies = {2 = 40}\n'
        '[objectives]\ndeck = "tiny.toml"\n'
    )
    book = load(rules)
    assert [one.id for one in book.objectives.objectives] == ["two", "all_asia", "no_red"]
    (fault,) = faults_of(f"risk-1970-objectives,objectives.deck={path},players.max=3")
    assert (fault.key, fault.allowed) == ("objectives.deck", "a colour for each of 3 players")
    faults = faults_of(f"risk-1970-objectives,objectives.deck={path}")
    assert [fault.allowed for fault in faults] == [
        "an objective for each of 6 players: there are 3",
        "a colour for each of 6 players",
    ]


def test_objectives_that_the_map_cannot_meet(tmp_path):
    text = TINY.replace('["asia"]', '["asa"]').replace("lands = 2", "lands = 43")
    assert told(text, tmp_path) == []
    few = "starting_armies={2=40},players={min=2,max=2}"
    faults = faults_of(f"risk-1970-objectives,{few},objectives.deck={tmp_path / 'tiny.toml'}")
    assert [(fault.allowed, fault.nearest) for fault in faults] == [
        ("at most the 42 lands of the map: two asks for 43", ""),
        ("continents of the map: all_asia names asa", "asia"),
    ]
    told(TINY.replace("extra = 1", "extra = 6"), tmp_path)
    (fault,) = faults_of(f"risk-1970-objectives,{few},objectives.deck={tmp_path / 'tiny.toml'}")
    assert fault.allowed == "at most 6 continents: all_asia asks for more"


@pytest.mark.parametrize(
    ("old", "new", "key", "said", "near"),
    [
        ('colour = "red"', 'colour = "rid"', "objectives.no_red", "one of red, blue", "red"),
        ('fallback = "two"', 'fallback = "all_asia"', "objectives.no_red", "kind lands (two)", ""),
        ("lands = 2", "lands = 0", "objectives.two", "at least 1", ""),
        ('continents = ["asia"]', "", "objectives.all_asia", "at least one", ""),
        ('kind = "lands"', 'kind = "land"', "objectives.two.kind", "lands, continents or destroy", "lands"),
        ("lands = 2", "land = 2", "objectives.two.land", "no such key", "lands"),
        ('fallback = "two"', "fallback = 2", "fallback", "text", ""),
        ('fallback = "two"', 'fallback = "two"\nfall = 2', "fall", "no such key", "fallback"),
        ('[colours.red]\nname = "red"', "[colours]\nred = 3", "colours.red", "a table", ""),
        ("[colours.red]", '[colours."re d"]', "colours.re d", "letters, digits", ""),
    ],
)
def test_what_is_said_of_wrong_objectives(old, new, key, said, near, tmp_path):
    faults = told(TINY.replace(old, new, 1), tmp_path)
    found = [fault for fault in faults if fault[0] == key]
    assert found, faults
    assert said in found[0][2]
    assert found[0][3] == near


def test_a_file_without_objectives_is_refused(tmp_path):
    assert [fault[0] for fault in told("", tmp_path)] == ["colours", "objectives"]
    assert [
        fault[:3] for fault in told("colours = 3\n" + TINY[TINY.index("[objectives.two]") :], tmp_path)
    ] == [("colours", "3", "1 to 6 tables [colours.ID]")]
