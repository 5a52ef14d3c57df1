"""What is compared with what: the games that answer a request, in comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from conquestlab.analysis.comparing.detection import WHOLE_BLOCKS, read_detect
from conquestlab.analysis.comparing.families import SEAT_SHARES, check_named
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import Measure
from conquestlab.analysis.playing.experiment import (
    USUAL_PLAYERS,
    Experiment,
    experiment_of,
    read_bots,
    read_players,
)
from conquestlab.analysis.requests.games import CompareRequest, check_within
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

PARTS = 4  # of an engine's chunk, so that several variants of few games keep all cores busy


@dataclass(frozen=True, eq=False)
class Comparison:
    """Variants of one game with the same number of players and the same set of bots.

    Attributes
    ----------
    experiments : tuple of Experiment
        The base, and those that are compared with it.
    independent : bool
        Whether the others have luck of their own.
    """

    experiments: tuple[Experiment, ...]
    independent: bool

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
        if self.base.has_external_bots:
            return self.base.chunk
        return max(1, self.base.chunk // PARTS // WHOLE_BLOCKS) * WHOLE_BLOCKS

    @cached_property
    def caps(self) -> list[int]:
        """Rounds after which a game is cut off, by variant."""
        return [one.engine.most_rounds(one.rulebook, one.seats) for one in self.experiments]

    def is_base_again(self, other: Experiment) -> bool:
        """Whether another variant has the same rules, bots and luck, so that its games must be the same."""
        return (
            not self.independent
            and other.rulebook.hash == self.base.rulebook.hash
            and [bot.hash for bot in other.seated] == [bot.hash for bot in self.base.seated]
        )


def comparisons_of(request: CompareRequest) -> list[Comparison]:
    """Return one comparison for each number of players and set of bots, all checked before any is played."""
    _check(request)
    books = request.books
    other = next((book for book in books if book.game != books[0].game), None)
    if other is not None:
        raise WrongUse(
            f"{books[0].label} is a game of {books[0].game}, {other.label} one of {other.game}: "
            "compare rulebooks of one game"
        )
    seeds = parse_seeds(request.seed)
    seeds_apart = seeds if request.apart is None else parse_seeds(request.apart)
    if request.apart is not None and seeds_apart.text == seeds.text:
        raise WrongUse(
            f"apart {request.apart}: give another seed than {seeds.text}, that of the first rulebook"
        )
    check_named(request.measures, [one.name for one in known_of(books)])
    if request.detect is not None:
        read_detect(request.detect, known_of(books), request.measures)
    sets = [read_bots(text) for text in request.bots] or [
        (name,) for name in engine_for(books[0]).contrasting_bots
    ]
    found = []
    for players, bots in _tables(books, sets, request):
        settings = (request.games_at_most, request.rotate, request.bot_seconds)
        rulebooks = zip(request.rules, books, strict=True)
        text, book = next(rulebooks)
        base = experiment_of(text, players, bots, seeds, *settings, rulebook=book)
        seated = base.seated if request.same_bots else bots
        others = (
            experiment_of(text, players, seated, seeds_apart, *settings, rulebook=book)
            for text, book in rulebooks
        )
        found.append(Comparison((base, *others), request.apart is not None))
    return found


def known_of(books: Sequence[Rulebook]) -> list[Measure]:
    """Return the measures that are compared under any of the rulebooks."""
    own = [one for book in books for one in engine_for(book).measures if one.compared]
    return [COMMON[SEAT_SHARES], *dict.fromkeys(own)]


def _check(request: CompareRequest) -> None:
    if len(request.rules) < 2:
        raise WrongUse(
            "compare takes two rulebooks or more, A B …: the first is the one the others are compared with"
        )
    check_within(request.within)
    if not 0.5 <= request.power < 1.0:
        raise WrongUse(f"power {request.power:g}: give a share from 0.5 to 1, such as 0.8")
    if not 0.0 < request.margin < 1.0:
        raise WrongUse(f"margin {request.margin:g}: give a share between 0 and 1, such as 0.02")


def _tables(
    books: Sequence[Rulebook], sets: Sequence[tuple[str, ...]], request: CompareRequest
) -> list[tuple[int, tuple[str, ...]]]:
    """Return the numbers of players, each with the sets of bots that play there."""
    allowed = [seats for seats in seats_of(books[0]) if all(seats in seats_of(book) for book in books)]
    if not allowed:
        spans = "; ".join(f"{book.label}: {seats_of(book)[0]} to {seats_of(book)[-1]}" for book in books)
        raise WrongUse(f"no number of players is allowed by all these rulebooks ({spans})")
    found = []
    for bots in sets:
        if request.players is not None or len(bots) > 1:
            numbers = read_players(request.players, books[0], bots)
        elif request.robust:
            numbers = allowed
        else:
            numbers = [min(allowed, key=lambda seats: abs(seats - USUAL_PLAYERS))]
        found += [(players, bots) for players in numbers]
    return sorted(found, key=lambda table: table[0])  # stable: the sets of bots stay in their order
