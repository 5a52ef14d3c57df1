"""Scenes: a game as the positions that it went through, one after each event, to be watched step by step.

A game follows the events of a record and shows each to a `Stage`, which keeps of every scene only what has
changed. Whoever draws the scenes knows nothing of the game: there are places that players hold, cards in
hands, columns of the standings, dice, and arrows from place to place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from conquestlab.analysis.language import marked, say, translated

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine, Event
    from conquestlab.analysis.rules.rulebook import Rulebook

Key = TypeVar("Key")
Value = TypeVar("Value")
LETTERS = "ABCDEF"
NOBODY = 0
HANDS = marked("Cards in hand")


class Player(NamedTuple):
    """Who may hold places: a seat, or somebody beside the seats, as the ally of a duel.

    Attributes
    ----------
    letter : str
        Stands for the player where colours cannot be told apart.
    name : str
    about : str
        Who plays the seat, and what else is known of it from the start.
    """

    letter: str
    name: str
    about: str = ""


class Held(NamedTuple):
    """What a place shows.

    Attributes
    ----------
    players : tuple of int
        Who holds it, by the number in the list of players, from 1.
    number : int or None
        How many armies, points or counters are there.
    note : str
        A few more words.
    """

    players: tuple[int, ...] = ()
    number: int | None = None
    note: str = ""


class Roll(NamedTuple):
    """Dice that a player rolled: faces as numbers or words."""

    player: int
    faces: tuple[int | str, ...]


class Scene(NamedTuple):
    """One event, and what it changed.

    Attributes
    ----------
    event : str
        Its kind.
    text : str
        What happened, in a sentence or two.
    player : int
        Who did it; 0 for nobody.
    opens_turn : bool
        Whether a turn begins with it, or a round where all act at once.
    round : int
    places : mapping
        By id, the places that changed.
    hands : mapping
        By player, the hands that changed: the names of the cards.
    standings : mapping
        By player, the rows of the standings that changed.
    rolls : tuple of Roll
    arrow : tuple of str
        From one place to another; empty for none.
    """

    event: str
    text: str
    player: int
    opens_turn: bool
    round: int
    places: Mapping[str, Held]
    hands: Mapping[int, tuple[str, ...]]
    standings: Mapping[int, tuple[int, ...]]
    rolls: tuple[Roll, ...] = ()
    arrow: tuple[str, ...] = ()


class Scenes(NamedTuple):
    """A whole game.

    Attributes
    ----------
    players : tuple of Player
        The seats in their order, then others.
    columns : tuple of str
        Heads of the standings; empty where a record tells none.
    scenes : tuple of Scene
    """

    players: tuple[Player, ...]
    columns: tuple[str, ...]
    scenes: tuple[Scene, ...]

    @property
    def pauses(self) -> list[int]:
        """Places of the scenes before the first turn, and after each turn."""
        opening = [place for place, scene in enumerate(self.scenes) if scene.opens_turn]
        return [max(0, place - 1) for place in opening] + [len(self.scenes) - 1]


class Stage:
    """The position as the record has told it so far, and the scenes up to here.

    Attributes
    ----------
    places : dict of Held
    hands : dict of list of str
    standings : dict of tuple of int
    """

    def __init__(self, players: Sequence[Player], columns: Sequence[str] = ()):
        self.players = tuple(players)
        self.columns = tuple(map(translated, columns))
        self.places: dict[str, Held] = {}
        self.hands: dict[int, tuple[str, ...]] = {}
        self.standings: dict[int, tuple[int, ...]] = {}
        self.round = 0
        self._places: dict[str, Held] = {}  # as they were shown last
        self._hands: dict[int, tuple[str, ...]] = {}
        self._standings: dict[int, tuple[int, ...]] = {}
        self._scenes: list[Scene] = []

    def show(
        self,
        event: Event,
        text: str,
        player: int = NOBODY,
        opens_turn: bool = False,
        rolls: Iterable[Roll] = (),
        arrow: Sequence[str] = (),
    ) -> None:
        """Show the position after an event."""
        places = _changed(self._places, self.places)
        hands = _changed(self._hands, self.hands)
        standings = _changed(self._standings, self.standings)
        changed = places, hands, standings
        head = event["event"], text, player, opens_turn, self.round
        self._scenes.append(Scene(*head, *changed, tuple(rolls), tuple(arrow)))

    def scenes(self) -> Scenes:
        """Return all that was shown."""
        return Scenes(self.players, self.columns, tuple(self._scenes))


class Follower(Protocol):
    """Keeps the position that events tell, and shows it on a stage."""

    stage: Stage

    def follow(self, event: Event) -> None:
        """Change the position as an event says, and show it."""


def followed(follower: Follower, transcript: Iterable[Event]) -> Scenes:
    """Return the scenes of a game that somebody follows; it may break off before the end."""
    for event in transcript:
        follower.follow(event)
    return follower.stage.scenes()


def _changed(before: dict[Key, Value], now: Mapping[Key, Value]) -> dict[Key, Value]:
    """Return what has changed since it was shown, and keep it as what is shown."""
    changed = {key: value for key, value in now.items() if before.get(key) != value}
    before.update(changed)
    return changed


def seats_of(head: Event) -> list[Player]:
    """Return the seats of a game as players, with who plays them."""
    return [
        Player(LETTERS[place], say("Seat {seat}", seat=place + 1), name)
        for place, name in enumerate(head["players"])
    ]


def in_sentences(lines: Iterable[str]) -> str:
    """Return what is told of one event as one text; lines that are no sentences are strung together."""
    text = ""
    for line in filter(None, (line.strip() for line in lines)):
        gap = "" if not text else " " if text[-1] in ".:!?" else ", "
        text += gap + line
    return text


def told_scenes(engine: Engine, transcript: Sequence[Event], rulebook: Rulebook) -> Scenes:
    """Return the scenes of a game of any engine: all that it tells where it shows no positions."""
    if engine.scenes is not None:
        return engine.scenes(transcript, rulebook)
    stage = Stage(seats_of(transcript[0]))
    for line in engine.narrate(transcript, rulebook):
        if line.strip():
            stage.show({"event": "told"}, line.strip())
    return stage.scenes()
