"""The contests that a request to rate bots stands for, checked before any game is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.bots.named_bots import known_name, shown_name
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.provenance import one_or_all
from conquestlab.analysis.rating.lineups import (
    Draws,
    Lineup,
    blocks_of,
    ladder_lineups,
    orders_of,
    usual_lineups,
)
from conquestlab.analysis.rating.matches import Fixture, fixtures
from conquestlab.analysis.requests.games import USUAL_GAMES, LadderRequest
from conquestlab.analysis.seeds import Seeds, parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


class Contest(NamedTuple):
    """The matches behind some rows of the answer: one rulebook, one number of players.

    Attributes
    ----------
    rules : str
        The rulebook as it was named.
    rulebook : Rulebook
    seats : int
    names : tuple of str
        Different bots, in the order in which they are shown.
    one : str
        The bot that is alone against others; empty in a ladder.
    fixtures : list of Fixture
    """

    rules: str
    rulebook: Rulebook
    seats: int
    names: tuple[str, ...]
    one: str
    fixtures: list[Fixture]

    @property
    def games(self) -> int:
        """How many games are planned."""
        return sum(fixture.games for fixture in self.fixtures)


def known_of(contests: Sequence[Contest]) -> dict[str, Any]:
    """Return what is known of the games of contests beside their rules."""
    return {
        "seed": contests[0].fixtures[0].experiment.seeds.text,
        "bots": list(dict.fromkeys(name for contest in contests for name in contest.names)),
        "players": one_or_all([contest.seats for contest in contests]),
        "games": one_or_all([contest.games for contest in contests]),
        "lineups": one_or_all([len(contest.fixtures) for contest in contests]),
    }


class Place(NamedTuple):
    """Where games are played: rules, number of players, seeds."""

    rules: str
    rulebook: Rulebook
    seats: int
    seeds: Seeds
    bot_seconds: float
    debug: bool = False

    @property
    def draws(self) -> Draws:
        """The stream that lineups are drawn from, from its beginning."""
        return Draws(self.seeds.words, self.seats)

    def experiment(self, bots: tuple[str, ...], games: int) -> Experiment:
        """Return the experiment of bots in this order around the table."""
        return experiment_of(
            self.rules,
            self.seats,
            bots,
            self.seeds,
            games,
            bot_seconds=self.bot_seconds,
            rulebook=self.rulebook,
            debug=self.debug,
        )

    def contest(self, lineups: list[Lineup], games: int, names: tuple[str, ...], one: str = "") -> Contest:
        """Return the contest of these lineups, in `games` games or somewhat more."""
        planned = fixtures(
            lineups,
            blocks_of(lineups, self.seats, games),
            lambda lineup, count: self.experiment(lineup.bots, count),
        )
        planned = [
            fixture._replace(lineup=fixture.lineup._replace(bots=fixture.experiment.bots))
            for fixture in planned
        ]
        names = tuple(map(shown_name, names))
        return Contest(self.rules, self.rulebook, self.seats, names, one and shown_name(one), planned)


def contests_of(request: LadderRequest) -> list[Contest]:
    """Return the contests of a request, all checked."""
    _check(request)
    seeds = parse_seeds(request.seed)
    answer = []
    for text, rulebook in request.named_books.items():
        if request.one is None:
            names = _ladder_names(request, rulebook)
            answer += [
                _ladder(place, names, request) for place in _places(text, rulebook, (), seeds, request)
            ]
            continue
        for one, against in product(_several(read_bots(request.one)), _several(request.against)):
            others = read_bots(against)
            for place in _places(text, rulebook, others, seeds, request):
                answer.append(_one_against(place, one, others, request))
    return answer


def _check(request: LadderRequest) -> None:
    if (request.one is None) != (not request.against):
        raise WrongUse("--one and --against go together, as in --one expert --against greedy")
    if request.one is not None and request.bots is not None:
        raise WrongUse(
            "--bots names the bots of a ladder, --one and --against a table: leave one of them out"
        )
    if request.one is not None and request.anchor is not None:
        raise WrongUse("--anchor is for the ratings of a ladder: leave it out beside --one")
    for name, number in (("games", request.games), ("lineups", request.lineups)):
        if number is not None and number < 1:
            raise WrongUse(f"{number} {name}: give 1 or more")


def _ladder_names(request: LadderRequest, rulebook: Rulebook) -> tuple[str, ...]:
    names = _several(read_bots(request.bots) or tuple(engine_for(rulebook).bots))
    if len(names) < 2:
        raise WrongUse(
            f"a ladder of {', '.join(names)} alone: give two bots or more, as in --bots random,points"
        )
    shown = list(map(shown_name, names))
    if len(set(shown)) < len(shown):
        raise WrongUse(f"bots {', '.join(names)}: two have one name: give each its own")
    if request.anchor is not None and known_name(request.anchor) not in shown:
        raise WrongUse(f"anchor {request.anchor!r}: it is none of the bots {', '.join(shown)}")
    return names


def _several(names: Sequence[str]) -> tuple[str, ...]:
    """Return names, each once."""
    return tuple(dict.fromkeys(names))


def _places(
    text: str, rulebook: Rulebook, others: Sequence[str], seeds: Seeds, request: LadderRequest
) -> list[Place]:
    """Return a place for each number of players.

    Where none is given there are as many as sit down, or all that are allowed.
    """
    if request.players is not None:
        numbers = read_players(request.players, rulebook, ())
    else:
        numbers = [len(others) + 1] if len(others) > 1 else list(seats_of(rulebook))
    return [Place(text, rulebook, seats, seeds, request.bot_seconds, request.debug) for seats in numbers]


def _ladder(place: Place, names: tuple[str, ...], request: LadderRequest) -> Contest:
    games = request.games or USUAL_GAMES
    most = request.lineups or usual_lineups(place.seats, games)
    for name in names:  # before there are lineups, so that a wrong name is told as it was typed
        place.experiment((name,), games)
    lineups = ladder_lineups(names, place.seats, most, place.draws)
    return place.contest(lineups, games, names)


def _one_against(place: Place, one: str, others: tuple[str, ...], request: LadderRequest) -> Contest:
    if len(others) not in (1, place.seats - 1):
        raise WrongUse(
            f"{len(others)} bots against {one} make {len(others) + 1} players, not {place.seats}: "
            f"give one name for all, or {place.seats - 1}"
        )
    if one in others:
        raise WrongUse(f"{one} against {','.join(others)}: the one must be another bot than those it plays")
    bots = (one, *(others * (place.seats - 1) if len(others) == 1 else others))
    games = request.games or USUAL_GAMES
    place.experiment(bots, games)
    lineups = orders_of(bots, request.lineups or usual_lineups(place.seats, games), place.draws)
    return place.contest(lineups, games, _several(bots), one)
