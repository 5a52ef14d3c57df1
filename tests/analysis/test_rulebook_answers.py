"""The rows that `conquest rules` shows."""

from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_answers import (
    check_rulebook,
    diff_rulebooks,
    list_rulebooks,
    show_rulebook,
)
from conquestlab.analysis.rules.rulebook_files import built_in
from conquestlab.analysis.rules.rulebook_keys import keys_of


def test_the_list_has_a_row_for_each_rulebook():
    rows = list_rulebooks()
    assert [row["rules"] for row in rows] == [*built_in(), "race"]
    assert list(rows[0]) == ["rules", "title", "game", "players", "hash", "parent", "aliases", "provenance"]
    by_name = {row["rules"]: row for row in rows}
    assert by_name["risk-1970-duel"]["players"] == "2"
    assert by_name["risk-modern"]["players"] == "2-6"
    assert by_name["risk-modern"]["parent"] == "risk-1970-world"
    assert by_name["risk-express"]["game"] == "express"
    assert len({row["hash"] for row in rows}) == len(rows)
    assert all(row["provenance"] for row in rows)


def test_a_rulebook_is_shown_key_by_key():
    rows = show_rulebook("risk-modern")
    assert [row["key"] for row in rows] == list(keys_of("conquest"))
    assert list(rows[0]) == ["key", "value", "provenance", "was"]
    by_key = {row["key"]: row for row in rows}
    assert (by_key["cards.capture_bonus"]["value"], by_key["cards.capture_bonus"]["was"]) == ("bound", "free")
    assert by_key["setup.starting_armies"]["value"] == "{2=40,3=35,4=30,5=25,6=20}"
    assert by_key["piece_limit"]["value"] == "off"
    assert by_key["cards.joker"]["provenance"] == "no effect: cards.sets is alike_or_different"
    assert {row["key"] for row in rows if row["was"]} == {
        "players.min",
        "setup.deal_jokers",
        "setup.starting_armies",
        "reinforcement.min_reinforcement",
        "cards.land_bonus_limit",
        "cards.capture_bonus",
        "cards.capture_exchange",
        "combat.protected_rounds",
    }


def test_a_change_is_marked_against_the_rulebook_that_extends_none():
    rows = show_rulebook("conquete-1957,dice.defender=2")
    assert [(row["key"], row["value"], row["was"], row["provenance"]) for row in rows if row["was"]] == [
        ("dice.defender", "2", "3", "changed")
    ]


def test_every_shown_value_may_be_typed_after_its_key():
    for name in built_in():
        book = load(name)
        for row in show_rulebook(name):
            if row["key"] not in book.unused:
                assert load(f"{name},{row['key']}={row['value']}").spec == book.spec


def test_the_faults_of_a_file_are_rows(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('extends = "risk-modern"\n[dice]\ndefendr = 2\nattacker = 9\n')
    assert check_rulebook(path) == [
        {
            "file": str(path),
            "key": "dice.defendr",
            "value": "2",
            "allowed": "no such key",
            "nearest": "dice.defender",
        },
        {
            "file": str(path),
            "key": "dice.attacker",
            "value": "9",
            "allowed": "a whole number from 1 to 3",
            "nearest": "",
        },
    ]
    assert check_rulebook("risk-modern") == []


def test_the_difference_of_two_rulebooks():
    assert diff_rulebooks("conquete-1957", "conquete-1957-second") == [
        {"key": "reinforcement.lands_per_army", "a": "3", "b": "4"},
        {"key": "cards.scale", "a": "[4,6,8,10,12,15,20,25]", "b": "[6,8,10,12,15,20,25]"},
        {"key": "cards.draw", "a": "start", "b": "remainder"},
    ]
    assert diff_rulebooks("conquete-1957-3v2", "conquete-1957,dice.defender=2") == []


def test_a_key_without_effect_is_empty_in_the_difference():
    rows = {row["key"]: (row["a"], row["b"]) for row in diff_rulebooks("conquete-1957", "risk-modern")}
    assert rows["movement.tired"] == ("exact", "")
    assert rows["movement.fortify"] == ("", "adjacent")
    assert rows["cards.must_exchange_at"] == ("never", "5")


def test_the_difference_goes_into_maps_and_objectives(tmp_path):
    rows = diff_rulebooks("risk-modern", "risk-modern,map=risiko_it_82,continents.asia=9")
    assert [(row["key"], row["a"], row["b"]) for row in rows] == [
        ("map", "standard83", "risiko_it_82"),
        ("reinforcement.continents", "{}", "{asia=9}"),
        ("map.continents.asia", "7", "9"),
        ("map.borders.east_africa - middle_east", "yes", ""),
        ("map.borders.afghanistan - india", "yes", ""),
        ("map.borders.china - middle_east", "", "yes"),
    ]
    keys = {row["key"] for row in diff_rulebooks("risk-1970-objectives", "risk-1970-world")}
    assert "objectives.objectives.t24" in keys
    assert "cards.fixed.artillery" in keys


def test_the_difference_of_two_games_is_everything_but_what_they_share():
    rows = {row["key"]: (row["a"], row["b"]) for row in diff_rulebooks("risk-modern", "risk-express")}
    assert rows["dice.attacker"] == ("3", "")
    assert rows["dice.count"] == ("", "7")
    assert "players.max" not in rows
