"""What a bot outside is told of a game of Africa 1880: territories and nations by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.africa.rules import africa_rules
from conquestlab.analysis.games.messages import Message, Messages

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

PLACE_FIRST, ORDER, LAND, DECLARE = 1, 2, 3, 4
ORDERS = ("nothing", "develop", "explore")
RELATIONS = ("alliance", "war")
NOWHERE = -1


class AfricaWords(Messages):
    """The words of one rulebook of Africa 1880."""

    def __init__(self, engine: Engine, rulebook: Rulebook, seats: int):
        super().__init__(engine, rulebook, seats)
        self.ids = [territory.id for territory in rulebook.map.territories]
        self.nations = [nation.id for nation in rulebook.map.nations]

    def setting(self) -> Message:
        """Return the territories, the nations and the values of the rulebook."""
        world = self.rulebook.map
        return {
            "years": list(africa_rules(self.rulebook).years),
            "nations": [{"id": nation.id, "start": nation.start or None} for nation in world.nations],
            "territories": [
                {
                    "id": one.id,
                    "coast": one.coast,
                    "squares": one.squares,
                    "neighbours": sorted(one.neighbours),
                }
                for one in world.territories
            ],
            "values": self.rulebook.contents["rules"],
        }

    def view(self, rules: Any, position: Any, seat: int) -> Message:
        """Return what a seat (from 0) may see."""
        seen = self.engine.view(rules, position, seat)
        own = seen["orders"]
        return seen | {
            "seat": seat + 1,
            "asked": self.engine.decisions[seen["asked"]],
            "nations": [self.nations[nation] for nation in seen["nations"]],
            "presences": [self._named(some) for some in seen["presences"]],
            "colonies": self._named(seen["colonies"]),
            "free_squares": dict(zip(self.ids, seen["free_squares"], strict=True)),
            "declared": [
                [
                    [None if one == other else RELATIONS[war] for other, war in enumerate(wars)]
                    for one, wars in enumerate(table)
                ]
                for table in seen["declared"]
            ],
            "orders": own
            and {
                "develop": self._named(own["develop"]),
                "explore": [self._named(way) for way in own["explore"]],
                "land": self._name(own["land"]),
                "war": [other + 1 for other in own["war"]],
            },
        }

    def parts(self, position: Any, row: list[int]) -> Message:
        """Return the parts of a choice."""
        kind, first, second, third = row[:4]
        if kind == ORDER:
            target = {"to": self.ids[third]} if third != NOWHERE else {}
            return {"presence": self.ids[first], "order": ORDERS[second]} | target
        if kind == DECLARE:
            return {"player": first + 1, "relation": RELATIONS[second]}
        return {"territory": self._name(first)}

    def _named(self, territories: list[int]) -> list[str]:
        return [self.ids[place] for place in territories]

    def _name(self, territory: int) -> str | None:
        return None if territory == NOWHERE else self.ids[territory]
