"""What the commands about whole games are asked: play, replay, compare, ladder, report and verify."""

from __future__ import annotations

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.requests.request import (
    BOT_SECONDS,
    SeededRequest,
    TableRequest,
)

USUAL_GAMES = 10_000
USUAL_CHECK = 200  # games that the referee reads
USUAL_RUN = 1500  # games of a run whose intervals are tried
MOST_GAMES_WITHIN = 10_000_000  # with `within` and no number of games
FINEST = 1e-6


class PlayRequest(TableRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest play` is asked.

    Attributes
    ----------
    games : int or None
        For each rulebook and number of players; None is 10,000, or as many as `within` needs.
    within : float or None
        Play until every share of the wins is known to this, up or down.
    margin : str or None
        How far from an even share still counts as balanced, one or several, as in "0.005,0.01".
    skill : str or None
        The weak bot and the strong one that skill_gap compares; None is those that play, if two do.
    luck : bool
        Also measure luck_share, luck_swing and luck_total: each game is then played about seven times.
    continents : bool
        Also measure continent_worth and bonus_worth: each game is played twice for every continent and seat.
    lift_round : int or None
        The round after which continent_lift looks who holds a continent; None is the game's own choice.
    first_game : int
        Number of the first game, that of a block: a shard of a run may be played by itself.
    choices : bool
        Also measure what there is to choose in a turn: the plans for some turns are played on many times.
    seconds : str or None
        How long what players do takes at the table, as in "turn=30,rolls=8"; None is what the game states.
    out : str or None
        A folder to keep every row in: of one experiment itself, of several a folder below it for each.
    resume : bool
        Go on with the run that the folder holds, up to `games`, which may be more than it was to have.
    debug : bool
        Whether bots outside are watched: what they print is shown, and a question that one fails at is kept.
    """

    games: int | None = None
    within: float | None = None
    margin: str | None = None
    skill: str | None = None
    luck: bool = False
    continents: bool = False
    lift_round: int | None = None
    first_game: int = 0
    choices: bool = False
    seconds: str | None = None
    out: str | None = None
    resume: bool = False
    debug: bool = False

    @property
    def games_at_most(self) -> int:
        """How many games are played of each experiment at most."""
        return games_at_most(self.games, self.within, USUAL_GAMES)


class ReplayRequest(TableRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest replay` is asked.

    Attributes
    ----------
    game : int or str
        Its number, from 0; or those of several, as in "0-47" or "3,5".
    folder : str or None
        A run that is kept, of which the game is; it says itself how it was played.
    check : bool
        Whether a referee looks at the game.
    debug : bool
        Whether bots outside are watched: what they print is shown, and a question that one fails at is kept.
    """

    game: int | str
    folder: str | None = None
    check: bool = False
    debug: bool = False


class JoinRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest join` is asked.

    Attributes
    ----------
    players : str or None
        How many, the person included; None is what the rulebook allows nearest to four.
    bots : str or None
        Who plays the other seats: one name for all, or one for each in their order; None is the usual bot.
    seat : int
        The person's.
    game : int or None
        Its number; None is any.
    advise : bool
        Whether each question comes with what a strong bot would do, and attacks with their exact odds.
    resume : str or None
        A file that holds a game to go on with.
    bot_seconds : float
        Time limit for each decision of an external bot.
    """

    players: str | None = None
    bots: str | None = None
    seat: int = 1
    game: int | None = None
    advise: bool = False
    resume: str | None = None
    bot_seconds: float = BOT_SECONDS


class CompareRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest compare` is asked.

    Attributes
    ----------
    rules : tuple of str
        Rulebooks, with changes; the first is the one that the others are compared with.
    players : str or None
        4, "2-6" or "2,3,5"; None is the number of bots, or what all rulebooks allow nearest to four, or,
        where `robust`, all that they allow.
    bots : tuple of str
        Sets of bots, each one name for all seats, or one for each between commas; none stands for bots of
        different manner.
    games : int or None
        Of each rulebook, number of players and set of bots; None is 10,000, or as many as `within` needs.
    apart : str or None
        Seed of the rulebooks after the first, which then have dice of their own.
    rotate : bool
        Whether bots that differ move on by one seat after each game.
    within : float or None
        Play until every difference of a share of the wins is known to this, up or down.
    detect : str or None
        A difference that is to be found, as in "2points", "0.02", "2%" or "rounds=1": as many games are
        played as it takes; with `games`, it is told what these can find.
    power : float
        How often it is to be found where it is there.
    margin : float
        A difference of shares too small to matter; for other measures 2 M standard deviations of a game.
    measures : tuple of str
        The primary questions, as in "rounds" or "win_share.1"; none stands for the usual ones: the shares of
        the seats, the length, games cut off, how open games are, and the chances of bots that differ.
    same_bots : bool
        Whether the bots trained for the first rulebook play everywhere; else each has its own.
    robust : bool
        Whether the answer is the table of signs, by bots and players.
    bot_seconds : float
        Time limit for each decision of an external bot.
    seconds : str or None
        How long what players do takes at the table, as in "turn=30,rolls=8"; None is what the game states.
    """

    rules: tuple[str, ...] = ()
    players: str | None = None
    bots: tuple[str, ...] = ()
    games: int | None = None
    apart: str | None = None
    rotate: bool = True
    within: float | None = None
    detect: str | None = None
    power: float = 0.8
    margin: float = 0.02
    measures: tuple[str, ...] = ()
    same_bots: bool = False
    robust: bool = False
    bot_seconds: float = BOT_SECONDS
    seconds: str | None = None

    @property
    def games_at_most(self) -> int:
        """How many games are played of each experiment at most."""
        open_end = self.within if self.detect is None else FINEST
        return games_at_most(self.games, open_end, USUAL_GAMES)


class LadderRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest ladder` is asked.

    Attributes
    ----------
    players : str or None
        4, "2-6" or "2,3,5"; None is all that the rulebook allows, or as many as `one` and `against` name.
    bots : str or None
        Who is on the ladder; None is all bots of the game.
    one : str or None
        No ladder: each of these bots alone against `against`.
    against : tuple of str
        With `one`: each is one name for all other seats, or a name for each of them.
    games : int or None
        Of each rulebook and number of players, and of each `one` and `against`; None is 10,000.
    lineups : int or None
        Most seatings to play; None is 120, or fewer where that leaves too few games to each.
    anchor : str or None
        The bot whose rating is 0; None stands for the mean of all.
    bot_seconds : float
        Time limit for each decision of an external bot.
    debug : bool
        Whether bots outside are watched: what they print is shown, and a question that one fails at is kept.
    """

    players: str | None = None
    bots: str | None = None
    one: str | None = None
    against: tuple[str, ...] = ()
    games: int | None = None
    lineups: int | None = None
    anchor: str | None = None
    bot_seconds: float = BOT_SECONDS
    debug: bool = False


class ReportRequest(TableRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest report` is asked.

    Attributes
    ----------
    rules : tuple of str
        Rulebooks to play games of for the page.
    places : tuple of str
        Run folders, or folders that hold some.
    compare, sweep, ladder, tune : tuple of str
        Answers of these commands to include, saved as JSON.
    games : int or None
        For each rulebook and number of players; None is 10,000.
    margin : float or None
        How far from an even share still counts as balanced; None is 0.02.
    sample : int
        Games to follow event by event, to count lands or cards; 0 for none.
    title, author : str or None
        Of the page; None is the titles of the games, and nobody.
    logo, notes : str or None
        A picture to embed, and a text in Markdown to stand below the first answers.
    summary : bool
        The first page alone: title, answers and ten numbers.
    """

    rules: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    compare: tuple[str, ...] = ()
    sweep: tuple[str, ...] = ()
    ladder: tuple[str, ...] = ()
    tune: tuple[str, ...] = ()
    games: int | None = None
    margin: float | None = None
    sample: int = 400
    title: str | None = None
    author: str | None = None
    logo: str | None = None
    notes: str | None = None
    summary: bool = False

    @property
    def playing(self) -> PlayRequest:
        """What is played for the page."""
        given = {name: getattr(self, name) for name in ("rules", "players", "bots", "games", "seed")}
        return PlayRequest(**given, rotate=self.rotate, bot_seconds=self.bot_seconds)


class VerifyRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest verify` is asked.

    Attributes
    ----------
    rules : tuple of str
        Rulebooks to check; none stands for all that are built in.
    only : tuple of str
        published, statistics, simulated, referee; none stands for all of them.
    games : int or None
        Games of each rulebook for the referee, and a thousand times as many battles to simulate; of a run
        whose intervals are tried. None is 200, or 1,500 for `coverage`.
    coverage : bool
        No check of the laboratory: whether the intervals of all measures hold on games of these rulebooks.
    players, bots : str or None
        Who plays these games, as for `conquest play`.
    repetitions : int
        Runs on which the intervals are tried.
    """

    rules: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    games: int | None = None
    coverage: bool = False
    players: str | None = None
    bots: str | None = None
    repetitions: int = 200

    @property
    def games_each(self) -> int:
        """How many games are meant where none are given."""
        if self.games is not None:
            return self.games
        return USUAL_RUN if self.coverage else USUAL_CHECK


def games_at_most(games: int | None, within: float | None, usual: int) -> int:
    """Return the number of games that is given, or the usual one; `within` may take many more."""
    if games is not None:
        return games
    return usual if within is None else MOST_GAMES_WITHIN


def check_within(within: float | None) -> None:
    """Refuse what cannot be the half of an interval of a share."""
    if within is not None and not FINEST <= within < 1:
        raise WrongUse(f"within {within:g}: give a share from {FINEST:g} to 1, such as 0.005")
