"""What the commands about run folders are asked: show, check, merge, rows and extend."""

from __future__ import annotations

import msgspec

from conquestlab.analysis.requests.request import BOT_SECONDS


class ShowRunsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest runs show` is asked.

    Attributes
    ----------
    places : tuple of str
        Run folders, or folders that hold some.
    """

    places: tuple[str, ...]


class CheckRunRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest runs check` is asked.

    Attributes
    ----------
    folder : str
    replay : int
        Games to play again and to compare with their rows, spread over the run.
    """

    folder: str
    replay: int = 0


class MergeRunsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest runs merge` is asked.

    Attributes
    ----------
    shards : tuple of str
        Runs of one experiment, whose games lie side by side.
    out : str
        The folder for the games of all of them.
    """

    shards: tuple[str, ...]
    out: str


class RunRowsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest runs rows` is asked.

    Attributes
    ----------
    folder : str
    """

    folder: str


class ExtendRunRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest runs extend` is asked.

    Attributes
    ----------
    folder : str
    games : int or None
        How many the run shall have; None is as many as it was to have.
    within : float or None
        Play until every share of the wins is known to this, up or down; None is as the run says, or to its
        end where `games` are given.
    bot_seconds : float
        Time limit for each decision of an external bot.
    jobs : int or None
        Number of cores to use; None is all.
    """

    folder: str
    games: int | None = None
    within: float | None = None
    bot_seconds: float = BOT_SECONDS
    jobs: int | None = None
