"""How a game of Africa 1880 talks to a person: territories with who is present, orders one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.games.scenes import LETTERS
from conquestlab.analysis.games.talk import Talk, columns
from conquestlab.analysis.language import say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.messages import Message, Messages


class AfricaTalk(Talk):
    """Talks of territories, presences and relations."""

    def __init__(self, messages: Messages, head: Event, seat: int):
        super().__init__(messages, head, seat)
        world = self.rulebook.map
        self.name = {one.id: one.name for one in world.territories}
        self.squares = {one.id: one.squares for one in world.territories}
        self.nation = {nation.id: nation.name for nation in world.nations}
        self.nations: list[str] = []  # by seat, once they are known

    def table(self, view: Message) -> list[str]:
        """Return the territories with who is present and what is developed, and the scores."""
        self.nations = [self.nation[nation] for nation in view["nations"]]
        cells = []
        for territory, name in self.name.items():
            present = "".join(
                LETTERS[place] for place, some in enumerate(view["presences"]) if territory in some
            )
            squares = self.squares[territory]
            filled = (
                say("colony")
                if territory in view["colonies"]
                else f"{squares - view['free_squares'][territory]}/{squares}"
            )
            cells.append(f"{name:<15.15} {present:<6} {filled}")
        lines = [*columns(cells), ""]
        for place, nation in enumerate(self.nations):
            told = {"letter": LETTERS[place], "nation": nation, "points": view["scores"][place]}
            lines.append(say("{letter}  {nation}, {who}: points {points}", who=self.name_of(place), **told))
        return [*lines, *self._orders(view)]

    def _orders(self, view: Message) -> list[str]:
        """Return the orders of this round that are written already."""
        orders = view["orders"]
        if not orders:
            return []
        told = [say("develop {territory}", territory=self.name[one]) for one in orders["develop"]]
        for source, target in orders["explore"]:
            told.append(
                say("explore {target} from {source}", target=self.name[target], source=self.name[source])
            )
        if orders["land"]:
            told.append(say("land in {territory}", territory=self.name[orders["land"]]))
        return ["", say("Your orders so far: {orders}.", orders=", ".join(told))] if told else []

    def question(self, view: Message) -> str:
        """Return what is asked."""
        asked = view["asked"]
        if asked == "place_first":
            return say("Where does your first presence stand?")
        if asked == "order":
            return say("Which order?")
        return say("Where do you land?") if asked == "land" else say("What do you declare?")

    def label(self, choice: Message) -> str:
        """Return a choice in words."""
        kind = choice["kind"]
        if kind == "order":
            return self._order(choice)
        if kind == "declare":
            place = choice["player"] - 1
            whom = self.nations[place] if self.nations else say("seat {seat}", seat=place + 1)
            if choice["relation"] == "war":
                return say("war on {nation}", nation=whom)
            return say("alliance to {nation}", nation=whom)
        territory = choice["territory"]
        if territory is None:
            return say("no landing")
        name = self.name[territory]
        return (
            say("begin in {territory}", territory=name)
            if kind == "place_first"
            else say("land in {territory}", territory=name)
        )

    def _order(self, choice: Message) -> str:
        here = self.name[choice["presence"]]
        if choice["order"] == "develop":
            return say("develop {territory}", territory=here)
        if choice["order"] == "explore":
            return say("explore {target} from {source}", target=self.name[choice["to"]], source=here)
        return say("no order for {territory}", territory=here)
