"""The commands odds and need as a user meets them."""

import math
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import answered, check_refused, csv_rows, rows, run

from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice

TABLE = ["rules", "attackers", "defenders", "win", "lose", "attackers_left", "defenders_left", "rounds"]
COLUMNS = [*TABLE[:5], "left_if_won", "left_if_lost", *TABLE[5:]]


def test_odds_have_the_columns_and_values_they_promise():
    answer = answered("odds", 10, 8, "-r", "conquete-1957")
    (row,) = answer["rows"]
    assert list(row) == COLUMNS
    battle = Battle(10, 8)
    assert row["win"] == battle.win
    assert row["lose"] == battle.lose
    assert row["left_if_won"] == battle.left_if_won
    assert row["left_if_lost"] == battle.left_if_lost
    assert row["attackers_left"] == battle.attackers_left.mean
    assert row["defenders_left"] == battle.defenders_left.mean
    assert row["rounds"] == battle.rounds
    assert {"command", "version", "rules", "rules_hash"} <= set(answer["meta"])
    assert answer["meta"]["command"] == "conquest odds 10 8 -r conquete-1957 --format json"
    assert answer["meta"]["rules"] == "conquete-1957"


def test_where_no_rulebook_is_named_both_families_answer():
    found = rows("odds", 10, 8)
    assert [row["rules"] for row in found] == ["conquete-1957", "risk-modern"]
    assert [row["win"] for row in found] == [Battle(10, 8).win, Battle(10, 8, Dice(3, 2)).win]
    assert found == rows("odds", 10, 8, "-r", "conquete-1957", "-r", "risk-modern")
    assert [row["rules"] for row in csv_rows("need", 8, "--chance", "0.5")] == [
        "conquete-1957",
        "risk-modern",
    ]
    for words in (("--table", "2x2"), (10, 8, "--distribution"), (10, 8, "--against", "1957")):
        assert {row["rules"] for row in rows("odds", *words)} == {"risk-modern"}


def test_csv_and_json_hold_the_same_raw_values():
    (from_csv,) = csv_rows("odds", 10, 8, "--rules", "risk-modern")
    (from_json,) = rows("odds", 10, 8, "--rules", "risk-modern")
    assert list(from_csv) == COLUMNS
    assert float(from_csv["win"]) == from_json["win"]
    assert float(from_csv["rounds"]) == from_json["rounds"]


def test_several_rulebooks_with_changes():
    found = rows(
        "odds",
        10,
        8,
        "-r",
        "risk-modern",
        "-r",
        "conquete-1957,dice.defender=2",
        "-r",
        "conquete-1957,dice.sides=8",
    )
    assert found[0]["win"] == found[1]["win"] == Battle(10, 8, Dice(3, 2)).win
    assert found[2]["win"] == Battle(10, 8, Dice(3, 3, 8)).win
    assert [row["rules"] for row in found][1:] == [
        "conquete-1957,dice.defender=2",
        "conquete-1957,dice.sides=8",
    ]
    ties = rows("odds", 10, 8, "-r", "conquete-1957,dice.ties=attacker")
    assert ties[0]["win"] == Battle(10, 8, Dice(3, 3, 6, "attacker")).win


def test_the_army_that_stays_behind():
    assert rows("odds", 11, 8, "--on-land")[0]["win"] == rows("odds", 10, 8)[0]["win"]
    (row,) = rows("need", 8, "--chance", "0.5", "--on-land", "-r", "conquete-1957")
    assert row["attackers"] == rows("need", 8, "--chance", "0.5")[0]["attackers"] + 1


def test_distribution():
    found = rows("odds", 5, 3, "--distribution", "-r", "risk-modern")
    assert list(found[0]) == ["rules", "attackers_left", "defenders_left", "probability"]
    assert [(row["attackers_left"], row["defenders_left"]) for row in found] == [
        (5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (0, 1), (0, 2), (0, 3)
    ]  # fmt: skip
    assert math.fsum(row["probability"] for row in found) == pytest.approx(1, abs=1e-15)


def test_a_table_gives_one_row_a_pair():
    found = rows("odds", "--table", "6x4", "-r", "conquete-1957")
    assert len(found) == 24
    assert list(found[0]) == TABLE
    for row in found:
        assert row["win"] == pytest.approx(Battle(row["attackers"], row["defenders"]).win, rel=1e-14)


def test_a_table_against_another_rulebook():
    found = rows("odds", "--table", "4x4", "-r", "conquete-1957", "--against", "risk-modern")
    for row in found:
        a, d = row["attackers"], row["defenders"]
        assert row["against"] == "risk-modern"
        assert row["difference"] == row["win"] - row["against_win"]
        assert row["against_win"] == pytest.approx(Battle(a, d, Dice(3, 2)).win, rel=1e-14)


def test_fractions():
    (row,) = rows("odds", 1, 1, "--exact", "-r", "risk-modern")
    assert row["win"] == "5/12"
    (row,) = rows("odds", 7, 6, "--exact", "-r", "risk-modern")
    assert Fraction(row["win"]) + Fraction(row["lose"]) == 1


def test_rows_and_trees():
    (row, _) = rows("odds", 12, 3, 2, 4)
    (tree, _) = rows("odds", 12, "3(2(4))")
    assert row["defenders"] == "3 2 4"
    assert tree["defenders"] == "3(2(4))"
    assert tree["win"] == pytest.approx(row["win"], rel=1e-12)
    assert tree["rounds"] == pytest.approx(row["rounds"], rel=1e-12)
    assert rows("odds", 12, 3, 2, 4, "--leave", "2")[0]["win"] < row["win"]
    assert rows("odds", 12, 3, 2, 4, "--leave", "1,1")[0]["win"] == row["win"]


def test_stopping():
    (stopped, _) = rows("odds", 10, 8, "--stop-at", 4)
    assert stopped["win"] == Battle(10, 8, stop=4).win
    (held, _) = rows("odds", 10, 8, "--hold-at", 2)
    assert held["win"] == Battle(10, 8, hold=2).win


def test_chosen_dice():
    assert rows("odds", 6, 5, "--attack-dice", 2)[0]["win"] == Battle(6, 5, Dice(2, 3)).win
    assert rows("odds", 6, 5, "--defend-dice", "fewest")[0]["win"] == Battle(6, 5, Dice(3, 1)).win
    assert rows("odds", 10, 10, "--order", "seen", "-r", "risk-modern")[0]["win"] == pytest.approx(
        0.4529, abs=5e-5
    )
    by_rule = rows("odds", 10, 10, "-r", "risk-modern,dice.defender_sees_attack_roll=yes")[0]
    assert by_rule["win"] == pytest.approx(0.4529, abs=5e-5)
    assert rows("odds", 9, 9, "--order", "together")[0]["win"] == pytest.approx(Battle(9, 9).win, rel=1e-12)


def test_policy():
    found = rows("odds", "--best-dice", "3x2", "-r", "risk-modern")
    assert [(r["attack_dice"], r["defend_dice"]) for r in found if r["attackers"] == 3] == [
        ("3", "1"),
        ("3", "2"),
    ]
    seen = rows("odds", "--policy", "3x2", "-r", "risk-modern", "--order", "seen")
    worst = [r for r in seen if (r["attackers"], r["defenders"], r["roll"]) == (3, 2, "6-6-6")]
    assert worst[0]["defend_dice"] == "1"


def test_worth():
    (row,) = rows("odds", 8, 2, "--worth", 6, "-r", "risk-modern")
    assert row["roll"] == "yes"
    assert row["value"] > 8
    (row, _) = rows("odds", 8, 5, "--worth", 0)
    assert (row["roll"], row["value"], row["win"]) == ("no", 8, 0)


def test_quantiles():
    found = {row["of"]: row for row in rows("odds", 8, 5, "--quantiles", "-r", "conquete-1957")}
    assert set(found) == {"attackers_lost", "defenders_lost", "rounds"}
    assert found["rounds"]["mean"] == pytest.approx(Battle(8, 5).rounds)
    assert found["rounds"]["q50"] == Battle(8, 5).rolls.quantile(0.5)


def test_need():
    (row,) = rows("need", 8, "--chance", "0.5", "-r", "risk-modern")
    assert Battle(row["attackers"], 8, Dice(3, 2)).win == row["win"] >= 0.5
    assert row["win_with_one_less"] == Battle(row["attackers"] - 1, 8, Dice(3, 2)).win < 0.5
    assert rows("need", 1, "--chance", "5/12")[0]["attackers"] == 1


BAD = [
    (("odds",), "10 8"),
    (("odds", "10"), "10 8"),
    (("odds", "ten", "8"), "ten"),
    (("odds", "0", "8"), "1 to 100000"),
    (("odds", "10", "0"), "1 to 100000"),
    (("odds", "10", "-3"), "-3"),
    (("odds", "10", "8.5"), "8.5"),
    (("odds", "nan", "8"), "nan"),
    (("odds", "1000000000000", "8"), "1000000000000"),
    (("odds", "10", "8" * 30), "whole number"),
    (("odds", "10", "3(2"), "bracket"),
    (("odds", "10", "3(2)", "4"), "quotes"),
    (("odds", "1", "8", "--on-land"), "2 or more"),
    (("odds", "10", "8", "--rules", "risk-moderm"), "risk-modern"),
    (("odds", "10", "8", "--rules", "conquete-1957,dice.defendr=2"), "dice.defender"),
    (("odds", "10", "8", "--rules", "conquete-1957,dice.defender=7"), "dice.defender"),
    (("odds", "10", "8", "--rules", "no-such-file.toml"), "no-such-file.toml"),
    (("odds", "10", "8", "--attack-dice", "many"), "many"),
    (("odds", "10", "8", "--attack-dice", "4"), "4"),
    (("odds", "10", "8", "--defend-dice", "0"), "0"),
    (("odds", "10", "8", "--worth", "nan"), "worth"),
    (("odds", "10", "8", "--worth", "lots"), "lots"),
    (("odds", "10", "8", "--stop-at", "-1"), "stop"),
    (("odds", "10", "8", "2", "--worth", "3"), "row"),
    (("odds", "10", "8", "--leave", "x"), "--leave"),
    (("odds", "10", "8", "2", "--leave", "0"), "left behind"),
    (("odds", "--table", "10"), "10x10"),
    (("odds", "--table", "0x3"), "1x1"),
    (("odds", "--table", "1000x1000"), "cells"),
    (("odds", "10", "8", "--table", "3x3"), "AxD"),
    (("odds", "--table", "3x3", "--policy", "3x3"), "ask for one"),
    (("odds", "10", "8", "--plot", "odds.gif"), ".png"),
    (("odds", "10", "8", "--plot", "no/such/folder/odds.png"), "no/such/folder"),
    (("odds", "10", "8", "--output", "no/such/folder/odds.csv"), "no/such/folder"),
    (("odds", "10", "8", "--format", "xml"), "xml"),
    (("odds", "10", "8", "--tabel"), "--tabel"),
    (("need", "8"), "--chance"),
    (("need", "8", "--chance", "1"), "1% or 100%"),
    (("need", "8", "--chance", "100%"), "below 1"),
    (("need", "8", "--chance", "101"), "below 1"),
    (("need", "8", "--chance", "nan"), "nan"),
    (("need", "8", "--chance", "1e999999999"), "chance"),
    (("need", "x", "--chance", "0.5"), "x"),
    (("needs", "8"), "need"),
    (("rules", "show", "conquet"), "conquete-1957"),
]


@pytest.mark.parametrize(
    ("words", "expected"), BAD, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_bad_input_is_one_line_that_says_how_to_mend_it(words, expected):
    result = run(*words)
    assert result.exit_code in (1, 2)
    check_refused(result, result.exit_code, expected)


def test_answers_go_to_files_whole(tmp_path):
    target = tmp_path / "odds.csv"
    result = run("odds", 10, 8, "--output", target)
    assert (result.exit_code, result.stdout) == (0, "")
    assert target.read_text(encoding="utf-8").splitlines()[0] == ",".join(COLUMNS)
    assert [path.name for path in tmp_path.iterdir()] == ["odds.csv"]


@pytest.mark.parametrize(
    "words",
    [
        ("odds", 10, 8),
        ("odds", 10, 8, "--distribution", "-r", "conquete-1957", "-r", "risk-modern"),
        ("odds", "--table", "8x8"),
        ("odds", "--table", "8x8", "--against", "1957"),
        ("odds", "--table", "8x8", "--worth", "6"),
        ("odds", "--policy", "6x6"),
        ("need", 8, "--chance", "75%"),
        ("need", "3(2,1)", "--chance", "0.5", "-r", "1957"),
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_figures_are_written(words, kind, tmp_path):
    target = tmp_path / f"figure.{kind}"
    result = run(*words, "--plot", target)
    assert result.exit_code == 0, result.stderr
    assert Path(target).stat().st_size > 5000


def test_the_answers_in_python_are_the_same():
    from conquestlab.analysis import need, odds

    frame = odds(10, 8, rules=["conquete-1957", "risk-modern"])
    assert list(frame.columns) == COLUMNS
    assert frame.to_dict("records") == rows("odds", 10, 8, "-r", "conquete-1957", "-r", "risk-modern")
    assert odds(8, 5, worth=4.0).loc[0, "value"] == rows("odds", 8, 5, "--worth", 4)[0]["value"]
    assert need(8, chance=0.5).to_dict("records") == rows("need", 8, "--chance", "0.5")


def read_in_a_terminal(*words):
    result = run(*words, "--format", "table")
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


def test_odds_begin_with_a_sentence_whose_numbers_stand_in_the_table():
    said = read_in_a_terminal("odds", 10, 8, "--rules", "risk-modern")
    assert said.startswith(
        "You win 72.4 %. If you win, 5.31 of your armies are left on average; if you do not, 3.28 defenders "
        "are left. For 75 % you need 11 armies."
    )
    assert said.endswith("10 8 72.4 % 27.6 % 5.31 3.28 7.08")


def test_the_armies_named_for_75_per_cent_are_those_of_need():
    for rules in (
        "conquete-1957",
        "risk-modern",
        "risk-modern,dice.ties=attacker",
        "risk-modern,dice.sides=2",
    ):
        for lands in ((1,), (8,), (30,), (3, 2, 4)):
            (row,) = rows("need", *lands, "--chance", "75%", "--rules", rules)
            said = read_in_a_terminal("odds", 1, *lands, "--rules", rules)
            if row["attackers"] > 1:
                assert f"For 75 % you need {row['attackers']} armies." in said, (rules, lands)
            else:
                assert "With one army fewer it would be less than 75 %." in said
    assert "For 75 % you need 12 armies on the land" in read_in_a_terminal(
        "odds", 10, 8, "--rules", "risk-modern", "--on-land"
    )


def test_no_armies_are_named_where_they_would_take_time_or_have_another_meaning():
    for more in ((500, 400), (10, 8, "--stop-at", 3), (9, "3(2,1)"), (6, 6, "--order", "seen")):
        assert "75 %" not in read_in_a_terminal("odds", *more)


def test_each_of_several_rulebooks_has_a_sentence():
    said = read_in_a_terminal("odds", 10, 8, "-r", "conquete-1957", "-r", "risk-modern")
    assert said.startswith("Under conquete-1957 you win 34.1 %.")
    assert "Under risk-modern you win 72.4 %." in said


def test_chances_near_certainty_are_not_rounded_to_it():
    assert read_in_a_terminal("odds", 3, 40, "--rules", "conquete-1957").startswith("You win <0.0001 %.")
    assert read_in_a_terminal("odds", 12, 2, "--rules", "conquete-1957").startswith("You win 99.83 %.")


def test_need_begins_with_a_sentence():
    said = read_in_a_terminal("need", 8, "--chance", "75%", "--rules", "conquete-1957")
    assert said.startswith("You need 18 armies for 75 %. They win 76.1 %; one army fewer wins 72.2 %.")


def test_a_pipe_and_a_file_keep_every_column(tmp_path):
    words = ("odds", 10, 8, "--rules", "conquete-1957")
    piped = run(*words).stdout
    place = tmp_path / "odds.txt"
    assert run(*words, "--output", place).exit_code == 0
    assert place.read_text(encoding="utf-8") == piped
    assert all(name.replace("_", " ") in piped for name in COLUMNS)
    assert "You win" not in piped


def test_dice_that_one_of_the_usual_rulebooks_allows_are_answered_for_it():
    for words in (("odds", 10, 8), ("need", 8, "--chance", "0.5")):
        answer = answered(*words, "--defend-dice", 3)
        assert [row["rules"] for row in answer["rows"]] == ["conquete-1957"]
        assert answer["rows"] == rows(*words, "--defend-dice", 3, "-r", "conquete-1957")
        (note,) = answer["meta"]["notes"]
        assert note.startswith("3 defence dice: risk-modern allows 1 to 2; ")
    said = read_in_a_terminal("odds", 10, 8, "--defend-dice", 3)
    assert said.startswith("Under conquete-1957 you win 34.1 %.")  # whose odds they are is told
    for more in (("-r", "risk-modern"), ("-r", "risk-modern", "-r", "risk-express"), ("--attack-dice", 4)):
        check_refused(run("odds", 10, 8, "--defend-dice", 3, *more), 2, "")
    suggested = "risk-modern,dice.defender=3"
    refused = run("odds", 10, 8, "--defend-dice", 3, "-r", "risk-modern")
    assert suggested in refused.stderr
    assert rows("odds", 10, 8, "--defend-dice", 3, "-r", suggested)[0]["win"] == Battle(10, 8).win
    from conquestlab.analysis import need, odds

    assert list(odds(10, 8, defend_dice="3")["rules"]) == ["conquete-1957"]
    assert list(need(8, chance=0.5, defend_dice="3")["rules"]) == ["conquete-1957"]


def test_the_figure_of_the_armies_needed_goes_through_the_exact_chances():
    from conquestlab.analysis.games.conquest.battles.attack_answers import chances_near
    from conquestlab.analysis.games.conquest.battles.attack_answers import need as needed
    from conquestlab.analysis.requests.exact import NeedRequest

    request = NeedRequest(rules=("conquete-1957",), defenders=("8",), chance="0.75", on_land=True)
    (answer,) = needed(request)
    along = {row["attackers"]: row["win"] for row in chances_near(request, [answer])}
    assert along[answer["attackers"]] == answer["win"] == Battle(18, 8).win
    assert along[answer["attackers"] - 1] == answer["win_with_one_less"]
    assert list(along) == list(range(2, 26))
    large = NeedRequest(rules=("risk-modern",), defenders=("300",), chance="0.9")
    assert len(chances_near(large, needed(large))) <= 60


def test_a_table_begins_with_where_an_attack_is_the_favourite():
    said = read_in_a_terminal("odds", "--table", "10x10", "-r", "risk-modern")
    assert said.startswith(
        "Under risk-modern you need 10 attackers to be the favourite against 10 defenders."
    )
    dice = Dice(3, 2)
    assert Battle(10, 10, dice).win > 0.5 > Battle(9, 10, dice).win
    assert f" 10 <0.1 0.1 {100 * Battle(3, 10, dice).win:.1f} " in said
    against = read_in_a_terminal("odds", "--table", "3x3", "-r", "1957", "--against", "risk")
    assert against.startswith("conquete-1957 and risk-modern differ most at 3 against 3: 32.8 % and 47.0 %.")
    same = read_in_a_terminal("odds", "--table", "2x2", "-r", "1957", "--against", "1957")
    assert "differ most" not in same


def test_all_ends_begin_with_the_chance_and_the_likeliest():
    said = read_in_a_terminal("odds", 5, 4, "--distribution")
    ends = rows("odds", 5, 4, "--distribution")
    best = max(ends, key=lambda row: row["probability"])
    win = sum(row["probability"] for row in ends if row["defenders_left"] == 0)
    assert said.startswith(
        f"Under risk-modern you win {100 * win:.1f} %. The likeliest end is that {best['attackers_left']} "
        f"attackers are left: {100 * best['probability']:.1f} %."
    )
    assert "245/1296" in read_in_a_terminal("odds", 2, 2, "--distribution", "--exact")


def test_the_spread_of_losses_begins_with_nine_battles_of_ten():
    said = read_in_a_terminal("odds", 10, 8, "--quantiles", "-r", "risk-modern")
    mine = next(row for row in rows("odds", 10, 8, "--quantiles") if row["of"] == "attackers_lost")
    assert said.startswith(
        f"Under risk-modern you lose {mine['mean']:.2f} armies on average, {mine['q05']} to {mine['q95']} in "
        "nine battles of ten; the defender loses"
    )
    assert "attackers lost" in said
    assert "attackers_lost" not in said
