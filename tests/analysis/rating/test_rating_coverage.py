"""The study of coverage counts what it says, on a few ladders."""

from conquestlab.analysis.evidence.studies import ladders as coverage


def test_it_counts_ladders_in_which_all_intervals_held(monkeypatch):
    monkeypatch.setattr(coverage, "TRUTH_GAMES", 60_000)
    study = coverage.Study(coverage.NEAR, 2, 400)
    held = coverage.cover(study, 20)
    assert set(held) == set(coverage.COLUMNS)
    assert all(15 <= held[column] <= 20 for column in coverage.COLUMNS[:5])
    assert held["circles told"] == 0
    assert coverage.cover(study, 20) == held
    assert set(coverage.cover(coverage.Study(coverage.FAR, 3, 200, cut_off=0.1), 3)) == set(
        coverage.COLUMNS[:3]
    )


def test_the_table_has_a_row_a_study(monkeypatch):
    monkeypatch.setattr(coverage, "TRUTH_GAMES", 6000)
    monkeypatch.setattr(coverage, "STUDIES", coverage.STUDIES[:1])
    heading, rule, row = coverage.table(4, 1)
    assert heading.count("|") == rule.count("|") == row.count("|")
    assert row.startswith("| -1, -0.3, 0.3, 1 | 2 | 600 | 0 | 0 |")
