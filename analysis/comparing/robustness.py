"""The table of signs: for each measure, which way it goes with which bots and how many players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.comparing.verdicts import EQUAL, HIGHER, LOWER, SAME

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.compare_answers import Judged
    from conquestlab.analysis.comparing.pairs import Key

Record = dict[str, Any]

DEPENDS_ON_BOTS = "depends on the bots"
DEPENDS_ON_PLAYERS = "depends on the players"


def sign_rows(judged: Sequence[Judged]) -> list[Record]:
    """Return a row for each difference, measure by measure, with the sign of its verdict.

    Returns
    -------
    list of dict
        rules, against, measure, of, players, bots, sign (one of `verdicts.SIGNS`), difference,
        difference_low, difference_high, p_holm, and `holds`: what all signs of the measure come to.
    """
    rows = []
    for group in _by_measure(judged):
        holds = what_holds([(one.comparison.players, one.verdict.sign) for one in group])
        for one in group:
            value, low, high, *_ = one.contrast.difference
            rows.append(
                {
                    "rules": one.variant.rulebook.label,
                    "against": one.comparison.base.rulebook.label,
                    "measure": one.key[0],
                    "of": one.key[1],
                    "players": one.comparison.players,
                    "bots": one.variant.bots_text,
                    "sign": one.verdict.sign,
                    "difference": value,
                    "difference_low": low,
                    "difference_high": high,
                    "p_holm": one.p_holm,
                    "holds": holds,
                }
            )
    return rows


def _by_measure(judged: Sequence[Judged]) -> list[list[Judged]]:
    """Gather the differences of each variant and measure; what only some tables have finds its place."""
    order = {measure: place for place, measure in enumerate(dict.fromkeys(one.key[0] for one in judged))}
    groups: dict[tuple[int, Key], list[Judged]] = {}
    for one in judged:
        variant = one.comparison.experiments.index(one.variant)
        groups.setdefault((variant, one.key), []).append(one)
    return [groups[key] for key in sorted(groups, key=lambda key: (key[0], order[key[1][0]]))]


def what_holds(signs: Sequence[tuple[int, str]]) -> str:
    """Say what signs come to, each with the number of players at its table."""
    findings = {sign for _, sign in signs} & {HIGHER, LOWER}
    for players in {players for players, _ in signs}:
        if {HIGHER, LOWER} <= {sign for seats, sign in signs if seats == players}:
            return DEPENDS_ON_BOTS
    if len(findings) == 2:
        return DEPENDS_ON_PLAYERS
    if findings:
        (sign,) = findings
        way = "higher" if sign == HIGHER else "lower"
        often = sum(one == sign for _, one in signs)
        return f"{way} everywhere" if often == len(signs) else f"{way} in {often} of {len(signs)}"
    if all(sign == SAME for _, sign in signs):
        return "the same"
    return "no difference" if all(sign in (EQUAL, SAME) for _, sign in signs) else "not decided"
