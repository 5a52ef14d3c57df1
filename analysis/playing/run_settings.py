"""`run.json`, which says what a run is: written, read, and compared with what is to be played.

All keys but `first_game`, `games` and `within` say which experiment it is. Their hash is the *mark* of its
chunks, so runs of one experiment, however long, have chunks that fit together.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.kept_folders import content_of
from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    from conquestlab.analysis.playing.experiment import Experiment

SETTINGS = "run.json"
FORMAT = 5  # of the folder
DIGITS = 32  # of a hash
OF_ONE_RUN = ("first_game", "games", "within")  # what may differ between runs of one experiment
PASSED_OVER = ("rulebook", "bots_are", "games", "within", "hash")  # compared in another way
RESUME = " and add --resume"  # how one goes on with a run when something is mended
Settings = dict[str, Any]


def settings_of(experiment: Experiment, within: float | None) -> Settings:
    """Return what `run.json` says of a run, without its hash."""
    rulebook, engine = experiment.rulebook, experiment.engine
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": engine.name,
        "engine_version": engine.version,
        "rules": experiment.rules,
        "rules_hash": rulebook.hash,
        "players": experiment.seats,
        "bots": [bot.typed for bot in experiment.seated],
        "bots_are": {bot.name: bot.settings for bot in experiment.seated},
        "seed": experiment.seeds.text,
        "first_game": experiment.first,
        "games": experiment.games,
        "rotate": experiment.rotate,
        "noted_round": experiment.snapshot_round,
        "within": within,
        "chunk": experiment.chunk,
        "rulebook": rulebook.contents,
    }


def mark_of(settings: Settings) -> str:
    """Return the mark of the chunks: a hash of all that says which experiment it is."""
    return _hash({key: value for key, value in settings.items() if key not in ("hash", *OF_ONE_RUN)})


def signed(settings: Settings) -> Settings:
    """Return settings with a hash of them all."""
    told = json.loads(json.dumps({key: value for key, value in settings.items() if key != "hash"}))
    return told | {"hash": _hash(told)}


def _hash(settings: Settings) -> str:
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:DIGITS]


def settings_text(settings: Settings) -> bytes:
    """Return the content of `run.json`."""
    # A name that is no proper text, as a file's may be, is written as what JSON says for it.
    return (json.dumps(settings, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def read_settings(folder: Path) -> Settings:
    """Return what `run.json` says.

    Raises
    ------
    WrongUse
        There is none.
    Failed
        It is damaged, or of another format.
    """
    place = folder / SETTINGS
    content = content_of(place)
    if content is None:
        raise WrongUse(f"{folder} holds no run: there is no {place}")
    try:
        kept = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Failed(damaged(place)) from error
    if not isinstance(kept, dict):
        raise Failed(damaged(place))
    if isinstance(kept.get("format"), int) and kept["format"] != FORMAT:
        raise Failed(
            f"{folder} was kept in format {kept['format']}, which is {FORMAT} now: "
            "play the run anew in another folder"
        )
    if kept != signed(kept) or "format" not in kept:
        raise Failed(damaged(place))
    return kept


def damaged(place: Path) -> str:
    """Say that `run.json` is damaged."""
    return f"{place} is damaged: put a copy in its place, or play the run anew in another folder"


def refuse_another(path: str, kept: Settings, wanted: Settings) -> None:
    """Refuse a folder that belongs to another experiment, or begins with another game."""
    for key, value in wanted.items():
        if kept.get(key) != value and key not in PASSED_OVER:
            raise WrongUse(
                f"{path} holds another run ({key} {kept.get(key)}, not {value}): name another folder"
            )
    refuse_other_bots(path, kept, wanted, WrongUse, "name another folder")


def refuse_shorter(path: str, kept: Settings, wanted: Settings, held: int) -> None:
    """Refuse to go on with a run in a way that would not end with all games that it was to have.

    Parameters
    ----------
    path : str
    kept, wanted : dict
        Settings that differ in `games` and `within` alone.
    held : int
        Games up to the end of the last chunk that is there.
    """
    least = kept["games"] if kept["within"] is None else held
    if wanted["games"] < least:
        raise WrongUse(
            f"{path} has {least} games of this run, and {wanted['games']} are fewer: "
            f"give --games {least} or more, or name another folder"
        )
    if wanted["within"] is None:
        return
    if kept["within"] is None:
        raise WrongUse(f"{path} is played to its end: leave out --within, or name another folder")
    if wanted["within"] > kept["within"]:
        raise WrongUse(
            f"{path} is played within {kept['within']:g}, which is closer than {wanted['within']:g}: "
            f"give --within {kept['within']:g} or less, or name another folder"
        )


def refuse_other_bots(
    path: str, kept: Settings, wanted: Settings, refusal: type[WrongUse | Failed], way: str
) -> None:
    """Refuse a folder whose bots had other weights under the same names."""
    for name, settings in wanted["bots_are"].items():
        try:
            was, now = kept["bots_are"][name]["hash"], settings["hash"]
        except (KeyError, TypeError) as error:
            raise Failed(damaged(Path(path) / SETTINGS)) from error
        if was != now:
            raise refusal(f"{path} was played by another {name} (weights {was}, which are {now} now): {way}")
