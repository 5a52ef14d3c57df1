"""The command odds for Risk Express as a user meets it."""

from fractions import Fraction

import pytest
from command_line import answered, check_refused, csv_rows, rows, run

EXPRESS = ("odds", "--rules", "risk-express")


def test_6_7_every_card_with_its_provenance():
    found = {row["card"]: row for row in rows(*EXPRESS)}
    assert len(found) == 14
    assert sum(row["name_provenance"] == "reconstructed" for row in found.values()) == 10
    assert found["north_america_1"]["win"] == pytest.approx(0.319063468, abs=5e-10)
    assert found["north_america_1"]["from_another"] == pytest.approx(0.18199959, abs=5e-10)
    assert found["australia"]["win"] == pytest.approx(0.265774029, abs=5e-10)
    assert found["australia"]["from_another"] is None
    assert sum(row["best_target"] for row in found.values()) == pytest.approx(1, abs=1e-12)


def test_reconstructed_names_have_a_star_in_the_table():
    result = run(*EXPRESS)
    assert result.exit_code == 0
    assert "Canada*" in result.stdout
    assert "United States*" not in result.stdout
    assert "reconstructed" in result.stdout


def test_csv_and_json_agree():
    assert [float(row["win"]) for row in csv_rows(*EXPRESS)] == [row["win"] for row in rows(*EXPRESS)]


def test_an_attack_under_way():
    (row,) = rows(*EXPRESS, "United States", "--filled", "1", "--dice", 4)
    assert row["better"] == "fresh"
    assert row["win"] == pytest.approx(0.21, abs=0.005)
    (row,) = rows(*EXPRESS, "états-unis", "--exact")
    assert float(Fraction(row["win"])) == pytest.approx(0.319063468, abs=5e-10)


def test_choices_at_a_roll_the_best_first():
    found = rows(*EXPRESS, "--roll", "cannon cavalry general soldier1 soldier3 soldier3 cannon")
    assert found[0]["best"] == "yes"
    assert [row["best"] for row in found[1:]] == ["no"] * (len(found) - 1)
    points = [row["expected_points"] for row in found if row["card"]]
    assert points[0] == pytest.approx(max(points), rel=1e-14)


def test_every_first_roll():
    found = rows(*EXPRESS, "--first-rolls", "Canada", "--dice", 2)
    assert len(found) == 21
    assert sum(row["chance"] for row in found) == pytest.approx(1, abs=1e-12)


def test_simulated_beside_exact():
    answer = answered(*EXPRESS, "Canada", "Chine", "--simulate", 20_000, "--seed", 3)
    assert answer["meta"]["seed"] == "3"
    for row in answer["rows"]:
        assert abs(row["z"]) < 4
        assert row["low"] <= row["simulated"] <= row["high"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((*EXPRESS, "canda"), "Canada"),
        ((*EXPRESS, "--dice", "9"), "1 to 7"),
        ((*EXPRESS, "--roll", "spade"), "spade"),
        ((*EXPRESS, "canada", "--filled", "x"), "--filled"),
        ((*EXPRESS, "--worth", "3"), "--worth"),
        ((*EXPRESS, "--table", "3x3"), "--table"),
        ((*EXPRESS, "--roll", "cannon", "--first-rolls"), "ask for one"),
        ((*EXPRESS, "australia", "--another"), "Australia"),
        (("odds", "3", "2", "--another"), "risk-express"),
        (("odds", "3", "2", "-r", "risk-express", "-r", "risk-modern"), "risk-express"),
    ],
)
def test_bad_questions_are_one_line(words, expected):
    check_refused(run(*words), 2, expected)


def test_the_figure(tmp_path):
    target = tmp_path / "cards.png"
    assert run(*EXPRESS, "--plot", target).exit_code == 0
    assert target.stat().st_size > 5000
