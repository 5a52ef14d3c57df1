"""Exact odds beside the same attacks played roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from conquestlab.analysis.evidence.checks import UNLIKELY, Record, checked
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.analysis.games.trial import Trial
from conquestlab.analysis.measures.significance import holm, mean_p

BATTLES_A_GAME = 1000  # one game read by the referee takes as long as many thousand battles
ATTACKS = ((2, (1,)), (3, (2,)), (5, (5,)), (10, (8,)), (20, (25,)), (12, (3, 2, 4)), (30, (5, 1, 8, 3)))
"""Attackers, and the defenders of a land or of a row of lands."""

Played = tuple[str, int, dict[str, Any]]
"""What was attacked, how often, and the columns of the odds."""


def simulated_rows(
    rules: Sequence[str],
    games: int,
    seed: str = "1",
    jobs: int | None = None,
    attacked: Callable[[int], object] | None = None,
) -> list[Record]:
    """Return a row for each attack under each rulebook: its share of wins beside the exact chance.

    Parameters
    ----------
    rules : sequence of str
        Rulebooks of conquest, of which those with the same dice are played once, and of Risk Express.
    games : int
        Attacks of each kind.
    seed, jobs
        As for `simulate_battle`.
    attacked : callable, optional
        Called with 1 after each kind of attack.

    Returns
    -------
    list of dict
        `p` is the smaller of the p-values of z and, for battles, of the chi-square test of all ends, both
        raised by Holm's procedure over all attacks.
    """
    trial = Trial(games, seed, jobs)
    played: list[Played] = []
    for ask in attacks_of(rules):
        played += ask(trial)
        if attacked:
            attacked(1)
    chances = [p for _of, _games, row in played for p in (mean_p(row["z"], 1.0), row.get("chi2_p"))]
    raised = iter(holm([1.0 if p is None else p for p in chances]))
    rows = []
    for of, count, row in played:
        p = min(next(raised), next(raised))
        rows.append(
            checked(
                "simulated",
                of,
                p > UNLIKELY,
                games=count,
                value=row["simulated"],
                expected=float(row["win"]),
                z=row["z"],
                p=p,
            )
        )
    return rows


def attacks_of(rules: Sequence[str]) -> list[Callable[[Trial], list[Played]]]:
    """Return the attacks to play, each waiting for its trial."""
    from conquestlab.analysis.games.conquest.battles.attack_question import rules_of_attack
    from conquestlab.analysis.rules.rulebook import load

    waiting: list[Callable[[Trial], list[Played]]] = []
    dice_seen = set()
    for text in rules:
        game = load(text).game
        if game == "express":
            waiting += [_cards(text, another) for another in (False, True)]
        if game != "conquest":
            continue
        asked = rules_of_attack(text)
        if asked.dice not in dice_seen:
            dice_seen.add(asked.dice)
            waiting += [_battle(asked.label, asked.dice, attackers, lands) for attackers, lands in ATTACKS]
    return waiting


def _battle(
    label: str, dice: Dice, attackers: int, lands: tuple[int, ...]
) -> Callable[[Trial], list[Played]]:
    attack = RowOfLands(attackers, lands, (1,), dice) if len(lands) > 1 else Battle(attackers, lands[0], dice)

    def play(trial: Trial) -> list[Played]:
        from conquestlab.analysis.games.conquest.battles.battle_simulation import odds_beside, simulate_battle

        columns = odds_beside(attack, simulate_battle(attack, trial.games, trial.seed, trial.jobs))
        against = " ".join(map(str, lands))
        return [(f"{label}: {attackers} against {against}", trial.games, columns | {"win": attack.win})]

    return play


def _cards(rules: str, another: bool) -> Callable[[Trial], list[Played]]:
    def play(trial: Trial) -> list[Played]:
        from conquestlab.analysis.games.express.answers import card_odds
        from conquestlab.analysis.games.express.question import Lying

        where = "before another" if another else "in the middle"
        rows = card_odds((rules,), (), Lying(another=another), trial=trial)
        return [(f"{row['rules']}: {row['card']} {where}", trial.games, row) for row in rows]

    return play
