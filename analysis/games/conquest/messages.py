"""The messages to an external bot in a game of conquest; everything is named by its id."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.conquest.card_sets.card_rules import ARMS, kind_of, scale_value, set_kinds
from conquestlab.analysis.games.conquest.compiled_rules import card_rules_of
from conquestlab.analysis.games.conquest.view import FIRST_JOKER
from conquestlab.analysis.games.messages import Message, Messages

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

ALLY = "ally"
EXCHANGE, PLACE, ATTACK, DEFEND, OCCUPY, MOVE = range(1, 7)
SENT_OF_CARDS = (
    "scale_step",
    "jokers",
    "draw",
    "lands_per_army",
    "land_bonus",
    "land_bonus_limit",
    "capture_bonus",
    "must_exchange_at",
    "capture_exchange",
)
STANDING = ("defend", "occupy")
TOLD_ELSEWHERE = ("cards.scale", *(f"cards.{name}" for name in SENT_OF_CARDS))
BONUS = 4  # in a choice to exchange: the land of the bonus


class ConquestMessages(Messages):
    """The words of one rulebook of conquest."""

    standing = STANDING
    told_elsewhere = TOLD_ELSEWHERE

    def __init__(self, engine: Engine, rulebook: Rulebook, seats: int):
        super().__init__(engine, rulebook, seats)
        self.lands = [land.id for land in rulebook.map.lands]
        self.arms = [ARMS.index(land.arm) for land in rulebook.map.lands]
        self.card_rules = card_rules_of(rulebook)
        deck = rulebook.objectives
        self.objectives = [objective.id for objective in deck.objectives] if deck else []
        self.colours = [colour.id for colour in deck.colours] if deck else []

    @cached_property
    def sides(self) -> list[int | str]:
        """By number of a side: the seat, or the ally."""
        from conquestlab.kernels.shared.rows import SEATS

        return [*range(1, SEATS + 1), ALLY]

    def setting(self) -> Message:
        """Return map, sets of cards, objectives and the values of the rulebook."""
        world, deck = self.rulebook.map, self.rulebook.objectives
        lands = [
            {
                "id": land.id,
                "continent": land.continent,
                "arm": land.arm,
                "borders": [self.lands[other] for other in near],
            }
            for land, near in zip(world.lands, world.neighbours, strict=True)
        ]
        continents = [
            {"id": continent.id, "armies": armies, "lands": [self.lands[land] for land in owned]}
            for continent, armies, owned in zip(
                world.continents, self.rulebook.continent_bonus, world.continent_lands, strict=True
            )
        ]
        setting: Message = {
            "map": {"lands": lands, "continents": continents},
            "cards": self._card_setting(),
            "values": self.rulebook.contents["rules"],
        }
        if deck is not None:
            setting["objectives"] = self.rulebook.contents["objectives"]["objectives"]
            setting["colours"] = self.colours
        return setting

    @property
    def _grows(self) -> bool:
        return self.card_rules.has_scale

    def _card_setting(self) -> Message:
        """Return what the rules say about cards, the sets with the cards of each arm that they take."""
        rules = self.card_rules
        sets = [
            {"name": kind.name, "cards": list(kind.takes), "armies": None if self._grows else kind.armies}
            for kind in set_kinds(rules)
        ]
        told = {name: getattr(rules, name) for name in SENT_OF_CARDS}
        return {"sets": sets, "scale": list(rules.scale) if self._grows else None} | told

    def view(self, rules: Any, position: Any, seat: int) -> Message:
        """Return what a seat (from 0) may see; lands that have none of something are left out."""
        seen = self.engine.view(rules, position, seat)
        sides, colours = self.sides, self.colours
        return seen | {
            "seat": seat + 1,
            "active": seen["active"] + 1,
            "commander": seen["commander"] + 1,
            "asked": self.engine.decisions[seen["asked"]],
            "asker": seen["asker"] + 1,
            "owner": dict(zip(self.lands, [sides[side] for side in seen["owner"]], strict=True)),
            "armies": dict(zip(self.lands, seen["armies"], strict=True)),
            "tired": self._some(seen["tired"]),
            "spent": [self.lands[land] for land in seen["spent"]],
            "targets": [self.lands[land] for land in seen["targets"]],
            "movable": self._some(seen["movable"]),
            "placed_in_secret": self._some(seen["placed_in_secret"]),
            "hand": self._cards(seen["hand"]),
            "discard": self._cards(seen["discard"]),
            "colours": [colours[colour] if colour >= 0 else None for colour in seen["colours"]],
            "objective": self.objectives[seen["objective"]] if seen["objective"] >= 0 else None,
            "from": self._land(seen["from"]),
            "to": self._land(seen["to"]),
        }

    def _some(self, by_land: Sequence[int]) -> dict[str, int]:
        return {self.lands[land]: number for land, number in enumerate(by_land) if number}

    def _land(self, land: int | None) -> str | None:
        return None if land is None or land < 0 else self.lands[land]

    def _cards(self, cards: Sequence[int]) -> list[str]:
        return [
            self.lands[card] if card < FIRST_JOKER else f"joker_{card - FIRST_JOKER + 1}" for card in cards
        ]

    def parts(self, position: Any, row: list[int]) -> Message:
        """Return the parts of a choice; a land or a list that is not there stands for "no more"."""
        kind = row[0]
        if kind == PLACE:
            return {"land": self.lands[row[1]]}
        if kind == DEFEND:
            return {"dice": row[1]}
        if kind == OCCUPY:
            return {"from": self.lands[position["from"]], "to": self.lands[position["to"]]}
        if kind == EXCHANGE:
            return self._exchange(position, row)
        told: Message = {"from": self._land(row[1]), "to": self._land(row[2])}
        return told | {"dice": row[3]} if kind == ATTACK else told

    def grouped(self, rules: Any, position: Any, rows: Any) -> tuple[list[Message], list[list[int]]]:
        """Return the choices with each attack once; `dice` are then all that may be rolled."""
        if position["asked"] != ATTACK:
            return super().grouped(rules, position, rows)
        told: list[Message] = []
        groups: list[list[int]] = []
        before = None
        for number, (kind, source, target, dice, *_) in enumerate(rows.tolist()):
            if (source, target) == before:
                groups[-1].append(number)
                told[-1]["dice"].append(dice)
                continue
            before = source, target
            groups.append([number])
            named = {"from": self._land(source), "to": self._land(target)}
            choice: Message = {"choice": len(told), "kind": self.kind(kind)}
            told.append(choice | named | {"dice": [dice] if dice else []})
        return told, groups

    def forced(self, line: list[int]) -> tuple[int, Message] | None:
        """Return who marched into a land, and how: that is not asked where all have to march."""
        if line[0] != self.occupied:
            return None
        _, seat, _, source, target, armies, *_ = line
        marched = {"from": self.lands[source], "to": self.lands[target], "amount": armies}
        return seat, {"kind": "occupy"} | marched

    @cached_property
    def occupied(self) -> int:
        """The number of the event."""
        from conquestlab.kernels.conquest.state import OCCUPIED

        return int(OCCUPIED)

    def may_repeat(self, row: Any) -> bool:
        """Whether a choice is an attack."""
        return bool(row[0] == ATTACK and row[1] >= 0)

    def repeated(self, position: Any, rows: Any, row: Any, leave: int) -> Any:
        """Return the same attack, with as many dice or as many as may still be rolled."""
        if position["asked"] != ATTACK or position["armies"][row[1]] <= leave:
            return None
        alike = rows[(rows[:, 1] == row[1]) & (rows[:, 2] == row[2]) & (rows[:, 3] <= row[3])]
        return alike[-1].copy() if len(alike) else None

    def _exchange(self, position: Any, row: list[int]) -> Message:
        """Return the cards, what they bring and the bonus by land; no cards where no set is exchanged."""
        cards = [card for card in row[1:BONUS] if card >= 0]
        if not cards:
            return {"cards": [], "armies": 0, "bonus": {}}
        counts = [0, 0, 0, 0]
        for card in cards:
            counts[self.arms[card] if card < FIRST_JOKER else len(ARMS)] += 1
        kind = kind_of(self.card_rules, tuple(counts))
        assert kind is not None
        number = int(position["cards"]["sets_done"]) + 1
        bonus = [row[BONUS]] if row[BONUS] >= 0 else self._bonus_lands(position, cards)
        return {
            "cards": self._cards(cards),
            "armies": scale_value(self.card_rules, number) if self._grows else kind.armies,
            "bonus": {self.lands[land]: self.card_rules.land_bonus for land in bonus},
        }

    def _bonus_lands(self, position: Any, cards: Sequence[int]) -> list[int]:
        """Return the lands of a set that all get the bonus, where it is no choice."""
        if self.card_rules.land_bonus == 0 or self.card_rules.land_bonus_limit == "one_a_turn":
            return []
        return [
            card for card in cards if card < FIRST_JOKER and position["owner"][card] == position["commander"]
        ]
