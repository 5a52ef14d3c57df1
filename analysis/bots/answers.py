"""From what a bot outside answers to a legal choice: of one question, or of all that follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.programs import ProgramFailed
from conquestlab.analysis.rules.faults import shown

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.games.messages import Messages

MOST, FEWEST = "most", "fewest"  # what an answer for all questions of a kind may be
ALWAYS, LEAVE = "always", "leave"  # keys of an answer that holds for more than one question


def chosen_row(answer: Any, rows: np.ndarray, asked: str = "") -> np.ndarray:
    """Return the choice that an answer names as a row for `choose`; ProgramFailed if it names none.

    Parameters
    ----------
    answer
        The number of a choice, or a table with `choice` and, for one out of a range, the `amount`; without
        it the most is meant.
    rows : int64 array
        As `legal` wrote them.
    asked : str
        The kind of the decision, for what is said of a wrong answer.
    """
    from conquestlab.kernels.shared.contract import AMOUNT, MOST

    number = number_of(answer, len(rows), asked)
    amount = answer.get("amount") if isinstance(answer, dict) else None
    row = rows[number].copy()
    fewest, most = int(row[AMOUNT]), int(row[MOST])
    row[MOST] = 0
    if most and amount is None:
        row[AMOUNT] = most
    elif amount is not None:
        if not most or type(amount) is not int or not fewest <= amount <= most:
            allowed = f"it allows {fewest} to {most}" if most else "it takes no amount"
            raise ProgramFailed(f"took choice {number} with the amount {shown(amount)}: {allowed}")
        row[AMOUNT] = amount
    return row


def number_of(answer: Any, count: int, asked: str = "") -> int:
    """Return the number of the choice that an answer names, one of `count`; ProgramFailed if it is none."""
    number = answer.get("choice") if isinstance(answer, dict) else answer
    if type(number) is not int:
        raise ProgramFailed(f"answered {shown(answer)}: answer the number of a choice, or a table with it")
    if not 0 <= number < count:
        kind = f" ({asked})" if asked else ""
        offered = "only choice 0 was" if count == 1 else f"choices 0 to {count - 1} were"
        raise ProgramFailed(f"answered {shown(number)}; {offered} offered{kind}")
    return number


def ungrouped(answer: Any, groups: Sequence[Sequence[int]], asked: str = "") -> Any:
    """Return an answer to grouped choices as one to all of them.

    Parameters
    ----------
    answer
        May name the number of `dice`; without it the most is meant.
    groups : sequence of sequence of int
        For each grouped choice, the numbers of those that it stands for, with ascending numbers of dice.
    asked : str
    """
    number = number_of(answer, len(groups), asked)
    group = groups[number]
    told = dict(answer) if isinstance(answer, dict) else {}
    dice = told.get("dice")
    if type(dice) is int and len(group) > 1:
        if not 1 <= dice <= len(group):
            raise ProgramFailed(f"took choice {number} with {dice} dice: 1 to {len(group)} may be rolled")
        return told | {"choice": group[dice - 1]}
    return told | {"choice": group[-1]}


class StandingAnswers:
    """The answers of one seat that hold for more than one question of a game."""

    def __init__(self, messages: Messages):
        self._messages = messages
        self._always: dict[str, str] = {}
        self._again: tuple[np.ndarray, int] | None = None  # an attack, and how many are to be left

    def keep(self, answer: Any, row: np.ndarray) -> None:
        """Keep what of an answer holds for later questions too; ProgramFailed if it cannot.

        Parameters
        ----------
        answer
            `always` has kinds of decisions, each with `most`, `fewest` or null; `leave` goes on with an
            attack until that many armies are left.
        row : int64 array
            The choice that was taken.
        """
        if not isinstance(answer, dict):
            return
        always, leave = answer.get(ALWAYS), answer.get(LEAVE)
        if always is not None:
            self._keep_always(always)
        if leave is not None:
            if type(leave) is not int or leave < 1:
                raise ProgramFailed(f"wants to leave {shown(leave)}: give a number of armies from 1 on")
            if not self._messages.may_repeat(row):
                raise ProgramFailed(f"wants to leave {leave}, which goes with an attack alone")
            self._again = row, leave

    def _keep_always(self, always: Any) -> None:
        known = ", ".join(self._messages.standing) or "none in this game"
        if not isinstance(always, dict):
            raise ProgramFailed(f"answered always {shown(always)}: give a table of decisions ({known})")
        for kind, answer in always.items():
            if kind not in self._messages.standing:
                raise ProgramFailed(f"answered always for {shown(kind)}: there are {known}")
            if answer not in (MOST, FEWEST, None):
                raise ProgramFailed(f"answered always {shown(answer)} for {kind}: say most, fewest or null")
            if answer is None:
                self._always.pop(kind, None)
            else:
                self._always[kind] = answer

    def answer(self, position: Any, rows: np.ndarray, asked: str) -> np.ndarray | None:
        """Return the choice that an earlier answer makes now; None where it has to be asked for."""
        if self._always and asked in self._always:
            return least_or_most(rows, self._always[asked])
        if self._again is None:
            return None
        row, leave = self._again
        found = self._messages.repeated(position, rows, row, leave)
        if found is None:
            self._again = None
        return found


def least_or_most(rows: np.ndarray, which: str) -> np.ndarray:
    """Return the first choice with the fewest of its range, or the last with the most."""
    from conquestlab.kernels.shared import contract

    row = rows[-1 if which == MOST else 0].copy()
    if which == MOST and row[contract.MOST]:
        row[contract.AMOUNT] = row[contract.MOST]
    row[contract.MOST] = 0
    return row


def only_row(rows: np.ndarray) -> np.ndarray | None:
    """Return the choice where there is but one answer."""
    from conquestlab.kernels.shared import contract

    if len(rows) != 1:
        return None
    fewest, most = int(rows[0][contract.AMOUNT]), int(rows[0][contract.MOST])
    return least_or_most(rows, MOST) if most in (0, fewest) else None
