"""What the commands are asked that search for numbers: tune for a rulebook, train and learn for a bot."""

from __future__ import annotations

from conquestlab.analysis.requests.games import games_at_most
from conquestlab.analysis.requests.request import SeededRequest, TableRequest

USUAL_TUNING_GAMES = 100_000
USUAL_MINUTES = 10.0


class TuneRequest(TableRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest tune` is asked.

    Attributes
    ----------
    rules : tuple of str
        One rulebook, with changes.
    vary : tuple of str
        Numbers to look for, each alone or with a range: "handicap.armies.2=0..12".
    target : str
        A measure and the value you want: "rounds=12", "win_share.1=0.4".
    games : int or None
        Games to search with; None is 100,000, or as many as `within` needs.
    within : float or None
        Search until every number is known to this, up or down.
    confirm : int or None
        Fresh games to confirm the best whole numbers; 0 for none, None for as many as `margin` needs.
    margin : float or None
        How far from the target a fresh run may be: of shares, and of even seats, a share; of other measures
        a part of what is wanted. None is 0.015 and 0.05.
    response : bool
        Whether to list every setting that was tried.
    bots : tuple of str
        Sets of bots, each one name for all seats, or one for each: the numbers are sought that suit the set
        which they suit least. None is the usual bot of the game, a strong one.
    """

    bots: tuple[str, ...] | str | None = None  # type: ignore[assignment]
    vary: tuple[str, ...]
    target: str = "seat_gap=0"
    games: int | None = None
    within: float | None = None
    confirm: int | None = None
    margin: float | None = None
    response: bool = False

    @property
    def bot_sets(self) -> tuple[str, ...]:
        """The sets of bots."""
        return (self.bots,) if isinstance(self.bots, str) else tuple(dict.fromkeys(self.bots or ()))

    @property
    def games_at_most(self) -> int:
        """How many games the search takes at most, with each set of bots."""
        return games_at_most(self.games, self.within, USUAL_TUNING_GAMES)


class TrainRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest train` is asked.

    Attributes
    ----------
    rules : tuple of str
        One rulebook, with changes.
    out : str
        The bot file to write.
    players : str or None
        One number; None is what the rulebook allows nearest to four.
    bot : str or None
        The bot to train; None is the strongest fast bot of the game if it has weights, else the first that
        has.
    start : str or None
        Weights to start from: "zero", or another bot of the same policy; None is its own.
    fix : str or None
        Weights to leave as they are.
    between : str or None
        Weights to keep between two numbers, `name=low..high`, with commas between them.
    pool : str or None
        Bots to train against, besides its earlier selves; of a mix, members from the beginning.
    mix : bool
        Train a mix, by responses to it.
    rounds : int or None
        Of a mix: stop after so many responses.
    members : int or None
        Of a mix: how many at most; None is 4.
    least_gain : float or None
        Of a mix: stop where a response gains fewer points; None is 1.
    minutes : float or None
        Time for the whole training; None is 10, where `generations` (of a mix, `rounds`) is not given either.
    generations : int or None
        Stop after so many; of a mix, for each response, where None is 40.
    population : int or None
        Candidates in each generation; None is 4 for each weight, at least 24; of a mix 16.
    games : int or None
        Games for each candidate, to begin with; None is 32, and of a mix as of ExploitRequest.
    state : str or None
        The file that keeps the training, so that it can be continued; None is beside `out`.
    resume : bool
        Continue a training that was kept.
    """

    out: str
    players: str | None = None
    bot: str | None = None
    start: str | None = None
    fix: str | None = None
    between: str | None = None
    pool: str | None = None
    mix: bool = False
    rounds: int | None = None
    members: int | None = None
    least_gain: float | None = None
    minutes: float | None = None
    generations: int | None = None
    population: int | None = None
    games: int | None = None
    state: str | None = None
    resume: bool = False

    @property
    def seconds(self) -> float | None:
        """The time there is; None where only generations are counted."""
        return _seconds(self.minutes, self.generations)

    @property
    def seconds_of_rounds(self) -> float | None:
        """The time there is for a mix; None where only rounds are counted."""
        return _seconds(self.minutes, self.rounds)


class LearnRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest learn` is asked.

    Attributes
    ----------
    rules : tuple of str
        One rulebook, with changes.
    out : str
        The bot file to write.
    players : str or None
        One number; None is what the rulebook allows nearest to four.
    bot : str or None
        The bot that learns; None is one of the game that has a value, or can have one.
    against : str or None
        Bots that it learns from games with, and is measured against; None is the strongest fast bot of the
        game.
    rounds : int or None
        At most; None is 3.
    games : int or None
        Games to learn from in each round; None is 16,000.
    starts : int or None
        Deals on which it learns, in the end, where to put its starting armies; None is 0, not at all.
    alone : int or None
        Games of the bot alone, from which it goes on learning after everything else, twice; None is 0, none.
    ahead : int or None
        Further games alone, each time, in which it looks a round ahead now and then; None is 0, none.
    minutes : float or None
        No round is begun that would not end within this time, but the first; None is any time.
    """

    out: str
    players: str | None = None
    bot: str | None = None
    against: str | None = None
    rounds: int | None = None
    games: int | None = None
    starts: int | None = None
    alone: int | None = None
    ahead: int | None = None
    minutes: float | None = None


class ExploitRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest exploit` is asked.

    Attributes
    ----------
    rules : tuple of str
        One rulebook, with changes.
    players : str or None
        One number; None is what the rulebook allows nearest to four.
    bot : str or None
        The bot to exploit; None is the usual bot of the game.
    minutes : float or None
        Time for everything; None is 10, where `generations` is not given either.
    generations : int or None
        Stop after so many.
    population : int or None
        Candidates in each generation; None is 16.
    games : int or None
        Games for each candidate, to begin with; None is 800, and 64 where a bot plays games in its head.
    same_time : bool
        Whether the response thinks as long as the bot, where that plays games in its head.
    same_depth : bool
        Whether the response looks as many rounds ahead as the bot, where that plays games in its head.
    out : str or None
        The bot file to write the best response into.
    """

    players: str | None = None
    bot: str | None = None
    minutes: float | None = None
    generations: int | None = None
    population: int | None = None
    games: int | None = None
    same_time: bool = False
    same_depth: bool = False
    out: str | None = None

    @property
    def seconds(self) -> float | None:
        """The time there is; None where only generations are counted."""
        return _seconds(self.minutes, self.generations)


def _seconds(minutes: float | None, generations: int | None) -> float | None:
    if minutes is None and generations is None:
        return 60.0 * USUAL_MINUTES
    return None if minutes is None else 60.0 * minutes
