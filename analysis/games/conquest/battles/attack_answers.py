"""Answers to questions about attacks, as plain records: what `conquest odds` and `conquest need` show."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.armies_needed import (
    fewest_for_row,
    fewest_for_tree,
    read_chance,
)
from conquestlab.analysis.games.conquest.battles.attack_question import (
    Choices,
    Rules,
    attack_on,
    law_of_roll,
    read_armies,
    read_size,
    read_targets,
    rules_of_attack,
)
from conquestlab.analysis.games.conquest.battles.battle import Attack, Battle
from conquestlab.analysis.games.conquest.battles.battle_table import battle_table
from conquestlab.analysis.games.conquest.battles.dice_choice import ChosenDice
from conquestlab.analysis.games.conquest.battles.stopping import BestStopping
from conquestlab.analysis.games.conquest.battles.tree_of_lands import Land, TreeOfLands
from conquestlab.analysis.games.trial import Trial

Record = dict[str, Any]
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def read_attackers(text: str, on_land: bool) -> int:
    """Read the armies that may attack; with `on_land` the one that stays behind is counted in the text."""
    armies = read_armies(text, "attackers")
    if on_land and armies < 2:
        raise WrongUse("1 army on the land cannot attack: one must stay behind, give 2 or more")
    return armies - on_land


def shown(targets: tuple[int, ...] | Land) -> int | str:
    """Return the defenders as they stand in a row: a number for one land, text for several."""
    if isinstance(targets, Land):
        return str(targets)
    return targets[0] if len(targets) == 1 else " ".join(map(str, targets))


def odds(
    rules: tuple[str, ...],
    attackers: str,
    defenders: tuple[str, ...],
    choices: Choices = Choices(),  # noqa: B008 - an immutable record
    *,
    on_land: bool = False,
    exact: bool = False,
    trial: Trial | None = None,
) -> list[Record]:
    """Return one row a rulebook: the chance that the attackers take the land, the row or the tree.

    With a `trial` the battles are played besides, and the columns of `odds_beside` follow.
    """
    armies, targets = read_attackers(attackers, on_land), read_targets(defenders)
    rows = []
    for text in rules:
        read = rules_of_attack(text)
        attack = attack_on(armies, targets, read, choices, exact)
        row = _odds_row(read, armies, targets, attack) | _worth_columns(attack, armies, targets, choices)
        if trial:
            from conquestlab.analysis.games.conquest.battles.battle_simulation import (
                odds_beside,
                simulate_battle,
            )

            played = simulate_battle(attack, trial.games, trial.seed, trial.jobs, trial.progress)
            row |= odds_beside(attack, played)
        rows.append(row)
    return rows


def _odds_row(rules: Rules, attackers: int, targets: tuple[int, ...] | Land, attack: Attack) -> Record:
    if isinstance(attack, TreeOfLands):
        means = (attack.prospect.attackers_left, attack.prospect.defenders_left)
    else:
        means = (attack.attackers_left.mean, attack.defenders_left.mean)
    return {
        "rules": rules.label,
        "attackers": attackers,
        "defenders": shown(targets),
        "win": attack.win,
        "lose": attack.lose,
        "attackers_left": means[0],
        "defenders_left": means[1],
        "rounds": attack.rounds,
    }


def _worth_columns(attack: Any, attackers: int, targets: Any, choices: Choices) -> Record:
    if choices.worth is None:
        return {}
    law: BestStopping = attack.law
    defenders = targets[0]
    return {
        "worth": choices.worth,
        "value": law.value(attackers, defenders),
        "roll": "yes" if law.attacks(attackers, defenders) else "no",
        "fewest_to_roll": law.fewest_to_attack(defenders),
    }


def distribution(
    rules: tuple[str, ...],
    attackers: str,
    defenders: tuple[str, ...],
    choices: Choices = Choices(),  # noqa: B008
    *,
    on_land: bool = False,
    exact: bool = False,
) -> list[Record]:
    """Return one row an end of the battle, the best for the attacker first."""
    armies, targets = read_attackers(attackers, on_land), read_targets(defenders)
    if isinstance(targets, Land):
        raise WrongUse("a tree of lands has no list of ends: leave out --distribution")
    return [
        {"rules": read.label, "attackers_left": a, "defenders_left": d, "probability": chance}
        for read in map(rules_of_attack, rules)
        for (a, d), chance in attack_on(armies, targets, read, choices, exact).ends.items()
    ]


def quantiles(
    rules: tuple[str, ...],
    attackers: str,
    defenders: tuple[str, ...],
    choices: Choices = Choices(),  # noqa: B008
    *,
    on_land: bool = False,
) -> list[Record]:
    """Return mean, sd and quantiles of the losses of both sides and of the number of rolls of one battle."""
    armies, targets = read_attackers(attackers, on_land), read_targets(defenders)
    if isinstance(targets, Land) or len(targets) > 1:
        raise WrongUse("quantiles are given for one land: name one number of defenders")
    rows = []
    for read in map(rules_of_attack, rules):
        battle = attack_on(armies, targets, read, choices)
        assert isinstance(battle, Battle)
        for name, spread in (
            ("attackers_lost", battle.attacker_losses),
            ("defenders_lost", battle.defender_losses),
            ("rounds", battle.rolls),
        ):
            row: Record = {"rules": read.label, "attackers": armies, "defenders": targets[0], "of": name}
            row |= {"mean": spread.mean, "sd": spread.sd}
            row |= {f"q{round(100 * share):02d}": spread.quantile(share) for share in QUANTILES}
            rows.append(row)
    return rows


def table(
    rules: tuple[str, ...],
    size: str,
    choices: Choices = Choices(),  # noqa: B008
    *,
    exact: bool = False,
    against: str | None = None,
) -> list[Record]:
    """Return one row a pair of attackers and defenders; `against` adds the odds of another rulebook."""
    attackers, defenders = read_size(size)
    other = _cells(rules_of_attack(against), (attackers, defenders), choices, exact) if against else None
    rows = []
    for read in map(rules_of_attack, rules):
        law = law_of_roll((attackers, defenders), read, choices, exact)
        cells = battle_table((attackers, defenders), law, hold=choices.hold_at, exact=exact)
        for a in range(1, attackers + 1):
            for d in range(1, defenders + 1):
                row = {"rules": read.label, "attackers": a, "defenders": d, **cells[a, d]._asdict()}
                if isinstance(law, BestStopping):
                    row |= {"worth": choices.worth, "value": law.value(a, d)}
                    row |= {"roll": "yes" if law.attacks(a, d) else "no"}
                if other:
                    row |= _difference(rules_of_attack(against or ""), cells[a, d].win, other[a, d].win)
                rows.append(row)
    return rows


def _cells(rules: Rules, size: tuple[int, int], choices: Choices, exact: bool) -> dict[tuple[int, int], Any]:
    return battle_table(size, law_of_roll(size, rules, choices, exact), hold=choices.hold_at, exact=exact)


def _difference(against: Rules, win: Any, other: Any) -> Record:
    return {"against": against.label, "against_win": other, "difference": win - other}


def odds_against(rows: list[Record], others: list[Record]) -> list[Record]:
    """Return rows of odds with the win of one other rulebook, and the difference, beside."""
    other = others[0]
    return [
        row
        | {"against": other["rules"], "against_win": other["win"], "difference": row["win"] - other["win"]}
        for row in rows
    ]


def dice_policy(rules: tuple[str, ...], size: str, choices: Choices) -> list[Record]:
    """Return the solved choice of dice, a row a position, or a row a roll where the roll is seen."""
    attackers, defenders = read_size(size)
    attack, defend = choices.attack_dice or "best", choices.defend_dice or "best"
    if "best" not in (attack, defend):
        raise WrongUse("--policy shows the best dice of a side: leave out --attack-dice or --defend-dice")
    choices = choices._replace(attack_dice=attack, defend_dice=defend)
    rows = []
    for read in map(rules_of_attack, rules):
        law = law_of_roll((attackers, defenders), read, choices)
        if not isinstance(law, ChosenDice):
            raise WrongUse("--policy shows best dice: leave out --worth")
        for (a, d), choice in law.choices.items():
            row = {"rules": read.label, "attackers": a, "defenders": d, "win": choice.win}
            row["attack_dice"] = _mixture(choice.attack)
            if choice.defend_by_roll:
                rows += [
                    row | {"roll": "-".join(map(str, faces)), "defend_dice": str(dice)}
                    for faces, dice in choice.defend_by_roll.items()
                ]
            else:
                rows.append(row | {"defend_dice": _mixture(choice.defend)})
    return rows


def _mixture(chances: dict[int, Any]) -> str:
    """Write a choice of dice: `3`, or `2: 0.4, 3: 0.6` where it is mixed."""
    if len(chances) == 1:
        return str(next(iter(chances)))
    return ", ".join(f"{dice}: {float(chance):.4g}" for dice, chance in chances.items())


def need(
    rules: tuple[str, ...],
    defenders: tuple[str, ...],
    chance: str,
    choices: Choices = Choices(),  # noqa: B008
    *,
    on_land: bool = False,
) -> list[Record]:
    """Return one row a rulebook: the fewest attackers that reach the chance, and the chance they have."""
    wanted, targets = read_chance(chance), read_targets(defenders)
    rows = []
    for read in map(rules_of_attack, rules):
        probe = attack_on(1, targets, read, choices)  # refuses what cannot be asked
        if isinstance(targets, Land):
            attackers = fewest_for_tree(targets, wanted, probe.dice)
        elif isinstance(probe, Battle) and probe.law is not None:
            raise WrongUse(
                "need takes the most, the fewest or a number of dice: leave out best dice and the order"
            )
        else:
            attackers = fewest_for_row(targets, wanted, choices.guards, probe.dice)
        attack = attack_on(attackers, targets, read, choices)
        fewer = attack_on(attackers - 1, targets, read, choices).win if attackers > 1 else 0.0
        rows.append(
            {
                "rules": read.label,
                "defenders": shown(targets),
                "chance": float(wanted),
                "attackers": attackers + on_land,
                "win": attack.win,
                "lose": attack.lose,
                "win_with_one_less": fewer,
            }
        )
    return rows
