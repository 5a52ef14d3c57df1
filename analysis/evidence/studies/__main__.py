"""Prints the table of a study, as the docs have it.

python -m conquestlab.analysis.evidence.studies measures --repetitions 10000
python -m conquestlab.analysis.evidence.studies measures --only standstills --only "long tails"
python -m conquestlab.analysis.evidence.studies powers --repetitions 1000
python -m conquestlab.analysis.evidence.studies false-findings --rules conquete-1957 --games 600
python -m conquestlab.analysis.evidence.studies eliminations --rules risk-modern --bots expert,expert,greedy
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace

from conquestlab.analysis.evidence.studies import (
    differences,
    eliminations,
    ladders,
    long_games,
    luck,
    measures,
    powers,
    starting_armies,
    stocks,
    tunings,
)
from conquestlab.analysis.evidence.studies.coverage import Study, coverage, coverage_table
from conquestlab.analysis.evidence.studies.false_findings import runs_without_finding
from conquestlab.analysis.requests.games import CompareRequest

STUDIES: dict[str, Callable[[], Sequence[Study]]] = {
    "measures": lambda: measures.STUDIES,
    "luck": lambda: luck.STUDIES,
    "differences": lambda: differences.STUDIES,
    "stocks": stocks.synthetic_stocks,
    "stock-differences": stocks.synthetic_pairs,
}
TABLES: dict[str, Callable[[int, int], list[str]]] = {
    "tunings": tunings.table,
    "ladders": ladders.table,
    "long-games": long_games.table,
    "powers": powers.table,
    "starting-armies": starting_armies.table,
}
FALSE_FINDINGS = "false-findings"
ELIMINATIONS = "eliminations"


def main(words: list[str] | None = None) -> None:
    """Print the table of one study."""
    reader = argparse.ArgumentParser(description="Print the table of a study.")
    reader.add_argument("study", choices=[*STUDIES, *TABLES, FALSE_FINDINGS, ELIMINATIONS])
    reader.add_argument("--repetitions", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", action="append", default=[], help="the law of games to study alone")
    reader.add_argument("--measures", help="of the studies of measures and of differences, between commas")
    reader.add_argument("--rules", help="of a comparison with itself, or of games of conquest")
    reader.add_argument("--bots", help="who plays conquest, one for each seat, between commas")
    reader.add_argument("--players")
    reader.add_argument("--games", type=int, default=600, help="of a comparison, or of conquest")
    asked = reader.parse_args(words)
    if asked.study == FALSE_FINDINGS:
        request = CompareRequest(rules=(asked.rules,) * 2, players=asked.players, games=asked.games)
        quiet = runs_without_finding(request, asked.repetitions)
        print(f"{asked.rules}: {quiet} of {asked.repetitions} pairs of seeds without a primary finding")
    elif asked.study == ELIMINATIONS:
        print("\n".join(eliminations.table(asked.rules, asked.bots.split(","), asked.games, asked.seed)))
    elif asked.study in TABLES:
        print("\n".join(TABLES[asked.study](asked.repetitions, asked.seed)))
    else:
        chosen = [one for one in STUDIES[asked.study]() if not asked.only or one.name in asked.only]
        if asked.measures:
            names = tuple(asked.measures.split(","))
            chosen = [replace(one, names=names) for one in chosen]  # type: ignore[type-var]
        records = [row for one in chosen for row in coverage(one, asked.repetitions, asked.seed)]
        print("\n".join(coverage_table(records)))


if __name__ == "__main__":
    main()
