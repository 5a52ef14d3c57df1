"""Answers of `conquest ladder`: ratings of bots, shares, pairs and circles, as tidy rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.named_bots import known_name
from conquestlab.analysis.playing.play_answers import tunings
from conquestlab.analysis.playing.workers import Listener, workers_for
from conquestlab.analysis.rating.contests import Contest, contests_of
from conquestlab.analysis.rating.ladder_rows import Row, contest_rows
from conquestlab.analysis.rating.matches import play_fixtures
from conquestlab.analysis.requests.games import LadderRequest

if TYPE_CHECKING:
    from conquestlab.analysis.bots.external_bots import ExternalBotFailed
    from conquestlab.analysis.rules.rulebook import Rulebook


class LadderAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, measure, of, against, value, low, high, games.
    rulebooks : tuple of Rulebook
    contests : tuple of Contest
        All that were asked for, played or not.
    notes : tuple of str
    interrupted : bool
        Ctrl-C came before the end; the rows tell of the games that were done.
    failed : ExternalBotFailed or None
        A bot outside failed; the rows tell of the games before.
    """

    rows: list[Row]
    rulebooks: tuple[Rulebook, ...]
    contests: tuple[Contest, ...]
    notes: tuple[str, ...]
    interrupted: bool
    failed: ExternalBotFailed | None = None


def ladder(
    request: LadderRequest,
    contests: Sequence[Contest] | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> LadderAnswer:
    """Have bots play one another and return how they compare, each number with its interval.

    Parameters
    ----------
    request : LadderRequest
    contests : sequence of Contest, optional
        What `contests_of` returns, where it is known already.
    listener : Listener

    Raises
    ------
    ExternalBotFailed
        A bot outside failed before anything could be told.
    """
    contests = contests_of(request) if contests is None else contests
    rows: list[Row] = []
    # Every bot sits in some lineup, and has the same weights in all with so many players.
    planned = [fixture.experiment for contest in contests for fixture in contest.fixtures]
    notes = list(dict.fromkeys(tunings(planned)))
    interrupted, failed = False, None
    with workers_for(request) as workers:
        for contest in contests:
            played = play_fixtures(contest.fixtures, workers, listener)
            if played.matches:
                found = contest_rows(contest, played.matches, request.anchor and known_name(request.anchor))
                rows += found.rows
                notes += found.notes
            interrupted, failed = played.interrupted, played.failed
            if interrupted or failed:
                break
    if failed is not None and not rows:
        raise failed
    rulebooks = tuple(request.named_books.values())
    return LadderAnswer(rows, rulebooks, tuple(contests), tuple(notes), interrupted, failed)
