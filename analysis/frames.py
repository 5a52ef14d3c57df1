"""The answers of the commands as pandas frames, for use in Python.

Each function is asked what its command is asked: it takes the fields of its request (analysis/requests/) by
name, with the defaults of the command line. A number, or a sequence of texts, may stand for the text that
would be typed: players=4, bots=["random", "expert"].
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.comparing import compare_answers
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence import verify_answers
from conquestlab.analysis.games.conquest.battles import attack_answers
from conquestlab.analysis.games.conquest.card_sets import card_answers, card_question, exchange_answers
from conquestlab.analysis.playing import play_answers, replay_answers
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.rating import ladder_answers
from conquestlab.analysis.requests.exact import CardsRequest, NeedRequest, OddsRequest
from conquestlab.analysis.requests.games import (
    CompareRequest,
    LadderRequest,
    PlayRequest,
    ReplayRequest,
    VerifyRequest,
)
from conquestlab.analysis.requests.request import Request, defaults_of, request_of
from conquestlab.analysis.requests.searches import TrainRequest, TuneRequest
from conquestlab.analysis.requests.sweeps import SweepRequest
from conquestlab.analysis.sweeping import sweep_answers
from conquestlab.analysis.training import train_answers
from conquestlab.analysis.tuning import tune_answers

if TYPE_CHECKING:
    import pandas as pd

OF_OTHER_GAMES = ("dice", "filled", "another", "roll", "first_rolls", "hand", "players")


def _asked(kind: type[Request], first: str, without: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Return what turns a function of a request into one of its fields, with their documentation.

    Parameters
    ----------
    kind : type
        The class of the request.
    first : str
        Fields that may be given by position, with blanks between; "*of" takes all that are left.
    without : tuple of str
        Fields that a command has, and a function has no use for.
    """

    def of_fields(function: Callable[..., Any]) -> Callable[..., Any]:
        # Neither `request` nor, of its defaults, more than what the function takes besides.
        besides = list(inspect.signature(function).parameters.values())[1:]
        signature = inspect.Signature([*_parameters(kind, first, without), *besides])

        @wraps(function)
        def asked(*given: Any, **named: Any) -> Any:
            values = signature.bind(*given, **named).arguments
            others = {one.name: values.pop(one.name) for one in besides if one.name in values}
            return function(request_of(kind, values), **others)

        asked.__signature__ = signature  # type: ignore[attr-defined]
        shown = [name for name in signature.parameters if name in kind.__struct_fields__]
        asked.__doc__ = _with_parameters(function.__doc__ or "", _documented(kind), shown)
        return asked

    return of_fields


def _parameters(kind: type[Request], first: str, without: tuple[str, ...]) -> list[inspect.Parameter]:
    defaults, found = defaults_of(kind), []
    for word in first.split():
        name, plain = word.removeprefix("*"), not word.startswith("*")
        default = defaults.get(name, inspect.Parameter.empty) if plain else inspect.Parameter.empty
        way = inspect.Parameter.POSITIONAL_OR_KEYWORD if plain else inspect.Parameter.VAR_POSITIONAL
        found.append(inspect.Parameter(name, way, default=default))
    taken = [one.name for one in found]
    last = ("seed", "jobs")  # as on the command line
    for name in sorted(kind.__struct_fields__, key=lambda name: name in last):
        if name not in taken and name not in without:
            default = defaults.get(name, inspect.Parameter.empty)
            found.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return found


def _documented(kind: type[Request]) -> dict[str, str]:
    """Return what the docstrings of a request say of each field."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        text = inspect.cleandoc(vars(each).get("__doc__") or "").partition("Attributes\n----------\n")[2]
        for entry in re.findall(r"^\S.*(?:\n +.*)*", text, re.MULTILINE):
            found |= {name.strip(): entry for name in entry.partition(" : ")[0].split(",")}
    return found


def _with_parameters(doc: str, documented: dict[str, str], names: list[str]) -> str:
    """Return a docstring with the parameters before what the function returns."""
    entries = "\n".join(dict.fromkeys(documented[name] for name in names))
    before, returns, after = inspect.cleandoc(doc).partition("\n\nReturns\n")
    return f"{before}\n\nParameters\n----------\n{entries}{returns}{after}"


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)


@_asked(OddsRequest, "*of", (*OF_OTHER_GAMES, "card"))
def odds(request: OddsRequest) -> pd.DataFrame:
    """Return the exact odds of an attack.

    Returns
    -------
    DataFrame
        rules, attackers, defenders, win, lose, attackers_left, defenders_left, rounds; after `simulate`
        simulated, low, high, z and more. A table, a distribution, quantiles and a policy have columns of
        their own (docs/commands/odds.md).

    Examples
    --------
    >>> odds(10, 8, rules=["conquete-1957", "risk-modern"])[["rules", "win"]].round(4)
               rules     win
    0  conquete-1957  0.3411
    1    risk-modern  0.7240
    """
    return _frame(attack_answers.rows_of(request))


@_asked(NeedRequest, "*defenders")
def need(request: NeedRequest) -> pd.DataFrame:
    """Return the fewest armies that reach a chance.

    Returns
    -------
    DataFrame
        rules, defenders, chance, attackers, win, lose, win_with_one_less.

    Examples
    --------
    >>> need(8, chance=0.75)["attackers"].item()
    18
    """
    return _frame(attack_answers.need(request))


@_asked(CardsRequest, "rules")
def cards(request: CardsRequest) -> pd.DataFrame:
    """Return a table about sets of cards: how likely they are, what they bring, when to exchange.

    Returns
    -------
    DataFrame
        Of the chance of a set: rules, cards, chance, first, sets. The other tables have columns of their own
        (docs/commands/cards.md).

    Examples
    --------
    >>> cards("risk-modern").query("cards == 3")["chance"].round(4).item()
    0.4228
    """
    if request.show not in card_question.TABLES:
        raise WrongUse(f"no table {request.show!r}: there are {', '.join(card_question.TABLES)}")
    room = card_answers if request.show in card_question.EXACT else exchange_answers
    return _frame(getattr(room, request.show)(request))


@_asked(PlayRequest, "rules")
def play(request: PlayRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the measures of many games, one row each, with their intervals.

    Returns
    -------
    DataFrame
        rules, players, bots, measure, of, value, low, high, games, kind (of what `of` names), unit.

    Examples
    --------
    >>> rows = play("risk-express", players=2, games=120, seed=7)
    >>> rows[rows["measure"] == "win_share"][["of", "games"]].to_dict("records")
    [{'of': '1', 'games': 120}, {'of': '2', 'games': 120}]
    """
    return _frame(play_answers.play(request, listener=listener or Listener()).rows)


@_asked(ReplayRequest, "rules", ("jobs", "check"))
def replay(request: ReplayRequest) -> list[dict[str, Any]]:
    """Return one game as its record, event by event.

    Returns
    -------
    list of dict
        The events (docs/records.md), which have keys of their own each.

    Examples
    --------
    >>> [event["event"] for event in replay("risk-express", game=12, players=3)][:1]
    ['game']
    """
    experiment, _ = replay_answers.game_asked(request)
    return replay_answers.replay(experiment, request.game).transcript


@_asked(CompareRequest, "*rules")
def compare(request: CompareRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the measures of the same games under several rulebooks, and how they differ.

    Returns
    -------
    DataFrame
        rules, players, bots, measure, of, value, low, high, games; against, difference, difference_low,
        difference_high, effect, p, p_holm, verdict, which the first rulebook has not; sign, kind, unit.

    Examples
    --------
    >>> pair = "risk-express", "risk-express,continue_failed=off"
    >>> rows = compare(*pair, players=2, bots="points", games=120)
    >>> sorted(set(rows["rules"]))
    ['risk-express', 'risk-express,continue_failed=off']
    """
    return _frame(compare_answers.compare(request, listener=listener or Listener()).rows)


@_asked(LadderRequest, "rules")
def ladder(request: LadderRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return how bots compare: ratings, shares of the wins, pairs and circles, one number a row.

    Returns
    -------
    DataFrame
        rules, players, measure, of, against, value, low, high, games.

    Examples
    --------
    >>> rows = ladder("risk-express", players=2, bots=["random", "points"], games=120)
    >>> rows[rows["measure"] == "rating"].sort_values("value")["of"].tolist()
    ['random', 'points']
    """
    return _frame(ladder_answers.ladder(request, listener=listener or Listener()).rows)


@_asked(SweepRequest, "rules")
def sweep(request: SweepRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the measures of every cell of a grid, and how they differ from those of the base.

    Returns
    -------
    DataFrame
        A column for each key that varies; rules, players, bots, measure, of, value, low, high, games, kind,
        unit; against, difference, difference_low, difference_high, p, p_holm, verdict (docs/sweep.md).

    Examples
    --------
    >>> given = {"players": "2-3", "measure": "rounds", "games": 120}
    >>> rows = sweep("risk-express", vary={"continue_failed": [True, False]}, **given)
    >>> rows[["continue_failed", "players", "games"]].to_dict("list")
    {'continue_failed': [True, True, False, False], 'players': [2, 3, 2, 3], 'games': [120, 120, 120, 120]}
    """
    return _frame(sweep_answers.sweep(request, listener=listener or Listener()).rows)


@_asked(TuneRequest, "rules")
def tune(request: TuneRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the numbers of a rulebook that meet a target, what whole numbers cost, and a fresh run.

    Returns
    -------
    DataFrame
        rules, players, bots, target, part, key, at, measure, of, value, low, high, rounded, games.

    Examples
    --------
    >>> given = {"players": 2, "bots": "points", "games": 2000, "confirm": 0}
    >>> tune("risk-express", vary={"handicap.points.2": (0, 12)}, **given)["key"][0]
    'handicap.points.2'
    """
    return _frame(tune_answers.tune(request, listener=listener or Listener()).rows)


@_asked(TrainRequest, "out rules")
def train(request: TrainRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Train a bot, and return what it is worth against each opponent; `out` is written if it is better.

    Returns
    -------
    DataFrame
        rules, players, bot, against, value, low, high, gain, gain_low, gain_high, games.

    Examples
    --------
    >>> train("mine.txt", "risk-express")
    Traceback (most recent call last):
    conquestlab.analysis.errors.WrongUse: mine.txt cannot be the trained bot: a bot file ends in .toml
    """
    return _frame(train_answers.train(request, listener=listener or Listener()).rows)


@_asked(VerifyRequest, "rules")
def verify(request: VerifyRequest) -> pd.DataFrame:
    """Return the evidence, made again: one row a check.

    Returns
    -------
    DataFrame
        check, of, games, events, value, low, high, expected, z, p, verdict; the verdict is `ok` or `differs`.

    Examples
    --------
    >>> set(verify(only="published")["verdict"])
    {'ok'}
    """
    return _frame(verify_answers.verify(request).rows)
