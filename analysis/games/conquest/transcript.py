"""The transcript of a game of conquest: lines of the engine's log become the events of docs/records.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.games.engine import Event

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

FIRST_JOKER = 64  # the number of the first joker's card
ENDS = ("unfinished", "conquest", "objective")
Parts = list[int]


def game_transcript(lines: np.ndarray, rulebook: Rulebook, head: Event) -> list[Event]:
    """Return the events of a game.

    Parameters
    ----------
    lines : int64 array, (events, EVENT_WIDTH)
        The log.
    rulebook : Rulebook
    head : dict
        The event `game`; the colours of the seats are added where objectives are in play.
    """
    from conquestlab.kernels.conquest import state

    scribe = _Scribe(rulebook)
    told: list[Event] = []
    rolls: list[list[int]] = []
    colours: list[str] = []
    for kind, player, side, *parts in lines.tolist():
        if kind == state.ROLLED:
            rolls.append(_order_rolls(parts[0]))
            continue
        if kind == state.FIRST_DEALT:
            event: Event = {"event": "roll_order", "rolls": rolls, "first_dealt": player + 1}
        else:
            event = scribe.event(kind, player, parts)
        if kind == state.OBJECTIVE and rulebook.objectives is not None and parts[1] >= 0:
            colours.append(rulebook.objectives.colours[parts[1]].id)
        if side and event["event"] != "end":  # a game ends for all
            event["side"] = "ally"
        told.append(event)
    return [head if rulebook.objectives is None else head | {"colours": colours}, *told]


class _Scribe:
    """Writes single events, with the names of a rulebook's map."""

    def __init__(self, rulebook: Rulebook):
        from conquestlab.kernels.conquest import state

        self.lands = [land.id for land in rulebook.map.lands]
        self.continents = [continent.id for continent in rulebook.map.continents]
        self.bonus = rulebook.continent_bonus
        self.objectives = (
            [] if rulebook.objectives is None else [one.id for one in rulebook.objectives.objectives]
        )
        self.by_dice = conquest_rules(rulebook).setup.dealing == "dice"
        self.sides = conquest_rules(rulebook).dice.sides
        self.land_bonus = conquest_rules(rulebook).cards.land_bonus
        self.writers: dict[int, tuple[str, Callable[[Parts], Event]]] = {
            int(state.OBJECTIVE): ("objective", lambda parts: {"objective": self.objectives[parts[0]]}),
            int(state.DEALT): ("deal", self._dealt),
            int(state.DRAWN): ("draw", self._drawn),
            int(state.REINFORCED): ("reinforce", self._reinforced),
            int(state.EXCHANGED): ("exchange", self._exchanged),
            int(state.PLACED): ("place", lambda parts: {"land": self.lands[parts[0]], "armies": parts[1]}),
            int(state.ATTACKED): ("attack", self._attacked),
            int(state.OCCUPIED): ("occupy", self._marched),
            int(state.ELIMINATED): ("eliminate", self._eliminated),
            int(state.ALLY_OPENS): ("ally", lambda parts: {}),
            int(state.MOVED): ("move", self._marched),
        }
        self.turn, self.end = state.TURN, state.ENDED

    def event(self, kind: int, player: int, parts: Parts) -> Event:
        """Return the event of a line of the log."""
        seat = player + 1 if player >= 0 else None
        if kind == self.turn:
            return {"event": "turn", "round": parts[0], "player": seat}
        if kind == self.end:
            return {"event": "end", "winner": seat, "how": ENDS[parts[0]], "rounds": parts[1]}
        name, write = self.writers[kind]
        return {"event": name, "player": seat, **write(parts)}

    def card(self, number: int) -> str:
        """Return the name of a card."""
        return self.lands[number] if number < FIRST_JOKER else f"joker_{number - FIRST_JOKER + 1}"

    def _dealt(self, parts: Parts) -> Event:
        card, armies, die = parts[:3]
        if card >= FIRST_JOKER:
            return {"card": self.card(card), "land": None, "armies": 0}
        dealt: Event = {"land": self.lands[card], "armies": armies}
        return dealt | ({"roll": die} if self.by_dice else {})

    def _drawn(self, parts: Parts) -> Event:
        return {"card": self.card(parts[0]), "when": "end" if parts[1] else "start"}

    def _reinforced(self, parts: Parts) -> Event:
        owned = {self.continents[place]: self.bonus[place] for place in _places(parts[2])}
        return {"lands": parts[0], "from_lands": parts[1], "from_continents": owned}

    def _eliminated(self, parts: Parts) -> Event:
        victim, lands, jokers = parts[:3]
        return {"victim": victim + 1, "cards": self._cards(lands, jokers)}

    def _cards(self, lands: int, jokers: int) -> list[str]:
        jokers_too = [self.card(FIRST_JOKER + place) for place in _places(jokers)]
        return [self.lands[place] for place in _places(lands)] + jokers_too

    def _exchanged(self, parts: Parts) -> Event:
        lands, jokers, number, armies, bonus = parts[:5]
        cards = self._cards(lands, jokers)
        got = {self.lands[place]: self.land_bonus for place in _places(bonus)}
        return {"cards": cards, "number": number, "armies": armies, "bonus": got}

    def _attacked(self, parts: Parts) -> Event:
        source, target, attack_dice, defend_dice, index, taken = parts[:6]
        attack, defence = divmod(index, self.sides**defend_dice)
        return {
            "from": self.lands[source],
            "to": self.lands[target],
            "attack_dice": self._faces(attack, attack_dice),
            "defend_dice": self._faces(defence, defend_dice),
            "attacker_lost": min(attack_dice, defend_dice) - taken,
            "defender_lost": taken,
        }

    def _faces(self, index: int, dice: int) -> list[int]:
        return [index // self.sides**place % self.sides + 1 for place in range(dice - 1, -1, -1)]

    def _marched(self, parts: Parts) -> Event:
        return {"from": self.lands[parts[0]], "to": self.lands[parts[1]], "armies": parts[2]}


def _places(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set in a word, be it signed or not."""
    return (place for place in range(64) if bits >> place & 1)


def _order_rolls(word: int) -> list[int]:
    """Return the dice of a seat, which stand as digits in base 8 from the highest on."""
    dice = [word >> 3 * place & 7 for place in range(20, -1, -1)]
    return [die for die in dice if die]
