"""Borders of a map file: as pairs, each once, or as lists that both lands keep. Both say the same."""

import re

import pytest

from conquestlab.analysis.games.africa.africa_map import read_map as read_africa
from conquestlab.analysis.games.conquest.world_map_files import read_map
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_files import FOLDER

LANDS = """
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
[lands.left]
name = "Left"
continent = "leaves"
arm = "cavalry"
at = [5, 20.5]
[lands.right]
name = "Right"
continent = "leaves"
arm = "artillery"
x = 15
y = 20
"""
PAIRS = 'borders = [["root", "left"], "right - root"]\nsea_borders = ["left - right"]\n'
STANDARD = "standard83"


def read(text, tmp_path, name="clover.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    faults = []
    return read_map(str(path), "a test", faults), [(one.key, one.value, one.allowed) for one in faults]


def said_by_both(world):
    """Write a map in the older form: by land, by_land and by_sea, x and y."""
    text = ""
    for continent in world.continents:
        text += f'[continents.{continent.id}]\nname = "{continent.name}"\nbonus = {continent.bonus}\n'
    for land in world.lands:
        text += f'[lands.{land.id}]\nname = "{land.name}"\ncontinent = "{land.continent}"\n'
        text += f'arm = "{land.arm}"\nx = {land.x}\ny = {land.y}\n'
        for kind in ("land", "sea"):
            near = [
                border.b if border.a == land.id else border.a
                for border in world.borders
                if border.kind == kind and land.id in (border.a, border.b)
            ]
            text += f"by_{kind} = {near}\n"
    return text


def test_pairs_are_borders_of_both_lands(tmp_path):
    world, faults = read(PAIRS + LANDS, tmp_path)
    assert faults == []
    assert [(one.a, one.b, one.kind) for one in world.borders] == [
        ("root", "left", "land"),
        ("root", "right", "land"),
        ("left", "right", "sea"),
    ]
    assert world.neighbours == ((1, 2), (0, 2), (0, 1))


def test_a_place_may_be_one_key_or_two_or_missing(tmp_path):
    world, _ = read(PAIRS + LANDS, tmp_path)
    assert [(land.x, land.y) for land in world.lands] == [(None, None), (5, 20.5), (15, 20)]
    assert world.places["root"] is None


def test_both_forms_say_the_same_map(tmp_path):
    world = load("risk-modern").map
    old, faults = read(said_by_both(world), tmp_path)
    assert faults == []
    assert [(b.a, b.b, b.kind) for b in old.borders] == [(b.a, b.b, b.kind) for b in world.borders]
    assert old.places == world.places
    books = [load("risk-modern"), load(f"risk-modern,map={tmp_path / 'clover.toml'}")]
    assert books[0].hash == books[1].hash


def test_hashes_of_the_shipped_maps_are_those_of_the_older_form():
    """The hashes that the maps had when they were written land by land."""
    assert load("risk-modern").hash == "91aa60354b78"
    assert load("conquete-1957").hash == "d0075aa28d97"
    assert load("risk-modern,map=risiko_it_82").hash == "5391723e3674"
    assert load("risk-modern,map=no_east_africa_middle_east_82").hash == "5c5f7cd57175"


def test_the_place_on_the_drawing_does_not_touch_the_hash(tmp_path):
    with open(f"{FOLDER}/maps/{STANDARD}.toml", encoding="utf-8") as file:
        text = file.read()
    moved, count = re.subn(r"^at = .*\n", "", text, flags=re.M)
    assert count == 42
    world, faults = read(moved, tmp_path)
    assert (faults, set(world.places.values())) == ([], {None})
    assert load(f"risk-modern,map={tmp_path / 'clover.toml'}").hash == load("risk-modern").hash


@pytest.mark.parametrize(
    ("old", "new", "key", "value", "said"),
    [
        ('"right - root"', '"right - root", "root - right"', "borders", "root - right",
         "each border once: Root and Right have one already"),
        ('["left - right"]', '["left - right", "root - left"]', "sea_borders", "root - left",
         "each border once: Root and Left have one already"),
        ('"right - root"', '"right - rot"', "borders", "right - rot", "there is no rot"),
        ('"right - root"', '"right root"', "borders", "right root", 'two lands, ["one_land", "another_'),
        ('"right - root"', '"right - right"', "borders", "right - right", "Right cannot border itself"),
        ('["root", "left"]', '["root", "left", "right"]', "borders", "[[root,left,right]", "a list of pairs"),
        ("at = [5, 20.5]", "at = [5, 20.5]\nx = 3", "lands.left.at", "[5.0,20.5]", "either at = [x, y]"),
        ("at = [5, 20.5]", "at = [5, 80]", "lands.left.at", "[5,80]", "x from 0 in the west to 100, y "),
        ("x = 15\n", "", "lands.right.x", "(missing)", "x and y both, or neither"),
        ("[lands.left]", '[lands.left]\nby_land = ["root"]', "lands.left.by_land", "root",
         "Root does not name Left; or write the pair once, in borders"),
    ],
)  # fmt: skip
def test_what_is_said_of_wrong_pairs(old, new, key, value, said, tmp_path):
    world, faults = read((PAIRS + LANDS).replace(old, new, 1), tmp_path)
    assert world is None
    found = [fault for fault in faults if fault[0] == key]
    assert found, faults
    assert found[0][1].startswith(value)
    assert said in found[0][2]


def test_all_faults_are_told_in_one_go(tmp_path):
    text = (PAIRS + LANDS).replace("right - root", "right - rot").replace('"cavalry"', '"navy"')
    text = text.replace('continent = "stem"', 'continent = "steam"').replace("bonus = 2", "bonus = 200")
    _, faults = read(text, tmp_path)
    assert [fault[0] for fault in faults] == [
        "continents.leaves.bonus",
        "lands.left.arm",
        "lands.root.continent",
        "continents.stem",
        "borders",
    ]


def test_a_wrong_land_does_not_hide_a_map_in_two_pieces(tmp_path):
    text = PAIRS.replace(', "right - root"', "").replace("left - right", "right - left")
    text = text.replace('["right - left"]', "[]") + LANDS.replace('"cavalry"', '"navy"')
    _, faults = read(text, tmp_path)
    assert [fault[0] for fault in faults] == ["lands.left.arm", "lands"]
    assert faults[1][2] == "a map in one piece: no way from Root to Right"


def test_a_list_that_cannot_be_read_is_the_only_fault(tmp_path):
    text = said_by_both(load("risk-modern").map)
    assert text.count("by_land = ['peru', 'brazil']") == 1
    text = text.replace("by_land = ['peru', 'brazil']", "by_lnd = ['peru', 'brazil']")
    _, faults = read(text, tmp_path)
    assert [fault[0] for fault in faults] == ["lands.argentina.by_lnd"]


def test_a_map_that_extends_another_adds_and_removes_pairs(tmp_path):
    read(PAIRS + LANDS, tmp_path)
    text = 'extends = "clover.toml"\nremove = ["left - right"]\nborders = [["right", "left"]]\n'
    text += '[lands.left]\nx = 8\ny = 9\n[border_notes."left - right"]\nstatus = "disputed"\n'
    world, faults = read(text, tmp_path, "child.toml")
    assert faults == []
    assert [(one.kind, one.status) for one in world.borders][-1] == ("land", "disputed")
    assert world.places["left"] == (8, 9)


def test_the_older_names_of_notes_and_added_borders_are_read(tmp_path):
    read(PAIRS.replace('"left - right"', "") + LANDS, tmp_path)
    text = (
        'extends = "clover.toml"\nadd_by_sea = [["right", "left"]]\n[borders."left - right"]\nstatus = "x"\n'
    )
    world, faults = read(text, tmp_path, "child.toml")
    assert faults == []
    assert [(one.kind, one.status) for one in world.borders][-1] == ("sea", "x")


def test_wrong_pairs_do_not_hide_wrong_lands(tmp_path):
    text = PAIRS.replace('["root", "left"]', '["root"]') + LANDS.replace('"cavalry"', '"navy"')
    _, faults = read(text, tmp_path)
    assert [fault[0] for fault in faults] == ["borders", "lands.left.arm"]


AFRICA = f"{FOLDER}/africa/africa32.toml"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"alger - maroc"',
            '"alger - maroc", ["maroc", "alger"]',
            "each border once: Maroc and Alger have one",
        ),
        ('"alger - maroc"', '"alger - marok"', "there is no marok"),
        ('"alger - maroc"', '"alger - alger"', "Alger cannot border itself"),
        ('"alger - maroc"', '"alger"', "two territories, ["),
    ],
)
def test_pairs_of_a_map_of_africa(old, new, said, tmp_path):
    with open(AFRICA, encoding="utf-8") as file:
        text = file.read()
    assert text.count(old) == 1
    path = tmp_path / "africa.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    faults = []
    assert read_africa(str(path), "a test", faults) is None
    assert said in faults[0].allowed


def test_a_map_of_africa_in_the_older_form_is_the_same(tmp_path):
    world = load("africa-1880").map
    with open(AFRICA, encoding="utf-8") as file:
        text = re.sub(r"^borders = \[.*?^\]\n", "", file.read(), flags=re.M | re.S)
    for one in world.territories:
        head = f"[territories.{one.id}]\n"
        text = text.replace(head, f"{head}neighbours = {list(one.neighbours)}\n")
    path = tmp_path / "africa.toml"
    path.write_text(text, encoding="utf-8")
    faults = []
    old = read_africa(str(path), "a test", faults)
    assert (faults, old.territories) == ([], world.territories)
    assert load("africa-1880").hash == "e622cee25db1"
    assert load(f"africa-1880,map={path}").hash == "e622cee25db1"
