"""Answers to questions about attacks, as plain records: what `conquest odds` and `conquest need` show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.armies_needed import (
    fewest_for_row,
    fewest_for_tree,
    fewest_where_quick,
)
from conquestlab.analysis.games.conquest.battles.attack_question import (
    Choices,
    Rules,
    attack_on,
    choices_of,
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
from conquestlab.analysis.requests.exact import NeedRequest, OddsRequest
from conquestlab.analysis.requests.typed import read_chance
from conquestlab.analysis.rules.rulebook import Rulebook

Row = dict[str, Any]
Books = Sequence[str | Rulebook]
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_DRAWN = 60  # attackers along the figure of the armies needed


def view_of(request: OddsRequest) -> str:
    """Return which answer of its own is asked for: a key of VIEWS, or empty for the odds of one attack."""
    asked = [name for name in VIEWS if getattr(request, name)]
    if len(asked) > 1:
        raise WrongUse(
            "--table, --best-dice, --distribution and --quantiles are answers of their own: ask for one"
        )
    if asked and asked[0] in ("table", "policy") and request.of:
        raise WrongUse("--table and --best-dice take their size from AxD: leave out attackers and defenders")
    return "".join(asked)


def rows_of(request: OddsRequest) -> list[Row]:
    """Return the rows of whatever is asked for."""
    view = view_of(request)
    if view:
        return VIEWS[view](request.books, request)
    if not request.simulate:
        return odds(request.books, request)
    from conquestlab.analysis.seeds import parse_seeds

    return odds(request.books, request, Trial(request.simulate, parse_seeds(request.seed).text, request.jobs))


def sides_of(request: OddsRequest) -> tuple[int, tuple[int, ...] | Land]:
    """Read the armies that may attack, and the land, the lands or the tree that they attack."""
    if len(request.of) < 2:
        raise WrongUse("give the attackers and the defenders, such as conquest odds 10 8, or --table 10x10")
    armies = read_armies(request.of[0], "attackers")
    if request.on_land and armies < 2:
        raise WrongUse("1 army on the land cannot attack: one must stay behind, give 2 or more")
    return armies - request.on_land, read_targets(request.of[1:])


def shown(targets: tuple[int, ...] | Land) -> int | str:
    """Return the defenders as they stand in a row: a number for one land, text for several."""
    if isinstance(targets, Land):
        return str(targets)
    return targets[0] if len(targets) == 1 else " ".join(map(str, targets))


def odds(books: Books, request: OddsRequest, trial: Trial | None = None) -> list[Row]:
    """Return one row a rulebook: the chance that the attackers take the land, the row or the tree.

    With a `trial` the battles are played besides, and the columns of `odds_beside` follow; with `against`
    those of the difference from another rulebook.
    """
    (armies, targets), choices = sides_of(request), choices_of(request)
    rows = []
    for read in map(rules_of_attack, books):
        attack = attack_on(armies, targets, read, choices, request.exact)
        row = _odds_row(read, armies, targets, attack) | _worth_columns(attack, armies, targets, choices)
        if trial:
            from conquestlab.analysis.games.conquest.battles.battle_simulation import (
                odds_beside,
                simulate_battle,
            )

            played = simulate_battle(attack, trial.games, trial.seed, trial.jobs, trial.progress)
            row |= odds_beside(attack, played)
        rows.append(row)
    if request.other:
        (other,) = odds((request.other,), request.but(against=None))
        rows = [row | _difference(other["rules"], row["win"], other["win"]) for row in rows]
    return rows


def needed_for(chance: Fraction, rules: str | Rulebook, request: OddsRequest) -> int | None:
    """Return the fewest attackers that take what is attacked with a chance, where a few milliseconds tell."""
    (_, targets), choices = sides_of(request), choices_of(request)
    if isinstance(targets, Land) or choices.stop_at or choices.hold_at:
        return None
    attack = attack_on(1, targets, rules_of_attack(rules), choices)
    if getattr(attack, "law", None) is not None:
        return None
    return fewest_where_quick(targets, chance, choices.guards, attack.dice)


def _odds_row(rules: Rules, attackers: int, targets: tuple[int, ...] | Land, attack: Attack) -> Row:
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
        "left_if_won": attack.left_if_won,
        "left_if_lost": attack.left_if_lost,
        "attackers_left": means[0],
        "defenders_left": means[1],
        "rounds": attack.rounds,
    }


def _worth_columns(attack: Any, attackers: int, targets: Any, choices: Choices) -> Row:
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


def distribution(books: Books, request: OddsRequest) -> list[Row]:
    """Return one row an end of the battle, the best for the attacker first."""
    (armies, targets), choices = sides_of(request), choices_of(request)
    if isinstance(targets, Land):
        raise WrongUse("a tree of lands has no list of ends: leave out --distribution")
    return [
        {"rules": read.label, "attackers_left": a, "defenders_left": d, "probability": chance}
        for read in map(rules_of_attack, books)
        for (a, d), chance in attack_on(armies, targets, read, choices, request.exact).ends.items()
    ]


def quantiles(books: Books, request: OddsRequest) -> list[Row]:
    """Return mean, sd and quantiles of the losses of both sides and of the number of rolls of one battle."""
    (armies, targets), choices = sides_of(request), choices_of(request)
    if isinstance(targets, Land) or len(targets) > 1:
        raise WrongUse("quantiles are given for one land: name one number of defenders")
    rows = []
    for read in map(rules_of_attack, books):
        battle = attack_on(armies, targets, read, choices)
        assert isinstance(battle, Battle)
        for name, spread in (
            ("attackers_lost", battle.attacker_losses),
            ("defenders_lost", battle.defender_losses),
            ("rounds", battle.rolls),
        ):
            row: Row = {"rules": read.label, "attackers": armies, "defenders": targets[0], "of": name}
            row |= {"mean": spread.mean, "sd": spread.sd}
            row |= {f"q{round(100 * share):02d}": spread.quantile(share) for share in QUANTILES}
            rows.append(row)
    return rows


def table(books: Books, request: OddsRequest) -> list[Row]:
    """Return one row a pair of attackers and defenders; `against` adds the odds of another rulebook."""
    size, choices, exact = read_size(request.table or ""), choices_of(request), request.exact
    other = rules_of_attack(request.other) if request.other else None
    others = _cells(law_of_roll(size, other, choices, exact), size, request) if other else {}
    rows = []
    for read in map(rules_of_attack, books):
        law = law_of_roll(size, read, choices, exact)
        for (a, d), cell in _cells(law, size, request).items():
            row = {"rules": read.label, "attackers": a, "defenders": d, **cell._asdict()}
            if isinstance(law, BestStopping):
                row |= {"worth": choices.worth, "value": law.value(a, d)}
                row |= {"roll": "yes" if law.attacks(a, d) else "no"}
            if other:
                row |= _difference(other.label, cell.win, others[a, d].win)
            rows.append(row)
    return rows


def _cells(law: Any, size: tuple[int, int], request: OddsRequest) -> dict[tuple[int, int], Any]:
    cells = battle_table(size, law, hold=request.hold_at, exact=request.exact)
    return {(a, d): cell for (a, d), cell in cells.items() if a and d}


def _difference(against: str, win: Any, other: Any) -> Row:
    return {"against": against, "against_win": other, "difference": win - other}


def dice_policy(books: Books, request: OddsRequest) -> list[Row]:
    """Return the solved choice of dice, a row a position, or a row a roll where the roll is seen."""
    size, choices = read_size(request.policy or ""), choices_of(request)
    attack, defend = choices.attack_dice or "best", choices.defend_dice or "best"
    if "best" not in (attack, defend):
        raise WrongUse("--best-dice shows the best dice of a side: leave out --attack-dice or --defend-dice")
    choices = choices._replace(attack_dice=attack, defend_dice=defend)
    rows = []
    for read in map(rules_of_attack, books):
        law = law_of_roll(size, read, choices)
        if not isinstance(law, ChosenDice):
            raise WrongUse("--best-dice shows best dice: leave out --worth")
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


VIEWS: dict[str, Callable[[Books, OddsRequest], list[Row]]] = {
    "table": table,
    "policy": dice_policy,
    "distribution": distribution,
    "quantiles": quantiles,
}
"""By the field of a request that asks for it, an answer other than the odds of one attack."""


def need(request: NeedRequest) -> list[Row]:
    """Return one row a rulebook: the fewest attackers that reach the chance, and the chance they have."""
    wanted, choices = read_chance(request.chance), choices_of(request)
    targets = read_targets(request.defenders)
    rows = []
    for read in map(rules_of_attack, request.books):
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
                "attackers": attackers + request.on_land,
                "win": attack.win,
                "lose": attack.lose,
                "win_with_one_less": fewer,
            }
        )
    return rows


def chances_near(request: NeedRequest, needed: Sequence[Row]) -> list[Row]:
    """Return the chance of 1, 2, 3 … attackers of each rulebook, to a third beyond the most that are needed.

    Of many armies some are left out, at even steps.
    """
    choices, targets = choices_of(request), read_targets(request.defenders)
    most = max(int(row["attackers"]) - request.on_land for row in needed)
    last = most + max(3, most // 3)
    step = -(-last // MOST_DRAWN)
    return [
        {
            "rules": read.label,
            "attackers": attackers + request.on_land,
            "win": attack_on(attackers, targets, read, choices).win,
        }
        for read in map(rules_of_attack, request.books)
        for attackers in range(1, last + 1, step)
    ]
