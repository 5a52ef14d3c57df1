"""Rulebooks by name, by file and with changes: values, labels, options, hashes."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.rules.rulebook import faults_of, load
from conquestlab.analysis.rules.rulebook_changes import label
from conquestlab.analysis.rules.rulebook_files import built_in
from conquestlab.analysis.rules.rulebook_hash import short_hash
from conquestlab.analysis.rules.rulebook_keys import keys_of, values_of

CONQUEST = [name for name in built_in() if name not in ("risk-express", "manchots-barjots")]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", built_in())
def test_every_built_in_loads_without_a_fault(name):
    book = load(name)
    assert (book.name, book.label, book.options) == (name, name, {})
    assert faults_of(name) == []
    assert book.title
    assert book.title_fr
    assert book.summary


def test_built_in_names():
    assert built_in() == [
        "africa-1880",
        "conquete-1957",
        "conquete-1957-3v2",
        "conquete-1957-second",
        "manchots-barjots",
        "risk-1970-duel",
        "risk-1970-objectives",
        "risk-1970-world",
        "risk-1970-world-3v3",
        "risk-express",
        "risk-modern",
    ]


@pytest.mark.parametrize("name", built_in())
def test_every_value_has_a_provenance(name):
    assert [key for key, text in load(name).provenance.items() if not text] == []


@pytest.mark.parametrize("name", built_in())
def test_no_built_in_names_a_source_that_it_does_not_have(name):
    book = load(name)
    texts = " ".join(text for layer in book.layers for text in layer.provenance.values())
    named = {word.strip(",;:()") for word in texts.split() if word.startswith("rulebook-")}
    assert named <= set(book.sources)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_defaults_are_those_of_the_first_rulebook_of_the_game(game):
    names = {"africa": "africa-1880", "conquest": "conquete-1957", "express": "risk-express"}
    first = (names | {"manchots": "manchots-barjots"})[game]
    assert load(first).spec == find_game(game).rules()


def test_a_change_by_its_full_key():
    book = load("conquete-1957,dice.defender=2")
    assert book.spec.dice.defender == 2
    assert book.spec.dice.attacker == 3
    assert book.options == {"dice.defender": 2}
    assert book.label == "conquete-1957,dice.defender=2"
    assert (book.name, book.parent) == ("conquete-1957", "")


@pytest.mark.parametrize(
    ("change", "key", "value"),
    [
        ("defender=2", "dice.defender", 2),
        ("scale=[6,8,10]", "cards.scale", (6, 8, 10)),
        ("cards.scale = [ 6 , 8 ]", "cards.scale", (6, 8)),
        ("joker=wild", "cards.joker", "wild"),
        ("joker='wild'", "cards.joker", "wild"),
        ("early_elimination=allow", "combat.early_elimination", "allow"),
        ("defender_sees_attack_roll=yes", "dice.defender_sees_attack_roll", True),
        ("defender_sees_attack_roll=on", "dice.defender_sees_attack_roll", True),
        ("defender_sees_attack_roll=true", "dice.defender_sees_attack_roll", True),
        ("piece_limit=120", "piece_limit", 120),
        ("must_exchange_at=6", "cards.must_exchange_at", 6),
        ("first_reinforcement=[-1,0,2]", "handicap.first_reinforcement", (-1, 0, 2)),
        ("continents.asia=9", "reinforcement.continents", {"asia": 9}),
        ("reinforcement.continents={asia=9,europe=4}", "reinforcement.continents", {"asia": 9, "europe": 4}),
        ("dice={attacker=2,defender=1}", "dice.attacker", 2),
        ("map=risiko_it_82", "map", "risiko_it_82"),
        ("max=4", "players.max", 4),
    ],
)
def test_changes(change, key, value):
    book = load(f"conquete-1957,{change}")
    assert values_of(book.spec)[key] == value
    assert key in book.options


@pytest.mark.parametrize(
    "change",
    [
        "world_card_bonus=off",
        "dice.defender=3",
        "cards.fixed.artillery=5",
        "fixed={artillery=5}",
        "setup.starting_armies.3=36",
    ],
)
def test_changes_of_the_1970_game(change):
    book = load(f"risk-1970-objectives,{change}")
    assert len(book.options) == 1
    assert load(book.label).spec == book.spec


def test_an_entry_of_a_table_leaves_the_other_entries():
    book = load("risk-1970-objectives,starting_armies.3=36,setup.starting_armies.6=21")
    assert book.spec.setup.starting_armies == {3: 36, 4: 30, 5: 25, 6: 21}
    assert book.options == {"setup.starting_armies": {"3": 36, "4": 30, "5": 25, "6": 21}}


def test_a_whole_table_replaces_the_table():
    book = load("risk-1970-objectives,players.max=4,setup.starting_armies={3=31,4=32}")
    assert book.spec.setup.starting_armies == {3: 31, 4: 32}


def test_words_for_zero():
    changed = load("conquete-1957,piece_limit=120,must_exchange_at=5")
    assert changed.hash != load("conquete-1957").hash
    assert load("conquete-1957,piece_limit=off,must_exchange_at=never").options == {}
    assert load("risk-modern,must_exchange_at=never").label == "risk-modern,cards.must_exchange_at=never"


def test_a_change_to_the_same_value_is_no_option():
    assert load("conquete-1957,dice.defender=3,max_rounds=200").options == {}


def test_the_order_of_changes_does_not_matter():
    one = load("conquete-1957,max_rounds=9,dice.defender=2")
    other = load("conquete-1957,dice.defender=2,max_rounds=9")
    assert one.label == other.label == "conquete-1957,max_rounds=9,dice.defender=2"
    assert one.hash == other.hash


def test_values_are_plain():
    plain = (int, str, bool, tuple, dict)
    for name in built_in():
        assert all(type(value) in plain for value in values_of(load(name).spec).values())


def test_a_rulebook_of_the_other_game_is_refused_where_one_is_needed():
    with pytest.raises(
        WrongUse, match="risk-express is a game of express: this needs a rulebook of africa or conquest"
    ):
        _ = load("risk-express").map
    with pytest.raises(WrongUse, match="conquete-1957 is a game of conquest"):
        _ = load("conquete-1957").cards
    with pytest.raises(
        WrongUse, match="risk-express is a game of express: this needs a rulebook of conquest"
    ):
        conquest_rules(load("risk-express"))


# Files of the user's own.


def test_a_file_extends_a_built_in_rulebook(tmp_path):
    path = write(tmp_path, "house.toml", 'extends = "conquete-1957"\ntitle = "Ours"\n[dice]\ndefender = 2\n')
    book = load(path)
    assert (book.name, book.title, book.parent, book.label) == ("house", "Ours", "conquete-1957", str(path))
    assert book.spec.dice.defender == 2
    assert book.options == {}
    assert load(f"{path},dice.attacker=2").label == f"{path},dice.attacker=2"


def test_a_file_extends_a_file_beside_it(tmp_path, monkeypatch):
    (tmp_path / "deep").mkdir()
    write(tmp_path, "first.toml", 'extends = "risk-modern"\nmax_rounds = 7\n')
    path = write(tmp_path / "deep", "second.toml", 'extends = "../first.toml"\n[dice]\nsides = 8\n')
    monkeypatch.chdir("/")
    book = load(path)
    assert (book.spec.max_rounds, book.spec.dice.sides, book.parent) == (7, 8, "first")
    assert [layer.head.name for layer in book.layers][-3:] == ["risk-modern", "first", "second"]


def test_a_file_of_its_own_takes_what_it_does_not_name_from_the_defaults(tmp_path):
    path = write(tmp_path, "bare.toml", 'game = "conquest"\n')
    assert load(path).hash == load("conquete-1957").hash
    assert load(path).provenance["dice.attacker"] == ""


def test_provenance_follows_the_file_that_set_the_value(tmp_path):
    text = """
    extends = "conquete-1957"
    [dice]
    defender = 2
    sides = 8
    [combat]
    protected_rounds = 2
    [provenance]
    all = "our table"
    dice.sides = "a dare"
    combat = "patience"
    """
    book = load(f"{write(tmp_path, 'house.toml', text)},max_rounds=5")
    assert book.provenance["dice.defender"] == "our table"
    assert book.provenance["dice.sides"] == "a dare"
    assert book.provenance["combat.protected_rounds"] == "patience"
    assert book.provenance["combat.early_elimination"] == "reading A10"
    assert book.provenance["max_rounds"] == "changed"
    assert book.provenance["movement.fortify"] == "no effect: movement.kind is simultaneous"


# Hashes.


def test_two_names_for_the_same_rules_have_one_hash(tmp_path):
    path = write(tmp_path, "other.toml", 'extends = "conquete-1957"\ntitle = "x"\n[dice]\ndefender = 2\n')
    assert load(path).hash == load("conquete-1957-3v2").hash == load("conquete-1957,dice.defender=2").hash


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("conquete-1957,cards.scale=[4,6,8,10,12,15]", "conquete-1957"),
        ("conquete-1957,handicap.armies=[0,0]", "conquete-1957"),
        ("risk-modern,placement_round=0", "risk-modern"),
        ("conquete-1957,handicap.armies=[0,3]", "conquete-1957,handicap.armies=[0,3,0,0]"),
        ("conquete-1957,early_elimination=allow", "conquete-1957,protected_rounds=0"),
        ("risk-1970-world,world_card_bonus=off", "risk-1970-world,land_bonus=0"),
        ("conquete-1957,continents.asia=7", "conquete-1957"),
        ("risk-1970-world,players.max=5", "risk-1970-world,players.max=5,starting_armies={3=35,4=30,5=25}"),
        ("risk-1970-objectives,dealt=off,sets=alike_or_different", "risk-1970-world"),
    ],
)
def test_one_rule_written_in_two_ways_has_one_hash(one, other):
    assert load(one).hash == load(other).hash


# For every key a rulebook in which it acts and a value that it does not have there.
OTHER_VALUES = {
    "players.min": ("conquete-1957", "3"),
    "players.max": ("conquete-1957", "5"),
    "max_rounds": ("conquete-1957", "199"),
    "piece_limit": ("conquete-1957", "120"),
    "map": ("conquete-1957", "no_east_africa_middle_east_82"),
    "dice.attacker": ("conquete-1957", "2"),
    "dice.defender": ("conquete-1957", "2"),
    "dice.sides": ("conquete-1957", "8"),
    "dice.ties": ("conquete-1957", "attacker"),
    "dice.defender_sees_attack_roll": ("conquete-1957", "on"),
    "setup.order": ("conquete-1957", "drawn"),
    "setup.dealing": ("conquete-1957", "cards"),
    "setup.deal_jokers": ("risk-1970-world", "off"),
    "setup.starting_armies": ("risk-1970-world", "{3=40,4=35,5=30,6=25}"),
    "setup.initial_placement": ("risk-1970-world", "in_turn_order"),
    "setup.placement_round": ("risk-1970-world", "2"),
    "reinforcement.lands_per_army": ("conquete-1957", "4"),
    "reinforcement.min_reinforcement": ("conquete-1957", "3"),
    "reinforcement.continents": ("conquete-1957", "{asia=8}"),
    "cards.jokers": ("conquete-1957", "0"),
    "cards.sets": ("conquete-1957", "alike_or_different"),
    "cards.joker": ("conquete-1957", "wild"),
    "cards.scale": ("conquete-1957", "[4,6,8,10,12,14]"),
    "cards.scale_step": ("conquete-1957", "4"),
    "cards.fixed.artillery": ("risk-1970-duel", "5"),
    "cards.fixed.infantry": ("risk-1970-duel", "5"),
    "cards.fixed.cavalry": ("risk-1970-duel", "5"),
    "cards.fixed.different": ("risk-1970-duel", "5"),
    "cards.fixed.joker_pair": ("risk-1970-duel", "5"),
    "cards.joker_fixed": ("risk-1970-duel", "also_different_10"),
    "cards.draw": ("conquete-1957", "conquest"),
    "cards.land_bonus": ("conquete-1957", "2"),
    "cards.land_bonus_limit": ("risk-1970-world", "one_a_turn"),
    "cards.world_card_bonus": ("risk-1970-world", "off"),
    "cards.capture_bonus": ("risk-1970-world", "bound"),
    "cards.must_exchange_at": ("conquete-1957", "5"),
    "cards.capture_exchange": ("conquete-1957", "forced_from_six"),
    "combat.protected_rounds": ("conquete-1957", "3"),
    "combat.early_elimination": ("conquete-1957", "allow"),
    "movement.kind": ("conquete-1957", "one"),
    "movement.tired": ("conquete-1957", "whole_land"),
    "movement.fortify": ("risk-modern", "connected"),
    "objectives.dealt": ("risk-1970-objectives", "off"),
    "objectives.absent_colour": ("risk-1970-objectives", "remove_cards"),
    "ally.present": ("risk-1970-duel", "off"),
    "ally.armies_each": ("risk-1970-duel", "3"),
    "ally.duel_part1": ("risk-1970-duel", "any"),
    "ally.ally_opens": ("risk-1970-duel", "always"),
    "ally.duel_moves": ("risk-1970-duel", "2"),
    "handicap.armies": ("risk-1970-duel", "[0,2]"),
    "handicap.first_reinforcement": ("conquete-1957", "[-1]"),
    "handicap.cards": ("conquete-1957", "[0,1]"),
    "handicap.given": ("risk-modern", "{oceania=2}"),
    "handicap.bonus": ("risk-modern", "{asia=2}"),
}
OTHER_EXPRESS_VALUES = {
    "players.min": "3",
    "players.max": "4",
    "max_turns": "99",
    "dice.count": "8",
    "voluntary_sacrifice": "on",
    "tie": "more_continents",
    "continue_failed": "off",
    "handicap.points": "[0,2]",
}
OTHER_MANCHOTS_VALUES = {
    "players.min": "3",
    "players.max": "4",
    "rounds": "7",
    "copies": "[1,1,2,3,4,3,3,1,0]",
    "lowest_card": "highest",
    "twins_stack": "on",
    "virtual_can_win": "off",
    "take_order": "seat",
    "virtual_lookout": "none",
    "specials.twins": "4",
    "specials.kamikaze": "off",
    "specials.lookout": "5",
    "specials.kamikaze_from": "8",
    "handicap.points": "[0,2]",
}
BY_FILE = {"objectives.deck", "cards"}  # only one of each is built in: see the tests of files below


def test_the_tables_of_other_values_are_complete():
    assert set(OTHER_VALUES) == set(keys_of("conquest")) - BY_FILE
    assert set(OTHER_EXPRESS_VALUES) == set(keys_of("express")) - BY_FILE
    assert set(OTHER_MANCHOTS_VALUES) == set(keys_of("manchots")) - {"deal", "draw"}


@pytest.mark.parametrize(
    ("key", "base", "value"),
    [(key, base, value) for key, (base, value) in OTHER_VALUES.items()]
    + [(key, "risk-express", value) for key, value in OTHER_EXPRESS_VALUES.items()]
    + [(key, "manchots-barjots", value) for key, value in OTHER_MANCHOTS_VALUES.items()],
)
def test_every_key_that_acts_is_in_the_hash(key, base, value):
    book, changed = load(base), load(f"{base},{key}={value}")
    assert list(changed.options) == [key]
    assert changed.hash != book.hash
    assert faults_of(changed.label) == []


def test_cards_that_are_dealt_and_drawn_are_in_the_hash():
    """With all rounds played these have one value alone that the deck bears."""
    short = "manchots-barjots,rounds=4"
    books = [load(f"{short}{change}") for change in ("", ",deal=17", ",draw=3", ",deal=17,draw=3")]
    assert len({book.hash for book in books}) == len(books)


def test_other_objectives_and_cards_have_another_hash(tmp_path):
    folder = Path(sys.modules["conquestlab.analysis.rules.rulebook_files"].FOLDER)
    for base, key, name, old, new in (
        ("risk-1970-objectives", "objectives.deck", "objectives/classic14.toml", "lands = 24", "lands = 25"),
        ("risk-express", "cards", "express/cards14.toml", "back = 10", "back = 11"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        same = write(tmp_path, "same.toml", text.replace('name = "', 'name = "My '))
        assert load(f"{base},{key}={same}").hash == load(base).hash
        changed = write(tmp_path, "changed.toml", text.replace(old, new))
        assert load(f"{base},{key}={changed}").hash != load(base).hash


def test_a_hash_is_twelve_hex_digits_of_sorted_json():
    import hashlib
    import json

    contents = {"b": [1, "é"], "a": {"d": 1, "c": True}}
    plain = json.dumps(contents, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert short_hash(contents) == hashlib.sha256(plain.encode()).hexdigest()[:12]


def test_the_contents_that_are_hashed_hold_no_names():
    text = msgspec.json.encode(load("conquete-1957").contents).decode()
    assert "kamchatka" in text
    assert "Kamchatka" not in text
    assert "rulebook" not in text


# Round trips and fuzz.

SEATS = st.lists(st.integers(0, 20), max_size=6)
SAFE = {
    "max_rounds": st.integers(1, 100000),
    "dice.attacker": st.integers(1, 3),
    "dice.defender": st.integers(1, 3),
    "dice.sides": st.integers(2, 20),
    "dice.ties": st.sampled_from(["defender", "attacker"]),
    "dice.defender_sees_attack_roll": st.booleans(),
    "reinforcement.lands_per_army": st.integers(1, 64),
    "reinforcement.min_reinforcement": st.integers(0, 100),
    "reinforcement.continents": st.dictionaries(
        st.sampled_from(["asia", "europe", "africa", "oceania"]), st.integers(0, 100)
    ),
    "cards.scale": st.lists(st.integers(1, 1000), min_size=1, max_size=12),
    "cards.scale_step": st.integers(0, 1000),
    "cards.must_exchange_at": st.integers(0, 72),
    "cards.land_bonus": st.integers(0, 20),
    "combat.protected_rounds": st.integers(0, 1000),
    "movement.tired": st.sampled_from(["exact", "whole_land", "none"]),
    "handicap.armies": SEATS,
    "handicap.given": st.dictionaries(st.sampled_from(["oceania", "africa"]), st.sampled_from([1, 2])).filter(
        lambda given: len(set(given.values())) == len(given)
    ),
    "handicap.bonus": st.dictionaries(st.sampled_from(["oceania", "asia"]), st.sampled_from([1, 2])),
    "handicap.first_reinforcement": st.lists(st.integers(-100, 1000), max_size=6),
    "piece_limit": st.integers(100, 10000),
}
CHANGES = st.fixed_dictionaries({}, optional=SAFE)


@settings(max_examples=60, deadline=None)
@given(CHANGES, st.randoms(use_true_random=False))
def test_a_label_typed_again_is_the_same_rulebook(changes, random):
    book = load(label("conquete-1957", "conquest", changes))
    again = load(book.label)
    assert (again.spec, again.label, again.options, again.hash) == (
        book.spec,
        book.label,
        book.options,
        book.hash,
    )
    assert msgspec.json.decode(msgspec.json.encode(book.options)) == book.options
    assert load(label("conquete-1957", "conquest", book.options)).spec == book.spec
    shuffled = list(changes.items())
    random.shuffle(shuffled)
    assert load(label("conquete-1957", "conquest", dict(shuffled))).label == book.label


@settings(max_examples=60, deadline=None)
@given(CHANGES, CHANGES)
def test_hashes_are_equal_exactly_where_the_contents_are(one, other):
    first, second = (load(label("conquete-1957", "conquest", some)) for some in (one, other))
    assert (first.hash == second.hash) == (first.contents == second.contents)


def refusal(ask, text):
    """What is said against a text: the message, or all faults; nothing if it is fine."""
    try:
        found = ask(text)
    except (WrongUse, Failed) as error:
        return str(error) or "\n"
    return "".join(fault.line for fault in found) if isinstance(found, list) else ""


TYPED = st.text(alphabet="abdices.=,[]{}\"'0123456789-_ \n\t\x00é", max_size=30)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["", "conquete-1957,", "risk-express,", "conquete-1957,dice.", "conquete-1957,map="]),
    TYPED,
)
def test_whatever_is_typed_is_a_rulebook_or_one_line_of_refusal(start, rest):
    assert refusal(load, start + rest).isprintable()


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=60), TYPED.map(str.encode)), st.booleans())
def test_whatever_a_file_holds_is_judged_in_lines(tmp_path_factory, content, extends):
    path = tmp_path_factory.getbasetemp() / "fuzz.toml"
    path.write_bytes((b'extends = "conquete-1957"\n' if extends else b"") + content)
    assert refusal(faults_of, path).isprintable()
    assert refusal(load, path).isprintable()


# Speed, by what is loaded and read rather than by a clock.


def test_a_small_answer_reads_no_map_and_imports_nothing_heavy():
    code = """
import sys
before = set(sys.modules)
from conquestlab.analysis.rules.rulebook import load
book = load("conquete-1957,dice.defender=2,cards.scale=[6,8]")
assert "map" not in vars(book), "the map was read"
heavy = {"numpy", "pandas", "numba", "scipy", "matplotlib", "difflib", "hashlib", "pathlib"}
print(*sorted(heavy & (set(sys.modules) - before)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")
