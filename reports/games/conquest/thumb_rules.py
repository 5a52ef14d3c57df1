"""A card of odds in words: its dice, its rules of thumb, and where its dice come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest.battles.odds_card import REACH, SIDE, OddsCard
from conquestlab.analysis.language import marked, numerals, say, translated
from conquestlab.reports.digits import show_percent

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.battles.attack_question import Rules
    from conquestlab.analysis.rules.rulebook import Rulebook

EQUAL = (2, 5, 10, SIDE, REACH)  # armies of each side that are named
LARGE = 3  # smaller battles do not yet show which way larger ones go
KEYS = {
    "dice.attacker": marked("attack dice"),
    "dice.defender": marked("defence dice"),
    "dice.sides": marked("sides of a die"),
    "dice.ties": marked("ties"),
    "dice.defender_sees_attack_roll": marked("when the defender chooses"),
}
UNSAID = marked("the rulebook does not say from where")
READING = marked("A reading is this project’s answer where the rulebook is silent")


def dice_words(rules: Rules, to_the_end: bool = True) -> str:
    """Say in a few sentences how battles are rolled, and that they are fought to the end, where they are."""
    dice = rules.dice
    sides = say("{sides}-sided", sides=dice.sides) if dice.sides != 6 else say("six-sided")
    rolled = say(
        "You roll {up_to}, the defender {up_to_2}, {sides}",
        up_to=_up_to(dice.attacker),
        up_to_2=_up_to(dice.defender),
        sides=sides,
    )
    several = min(dice.attacker, dice.defender) > 1
    pairs = say("pair by pair from the highest") if several else say("highest against highest")
    tie = say("the defender wins ties") if dice.ties == "defender" else say("the attacker wins ties")
    said = (
        say("{rolled}; {pairs}, the lower die loses an army, {tie}.", rolled=rolled, pairs=pairs, tie=tie)
        + say(" Fought to the end.") * to_the_end
    )
    if rules.seen:
        said += say(" The defender sees your roll, then chooses his number of dice, as well as can be.")
    return said


def thumb_sentences(card: OddsCard) -> list[str]:
    """Return the rules of thumb of a card, each with how far it holds."""
    return [_even(card), _margins(card), _equal(card), _long_run(card), _bad_rolls(card)]


def provenance_words(book: Rulebook) -> str:
    """Say where the dice come from, and which of that is no printed rule."""
    keys: dict[str, list[str]] = {}
    for key, what in KEYS.items():
        keys.setdefault(book.provenance[key] or translated(UNSAID), []).append(translated(what))
    said = "; ".join(f"{', '.join(whats)}: {source}" for source, whats in keys.items())
    notes = [
        say("{name} is {text}", name=name, text=text) for name, text in book.sources.items() if name in said
    ]
    notes += [translated(READING)] if any(book.evidence[key] == "reading" for key in KEYS) else []
    return ". ".join([said[0].upper() + said[1:], *notes]) + "."


def _up_to(dice: int) -> str:
    return say("one die") if dice == 1 else say("up to {dice} dice", dice=dice)


def _even(card: OddsCard) -> str:
    rule = card.even
    share = (
        say("as many armies as the defender")
        if rule.share == 100
        else say("{share} % of the defenders", share=rule.share)
    )
    rounded = say(", rounded up,") if rule.share % 100 else ""
    more = (
        say(" less {more}", more=-rule.more)
        if rule.more < 0
        else say(" and {armies} more", armies=_armies(rule.more))
        if rule.more
        else ""
    )
    off = say("exact")
    if rule.off:
        off += say(
            " {times} and else {armies} off at most", times=_times(rule.right), armies=_armies(rule.off)
        )
    low, high = show_percent(rule.low), show_percent(rule.high)
    return say(
        "For an even chance bring {share}{rounded}{more}. For 1 to {reach} defenders that is "
        "{off}; the chance is {low} to {high} %.",
        share=share,
        rounded=rounded,
        more=more,
        reach=REACH,
        off=off,
        low=low,
        high=high,
    )


def _margins(card: OddsCard) -> str:
    # A lower bound is rounded down, so that it stays one.
    bounds = {more: int(100 * min(chance, 0.99)) for more, chance in card.margins.items()}
    parts = [
        say("{chance} % with {more} more", chance=bound, more=more)
        if more
        else say("{chance} % with as many armies as the defender", chance=bound)
        for more, bound in bounds.items()
        if bound
    ]
    if parts:
        return say(
            "Your chance against 1 to {side} defenders is at least {parts}.",
            side=SIDE,
            parts=", ".join(parts),
        )
    return say(
        "Against 1 to {side} defenders your chance may be below 1 % even with {bounds} armies more.",
        side=SIDE,
        bounds=max(bounds),
    )


def _equal(card: OddsCard) -> str:
    chances = [cell.win for cell in card.equal.values()]
    steps = [after - before for before, after in zip(chances[LARGE - 1 :], chances[LARGE:], strict=False)]
    cells = [(armies, card.equal[armies]) for armies in EQUAL]
    named = ", ".join(
        say("{chance} % with {armies}", chance=show_percent(cell.win, rest=cell.lose), armies=armies)
        for armies, cell in cells
    )
    if all(step >= 0 for step in steps):
        said = say("Of equal armies, larger battles are better for you: {named}.", named=named)
    elif all(step <= 0 for step in steps):
        said = say("Of equal armies, larger battles are worse for you: {named}.", named=named)
    else:
        said = say("Equal armies: {named}.", named=named)
    worse = [armies for armies, cell in card.equal.items() if cell.win < 0.5]
    if worse and worse[-1] < REACH:
        said += say(" From {worse} on you are the favourite.", worse=worse[-1] + 1)
    return said


def _long_run(card: OddsCard) -> str:
    dice = card.rules.dice
    lost, taken = card.rolls[dice.attacker, dice.defender]
    return say(
        "In a long battle a roll costs you {lost} armies and the defender {taken}: {lost_2} "
        "of yours for each of his.",
        lost=numerals(f"{lost:.2f}"),
        taken=numerals(f"{taken:.2f}"),
        lost_2=numerals(f"{lost / taken:.2f}"),
    )


def _bad_rolls(card: OddsCard) -> str:
    bad = [say("{a} against {d}", a=a, d=d) for (a, d), (lost, taken) in card.rolls.items() if lost > taken]
    if len(bad) == len(card.rolls):
        return say("Every roll costs you more than the defender, whatever the dice.")
    if not bad:
        return say("Every roll costs the defender more than you, whatever the dice.")
    return say("A roll costs you more than the defender with dice of {listed}.", listed=_listed(bad))


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return words[0]
    return say("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def _times(number: int) -> str:
    return say("once") if number == 1 else say("{number} times", number=number)


def _armies(number: int) -> str:
    return say("1 army") if number == 1 else say("{number} armies", number=number)
