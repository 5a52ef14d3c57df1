"""The box at the top of a page: a word on the balance, what to change, what a change does."""

from types import SimpleNamespace

import pytest

from conquestlab.analysis.reporting.first_answers import NO, OPEN, YES, first_answers
from conquestlab.analysis.reporting.result_files import Result


def row(measure, of, value, low=None, high=None, kind=""):
    return {
        "measure": measure,
        "of": of,
        "value": value,
        "low": low,
        "high": high,
        "kind": kind,
        "games": 900,
    }


def run_of(shares, balanced=None, rules="risk-modern"):
    from conquestlab.analysis.rules.rulebook import load

    rows = [row("win_share", str(seat), *span, kind="seat") for seat, span in enumerate(shares, 1)]
    gap = max(one[0] for one in shares) - min(one[0] for one in shares)
    rows.append(row("seat_gap", "", gap, 0.0, 2 * gap))
    if balanced is not None:
        rows.append(row("seat_balanced", "0.02", balanced))
    experiment = SimpleNamespace(
        seats=len(shares), rulebook=load(rules), bots_typed="expert", has_external_bots=False
    )
    return SimpleNamespace(rows=rows, experiment=experiment)


LEVEL = [(0.33, 0.32, 0.34), (0.33, 0.32, 0.34), (0.34, 0.33, 0.35)]
UNEVEN = [(0.28, 0.26, 0.30), (0.33, 0.31, 0.35), (0.39, 0.37, 0.41)]


@pytest.mark.parametrize(
    ("shares", "balanced", "word", "tone"),
    [
        (LEVEL, 1, "Yes", YES),
        (UNEVEN, 0, "No", NO),
        (UNEVEN, 1, "Yes", YES),  # shown to lie within the margin, though not quite level
        (LEVEL, 0, "Not decided by these games", OPEN),
        (LEVEL, None, "Not decided by these games", OPEN),
    ],
)
def test_a_word_on_the_balance(shares, balanced, word, tone):
    first, *_ = first_answers([run_of(shares, balanced)], ["one"], [])
    assert (first.question, first.word, first.tone, first.of) == ("Balanced?", word, tone, "")
    assert first.parts


def test_where_seats_are_level_there_is_nothing_to_change():
    *_, last = first_answers([run_of(LEVEL, 1)], ["one"], [])
    assert (last.question, last.word) == ("What to change?", "Nothing, as far as the seats go.")


def test_where_nothing_was_tuned_the_command_is_told():
    *_, last = first_answers([run_of(UNEVEN, 0)], ["one"], [])
    assert last.command == (
        "conquest tune --rules risk-modern --players 3 --bots expert --vary handicap.armies"
    )


def tuned(balanced):
    answer = {"rules": "risk-modern", "players": 3, "part": "root", "target": "seat_gap=0"}
    rows = [
        answer | {"key": "handicap.armies.1", "value": 6.2, "low": 5.0, "high": 7.0, "rounded": 6},
        answer | {"key": "handicap.armies.2", "value": 2.9, "low": 2.0, "high": 4.0, "rounded": 3},
        {"key": "", "part": "played", "measure": "seat_gap", "value": 0.01, "low": 0.0, "high": 0.02},
        {"key": "", "part": "played", "measure": "seat_balanced", "value": balanced},
    ]
    return Result("tune", "f", {"rules": "risk-modern"}, rows)


@pytest.mark.parametrize(
    ("balanced", "said"), [(1, "shown to be level"), (0, "That comes nearest"), (None, "That comes nearest")]
)
def test_what_was_tuned_is_told_as_what_to_do(balanced, said):
    answers = first_answers([run_of(UNEVEN, 0)], ["one"], [tuned(balanced)])
    assert [one.question for one in answers] == ["Balanced?", "What to change?"]
    told = answers[-1]
    assert told.word == "Give seat 1 six extra armies, seat 2 three (three players)"
    assert said in "".join(part if isinstance(part, str) else "…" for part in told.parts)
    assert told.section == "tune"


def test_what_a_compared_change_does():
    base = {
        "rules": "a",
        "players": 3,
        "bots": "x",
        "measure": "rounds",
        "of": "",
        "kind": "",
        "unit": "rounds",
    }
    other = base | {
        "rules": "b", "against": "a", "value": 12.0, "difference": 2.5, "difference_low": 2.0,
        "difference_high": 3.0, "sign": 1,
    }  # fmt: skip
    result = Result("compare", "f", {"rules": ["a", "b"]}, [base, other], {"b": "The other"})
    (answer,) = first_answers([], [], [result])
    assert answer.question == "What does The other change?"
    assert answer.word == "Games are longer."
    assert answer.section == "compare"
