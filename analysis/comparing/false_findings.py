"""How often variants that do not differ are said to: the same rulebook against itself, with luck of its own.

`python -m conquestlab.analysis.comparing.false_findings conquete-1957` prints the line of
docs/statistics.md.
"""

from __future__ import annotations

import argparse

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


def main() -> None:
    """Print how many runs were without a finding."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rules")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players")
    parser.add_argument("--bots", action="append", default=[])
    chosen = parser.parse_args()
    question = Question(chosen.players, tuple(chosen.bots), chosen.games)
    quiet = runs_without_finding(chosen.rules, chosen.runs, question)
    print(f"{chosen.rules}: {quiet} of {chosen.runs} pairs of seeds without a finding, {chosen.games} games")


if __name__ == "__main__":
    main()
