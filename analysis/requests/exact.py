"""What the commands are asked whose answers are exact: odds, need and cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from conquestlab.analysis.requests.request import Request, SeededRequest

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

USUAL_POLICIES = ("at_once", "when_forced", "wait_scale:15", "wait_sets:2", "solved")


class OddsRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest odds` is asked; each game has fields of its own among these.

    Attributes
    ----------
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

    @cached_property
    def other(self) -> Rulebook | None:
        """The rulebook of `against`."""
        from conquestlab.analysis.rules.rulebook import load

        return load(self.against) if self.against else None


class NeedRequest(Request, frozen=True, kw_only=True, dict=True):
    """What `conquest need` is asked.

    Attributes
    ----------
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

    defenders: tuple[str, ...]
    chance: str
    on_land: bool = False
    leave: str = "1"
    attack_dice: str | None = None
    defend_dice: str | None = None


class CardsRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest cards` is asked.

    Attributes
    ----------
    show : str
        Which table: chance, first, kinds, bonus, scale or worth; timing, policies or turns.
    players : str or None
        4, "2-6" or "2,3,5", for timing, policies and turns; None is near 4.
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
    """

    show: str = "chance"
    players: str | None = None
    policies: tuple[str, ...] = USUAL_POLICIES
    turns: int = 20
    discount: float = 0.8
    aim: str = "lead"
    conquests: float = 0.8
    simulate: int | None = None
