"""Every measure stands once, whole: words, unit, kind, functions that are there, and a line of the manual.

`python tests/analysis/test_catalogue.py` prints the lines for docs/measures.md.
"""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.measures.catalogue import (
    COMMON,
    MEASURES_OF_ANY_GAME,
    OF_CHANCES,
    OF_CHOICE,
    OF_PACE,
    common,
)
from conquestlab.analysis.measures.measure import (
    MINUTES,
    PLAIN,
    POINTS,
    ROUNDS,
    SHARE,
    Late,
    Measure,
    Setting,
)

PAGE = Path(__file__).parents[2] / "docs" / "measures.md"
PLAYED_BESIDE = ("luck_share", "luck_swing", "luck_total", "continent_worth", "bonus_worth")
GAMES = {
    "conquest": "conquestlab.analysis.games.conquest.measures",
    "express": "conquestlab.analysis.games.express.measures",
    "africa": "conquestlab.analysis.games.africa.measures",
    "manchots": "conquestlab.analysis.games.manchots.measures",
}


def own_of(game):
    return import_module(GAMES[game]).OWN


def all_measures():
    return [*COMMON.values(), *(one for game in GAMES for one in own_of(game))]


def lines_of(measures):
    """The lines of the manual, one a measure: name, meaning, unit, kinds and baseline."""
    kinds = {one.name: ", ".join(filter(None, (one.of, one.sums_of))) for one in measures}
    against = {one.name: one.baseline.words if one.baseline else "" for one in measures}
    lines = [
        f"| `{one.name}` | {one.means} | {one.unit} | {kinds[one.name]} | {against[one.name]} |"
        for one in measures
    ]
    return [line.replace("|  |", "| |").replace("|  |", "| |") for line in lines]


def test_the_manual_has_a_line_of_every_measure_and_of_no_other():
    page = PAGE.read_text(encoding="utf-8")
    table = page.partition("## The catalogue\n")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    assert lines == lines_of(all_measures())


def test_every_measure_is_defined_in_the_manual():
    before = PAGE.read_text(encoding="utf-8").partition("## The catalogue\n")[0]
    names = [one.name for one in all_measures() if one.name not in ("seat_shares", "variance_reduction")]
    assert [name for name in names if f"| `{name}`" not in before and f"`{name}` |" not in before] == []


@pytest.mark.parametrize("measure", all_measures(), ids=lambda one: one.name)
def test_an_entry_is_whole(measure):
    assert measure.means[0].islower() or measure.means[0].isdigit() or measure.means.startswith("p-")
    assert not measure.means.endswith(".")
    assert measure.heading[0].isupper()
    assert measure.unit in (SHARE, POINTS, ROUNDS, MINUTES, PLAIN, "rounds a set", "points a gift")
    made = [measure.sums, measure.statistics, measure.rows]
    of_noted = (*OF_CHANCES, *OF_PACE, *OF_CHOICE)
    assert (
        any(made)
        or measure in of_noted
        or measure.name in (*PLAYED_BESIDE, "seat_shares", "variance_reduction")
    )
    for one in (*made, measure.contrast, measure.tuned_sums):
        if isinstance(one, Late):
            assert callable(getattr(import_module(one.module), one.name))
    if measure.headlines:
        assert measure.headlines.more != measure.headlines.less


def test_names_and_ranks_are_given_once():
    names = [one.name for one in all_measures()]
    ranks = [one.headlines.rank for one in all_measures() if one.headlines]
    assert len(set(names)) == len(names)
    assert len(set(ranks)) == len(ranks)


def test_sums_bear_the_name_of_their_measure_and_its_kind():
    setting = Setting(3, ("a", "b"), ("decisions",))
    for measure in COMMON.values():
        for one in measure.quantities_to_tune(setting):
            assert one.measure == measure.name
            assert one.kind == ("bot" if one.of in setting.bots else measure.of if one.of else "")


def test_a_measure_needs_no_words_but_its_meaning():
    plain = Measure("dice_thrown", "dice thrown, a game")
    assert (plain.heading, plain.in_hundredths, plain.compared) == ("Dice thrown", False, False)


def test_every_game_has_what_makes_sense_for_any():
    assert set(GAMES) <= set(BUILT_IN)
    for game in GAMES:
        measures = find_game(game).engine.measures
        assert set(MEASURES_OF_ANY_GAME) < set(measures)
        assert set(own_of(game)) < set(measures)
    assert common("rounds", "drama") == (COMMON["rounds"], COMMON["drama"])


def test_the_catalogue_loads_nothing_of_weight():
    script = "import sys, conquestlab.analysis.games.conquest.measures; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


if __name__ == "__main__":
    print("\n".join(lines_of(all_measures())))
