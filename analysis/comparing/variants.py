"""What is compared with what: the question as it is typed, and the games that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.bot import SECONDS
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.playing.experiment import (
    USUAL_PLAYERS,
    Experiment,
    experiment_of,
    read_bots,
    read_players,
)
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

USUAL_GAMES = 10_000
MOST_GAMES_WITHIN = 10_000_000  # with `within` and no number of games
FINEST = 1e-6
MARGIN = 0.02  # of a share; see Contrast.margin
PARTS = 4  # of an engine's chunk, so that several variants of few games keep all cores busy
WHOLE_BLOCKS = 60  # a multiple of every number of seats


class Question(NamedTuple):
    """What `conquest compare` is asked, as it is typed.

    Attributes
    ----------
    players : str or None
        `4`, `2-6` or `2,3,5`; None is the number of bots, or what all rulebooks allow nearest to four, or,
        where `robust`, all that they allow.
    bots : tuple of str
        Sets of bots, each one name or one a seat; none stands for bots of different manner.
    games : int or None
        Of each rulebook, number of players and set of bots; None is 10,000, or as many as `within` needs.
    seed : str
    apart : str or None
        Seed of the rulebooks after the first, which then have luck of their own.
    rotate : bool
        Whether bots that differ move on by one seat from game to game.
    within : float or None
        Stop when every difference of a share of the wins is known to this, up or down.
    margin : float
        A difference of a share that does not matter.
    same_bots : bool
        Whether all rulebooks are played by the bots that the first one has, and not each by its own.
    robust : bool
        Whether the answer is the table of signs, by bots and players.
    bot_seconds : float
        How long a bot outside may take for an answer.
    """

    players: str | None = None
    bots: tuple[str, ...] = ()
    games: int | None = None
    seed: str = "1"
    apart: str | None = None
    rotate: bool = True
    within: float | None = None
    margin: float = MARGIN
    same_bots: bool = False
    robust: bool = False
    bot_seconds: float = SECONDS

    @property
    def games_at_most(self) -> int:
        """How many games are played of each experiment at most."""
        if self.games is not None:
            return self.games
        return USUAL_GAMES if self.within is None else MOST_GAMES_WITHIN


@dataclass(frozen=True, eq=False)
class Comparison:
    """Variants of one game with the same number of players and the same set of bots.

    Attributes
    ----------
    experiments : tuple of Experiment
        The base, and those that are compared with it.
    apart : bool
        Whether the others have luck of their own.
    """

    experiments: tuple[Experiment, ...]
    apart: bool

    @property
    def base(self) -> Experiment:
        """The variant that the others are compared with."""
        return self.experiments[0]

    @property
    def players(self) -> int:
        """Number of players."""
        return self.base.seats

    @property
    def games(self) -> int:
        """Games of each variant."""
        return self.base.games

    @property
    def chunk(self) -> int:
        """Games of a chunk of each variant: whole blocks; it depends on the engine and the bots alone."""
        if self.base.has_guests:
            return self.base.chunk
        return max(1, self.base.chunk // PARTS // WHOLE_BLOCKS) * WHOLE_BLOCKS

    @cached_property
    def caps(self) -> list[int]:
        """Rounds after which a game is cut off, by variant."""
        return [one.engine.most_rounds(one.rulebook, one.seats) for one in self.experiments]

    def is_base_again(self, other: Experiment) -> bool:
        """Whether another variant has the same rules, bots and luck, so that its games must be the same."""
        return (
            not self.apart
            and other.rulebook.hash == self.base.rulebook.hash
            and [bot.hash for bot in other.seated] == [bot.hash for bot in self.base.seated]
        )


def comparisons_of(rules: Sequence[str], question: Question) -> list[Comparison]:
    """Return one comparison for each number of players and set of bots, all checked before any is played."""
    _check(rules, question)
    books = [load(text) for text in rules]
    other = next((book for book in books if book.game != books[0].game), None)
    if other is not None:
        raise WrongUse(
            f"{books[0].label} is a game of {books[0].game}, {other.label} one of {other.game}: "
            "compare rulebooks of one game"
        )
    seeds = parse_seeds(question.seed)
    seeds_apart = seeds if question.apart is None else parse_seeds(question.apart)
    if question.apart is not None and seeds_apart.text == seeds.text:
        raise WrongUse(
            f"apart {question.apart}: give another seed than {seeds.text}, that of the first rulebook"
        )
    sets = [read_bots(text) for text in question.bots] or [(name,) for name in engine_for(books[0]).manners]
    found = []
    for players, bots in _tables(books, sets, question):
        settings = (question.games_at_most, question.rotate, question.bot_seconds)
        base = experiment_of(rules[0], players, bots, seeds, *settings)
        seated = base.seated if question.same_bots else bots
        others = (experiment_of(text, players, seated, seeds_apart, *settings) for text in rules[1:])
        found.append(Comparison((base, *others), question.apart is not None))
    return found


def _check(rules: Sequence[str], question: Question) -> None:
    if len(rules) < 2:
        raise WrongUse(
            "compare takes two rulebooks or more: the first is the one the others are compared with"
        )
    if question.within is not None and not FINEST <= question.within < 1:
        raise WrongUse(f"within {question.within:g}: give a share from {FINEST:g} to 1, such as 0.005")
    if not 0.0 < question.margin < 1.0:
        raise WrongUse(f"margin {question.margin:g}: give a share between 0 and 1, such as {MARGIN:g}")


def _tables(
    books: Sequence[Rulebook], sets: Sequence[tuple[str, ...]], question: Question
) -> list[tuple[int, tuple[str, ...]]]:
    """Return the numbers of players, each with the sets of bots that play there."""
    allowed = [seats for seats in seats_of(books[0]) if all(seats in seats_of(book) for book in books)]
    if not allowed:
        spans = "; ".join(f"{book.label}: {seats_of(book)[0]} to {seats_of(book)[-1]}" for book in books)
        raise WrongUse(f"no number of players is allowed by all these rulebooks ({spans})")
    found = []
    for bots in sets:
        if question.players is not None or len(bots) > 1:
            numbers = read_players(question.players, books[0], bots)
        elif question.robust:
            numbers = allowed
        else:
            numbers = [min(allowed, key=lambda seats: abs(seats - USUAL_PLAYERS))]
        found += [(players, bots) for players in numbers]
    return sorted(found, key=lambda table: table[0])  # stable: the sets of bots stay in their order
