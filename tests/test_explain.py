"""Everything that an answer names is explained: measures, rules, bots, weights, columns and signs."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from command_line import answered, check_refused, rows, run

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.explaining import explained
from conquestlab.analysis.explaining.bot_strengths import command_of, strengths
from conquestlab.analysis.explaining.columns import COLUMNS
from conquestlab.analysis.explaining.explained import explain, explanations, folded
from conquestlab.analysis.explaining.explanation import (
    ASPECT,
    BOT,
    COLUMN,
    KINDS,
    MEASURE,
    RATING,
    RULE,
    SIGN,
    WEIGHT,
)
from conquestlab.analysis.explaining.game_explanations import named_books, words_of
from conquestlab.analysis.explaining.glossary import LADDER, POLICIES, TERMS
from conquestlab.analysis.explaining.glossary_page import glossary_page
from conquestlab.analysis.explaining.measure_notes import NOTES
from conquestlab.analysis.explaining.signs import SIGNS
from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.games.conquest.card_sets.exchange_model import POLICIES as EXCHANGING
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import HUNDREDTHS
from conquestlab.analysis.rules.rulebook_keys import keys_of

ROOT = Path(__file__).parents[1]
COMMANDS = ROOT / "docs" / "commands"
ANSWERS = ROOT / "tests" / "frozen" / "answers"
EXACT = (
    "odds 5 3", "odds 5 3 --exact", "odds 9 3 2", "odds 5 3 --distribution", "odds 5 3 --quantiles",
    "odds --table 3x3", "odds --policy 3x3", "odds 8 5 --worth 4", "odds 5 3 --against risk-modern",
    "odds 5 3 --order announced", "need 8 --chance 0.5", "cards", "cards --show first", "cards --show kinds",
    "cards --show bonus --rules risk-modern", "cards --show scale", "cards --show worth", "rules list",
    "rules show risk-modern", "rules diff conquete-1957 risk-modern", "explain lead", "explain",
)  # fmt: skip


def kinds_of(name):
    try:
        return {one.kind for one in explain(name)}
    except WrongUse:
        return set()


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_measure_is_explained_and_warned_of(game):
    notes = NOTES | words_of(game).measures
    for measure in (*find_game(game).engine.measures, *COMMON.values()):
        (found,) = (one for one in explain(measure.name) if one.kind == MEASURE)
        assert found.means == measure.means
        assert notes[measure.name].caution == found.facts["not to be read as"]
        if measure.baseline:
            assert measure.baseline.words == found.facts["baseline"]
        if measure.unit not in HUNDREDTHS:
            assert found.facts["unit"]
    own = {one.name for one in find_game(game).engine.measures} - set(COMMON)
    assert set(words_of(game).measures) == own
    assert set(NOTES) == set(COMMON)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_is_explained_with_its_value_in_every_rulebook(game):
    books = {book.label for book in named_books() if book.game == game}
    found = {one.name: one for one in explanations() if one.kind == RULE and one.facts["game"] == game}
    assert set(found) == set(keys_of(game))
    assert set(words_of(game).keys) == {key for key in keys_of(game) if not key.startswith("players.")}
    for one in found.values():
        assert one.means.endswith(".")
        assert books <= set(one.facts)
        assert one in explain(one.name)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_bot_is_explained_with_its_strength_and_its_weights(game):
    engine = find_game(game).engine
    found = {one.name: one for one in explanations() if one.kind == BOT and one.facts["game"] == game}
    assert set(found) == set(engine.bots) == set(strengths(game))
    for name, one in found.items():
        assert one in explain(name)
        assert one.means == engine.bots[name]
        assert one.facts["found by"] == command_of(words_of(game).table)
    for weights in engine.policies.values():
        for name in weights:
            assert WEIGHT in kinds_of(name)
    for name in engine.learns.aspects if engine.learns else ():
        assert ASPECT in kinds_of(name)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_strengths_are_shares_of_tables_that_add_up(game):
    known = strengths(game)
    for one in known.values():
        assert 0 <= one.low <= one.value <= one.high <= 1
    # From a seat drawn at random all bots together win one game in as many as there are seats.
    mean = sum(one.value for one in known.values()) / len(known)
    players = words_of(game).table.players
    assert mean == pytest.approx(1 / players, abs=0.03)
    assert known["expert"].value > known["random"].value


def columns_of_pages():
    """The columns that the pages of commands list."""
    found = set()
    for page in COMMANDS.glob("*.md"):
        listed = False
        for line in page.read_text(encoding="utf-8").splitlines():
            listed = line.startswith("| column") or (listed and line.startswith("|"))
            if listed and not line.startswith(("| column", "|---")):
                words = line.split("|")[1].replace("`", "").split(",")
                found |= {word.strip() for word in words if not word.strip().startswith("one for each")}
    return found


def columns_of_kept_answers():
    """The columns of all answers that are kept as CSV or JSON."""
    found = set()
    for path in ANSWERS.glob("*.txt"):
        text = path.read_text(encoding="utf-8").partition("-- stdout\n")[2]
        if "format-csv" in path.name or path.name.startswith("sweep"):
            head = text.partition("\n")[0]
            if re.fullmatch(r"[a-z][a-z0-9_,.]*,[a-z0-9_,.]+", head):
                found |= set(head.split(","))
        if text.startswith('{"meta"'):
            found |= set(json.loads(text.partition("\n-- ")[0])["rows"][0])
    return found


def test_every_column_is_explained():
    named = columns_of_pages() | columns_of_kept_answers()
    assert len(named) > 100
    for words in EXACT:
        result = run(*words.split(), "--format", "csv")
        assert result.exit_code == 0, result.stderr
        named |= set(next(csv.reader(io.StringIO(result.stdout))))
    keys = {key for game in BUILT_IN for key in keys_of(game)}  # columns of a sweep
    missing = sorted(name for name in named - keys if COLUMN not in kinds_of(name))
    assert not missing


def test_the_measures_of_a_ladder_and_the_policies_are_explained():
    page = (COMMANDS / "ladder.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)` \| [a-z ]*\|", page, re.MULTILINE)
    assert len(named) > 10
    for name in named:
        assert kinds_of(name) & {RATING, MEASURE, "term", COLUMN}, name
    assert set(LADDER) <= set(re.findall(r"`(\w+)`", page))
    assert set(POLICIES) == set(EXCHANGING)


def test_every_sign_is_known_by_what_it_looks_like():
    for sign in SIGNS:
        assert [one.name for one in explain(sign.shown) if one.kind == SIGN] == [sign.shown]
    for shown, sign in (("3i+1j", "2+1+j"), ("1+1+1+j", "2+1+j"), ("2i+1c", "2+1+j"), ("<.01", "<.001")):
        assert [one.name for one in explain(shown)] == [sign]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("win share", "win_share"),
        ("Win_Share", "win_share"),
        ("win share (share)", "win_share"),
        ("Share of the wins", "win_share"),
        ("fortify", "movement.fortify"),
        ("handicap.armies.2", "handicap.armies"),
        ("starting_armies.3", "setup.starting_armies"),
        ("difference_low", "difference_low"),
        ("q90", "q90"),
        ("Holm", "holm"),
        ("armies", "armies"),
        ("wait_scale:12", "wait_scale"),
        ("risk-modern", "risk-modern"),
    ],
)
def test_names_are_taken_as_they_are_printed(typed, name):
    assert name in {one.name for one in explain(typed)}


def test_a_wrong_name_gets_the_nearest():
    check_refused(run("explain", "wn_share"), 2, "did you mean win_share")
    check_refused(run("explain", "continent_lft"), 2, "continent_lift")
    check_refused(run("explain", ""), 2, "nothing is called")


def test_the_list_has_everything_by_kind_and_fits_80_columns():
    text = run("explain").stdout
    for name in ("win_share", "cards.draw", "expert", "holm", "p_adjusted", "2+1+j"):
        assert name in text
    assert set(explained.names_by_kind()) == set(KINDS) - {WEIGHT, ASPECT}
    for name in ("win_share", "cards.scale", "planner", "luck_share", "lead", "rounds"):
        told = run("explain", name).stdout
        assert all(len(line) <= 80 for line in told.splitlines()), name
    assert all(len(line) <= 80 for line in text.splitlines())


def test_json_is_the_record():
    (row,) = answered("explain", "seat_gap")["rows"]
    assert (row["name"], row["kind"]) == ("seat_gap", MEASURE)
    assert set(row["facts"]) >= {"unit", "baseline", "not to be read as"}


def test_the_page_has_the_same_words():
    assert (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8") == glossary_page()


def test_words_stand_once():
    for words in (TERMS, LADDER, POLICIES, COLUMNS):
        assert len({folded(name) for name in words}) == len(words)
        assert all(means.endswith((".", "…")) for means in words.values())


def test_a_rule_is_told_with_the_value_in_a_rulebook_of_ones_own(tmp_path):
    own = tmp_path / "thursday.toml"
    own.write_text('extends = "risk-modern"\n[dice]\ndefender = 1\n', encoding="utf-8")
    (row,) = rows("explain", "dice.defender", "--rules", own, "--rules", "risk-express")
    assert row["facts"][str(own)] == "1"
    assert not {"risk-modern", "risk-express"} & set(row["facts"])  # those that were asked for, of its game
    assert "risk-modern" in rows("explain", "dice.defender")[0]["facts"]
    check_refused(run("explain", "--rules", own), 2, "--rules")
