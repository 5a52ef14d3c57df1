"""Advice on a position: every attack with its exact odds and what it gains, and what plays of it come to.

The odds of battles are exact. The chance to win the game is that of plays to the end, in which everybody
plays by the weights of `planner`; see kernels/conquest/attack_worths.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.attack_question import Choices, attack_on, rules_of_attack
from conquestlab.analysis.games.conquest.board_position import ALLY_SIDE, UNKNOWN, Board
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.language import marked, native, say

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

Row = dict[str, Any]

PLANNER = "planner"
PLAN_NAMES = (
    marked("usual"),
    marked("bolder"),
    marked("more careful"),
    marked("for continents"),
    marked("against continents of others"),
    marked("against the weak"),
    marked("for defence"),
    marked("one conquest, then rest"),
    marked("no attack"),
    marked("along a route"),
)
"""The plans of kernels/conquest/plans.py, in their order."""
MOST_PLAYED = 8  # attacks that are played on, the most promising first
NO_LAND = -1  # of no attack
CARD_WORTH = 2  # armies that a card is reckoned at, to find the promising attacks
KEPT_TURNS = 2  # turns that a continent is reckoned to be held, for the same


@dataclass(frozen=True)
class AttackOption:
    """One attack that a seat can make.

    Attributes
    ----------
    source, target : int
    attackers, defenders : int
        Those that may attack, with all armies that are still to be placed; those on the land.
    win, left, lost : float
        The exact chance to take the land; attackers left on average if it is taken; mean losses, win or lose.
    gains : tuple of str
        What taking it brings.
    promise : float
        By which the attacks to be looked at are chosen, in armies; rough.
    """

    source: int
    target: int
    attackers: int
    defenders: int
    win: float
    left: float
    lost: float
    gains: tuple[str, ...]
    promise: float


@dataclass(frozen=True)
class Played:
    """Plays to the end of the game: how many, how many of them the seat won, and how many ended."""

    games: int
    wins: int

    @property
    def chance(self) -> float:
        """Share of the plays that the seat won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the chance."""
        from conquestlab.analysis.measures.intervals import wilson

        low, high = wilson(self.wins, self.games)
        return float(low), float(high)


@dataclass(frozen=True)
class Advice:
    """The attacks of a seat, the most promising first, and what plays came to.

    Attributes
    ----------
    rulebook : Rulebook
    board : Board
    options : tuple of AttackOption
    attacks : tuple of Played or None
        For each option; None where it was not played.
    no_attack : Played or None
        Without any attack in this turn.
    plans : tuple of Played
        By plan; none where nothing was played.
    """

    rulebook: Rulebook
    board: Board
    options: tuple[AttackOption, ...]
    attacks: tuple[Played | None, ...]
    no_attack: Played | None = None
    plans: tuple[Played, ...] = ()

    @property
    def best(self) -> tuple[AttackOption, Played | None] | None:
        """The best attack: by plays if there are any, else the most promising."""
        pairs = list(zip(self.options, self.attacks, strict=True))
        played = [pair for pair in pairs if pair[1] is not None]
        if played:
            return max(played, key=lambda pair: pair[1].chance if pair[1] else 0.0)
        return pairs[0] if pairs else None


def attack_options(board: Board, rulebook: Rulebook) -> tuple[AttackOption, ...]:
    """Return every attack that the seat can make, the most promising first."""
    found = [_option(board, rulebook, source, target) for source, target in _attacks(board, rulebook)]
    return tuple(sorted(found, key=lambda one: (-one.promise, one.source, one.target)))


def _attacks(board: Board, rulebook: Rulebook) -> Iterator[tuple[int, int]]:
    protected = board.round <= conquest_rules(rulebook).combat.protected_rounds
    early = conquest_rules(rulebook).combat.early_elimination == "forbid_attack"
    for source, near in enumerate(rulebook.map.neighbours):
        if board.owner[source] != board.seat or board.armies[source] + board.to_place < 2:
            continue
        for target in near:
            side = board.owner[target]
            last = board.is_whole and side != ALLY_SIDE and board.owner.count(side) == 1
            if side not in (board.seat, UNKNOWN) and not (protected and early and last):
                yield source, target


def _option(board: Board, rulebook: Rulebook, source: int, target: int) -> AttackOption:
    attackers, defenders = board.armies[source] - 1 + board.to_place, board.armies[target]
    battle = attack_on(attackers, (defenders,), rules_of_attack(rulebook), Choices())
    win = float(battle.win)
    kept = sum(armies * float(chance) for (armies, left), chance in battle.ends.items() if left == 0)
    lost = attackers - sum(armies * float(chance) for (armies, _), chance in battle.ends.items())
    gains, worth = [], 1.0
    for words, armies in _gains(board, rulebook, target):
        gains.append(words)
        worth += armies
    return AttackOption(
        source, target, attackers, defenders, win, kept / win if win else 0.0, lost, tuple(gains),
        win * worth - 0.5 * lost,
    )  # fmt: skip


def _gains(board: Board, rulebook: Rulebook, target: int) -> Iterator[tuple[str, float]]:
    """Yield what taking a land brings, each with the armies that it is reckoned at."""
    world, seat, loser = rulebook.map, board.seat, board.owner[target]
    if conquest_rules(rulebook).cards.draw == "conquest" and board.conquered == 0:
        yield say("a card"), CARD_WORTH
    inside = zip(world.continents, rulebook.continent_bonus, world.continent_lands, strict=True)
    for continent, bonus, lands in inside:
        if target not in lands:
            continue
        if all(board.owner[land] == seat or land == target for land in lands):
            yield (
                say(
                    "completes {continent}, {armies} armies a turn",
                    continent=native(continent.name, continent.name_fr),
                    armies=bonus,
                ),
                KEPT_TURNS * bonus,
            )
        elif all(board.owner[land] == loser for land in lands):
            yield (
                say(
                    "breaks {continent}, {armies} armies a turn",
                    continent=native(continent.name, continent.name_fr),
                    armies=bonus,
                ),
                bonus,
            )
    if board.is_whole and loser != ALLY_SIDE and board.owner.count(loser) == 1:
        sides = {side for side in board.owner if side != ALLY_SIDE}
        if sides == {seat, loser}:
            yield say("wins the game"), 100.0
        else:
            cards = board.hand_sizes[loser]
            yield (
                say("puts out seat {seat} and takes {cards} cards", seat=loser + 1, cards=cards),
                3.0 + CARD_WORTH * cards,
            )


def advise(
    board: Board,
    rulebook: Rulebook,
    games: int,
    seeds: np.ndarray,
    progress: Callable[[int], object] = lambda done: None,
) -> Advice:
    """Return the attacks of a position, played on so many times where all lands are known."""
    options = attack_options(board, rulebook)
    if not games or not board.is_whole or not options:
        return Advice(rulebook, board, options, (None,) * len(options))
    check_whole(board, rulebook)
    player = _Player(board, rulebook, seeds)
    attacks: list[Played | None] = [None] * len(options)
    for place, option in enumerate(options[:MOST_PLAYED]):
        attacks[place] = player.attack(option.source, option.target, games)
        progress(games)
    none = player.attack(NO_LAND, NO_LAND, games)
    progress(games)
    plans = player.plans(games)
    progress(games * len(PLAN_NAMES))
    return Advice(rulebook, board, options, tuple(attacks), none, plans)


def plays_of(board: Board, rulebook: Rulebook, games: int) -> int:
    """Return how many plays advice takes."""
    options = attack_options(board, rulebook)
    if not board.is_whole or not options:
        return 0
    return games * (min(len(options), MOST_PLAYED) + 1 + len(PLAN_NAMES))


def check_whole(board: Board, rulebook: Rulebook) -> None:
    """Refuse to play on what lacks a secret objective."""
    if rulebook.objectives is not None and board.objective is None:
        known = ", ".join(one.id for one in rulebook.objectives.objectives)
        raise WrongUse(
            f"{rulebook.label} has objectives: give yours as objective = one of {known}; or --simulate 0"
        )


class _Player:
    """Plays a position on, by the weights of the planner for its rulebook."""

    def __init__(self, board: Board, rulebook: Rulebook, seeds: np.ndarray) -> None:
        from conquestlab.analysis.bots.named_bots import find_bot
        from conquestlab.analysis.games import engine_for
        from conquestlab.analysis.games.conquest.board_record import record_of
        from conquestlab.analysis.playing.seating import seat

        engine = engine_for(rulebook)
        self.rules: np.void = engine.compile(rulebook, board.players)[0]
        self.position = record_of(board, rulebook, self.rules, seeds)
        planner = find_bot(PLANNER, engine, rulebook, board.players)
        bots = seat([planner], engine, rulebook, self.rules, board.players)
        bots["weights"]["depth"] = self.rules["max_rounds"]  # to the end of the game
        self.position["bot"][board.seat] = bots[0]

    def attack(self, source: int, target: int, games: int) -> Played:
        """Play on with an attack first."""
        import numpy as np

        from conquestlab.kernels.conquest.attack_worths import attack_worths

        worths = np.zeros(games, np.int64)
        attack_worths(self.rules, self.position.copy(), source, target, worths)
        return _played(worths)

    def plans(self, games: int) -> tuple[Played, ...]:
        """Play on by each plan."""
        import numpy as np

        from conquestlab.kernels.conquest.attack_worths import plan_worths_of

        worths = np.zeros((games, len(PLAN_NAMES)), np.int64)
        plan_worths_of(self.rules, self.position.copy(), worths)
        return tuple(_played(worths[:, plan]) for plan in range(len(PLAN_NAMES)))


def _played(worths: np.ndarray) -> Played:
    from conquestlab.kernels.shared.rows import FIXED_ONE

    return Played(len(worths), int((worths == FIXED_ONE).sum()))


def advice_rows(advice: Advice) -> list[Row]:
    """Return a row for each attack, the most promising first; then one for none, and one for each plan.

    `left` are the attackers left if the land is taken, `lost` the mean losses whatever comes. `chance` is to
    win the game, empty where nothing was played on.
    """
    lands = advice.rulebook.map.lands
    rows = []
    for option, played in zip(advice.options, advice.attacks, strict=True):
        row: Row = {"kind": "attack", "from": lands[option.source].name, "to": lands[option.target].name}
        row |= {"attackers": option.attackers, "defenders": option.defenders, "win": option.win}
        row |= {"left": option.left, "lost": option.lost, "gains": "; ".join(option.gains)}
        rows.append(row | _chance(played))
    empty = dict.fromkeys(("from", "to", "attackers", "defenders", "win", "left", "lost", "gains"))
    if advice.no_attack is not None:
        rows.append({"kind": "no attack", **empty, **_chance(advice.no_attack)})
    for name, played in zip(PLAN_NAMES, advice.plans, strict=False):
        rows.append({"kind": f"plan: {name}", **empty, **_chance(played)})
    return rows


def _chance(played: Played | None) -> Row:
    if played is None:
        return {"chance": None, "low": None, "high": None, "games": 0}
    low, high = played.interval
    return {"chance": played.chance, "low": low, "high": high, "games": played.games}
