"""Advice on a first hand of Manchots Barjots: what each pair of gifts and each landing is worth, by sampling.

A player sees the hand and nothing else. So games are dealt in which the first seat holds that hand and all
other cards lie as chance has it. Each choice is tried in each of these games, and bots play on to the end, in
the advised seat too. The choices meet the same deals and the same draws of the bots, so that differences are
known better than scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.manchots.question import read_hand, read_players
from conquestlab.analysis.games.manchots.rules import VALUES, ZONES, manchots_rules
from conquestlab.analysis.measures.intervals import t_interval, wilson
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.contract import (
    ASK,
    CHOICE_WIDTH,
    EVENT_WIDTH,
    OUTSIDE,
    OVER,
    luck_of,
    plan_dtype,
    seat_bots,
)
from conquestlab.kernels.shared.purposes import DEAL
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

Row = dict[str, Any]
QUESTIONS = ("which two cards to give", "which to give, and which of the others to land")
GAMES = 1000  # dealt, where nothing else is asked for
FEWEST = 2  # for an interval
GIVE, LAND = 1, 2  # kinds of decision
HANDS_LANE = 7  # a purpose of its own beside those of docs/streams.md


class Choice(NamedTuple):
    """What the advised player does in the first round; without `land` the bot chooses what lands."""

    left: str
    right: str
    land: str = ""

    @property
    def question(self) -> str:
        """Return which of the two questions it is a choice in."""
        return QUESTIONS[1] if self.land else QUESTIONS[0]


@dataclass(frozen=True)
class Tried:
    """Scores and parts of the win of the advised player, by choice and game."""

    choices: list[Choice]
    scores: np.ndarray
    wins: np.ndarray
    bot: str


def advise(
    rulebook: Rulebook,
    hand: str,
    *,
    players: int | None = None,
    games: int = GAMES,
    seed: str | int = 1,
    progress: Callable[[int], object] | None = None,
) -> list[Row]:
    """Return one row a choice of the first round, the highest expected score first.

    Rows whose `land` is empty are the pairs of gifts, with the landing left to the bot. The others add a card
    of the hand that is kept and landed; which cards come from the neighbours is not known yet.

    Parameters
    ----------
    rules : str
        A rulebook of Manchots Barjots, with changes.
    hand : str
        The cards, with commas between.
    players : int, optional
        Real players; four or about four if not given.
    games : int
        Games to deal.
    seed : str or int
    progress : callable, optional
        Called with the number of games tried so far.

    Returns
    -------
    list of dict
        `score` is the mean final score with its interval, `behind` how much less than with the best choice of
        the same kind, and `win` the share of the win.
    """
    cards, seats = check(rulebook, hand, players, games)
    tried = _Sampler(rulebook, seats, cards).tried(games, seed, progress)
    rows = []
    for question in QUESTIONS:
        places = [place for place, one in enumerate(tried.choices) if one.question == question]
        for row in _rows(tried, places):
            rows.append({"rules": rulebook.label, "players": seats, "bot": tried.bot} | row)
    return rows


def check(rulebook: Rulebook, hand: str, players: int | None, games: int) -> tuple[list[str], int]:
    """Return the cards and the number of players; WrongUse where the question cannot be asked so."""
    spec = manchots_rules(rulebook)
    if games < FEWEST:
        raise WrongUse(f"--simulate {games}: give {FEWEST} or more, for an interval")
    return read_hand(hand, spec), read_players(players, spec)


def needs_compiling() -> bool:
    """Tell whether the first game compiles its kernels first, which takes a while."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.manchots.play import advance

    return not cache_is_warm(advance)


def _rows(tried: Tried, places: Sequence[int]) -> Iterator[Row]:
    """Yield the rows of choices of one kind, the best first."""
    means = tried.scores.mean(axis=1)
    order = sorted(places, key=lambda place: (-means[place], place))
    games = tried.scores.shape[1]
    for place in order:
        low, high = _interval(tried.scores[place])
        behind = tried.scores[order[0]] - tried.scores[place]
        behind_low, behind_high = _interval(behind)
        share = float(tried.wins[place].mean())
        win_low, win_high = wilson(share * games, games)
        yield {
            "question": tried.choices[place].question,
            **tried.choices[place]._asdict(),
            "score": float(means[place]),
            "low": low,
            "high": high,
            "behind": float(behind.mean()),
            "behind_low": behind_low,
            "behind_high": behind_high,
            "win": share,
            "win_low": float(win_low),
            "win_high": float(win_high),
            "games": games,
        }


def _interval(numbers: np.ndarray) -> tuple[float, float]:
    error = float(numbers.std(ddof=1)) / len(numbers) ** 0.5
    return t_interval(float(numbers.mean()), error, len(numbers))


class _Sampler:
    """A table at which the first seat is asked in the first round, and a bot plays for it from then on."""

    def __init__(self, rulebook: Any, seats: int, hand: Sequence[str]):
        self.engine = engine_for(rulebook)
        self.kernels = self.engine.kernels
        self.bot = self.engine.default_bot
        self.table = SeatedGame(rulebook, [self.bot] * seats)
        self.seats = seats
        self.asking, self.playing = self.table.bots.copy(), self.table.bots
        self.asking["policy"][0] = OUTSIDE
        self.hand = list(hand)
        self.kinds = [_kind_of(card) for card in hand]
        self.course = np.zeros((manchots_rules(rulebook).rounds + 1, seats), np.int32)
        self.none = np.zeros((0, EVENT_WIDTH), np.int64)

    def tried(self, games: int, seed: str | int, progress: Callable[[int], object] | None) -> Tried:
        """Deal so many games and try every choice in each."""
        gifts = list(dict.fromkeys(permutations(self.hand, 2)))
        landings = [[Choice(*pair, card) for card in self._kept(pair)] for pair in gifts]
        choices = [one for pair, own in zip(gifts, landings, strict=True) for one in (Choice(*pair), *own)]
        scores = np.zeros((len(choices), games), np.int64)
        wins = np.zeros((len(choices), games))
        seeds = parse_seeds(seed).words
        for game in range(games):
            dealt = self._dealt(seeds, game)
            place = 0
            for pair, own in zip(gifts, landings, strict=True):
                given = self._after(dealt, GIVE, pair)
                for landing in [None, *own]:
                    position = given.copy() if landing is None else self._landed(given, landing.land)
                    scores[place, game], wins[place, game] = self._end(position, game)
                    place += 1
            if progress:
                progress(game + 1)
        return Tried(choices, scores, wins, self.bot)

    def _kept(self, pair: Sequence[str]) -> list[str]:
        """Return the cards that are left after a pair of gifts, each once."""
        rest = list(self.hand)
        for card in pair:
            rest.remove(card)
        return list(dict.fromkeys(rest))

    def _dealt(self, seeds: np.ndarray, game: int) -> Any:
        """Return a position in which the first seat holds the hand and is asked what to give.

        The deck lies shuffled. Each card of the hand is exchanged for the one in its place, whichever of its
        copies chance takes: so all orders of the other cards stay equally likely.
        """
        position: Any = np.zeros(1, self.kernels.position_dtype)[0]
        plan: Any = np.array([(game, 1, self.seats, False)], plan_dtype)[0]
        self.kernels.begin(self.table.rules, seeds, luck_of(plan, game), self.seats, position)
        seat_bots(plan, game, position)
        deck, first = position["deck"], int(position["top"][0])
        cards = int(self.table.rules["cards"])
        key, counter = np.array([seeds[DEAL], game], np.uint64), np.array([0, HANDS_LANE, 0, 0], np.uint64)
        words = np.random.Philox(key=key, counter=counter).random_raw(len(self.kinds))
        for number, kind in enumerate(self.kinds):
            fixed = range(first, first + number)
            copies = [place for place in range(cards) if deck[place] == kind and place not in fixed]
            found, place = copies[int(words[number]) * len(copies) >> 64], first + number
            deck[found], deck[place] = deck[place], deck[found]
        self._play_on(position, self.asking, GIVE)
        return position

    def _after(self, before: Any, kind: int, cards: Sequence[str]) -> Any:
        """Return the position after a choice, where the first seat is asked next."""
        position = before.copy()
        self._choose(position, kind, cards)
        self._play_on(position, self.asking, LAND)
        return position

    def _landed(self, given: Any, card: str) -> Any:
        """Return the position after a card was chosen to land."""
        position = given.copy()
        self._choose(position, LAND, [card])
        return position

    def _choose(self, position: Any, kind: int, cards: Sequence[str]) -> None:
        choice = np.zeros(CHOICE_WIDTH, np.int64)
        choice[0] = kind
        choice[1 : 1 + len(cards)] = [_kind_of(card) for card in cards]
        reason = self.kernels.choose(self.table.rules, position, choice)
        assert not reason, self.engine.refusals[reason]

    def _play_on(self, position: Any, bots: np.ndarray, asked: int) -> None:
        why = self.kernels.advance(self.table.rules, bots, position, self.none, self.course)
        assert (why, position["asked"], position["asker"]) == (ASK, asked, 0)

    def _end(self, position: Any, game: int) -> tuple[int, float]:
        """Have bots play on to the end; return the score of the first seat and its part of the win."""
        why = self.kernels.advance(self.table.rules, self.playing, position, self.none, self.course)
        assert why == OVER
        row = self.table.row_of(position, game)
        return int(row["score"][0]), float(row["win"][0]) / WHOLE_WIN


def _kind_of(card: str) -> int:
    zone, _, value = card.rpartition("_")
    return VALUES * ZONES.index(zone) + int(value) - 1
