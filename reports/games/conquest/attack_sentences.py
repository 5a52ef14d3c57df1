"""What odds of an attack and the armies needed come to, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.formatted_numbers import exact_share, formatted
from conquestlab.analysis.language import marked, say
from conquestlab.reports.digits import ShownNumber

Row = Mapping[str, Any]

SHARES = ("win", "lose", "against_win", "simulated", "low", "high", "win_with_one_less", "chance")
LEFT_OUT = ("attackers_left", "defenders_left")  # means over wins and losses together
HEADINGS = {"rounds": marked("rolls"), "low": marked("from"), "high": marked("to")}


def odds_sentence(row: Row, named: bool, needed: int | None = None, on_land: bool = False) -> str:
    """Say the odds of an attack.

    Parameters
    ----------
    row : dict
        As `conquest odds` gives it.
    named : bool
        Whether the rulebook is named, because there are several.
    needed : int, optional
        The fewest attackers that win in three battles of four, where that is known.
    on_land : bool
        Whether the army that stays behind is counted.
    """
    chance = exact_share(float(row["win"]), float(row["lose"]))
    if named:
        said = [say("Under {rules} you win {chance}.", rules=row["rules"], chance=chance)]
    else:
        said = [say("You win {chance}.", chance=chance)]
    won, lost = (_armies(row[name]) for name in ("left_if_won", "left_if_lost"))
    if won and lost:
        said.append(
            say(
                "If you win, {won} of your armies are left on average; if you do not, {lost} defenders are "
                "left.",
                won=won,
                lost=lost,
            )
        )
    elif won:
        said.append(say("On average {won} of your armies are left.", won=won))
    elif lost:
        said.append(say("On average {lost} defenders are left.", lost=lost))
    if row.get("roll") == "no":
        said.append(say("It is better not to attack."))
    if needed is not None:
        said.append(_needed(needed, int(row["attackers"]), on_land))
    return " ".join(said)


def _needed(needed: int, attackers: int, on_land: bool) -> str:
    """Say how many armies win in three battles of four."""
    armies = f"{needed + on_land:,}"
    if needed == attackers:
        return say("With one army fewer it would be less than 75 %.")
    if on_land:
        return say("For 75 % you need {armies} armies on the land, with the one that stays.", armies=armies)
    return say("For 75 % you need {armies} armies.", armies=armies)


def need_sentence(row: Row, named: bool, on_land: bool) -> str:
    """Say how many armies are needed; arguments as for `odds_sentence`."""
    wanted = exact_share(float(row["chance"]))
    win = exact_share(float(row["win"]), float(row["lose"]))
    less = exact_share(float(row["win_with_one_less"]))
    armies = f"{row['attackers']:,}"
    if named:
        first = say(
            "Under {rules} you need {armies} armies for {wanted}.",
            rules=row["rules"], armies=armies, wanted=wanted,
        )  # fmt: skip
    else:
        first = say("You need {armies} armies for {wanted}.", armies=armies, wanted=wanted)
    second = say("They win {win}; one army fewer wins {less}.", win=win, less=less)
    third = say("The army that stays behind is counted.") if on_land else ""
    return " ".join(part for part in (first, second, third) if part)


def _armies(value: Any) -> str:
    return "" if value is None else formatted(float(value))[0]


def odds_table(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return rows of exact chances with the words and digits of the sentences."""
    left_out = () if any("value" in row for row in rows) else LEFT_OUT
    several = len({row["rules"] for row in rows}) > 1
    return [
        {
            HEADINGS.get(name, name): _cell(name, value)
            for name, value in row.items()
            if name not in left_out and (name != "rules" or several)
        }
        for row in rows
    ]


def _cell(name: str, value: Any) -> Any:
    """Show a cell: chances in per cent, means in three digits, fractions as they are."""
    if name in SHARES and isinstance(value, float):
        return ShownNumber(exact_share(value))
    if name == "difference" and isinstance(value, float):
        return ShownNumber(say("{value} points", value=formatted(value, percent=True)[0]))
    if isinstance(value, float) and name not in ("z", "chi2_p"):
        return ShownNumber(formatted(value)[0])
    return value
