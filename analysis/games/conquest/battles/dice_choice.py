"""How many dice to roll: the choice solved as a game between the two sides, in three orders of choosing.

`announced`: the attacker names his dice, then the defender chooses. `together`: both choose at once (a
matrix game, solved by mixed strategies where no pure one holds). `seen`: the defender chooses after the
attacker's dice have fallen. The attacker maximises his chance to take the land, the defender minimises it.
The solution is a law of a roll like any other, so a `Battle` can be fought under it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import BattleOutcome
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts

ORDERS = ("announced", "together", "seen")
MOST_CELLS = 40_000


class Choice(NamedTuple):
    """The best choice in one position.

    `attack` and `defend` give the chance of each number of dice; under `seen`, `defend_by_roll` gives the
    defender's dice by the attacker's faces, for the dice that the attacker best rolls.
    """

    win: Any
    attack: dict[int, Any]
    defend: dict[int, Any]
    defend_by_roll: dict[tuple[int, ...], int]


def dice_allowed(wish: str | int, whose: str) -> str | int:
    """Return a wish for dice (`most`, `fewest`, `best` or a number), or refuse it in one line."""
    if wish in ("most", "fewest", "best") or (isinstance(wish, int) and wish >= 1):
        return wish
    raise WrongUse(f"{whose} dice {wish!r}: give most, fewest, best or a number of dice")


def allowed(wish: str | int, most: int) -> list[int]:
    """Return the numbers of dice to choose from when at most `most` may be rolled."""
    if wish == "best":
        return list(range(1, most + 1))
    if wish == "most":
        return [most]
    return [1 if wish == "fewest" else min(int(wish), most)]


@cache
def rolls(dice: int, sides: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every roll of so many dice, faces falling, with the number of ways in which it falls."""
    ways = factorial(dice)
    return tuple(
        (faces, ways // prod(factorial(n) for n in Counter(faces).values()))
        for faces in itertools.combinations_with_replacement(range(sides, 0, -1), dice)
    )


@cache
def counts_against(faces: tuple[int, ...], defend: int, sides: int, ties: str) -> tuple[int, ...]:
    """Count the rolls of `defend` dice against given attacking faces by the attacker's losses."""
    pairs = min(len(faces), defend)
    ways = {(0, 0): 1}
    for value in range(sides, 0, -1):
        following: dict[tuple[int, int], int] = {}
        for (laid, lost), count in ways.items():
            for y in range(defend - laid + 1):
                beaten = sum(
                    value > faces[p] or (value == faces[p] and ties == "defender")
                    for p in range(laid, min(laid + y, pairs))
                )
                state = (laid + y, lost + beaten)
                following[state] = following.get(state, 0) + count * comb(defend - laid, y)
        ways = following
    return tuple(ways.get((defend, lost), 0) for lost in range(pairs + 1))


class ChosenDice:
    """The law of a roll when one or both sides choose their dice as well as they can.

    Parameters
    ----------
    attackers, defenders : int
        The largest position that is asked for.
    dice : Dice
        The most dice that each side may roll.
    attack, defend : str or int
        `most`, `fewest`, a number, or `best`.
    order : str
        `announced`, `together` or `seen`.
    stop, hold, exact : as for `Battle`
    """

    scale = 1

    def __init__(
        self,
        size: tuple[int, int],
        dice: Dice,
        *,
        attack: str | int = "best",
        defend: str | int = "best",
        order: str = "announced",
        stop: int = 0,
        hold: int = 0,
        exact: bool = False,
    ) -> None:
        attackers, defenders = size
        if order not in ORDERS:
            raise WrongUse(f"order {order!r}: give {', '.join(ORDERS)}")
        if attackers * defenders > MOST_CELLS:
            raise WrongUse(
                f"{attackers} against {defenders} with chosen dice: the product may be {MOST_CELLS} at most"
            )
        self.dice, self.stop, self.hold, self.exact = dice.checked(), stop, hold, exact
        self.attack = dice_allowed(attack, "attack")
        self.defend = dice_allowed(defend, "defence")
        self.order = order
        self._one: Any = Fraction(1) if exact else 1.0
        self._outcomes: dict[tuple[int, int], tuple[BattleOutcome, ...]] = {}
        self.choices: dict[tuple[int, int], Choice] = {}
        self._wins: dict[tuple[int, int], Any] = {}
        for a in range(attackers + 1):
            for d in range(defenders + 1):
                self._solve(a, d)

    def at(self, attackers: int, defenders: int) -> tuple[BattleOutcome, ...] | None:
        """Return the outcomes of a roll in this position, None where the battle is over."""
        return self._outcomes.get((attackers, defenders))

    def _solve(self, a: int, d: int) -> None:
        if d <= self.hold or a <= self.stop:
            self._wins[a, d] = self._one if d <= self.hold else self._one - self._one
            return
        attack = allowed(self.attack, min(a, self.dice.attacker))
        defend = allowed(self.defend, min(d, self.dice.defender))
        solve = {"announced": self._announced, "together": self._together, "seen": self._seen}[self.order]
        choice, outcomes = solve(a, d, attack, defend)
        self.choices[a, d] = choice
        self._wins[a, d] = choice.win
        self._outcomes[a, d] = outcomes

    def _chance(self, count: int, total: int) -> Any:
        return Fraction(count, total) if self.exact else count / total

    @cache  # noqa: B019 - lives and dies with the solution
    def _law(self, i: int, j: int) -> tuple[BattleOutcome, ...]:
        total, pairs = self.dice.sides ** (i + j), min(i, j)
        counts = loss_counts(i, j, self.dice.sides, self.dice.ties)
        return tuple((k, pairs - k, self._chance(n, total)) for k, n in enumerate(counts) if n)

    @cache  # noqa: B019
    def _law_against(self, faces: tuple[int, ...], j: int) -> tuple[BattleOutcome, ...]:
        total, pairs = self.dice.sides**j, min(len(faces), j)
        counts = counts_against(faces, j, self.dice.sides, self.dice.ties)
        return tuple((k, pairs - k, self._chance(n, total)) for k, n in enumerate(counts) if n)

    def _worth(self, a: int, d: int, outcomes: tuple[BattleOutcome, ...]) -> Any:
        return sum(q * self._wins[a - x, d - y] for x, y, q in outcomes)

    def _announced(
        self, a: int, d: int, attack: list[int], defend: list[int]
    ) -> tuple[Choice, tuple[BattleOutcome, ...]]:
        replies = {}
        for i in attack:
            worth = {j: self._worth(a, d, self._law(i, j)) for j in defend}
            j = min(defend, key=lambda j: (worth[j], -j))
            replies[i] = (worth[j], j)
        i = max(attack, key=lambda i: (replies[i][0], i))
        win, j = replies[i]
        return Choice(win, {i: self._one}, {j: self._one}, {}), self._law(i, j)

    def _together(
        self, a: int, d: int, attack: list[int], defend: list[int]
    ) -> tuple[Choice, tuple[BattleOutcome, ...]]:
        matrix = [[self._worth(a, d, self._law(i, j)) for j in defend] for i in attack]
        win, rows, columns = solve_matrix(matrix)
        mixed_attack = {i: x for i, x in zip(attack, rows, strict=True) if x}
        mixed_defend = {j: y for j, y in zip(defend, columns, strict=True) if y}
        gathered: dict[tuple[int, int], Any] = {}
        for (i, x), (j, y) in itertools.product(mixed_attack.items(), mixed_defend.items()):
            for attackers_lost, defenders_lost, q in self._law(i, j):
                key = (attackers_lost, defenders_lost)
                gathered[key] = gathered.get(key, 0) + x * y * q
        return Choice(win, mixed_attack, mixed_defend, {}), _as_outcomes(gathered)

    def _seen(
        self, a: int, d: int, attack: list[int], defend: list[int]
    ) -> tuple[Choice, tuple[BattleOutcome, ...]]:
        best: tuple[Any, int, dict[tuple[int, ...], int]] | None = None
        for i in attack:
            win: Any = 0
            replies = {}
            for faces, ways in rolls(i, self.dice.sides):
                worth = {j: self._worth(a, d, self._law_against(faces, j)) for j in defend}
                j = min(defend, key=lambda j: (worth[j], -j))
                replies[faces] = j
                win += ways * worth[j]
            win = win / self.dice.sides**i
            if best is None or win >= best[0]:
                best = (win, i, replies)
        assert best is not None
        win, i, replies = best
        gathered: dict[tuple[int, int], Any] = {}
        taken: dict[int, Any] = {}
        for faces, ways in rolls(i, self.dice.sides):
            chance, j = self._chance(ways, self.dice.sides**i), replies[faces]
            taken[j] = taken.get(j, 0) + chance
            for attackers_lost, defenders_lost, q in self._law_against(faces, j):
                key = (attackers_lost, defenders_lost)
                gathered[key] = gathered.get(key, 0) + chance * q
        return Choice(win, {i: self._one}, taken, replies), _as_outcomes(gathered)


def _as_outcomes(gathered: dict[tuple[int, int], Any]) -> tuple[BattleOutcome, ...]:
    return tuple((x, y, q) for (x, y), q in sorted(gathered.items()))


def solve_matrix(matrix: list[list[Any]]) -> tuple[Any, list[Any], list[Any]]:
    """Solve a small matrix game: value, strategy of the rows (who maximise), strategy of the columns.

    A saddle point is taken where there is one, the last row and column first (the most dice). Otherwise
    every square part is tried whose equalising strategies are chances that the rest of the matrix cannot
    improve on (Shapley and Snow 1950: one such part always exists).
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    exact = isinstance(matrix[0][0], Fraction)
    one: Any = Fraction(1) if exact else 1.0
    zero = one - one
    floors = [min(row) for row in matrix]
    ceilings = [max(matrix[i][j] for i in rows) for j in columns]
    if max(floors) == min(ceilings):
        i = max(i for i in rows if floors[i] == max(floors))
        j = max(j for j in columns if ceilings[j] == min(ceilings))
        return matrix[i][j], [one * (k == i) for k in rows], [one * (k == j) for k in columns]
    slack = zero if exact else 1e-14
    for size in range(2, min(len(rows), len(columns)) + 1):
        for chosen_rows in itertools.combinations(rows, size):
            for chosen_columns in itertools.combinations(columns, size):
                part = [[matrix[i][j] for j in chosen_columns] for i in chosen_rows]
                x = _equalise([list(column) for column in zip(*part, strict=True)], one)
                y = _equalise(part, one)
                if x is None or y is None or min(x) < 0 or min(y) < 0:
                    continue
                strategy, reply = [zero] * len(rows), [zero] * len(columns)
                for i, chance in zip(chosen_rows, x, strict=True):
                    strategy[i] = chance
                for j, chance in zip(chosen_columns, y, strict=True):
                    reply[j] = chance
                value = sum(strategy[i] * reply[j] * matrix[i][j] for i in rows for j in columns)
                if all(
                    sum(strategy[i] * matrix[i][j] for i in rows) >= value - slack for j in columns
                ) and all(sum(reply[j] * matrix[i][j] for j in columns) <= value + slack for i in rows):
                    return value, strategy, reply
    raise ArithmeticError("no solution of a matrix game was found")


def _equalise(part: list[list[Any]], one: Any) -> list[Any] | None:
    """Return the chances y with equal sums of `part` times y in every row, None where there are none."""
    size = len(part)
    # Unknowns: y and the common value v; part y - v = 0, sum of y = 1. Gauss-Jordan on this small system.
    table = [[*row, -one, one - one] for row in part]
    table.append([*([one] * size), one - one, one])
    for column in range(size + 1):
        pivot = max(range(column, size + 1), key=lambda r: abs(table[r][column]))
        if not table[pivot][column]:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [x / table[column][column] for x in table[column]]
        for r in range(size + 1):
            if r != column and table[r][column]:
                factor = table[r][column]
                table[r] = [x - factor * p for x, p in zip(table[r], table[column], strict=True)]
    return [row[-1] for row in table[:size]]
