"""What the bench times of exact answers: tables, large battles, long rows, and how fast a command starts."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from conquestlab.analysis.games.conquest.battles.battle import RollLaw, fight
from conquestlab.analysis.games.conquest.battles.battle_table import battle_table
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.benchmarks.bench import Measurement, Work

LANDS = (3, 5, 2, 4, 3, 6, 1, 2, 5, 4, 3, 2, 8, 4)
ARMIES = 72
PLAIN = "plain Python"


def measurements() -> list[Measurement]:
    """Return the measurements of this part."""
    start = partial(Measurement, unit="ms", several_threads=True)
    return [
        Measurement("all ends, 1-50 v 1-50, 3v2", "ms", partial(_all_ends, 2), PLAIN, "<= 0.15"),
        Measurement("all ends, 1-50 v 1-50, 3v3", "ms", partial(_all_ends, 3), PLAIN, "<= 0.15"),
        Measurement("ends of 1000 v 1000, 3v2", "ms", partial(_ends, 1000), PLAIN, "<= 0.3"),
        Measurement("ends of 10000 v 10000, 3v2", "ms", partial(_ends, 10_000), reach="<= 20"),
        Measurement(f"row of {len(LANDS)} lands, {ARMIES} armies", "ms", _row, PLAIN, "<= 0.2"),
        start("conquest --help", prepare=_help, reference="import click", reach=">= 0.5 x"),
        start("conquest odds 10 8", prepare=_odds, reference="import click, numpy", reach=">= 0.67 x"),
    ]


def _all_ends(defend_dice: int) -> tuple[Work, Work]:
    import numpy as np

    from conquestlab.analysis.games.conquest.battles.large_battle import chance_table
    from conquestlab.kernels.conquest.battle_law import all_ends

    dice = Dice(3, defend_dice)
    chances, ends = chance_table(dice), np.zeros((51, 51, 101))
    return (
        lambda: once(all_ends(chances, ends)),
        lambda: once(battle_table((50, 50), RollLaw(dice))),
    )


def _ends(armies: int) -> tuple[Work, Work | None]:
    from conquestlab.analysis.games.conquest.battles.large_battle import follow_arrays

    dice = Dice(3, 2)
    law = RollLaw(dice)

    def plain() -> int:
        return once(fight({armies: 1.0}, armies, law.at))

    return lambda: once(follow_arrays(armies, armies, dice, 0, 0)), plain if armies < 2000 else None


def _row() -> tuple[Work, Work]:
    import numpy as np

    from conquestlab.analysis.games.conquest.battles.large_battle import chance_table
    from conquestlab.kernels.conquest.battle_law import fight_row

    dice = Dice(3, 2)
    lands, guards = np.array(LANDS), np.ones(len(LANDS), np.int64)
    grid, lost = np.zeros((ARMIES + 1, max(LANDS) + 1)), np.zeros((len(LANDS), max(LANDS) + 1))

    def work() -> int:
        front = np.zeros(ARMIES + 1)
        front[ARMIES] = 1.0
        lost[:] = 0.0
        return once(fight_row(front, lands, guards, chance_table(dice), grid, lost))

    return work, lambda: once(RowOfLands(ARMIES, LANDS, (1,), dice).ends)


def once(_result: object) -> int:
    """Count one thing done."""
    return 1


def _process(script: str) -> Work:
    """Return the work of one fresh Python process."""
    return lambda: once(subprocess.run([sys.executable, "-c", script], stdout=subprocess.DEVNULL, check=True))


def _help() -> tuple[Work, Work]:
    return _process("from conquestlab.cli import main; main(['--help'])"), _process("import click")


def _odds() -> tuple[Work, Work]:
    script = "from conquestlab.cli import main; main(['odds', '10', '8'])"
    return _process(script), _process("import click, numpy")
