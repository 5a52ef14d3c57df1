"""How the territories of Africa 1880 fare, beside what the written game says."""

from africa_script import short_book, short_game
from africa_table import SQUARES

from conquestlab.analysis.games.africa.territory_sample import MEASURES, SHARES, count_game

NAMES = list(SQUARES)


def counted(record=None):
    found = count_game(record or short_game(), {name: i for i, name in enumerate(NAMES)}, [0, 60, 0])
    return {
        measure: {name: (numbers[i], weights[i]) for i, name in enumerate(NAMES) if numbers[i]}
        for measure, (numbers, weights) in found.items()
    }


def test_the_written_game_is_counted():
    found = counted()
    assert list(found) == list(MEASURES)
    colonies = {"rio_de_oro", "tripoli", "gabon", "tunis"}
    assert set(found["colony"]) == colonies
    assert found["colony"]["gabon"] == (1, 1)
    assert set(found["colony_1890"]) == set(found["colony_1900"]) == colonies  # the game ends in 1890
    assert found["held_alone"] == dict.fromkeys(colonies, (1, 1))
    assert found["first"] == {"tripoli": (1, 1), "tunis": (1, 1), "rio_de_oro": (1, 1)}
    assert found["driven_out"] == {"tripoli": (1, 1)}
    assert found["at_war"] == {"tripoli": (1, 3), "khartoum": (1, 3)}
    assert found["present"] == {
        "rio_de_oro": (1, 1), "tripoli": (1, 1), "gabon": (1, 1), "tunis": (1, 1), "massaoua": (1, 1),
        "dahomey": (1, 1), "tombouctou": (1, 1), "khartoum": (2, 1),
    }  # fmt: skip


def test_colonies_of_later_years_are_no_colonies_of_earlier_ones():
    record = short_game()
    for event, year in zip((e for e in record if e["event"] == "round"), (1880, 1895, 1914), strict=True):
        event["year"] = year
    found = counted(record)
    assert set(found["colony_1890"]) == {"rio_de_oro"}
    assert set(found["colony_1900"]) == set(found["colony_1910"]) == {"rio_de_oro", "tripoli"}
    assert len(found["colony"]) == 4


def test_shares_are_shares():
    found = count_game(short_game(), {name: i for i, name in enumerate(NAMES)}, [0, 60, 0])
    for measure in SHARES:
        numbers, weights = found[measure]
        assert all(0 <= number <= weight for number, weight in zip(numbers, weights, strict=True))
    assert short_book().spec.presences == 3
