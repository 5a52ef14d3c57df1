"""The answers of the commands as pandas frames, for use in Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from conquestlab.analysis import attack_answers
from conquestlab.analysis.attack_question import Choices

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_RULES = "conquete-1957"


def odds(
    attackers: int,
    *defenders: int | str,
    rules: str | Sequence[str] = DEFAULT_RULES,
    distribution: bool = False,
    exact: bool = False,
    on_land: bool = False,
    **choices: Any,
) -> pd.DataFrame:
    """Return the exact odds of an attack.

    Parameters
    ----------
    attackers : int
        Armies that may attack; with `on_land` the one that stays behind is counted too.
    *defenders : int or str
        Armies on the land, on several lands in a row, or a tree such as "3(2,4(1))".
    rules : str or sequence of str
        Rulebooks, with changes.
    distribution : bool
        One row for each end of the battle.
    exact : bool
        Fractions.
    **choices
        As the fields of `conquestlab.analysis.attack_question.Choices`: stop_at, hold_at, attack_dice,
        defend_dice, order, worth, guards.
    """
    ask: Any = attack_answers.distribution if distribution else attack_answers.odds
    rows = ask(
        _names(rules),
        str(attackers),
        tuple(map(str, defenders)),
        Choices(**choices),
        on_land=on_land,
        exact=exact,
    )
    return _frame(rows)


def need(
    *defenders: int | str,
    chance: float | str | Fraction,
    rules: str | Sequence[str] = DEFAULT_RULES,
    on_land: bool = False,
    **choices: Any,
) -> pd.DataFrame:
    """Return the fewest armies that reach a chance; arguments as for `odds`."""
    rows = attack_answers.need(
        _names(rules), tuple(map(str, defenders)), str(chance), Choices(**choices), on_land=on_land
    )
    return _frame(rows)


def _names(rules: str | Sequence[str]) -> tuple[str, ...]:
    return (rules,) if isinstance(rules, str) else tuple(rules)


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)
