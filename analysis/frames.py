"""The answers of the commands as pandas frames, for use in Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.battles import attack_answers
from conquestlab.analysis.battles.attack_question import Choices
from conquestlab.analysis.bots.bot import SECONDS
from conquestlab.analysis.playing import play_answers, replay_answers

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_RULES = "conquete-1957"


def odds(
    attackers: int,
    *defenders: int | str,
    rules: str | Sequence[str] = DEFAULT_RULES,
    distribution: bool = False,
    exact: bool = False,
    on_land: bool = False,
    **choices: Any,
) -> pd.DataFrame:
    """Return the exact odds of an attack.

    Parameters
    ----------
    attackers : int
        Armies that may attack; with `on_land` the one that stays behind is counted too.
    *defenders : int or str
        Armies on the land, on several lands in a row, or a tree such as "3(2,4(1))".
    rules : str or sequence of str
        Rulebooks, with changes.
    distribution : bool
        One row for each end of the battle.
    exact : bool
        Fractions.
    **choices
        As the fields of `analysis.battles.attack_question.Choices`: stop_at, hold_at, attack_dice,
        defend_dice, order, worth, guards.
    """
    ask: Any = attack_answers.distribution if distribution else attack_answers.odds
    rows = ask(
        _names(rules),
        str(attackers),
        tuple(map(str, defenders)),
        Choices(**choices),
        on_land=on_land,
        exact=exact,
    )
    return _frame(rows)


def need(
    *defenders: int | str,
    chance: float | str | Fraction,
    rules: str | Sequence[str] = DEFAULT_RULES,
    on_land: bool = False,
    **choices: Any,
) -> pd.DataFrame:
    """Return the fewest armies that reach a chance; arguments as for `odds`."""
    rows = attack_answers.need(
        _names(rules), tuple(map(str, defenders)), str(chance), Choices(**choices), on_land=on_land
    )
    return _frame(rows)


def play(
    rules: str | Sequence[str] = DEFAULT_RULES,
    *,
    players: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    games: int | None = None,
    seed: int | str = 1,
    rotate: bool = True,
    within: float | None = None,
    bot_seconds: float = SECONDS,
    lift_round: int | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Return the measures of many games, one row each, with their intervals.

    Parameters
    ----------
    rules : str or sequence of str
        Rulebooks, with changes.
    players : int or str
        4, "2-6" or "2,3,5".
    bots : str or sequence of str
        One name for all seats, or one a seat.
    games : int
        Of each rulebook and number of players.
    seed : int or str
        7, or "7,dice=9".
    rotate : bool
        Whether bots that differ move on by one seat from game to game.
    within : float
        Stop when every share of the wins is known to this, up or down.
    bot_seconds : float
        How long a bot outside may take for an answer.
    lift_round : int
        Round after which `continent_lift` looks who holds a continent.
    **options
        As of `conquestlab.analysis.playing.play_answers.play`: out, resume, jobs, margin, skill, luck,
        listener.
    """
    question = play_answers.Question(
        None if players is None else str(players),
        bots if bots is None or isinstance(bots, str) else ",".join(bots),
        games,
        str(seed),
        rotate,
        within,
        bot_seconds,
        lift_round,
    )
    return _frame(play_answers.play(_names(rules), question, **options).rows)


def replay(
    rules: str = DEFAULT_RULES,
    *,
    game: int,
    players: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int | str = 1,
    rotate: bool = True,
    bot_seconds: float = SECONDS,
) -> list[dict[str, Any]]:
    """Return one game as its record: a list of events (docs/records.md), which have keys of their own each.

    Parameters as for `play`; `game` is a number from 0.
    """
    experiment = replay_answers.one_game(
        rules,
        game,
        players=None if players is None else str(players),
        bots=bots if bots is None or isinstance(bots, str) else ",".join(bots),
        seed=str(seed),
        rotate=rotate,
        bot_seconds=bot_seconds,
    )
    return replay_answers.replay(experiment, game).record


def _names(rules: str | Sequence[str]) -> tuple[str, ...]:
    return (rules,) if isinstance(rules, str) else tuple(rules)


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)
