"""The study of ladders counts what it says."""

from conquestlab.analysis.evidence.studies import ladders
from conquestlab.analysis.evidence.studies.coverage import coverage


def test_it_counts_ladders_in_which_all_intervals_held(monkeypatch):
    monkeypatch.setattr(ladders, "TRUTH_GAMES", 60_000)
    found = {
        row["measure"]: row["covered"] for row in coverage(ladders.LadderStudy(ladders.NEAR, 2, 400), 20)
    }
    assert list(found) == list(ladders.COLUMNS)
    assert all(found[column] >= 0.75 for column in ladders.COLUMNS[:5])  # 0.95, less four standard errors
    assert found["circles told"] == 0.0
    three = coverage(ladders.LadderStudy(ladders.FAR, 3, 200, cut_off=0.1), 3)
    assert [row["measure"] for row in three] == list(ladders.COLUMNS[:3])


def test_the_table_has_a_row_a_study(monkeypatch):
    monkeypatch.setattr(ladders, "TRUTH_GAMES", 6000)
    monkeypatch.setattr(ladders, "STUDIES", ladders.STUDIES[:1])
    heading, rule, row = ladders.table(4, 1)
    assert heading.count("|") == rule.count("|") == row.count("|")
    assert row.startswith("| -1, -0.3, 0.3, 1 | 2 | 600 | 0 | 0 |")
