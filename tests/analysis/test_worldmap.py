"""Maps: the world of 42 lands against golden/classic_map.csv and rules.md, and maps that are refused."""

import csv
import math
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from small_worlds import NO_CONTINENTS

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.referee import check
from conquestlab.analysis.games.conquest.world_map_files import read_map
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.replay_answers import replay
from conquestlab.analysis.rules.rulebook import faults_of, load
from conquestlab.analysis.seeds import parse_seeds

GOLDEN = Path(__file__).parents[1] / "golden" / "classic_map.csv"
CLOVER = """
[continents.stem]
name = "Stem"
bonus = 1
[continents.leaves]
name = "Leaves"
bonus = 2
[lands.root]
name = "Root"
continent = "stem"
arm = "infantry"
x = 10
y = 0
by_land = ["left", "right"]
[lands.left]
name = "Left"
continent = "leaves"
arm = "cavalry"
x = 5
y = 20.5
by_land = ["root"]
by_sea = ["right"]
[lands.right]
name = "Right"
continent = "leaves"
arm = "artillery"
x = 15
y = 20
by_land = ["root"]
by_sea = ["left"]
"""


def world(name="standard83"):
    faults = []
    found = read_map(name, "a test", faults)
    assert faults == []
    return found


def pairs(found):
    return {frozenset((border.a, border.b)) for border in found.borders}


def faults_of_map(text, tmp_path):
    path = tmp_path / "clover.toml"
    path.write_text(text, encoding="utf-8")
    faults = []
    found = read_map(str(path), "a test", faults)
    assert (found is None) == bool(faults)
    assert {fault.file for fault in faults} <= {str(path)}
    return [(fault.key, fault.value, fault.allowed, fault.nearest) for fault in faults]


# Paragraph 5.3 of rules.md and golden/classic_map.csv.


def test_5_3_lands_borders_and_arms_are_the_golden_ones():
    found = world()
    with GOLDEN.open(encoding="utf-8") as file:
        golden = list(csv.DictReader(file))
    assert [(land.id, land.continent, land.arm) for land in found.lands] == [
        (row["land"], row["continent"], row["arm"]) for row in golden
    ]
    for land, row, near in zip(found.lands, golden, found.neighbours, strict=True):
        assert {found.lands[i].id for i in near} == set(row["neighbours"].split()), land.id


def test_5_3_numbers_of_the_world():
    found = world()
    assert len(found.lands) == 42
    assert Counter(border.kind for border in found.borders) == {"land": 59, "sea": 24}
    sizes = {one.id: len(lands) for one, lands in zip(found.continents, found.continent_lands, strict=True)}
    assert sizes == {
        "north_america": 9,
        "south_america": 4,
        "europe": 7,
        "africa": 6,
        "asia": 12,
        "oceania": 4,
    }
    assert Counter(land.arm for land in found.lands) == {"infantry": 14, "cavalry": 14, "artillery": 14}


def test_3_4_bonus_of_continents():
    found = world()
    assert {one.id: one.bonus for one in found.continents} == {
        "oceania": 2,
        "south_america": 2,
        "africa": 3,
        "europe": 5,
        "north_america": 5,
        "asia": 7,
    }


def test_3_4_alaska_and_kamchatka_are_joined_by_sea():
    found = world()
    border = next(one for one in found.borders if {one.a, one.b} == {"alaska", "kamchatka"})
    assert border.kind == "sea"


def test_3_1_names_of_the_board_of_1957():
    found = world()
    names = {land.id: land.name_fr_1957 for land in found.lands if land.name_fr_1957}
    assert {id: names[id] for id in ("kamchatka", "east_africa", "china", "siberia", "brazil", "alaska")} == {
        "kamchatka": "KHABAROVSK",
        "east_africa": "KENYA",
        "china": "CHINE",
        "siberia": "SIBÉRIE",
        "brazil": "BRÉSIL",
        "alaska": "ALASKA",
    }
    assert "KEEWATIN" in names["greenland"]
    assert len(names) == 7


def test_5_3_french_names():
    names = {land.id: land.name_fr for land in world().lands}
    assert names["irkutsk"] == "Tchita"
    assert names["yakutsk"] == "Yakoutie"
    assert names["western_united_states"] == "États de l'Ouest"
    assert names["northwest_territory"] == "Territoires du Nord-Ouest"
    assert all(names.values())


def test_r21_editions_of_the_map():
    standard = pairs(world())
    middle = frozenset(("east_africa", "middle_east"))
    assert standard - pairs(world("no_east_africa_middle_east_82")) == {middle}
    assert pairs(world("no_east_africa_middle_east_82")) < standard
    italian = pairs(world("risiko_it_82"))
    assert standard - italian == {middle, frozenset(("afghanistan", "india"))}
    assert italian - standard == {frozenset(("china", "middle_east"))}
    for name in ("no_east_africa_middle_east_82", "risiko_it_82"):
        assert len(world(name).borders) == 82
        assert world(name).lands == world().lands
        assert world(name).continents == world().continents


def test_5_3_disputed_borders_say_so():
    disputed = {frozenset((one.a, one.b)) for one in world().borders if one.status == "disputed"}
    assert disputed == {frozenset(("east_africa", "middle_east")), frozenset(("afghanistan", "india"))}
    assert all(one.provenance for one in world().borders if one.status == "disputed")


def test_provenance_names_known_sources():
    for name in ("standard83", "no_east_africa_middle_east_82", "risiko_it_82"):
        found = world(name)
        texts = [*found.provenance.values(), *(one.provenance for one in found.borders + found.lands)]
        for text in texts:
            for word in text.replace(";", " ").replace(",", " ").replace(":", " ").split():
                if word.startswith(("S-", "rulebook-")):
                    assert word in found.sources, text
        assert {"name_fr", "continent", "bonus", "arm", "borders", "kind", "position"} <= set(
            found.provenance
        )


def test_lands_have_places_of_their_own_on_the_drawing():
    lands = world().lands
    assert all(0 <= land.x <= 100 and 0 <= land.y <= 60 for land in lands)
    for one, other in combinations(lands, 2):
        assert math.hypot(one.x - other.x, one.y - other.y) >= 6, (one.id, other.id)


def test_borders_do_not_cross_on_the_drawing():
    lands = {land.id: (land.x, land.y) for land in world().lands}
    round_the_world = {"alaska", "kamchatka"}
    lines = [(one.a, one.b) for one in world().borders if {one.a, one.b} != round_the_world]

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    for one, other in combinations(lines, 2):
        if not set(one) & set(other):
            a, b, c, d = (lands[id] for id in one + other)
            crossing = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
            assert not crossing, (one, other)


def test_numbers_and_neighbours_agree():
    found = world()
    assert [found.number[land.id] for land in found.lands] == list(range(42))
    assert sum(map(len, found.neighbours)) == 2 * 83
    for here, near in enumerate(found.neighbours):
        assert list(near) == sorted(set(near))
        assert all(here in found.neighbours[there] for there in near)


# Maps that a user brings.


def test_a_map_beside_the_rulebook_file(tmp_path, monkeypatch):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "clover.toml").write_text(CLOVER, encoding="utf-8")
    rules = tmp_path / "table" / "garden.toml"
    text = 'extends = "risk-modern"\nmap = "clover.toml"\nplayers.max = 2\n'
    rules.write_text(text + "reinforcement.continents.stem = 4\n")
    monkeypatch.chdir(tmp_path)
    book = load("table/garden.toml")
    monkeypatch.chdir("/")
    assert [land.id for land in book.map.lands] == ["root", "left", "right"]
    assert book.map.neighbours == ((1, 2), (0, 2), (0, 1))
    assert book.map.continent_lands == ((0,), (1, 2))
    assert book.continent_bonus == (4, 2)
    assert (book.map.name, book.map.title, book.map.lands[1].y) == ("clover", "clover", 20.5)
    child = tmp_path / "child.toml"
    child.write_text('extends = "table/garden.toml"\n')
    assert load(child).hash == book.hash


def test_a_map_named_as_a_change_is_found_from_here(tmp_path, monkeypatch):
    (tmp_path / "clover.toml").write_text(CLOVER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    book = load("risk-modern,players.max=2,map=clover.toml")
    assert len(book.map.lands) == 3
    assert book.label == "risk-modern,players.max=2,map=clover.toml"
    assert load("risk-modern,players.max=2,map=./clover.toml").hash == book.hash


def test_a_map_extends_a_map_beside_it(tmp_path):
    (tmp_path / "clover.toml").write_text(CLOVER, encoding="utf-8")
    text = """
    extends = "clover.toml"
    remove = [["right", "left"]]
    [continents.leaves]
    bonus = 5
    [lands.bud]
    name = "Bud"
    continent = "stem"
    arm = "cavalry"
    x = 0
    y = 0
    by_land = ["root"]
    [lands.root]
    by_land = ["left", "right", "bud"]
    """
    path = tmp_path / "bud.toml"
    path.write_text(text, encoding="utf-8")
    faults = []
    found = read_map(str(path), "a test", faults)
    assert faults == []
    assert [(one.a, one.b) for one in found.borders] == [("root", "left"), ("root", "right"), ("root", "bud")]
    assert [one.bonus for one in found.continents] == [1, 5]
    assert found.lands[0].name == "Root"


def test_added_borders(tmp_path):
    (tmp_path / "clover.toml").write_text(
        CLOVER.replace('by_sea = ["right"]', "").replace('by_sea = ["left"]', "")
    )
    path = tmp_path / "more.toml"
    path.write_text('extends = "clover.toml"\nadd_by_sea = [["right", "left"]]\n')
    faults = []
    found = read_map(str(path), "a test", faults)
    assert [(one.a, one.b, one.kind) for one in found.borders][-1] == ("left", "right", "sea")


def test_a_one_sided_border_is_refused_by_the_names_of_its_lands(tmp_path):
    (fault,) = faults_of_map(CLOVER.replace('by_sea = ["left"]', ""), tmp_path)
    assert fault == (
        "lands.left.by_sea",
        "right",
        "a border that both lands name alike: Right does not name Left; or write the pair once, in borders",
        "",
    )
    with pytest.raises(WrongUse, match="Right does not name Left"):
        load(f"risk-modern,players.max=2,map={tmp_path / 'clover.toml'}")


def test_a_border_of_two_kinds_is_refused(tmp_path):
    text = CLOVER.replace('by_sea = ["left"]', "").replace('by_land = ["root"]', 'by_land = ["root", "left"]')
    faults = faults_of_map(text, tmp_path)
    assert ("lands.left.by_land", "left", "another land: Left cannot border itself", "") in faults
    text = CLOVER.replace('by_sea = ["left"]', "").replace(
        'y = 20\nby_land = ["root"]', 'y = 20\nby_land = ["root", "left"]'
    )
    (fault,) = faults_of_map(text, tmp_path)
    assert fault[2].startswith("a border that both lands name alike: Right names by land Left; or write")


def test_a_map_in_two_pieces_is_refused_by_the_names_of_its_lands(tmp_path):
    text = CLOVER.replace('by_land = ["left", "right"]', "").replace('by_land = ["root"]', "")
    (fault,) = faults_of_map(text, tmp_path)
    assert fault[2] == "a map in one piece: no way from Root to Left, Right"


def test_a_border_taken_away_may_not_cut_the_map(tmp_path):
    (tmp_path / "clover.toml").write_text(CLOVER, encoding="utf-8")
    path = tmp_path / "cut.toml"
    path.write_text('extends = "clover.toml"\nremove = [["root", "left"], ["root", "right"]]\n')
    faults = faults_of(f"risk-modern,players.max=2,map={path}")
    assert [fault.allowed for fault in faults] == ["a map in one piece: no way from Root to Left, Right"]


@pytest.mark.parametrize(
    ("old", "new", "key", "said", "near"),
    [
        ('["left", "right"]', '["left", "rigth", "right"]', "lands.root.by_land", "id of a land", "right"),
        (
            '["left", "right"]',
            '["left", "right", "root"]',
            "lands.root.by_land",
            "Root cannot border itself",
            "",
        ),
        ('["left", "right"]', '["left", "left", "right"]', "lands.root.by_land", "Root names Left twice", ""),
        ('continent = "stem"', 'continent = "steam"', "lands.root.continent", "(stem, leaves)", "stem"),
        (
            'arm = "infantry"',
            'arm = "infantery"',
            "lands.root.arm",
            "infantry, cavalry or artillery",
            "infantry",
        ),
        ("x = 10", "x = 100.5", "lands.root.x", "a number from 0 to 100", ""),
        ("x = 10", "x = nan", "lands.root.x", "a number from 0 to 100", ""),
        ("y = 0", "z = 0", "lands.root.z", "no such key", ""),
        ("bonus = 1", "", "continents.stem.bonus", "a whole number from 0 to 100", ""),
        (
            'by_land = ["left", "right"]',
            'by_lnd = ["left", "right"]',
            "lands.root.by_lnd",
            "no such key",
            "by_land",
        ),
        ("[continents.stem]", "width = 3\n[continents.stem]", "width", "no such key", ""),
        ("[continents.stem]", "lands = 3\n[continents.stem]", "(syntax)", "TOML", ""),
        ("[lands.root]", '[lands."ro ot"]', "lands.ro ot", "letters, digits", ""),
        ("[lands.root]", "[lands.joker_1]", "lands.joker_1", "not a joker's", ""),
        (
            "[lands.root]",
            "[borders.'left - root']\nstaus = 'x'\n[lands.root]",
            "border_notes.left - root.staus",
            "no",
            "status",
        ),
        (
            "[lands.root]",
            "[borders.'left - rot']\n[lands.root]",
            "border_notes",
            "one_land - another_land",
            "left - right",
        ),
        (
            "[continents.stem]",
            'remove = [["left", "rot"]]\n[continents.stem]',
            "remove",
            "there is no rot",
            "root",
        ),
        ("[continents.stem]", 'remove = [["left"]]\n[continents.stem]', "remove", "a list of pairs, [", ""),
        (
            "[continents.stem]",
            'add_by_sea = [["left", "root"]]\n[continents.stem]',
            "add_by_sea",
            "each border once: Root and Left have one already",
            "",
        ),
        (
            "[continents.stem]",
            'add_by_sea = [["left", "left"]]\n[continents.stem]',
            "add_by_sea",
            "two lands",
            "",
        ),
        (
            "[continents.stem]",
            "[continents.sky]\nname='Sky'\nbonus=1\n[continents.stem]",
            "continents.sky",
            "a land in",
            "",
        ),
    ],
)
def test_what_is_said_of_a_wrong_map(old, new, key, said, near, tmp_path):
    faults = faults_of_map(CLOVER.replace(old, new, 1), tmp_path)
    found = [fault for fault in faults if fault[0] == key]
    assert found, faults
    assert said in found[0][2]
    assert found[0][3] == near


def test_a_map_may_do_without_continents(tmp_path):
    bare = world(str(NO_CONTINENTS))
    assert (bare.continents, bare.continent_lands) == ((), ())
    assert {land.continent for land in bare.lands} == {""}
    text = NO_CONTINENTS.read_text(encoding="utf-8")
    ((key, value, allowed, _),) = faults_of_map(text.replace("arm =", 'continent = "n"\narm =', 1), tmp_path)
    assert (key, value) == ("lands.land_1.continent", "n")
    assert "the map has no continents" in allowed
    missing = CLOVER.replace('continent = "stem"\n', "", 1)
    assert ("lands.root.continent", "missing") in [fault[:2] for fault in faults_of_map(missing, tmp_path)]


@pytest.mark.parametrize("bot", ["reckless", "continental", "expert"])
def test_games_on_a_map_without_continents_pass_the_referee(bot):
    rules = f"risk-modern,map={NO_CONTINENTS},players.max=3,setup.starting_armies={{2=9,3=8}},max_rounds=15"
    experiment = experiment_of(rules, 3, (bot,) * 3, parse_seeds("4"), 6, True)
    for game in range(6):
        record = replay(experiment, game).transcript
        assert check(record, experiment.rulebook) == []
        reinforced = [event["from_continents"] for event in record if event["event"] == "reinforce"]
        assert reinforced
        assert not any(reinforced)


def test_all_faults_of_a_map_are_listed(tmp_path):
    text = (
        CLOVER.replace("x = 10", "x = -1").replace("bonus = 2", "bonus = 200").replace('"cavalry"', '"navy"')
    )
    keys = [fault[0] for fault in faults_of_map(text, tmp_path)]
    assert keys == ["continents.leaves.bonus", "lands.root.x", "lands.left.arm"]


def test_a_border_removed_twice_is_refused(tmp_path):
    path = tmp_path / "clover.toml"
    path.write_text(
        'extends = "no_east_africa_middle_east_82"\nremove = [["middle_east", "east_africa"]]\n',
        encoding="utf-8",
    )
    faults = []
    assert read_map(str(path), "a test", faults) is None
    assert [fault.allowed for fault in faults] == [
        "a border of the map: East Africa and Middle East have none"
    ]


def test_a_map_of_too_many_lands_is_refused(tmp_path):
    row = ""
    for i in range(65):
        near = [f"l{j}" for j in (i - 1, i + 1) if 0 <= j < 65]
        row += f'[lands.l{i}]\nname="L{i}"\ncontinent="one"\narm="cavalry"\nx=1\ny=1\nby_land={near}\n'
    (fault,) = faults_of_map('[continents.one]\nname="One"\nbonus=1\n' + row, tmp_path)
    assert fault[:3] == ("lands", "65 entries", "1 to 64 tables [lands.ID]")


def test_a_ring_of_maps_is_named(tmp_path):
    (tmp_path / "one.toml").write_text('extends = "two.toml"\n')
    (tmp_path / "two.toml").write_text('extends = "one.toml"\n')
    faults = []
    assert read_map(str(tmp_path / "one.toml"), "a test", faults) is None
    assert [fault.allowed for fault in faults] == ["no ring of files (one.toml -> two.toml -> one.toml)"]


def test_a_map_for_too_many_players_is_refused(tmp_path):
    (tmp_path / "clover.toml").write_text(CLOVER, encoding="utf-8")
    (fault,) = faults_of(f"risk-modern,map={tmp_path / 'clover.toml'}")
    assert (fault.key, fault.value) == ("players.max", "6")
    assert fault.allowed == "so few that each is sure of one of the 3 lands of the map"
