"""The table of signs: for each measure, which way it goes with which bots and how many players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.comparing.agreement import agreement_of
from conquestlab.analysis.comparing.verdicts import DIFFERENT, SAME, SIGNS, WAYS
from conquestlab.analysis.language import marked
from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.judging import Judged
    from conquestlab.analysis.comparing.pairs import Key

DEPENDS_ON_BOTS = marked("depends on the bots")
DEPENDS_ON_PLAYERS = marked("depends on the players")


def sign_rows(judged: Sequence[Judged]) -> list[Row]:
    """Return a row for each difference, measure by measure, with the sign of its verdict.

    Returns
    -------
    list of dict
        rules, against, measure, of, players, bots, sign (one of `verdicts.SIGNS`), difference,
        difference_low, difference_high, p_adjusted, family, `holds`: what all signs of the measure come to,
        kind, unit.
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
                    "p_adjusted": one.tested.p,
                    "family": one.tested.family,
                    "holds": holds,
                    "kind": one.row["kind"],
                    "unit": one.row["unit"],
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
    at: dict[int, list[int | None]] = {}
    for players, sign in signs:
        at.setdefault(players, []).append(WAYS[sign])
    if any(agreement_of(some).turns for some in at.values()):
        return DEPENDS_ON_BOTS
    found = agreement_of(way for some in at.values() for way in some)
    if found.turns:
        return DEPENDS_ON_PLAYERS
    if found.findings:
        way = "higher" if found.more else "lower"
        if any(sign == DIFFERENT for _, sign in signs):
            way = SIGNS[DIFFERENT]
        return f"{way} everywhere" if found.everywhere else f"{way} in {found.findings} of {found.tables}"
    if all(sign == SAME for _, sign in signs):
        return marked("the same")
    return marked("not decided") if found.open else marked("no difference")
