"""What the commands about bots that others write are asked: check and ask."""

from __future__ import annotations

import msgspec

from conquestlab.analysis.requests.request import BOT_SECONDS


class CheckBotRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest bots check` is asked.

    Attributes
    ----------
    bot : str
        A class or a program, as it is named elsewhere.
    rules : tuple of str
        Rulebooks to try it under; none stands for all of conquest, with short games.
    games : int
        Of each rulebook and number of players.
    seed : str
    bot_seconds : float
        Time limit for each decision.
    """

    bot: str
    rules: tuple[str, ...] = ()
    games: int = 2
    seed: str = "1"
    bot_seconds: float = BOT_SECONDS


class AskBotRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `conquest bots ask` is asked.

    Attributes
    ----------
    file : str
        Holds a question that a bot failed at.
    bot : str
        Who is to answer it.
    bot_seconds : float
        Time limit for each decision.
    """

    file: str
    bot: str
    bot_seconds: float = BOT_SECONDS
