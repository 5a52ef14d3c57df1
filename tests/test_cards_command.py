"""The command cards as a user meets it."""

import pytest
from command_line import answered, check_refused, rows, run

from conquestlab.analysis.errors import WrongUse


def test_chance_of_a_set_by_hand_size():
    found = {row["cards"]: row["chance"] for row in rows("cards", "-r", "risk-modern")}
    assert found[3] == pytest.approx(200 / 473, abs=1e-15)
    assert found[4] == pytest.approx(0.817, abs=5e-4)
    assert found[5] == 1
    plain = {row["cards"]: row["chance"] for row in rows("cards", "-r", "risk-modern,cards.jokers=0")}
    assert plain[3] == pytest.approx(0.334, abs=5e-4)
    assert plain[4] == pytest.approx(0.778, abs=5e-4)


def test_cards_to_the_first_set():
    any_set = next(
        row for row in rows("cards", "--show", "first", "-r", "risk-modern") if row["set"] == "any"
    )
    assert any_set["cards"] == pytest.approx(3.760, abs=5e-4)


def test_the_scale():
    armies = [row["armies"] for row in rows("cards", "--show", "scale")]
    assert armies[:10] == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]
    second = [row["armies"] for row in rows("cards", "--show", "scale", "-r", "conquete-1957-second")]
    assert second[:8] == [6, 8, 10, 12, 15, 20, 25, 30]


def test_simulated_beside_exact():
    answer = answered("cards", "-r", "risk-1970-objectives", "--simulate", 20_000, "--seed", 5)
    assert answer["meta"]["seed"] == "5"
    assert all(abs(row["z"]) < 4 for row in answer["rows"])


def test_policies_against_each_other():
    found = rows(
        "cards", "--show", "policies", "-r", "risk-modern", "--policy", "at_once", "--policy", "wait_sets:2",
        "--simulate", 2000, "--players", 3,
    )  # fmt: skip
    assert len(found) == 4
    for row in found:
        assert row["low"] <= row["lead"] <= row["high"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("cards", "-r", "risk-express"), "no cards to exchange"),
        (("cards", "--show", "policies", "--policy", "often"), "often"),
        (("cards", "--show", "timing", "--discount", "0"), "discount"),
        (("cards", "--players", "3"), "players"),
        (("cards", "--show", "scale", "--simulate", "10"), "--simulate"),
        (("cards", "--show", "everything"), "everything"),
    ],
)
def test_bad_questions_are_one_line(words, expected):
    check_refused(run(*words), 2, expected)


@pytest.mark.parametrize("view", ["chance", "first", "kinds", "scale", "worth"])
def test_figures(view, tmp_path):
    target = tmp_path / "cards.png"
    result = run("cards", "--show", view, "-r", "risk-modern", "--plot", target)
    assert result.exit_code == 0, result.stderr
    assert target.stat().st_size > 5000


def test_the_answers_in_python_are_the_same():
    from conquestlab.analysis import cards

    frame = cards(["conquete-1957", "risk-modern"])
    assert frame.to_dict("records") == rows("cards", "-r", "conquete-1957", "-r", "risk-modern")
    turned = {"show": "turns", "players": 3, "policies": "at_once", "turns": 4, "simulate": 200, "seed": 5}
    words = ("--show", "turns", "-n", 3, "--policy", "at_once", "--turns", 4, "--simulate", 200, "--seed", 5)
    assert cards("risk-modern", **turned).to_dict("records") == rows("cards", "-r", "risk-modern", *words)
    with pytest.raises(WrongUse, match="there are chance, first"):
        cards(show="luck")
