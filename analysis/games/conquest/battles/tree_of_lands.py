"""An attack on a tree of lands: which branch first, and how many armies march into each land taken.

Written `3(2,4(1))`: a land of 3 from which go a land of 2, and a land of 4 with a land of 1 behind it. The
aim is to take all of them. A battle once begun is fought to its end; after each capture the attacker
chooses how many armies march in, at least the dice of the last roll, and at least one stays. Armies that
marched into a branch and those that stayed can never help each other again, so the chances of two parts
multiply.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import Attack, Battle, add, checked_armies
from conquestlab.analysis.games.conquest.battles.dice_law import Dice

MOST_LANDS = 8
MOST_ATTACKERS = 400


class Land(NamedTuple):
    """A land of the tree: its defenders and the lands behind it."""

    defenders: int
    behind: tuple[Land, ...] = ()

    @property
    def all_defenders(self) -> int:
        """Defenders of this land and of all behind it."""
        return self.defenders + sum(land.all_defenders for land in self.behind)

    @property
    def lands(self) -> int:
        """Number of lands, this one included."""
        return 1 + sum(land.lands for land in self.behind)

    def __str__(self) -> str:
        behind = ",".join(str(land) for land in self.behind)
        return f"{self.defenders}({behind})" if behind else str(self.defenders)


class Prospect(NamedTuple):
    """What a group of armies can expect with the best play for taking everything before it.

    `kept` counts the attackers left where everything is taken, and zero elsewhere.
    """

    win: Any
    lose: Any
    kept: Any
    attackers_left: Any
    defenders_left: Any
    rounds: Any

    def beside(self, other: Prospect) -> Prospect:
        """Return the prospect of two groups that can no longer help each other."""
        return Prospect(
            self.win * other.win,
            self.lose + self.win * other.lose,
            self.kept * other.win + self.win * other.kept,
            self.attackers_left + other.attackers_left,
            self.defenders_left + other.defenders_left,
            self.rounds + other.rounds,
        )


def read_tree(text: str) -> Land:
    """Read a tree of lands such as `3(2,4(1))`."""
    tokens: list[str] = []
    number = ""
    for letter in text.replace(" ", "") + ";":
        if letter.isascii() and letter.isdigit():
            number += letter
            continue
        if number:
            tokens.append(number)
            number = ""
        if letter not in "(),;":
            raise WrongUse(f"tree {text!r}: {letter!r} means nothing here; write it like 3(2,4(1))")
        tokens.append(letter)
    place = 0

    def land() -> Land:
        nonlocal place
        if not tokens[place].isdigit() or len(tokens[place]) > 9:
            raise WrongUse(
                f"tree {text!r}: a number of armies is missing or too large; write it like 3(2,4(1))"
            )
        defenders = checked_armies(int(tokens[place]), "defenders")
        place += 1
        behind: list[Land] = []
        if tokens[place] == "(":
            while tokens[place] in ("(", ","):
                place += 1
                behind.append(land())
            if tokens[place] != ")":
                raise WrongUse(f"tree {text!r}: a closing bracket is missing; write it like 3(2,4(1))")
            place += 1
        return Land(defenders, tuple(behind))

    root = land()
    if tokens[place] != ";":
        raise WrongUse(f"tree {text!r}: more follows than one tree; write it like 3(2,4(1))")
    if root.lands > MOST_LANDS:
        raise WrongUse(f"tree {text!r}: {root.lands} lands, at most {MOST_LANDS} can be solved")
    return root


class TreeOfLands(Attack):
    """The best attack on a tree of lands.

    Attackers left are all that still stand but the one that every land with lands behind it, and the land
    of departure, must keep. Means are those of the play that has the best chance to take everything; after
    a failure it goes on as planned with the armies that remain.

    Parameters
    ----------
    attackers : int
        Armies that may attack the first land.
    root : Land
    dice, exact : as for `Battle`
    """

    def __init__(self, attackers: int, root: Land, dice: Dice = Dice(), *, exact: bool = False) -> None:  # noqa: B008
        self.attackers = checked_armies(attackers, "attackers")
        if attackers > MOST_ATTACKERS:
            raise WrongUse(f"{attackers} attackers on a tree: give at most {MOST_ATTACKERS}")
        self.root, self.dice, self.exact = root, dice.checked(), exact
        self.defenders = root.all_defenders
        self._one: Any = Fraction(1) if exact else 1.0
        self._groups: dict[tuple[tuple[Land, ...], bool, int], Prospect] = {}
        self._marches: dict[tuple[Land, tuple[Land, ...], int], Prospect] = {}
        self._battles: dict[tuple[int, int], Battle] = {}

    @cached_property
    def prospect(self) -> Prospect:
        """Chances and means of the best play."""
        return self._group((self.root,), False, self.attackers + 1)

    @property
    def win(self) -> Any:
        """Chance that all lands are taken."""
        return self.prospect.win

    @property
    def lose(self) -> Any:
        """Chance of the contrary, summed on its own."""
        return self.prospect.lose

    @property
    def left_if_won(self) -> Any:
        """Mean number of attackers left where all lands are taken; None where that cannot be."""
        return self.prospect.kept / self.win if self.win else None

    @property
    def left_if_lost(self) -> Any:
        """Mean number of defenders left on all lands where not all are taken; None where that cannot be."""
        return self.prospect.defenders_left / self.lose if self.lose else None

    @property
    def rounds(self) -> Any:
        """Mean number of rolls."""
        return self.prospect.rounds

    def marching_in(self, land: Land, others: tuple[Land, ...], armies: int) -> int:
        """Return how many of `armies` survivors best march into `land`, with `others` still ahead."""
        least = min(self.dice.attacker, armies)
        return max(range(least, armies + 1), key=lambda m: (self._split(land, others, armies, m).win, m))

    def _split(self, land: Land, others: tuple[Land, ...], armies: int, march: int) -> Prospect:
        taken = self._group(land.behind, not land.behind, march)
        return taken.beside(self._group(others, False, armies - march + 1))

    def _march(self, land: Land, others: tuple[Land, ...], armies: int) -> Prospect:
        key = (land, others, armies)
        if key not in self._marches:
            self._marches[key] = self._split(land, others, armies, self.marching_in(land, others, armies))
        return self._marches[key]

    def _group(self, ahead: tuple[Land, ...], at_the_tip: bool, armies: int) -> Prospect:
        """Return the prospect of the armies on one land with the lands `ahead` still to be taken from it."""
        zero = self._one - self._one
        if not ahead:
            left = self._one * (armies if at_the_tip else armies - 1)
            return Prospect(self._one, zero, left, left, zero, zero)
        if armies == 1:
            return Prospect(
                zero, self._one, zero, zero, self._one * sum(x.all_defenders for x in ahead), zero
            )
        key = (ahead, at_the_tip, armies)
        if key not in self._groups:
            # Equal branches are one choice; the first of equal chances is taken.
            choices = [self._attack(land, ahead, armies - 1) for land in dict.fromkeys(ahead)]
            self._groups[key] = max(choices, key=lambda prospect: prospect.win)
        return self._groups[key]

    def _attack(self, land: Land, ahead: tuple[Land, ...], attackers: int) -> Prospect:
        others = list(ahead)
        others.remove(land)
        rest = tuple(others)
        beyond = sum(x.all_defenders for x in (*land.behind, *rest))
        battle = self._battle(attackers, land.defenders)
        chances, prospects = [], []
        for (a, d), chance in battle.ends.items():
            chances.append(chance)
            zero = self._one - self._one
            prospects.append(
                Prospect(zero, self._one, zero, zero, self._one * (d + beyond), zero)
                if d
                else self._march(land, rest, a)
            )
        means = [
            add(chance * part for chance, part in zip(chances, parts, strict=True))
            for parts in zip(*prospects, strict=True)
        ]
        prospect = Prospect(*means)
        return prospect._replace(rounds=prospect.rounds + battle.rounds)

    def _battle(self, attackers: int, defenders: int) -> Battle:
        key = (attackers, defenders)
        if key not in self._battles:
            self._battles[key] = Battle(attackers, defenders, self.dice, exact=self.exact)
        return self._battles[key]
