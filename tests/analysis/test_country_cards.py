"""The country cards of Risk Express against the table of paragraph 6.1, and cards that are refused."""

import pytest

from conquestlab.analysis.games.express.country_cards import fewest_dice, read_cards
from conquestlab.analysis.rules.rulebook import faults_of, load

# Paragraph 6.1 of rules.md: continent, name, points, lines; names that are attested have no star.
TABLE = """
asia | Chine* | 3 | cannon / 2 cavalry / 5 soldiers
asia | Russie* | 2 | cannon / cannon / 7 soldiers
asia | Inde* | 1 | 10 soldiers
asia | Moyen-Orient* | 1 | general / cannon / cavalry
north_america | États-Unis | 3 | cannon + cavalry / cannon + cavalry / 3 soldiers
north_america | Canada* | 2 | general / cannon / cavalry / 3 soldiers
north_america | Amérique centrale* | 1 | general / 2 cannon
europe | Europe de l'Ouest* | 4 | 2 cannon / 2 cavalry
europe | Europe de l'Est* | 3 | general / cannon + cavalry / 6 soldiers
africa | Afrique du Nord | 2 | 2 cavalry / 5 soldiers / 2 soldiers
africa | Afrique du Sud | 2 | general / 8 soldiers
south_america | Brésil* | 2 | general / 4 soldiers / 4 soldiers
south_america | Argentine* | 1 | 2 general / cavalry
australia | Australie | 3 | 2 general / cavalry / cannon / 4 soldiers
"""
PAIR = """
[continents.one]
name = "One"
back = 3
[cards.hill]
name = "Hill"
continent = "one"
points = 1
lines = [["cannon", "cavalry"], [4]]
[cards.dale]
name = "Dale"
continent = "one"
points = 1
lines = [["general"]]
circled_general = false
"""


def deck():
    return load("risk-express").cards


def line_of(text):
    symbols, soldiers = [], 0
    for part in text.split(" + "):
        number, _, word = part.rpartition(" ")
        if word == "soldiers":
            soldiers = int(number)
        else:
            symbols += [word] * int(number or 1)
    return tuple(symbols), soldiers


def told(text, tmp_path):
    path = tmp_path / "pair.toml"
    path.write_text(text, encoding="utf-8")
    faults = []
    found = read_cards(str(path), "a test", faults)
    assert (found is None) == bool(faults)
    return [(fault.key, fault.value, fault.allowed, fault.nearest) for fault in faults]


def test_6_1_the_fourteen_cards():
    rows = [row.split(" | ") for row in TABLE.strip().splitlines()]
    assert [
        (card.continent, card.name_fr + "*" * card.name_reconstructed, card.points, card.lines)
        for card in deck().cards
    ] == [
        (continent, name, int(points), tuple(line_of(line) for line in lines.split(" / ")))
        for continent, name, points, lines in rows
    ]


def test_6_1_continents_and_their_backs():
    found = deck()
    sizes = [len(cards) for cards in found.continent_cards]
    assert [one.id for one in found.continents] == [
        "asia",
        "north_america",
        "europe",
        "africa",
        "south_america",
        "australia",
    ]
    assert sizes == [4, 3, 2, 2, 2, 1]
    assert [one.back for one in found.continents] == [10, 8, 8, 5, 4, 3]


def test_6_1_totals():
    found = deck()
    assert len(found.cards) == 14
    assert sum(card.points for card in found.cards) == 30
    assert sum(one.back for one in found.continents) == 38
    assert sum(len(card.lines) for card in found.cards) == 38
    assert sum(soldiers for card in found.cards for _, soldiers in card.lines) == 61


def test_6_5_a_continent_is_worth_at_least_its_cards():
    found = deck()
    for one, cards in zip(found.continents, found.continent_cards, strict=True):
        assert one.back >= sum(found.cards[i].points for i in cards)
    africa = found.continents[3]
    assert (africa.back, sum(found.cards[i].points for i in found.continent_cards[3])) == (5, 4)


def test_6_1_all_but_australia_have_the_circled_general():
    assert [card.id for card in deck().cards if not card.circled_general] == ["australia"]


def test_6_1_four_names_are_attested():
    found = deck()
    attested = [card.name for card in found.cards if not card.name_reconstructed]
    assert attested == ["United States", "North Africa", "South Africa", "Australia"]
    for card in found.cards:
        assert card.name_reconstructed == card.provenance.startswith("name reconstructed"), card.id


def test_provenance_names_known_sources():
    found = deck()
    for text in [*found.provenance.values(), *(card.provenance for card in found.cards)]:
        for word in text.replace(";", " ").replace(",", " ").replace(":", " ").split():
            if word.startswith(("S-", "rulebook-")):
                assert word in found.sources, text


def test_the_fewest_dice_of_a_card():
    dice = {card.id: fewest_dice(card) for card in deck().cards}
    assert dice["asia_3"] == 4
    assert dice["asia_4"] == 3
    assert dice["north_america_1"] == 5
    assert max(dice.values()) == dice["australia"] == 6


def test_cards_of_a_file(tmp_path):
    assert told(PAIR, tmp_path) == []
    book = load(f"risk-express,cards={tmp_path / 'pair.toml'}")
    hill, dale = book.cards.cards
    assert hill.lines == ((("cannon", "cavalry"), 0), ((), 4))
    assert (hill.circled_general, dale.circled_general) == (True, False)
    assert book.cards.continent_cards == ((0, 1),)
    assert faults_of(f"risk-express,dice.count=4,cards={tmp_path / 'pair.toml'}") == []
    (fault,) = faults_of(f"risk-express,dice.count=3,cards={tmp_path / 'pair.toml'}")
    assert fault.allowed == "at least 4, the dice that Hill takes"


@pytest.mark.parametrize(
    ("old", "new", "key", "said", "near"),
    [
        ('continent = "one"', 'continent = "ono"', "cards.hill", "one of one", "one"),
        ('"cavalry"', '"cavallery"', "cards.hill", "general, cavalry, cannon", "cavalry"),
        ("[4]", "[0]", "cards.hill", "one number of soldiers from 1 to 36", ""),
        ("[4]", "[4, 4]", "cards.hill", "one number of soldiers", ""),
        ("[4]", '[4, "cannon"]', "cards.hill", "one number of soldiers", ""),
        ("[4]", "[]", "cards.hill.lines", "1 to 6 lists", ""),
        ("[4]", "4", "cards.hill.lines", "1 to 6 lists", ""),
        ("points = 1", "points = -1", "cards.hill.points", "a whole number from 0 to 100", ""),
        ("points = 1", "", "cards.hill.points", "a whole number from 0 to 100", ""),
        ("back = 3", "bak = 3", "continents.one.bak", "no such key", "back"),
        (
            "[cards.hill]",
            "[continents.two]\nname='Two'\nback=1\n[cards.hill]",
            "continents.two",
            "a card in Two",
            "",
        ),
    ],
)
def test_what_is_said_of_wrong_cards(old, new, key, said, near, tmp_path):
    faults = told(PAIR.replace(old, new, 1), tmp_path)
    found = [fault for fault in faults if fault[0] == key]
    assert found, faults
    assert said in found[0][2]
    assert found[0][3] == near
