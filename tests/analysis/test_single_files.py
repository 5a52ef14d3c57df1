"""Maps and decks that are checked alone, summed up, drawn, and compared as a whole."""

import json

import pytest
from command_line import run
from small_worlds import EIGHT, FOURTEEN, NO_CONTINENTS

from conquestlab.analysis.rules.narrow_points import narrow_borders, narrow_lands, near_of, pieces
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_answers import check_rulebook, diff_rulebooks, sum_up
from conquestlab.analysis.rules.single_files import single_file

SMALL = f"risk-modern,players.max=3,setup.starting_armies={{2=10,3=9}},map={EIGHT}"
PAIRS = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("d", "f")]


def test_what_is_a_single_file_and_what_a_rulebook():
    assert single_file("standard83").part == "map"
    assert single_file(str(EIGHT)).game == "conquest"
    assert single_file("africa32").game == "africa"
    assert single_file("classic14").part == "objectives"
    for text in ("risk-modern", "nothing", "nothing.toml", SMALL):
        assert single_file(text) is None


def test_a_map_that_changes_another_is_a_map(tmp_path):
    path = tmp_path / "cut.toml"
    path.write_text('extends = "standard83"\nremove = ["alaska - kamchatka"]\n')
    assert single_file(str(path)).part == "map"
    rows, notes = sum_up(path)
    assert {row["continent"]: row["entries"] for row in rows}["North America"] == 2
    assert any("82 borders" in note for note in notes)


def test_narrow_points_by_hand():
    near = near_of("abcdef", PAIRS)
    assert len(pieces(near)) == 1
    assert {(one.land, one.cut_off) for one in narrow_lands(near)} == {("c", ("a", "b")), ("d", ("e", "f"))}
    (border,) = narrow_borders(near, PAIRS)
    assert (border.a, border.b) == ("c", "d")
    assert set(border.cut_off) in ({"a", "b", "c"}, {"d", "e", "f"})


def test_the_continents_of_the_world_side_by_side():
    rows, notes = sum_up("standard83")
    found = {row["continent"]: row for row in rows}
    assert found["Oceania"] == {
        "continent": "Oceania", "lands": 4, "bonus": 2, "inner_borders": 5, "entries": 1, "lands_to_guard": 1,
        "bonus_per_guard": 2.0,
    }  # fmt: skip
    world = load("risk-modern").map
    across = sum(world.groups[a] != world.groups[b] for a, b in world.pairs)
    assert sum(row["entries"] for row in rows) == 2 * across
    assert sum(row["inner_borders"] for row in rows) + across == len(world.pairs)
    assert [note.partition(". ")[0] for note in notes if note.startswith("Narrow point")] == [
        "Narrow point: Siam",
        "Narrow point: Indonesia",
        "Narrow point: the border Siam – Indonesia",
    ]
    assert any(note.startswith("Oceania brings 2.0 armies for each land to guard") for note in notes)


def test_no_errors_is_said_first_and_not_that_there_is_nothing_to_show():
    for name in ("risk-modern", "classic14"):
        done = run("rules", "check", name)
        assert (done.exit_code, done.stdout) == (0, f"{name}: no errors\n")
    out = run("rules", "check", "standard83").stdout
    assert "standard83: no errors\n42 lands in 6 continents" in out


def test_errors_of_a_map_alone(tmp_path):
    path = tmp_path / "map.toml"
    path.write_text(EIGHT.read_text().replace("infantry", "navy", 1))
    (row,) = check_rulebook(path)
    assert row["value"] == "navy"
    done = run("rules", "check", str(path))
    assert done.exit_code == 1


@pytest.mark.parametrize("name", ["risk-modern", "standard83", str(NO_CONTINENTS), "africa-1880", "africa32"])
def test_a_map_is_drawn(name, tmp_path):
    done = run("rules", "show", name, "--plot", str(tmp_path / "map.svg"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize("name", ["risk-express", "classic14"])
def test_what_has_no_map_is_not_drawn(name, tmp_path):
    done = run("rules", "show", name, "--plot", str(tmp_path / "map.svg"))
    assert done.exit_code == 2
    assert "leave --plot out" in done.stderr


def test_maps_that_differ_much_are_summed_up():
    other = f"risk-modern,players.max=3,setup.starting_armies={{2=10,3=9}},map={FOURTEEN}"
    short = {row["key"]: row for row in diff_rulebooks("risk-modern", other, whole=False)}
    assert set(short) == {
        "players.max", "map", "setup.starting_armies", "map.lands", "map.continents", "map.borders"
    }  # fmt: skip
    assert short["map.lands"]["a"] == "42 entries"
    assert short["map.lands"]["b"].startswith("14 entries; 42 gone (alaska, ")
    whole = diff_rulebooks("risk-modern", other)
    done = run("rules", "diff", "risk-modern", other)
    said = f"{len(whole) - 3} entries of files are summed up: --all lists them"
    assert said in " ".join(done.stdout.split())
    assert len(json.loads(run("rules", "diff", "risk-modern", other, "--format", "json").stdout)["rows"]) == 6
    full = run("rules", "diff", "risk-modern", other, "--all", "--format", "json").stdout
    assert json.loads(full)["rows"] == whole


def test_few_differences_are_listed_one_by_one():
    rows = diff_rulebooks("risk-modern", "risk-modern,map=risiko_it_82", whole=False)
    assert [row["key"] for row in rows] == [
        "map",
        "map.borders.east_africa - middle_east",
        "map.borders.afghanistan - india",
        "map.borders.china - middle_east",
    ]


def test_renamed_lands_are_told_as_such(tmp_path):
    text = EIGHT.read_text().replace("land_", "place_")
    (tmp_path / "other.toml").write_text(text)
    other = SMALL.replace(str(EIGHT), str(tmp_path / "other.toml"))
    rows = {row["key"]: row["b"] for row in diff_rulebooks(SMALL, other, whole=False)}
    assert rows["map.lands"].startswith("8 entries; 8 renamed (land_1 is place_1, ")
    assert rows["map.borders"] == "10 entries; the same but for the names"
