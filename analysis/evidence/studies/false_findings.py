"""How often variants that do not differ are said to: a rulebook against itself, with luck of its own."""

from __future__ import annotations

from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.comparing.variants import Question


def runs_without_finding(rules: str, runs: int, question: Question, jobs: int | None = None) -> int:
    """Compare a rulebook with itself under pairs of different seeds.

    Parameters
    ----------
    rules : str
    runs : int
        Pairs of seeds: 1 and 2, 3 and 4, and so on.
    question : Question
        Its seeds are passed over.
    jobs : int, optional

    Returns
    -------
    int
        Runs in which no difference is more than chance, by Holm's procedure over all of the run.
    """
    quiet = 0
    for run in range(runs):
        asked = question._replace(seed=str(2 * run + 1), apart=str(2 * run + 2))
        found = compare((rules, rules), asked, jobs=jobs).judged
        quiet += not any(one.verdict.is_finding for one in found)
    return quiet
