"""Prints the table of a study, as the docs have it.

python -m conquestlab.analysis.evidence.studies measures --repetitions 10000
python -m conquestlab.analysis.evidence.studies stocks --rules risk-modern --games 20000 --blocks 1000
python -m conquestlab.analysis.evidence.studies false-findings --rules conquete-1957 --games 600
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from conquestlab.analysis.evidence.studies import differences, ladders, luck, measures, stocks, tunings
from conquestlab.analysis.evidence.studies.coverage import coverage_table
from conquestlab.analysis.evidence.studies.false_findings import runs_without_finding
from conquestlab.analysis.record import Record
from conquestlab.analysis.requests.games import CompareRequest

COVERAGES: dict[str, Callable[[int, int], list[Record]]] = {
    "measures": measures.records,
    "luck": luck.records,
    "differences": differences.records,
    "stocks": stocks.records,
    "stock-differences": stocks.difference_records,
}
TABLES: dict[str, Callable[[int, int], list[str]]] = {"tunings": tunings.table, "ladders": ladders.table}
FALSE_FINDINGS = "false-findings"


def main(words: list[str] | None = None) -> None:
    """Print the table of one study."""
    reader = argparse.ArgumentParser(description="Print the table of a study.")
    reader.add_argument("study", choices=[*COVERAGES, *TABLES, FALSE_FINDINGS])
    reader.add_argument("--repetitions", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--rules", help="of a stock that is played, or compared with itself")
    reader.add_argument("--players")
    reader.add_argument("--bots", default="reckless,reckless,reckless,reckless")
    reader.add_argument("--games", type=int, default=20_000, help="of a stock, or of a comparison")
    reader.add_argument("--blocks", type=int, default=1000, help="of a run drawn from a stock")
    asked = reader.parse_args(words)
    if asked.study == FALSE_FINDINGS:
        request = CompareRequest(rules=(asked.rules,) * 2, players=asked.players, games=asked.games)
        quiet = runs_without_finding(request, asked.repetitions)
        print(f"{asked.rules}: {quiet} of {asked.repetitions} pairs of seeds without a finding")
    elif asked.study in TABLES:
        print("\n".join(TABLES[asked.study](asked.repetitions, asked.seed)))
    elif asked.rules:
        stock = stocks.played_stock(asked.rules, tuple(asked.bots.split(",")), asked.games, asked.blocks)
        print("\n".join(coverage_table(stocks.stock_coverage(stock, asked.repetitions, asked.seed))))
    else:
        print("\n".join(coverage_table(COVERAGES[asked.study](asked.repetitions, asked.seed))))


if __name__ == "__main__":
    main()
