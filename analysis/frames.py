"""The answers of the commands as pandas frames, for use in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.bot import SECONDS
from conquestlab.analysis.comparing import compare_answers, variants
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles import attack_answers
from conquestlab.analysis.games.conquest.battles.attack_question import Choices
from conquestlab.analysis.games.conquest.exchanging import card_answers, card_question, exchange_answers
from conquestlab.analysis.playing import play_answers, replay_answers
from conquestlab.analysis.rating import ladder_answers, ladder_question
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.training import train_answers
from conquestlab.analysis.training.question import Question

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
        As the fields of `Choices` in analysis/games/conquest/battles/attack_question.py: stop_at, hold_at,
        attack_dice, defend_dice, order, worth, guards.
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


def cards(
    rules: str | Sequence[str] = DEFAULT_RULES,
    *,
    show: str = "chance",
    players: int | str | None = None,
    policies: str | Sequence[str] = card_question.USUAL_POLICIES,
    seed: int | str = 1,
    **options: Any,
) -> pd.DataFrame:
    """Return a table about sets of cards: how likely they are, what they bring, when to exchange.

    Parameters
    ----------
    rules : str or sequence of str
        Rulebooks, with changes.
    show : str
        Which table, as `conquest cards --show` names them: chance, first, kinds, bonus, scale, worth, timing,
        policies or turns.
    players : int or str
        4, "2-6" or "2,3,5", for timing, policies and turns.
    policies : str or sequence of str
        For policies and turns.
    seed : int or str
    **options
        As the other fields of `Question` in analysis/games/conquest/exchanging/card_question.py: turns,
        discount, aim, conquests, simulate, jobs, progress.
    """
    if show not in card_question.TABLES:
        raise WrongUse(f"no table {show!r}: there are {', '.join(card_question.TABLES)}")
    question = card_question.Question(
        None if players is None else str(players), _names(policies), seed=str(seed), **options
    )
    room = card_answers if show in card_question.EXACT else exchange_answers
    return _frame(getattr(room, show)(_names(rules), question))


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
        _words(bots),
        games,
        str(seed),
        rotate,
        within,
        bot_seconds,
        lift_round,
    )
    return _frame(play_answers.play(_names(rules), question, **options).rows)


def train(
    out: str,
    rules: str = DEFAULT_RULES,
    *,
    players: int | None = None,
    bot: str | None = None,
    start: str | None = None,
    pool: str | Sequence[str] | None = None,
    fix: str | Sequence[str] | None = None,
    minutes: float | None = None,
    generations: int | None = None,
    population: int | None = None,
    games: int | None = None,
    seed: int | str = 1,
    **options: Any,
) -> pd.DataFrame:
    """Train a bot, and return what it is worth against each opponent; `out` is written if it is better.

    Parameters
    ----------
    out : str
        The bot file.
    rules : str
        A rulebook, with changes.
    players : int
    bot, start : str
        Whose weights are trained, and where they begin: "zero" or another bot.
    pool : str or sequence of str
        Bots to play against.
    fix : str or sequence of str
        Weights that stay what they are.
    minutes : float
    generations, population, games : int
    seed : int or str
    **options
        As of `conquestlab.analysis.training.train_answers.train`: state, resume, jobs, listener.
    """
    question = Question(
        out,
        rules,
        None if players is None else str(players),
        bot,
        start,
        _words(fix),
        _words(pool),
        minutes,
        generations,
        population,
        games,
        str(seed),
    )
    return _frame(train_answers.train(question, **options).rows)


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
        bots=_words(bots),
        seed=str(seed),
        rotate=rotate,
        bot_seconds=bot_seconds,
    )
    return replay_answers.replay(experiment, game).record


def ladder(
    rules: str | Sequence[str] = DEFAULT_RULES,
    *,
    players: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    one: str | Sequence[str] | None = None,
    against: str | Sequence[str] = (),
    games: int | None = None,
    seed: int | str = 1,
    lineups: int | None = None,
    anchor: str | None = None,
    bot_seconds: float = SECONDS,
    **options: Any,
) -> pd.DataFrame:
    """Return how bots compare: ratings, shares of the wins, pairs and circles, one number a row.

    Parameters
    ----------
    rules : str or sequence of str
        Rulebooks, with changes.
    players : int or str
        4, "2-6" or "2,3,5"; all that the rulebook allows if not given.
    bots : str or sequence of str
        Who is on the ladder; all bots of the game if not given.
    one : str or sequence of str
        No ladder: each of these bots alone against `against`.
    against : str or sequence of str
        "greedy" is the bot in all other seats, "greedy,random" names one for each; of several each in turn.
    games : int
        Of each number of players.
    seed : int or str
        7, or "7,dice=9".
    lineups : int
        Orders around the table at most.
    anchor : str
        The bot whose rating is 0; the mean of all if not given.
    bot_seconds : float
        How long a bot outside may take for an answer.
    **options
        As of `conquestlab.analysis.rating.ladder_answers.ladder`: jobs, listener.
    """
    question = ladder_question.Question(
        None if players is None else str(players),
        _words(bots),
        _words(one),
        _names(against),
        games,
        str(seed),
        lineups,
        anchor,
        bot_seconds,
    )
    return _frame(ladder_answers.ladder(_names(rules), question, **options).rows)


def compare(
    *rules: str,
    players: int | str | None = None,
    bots: str | Sequence[str] = (),
    seed: int | str = 1,
    apart: int | str | None = None,
    jobs: int | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Return the measures of the same games under several rulebooks, and how they differ.

    Parameters
    ----------
    *rules : str
        Rulebooks, with changes; the first is the one that the others are compared with.
    players : int or str
        4, "2-6" or "2,3,5".
    bots : str or sequence of str
        Sets of bots, each one name for all seats, or one a seat between commas; none stands for bots of
        different manner.
    seed, apart : int or str
        The seed, and that of all rulebooks but the first where they are to have luck of their own.
    jobs : int
    **options
        As the other fields of `conquestlab.analysis.comparing.variants.Question`: games, rotate, within,
        margin, same_bots, robust.
    """
    question = variants.Question(
        None if players is None else str(players),
        (bots,) if isinstance(bots, str) else tuple(bots),
        seed=str(seed),
        apart=None if apart is None else str(apart),
        **options,
    )
    return _frame(compare_answers.compare(rules, question, jobs=jobs).rows)


def tune(
    rules: str = DEFAULT_RULES,
    *,
    vary: str | Sequence[str] | Mapping[str, tuple[int, int]],
    target: str = "seat_gap=0",
    players: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int | str = 1,
    **options: Any,
) -> pd.DataFrame:
    """Return the numbers of a rulebook that meet a target, what whole numbers cost, and a fresh run.

    Parameters
    ----------
    rules : str
        A rulebook, with changes.
    vary : str, sequence of str, or mapping
        Keys, each alone or with a range: "handicap.armies.2=0..12", or {"handicap.armies.2": (0, 12)}.
    target : str
        A measure and its value: "rounds=12", "win_share.1=0.4".
    players : int
    bots : str or sequence of str
        One name for all seats, or one a seat.
    seed : int or str
    **options
        Further fields of `conquestlab.analysis.tuning.tune_answers.Question` (games, within, confirm, margin,
        rotate, response), and jobs or listener.
    """
    from conquestlab.analysis.tuning import tune_answers

    if isinstance(vary, Mapping):
        vary = [f"{key}={low}..{high}" for key, (low, high) in vary.items()]
    further = {name: options.pop(name) for name in ("jobs", "listener") if name in options}
    question = tune_answers.Question(
        rules,
        _names(vary),
        target,
        None if players is None else str(players),
        _words(bots),
        seed=str(seed),
        **options,
    )
    return _frame(tune_answers.tune(question, **further).rows)


def verify(
    rules: str | Sequence[str] = (),
    *,
    only: str | Sequence[str] = (),
    games: int = 200,
    seed: int | str = 1,
    jobs: int | None = None,
) -> pd.DataFrame:
    """Return the evidence, made again: one row a check, whose verdict is `ok` or `differs`.

    Parameters
    ----------
    rules : str or sequence of str
        Whose dice and games are checked; all that are built in if none is given.
    only : str or sequence of str
        published, statistics, simulated, referee; all of them if none is given.
    games : int
        Of each rulebook that the referee reads; a thousand times as many attacks are played.
    seed : int or str
    jobs : int
    """
    from conquestlab.analysis.evidence import published, refereed, simulated, statistical
    from conquestlab.analysis.evidence.checks import CHECKS
    from conquestlab.analysis.rules.rulebook_files import built_in

    books, seeds = _names(rules) or tuple(built_in()), parse_seeds(str(seed))
    wanted = _names(only) or CHECKS
    if unknown := [name for name in wanted if name not in CHECKS]:
        raise WrongUse(f"no check {unknown[0]!r}: there are {', '.join(CHECKS)}")
    ask: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "published": published.published_rows,
        "statistics": lambda: statistical.statistics_rows(games, int(seeds.words[0])),
        "simulated": lambda: simulated.simulated_rows(
            books, games * simulated.BATTLES_A_GAME, seeds.text, jobs
        ),
        "referee": lambda: refereed.referee_rows(books, games, seeds.text, jobs).rows,
    }
    return _frame([row for name in CHECKS if name in wanted for row in ask[name]()])


def _words(names: str | Sequence[str] | None) -> str | None:
    return names if names is None or isinstance(names, str) else ",".join(names)


def _names(rules: str | Sequence[str]) -> tuple[str, ...]:
    return (rules,) if isinstance(rules, str) else tuple(rules)


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)
