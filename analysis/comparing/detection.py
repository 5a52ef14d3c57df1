"""How many games a planned comparison takes: what is to be found, and what a pilot of its first games says.

The pilot tells only how much games vary, not whether the variants differ, and its games count with the others
(an internal pilot, Wittes and Brittain 1990); so the tests of all games together stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.comparing.families import SEAT_SHARES, is_primary
from conquestlab.analysis.comparing.planning import games_to_detect, rounded_up
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import LEVEL, normal_quantile
from conquestlab.analysis.measures.measure import BOT, HUNDREDTHS, ROUNDS, Measure
from conquestlab.analysis.rules.faults import nearest

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.measured_sides import MeasuredSide
    from conquestlab.analysis.comparing.paired_games import Sums
    from conquestlab.analysis.comparing.variants import Comparison
    from conquestlab.analysis.requests.games import CompareRequest

WHOLE_BLOCKS = 60  # a multiple of every number of seats
PILOT = 300  # blocks that say how much games vary
WIN_SHARE = "win_share"
PERCENT = 100.0
EXAMPLES = "2points, 0.02, 2% or rounds=1"


class Detect(NamedTuple):
    """A difference that is to be found where it is there.

    Attributes
    ----------
    text : str
        As it was typed.
    measure, of : str
        The measure; no name stands for the shares of all seats, and of bots that differ.
    size : float
        In the unit of the measure.
    """

    text: str
    measure: str
    of: str
    size: float

    @property
    def words(self) -> str:
        """The difference in words."""
        return worded(self.size, self.measure, self.of)


def worded(size: float, measure: str, of: str = "") -> str:
    """Return a size of a difference in words."""
    unit = COMMON[measure or WIN_SHARE].unit if (measure or WIN_SHARE) in COMMON else ""
    if unit in HUNDREDTHS:
        number = f"{PERCENT * size:.3g} point{'s' * (size != 0.01)}"
    else:
        number = f"{size:.3g}{f' {ROUNDS}' if unit == ROUNDS else ''}"
    if size == 1.0:
        number = number.removesuffix("s")
    about = " ".join(filter(None, [measure, of]))
    return f"{number} of {about}" if measure not in ("", "rounds") else number


def read_detect(text: str, known: Iterable[Measure], named: Sequence[str]) -> Detect:
    """Return what a text such as `2points`, `0.02`, `2%` or `rounds=1` asks for.

    Parameters
    ----------
    text : str
    known : iterable of Measure
        Those that are compared.
    named : sequence of str
        The primary questions, as the request names them.
    """
    measures = {one.name: one for one in known}
    about, equals, number = text.rpartition("=")
    measure, _, of = about.strip().partition(".")
    found = re.fullmatch(r"\s*([0-9]*\.?[0-9]+(?:e-?[0-9]+)?)\s*(points?|%)?\s*", number)
    if not found or bool(equals) != bool(measure):
        raise WrongUse(f"--detect {text}: give the size of a difference, such as {EXAMPLES}")
    size = float(found[1]) / (PERCENT if found[2] else 1.0)
    if measure and measure not in measures:
        near = nearest(measure, list(measures))
        meant = f"did you mean {near}?" if near else f"there are {', '.join(measures)}"
        raise WrongUse(f"--detect {text}: no measure that is compared is called {measure}: {meant}")
    of_share = not measure or measures[measure].unit in HUNDREDTHS
    if found[2] and not of_share:
        raise WrongUse(f"--detect {text}: {measure} is no share: give a plain number, as in rounds=1")
    if size <= 0.0 or (of_share and size >= 1.0):
        raise WrongUse(f"--detect {text}: give a difference above 0, of a share below 1, such as {EXAMPLES}")
    if measure and not is_primary((measure, of), "", named, measures):
        raise WrongUse(f"--detect {text}: {measure} is no primary question: add --measure {measure}")
    return Detect(text, measure, of, size)


def games_needed(detect: Detect, sides: Sequence[MeasuredSide], tests: int, power: float) -> float | None:
    """Return how many games find the difference so often; None where the pilot does not tell.

    Parameters
    ----------
    detect : Detect
    sides : sequence of MeasuredSide
        What the pilot came to.
    tests : int
        Primary questions of the whole answer.
    power : float
    """
    needed = [
        games for side in sides if side.contrasts is not None for games in _by_row(detect, side, tests, power)
    ]
    return max(needed) if needed else None


def found_with(detect: Detect, needed: float, games: int) -> Detect:
    """Return the difference that fewer or more games find as often."""
    return detect._replace(size=detect.size * (needed / games) ** 0.5)


def _by_row(detect: Detect, side: MeasuredSide, tests: int, power: float) -> Iterable[float]:
    """Yield the games that each row of the measure takes."""
    assert side.contrasts is not None
    seats = detect.measure in ("", SEAT_SHARES)
    if seats and not side.identical and side.sides is not None and side.comparison.players > 1:
        from conquestlab.analysis.comparing.seat_contrasts import games_for_one_seat

        games = games_for_one_seat(side.sides, detect.size, tests, power)
        if games is not None:
            yield games
    for (measure, of), contrast in side.contrasts.items():
        of_bot = measure == WIN_SHARE and side.rows[measure, of]["kind"] == BOT
        if not (of_bot if seats else measure == detect.measure and detect.of in ("", of)):
            continue
        low, high = contrast.difference.near
        if low is None or high is None or high <= low:
            continue
        error = (high - low) / 2.0 / normal_quantile(2.0 * LEVEL - 1.0)
        yield games_to_detect(error**2 * side.games, detect.size, tests, power)


def games_planned(
    comparison: Comparison, pilot: Sums, detect: Detect, tables: int, request: CompareRequest
) -> tuple[int, str]:
    """Return how many games are played of each variant, and the sentence that says so.

    Parameters
    ----------
    comparison : Comparison
    pilot : Sums
        What its first games came to.
    detect : Detect
    tables : int
        Comparisons of the whole answer, which have as many questions each.
    request : CompareRequest
    """
    from conquestlab.analysis.comparing.judging import questions_of
    from conquestlab.analysis.comparing.measured_sides import measured_sides

    sides = measured_sides(comparison, pilot)
    tests = tables * questions_of(sides, request.measures)
    needed = games_needed(detect, sides, tests, request.power)
    about = say(
        "{players} players, {bots_text}", players=comparison.players, bots_text=comparison.base.bots_text
    )
    played, most = pilot.tallies[0].games, comparison.games
    often = say("with {percent} % power", percent=numerals(f"{PERCENT * request.power:.3g}"))
    pilot_games = numerals(f"{played:,}")
    if tests == 1:
        by = say("by a pilot of {games} games, for 1 primary question", games=pilot_games)
    else:
        by = say("by a pilot of {games} games, for {tests} primary questions", games=pilot_games, tests=tests)
    if needed is None:
        return most if request.games is not None else played, (
            say(
                "{about}: how many games find {words} is not known {by}",
                about=about,
                words=detect.words,
                by=by,
            )
        )
    wanted = rounded_up(max(needed, 1.0))
    if request.games is not None or wanted > most:
        least = found_with(detect, needed, most).words
        return most, say(
            "{about}: {most} games find {least} {often}, {words} takes {wanted} ({by})",
            about=about,
            most=numerals(f"{most:,}"),
            least=least,
            often=often,
            words=detect.words,
            wanted=numerals(f"{wanted:,}"),
            by=by,
        )
    whole = -(-wanted // WHOLE_BLOCKS) * WHOLE_BLOCKS
    games = min(most, max(played, whole))
    return games, say(
        "{about}: {words} takes {wanted} games to be found {often} ({by})",
        about=about,
        words=detect.words,
        wanted=numerals(f"{wanted:,}"),
        often=often,
        by=by,
    )
