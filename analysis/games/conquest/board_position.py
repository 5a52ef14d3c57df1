"""A position of conquest in the form in which external bots see it (docs/positions.md), read and checked.

It is the `view` of the protocol: owners and armies by land, hand, discard and so on, in the ids of the map.
What is not given has a default, and `Board.assumed` says which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.named_lands import land_called
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.rules.faults import nearest, shown

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

ALLY = "ally"
UNKNOWN = -1  # the owner of a land that is not given
ALLY_SIDE = 6
FIRST_JOKER = 64
MOST_ARMIES = 1_000_000
READ = (
    "seat",
    "round",
    "owner",
    "armies",
    "to_place",
    "hand",
    "hand_sizes",
    "discard",
    "sets_done",
    "conquered",
    "objective",
    "colours",
)
"""The keys of a view that decide what can be advised."""
PASSED_OVER = (
    "turn", "active", "asker", "asked", "commander", "side", "part", "stage", "tired", "spent", "targets",
    "movable", "placed_in_secret", "talon", "out", "from", "to", "attack_dice", "attack_faces",
)  # fmt: skip
"""The others: they follow from these, or are about moves and single rolls."""
BESIDE = ("rules", "players")
"""What a file says beside the view."""
DEFAULT_ROUND = 5


@dataclass(frozen=True)
class Board:
    """A position in which a seat is about to attack.

    Attributes
    ----------
    players, seat : int
        The seat counts from 0.
    owner, armies : tuple of int
        By land: a seat, ALLY_SIDE or UNKNOWN; and the armies, 0 where unknown.
    round, to_place, sets_done, conquered : int
        The round; armies to place before the attacks; sets exchanged in the game; lands taken in this turn.
    hand, discard : tuple of int
        Cards: the number of a land, jokers from 64 on.
    hand_sizes : tuple of int
    objective : str or None
    colours : tuple of str or None
    assumed : tuple of str
        The keys that were not given.
    """

    players: int
    seat: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    round: int = DEFAULT_ROUND
    to_place: int = 0
    sets_done: int = 0
    conquered: int = 0
    hand: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    hand_sizes: tuple[int, ...] = ()
    objective: str | None = None
    colours: tuple[str | None, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every land is known."""
        return UNKNOWN not in self.owner


def read_board(told: Mapping[str, Any], rulebook: Rulebook, source: str) -> Board:
    """Return the board that a message, a file or words tell.

    Parameters
    ----------
    told : mapping
        A view, or a message with one under `view`.
    rulebook : Rulebook
    source : str
        What errors call it.
    """
    view = told.get("view", told)
    if not isinstance(view, Mapping):
        raise WrongUse(f"{source}: view is no table")
    _check_keys(view, source)
    owners, standing = _table(view, "owner", source), _table(view, "armies", source)
    lands = rulebook.map.lands
    by_id = {land.id: place for place, land in enumerate(lands)}
    owner, armies = [UNKNOWN] * len(lands), [0] * len(lands)
    for name, side in owners.items():
        owner[by_id[land_called(name, rulebook).id]] = _side(side, name, rulebook, source)
    for name, number in standing.items():
        armies[by_id[land_called(name, rulebook).id]] = _whole(number, f"armies.{name}", 1, source)
    for place, land in enumerate(lands):
        if (owner[place] == UNKNOWN) != (armies[place] == 0):
            lacking = "owner" if owner[place] == UNKNOWN else "armies"
            raise WrongUse(
                f"{source}: {land.name} has no {lacking}: give both, owner.{land.id} and armies.{land.id}"
            )
    players = _players(told, view, owner, rulebook, source)
    seat = _whole(view.get("seat", 1), "seat", 1, source, most=players) - 1
    if seat not in owner:
        raise WrongUse(f"{source}: seat {seat + 1} owns no land, so there is nothing to advise")
    hand = _cards(view.get("hand", ()), "hand", rulebook, source)
    discard = _cards(view.get("discard", ()), "discard", rulebook, source)
    if set(hand) & set(discard):
        raise WrongUse(f"{source}: a card is in the hand and in the discard")
    return Board(
        players=players,
        seat=seat,
        owner=tuple(owner),
        armies=tuple(armies),
        round=_whole(view.get("round", DEFAULT_ROUND), "round", 1, source),
        to_place=_whole(view.get("to_place") or 0, "to_place", 0, source),
        sets_done=_whole(view.get("sets_done", 0), "sets_done", 0, source, most=10_000),
        conquered=_whole(view.get("conquered", 0), "conquered", 0, source, most=64),
        hand=hand,
        discard=discard,
        hand_sizes=_hand_sizes(view, players, seat, hand, discard, rulebook, source),
        objective=_objective(view, rulebook, source),
        colours=_colours(view, source),
        assumed=tuple(key for key in READ if key not in view),
    )


def _check_keys(view: Mapping[str, Any], source: str) -> None:
    known = (*READ, *PASSED_OVER, *BESIDE)
    for key in view:
        if key not in known:
            near = nearest(str(key), known)
            meant = f": did you mean {near}?" if near else f": there are {', '.join(READ)}"
            raise WrongUse(f"{source}: a position has no {shown(key)}{meant}")


def _table(view: Mapping[str, Any], key: str, source: str) -> Mapping[str, Any]:
    table = view.get(key)
    if not isinstance(table, Mapping) or not table:
        raise WrongUse(f"{source}: {key} is missing: a table by land, see conquest advise --example")
    return table


def _whole(value: Any, key: str, least: int, source: str, most: int = MOST_ARMIES) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise WrongUse(f"{source}: {key} = {shown(value)} (allowed: {least} to {most})")
    return value


def _side(side: Any, land: str, rulebook: Rulebook, source: str) -> int:
    if side == ALLY and conquest_rules(rulebook).ally.present:
        return ALLY_SIDE
    return _whole(side, f"owner.{land}", 1, source, most=conquest_rules(rulebook).players.max) - 1


def _players(
    told: Mapping[str, Any], view: Mapping[str, Any], owner: list[int], rulebook: Rulebook, source: str
) -> int:
    allowed = conquest_rules(rulebook).players
    seats = [side for side in owner if side not in (UNKNOWN, ALLY_SIDE)]
    sizes = view.get("hand_sizes", ())
    least = max(allowed.min, max(seats, default=0) + 1, len(sizes))
    given = told.get("players", view.get("players", least))
    return _whole(given, "players", least, source, most=allowed.max)


def _cards(named: Any, key: str, rulebook: Rulebook, source: str) -> tuple[int, ...]:
    if isinstance(named, str) or not all(isinstance(card, str) for card in named):
        raise WrongUse(f'{source}: {key} is a list of cards, such as ["brazil", "joker_1"]')
    by_id = {land.id: place for place, land in enumerate(rulebook.map.lands)}
    jokers = conquest_rules(rulebook).cards.jokers
    found = []
    for card in named:
        if card.startswith("joker"):
            number = card.removeprefix("joker").strip("_ ") or "1"
            if not number.isdecimal() or not 1 <= int(number) <= jokers:
                raise WrongUse(f"{source}: {key} has {shown(card)}: {rulebook.label} has {jokers} jokers")
            found.append(FIRST_JOKER + int(number) - 1)
        else:
            found.append(by_id[land_called(card, rulebook).id])
    if len(set(found)) < len(found):
        raise WrongUse(f"{source}: {key} names a card twice")
    return tuple(found)


def _hand_sizes(
    view: Mapping[str, Any],
    players: int,
    seat: int,
    hand: tuple[int, ...],
    discard: tuple[int, ...],
    rulebook: Rulebook,
    source: str,
) -> tuple[int, ...]:
    sizes = list(view.get("hand_sizes", ())) or [0] * players
    sizes = [_whole(size, "hand_sizes", 0, source, most=72) for size in sizes]
    sizes += [0] * (players - len(sizes))
    if view.get("hand_sizes") and sizes[seat] != len(hand):
        raise WrongUse(f"{source}: hand has {len(hand)} cards, hand_sizes says {sizes[seat]}")
    sizes[seat] = len(hand)
    deck = len(rulebook.map.lands) + conquest_rules(rulebook).cards.jokers
    if sum(sizes) + len(discard) > deck:
        raise WrongUse(f"{source}: {sum(sizes) + len(discard)} cards are held or discarded of {deck}")
    return tuple(sizes)


def _colours(view: Mapping[str, Any], source: str) -> tuple[str | None, ...]:
    """Return the colours by seat; none where no seat has one, as in rulebooks without objectives."""
    named = view.get("colours", ())
    if isinstance(named, str) or not all(one is None or isinstance(one, str) for one in named):
        raise WrongUse(f"{source}: colours is a list of colours, one for each seat")
    return tuple(one or None for one in named) if any(named) else ()


def _objective(view: Mapping[str, Any], rulebook: Rulebook, source: str) -> str | None:
    deck, named = rulebook.objectives, view.get("objective")
    if deck is None or named is None:
        return None
    known = [one.id for one in deck.objectives]
    if named not in known:
        near = nearest(str(named), known)
        raise WrongUse(f"{source}: no objective {shown(named)}: {f'did you mean {near}?' if near else known}")
    return str(named)
