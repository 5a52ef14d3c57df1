"""Where games come from: the command that plays them again, and what stands beside their rows."""

from __future__ import annotations

import json
import shlex
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    from conquestlab.analysis.playing.experiment import Experiment

Value = TypeVar("Value", bound=Hashable)
ATTRIBUTES = b"PANDAS_ATTRS"  # what pandas reads as the attributes of a frame
OURS = b"conquestlab"  # the same for every other reader


def play_command(experiment: Experiment, within: float | None = None, place: str = "", more: str = "") -> str:
    """Return the command that plays an experiment.

    Parameters
    ----------
    experiment : Experiment
    within : float, optional
        Where it is to stop.
    place : str
        The folder where it is kept, if there is one.
    more : str
        Another option, such as --resume.
    """
    words = ["conquest", "play", "--rules", experiment.rules, "--players", str(experiment.seats)]
    words += ["--bots", experiment.bots_typed]
    if within is not None:
        words += ["--within", repr(within)]
    words += ["--games", str(experiment.games), "--seed", experiment.seeds.text]
    if experiment.first:
        words += ["--first-game", str(experiment.first)]
    if experiment.snapshot_round:
        words += ["--lift-round", str(experiment.snapshot_round)]
    if not experiment.rotate:
        words.append("--no-rotate")
    if place:
        words += ["--out", place]
    return shlex.join([*words, more] if more else words)


def provenance(experiment: Experiment, games: int, command: str) -> dict[str, Any]:
    """Return what stands beside rows or frames of games, in plain values.

    Parameters
    ----------
    experiment : Experiment
    games : int
        How many there are.
    command : str
        The one that makes them again.
    """
    return {
        "command": command,
        "version": VERSION,
        "rules": experiment.rulebook.label,
        "rules_hash": experiment.rulebook.hash,
        "players": experiment.seats,
        "bots": experiment.bots_text,
        "seed": experiment.seeds.text,
        "first_game": experiment.first,
        "games": games,
    }


def meta_of(experiments: Sequence[Experiment]) -> dict[str, Any]:
    """Return what is known of the games of an answer beside their rules."""
    known = {
        "seed": experiments[0].seeds.text,
        "bots": one_or_all([one.bots_text for one in experiments]),
        "players": one_or_all([one.seats for one in experiments]),
        "games": one_or_all([one.games for one in experiments]),
    }
    return known | ({"first_game": experiments[0].first} if experiments[0].first else {})


def one_or_all(values: Sequence[Value]) -> Value | list[Value]:
    """Return the one value that all are, or those that differ, in their order."""
    different = list(dict.fromkeys(values))
    return different[0] if len(different) == 1 else different


def stored(known: dict[str, Any]) -> dict[bytes, bytes]:
    """Return the metadata of a file whose rows come from what is known."""
    text = json.dumps(known, ensure_ascii=False, allow_nan=False).encode()
    return {OURS: text, ATTRIBUTES: text}
