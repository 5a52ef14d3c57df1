"""The conflict on one territory: who declares what, who stays, and why (rules.md 8.3.4 and 8.3.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

Wars = Mapping[str, Collection[str]]
"""By nation present, those of the others present that it declares war on; alliance to the rest."""


class Outcome(NamedTuple):
    """What comes of the declarations of those present.

    Attributes
    ----------
    removed : frozenset of str
        Who loses the presence.
    peace : bool
        Whether somebody is left and no war among those left, so that a developed territory becomes a colony.
    """

    removed: frozenset[str]
    peace: bool


def resolve(wars: Wars) -> Outcome:
    """Return what comes of the declarations; all removals are found on the same position.

    Examples
    --------
    >>> sorted(resolve({"FR": ["DE"], "DE": ["FR"], "GB": ["DE"]}).removed)
    ['DE']
    """
    removed = frozenset(nation for nation in wars if falls(nation, wars))
    left = wars.keys() - removed
    return Outcome(removed, bool(left) and not any(left & set(wars[nation]) for nation in left))


def falls(nation: str, wars: Wars) -> bool:
    """Say whether a nation is removed."""
    hostile = len(enemies(nation, wars))
    others = len(wars) - 1
    if others == 1:
        return hostile == 1 and not wars[nation]
    return hostile > others - hostile


def enemies(nation: str, wars: Wars) -> list[str]:
    """Return those of the others present that declare war on a nation."""
    return [other for other in wars if other != nation and nation in wars[other]]


def points_of(nation: str, wars: Wars, score: Any) -> int:
    """Return what the presence is worth on a developed territory; `score` has the rulebook's points."""
    outcome = resolve(wars)
    if nation in outcome.removed or not outcome.peace:
        return 0
    return score.alone if len(wars) - len(outcome.removed) == 1 else score.shared


def reason(nation: str, wars: Wars) -> str:
    """Say in a few words why a nation stays or is removed."""
    hostile = enemies(nation, wars)
    friends = [other for other in wars if other != nation and other not in hostile]
    if not hostile and not friends:
        return "nobody else is present"
    if len(wars) == 2:
        return _between_two(nation, hostile, friends, wars)
    if not hostile:
        return f"{listed(friends)} declare alliance to it"
    against = f"war from {len(hostile)} ({listed(hostile)})"
    for_it = f"alliance from {len(friends)} ({listed(friends)})" if friends else "alliance from none"
    tie = ", a tie" if len(hostile) == len(friends) else ""
    return f"{against}, {for_it}{tie}"


def _between_two(nation: str, hostile: Sequence[str], friends: Sequence[str], wars: Wars) -> str:
    if not hostile:
        return f"{friends[0]} declares alliance to it"
    if wars[nation]:
        return f"it and {hostile[0]} both declare war"
    return f"it declares alliance to {hostile[0]}, which declares war on it"


def listed(names: Collection[str]) -> str:
    """Return names as a list in a sentence."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
