"""The answers of the commands as pandas frames, for use in Python.

Each function is asked what its command is asked: it takes the fields of its request (analysis/requests/) by
name, with the defaults of the command line. A number, or a sequence of texts, may stand for the text that
would be typed: players=4, bots=["random", "expert"]. `frame.attrs` says where the rows of a frame come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.comparing import compare_answers
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence import verify_answers
from conquestlab.analysis.games.conquest.battles import attack_answers
from conquestlab.analysis.games.conquest.battles.attack_question import kept_to_allowed
from conquestlab.analysis.games.conquest.card_sets import (
    card_answers,
    card_question,
    exchange_answers,
    hand_advice,
)
from conquestlab.analysis.playing import play_answers, replay_answers
from conquestlab.analysis.playing.provenance import meta_of, one_or_all
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.rating import contests, ladder_answers
from conquestlab.analysis.requests.advising import AdviseRequest
from conquestlab.analysis.requests.by_name import asked_by_name
from conquestlab.analysis.requests.exact import CardsRequest, NeedRequest, OddsRequest
from conquestlab.analysis.requests.explaining import ExplainRequest
from conquestlab.analysis.requests.games import (
    CompareRequest,
    LadderRequest,
    PlayRequest,
    ReplayRequest,
    VerifyRequest,
)
from conquestlab.analysis.requests.searches import ExploitRequest, LearnRequest, TrainRequest, TuneRequest
from conquestlab.analysis.requests.sweeps import SweepRequest
from conquestlab.analysis.sweeping import sweep_answers
from conquestlab.analysis.training import train_answers
from conquestlab.analysis.tuning import tune_answers
from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    import pandas as pd

    from conquestlab.analysis.rules.rulebook import Rulebook

OF_A_SEARCH = ("seed", "bots", "players")
OF_OTHER_GAMES = ("dice", "filled", "another", "roll", "first_rolls", "hand", "players")
ELSEWHERE = ("processes", "cluster")  # fields of requests that play whole games


def _frame(
    rows: list[dict[str, Any]], books: Sequence[Rulebook], known: Mapping[str, Any] | None = None
) -> pd.DataFrame:
    """Return rows as a frame whose `attrs` say where they come from, in values that JSON knows."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    frame.attrs = {
        "version": VERSION,
        "rules": one_or_all([book.label for book in books]),
        "rules_hash": one_or_all([book.hash for book in books]),
        **(known or {}),
    }
    return frame


def _drawn(request: OddsRequest | CardsRequest) -> dict[str, Any]:
    """Return what is known of what an exact command plays at random beside."""
    return {} if request.simulate is None else {"seed": request.seed, "games": request.simulate}


@asked_by_name(OddsRequest, "*of", (*OF_OTHER_GAMES, *ELSEWHERE, "card", "page"))
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
    request, _ = kept_to_allowed(request)
    return _frame(attack_answers.rows_of(request), request.books, _drawn(request))


@asked_by_name(NeedRequest, "*defenders")
def need(request: NeedRequest) -> pd.DataFrame:
    """Return the fewest armies that reach a chance.

    Returns
    -------
    DataFrame
        rules, defenders, chance, attackers, win, lose, win_with_one_less.

    Examples
    --------
    >>> need(8, chance=0.75)[["rules", "attackers"]]
               rules  attackers
    0  conquete-1957         18
    1    risk-modern         11
    """
    request, _ = kept_to_allowed(request)
    return _frame(attack_answers.need(request), request.books)


@asked_by_name(CardsRequest, "rules", ELSEWHERE)
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
    if request.hand is not None:
        return _frame(hand_advice.hand(request), request.books)
    if request.show not in card_question.TABLES:
        raise WrongUse(f"no table {request.show!r}: there are {', '.join(card_question.TABLES)}")
    room = card_answers if request.show in card_question.EXACT else exchange_answers
    return _frame(getattr(room, request.show)(request), request.books, _drawn(request))


@asked_by_name(AdviseRequest, "position", (*ELSEWHERE, "jobs", "example"))
def advise(request: AdviseRequest) -> pd.DataFrame:
    """Return the attacks of a position, with exact odds, what they gain, and the chance to win the game.

    Returns
    -------
    DataFrame
        kind, from, to, attackers, defenders, win, left, lost, gains, chance, low, high, games.

    Examples
    --------
    >>> rows = advise(rules="risk-modern", me="Brazil 4", them="Venezuela 1")
    >>> rows["win"].round(3).tolist()
    [0.916]
    """
    from conquestlab.analysis.games.conquest import asked_position, attack_advice
    from conquestlab.analysis.seeds import parse_seeds

    asked = asked_position.asked_position(request)
    seeds = parse_seeds(request.seed)
    found = attack_advice.advise(asked.board, asked.rulebook, request.simulate, seeds.words)
    return _frame(attack_advice.advice_rows(found), (asked.rulebook,), {"seed": seeds.text})


@asked_by_name(ExplainRequest, "*names")
def explain(request: ExplainRequest) -> pd.DataFrame:
    """Return what names mean: measures, rules, bots, terms, columns and signs.

    Returns
    -------
    DataFrame
        name, kind, means, facts (a dictionary of what else is known); of the list: kind, name.

    Examples
    --------
    >>> explain("win_share")["kind"].tolist()
    ['measure']
    """
    from conquestlab.analysis.explaining.explained import explanation_rows, listed_rows

    return _frame(explanation_rows(request.names, request.books) if request.names else listed_rows(), ())


@asked_by_name(PlayRequest, "rules")
def play(request: PlayRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the measures of many games, one row each, with their intervals.

    Returns
    -------
    DataFrame
        rules, players, bots, measure, of, value, low, high, baseline, games, kind (of what `of` names), unit.

    Examples
    --------
    >>> rows = play("risk-express", players=2, games=120, seed=7)
    >>> rows[rows["measure"] == "win_share"][["of", "games"]].to_dict("records")
    [{'of': '1', 'games': 120}, {'of': '2', 'games': 120}]
    """
    answer = play_answers.play(request, listener=listener or Listener())
    return _frame(answer.rows, answer.rulebooks, meta_of(answer.experiments))


@asked_by_name(ReplayRequest, "rules", ("jobs", *ELSEWHERE, "check"))
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
    events = []
    for game in replay_answers.numbers_of(request.game):
        played = replay_answers.replay(experiment, game)
        if played.failed is not None:
            raise played.failed
        events += played.transcript
    return events


@asked_by_name(CompareRequest, "*rules")
def compare(request: CompareRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the measures of the same games under several rulebooks, and how they differ.

    Returns
    -------
    DataFrame
        rules, players, bots, measure, of, value, low, high, games; against, difference, difference_low,
        difference_high, effect, p, p_adjusted, family, margin, verdict, which the first rulebook has not;
        sign, kind, unit.

    Examples
    --------
    >>> pair = "risk-express", "risk-express,continue_failed=off"
    >>> rows = compare(*pair, players=2, bots="points", games=120)
    >>> sorted(set(rows["rules"]))
    ['risk-express', 'risk-express,continue_failed=off']
    """
    answer = compare_answers.compare(request, listener=listener or Listener())
    return _frame(answer.rows, answer.rulebooks, meta_of([one.base for one in answer.comparisons]))


@asked_by_name(LadderRequest, "rules")
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
    answer = ladder_answers.ladder(request, listener=listener or Listener())
    return _frame(answer.rows, answer.rulebooks, contests.known_of(answer.contests))


@asked_by_name(SweepRequest, "rules")
def sweep(request: SweepRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Return the measures of every cell of a grid, and how they differ from those of the base.

    Returns
    -------
    DataFrame
        A column for each key that varies; rules, players, bots, measure, of, value, low, high, baseline,
        games, kind, unit; against, difference, difference_low, difference_high, p, p_holm, verdict
        (docs/sweep.md).

    Examples
    --------
    >>> given = {"players": "2-3", "measure": "rounds", "games": 120}
    >>> rows = sweep("risk-express", vary={"continue_failed": [True, False]}, **given)
    >>> rows[["continue_failed", "players", "games"]].to_dict("list")
    {'continue_failed': [True, True, False, False], 'players': [2, 3, 2, 3], 'games': [120, 120, 120, 120]}
    """
    answer = sweep_answers.sweep(request, listener=listener or Listener())
    books = [book for _, book in answer.plan.grid.books]
    return _frame(answer.rows, books, meta_of([cell.experiment for cell in answer.plan.cells]))


@asked_by_name(TuneRequest, "rules")
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
    answer = tune_answers.tune(request, listener=listener or Listener())
    known = meta_of([answer.experiment])
    return _frame(answer.rows, (answer.experiment.rulebook,), {key: known[key] for key in OF_A_SEARCH})


@asked_by_name(TrainRequest, "out rules")
def train(request: TrainRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Train a bot, and return what it is worth against each opponent; `out` is written if it is better.

    Returns
    -------
    DataFrame
        rules, players, bot, against, value, low, high, gain, gain_low, gain_high, games. With `mix`: rules,
        players, round, response, gain, gain_low, gain_high, games, added, known_gain, mix.

    Examples
    --------
    >>> train("mine.txt", "risk-express")
    Traceback (most recent call last):
    conquestlab.analysis.errors.WrongUse: mine.txt cannot be the trained bot: a bot file ends in .toml
    """
    if request.mix:
        from conquestlab.analysis.mixing.mix_answers import train_mix

        mixed = train_mix(request, listener=listener or Listener())
        return _frame(mixed.rows, (mixed.plan.rulebook,), {"seed": request.seed})
    answer = train_answers.train(request, listener=listener or Listener())
    return _frame(answer.rows, (answer.rulebook,), {"seed": request.seed})


@asked_by_name(LearnRequest, "out rules")
def learn(request: LearnRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Let a bot learn what positions are worth, write it into a file, and return what came of it.

    Returns
    -------
    DataFrame
        round, games, positions, loss, worst_bin, worst_bin_error, against, value, low, high, measured.

    Examples
    --------
    >>> learn("mine.toml", "risk-express")
    Traceback (most recent call last):
    conquestlab.analysis.errors.WrongUse: bots of express learn no value: conquest train tunes their weights
    """
    from conquestlab.analysis.learning import learn_answers
    from conquestlab.analysis.learning.learn_plan import learn_plan_of

    plan = learn_plan_of(request)
    answer = learn_answers.learn(request, plan, listener=listener or Listener())
    return _frame(answer.rows, (plan.rulebook,), {"seed": request.seed})


@asked_by_name(ExploitRequest, "bot rules")
def exploit(request: ExploitRequest, *, listener: Listener | None = None) -> pd.DataFrame:
    """Train a response to a bot, and return what it wins in one seat at a table of that bot.

    Returns
    -------
    DataFrame
        rules, players, bot, against, value, low, high, gain, gain_low, gain_high, games.

    Examples
    --------
    >>> exploit("points", "risk-express", players=3, generations=0)
    Traceback (most recent call last):
    conquestlab.analysis.errors.WrongUse: 0 generations: give a whole number from 1 to 1000000
    """
    from conquestlab.analysis.exploiting import exploit_answers

    answer = exploit_answers.exploit(request, listener=listener or Listener())
    return _frame(answer.rows, (answer.plan.rulebook,), {"seed": request.seed})


@asked_by_name(VerifyRequest, "rules")
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
    answer = verify_answers.verify(request)
    return _frame(answer.rows, answer.rulebooks, {"seed": answer.seed, "games": request.games})
