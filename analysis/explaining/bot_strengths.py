"""How strong the bots are: the share of the wins of each at tables drawn from all bots of its game.

The figures are kept in bot_strengths.toml, which `python -m conquestlab.analysis.explaining.bot_strengths`
plays anew: one ladder for each game that names a table (games/game_words.py).
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import NamedTuple

from conquestlab.analysis.games.game_words import TableOfBots

PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bot_strengths.toml")
DECIMALS = 4


class Strength(NamedTuple):
    """The share of the wins of a bot from one seat, among other bots of its game.

    Attributes
    ----------
    command : str
        What was played.
    players : int
    value, low, high : float
        With its interval of 95 %, which holds for all bots together.
    """

    command: str
    players: int
    value: float
    low: float
    high: float


def strengths(game: str) -> dict[str, Strength]:
    """Return the strength of each bot of a game by its name; none where it was not played."""
    if not os.path.isfile(PLACE):
        return {}
    with open(PLACE, "rb") as file:
        kept = tomllib.load(file).get(game)
    if kept is None:
        return {}
    return {
        name: Strength(kept["command"], kept["players"], *share) for name, share in kept["win_share"].items()
    }


def command_of(table: TableOfBots) -> str:
    """Return the command that plays a table of bots."""
    return f"conquest ladder --rules {table.rules} --players {table.players} --games {table.games}"


def played(table: TableOfBots) -> dict[str, tuple[float, float, float]]:
    """Play a ladder of all bots, and return the share of each with its interval."""
    from conquestlab.analysis.frames import ladder

    frame = ladder(table.rules, players=table.players, games=table.games)
    shares = frame[frame["measure"] == "win_share"].sort_values("value", ascending=False)
    kept = shares[["value", "low", "high"]].astype(float).round(DECIMALS).to_numpy().tolist()
    return {str(bot): (value, low, high) for bot, (value, low, high) in zip(shares["of"], kept, strict=True)}


def written(game: str, table: TableOfBots) -> str:
    """Return what the file says of a game, as TOML, playing its ladder."""
    lines = [f"[{game}]", f'command = "{command_of(table)}"', f"players = {table.players}", ""]
    lines.append(f"[{game}.win_share]")
    lines += [f"{name} = [{', '.join(map(str, share))}]" for name, share in played(table).items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play all ladders, and write the file."""
    from conquestlab.analysis.atomic_files import put_whole
    from conquestlab.analysis.explaining.game_explanations import words_of
    from conquestlab.analysis.games import BUILT_IN

    parts = ["# Made by python -m conquestlab.analysis.explaining.bot_strengths\n"]
    for game in BUILT_IN:
        table = words_of(game).table
        if table is not None:
            parts.append(written(game, table))
            put_whole(Path(PLACE), "\n".join(parts).encode())


if __name__ == "__main__":
    main()
