"""How often variants that do not differ are said to: a rulebook against itself, with luck of its own."""

from __future__ import annotations

from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.comparing.families import PRIMARY
from conquestlab.analysis.requests.games import CompareRequest


def runs_without_finding(request: CompareRequest, runs: int) -> int:
    """Compare a rulebook with itself under pairs of different seeds.

    Parameters
    ----------
    request : CompareRequest
        Of the rulebook and the same again; its seeds are passed over.
    runs : int
        Pairs of seeds: 1 and 2, 3 and 4, and so on.

    Returns
    -------
    int
        Runs in which no primary difference is more than chance.
    """
    quiet = 0
    for run in range(runs):
        found = compare(request.but(seed=str(2 * run + 1), apart=str(2 * run + 2))).judged
        quiet += not any(one.verdict.is_finding and one.tested.family == PRIMARY for one in found)
    return quiet
