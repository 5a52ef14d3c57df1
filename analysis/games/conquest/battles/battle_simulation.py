"""Battles played roll by roll, beside their exact law: shares, intervals, z, the chi-square of all ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import Attack, Battle
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.analysis.games.trial import share_beside
from conquestlab.analysis.measures.significance import chi_square_p
from conquestlab.analysis.playing.workers import in_chunks
from conquestlab.analysis.seeds import parse_seeds

MOST_GAMES = 10**13
MOST_CELLS = 2**24
CHUNK = 2**24  # armies, on both sides of all battles of a chunk: a few milliseconds
LEAST_BATTLES, OVERHEAD = 1024, 44  # in a chunk; of a battle, in armies
FINE_ENOUGH = 2**32
FEWEST_EXPECTED = 5.0  # in a cell of a chi-square test


class Simulation(NamedTuple):
    """What came of many battles."""

    games: int
    rolls: int
    ends: dict[tuple[int, int], int]
    """Battles by (attackers left, defenders left), as in `Battle.ends`."""


def needs_compiling() -> bool:
    """Tell whether the next simulation compiles its kernel first, which takes some seconds."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.conquest.battle import fight_battles

    return not cache_is_warm(fight_battles)


def simulate_battle(
    attack: Attack,
    games: int,
    seed: str | int = 1,
    jobs: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play an attack many times, roll by roll.

    Parameters
    ----------
    attack : Battle or RowOfLands
        With fixed numbers of dice, at most three a side.
    games : int
    seed : str or int
        As for `parse_seeds`; only the seed of the dice is used. Battle i is the same under the same seed,
        whatever the number of games and of jobs.
    jobs : int, optional
        Threads; as many as there are cores if not given.
    progress : callable, optional
        Called with the number of games played so far, chunk by chunk.
    """
    import numpy as np

    from conquestlab.kernels.conquest.battle import fight_battles
    from conquestlab.kernels.shared.purposes import DICE

    if not 1 <= games <= MOST_GAMES:
        raise WrongUse(f"{games} games: give 1 to {MOST_GAMES}")
    lands, guards, stop, hold = _played(attack)
    order = _order(attack, stop, hold)
    garrisons, guards_left = np.array(lands, np.int32), np.array(guards, np.int32)
    won_row, lost_row = attack.attackers + 1, attack.defenders + 1
    won_cells = (hold + 1) * won_row
    cells = 1 + won_cells + (stop + 1) * lost_row
    if cells > MOST_CELLS:
        raise WrongUse(f"{cells} ends are too many to count: give fewer armies, or lower stops")
    chunk = max(LEAST_BATTLES, CHUNK // (attack.attackers + attack.defenders + OVERHEAD))
    dice_seed = parse_seeds(seed).words[DICE]

    def play(first: int, size: int) -> tuple[int, Any]:
        counted = np.zeros(cells, np.int64)
        return fight_battles(order, garrisons, guards_left, dice_seed, first, size, counted), counted

    rolls, counted = 0, np.zeros(cells, np.int64)
    for rolled, found in in_chunks(play, games, chunk, jobs, progress):
        rolls += int(rolled)
        counted += found
    won, lost = counted[1 : 1 + won_cells], counted[1 + won_cells :]
    ends = {(int(i % won_row), int(i // won_row)): int(won[i]) for i in np.flatnonzero(won)}
    ends |= {(int(i // lost_row), int(i % lost_row)): int(lost[i]) for i in np.flatnonzero(lost)}
    return Simulation(games, rolls, ends)


def _played(attack: Attack) -> tuple[tuple[int, ...], tuple[int, ...], int, int]:
    """Return lands, guards, stop and hold of an attack that can be played roll by roll."""
    if isinstance(attack, RowOfLands):
        return attack.lands, attack.guards, min(attack.stop, attack.attackers), 0
    if isinstance(attack, Battle) and attack.law is None:
        stop, hold = min(attack.stop, attack.attackers), min(attack.hold, attack.defenders)
        return (attack.defenders,), (), stop, hold
    raise WrongUse("fixed numbers of dice are simulated: leave out trees of lands, best dice and --worth")


def _order(attack: Any, stop: int, hold: int) -> Any:
    """Return the record of kernels/conquest/battle.py for an attack."""
    import numpy as np

    from conquestlab.kernels.conquest import battle, dice

    of_attack = attack.dice
    if max(of_attack.attacker, of_attack.defender) > dice.MOST_DICE:
        raise WrongUse(
            f"at most {dice.MOST_DICE} dice a side are simulated: roll fewer, or leave out --simulate"
        )
    order = np.zeros(1, battle.battle_dtype)[0]
    order["attackers"], order["stop"], order["hold"] = attack.attackers, stop, hold
    order["most_pairs"] = min(of_attack.attacker, of_attack.defender)
    order["outcomes"] = outcomes = of_attack.sides ** (of_attack.attacker + of_attack.defender)
    # The n-th roll of a word is off by at most outcomes**(n - 1) / 2**64 in the chance of any of its results.
    fine = [n for n in range(1, battle.MOST_ROLLS_A_WORD + 1) if outcomes ** (n - 1) <= FINE_ENOUGH]
    order["rolls_a_word"] = max(fine)
    for attackers, defenders in product(range(1, dice.MOST_DICE + 1), repeat=2):
        rolled = min(attackers, of_attack.attacker), min(defenders, of_attack.defender)
        ways = count_losses(*rolled, of_attack.sides, of_attack.ties)
        # Dice that are not rolled may fall as they like.
        order["bounds"][attackers, defenders] = np.cumsum(ways[: dice.MOST_DICE]) * (outcomes // sum(ways))
    return order


@cache
def count_losses(attack_dice: int, defend_dice: int, sides: int, ties: str) -> tuple[int, ...]:
    """Count the rolls in which the defender loses 0, 1, 2 and 3 armies, from a list of all throws of both
    sides.

    Of throws that differ only in their order one is kept, with their number. The law of exact battles is
    counted in another way (`dice_law.loss_counts`), so that a simulation is a check on it.
    """
    import numpy as np

    def throws(count: int) -> tuple[Any, Any]:
        faces = np.indices((sides,) * count, np.int8).reshape(count, -1).T
        return np.unique(-np.sort(-faces, axis=1), axis=0, return_counts=True)

    (attacks, attack_ways), (defences, defend_ways) = throws(attack_dice), throws(defend_dice)
    pairs = min(attack_dice, defend_dice)
    margin = attacks[:, None, :pairs] - defences[None, :, :pairs]
    lost = (margin > (0 if ties == "defender" else -1)).sum(axis=2)
    ways = np.multiply.outer(attack_ways, defend_ways)
    return tuple(int(ways[lost == armies].sum()) for armies in range(4))


def odds_beside(attack: Attack, simulation: Simulation) -> dict[str, Any]:
    """Return the columns of a simulation: share won, interval, z, chi-square p of all ends, games."""
    won = sum(count for (_a, d), count in simulation.ends.items() if d <= attack.hold)
    columns = share_beside(won, simulation.games, float(attack.win))
    return columns | {"chi2_p": ends_p(simulation, attack.ends), "games": simulation.games}


def ends_p(simulation: Simulation, ends: Mapping[tuple[int, int], Any]) -> float | None:
    """Return the chi-square p of all simulated ends against their exact chances.

    Ends too rare for the test are pooled. None where fewer than two cells are left; 0 where an impossible
    end came up.
    """
    if simulation.ends.keys() - ends.keys():
        return 0.0
    games = simulation.games
    cells = sorted((float(chance) * games, simulation.ends.get(end, 0)) for end, chance in ends.items())
    pooled: list[tuple[float, int]] = []
    for expected, count in cells:  # the rarest first
        if pooled and pooled[-1][0] < FEWEST_EXPECTED:
            rarer, others = pooled.pop()
            pooled.append((expected + rarer, count + others))
        else:
            pooled.append((expected, count))
    if len(pooled) > 1 and pooled[-1][0] < FEWEST_EXPECTED:
        (expected, count), (rarer, others) = pooled.pop(), pooled.pop()
        pooled.append((expected + rarer, count + others))
    if len(pooled) < 2:
        return None
    statistic = sum((count - expected) ** 2 / expected for expected, count in pooled)
    return chi_square_p(statistic, len(pooled) - 1)
