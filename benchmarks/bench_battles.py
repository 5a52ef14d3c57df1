"""What the bench times of streams, rolls and battles."""

from __future__ import annotations

from functools import partial
from typing import Any

from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.battle_simulation import simulate_battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.playing.workers import cores
from conquestlab.benchmarks.bench import Measurement, Work

WORDS = 1_000_000
ROLLS = 300_000
BATTLES = 200_000
PLAIN_BATTLES = 10_000
BATTLES_OF_MANY = 3_000_000  # over two cores, so that starting threads does not count
PLAIN = "jitted np.random loop"


def measurements() -> list[Measurement]:
    """Return the measurements of this part."""
    listed = [
        Measurement("random word of a stream", "ns", _words, f"{PLAIN}, random()"),
        Measurement("3v2 roll in a game", "ns", _rolls, f"{PLAIN}, five dice sorted"),
        Measurement(
            "3v2 roll in simulated battles", "ns", _battle_rolls, f"{PLAIN}, five dice sorted", ">= 15 x"
        ),
        Measurement("battle 10 v 10, 3v2", "battles/s", _battles, f"{PLAIN}, roll by roll", ">= 26e6"),
        Measurement("battle 10 v 10, 3v3", "battles/s", partial(_battles, defend_dice=3)),
        Measurement("battle 100 v 100, 3v2", "battles/s", partial(_battles, armies=100)),
    ]
    if cores() > 1:
        two = Measurement("two cores, battle 10 v 10", "battles/s", _two_cores, "one core", ">= 1.85 x", True)
        listed.append(two)
    return listed


def _stream() -> Any:
    import numpy as np

    from conquestlab.kernels.shared import streams
    from conquestlab.kernels.shared.purposes import DICE

    stream = np.zeros(1, streams.stream_dtype)[0]
    streams.open_stream(stream, np.uint64(1), 0, DICE, 0)
    return stream


def _counted(count: int, loop: Any, *arguments: Any) -> Work:
    """Return the work of a loop that does `count` things."""

    def work() -> int:
        loop(*arguments)
        return count

    return work


def _words() -> tuple[Work, Work]:
    from conquestlab.benchmarks.bench_loops import plain_words, stream_words

    return _counted(WORDS, stream_words, _stream(), WORDS), _counted(WORDS, plain_words, WORDS)


def _rolls() -> tuple[Work, Work]:
    import numpy as np

    from conquestlab.benchmarks.bench_loops import plain_rolls, stream_rolls
    from conquestlab.kernels.conquest import dice

    record = np.zeros(1, dice.dice_dtype)[0]
    dice.fill_dice(record, 6, dice.TIES_TO_DEFENDER, 3, 2)
    return _counted(ROLLS, stream_rolls, _stream(), record, ROLLS), _counted(ROLLS, plain_rolls, ROLLS)


def _battle_rolls() -> tuple[Work, Work]:
    from conquestlab.benchmarks.bench_loops import plain_rolls

    # Broken off so early that every roll is one of three dice against two.
    attack = Battle(400, 400, Dice(3, 2), stop=2, hold=1)

    def work() -> int:
        return simulate_battle(attack, BATTLES // 100, jobs=1).rolls

    return work, _counted(ROLLS, plain_rolls, ROLLS)


def _battles(armies: int = 10, defend_dice: int = 2) -> tuple[Work, Work | None]:
    from conquestlab.benchmarks.bench_loops import plain_battles

    work = _simulated(Battle(armies, armies, Dice(3, defend_dice)), BATTLES * 10 // armies, 1)
    if (armies, defend_dice) != (10, 2):
        return work, None
    return work, _counted(PLAIN_BATTLES, plain_battles, PLAIN_BATTLES, armies, armies)


def _two_cores() -> tuple[Work, Work]:
    attack = Battle(10, 10, Dice(3, 2))
    return _simulated(attack, BATTLES_OF_MANY, 2), _simulated(attack, BATTLES_OF_MANY, 1)


def _simulated(attack: Battle, count: int, jobs: int) -> Work:
    return _counted(count, simulate_battle, attack, count, 1, jobs)
