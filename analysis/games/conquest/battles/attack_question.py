"""What a request says about an attack: what is attacked, under which rules, with which choices."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeVar

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import MOST_ARMIES, Battle, RollLaw, checked_armies
from conquestlab.analysis.games.conquest.battles.dice_choice import MOST_CELLS, ChosenDice, dice_allowed
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands, checked_guards, checked_lands
from conquestlab.analysis.games.conquest.battles.stopping import BestStopping
from conquestlab.analysis.games.conquest.battles.tree_of_lands import Land, TreeOfLands, read_tree
from conquestlab.analysis.games.conquest.rules import ConquestRules
from conquestlab.analysis.language import say
from conquestlab.analysis.requests.exact import BOTH_FAMILIES, NeedRequest, OddsRequest
from conquestlab.analysis.rules.faults import shown
from conquestlab.analysis.rules.rulebook import Rulebook, load

MOST_TABLE_CELLS = 40_000

Attacked = TypeVar("Attacked", OddsRequest, NeedRequest)


class Choices(NamedTuple):
    """What the two sides choose in an attack.

    Attributes
    ----------
    stop_at : int
        Attackers with whom the attack is broken off.
    hold_at : int
        Defenders left with whom the attack is broken off as won.
    attack_dice, defend_dice : str, int or None
        `most`, `fewest`, `best` or a number; None is the most, or the best where `order` is given, and for
        the defender also where the rulebook has him see the roll.
    order : str or None
        `announced`, `together` or `seen`; None is what the rulebook says.
    worth : float or None
        Armies that the land is worth; the attack is then broken off when that is best.
    guards : tuple of int
        Armies left behind on each land of a row.
    """

    stop_at: int = 0
    hold_at: int = 0
    attack_dice: str | int | None = None
    defend_dice: str | int | None = None
    order: str | None = None
    worth: float | None = None
    guards: tuple[int, ...] = (1,)


class Rules(NamedTuple):
    """What an attack needs of a rulebook."""

    rulebook: Rulebook
    dice: Dice
    seen: bool

    @property
    def label(self) -> str:
        """The name of the rulebook, with its changes."""
        return self.rulebook.label


def rules_of_attack(rules: str | Rulebook) -> Rules:
    """Return the dice of a rulebook."""
    rulebook = load(rules)
    if not isinstance(rulebook.spec, ConquestRules):
        raise WrongUse(f"{rulebook.label} has no battles of armies: name a rulebook of the conquest games")
    dice = rulebook.spec.dice
    thrown = Dice(dice.attacker, dice.defender, dice.sides, dice.ties)
    return Rules(rulebook, thrown, dice.defender_sees_attack_roll)


def choices_of(request: OddsRequest | NeedRequest) -> Choices:
    """Read the choices of a request."""
    try:
        guards = tuple(int(text.strip()[:20]) for text in request.leave.split(","))  # no land has so many
    except ValueError:
        raise WrongUse(
            f"--leave {shown(request.leave)!r}: give one number, or one for each land: 1 or 2,1"
        ) from None
    choices = Choices(
        attack_dice=_dice(request.attack_dice), defend_dice=_dice(request.defend_dice), guards=guards
    )
    if isinstance(request, NeedRequest):
        return choices
    return choices._replace(
        stop_at=request.stop_at, hold_at=request.hold_at, order=request.order, worth=request.worth
    )


def _dice(text: str | None) -> Any:
    """Return a number of dice as a number, a word as it is."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else text


def read_armies(text: str, whose: str) -> int:
    """Read a number of armies."""
    if not re.fullmatch(r"[0-9]{1,18}", text.strip()):
        raise WrongUse(f"{whose} {text!r}: give a whole number from 1 to {MOST_ARMIES}")
    return checked_armies(int(text), whose)


def read_targets(texts: tuple[str, ...]) -> tuple[int, ...] | Land:
    """Read the lands that are attacked: one number, several in a row, or a tree such as `3(2,4(1))`."""
    if not texts:
        raise WrongUse("defenders missing: give the armies on the land, or on several lands in a row")
    if any("(" in text or ")" in text for text in texts):
        if len(texts) > 1:
            raise WrongUse('a tree of lands is one word in quotes, such as "3(2,4(1))"')
        return read_tree(texts[0])
    return checked_lands(tuple(read_armies(text, "defenders") for text in texts))


def read_size(text: str) -> tuple[int, int]:
    """Read the size of a table, attackers x defenders, such as `10x10`."""
    found = re.fullmatch(r"\s*([0-9]{1,6})\s*[x×X]\s*([0-9]{1,6})\s*", text)
    if not found:
        raise WrongUse(f"table {text!r}: give attackers x defenders, such as 10x10")
    attackers, defenders = int(found[1]), int(found[2])
    if attackers < 1 or defenders < 1 or attackers * defenders > MOST_TABLE_CELLS:
        raise WrongUse(f"table {text}: give at least 1x1 and at most {MOST_TABLE_CELLS} cells")
    return attackers, defenders


def law_of_roll(size: tuple[int, int], rules: Rules, choices: Choices, exact: bool = False) -> Any:
    """Return the law of a roll for positions up to `size`: an object with `at(attackers, defenders)`."""
    check_stops(choices, *size)
    dice, attack, defend, order = _dice_choice(rules, choices)
    if choices.worth is not None:
        if choices.stop_at or choices.hold_at or exact or "best" in (attack, defend):
            raise WrongUse(
                "--worth finds the best stopping itself: leave out --stop-at, --exact and best dice"
            )
        return BestStopping(size, choices.worth, dice)
    if "best" in (attack, defend):
        return ChosenDice(
            size,
            dice,
            attack=attack,
            defend=defend,
            order=order,
            stop=choices.stop_at,
            hold=choices.hold_at,
            exact=exact,
        )
    return RollLaw(dice, choices.stop_at, choices.hold_at, exact)


def check_stops(choices: Choices, attackers: int, defenders: int) -> None:
    """Refuse to break off an attack before it has begun."""
    for option, stop, armies, whose in (
        ("--stop-at", choices.stop_at, attackers, "attackers"),
        ("--hold-at", choices.hold_at, defenders, "defenders"),
    ):
        if stop and stop >= armies:
            most = f"give at most {armies - 1}" if armies > 1 else "leave it out"
            raise WrongUse(f"{option} {stop}: {armies} {whose} would not begin to fight, {most}")


def _dice_choice(rules: Rules, choices: Choices) -> tuple[Dice, str | int, str | int, str]:
    """Return the dice with every fixed choice built in, the open choices, and the order of choosing."""
    order = choices.order or ("seen" if rules.seen else "announced")
    solved = choices.order is not None
    attack, defend = choices.attack_dice, choices.defend_dice
    if attack is None:
        attack = "best" if solved else "most"
    attack = dice_allowed(attack, "attack")
    if defend is None:
        defend = "best" if solved or rules.seen else "most"
    defend = dice_allowed(defend, "defence")
    dice = rules.dice
    refused = dice_refused(rules, choices)
    if refused:
        raise WrongUse(refused)
    number = {"fewest": 1, "most": None, "best": None}
    few_attack = number[attack] if isinstance(attack, str) else attack
    few_defend = number[defend] if isinstance(defend, str) else defend
    dice = dice._replace(attacker=few_attack or dice.attacker, defender=few_defend or dice.defender)
    attack = "best" if attack == "best" else "most"
    defend = "best" if defend == "best" else "most"
    return dice, attack, defend, order


def dice_refused(rules: Rules, choices: Choices) -> str:
    """Say which number of dice a rulebook does not allow; empty if it allows all that are asked for."""
    wishes = (
        ("attack", choices.attack_dice, rules.dice.attacker, "dice.attacker"),
        ("defence", choices.defend_dice, rules.dice.defender, "dice.defender"),
    )
    for whose, wish, most, key in wishes:
        if isinstance(wish, int) and wish > most:
            return say(
                "{dice} {whose} dice: {rules} allows 1 to {most}; name another rulebook, or "
                "{rules},{key}={dice}",
                dice=wish, whose=whose, rules=rules.label, most=most, key=key,
            )  # fmt: skip
    return ""


def kept_to_allowed(request: Attacked) -> tuple[Attacked, tuple[str, ...]]:
    """Return a request without those of the usual rulebooks that do not allow its dice, and why in words.

    Rulebooks that somebody named are kept: the answer refuses those that do not allow what is asked.
    """
    if request.rules != BOTH_FAMILIES:
        return request, ()
    choices = choices_of(request)
    refused = {book.label: dice_refused(rules_of_attack(book), choices) for book in request.books}
    kept = tuple(label for label, why in refused.items() if not why)
    if not kept or len(kept) == len(refused):
        return request, ()
    return request.but(rules=kept), tuple(why for why in refused.values() if why)


def attack_on(
    attackers: int, targets: tuple[int, ...] | Land, rules: Rules, choices: Choices, exact: bool = False
) -> Battle | RowOfLands | TreeOfLands:
    """Return the law of an attack on one land, a row or a tree."""
    dice, attack, defend, _order = _dice_choice(rules, choices)
    plain = choices.worth is None and "best" not in (attack, defend)
    if isinstance(targets, Land):
        if not plain or choices.stop_at or choices.hold_at or choices.guards != (1,):
            raise WrongUse("a tree of lands takes no stop, guards, worth or best dice: leave them out")
        return TreeOfLands(attackers, targets, dice, exact=exact)
    if len(targets) > 1:
        if not plain or choices.hold_at:
            raise WrongUse("a row of lands takes no worth or best dice: leave them out, or name one land")
        check_stops(choices, attackers, sum(targets))
        return RowOfLands(attackers, targets, choices.guards, dice, stop=choices.stop_at, exact=exact)
    checked_guards(choices.guards, 1)
    check_stops(choices, attackers, targets[0])
    if plain:
        return Battle(attackers, targets[0], dice, stop=choices.stop_at, hold=choices.hold_at, exact=exact)
    if attackers * targets[0] > MOST_CELLS and choices.worth is None:
        raise WrongUse(
            f"{attackers} against {targets[0]} with best dice: the product may be {MOST_CELLS} at most"
        )
    law = law_of_roll((attackers, targets[0]), rules, choices, exact)
    return Battle(
        attackers, targets[0], dice, stop=choices.stop_at, hold=choices.hold_at, exact=exact, law=law
    )
