"""What is read in a terminal: words first, then the numbers that matter; files and pipes keep every row."""

import csv
import io

import pytest
from command_line import check_refused, csv_rows, run

from conquestlab.analysis.reporting.main_numbers import main_rows, told_name
from conquestlab.analysis.reporting.sentences import POINTS, SHARE, WARNING, Number, Verdict, sentence
from conquestlab.reports.reading import Reading, Sheet, reading_text, rows_of_measures
from conquestlab.reports.sparklines import BLOCKS, SIGNS, Curve, bars_for, gathered, sparkline
from conquestlab.reports.verdict_lines import MOST_LINES, by_importance, opening, text_of, verdict_line

EXPRESS = ("--rules", "risk-express,max_turns=60", "--games", 240)
PLAY = ("play", *EXPRESS, "--players", 3)
VARIANT = "risk-express,max_turns=60,continue_failed=off"
COMPARE = ("compare", EXPRESS[1], VARIANT, "--players", 2, "--games", 240, "--bots", "points")
LADDER = ("ladder", *EXPRESS, "--players", "2,3", "--bots", "random,points,expert")
SWEEP = ("sweep", "risk-express", "--vary", "max_turns=30,60,200", "--players", 2, "--games", 240)
TUNE = ("tune", "--rules", "risk-express", "--players", 2, "--vary", "handicap.points.2", "--games", 2000,
        "--confirm", 1000)  # fmt: skip
ALL = {"play": PLAY, "compare": COMPARE, "ladder": LADDER, "sweep": SWEEP, "tune": TUNE}


def read(*words):
    result = run(*words, "--format", "table")
    assert result.exit_code in (0, 1), result.stderr
    return result.stdout


@pytest.fixture(scope="module", params=ALL)
def answer(request):
    """A command, what a terminal shows of it, and its rows."""
    words = ALL[request.param]
    return request.param, words, read(*words), rows_of(*words)


def rows_of(*words):
    """The rows of an answer, though it may say that a target is not met."""
    return list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout)))


def test_a_terminal_shows_words_first_and_says_where_the_rest_is(answer):
    name, _, text, rows = answer
    first, *_ = text.splitlines()
    assert first.endswith(".") or first[:1].isupper()
    assert "----" not in text.split("\n\n")[0]
    assert len(text.split("\n\n")[0].splitlines()) <= MOST_LINES
    assert f"All {len(rows)} rows: --all; one measure: --measure NAME;" in " ".join(text.split())
    assert "conquest explain NAME" in " ".join(text.split())
    if name != "ladder":
        assert "Bots played: " in text


def test_nothing_is_wider_than_80_columns(answer, monkeypatch):
    _, words, text, _ = answer
    assert max(map(len, text.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, read(*words).splitlines())) <= 60


def test_all_shows_every_row_and_a_pipe_needs_no_asking(answer):
    name, words, text, rows = answer
    whole = read(*words, "--all")
    assert "--all" not in whole
    piped = run(*words).stdout
    assert len(whole.splitlines()) >= len(rows) / 2
    assert len(whole.splitlines()) > len(text.splitlines()) or name in ("ladder", "sweep", "tune")
    if name != "compare":  # in a terminal its rows are in another order, with their differences
        assert whole == piped


def test_play_shows_ten_numbers_and_their_curves():
    text = read(*PLAY)
    assert "games by length" in text
    assert any(sign in text for sign in BLOCKS)
    table = text[text.index("what ") : text.index("games by length")]
    assert len(table.strip().splitlines()) - 2 <= 10 + 3  # some labels are wrapped
    assert "95 % interval" in table
    assert "baseline" in table


def test_one_measure_is_shown_with_what_it_means():
    text = read(*PLAY, "--measure", "rounds", "--measure", "win_share.2")
    assert "rounds: mean length in rounds" in text
    rows = csv_rows(*PLAY, "--measure", "rounds", "--measure", "win_share.2")
    assert [(row["measure"], row["of"]) for row in rows] == [("win_share", "2"), ("rounds", "")]


@pytest.mark.parametrize("name", ["play", "ladder", "tune"])
def test_a_measure_that_is_not_there_is_refused_before_any_game(name):
    near = {"ladder": "win_shar"}.get(name, "comeback_shar")
    check_refused(run(*ALL[name], "--measure", near), 2, f"{near}e")


def test_a_measure_of_a_comparison_is_its_question_and_shown_alone():
    rows = csv_rows(*COMPARE, "--measure", "rounds")
    assert {row["measure"] for row in rows} == {"rounds"}
    assert {row["family"] for row in rows if row["against"]} == {"primary"}
    assert len(csv_rows(*COMPARE, "--measure", "rounds", "--all")) > len(rows)


def test_a_comparison_shows_both_values_and_the_difference():
    text = read(*COMPARE)
    assert " -> " in text
    assert "less than" not in text
    for row in csv_rows(*COMPARE):
        assert not row["verdict"] or "less than" not in row["verdict"]
    whole = read(*COMPARE, "--all")
    lines = whole.splitlines()
    exploratory = [place for place, line in enumerate(lines) if "exploratory" in line]
    primary = next(place for place, line in enumerate(lines) if line.startswith("win_share"))
    assert not exploratory or primary < exploratory[0] or "undecided" in lines[primary]


def test_a_ladder_has_a_row_a_bot_the_strongest_first():
    text = read(*LADDER)
    bots = [line.split()[0] for line in text.splitlines() if line.split()[:1] and
            line.split()[0] in ("random", "points", "expert")]  # fmt: skip
    assert bots == ["expert", "points", "random"] * 2


# The parts ---------------------------------------------------------------------------------------


def test_a_sparkline_is_as_high_as_its_values():
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == BLOCKS
    assert sparkline([0.0, 0.5, 1.0], 0.0, 2.0) == "▁▃▅"
    assert sparkline([5, 5, 5]) == "▁▁▁"
    assert sparkline([1, None, 9], bars=SIGNS) == "_ @"
    assert sparkline([None]) == ""
    assert sparkline([-1.0, 3.0], 0.0, 1.0) == "▁█"


def test_bars_are_plain_signs_where_the_terminal_has_no_blocks():
    assert [bars_for(one) for one in ("utf-8", "ascii", "latin-1", None, "nonsense")] == [
        BLOCKS, SIGNS, SIGNS, SIGNS, SIGNS
    ]  # fmt: skip
    curves = (Curve("by length", [1, 2, 3], "1 to 3"),)
    assert reading_text(Reading(curves=curves), (), 80, "ascii") == "by length  _+@  1 to 3\n"
    assert reading_text(Reading(curves=curves), (), 20, "utf-8").splitlines() == [
        "by length", "▁▅█", "1 to 3"
    ]  # fmt: skip


def test_many_bars_are_added_up():
    assert gathered([1.0] * 10, 5) == [2.0] * 5
    assert gathered([1.0] * 11, 5) == [3.0, 3.0, 3.0, 2.0]
    assert gathered([], 5) == []


def test_a_reading_has_its_parts_in_order():
    sheet = Sheet("numbers", [{"what": "a", "value": "1"}])
    text = reading_text(Reading(("One.",), (sheet,), (), "Bots played: x.", 12), ["A note."], 80, "utf-8")
    places = [text.index(part) for part in ("One.", "Bots played", "numbers", "A note.", "All 12 rows")]
    assert places == sorted(places)


def test_warnings_come_first_and_what_hardly_matters_last():
    some = [
        Verdict("Dice", ("d",), head=("d",), weight=0),
        Verdict("Leader", ("l",), head=("l",), weight=3),
        Verdict("Length", ("r",), head=("r",), weight=0),
        Verdict("Cut off", ("c",), WARNING, ("c",)),
    ]
    assert [one.topic for one in by_importance(some)] == ["Cut off", "Length", "Leader", "Dice"]
    many = [Verdict("Topic", ("x",), head=(f"h{place}",)) for place in range(20)]
    assert len(opening([("", many)])) == MOST_LINES
    shared = opening([("a", many), ("b", many), ("c", many)])
    assert len(shared) == 6
    assert shared[2].startswith("b: h0")


def test_a_line_has_its_sentence_where_there_is_room():
    short = Verdict("T", ("By ", Number(0.05, 0.04, 0.06, form=POINTS), "."), head=("More.",))
    assert verdict_line(short) == "More. By 5.0 points (4.0 to 6.0)."
    long = Verdict("T", ("x" * 90,), head=("More.",))
    assert verdict_line(long) == "More."
    share = sentence("It wins {share}.", share=Number(0.25, 0.2, 0.3, form=SHARE))
    assert text_of(share) == "It wins 25 % (20 to 30)."
    alone = Number(0.25, 0.2, 0.3, form=SHARE, is_alone=True)
    assert text_of((alone,)) == "25 %"


def measure(name, of="", value=0.5, kind=""):
    return {"measure": name, "of": of, "value": value, "low": None, "high": None, "kind": kind}


def test_the_numbers_that_matter_are_ten_at_most_and_begin_with_the_wins():
    seats = [measure("win_share", str(seat), 0.1 * seat, "seat") for seat in range(1, 5)]
    names = ("rounds", "minutes", "comeback_share", "lead_changes", "decided_at", "downtime", "leader_bashed",
             "dice_luck", "decisions", "waiting", "drama", "unfinished_share")  # fmt: skip
    rows = [*seats, *(measure(name) for name in names), measure("seat_chi2_p")]
    found = main_rows(rows)
    assert [(row["measure"], row["of"]) for row in found[:4]] == [
        ("win_share", "4"), ("win_share", "1"), ("unfinished_share", ""), ("rounds", "")
    ]  # fmt: skip
    assert len(found) == 10
    none_cut_off = [*seats, measure("unfinished_share", value=0.0), measure("rounds", value=None)]
    assert [row["measure"] for row in main_rows(none_cut_off)] == ["win_share", "win_share"]
    assert "seat_chi2_p" not in {row["measure"] for row in main_rows([measure("seat_chi2_p")])}


def test_a_row_is_named_in_words():
    assert told_name(measure("win_share", "2", kind="seat")) == "Share of the wins, seat 2"
    assert told_name(measure("snowball_auc", "3", kind="tenth")).endswith("after 3 tenths")
    assert told_name(measure("objective_share", "a"), {"a": "Own 24 lands."}).endswith("Own 24 lands")


def test_rows_are_chosen_by_measure_or_by_one_of_its_rows():
    rows = [measure("win_share", "1"), measure("win_share", "2"), measure("rounds")]
    assert rows_of_measures(rows, ("win_share.2", "rounds")) == rows[1:]
    assert rows_of_measures(rows, ()) == rows
