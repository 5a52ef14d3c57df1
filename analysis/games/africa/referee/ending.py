"""When a game of Africa 1880 is over, what each seat scores, and who has won (rules.md 8.4)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from conquestlab.analysis.games.africa.referee.board import Board


class Score(NamedTuple):
    """The points of a seat."""

    alone: int
    shared: int
    alliances: int
    total: int


def how_over(board: Board, played: int, spec: Any) -> str:
    """Return how the game is over after so many rounds, empty while it goes on."""
    if len(board.colonies) >= spec.last_colony:
        return "colonies"
    return "1914" if played == len(spec.years) else ""


def scores(board: Board, seats: int, spec: Any) -> dict[int, Score]:
    """Return the points of each seat; the alliances are those of the last round."""
    return {seat: _score(board, seat, seats, spec) for seat in range(1, seats + 1)}


def _score(board: Board, seat: int, seats: int, spec: Any) -> Score:
    on_colonies = [board.present[territory] for territory in board.colonies]
    own = [present for present in on_colonies if seat in present]
    alone = spec.score.alone * sum(present == {seat} for present in own)
    shared = spec.score.shared * sum(present != {seat} for present in own)
    friends = sum(other != seat and seat not in board.war[other] for other in range(1, seats + 1))
    handicap = spec.handicap.points[seat - 1] if seat <= len(spec.handicap.points) else 0
    alliances = spec.score.alliance * friends
    return Score(alone, shared, alliances, alone + shared + alliances + handicap)


def winner_of(found: Mapping[int, Score]) -> int | None:
    """Return the seat of the highest total; nobody where several have it."""
    most = max(score.total for score in found.values())
    best = [seat for seat, score in found.items() if score.total == most]
    return best[0] if len(best) == 1 else None
