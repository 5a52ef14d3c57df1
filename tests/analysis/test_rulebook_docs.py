"""docs/rulebooks.md knows the keys of the records, its examples work, docs/rules.md names real options."""

import re
import shlex
from pathlib import Path

import pytest

from conquestlab.analysis.games import BUILT_IN
from conquestlab.analysis.rules.checked import converted
from conquestlab.analysis.rules.rulebook import faults_of, load
from conquestlab.analysis.rules.rulebook_changes import change
from conquestlab.analysis.rules.rulebook_files import built_in
from conquestlab.analysis.rules.rulebook_keys import completed, keys_of, values_of
from conquestlab.analysis.rules.rulebook_layers import Head

DOCS = Path(__file__).parents[2] / "docs"
RULEBOOKS = (DOCS / "rulebooks.md").read_text(encoding="utf-8")
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")


def section(title):
    """The text of the page under one heading."""
    (found,) = [part for part in re.split(r"^## ", RULEBOOKS, flags=re.M) if part.startswith(f"{title}\n")]
    return found


def keys_in(text):
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    return [key.strip() for row in rows for key in row.split(",") if key.strip() not in ("key", "---")]


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_page_and_the_records_have_the_same_keys(game):
    everywhere = keys_in(section("Keys of every game"))
    told = keys_in(section(game)) + [key for key in everywhere if key.startswith("players.")]
    assert len(told) == len(set(told))
    assert set(told) == set(keys_of(game))


def test_the_page_knows_what_stands_beside_the_rules():
    everywhere = {key for key in keys_in(section("Keys of every game")) if not key.startswith("players.")}
    assert everywhere == {*Head.__struct_fields__, "provenance"}


def blocks(text, language):
    """The fenced blocks of a page in one language."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.S | re.M)
    return [block for named, block in found if named == language]


def test_the_example_files_of_the_page_are_right(tmp_path):
    for block in blocks(RULEBOOKS, "toml"):
        name = re.match(r"# (\S+\.toml)\n", block).group(1)
        (tmp_path / name).write_text(block, encoding="utf-8")
    assert faults_of(tmp_path / "my-table.toml") == []
    assert load(tmp_path / "my-table.toml").spec.cards.scale == (4, 6, 8)
    assert faults_of(tmp_path / "island-duel.toml") == []
    island = load(tmp_path / "island-duel.toml").map
    assert [(border.a, border.b, border.kind) for border in island.borders] == [
        ("cape", "bay", "land"),
        ("bay", "port", "sea"),
        ("port", "hills", "land"),
    ]


def test_the_lines_of_python_on_the_page_say_what_they_show():
    (block,) = blocks(RULEBOOKS, "python")
    names = {}
    exec(block, names)
    book = names["book"]
    assert (book.spec.dice.defender, book.options) == (2, {"dice.defender": 2})
    assert book.provenance["dice.defender"] == "changed"


def test_the_commands_of_the_pages_name_rulebooks_that_load():
    found = 0
    for page in (RULEBOOKS, (DOCS / "commands" / "rules.md").read_text(encoding="utf-8")):
        for block in blocks(page, ""):
            for line in block.splitlines():
                words = shlex.split(line)
                if words[:1] == ["conquest"]:
                    for word in words[2:]:
                        if word.split(",")[0] in built_in():
                            load(word)
                            found += 1
    assert found >= 8


def test_every_option_of_the_rules_is_a_key_that_takes_its_values():
    found = 0
    for word, values in re.findall(r"`OPT (\w+) = ([^`]+)`", RULES):
        if word == "name":  # the sentence that explains the mark
            continue
        found += 1
        game = next(game for game in BUILT_IN if completed(game, word))
        (key,) = completed(game, word)
        wanted = keys_of(game)[key]
        for text in values.replace("\\|", "|").split("|"):
            value = converted(change(f"{key}={text}")[1], wanted)
            assert key != "map" or value in built_in("maps")
    assert found == 34


def test_the_rules_name_rulebooks_that_exist():
    named = set(re.findall(r"id `([a-z0-9-]+)`", RULES))
    assert named & set(built_in()) == {
        "conquete-1957",
        "conquete-1957-second",
        "risk-1970-objectives",
        "risk-1970-duel",
        "risk-1970-world",
        "risk-modern",
        "risk-express",
        "africa-1880",
        "manchots-barjots",
    }


def test_values_of_every_built_in_are_of_known_keys():
    for name in built_in():
        assert list(values_of(load(name).spec)) == list(keys_of(load(name).game))
