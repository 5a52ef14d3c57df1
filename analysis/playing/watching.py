"""A game to be watched: its scenes, and the chances of each seat before the first turn and after each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.games.scenes import Scenes, told_scenes
from conquestlab.analysis.language import say
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.noting import tells_chances

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.playing.replay_answers import Replay
    from conquestlab.analysis.rules.rulebook import Rulebook


class Course(NamedTuple):
    """A number for each seat along a game.

    Attributes
    ----------
    heading : str
    short : str
        The same for the head of a narrow column.
    words : str
        Where the numbers come from.
    places : list of int
        The scenes that they belong to.
    values : list of list of float
        At each of these scenes, by seat: from 0 to 1.
    """

    heading: str
    short: str
    words: str
    places: list[int]
    values: list[list[float]]


class Watched(NamedTuple):
    """A game to be watched.

    Attributes
    ----------
    rulebook : Rulebook
    seed : str
    game : int
    scenes : Scenes
    course : Course
    """

    rulebook: Rulebook
    seed: str
    game: int
    scenes: Scenes
    course: Course


def watched(game: Replay, others: Batch | None = None) -> Watched:
    """Return a game, of which notes were kept if its engine writes any, as it is to be watched.

    Parameters
    ----------
    game : Replay
    others : Batch, optional
        Other games of the rulebook, from which the chances are learnt; if none are given, those of the same
        bots that follow.
    """
    experiment = game.experiment
    scenes = told_scenes(experiment.engine, game.transcript, experiment.rulebook)
    if others is None:
        block = experiment.seats if experiment.shared else 1
        first = (game.game // block + 1) * block
        others = experiment.part(first, 0) if isinstance(experiment, Batch) else experiment.batch(first, 0)
    course = _chances(game, others, scenes) or _standings(game, scenes)
    return Watched(experiment.rulebook, experiment.seeds.text, game.game, scenes, course)


def _chances(game: Replay, others: Batch, scenes: Scenes) -> Course | None:
    """Return the chances to win; None where they cannot be told."""
    if game.notes is None or not tells_chances(others) or len(game.notes) != len(scenes.pauses):
        return None
    from conquestlab.analysis.chances.game_chances import game_chances

    found = game_chances(others, game.row, game.notes)
    if found is None:
        return None
    words = say(
        "Before the first turn and after each, by a model of what the table shows that was fitted to {games} "
        "other games of {bots}. The last points are what each seat won.",
        games=f"{found.games:,}",
        bots=", ".join(dict.fromkeys(others.bots)),
    )
    return Course(say("Chance to win"), say("chance"), words, scenes.pauses, found.chances.tolist())


def _standings(game: Replay, scenes: Scenes) -> Course:
    """Return how the seats stood, as the engine reckons it, where no chances can be told."""
    seats = len(game.transcript[0]["players"])
    heads = say("Standings"), say("standing")
    if game.notes is not None and len(game.notes) == len(scenes.pauses):
        words = say(
            "How the seats stood before the first turn and after each; no chances are told of this game."
        )
        return Course(*heads, words, scenes.pauses, _shares(game.notes["standing"][:, :seats]))
    from conquestlab.kernels.shared.rows import TENTHS

    last = len(scenes.scenes) - 1
    places = [last * tenth // TENTHS for tenth in range(1, TENTHS + 1)]
    words = say("How the seats stood at each tenth of the game; no chances are told of this game.")
    return Course(*heads, words, places, _shares(game.row["tenth"][:, :seats]))


def _shares(standings: np.ndarray) -> list[list[float]]:
    whole = standings.sum(axis=1, keepdims=True)
    shares: list[list[float]] = (standings / whole.clip(1)).tolist()
    return shares
