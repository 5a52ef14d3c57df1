"""How a game of conquest talks to a person: the map by continents, attacks with their exact odds."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest.battles.attack_question import rules_of_attack
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.scenes import ALLY_LETTER
from conquestlab.analysis.games.scenes import LETTERS
from conquestlab.analysis.games.talk import Talk, columns
from conquestlab.analysis.language import say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.messages import Message, Messages

ALLY = "ally"


class ConquestTalk(Talk):
    """Talks of lands, armies and cards."""

    def __init__(self, messages: Messages, head: Event, seat: int):
        super().__init__(messages, head, seat)
        world, deck = self.rulebook.map, self.rulebook.objectives
        self.land = {land.id: land.name for land in world.lands}
        self.objective = {} if deck is None else {one.id: one.text.rstrip(".") for one in deck.objectives}
        self.dice = rules_of_attack(self.rulebook).dice

    def table(self, view: Message) -> list[str]:
        """Return the lands by continent with owners and armies, and what the person holds."""
        lines = []
        world = self.rulebook.map
        grouped = zip(world.continents, world.continent_lands, self.rulebook.continent_bonus, strict=True)
        groups = [
            (say("{continent} ({armies})", continent=one.name, armies=armies), lands)
            for one, lands, armies in grouped
        ]
        rest = [number for number, land in enumerate(world.lands) if not land.continent]
        for name, lands in [*groups, *([(say("Other lands"), rest)] if rest else [])]:
            lines.append(name)
            cells = [self._cell(world.lands[land].id, view) for land in lands]
            lines += [f"  {line}" for line in columns(cells, 78)]
        lines.append("")
        for place in range(self.seats):
            lines.append(self._standing(place, view))
        if ALLY in view["owner"].values():
            lines.append(say("{letter}  the ally", letter=ALLY_LETTER))
        lines.append("")
        cards = ", ".join(self.card(card) for card in view["hand"])
        lines.append(say("Your cards: {cards}.", cards=cards or say("none")))
        if view["objective"]:
            lines.append(say("Your objective: {objective}.", objective=self.objective[view["objective"]]))
        return lines

    def _cell(self, land: str, view: Message) -> str:
        owner = view["owner"][land]
        letter = ALLY_LETTER if owner == ALLY else LETTERS[owner - 1]
        mark = "*" if owner == self.seat else " "
        secret = view["placed_in_secret"].get(land, 0)
        return f"{self.land[land]:<22.22}{mark}{letter}{view['armies'][land] + secret:>4}"

    def _standing(self, place: int, view: Message) -> str:
        own = [land for land, owner in view["owner"].items() if owner == place + 1]
        name = self.name_of(place)
        if view["out"][place]:
            return say(
                "{letter}  seat {seat}, {name}: out of the game",
                letter=LETTERS[place],
                seat=place + 1,
                name=name,
            )
        return say(
            "{letter}  seat {seat}, {name}: lands {lands}, armies {armies}, cards {cards}",
            letter=LETTERS[place],
            seat=place + 1,
            name=name,
            lands=len(own),
            armies=sum(view["armies"][land] for land in own),
            cards=view["hand_sizes"][place],
        )

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return self.land.get(card) or card.replace("_", " ")

    def question(self, view: Message) -> str:
        """Return what is asked."""
        asked, there = view["asked"], view["to"]
        if asked == "exchange":
            return say("Exchange a set?")
        if asked == "place":
            armies = view["to_place"]
            return (
                say("1 army to place. Where?")
                if armies == 1
                else say("{armies} armies to place. Where?", armies=armies)
            )
        if asked == "attack":
            return say("Attack?")
        if asked == "defend":
            return self._defend(view)
        if asked == "occupy":
            return say("{target} is taken. How many armies move in?", target=self.land[there])
        return say("Move armies?")

    def _defend(self, view: Message) -> str:
        names = {"source": self.land[view["from"]], "target": self.land[view["to"]]}
        if view["attack_faces"]:
            faces = " ".join(map(str, view["attack_faces"]))
            return say("{source} attacks {target} and rolls {faces}. How many dice?", faces=faces, **names)
        dice = view["attack_dice"]
        return say("{source} attacks {target}, dice rolled: {dice}. How many dice?", dice=dice, **names)

    def label(self, choice: Message) -> str:
        """Return a choice in words."""
        kind = choice["kind"]
        if kind == "exchange":
            return self._exchange(choice)
        if kind == "place":
            return say("place on {land}", land=self.land[choice["land"]])
        if kind == "defend":
            dice = choice["dice"]
            return say("defend with 1 die") if dice == 1 else say("defend with {dice} dice", dice=dice)
        if choice["from"] is None:
            return say("stop attacking") if kind == "attack" else say("stop moving")
        names = {"source": self.land[choice["from"]], "target": self.land[choice["to"]]}
        if kind == "attack":
            return say("attack {target} from {source}", **names)
        if kind == "occupy":
            return say("move into {target} from {source}", **names)
        return say("move from {source} to {target}", **names)

    def _exchange(self, choice: Message) -> str:
        if not choice["cards"]:
            return say("keep the cards")
        told = say(
            "exchange {cards}: {armies} armies",
            cards=", ".join(map(self.card, choice["cards"])), armies=choice["armies"],
        )  # fmt: skip
        for land, armies in choice["bonus"].items():
            told = say(
                "{exchange}, {armies} more on {land}", exchange=told, armies=armies, land=self.land[land]
            )
        return told

    def alike(self, choice: Message) -> Hashable:
        """Return the lands of an attack, whatever its dice."""
        if choice["kind"] == "attack" and choice["from"] is not None:
            return choice["from"], choice["to"]
        return choice["choice"]

    def number(self, choice: Message) -> int | None:
        """Return the dice of an attack."""
        return choice["dice"] if choice["kind"] == "attack" and choice["from"] is not None else None

    def chance(self, choice: Message, view: Message) -> float | None:
        """Return the chance that an attack takes the land if it goes on to the end with the most dice."""
        if choice["kind"] != "attack" or choice["from"] is None:
            return None
        return _win(view["armies"][choice["from"]] - 1, view["armies"][choice["to"]], self.dice)

    def strength(self, choice: Message, view: Message) -> int | None:
        """Return the armies on the land of an attack."""
        if choice["kind"] != "attack" or choice["from"] is None:
            return None
        armies: int = view["armies"][choice["from"]]
        return armies

    def instead(self, event: Event) -> str | None:
        """Return what is heard of the cards and objectives of others."""
        if event.get("player") == self.seat:
            return None
        if event["event"] == "draw":
            return say("Seat {seat} draws a card.", seat=event["player"])
        return "" if event["event"] == "objective" else None


@cache
def _win(attackers: int, defenders: int, dice: Dice) -> float:
    """Return the exact chance of a battle to the end."""
    return float(Battle(attackers, defenders, dice).win)
