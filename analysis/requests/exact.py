"""What the commands are asked whose answers are exact: odds, need and cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import force_setattr

from conquestlab.analysis.requests.request import DEFAULT_RULES, Request, SeededRequest

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

BOTH_FAMILIES = ("conquete-1957", DEFAULT_RULES)  # three dice of defence, and two
"""The rulebooks that a short answer about a battle is given for where none is named."""
ALONE = ("table", "distribution", "quantiles", "policy", "card", "against", "hand")
"""Of `conquest odds`: what is long, or of one rulebook, and is answered for the usual one alone."""
USUAL_POLICIES = ("at_once", "when_forced", "wait_scale:15", "wait_sets:2", "solved")


class OddsRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest odds` is asked; each game has fields of its own among these.

    Attributes
    ----------
    rules : tuple of str
        Rulebooks by name or file, with changes; none stands for the game of 1957 and for Risk, whose
        defenders roll three dice and two. A table, or another long answer, is then of Risk alone.
    of : tuple of str
        The armies that attack and those on the land, on several lands in a row or on a tree such as
        "3(2,4(1))"; of Risk Express names of cards.
    on_land : bool
        Whether the attackers include the army that has to stay behind.
    leave : str
        Armies to leave on each land of a row.
    attack_dice, defend_dice : str or None
        "most", "fewest", "best" or a number; None is the most, or the best where `order` is given, and for
        the defender also where the rulebook lets the defender see the roll.
    order : str or None
        Find the best number of dice: "announced", "together" or "seen"; None is what the rulebook says.
    stop_at, hold_at : int
        Stop attacking with so many attackers left; stop with so many defenders left, and count it as won.
    worth : float or None
        Stop when that is best, for a land worth so many armies.
    table : str or None
        One row for each battle up to a size such as "10x10".
    distribution : bool
        One row for each way the battle can end.
    quantiles : bool
        Mean, standard deviation and quantiles of losses and rolls.
    policy : str or None
        The best number of dice in each position up to a size such as "4x4".
    card : str or None
        A file to print a card of odds into.
    page : str or None
        A file to write a calculator into, a page that answers by itself.
    against : str or None
        Another rulebook, to show the difference from its odds.
    exact : bool
        Fractions instead of decimals.
    simulate : int or None
        Battles to simulate beside the exact result.
    dice : int or None
        Of Risk Express: dice left to roll; None is as many as there can be.
    filled : str or None
        Of Risk Express: numbers of the lines of the card that are already filled.
    another : bool
        Of Risk Express: whether the card belongs to another player.
    roll : str or None
        Of Risk Express: faces, to show the choices after this roll.
    first_rolls : bool
        Of Risk Express: every first roll with its best target.
    hand : str or None
        Of Manchots Barjots: the cards of a first hand, to be told what to give and to land.
    players : int or None
        With `hand`: how many play; None is the usual number.
    """

    rules: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    on_land: bool = False
    leave: str = "1"
    attack_dice: str | None = None
    defend_dice: str | None = None
    order: str | None = None
    stop_at: int = 0
    hold_at: int = 0
    worth: float | None = None
    table: str | None = None
    distribution: bool = False
    quantiles: bool = False
    policy: str | None = None
    card: str | None = None
    page: str | None = None
    against: str | None = None
    exact: bool = False
    simulate: int | None = None
    dice: int | None = None
    filled: str | None = None
    another: bool = False
    roll: str | None = None
    first_rolls: bool = False
    hand: str | None = None
    players: int | None = None

    def __post_init__(self) -> None:
        """Fill in the rulebooks where none is named."""
        if not self.rules:
            alone = any(getattr(self, name) for name in ALONE)
            force_setattr(self, "rules", (DEFAULT_RULES,) if alone else BOTH_FAMILIES)

    @cached_property
    def other(self) -> Rulebook | None:
        """The rulebook of `against`."""
        from conquestlab.analysis.rules.rulebook import load

        return load(self.against) if self.against else None


class NeedRequest(Request, frozen=True, kw_only=True, dict=True):
    """What `conquest need` is asked.

    Attributes
    ----------
    rules : tuple of str
        As of `OddsRequest`: none stands for both families of the games.
    defenders : tuple of str
        The armies on the land, on several lands in a row, or on a tree such as "3(2,4(1))".
    chance : str
        The chance you want: "0.5", "50%" or "5/12".
    on_land : bool
        Whether the attackers include the army that has to stay behind.
    leave : str
        Armies to leave on each land of a row.
    attack_dice, defend_dice : str or None
        "most", "fewest" or a number.
    """

    rules: tuple[str, ...] = ()
    defenders: tuple[str, ...]
    chance: str
    on_land: bool = False
    leave: str = "1"
    attack_dice: str | None = None
    defend_dice: str | None = None

    def __post_init__(self) -> None:
        """Fill in the rulebooks where none is named."""
        if not self.rules:
            force_setattr(self, "rules", BOTH_FAMILIES)


class CardsRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest cards` is asked.

    Attributes
    ----------
    show : str
        Which table: chance, first, kinds, bonus, scale or worth; timing, policies or turns.
    players : str or None
        4, "2-6" or "2,3,5", for timing, policies, turns and a hand; None is near 4.
    policies : tuple of str
        at_once, when_forced, wait_scale:X, wait_sets:K or solved, for policies and turns.
    turns : int
        Number of turns to look at.
    discount : float
        What an army is worth one turn later.
    aim : str
        What players maximise: their lead, "lead", or their own armies, "armies".
    conquests : float
        Chance to conquer a land in a turn, where that brings a card.
    simulate : int or None
        Hands to deal, or games to play, beside the exact result.
    hand : str or None
        Your cards, such as "inf,cav,art,wild": whether to exchange now or to wait, and what to give.
    set : int or None
        With `hand`: which set of the game is the next, counted from 1.
    brings : int or None
        With `hand`: the armies that the next set brings, instead of `set`.
    """

    show: str = "chance"
    players: str | None = None
    policies: tuple[str, ...] = USUAL_POLICIES
    turns: int = 20
    discount: float = 0.8
    aim: str = "lead"
    conquests: float = 0.8
    simulate: int | None = None
    hand: str | None = None
    set: int | None = None
    brings: int | None = None
