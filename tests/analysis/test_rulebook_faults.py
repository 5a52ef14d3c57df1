"""Wrong rulebooks: every fault is told, with its key, its value, what is allowed and the nearest name."""

import os

import pytest

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.rules.rulebook import faults_of, load
from conquestlab.analysis.rules.rulebook_keys import completed, keys_of


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def told(path):
    return [(fault.key, fault.value, fault.nearest) for fault in faults_of(path)]


def refused(text):
    with pytest.raises(WrongUse) as refusal:
        load(text)
    message = str(refusal.value)
    assert message.isprintable()
    return message


def test_all_faults_of_a_file_are_listed(tmp_path):
    text = """
    extends = "conquete-1957"
    max_rounds = 0
    wings = 2
    dice = { attacker = 4, defendr = 2, ties = "defendre", sides = 6.0 }
    cards = 3
    [movement]
    tired = true
    [provenance]
    dize = "x"
    [handicap]
    armies = [1, "2"]
    """
    path = write(tmp_path, "wrong.toml", text)
    assert told(path) == [
        ("max_rounds", "0", ""),
        ("wings", "2", ""),
        ("dice.attacker", "4", ""),
        ("dice.defendr", "2", "dice.defender"),
        ("dice.ties", "defendre", "defender"),
        ("dice.sides", "6.0", ""),
        ("cards", "3", ""),
        ("movement.tired", "on", ""),
        ("handicap.armies", '[1,"2"]', ""),
        ("provenance.dize", "x", "dice"),
    ]
    by_key = {fault.key: fault.allowed for fault in faults_of(path)}
    assert by_key["dice.attacker"] == "a whole number from 1 to 3"
    assert by_key["dice.ties"] == "defender or attacker"
    assert by_key["dice.defendr"] == "no such key"
    assert by_key["movement.tired"] == "exact, whole_land or none"
    assert by_key["handicap.armies"] == "a list of at most 6 of: a whole number from -100 to 1000"
    assert "cards.jokers" in by_key["cards"]
    message = refused(path)
    assert message.startswith(f"{path}: max_rounds = 0 (allowed: a whole number from 1 to 100000); ")
    assert message.endswith("; and 7 more, see conquest rules check")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no rulebook is named"),
        ("risk-modrn", "nearest: risk-modern"),
        ("conquete-1957,dice.defendr=2", "unknown key dice.defendr, nearest: dice.defender"),
        ("conquete-1957,defendr=2", "unknown key defendr, nearest: dice.defender"),
        ("conquete-1957,dice.defender=7", "dice.defender = 7 (allowed: a whole number from 1 to 3)"),
        ("conquete-1957,dice.defender=two", "dice.defender = two (allowed"),
        ("conquete-1957,dice.defender=nan", "dice.defender = nan (allowed"),
        ("conquete-1957,dice.defender=2.0", "dice.defender = 2.0 (allowed"),
        ("conquete-1957,dice.defender=true", "dice.defender = on (allowed"),
        ("conquete-1957,dice.defender=1" + "0" * 40, "(allowed: a whole number from 1 to 3)"),
        ("conquete-1957,dice.defender=1" + "0" * 5000, "neither a word nor TOML"),
        ("conquete-1957,dice.defender=" + "[" * 5000, "neither a word nor TOML"),
        ("conquete-1957,dice.defender=1979-05-27", "dice.defender = 1979-05-27"),
        ("conquete-1957,dice.defender=", "write key=value"),
        ("conquete-1957,=2", "write key=value"),
        ("conquete-1957,", "write key=value"),
        ("conquete-1957,dice.defender", "dice.defender: write key=value"),
        ("conquete-1957,cards.scale=[6,8", "neither a word nor TOML"),
        ("conquete-1957,cards.scale=6", "cards.scale = 6 (allowed: a list"),
        ("conquete-1957,cards.scale=[6,0]", "cards.scale = [6,0]"),
        ("conquete-1957,cards.scale=[]", "at least one number of armies"),
        ("conquete-1957,dice=3", "dice = 3 (allowed: a table with dice.attacker"),
        ("conquete-1957,dice.defender=2,defender=1", "each key once"),
        ("conquete-1957,armies_each=3", "no change: it has no effect while ally.present is off"),
        ("conquete-1957,name=x", "unknown key name"),
        ("conquete-1957,extends=risk-modern", "unknown key extends"),
        ("conquete-1957,ties=defendre", "nearest: defender"),
        ("conquete-1957,map=risiko", "nearest: risiko_it_82"),
        ("conquete-1957,map=nowhere.toml", "map = nowhere.toml (allowed: a file that exists)"),
        ("conquete-1957,map=7", "map = 7 (allowed: a name of maps, or a file ending in .toml)"),
        ("conquete-1957,starting_armies.9=4", "setup.starting_armies"),
        ("conquete-1957,defender_sees_attack_roll=7", "defender_sees_attack_roll = 7 (allowed: on or off)"),
        ("conquete-1957,players=3", "players = 3 (allowed: a table with players.min, players.max)"),
        ("conquete-1957,continents.asia=101", "a table by continent of a whole number from 0 to 100"),
        ("risk-1970-objectives,deck=classic", "objectives.deck = classic (allowed: classic14 or a file"),
        ("risk-express,cards=cards.toml", "cards = cards.toml (allowed: a file that exists)"),
        ("risk-express,cards=cards15", "nearest: cards14"),
        ("conquete-1957,piece_limit=on", "piece_limit = on (allowed: off, or a number up to 1000000)"),
        ("risk-express,dice.attacker=2", "unknown key dice.attacker"),
        ("nowhere.toml", "there is no file nowhere.toml: check its path"),
        ("/dev/null", "/dev/null is not a file"),
        ("\x00.toml", "no rulebook"),
        ("\ud800", "no rulebook"),
    ],
)
def test_what_is_said_of_a_wrong_text(text, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        message = refused(text)
    except Failed as error:
        message = str(error)
    assert said in message
    assert len(message) < 1000


def test_a_short_key_that_several_have_is_refused_with_the_choice(monkeypatch):
    monkeypatch.setattr(
        "conquestlab.analysis.rules.rulebook_changes.completed", lambda *_: ["dice.attacker", "dice.defender"]
    )
    assert "er = 1 (allowed: one of dice.attacker, dice.defender)" in refused("conquete-1957,er=1")


def test_which_names_a_short_key_may_mean():
    assert completed("conquest", "defender") == ["dice.defender"]
    assert completed("conquest", "fixed.artillery") == ["cards.fixed.artillery"]
    assert completed("conquest", "fixed") == ["cards.fixed"]
    assert completed("conquest", "dice") == ["dice"]
    assert completed("conquest", "handicap.cards") == ["handicap.cards"]
    assert completed("conquest", "cards") == ["cards"], "the section goes before handicap.cards"
    assert completed("conquest", "starting_armies.3") == ["setup.starting_armies.3"]
    assert (
        completed("conquest", "asia") == completed("conquest", "efender") == completed("conquest", "") == []
    )
    assert all(completed("conquest", key) == [key] for key in keys_of("conquest"))


# Values that cannot stand together.


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("conquete-1957,players.min=5,players.max=4", "players.min", "at most players.max, which is 4"),
        ("risk-express,players.min=5,players.max=4", "players.min", "at most players.max, which is 4"),
        ("conquete-1957,players.max=2,handicap.armies=[1,2,3]", "handicap.armies", "each of 2 seats"),
        ("risk-express,players.max=2,handicap.points=[1,2,3]", "handicap.points", "each of 2 seats"),
        ("conquete-1957,handicap.armies=[2,-1]", "handicap.armies", "none below 0 where"),
        ("risk-1970-world,players.min=2", "setup.starting_armies", "from 2 to 6"),
        ("risk-1970-world,initial_placement=none", "setup.initial_placement", "to place the starting armies"),
        ("risk-1970-world,piece_limit=30", "piece_limit", "at least the 35 starting armies"),
        ("risk-1970-world,piece_limit=35,handicap.armies=[4]", "piece_limit", "at least the 39 starting"),
        (
            "risk-1970-duel,players.max=3,starting_armies={2=40,3=35}",
            "players.max",
            "2 where ally.present is on",
        ),
        ("risk-1970-duel,setup.deal_jokers=on", "setup.deal_jokers", "off where ally.present is on"),
        ("risk-1970-duel,setup.dealing=dice", "setup.dealing", "cards where ally.present is on"),
        ("risk-1970-duel,objectives.dealt=on", "objectives.dealt", "off where ally.present is on"),
        ("risk-1970-world,starting_armies.3=14", "setup.starting_armies", "at least 15"),
        ("risk-1970-duel,starting_armies.2=13", "setup.starting_armies", "at least 14"),
        ("conquete-1957,piece_limit=20", "piece_limit", "at least 36"),
        ("conquete-1957,continents.atlantis=3", "reinforcement.continents", "continents of the map"),
        ("conquete-1957,handicap.cards=[20,20,5]", "handicap.cards", "no more together than the 44 cards"),
        ("risk-modern,given.atlantis=1", "handicap.given", "continents of the map (north_america"),
        ("risk-modern,given.asia=1", "handicap.given", "at most 7 lands for a seat"),
        ("risk-modern,given={africa=2,oceania=2}", "handicap.given", "at most 7 lands for a seat"),
        ("risk-modern,players.max=4,given.oceania=5", "handicap.given", "one of the seats 1 to 4"),
        ("risk-modern,handicap.bonus.asai=1", "handicap.bonus", "continents of the map (north_america"),
        ("risk-modern,players.max=4,handicap.bonus.asia=5", "handicap.bonus", "one of the seats 1 to 4"),
        ("risk-1970-duel,given={asia=1,oceania=1}", "handicap.given", "at most 14 lands for a seat"),
        ("conquete-1957,given.europe=1,given.africa=1", "handicap.given", "at most 7 lands for a seat"),
        ("risk-express,dice.count=5", "dice.count", "at least 6, the dice that Australia takes"),
    ],
)
def test_impossible_combinations(text, key, said):
    faults = faults_of(text)
    assert [fault.key for fault in faults] == [key]
    assert said in faults[0].allowed
    assert f"{key} = " in refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "conquete-1957,players.min=6",
        "risk-1970-world,starting_armies.3=15",
        "risk-1970-duel,starting_armies.2=14",
        "conquete-1957,piece_limit=36",
        "risk-1970-world,piece_limit=35",
        "conquete-1957,handicap.cards=[20,20,4]",
        "risk-modern,players.max=3,given={asia=3,africa=2,europe=2}",
        "risk-1970-duel,given={asia=1,oceania=2}",
        "conquete-1957,given.africa=6",
        "conquete-1957,max_rounds=1",
        "conquete-1957,cards.scale=[9,7,5]",
        "conquete-1957,sets=fixed",
        "risk-express,dice.count=6",
        "risk-1970-objectives,absent_colour=remove_cards",
    ],
)
def test_what_is_just_possible(text):
    assert faults_of(text) == []
    assert load(text).options


@pytest.mark.parametrize(
    ("text", "key", "gate"),
    [
        ("risk-1970-world,cards.joker=wild", "cards.joker", "cards.sets is alike_or_different"),
        ("conquete-1957,jokers=0,joker=wild", "cards.joker", "cards.jokers is 0"),
        ("risk-1970-duel,cards.scale=[6,8]", "cards.scale", "cards.sets is fixed"),
        ("conquete-1957,cards.fixed.different=9", "cards.fixed.different", "cards.sets is three_arms"),
        ("conquete-1957,joker_fixed=also_different_10", "cards.joker_fixed", "cards.sets is three_arms"),
        ("risk-1970-duel,jokers=0,fixed.joker_pair=9", "cards.fixed.joker_pair", "cards.jokers is 0"),
        ("conquete-1957,world_card_bonus=off", "cards.world_card_bonus", "cards.land_bonus is 0"),
        (
            "risk-1970-world,world_card_bonus=off,land_bonus=3",
            "cards.land_bonus",
            "cards.world_card_bonus is off",
        ),
        ("conquete-1957,capture_bonus=bound", "cards.capture_bonus", "cards.land_bonus is 0"),
        ("risk-modern,early_elimination=allow", "combat.early_elimination", "combat.protected_rounds is 0"),
        (
            "conquete-1957,early_elimination=allow,protected_rounds=3",
            "combat.protected_rounds",
            "combat.early_elimination is allow",
        ),
        ("risk-modern,tired=whole_land", "movement.tired", "movement.kind is one"),
        ("conquete-1957,fortify=connected", "movement.fortify", "movement.kind is simultaneous"),
        ("conquete-1957,deal_jokers=on", "setup.deal_jokers", "setup.dealing is dice"),
        (
            "conquete-1957,initial_placement=simultaneous",
            "setup.initial_placement",
            "setup.starting_armies is {}",
        ),
        ("conquete-1957,placement_round=2", "setup.placement_round", "setup.starting_armies is {}"),
        ("risk-modern,tired=none", "movement.tired", "movement.kind is one"),
        ("risk-1970-world,absent_colour=remove_cards", "objectives.absent_colour", "objectives.dealt is off"),
        ("risk-modern,duel_moves=2", "ally.duel_moves", "ally.present is off"),
    ],
)
def test_a_change_without_effect_is_refused_with_the_reason(text, key, gate):
    faults = faults_of(text)
    assert [(fault.key, fault.allowed) for fault in faults] == [
        (key, f"no change: it has no effect while {gate}")
    ]
    refused(text)


def test_extra_armies_are_placed_even_where_nothing_else_is():
    assert load("conquete-1957,handicap.armies=[0,2],initial_placement=in_turn_order").options
    assert load("conquete-1957,handicap.armies=[0,2],placement_round=1").options


def test_a_fault_that_rests_on_a_wrong_value_is_not_told():
    assert [fault.key for fault in faults_of("conquete-1957,cards.sets=fixd,fixed.artillery=9")] == [
        "cards.sets"
    ]
    assert [fault.key for fault in faults_of("conquete-1957,max=9,min=7")] == ["players.max", "players.min"]
    assert [fault.key for fault in faults_of("conquete-1957,max=9,min=6")] == ["players.max"]


def test_values_of_a_file_without_effect_are_told_for_the_file_that_has_them(tmp_path):
    write(tmp_path, "parent.toml", 'extends = "conquete-1957"\n[movement]\nfortify = "connected"\n')
    child = write(tmp_path, "child.toml", 'extends = "parent.toml"\n[dice]\nattacker = 9\n')
    faults = faults_of(child)
    assert sorted((os.path.basename(fault.file), fault.key) for fault in faults) == [
        ("child.toml", "dice.attacker"),
        ("parent.toml", "movement.fortify"),
    ]


# Files that cannot be read, and chains that do not end.


@pytest.mark.parametrize(
    ("key", "base", "part"),
    [
        ("map", "conquete-1957", "lands"),
        ("deck", "risk-1970-objectives", "objectives"),
        ("cards", "risk-express", "cards"),
    ],
)
def test_files_that_a_key_names_are_checked_too(key, base, part, tmp_path):
    path = write(tmp_path, "broken.toml", "a = [")
    (fault,) = faults_of(f"{base},{key}={path}")
    assert (fault.file, fault.key, fault.allowed) == (str(path), "(syntax)", "TOML")
    path = write(tmp_path, "flat.toml", f"{part} = 3\n")
    assert (str(path), part, "3") in [
        (one.file, one.key, one.value) for one in faults_of(f"{base},{key}={path}")
    ]


def test_provenance_is_text(tmp_path):
    text = 'extends = "risk-modern"\n[provenance]\nmap = 3\ndice = { sides = "ours", attacker = [] }\n'
    assert told(write(tmp_path, "a.toml", text)) == [
        ("provenance.map", "3", ""),
        ("provenance.dice.attacker", "[]", ""),
    ]
    assert told(write(tmp_path, "b.toml", 'extends = "risk-modern"\nprovenance = "x"\n')) == [
        ("provenance", "x", "")
    ]
    assert told(write(tmp_path, "c.toml", 'extends = "risk-modern"\ntitle = 3\n')) == [("title", "3", "")]


def test_a_map_that_goes_missing_after_loading_is_one_line(monkeypatch):
    book = load("conquete-1957,max_rounds=77")  # which nobody has asked for its map
    monkeypatch.setattr("conquestlab.analysis.rules.rulebook_files.FOLDER", "/nowhere")
    monkeypatch.setattr("conquestlab.analysis.rules.rulebook_files.built_in", lambda folder="": [])
    with pytest.raises(WrongUse, match="conquete-1957: map = standard83"):
        _ = book.map


def test_extends_must_be_known(tmp_path):
    path = write(tmp_path, "house.toml", 'extends = "conquete-1975"\n')
    (fault,) = faults_of(path)
    assert (fault.key, fault.value, fault.nearest) == ("extends", "conquete-1975", "conquete-1957")
    path = write(tmp_path, "house.toml", 'extends = "other.toml"\n')
    assert "extends = other.toml (allowed: a file that exists)" in refused(path)
    path = write(tmp_path, "house.toml", "extends = 3\n")
    assert "extends = 3" in refused(path)


def test_a_ring_of_files_is_named(tmp_path):
    write(tmp_path, "a.toml", 'extends = "b.toml"\n')
    write(tmp_path, "b.toml", 'extends = "c.toml"\n')
    path = write(tmp_path, "c.toml", 'extends = "a.toml"\n')
    assert "no ring of files (c.toml -> a.toml -> b.toml -> c.toml)" in refused(path)
    own = write(tmp_path, "own.toml", 'extends = "./own.toml"\n')
    assert "no ring of files (own.toml -> own.toml)" in refused(own)


def test_the_game_must_be_named_known_and_one(tmp_path):
    assert "game is missing (allowed: africa or conquest or express or manchots or race)" in refused(
        write(tmp_path, "a.toml", "max_rounds = 3\n")
    )
    assert "nearest: conquest" in refused(write(tmp_path, "b.toml", 'game = "conquests"\n'))
    path = write(tmp_path, "c.toml", 'extends = "risk-express"\ngame = "conquest"\n')
    assert "game = conquest (allowed: express, as in the rulebook that it extends)" in refused(path)


def test_the_name_is_that_of_the_file(tmp_path):
    path = write(tmp_path, "house.toml", 'name = "hose"\nextends = "risk-modern"\n')
    assert told(path) == [("name", "hose", "")]


def test_what_is_not_toml(tmp_path):
    (fault,) = faults_of(write(tmp_path, "a.toml", "dice = \n"))
    assert (fault.key, fault.allowed) == ("(syntax)", "TOML")
    assert "line 1" in fault.value
    (fault,) = faults_of(write(tmp_path, "b.toml", "a = " + "[" * 100000))
    assert fault.value == "brackets too deep"
    (fault,) = faults_of(write(tmp_path, "c.toml", "a = " + "1" * 5000))
    assert fault.key == "(syntax)"
    (fault,) = faults_of(write(tmp_path, "d.toml", "max_rounds = 3\nmax_rounds = 4\n"))
    assert fault.key == "(syntax)"


def test_what_is_not_utf8(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes('extends = "risk-modern"\ntitle = "Règle"\n'.encode("latin-1"))
    (fault,) = faults_of(path)
    assert (fault.key, fault.value, fault.allowed) == ("(encoding)", "byte 34: 0xe8", "UTF-8 text")


def test_a_mark_at_the_start_of_a_file_does_not_matter(tmp_path):
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbf" + b'extends = "risk-modern"\n')
    assert load(path).hash == load("risk-modern").hash


def test_a_file_of_a_megabyte_is_refused(tmp_path):
    path = write(tmp_path, "large.toml", "#" * ((1 << 20) + 1))
    assert "is larger than 1048576 bytes" in refused(path)
    assert "extends" not in refused(path)


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    assert "is not a file" in refused(tmp_path / "folder.toml")


def test_a_file_that_may_not_be_read_is_one_line(tmp_path, monkeypatch):
    path = write(tmp_path, "locked.toml", 'extends = "risk-modern"\n')

    def locked(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", locked)
    with pytest.raises(Failed, match=r"locked\.toml cannot be read: Permission denied$"):
        load(path)


def test_a_name_without_its_ending_is_explained(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "house", 'extends = "risk-modern"\n')
    assert "to take the file of that name, let it end in .toml" in refused("house")
