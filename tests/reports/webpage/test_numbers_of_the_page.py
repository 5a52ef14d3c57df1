"""Every number of a page is that of the CSV which the command behind it writes, to the last digit."""

import re

import pytest
from command_line import csv_rows, run
from report_page import ReportPage
from small_worlds import EIGHT, SMALL

from conquestlab.analysis.measures.measure import POINTS, SHARE
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.rules.rule_words import variant_name
from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.formatted_numbers import formatted

MODERN = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
VARIANT = f"{MODERN},dice.defender=3"
OBJECTIVES = f"risk-1970-objectives,{SMALL['risk-1970-objectives']},max_rounds=15"
ENDS = ("value", "low", "high")
# What figures and tables show beside the measures of `conquest play`; tested by hand in their own places.
COUNTED = {
    *("standing", "standing of a winner", "standing of a loser", "in_play", "eliminated", "continent_held"),
    *("games_over", "edge", "battles", "taken", "kept", "half_time_wins"),
}
EXACT = {"win", "chance", "armies"}


def page_of(folder, *words):
    place = folder / "page.html"
    result = run("report", *words, "--output", place)
    assert result.exit_code == 0, result.stderr
    return ReportPage(place.read_text(encoding="utf-8"))


def called(rules):
    """What a rulebook is called on a page."""
    return variant_name(load(rules))


def spans(rows, ends=ENDS):
    """The value and interval of rows of a CSV, by measure and what it is of."""
    return {(row["measure"], row["of"]): tuple(row[end] or None for end in ends) for row in rows}


def kept(folder, kind, *words):
    """Write an answer as JSON for a page, and return the file and the rows of the same answer as CSV."""
    place = folder / f"{kind}.json"
    assert run(kind, *words, "--format", "json", "--output", place).exit_code == 0
    return place, csv_rows(kind, *words)


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    games = ("--players", 3, "--games", 150)
    compare, rows = kept(
        folder, "compare", MODERN, VARIANT, *games, "--bots", "reckless", "--bots", "cautious"
    )
    played = ("--rules", MODERN, "--rules", VARIANT, *games, "--bots", "reckless")
    return page_of(folder, *played, "--compare", compare, "--sample", 4), rows, csv_rows("play", *played)


def test_every_number_has_one_meaning_and_one_value(compared):
    page, differences, played = compared
    known = {row["measure"] for row in (*differences, *played)} | COUNTED | EXACT
    for _, measure, _ in page.by_key():  # which sees to it that there is one value a key
        assert measure.removeprefix("difference of ") in known, measure


def test_measures_of_runs_side_by_side(compared):
    page, _, played = compared
    found = page.by_key()
    for rules in (MODERN, VARIANT):
        rows = [row for row in played if ("dice.defender" in row["rules"]) == (rules == VARIANT)]
        name = called(rows[0]["rules"])
        for (measure, of), span in spans(rows).items():
            if span[0] is not None:
                assert found[name, measure, of] == span
    table = page.table("As conquest play gives them")
    columns = ("measure", "of", *ENDS, "baseline", "games")
    assert [[row[name] for name in columns] for row in table] == [
        [row[name] for name in columns] for row in played
    ]


def test_the_unit_of_a_measure_decides_how_every_measure_is_shown(compared):
    page, _, played = compared
    table = page.table("As conquest play gives them", shown=True)
    for row, text in zip(played, (row["value"] for row in table), strict=True):
        unit = {SHARE: "\u202f%", POINTS: "\u202fpoints"}.get(measure_called(row["measure"]).unit, "")
        if row["value"]:
            assert text.endswith(unit)
            raw = (100 if unit else 1) * float(row["value"])
            size = text.removesuffix(unit).replace("−", "-").replace(",", "").lstrip("<>")
            assert float(size) == pytest.approx(raw, abs=1.0 if unit else 0.1, rel=0.02)


NUMBER = re.compile(r"[<>]?[−-]?\d[\d,]*(\.\d+)?")


def test_no_number_is_rounded_in_two_ways(compared):
    """Of every number that names its measure, the first text in its element is the same wherever it stands.

    These are the numbers of sentences and of cells of tables; marks of figures have labels before theirs.
    """
    page, _, _ = compared
    shown, places = {}, 0
    for tag, attributes, text in page.numbers():
        value = attributes["data-value"]
        if tag not in ("span", "td") or not value or "." not in value:
            continue
        found = NUMBER.search(text)
        assert found, (attributes, text)
        key = (attributes.get("data-run", ""), attributes["data-measure"], attributes["data-of"], value)
        size = found[0].lstrip("−-")  # a sentence may say with words which way it goes
        shown.setdefault(key, set()).add(size)
        places += 1
    assert places > len(shown) + 20  # many stand in several places
    assert {key: some for key, some in shown.items() if len(some) > 1} == {}


def test_figures_show_the_same_digits_as_tables(compared):
    page, _, played = compared
    told = 0
    for row in played:
        measure = measure_called(row["measure"])
        if row["measure"] != "win_share" or not row["value"]:
            continue
        known = [float(row[end]) for end in ENDS]
        value, low, high = formatted(*known, measure.in_hundredths)
        assert f"{value} ({low} to {high})" in page.html
        told += 1
    assert told > 5


READ = re.compile(r"  ([<>−\d.,]+(?: %| points?)?) +([<>−\d.,]+ to [<>−\d.,]+)")


def test_a_terminal_shows_the_digits_of_the_page(tmp_path):
    """Every number of the table that is read in a terminal stands on the page in the same digits."""
    words = ("--rules", MODERN, "--players", 3, "--games", 150, "--bots", "reckless")
    page = page_of(tmp_path, *words, "--sample", 0)
    shown = {
        (row["value"].replace("\u202f", " "), f"{row['low']} to {row['high']}")
        for row in page.table("As conquest play gives them", shown=True)
    }
    result = run("play", *words, "--format", "table")
    read = READ.findall(result.stdout)
    assert len(read) >= 8
    assert set(read) <= shown


def test_differences_of_a_comparison(compared):
    page, rows, _ = compared
    found, seen = page.by_key(), 0
    for row in rows:
        key = (
            f"{called(row['rules'])}, {row['players']} players, {row['bots']}",
            f"difference of {row['measure']}",
            row["of"],
        )
        if key in found:
            assert found[key] == tuple(row[f"difference{end}"] or None for end in ("", "_low", "_high"))
            seen += 1
    assert seen == sum(key[1].startswith("difference of") for key in found) > 50
    check_all_rows(page.table("Comparison: all rows"), rows)


def check_all_rows(table, rows):
    assert len(table) == len(rows)
    for shown, row in zip(table, rows, strict=True):
        for name, value in row.items():
            assert shown[name.replace("_", " ")] == value, (name, row)


def test_ratings_of_a_ladder(tmp_path):
    ladder, rows = kept(
        tmp_path, "ladder", "--rules", "risk-express,max_turns=60", "--players", "2,3", "--games", 120
    )
    page = page_of(tmp_path, "--ladder", ladder)
    found, seen = page.by_key(), 0
    for row in rows:
        of = " ".join(filter(None, (row["of"], row["against"])))
        key = (f"ladder, {called(row['rules'])}, {row['players']} players", row["measure"], of)
        if key in found:
            assert found[key] == tuple(row[end] or None for end in ENDS)
            seen += 1
    assert seen == len(found) >= 20
    check_all_rows(page.table("The ladder of bots: all rows"), rows)


def test_objectives(tmp_path):
    words = ("--rules", OBJECTIVES, "--players", 3, "--games", 120)
    page, rows = page_of(tmp_path, *words, "--sample", 0), csv_rows("play", *words)
    found = page.by_key()
    wanted = {key: span for key, span in spans(rows).items() if key[0] == "objective_share" and span[0]}
    assert len(wanted) > 2
    for (measure, of), span in wanted.items():
        assert found[called(rows[0]["rules"]), measure, of] == span
    assert len(page.table("The objectives")) == len(wanted)


@pytest.mark.parametrize("rules", ["risk-modern", "conquete-1957", "risk-1970-objectives"])
def test_exact_tables(tmp_path, rules):
    words = ("--rules", rules, "--players", 3, "--games", 1, "--sample", 0)
    found = page_of(tmp_path, *words).by_key()
    odds = csv_rows("odds", "--table", "10x10", "--rules", rules)
    assert {key[2]: span[0] for key, span in found.items() if key[1] == "win"} == {
        f"{row['attackers']} {row['defenders']}": row["win"] for row in odds
    }
    sets = csv_rows("cards", "--rules", rules)
    assert {key[2]: span[0] for key, span in found.items() if key[1] == "chance"} == {
        row["cards"]: row["chance"] for row in sets
    }
    scale = csv_rows("cards", "--show", "scale", "--rules", rules)
    if scale[0]["number"]:
        assert {key[2]: span[0] for key, span in found.items() if key[1] == "armies"} == {
            row["number"]: row["armies"] for row in scale
        }


def test_chances_of_the_cards_of_risk_express(tmp_path):
    words = ("--rules", "risk-express,max_turns=40", "--players", 2, "--games", 20, "--sample", 2)
    page = page_of(tmp_path, *words)
    odds = csv_rows("odds", "--rules", "risk-express,max_turns=40")
    shown = {key[2]: span[0] for key, span in page.by_key().items() if key[1] == "win"}
    assert shown == {row["card"]: row["win"] for row in odds}
    table = page.table("The cards in the first 2 games, told event by event")
    assert [(row["chance"], row["from another"]) for row in table] == [
        (row["win"], row["from_another"]) for row in odds
    ]
