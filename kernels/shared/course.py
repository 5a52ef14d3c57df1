"""The course of a game: the standings after each round, and the columns of a row that follow from them.

Where the seats move one after the other, who has just moved stands higher than before, and would stand too
high if the standings were taken at the end of the last turn of a round. So the standings of such a round are
the mean over the ends of all its turns: each seat is seen as often right after its own turn as any other.

The leader after a round is the seat that stands highest. If several seats tie, the previous leader stays
leader if it is among them; otherwise nobody leads until one seat stands highest alone.
"""

import math

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, popcount
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS, TENTHS, WHOLE_WIN

TURN_FIELDS: list[tuple] = [
    ("standings", np.int64, (SEATS,)),  # now, or at the end of the last turn
    ("sums", np.int64, (SEATS,)),  # of the standings at the ends of the turns of this round
    ("ends", np.int64),  # how many these are
    ("round_standings", np.int64, (SEATS,)),  # of the last round: their mean
]
"""Fields of a position of a game in which the seats move one after the other."""


@jit
def clear_standings(position):
    """Begin a game without standings."""
    position["ends"] = 0
    for seat in range(SEATS):
        position["standings"][seat] = 0
        position["sums"][seat] = 0
        position["round_standings"][seat] = 0


@jit
def add_standings(position):
    """Add the standings at the end of a turn to those of its round; the position before the first is one."""
    position["ends"] += 1
    for seat in range(np.int64(position["seats"])):
        position["sums"][seat] += position["standings"][seat]


@jit
def mean_standings(position):
    """End a round, or one that the end of the game cuts short: its standings are the mean of its turns."""
    for seat in range(np.int64(position["seats"])):
        position["round_standings"][seat] = position["sums"][seat] // position["ends"]
        position["sums"][seat] = 0
    position["ends"] = 0


@jit
def note_round(course, round, standings):
    """Keep the standings after a round; round 0 is the position before the first.

    Parameters
    ----------
    course : int32 (rounds + 1, seats)
        Changed in its row `round`; no rows where no course is kept.
    round : int
    standings : int array, (seats,) or longer
        Share of the position that each seat has, in fixed point (1 is FIXED_ONE).
    """
    if round < course.shape[0]:
        for seat in range(course.shape[1]):
            course[round, seat] = standings[seat]


@jit
def close_row(row, position, winners, course):
    """Write how and when a game ended, who won it, and what its course says.

    Parameters
    ----------
    row : record of a row
        Changed in these columns.
    position : record
        Of a game that is over.
    winners : uint64
        The set of seats that share the win.
    course : int32 (rounds + 1, seats)
    """
    row["how"] = position["how"]
    row["rounds"] = position["round"]
    row["turns"] = position["turn"]
    for seat in range(SEATS):
        row["win"][seat] = WHOLE_WIN // popcount(winners) if holds(winners, seat) else 0
    finish_row(row, course, np.int64(position["round"]), row["win"])


@jit
def finish_row(row, course, rounds, wins):
    """Write what the course of a finished game says: the columns from `lead_changes` on.

    Parameters
    ----------
    row : record of a row
        Changed in these columns.
    course : int32 (at least rounds + 1, seats)
        Standings after rounds 0 to `rounds`; where no course was kept nothing is written.
    rounds : int
        Rounds that were played.
    wins : int array, (seats,) or longer
        Share of the win of each seat, in parts of WHOLE_WIN.
    """
    if course.shape[0] <= rounds:
        return
    winner = _sole_winner(wins, course.shape[1])
    half = (rounds + 1) // 2
    leader, last_leader, half_leader = np.int64(NOBODY), NOBODY, NOBODY
    changes, led, trailed, settled = 0, 0, 0, 0
    drama, surprise = np.int64(0), np.int64(0)
    for round in range(1, rounds + 1):
        leader = leader_after(course[round], leader)
        if leader != NOBODY:
            if last_leader not in (NOBODY, leader):
                changes += 1
            last_leader = leader
        if round == half:
            half_leader = leader
        for seat in range(course.shape[1]):
            surprise += abs(np.int64(course[round, seat]) - course[round - 1, seat])
        if winner == NOBODY:
            continue
        if leader == winner:
            led += 1
        else:
            settled = round
        behind = _highest(course[round]) - course[round, winner]
        if behind > 0:
            trailed += 1
            drama += whole_root(behind * FIXED_ONE)
    alone = winner != NOBODY
    row["lead_changes"] = changes
    row["led"] = led if alone else -1
    row["drama"] = drama
    row["trailed"] = trailed if alone else -1
    row["settled"] = settled if alone else -1
    row["half_leader"] = half_leader
    row["surprise"] = surprise
    for tenth in range(TENTHS):
        round = (rounds * (tenth + 1) + TENTHS - 1) // TENTHS
        for seat in range(course.shape[1]):
            row["tenth"][tenth, seat] = course[round, seat]


@jit
def show_end(row, course, standings):
    """Write how the seats stand when the game is over as its last tenth, in place of the mean of a round."""
    if course.shape[0] > row["rounds"]:
        for seat in range(course.shape[1]):
            row["tenth"][TENTHS - 1, seat] = standings[seat]


@jit
def _highest(standings):
    # The method of the array takes ten times as long to compile.
    highest = np.int64(standings[0])
    for seat in range(1, len(standings)):
        highest = max(highest, np.int64(standings[seat]))
    return highest


@jit
def leader_after(standings, leader):
    """Return the seat that leads after a round, given the one that led before; NOBODY where none does."""
    first, tied = 0, False
    for seat in range(1, len(standings)):
        if standings[seat] > standings[first]:
            first, tied = seat, False
        elif standings[seat] == standings[first]:
            tied = True
    if not tied:
        return first
    return leader if leader != NOBODY and standings[leader] == standings[first] else NOBODY


@jit
def whole_root(number):
    """Return the largest whole number whose square is not above `number` (from 0 to 2**50)."""
    root = np.int64(math.sqrt(number))
    # What floating point rounds is put right in whole numbers.
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@jit
def _sole_winner(wins, seats):
    for seat in range(seats):
        if wins[seat] == WHOLE_WIN:
            return seat
    return NOBODY
