"""Rule changes in words: every key of every built-in game, and the phrases that headlines are made of."""

import pytest
from small_worlds import EIGHT

from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.rules.checked import extra, opened, words_of
from conquestlab.analysis.rules.rule_words import (
    advice,
    change_words,
    changes_in_words,
    key_name,
    number_word,
    variant_name,
    variant_names,
)
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_keys import is_table, keys_of, values_of

MADE_LATER = {"ally.duel_part1", "ally.ally_opens", "ally.duel_moves"}  # said by their key alone
ALL_KEYS = [(game, key) for game in BUILT_IN for key in keys_of(game)]


@pytest.mark.parametrize(("game", "key"), ALL_KEYS)
def test_every_key_has_a_name_and_every_word_of_it_a_phrase(game, key):
    known = find_game(game).facts.rule_words
    if key in MADE_LATER:
        assert key not in known
        return
    words, wanted = known[key], keys_of(game)[key]
    plain = opened(wanted)[0]
    assert words.name
    if words_of(wanted):
        assert set(words.cases) == set(words_of(wanted))
    elif plain is bool:
        assert set(words.cases) == {True, False}
    elif extra(wanted, "by") == "seat":
        assert len(words.given) == 4
    elif is_table(wanted):
        assert "{entry}" in words.entry
    else:
        assert "{value}" in words.said
    assert extra(wanted, "zero") is None or 0 in words.cases


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_words_of_a_key_that_is_not_there(game):
    assert set(find_game(game).facts.rule_words) <= set(keys_of(game))


@pytest.mark.parametrize("name", ["risk-modern", "risk-express", "manchots-barjots", "africa-1880"])
def test_every_value_of_a_rulebook_can_be_said(name):
    book = load(name)
    for key, value in values_of(book.spec).items():
        said = change_words(book.game, key, value)
        assert "{" not in said
        assert said or not value


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("risk-modern,dice.defender=3", "three defence dice"),
        ("risk-modern,dice.defender=1", "one defence die"),
        ("risk-modern,cards.scale=[4,6,8]", "sets worth 4, 6, 8 armies"),
        ("risk-modern,fortify=connected,max_rounds=20",
         "twenty rounds at most and a move through all connected lands"),
        ("risk-modern,starting_armies.3=36", "36 starting armies with 3 players"),
        ("risk-modern,continents.asia=8,continents.oceania=1",
         "a bonus of eight for Asia and a bonus of one for Oceania"),
        ("risk-modern,handicap.armies=[6,3,0,-1]",
         "six extra armies for seat 1, three extra armies for seat 2 and one army fewer for seat 4"),
        ("risk-express,continue_failed=off", "no rolling on after a failed roll"),
        ("risk-modern,piece_limit=off,min_reinforcement=0", "no least number of armies a turn"),
        (f"risk-modern,players.max=3,starting_armies={{2=10,3=8}},map={EIGHT}",
         "three players at most, the map eight_lands, ten starting armies with 2 players and eight starting "
         "armies with 3 players"),
        ("risk-modern", ""),
    ],
)  # fmt: skip
def test_changes_in_words(rules, said):
    assert changes_in_words(load(rules)) == said


def test_the_name_of_a_variant():
    assert variant_name(load("risk-express")) == "Risk Express"
    assert variant_name(load("risk-express,dice.count=8")) == "Risk Express with eight dice"
    many = "risk-modern,dice.defender=3,dice.sides=8,max_rounds=20,lands_per_army=4"
    assert variant_name(load(many)) == "Risk, today's conquest of the world with four changes"


def test_names_that_do_not_tell_rulebooks_apart_give_way_to_labels(tmp_path):
    text = 'extends = "risk-express"\ntitle = "{}"\n[dice]\ncount = {}\n'
    for name, title, dice in (("a", "Mine", 7), ("b", "Mine", 8), ("c", "Other", 9)):
        (tmp_path / f"{name}.toml").write_text(text.format(title, dice))
    books = [load(str(tmp_path / f"{name}.toml")) for name in "abc"]
    assert variant_names(books) == [books[0].label, books[1].label, "Other"]


@pytest.mark.parametrize(
    ("values", "players", "said"),
    [
        ([("handicap.armies.1", 6), ("handicap.armies.2", 3)], 3,
         "Give seat 1 six extra armies, seat 2 three (three players)"),
        ([("handicap.armies.2", 1)], None, "Give seat 2 one extra army"),
        ([("handicap.armies.2", 1), ("handicap.armies.3", 2)], None,
         "Give seat 2 one extra army, seat 3 two"),
        ([("handicap.armies.1", 2), ("handicap.armies.3", -4)], None,
         "Give seat 1 two extra armies, seat 3 four armies fewer"),
        ([("handicap.armies.1", 0), ("handicap.armies.2", 5)], None, "Give seat 2 five extra armies"),
        ([("handicap.armies.1", 0)], None, "Give no seat anything"),
        ([("max_rounds", 22)], 4, "Play with 22 rounds at most (four players)"),
        ([("setup.starting_armies.3", 30)], None, "Play with 30 starting armies with 3 players"),
    ],
)  # fmt: skip
def test_what_is_to_be_done(values, players, said):
    assert advice("conquest", values, players) == said


def test_keys_on_an_axis():
    assert key_name("conquest", "dice.defender") == "defence dice"
    assert key_name("conquest", "handicap.armies.2") == "extra starting armies for seat 2"
    assert (
        key_name("conquest", "reinforcement.continents.south_america")
        == "bonus of a continent: south america"
    )
    assert key_name("conquest", "ally.duel_moves") == "duel moves"


def test_number_words():
    assert [number_word(value) for value in (0, 1, 20, 21, -1, True, "x")] == [
        "no", "one", "twenty", "21", "-1", "True", "x"
    ]  # fmt: skip
