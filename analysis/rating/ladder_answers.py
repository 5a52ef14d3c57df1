"""Answers of `conquest ladder`: ratings of bots, shares, pairs and circles, as tidy rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.playing.play_answers import tunings
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.rating.ladder_question import Contest, Question, contests_of
from conquestlab.analysis.rating.ladder_rows import Record, contest_rows
from conquestlab.analysis.rating.matches import play_fixtures

if TYPE_CHECKING:
    from conquestlab.analysis.bots.guests import GuestFailed
    from conquestlab.analysis.rules.rulebook import Rulebook


class Climbed(NamedTuple):
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
    failed : GuestFailed or None
        A bot outside failed; the rows tell of the games before.
    """

    rows: list[Record]
    rulebooks: tuple[Rulebook, ...]
    contests: tuple[Contest, ...]
    notes: tuple[str, ...]
    interrupted: bool
    failed: GuestFailed | None = None


def ladder(
    rules: Sequence[str],
    question: Question = Question(),  # noqa: B008 - an immutable record
    *,
    jobs: int | None = None,
    listener: Listener = Listener(),  # noqa: B008
) -> Climbed:
    """Have bots play one another and return how they compare, each number with its interval.

    Parameters
    ----------
    rules : sequence of str
        Rulebooks, with changes.
    question : Question
    jobs : int, optional
        Threads; as many as there are cores if not given.
    listener : Listener

    Raises
    ------
    GuestFailed
        A bot outside failed before anything could be told.
    """
    return climb(contests_of(rules, question), question.anchor, jobs=jobs, listener=listener)


def climb(
    contests: Sequence[Contest],
    anchor: str | None = None,
    *,
    jobs: int | None = None,
    listener: Listener = Listener(),  # noqa: B008
) -> Climbed:
    """Play contests and say what came of them; `anchor` is the bot whose rating is 0, if any."""
    rows: list[Record] = []
    # Every bot sits in some lineup, and has the same weights in all with so many players.
    planned = [fixture.experiment for contest in contests for fixture in contest.fixtures]
    notes = list(dict.fromkeys(tunings(planned)))
    interrupted, failed = False, None
    for contest in contests:
        played = play_fixtures(contest.fixtures, jobs, listener)
        if played.matches:
            told = contest_rows(contest, played.matches, anchor)
            rows += told.rows
            notes += told.notes
        interrupted, failed = played.interrupted, played.failed
        if interrupted or failed:
            break
    if failed is not None and not rows:
        raise failed
    rulebooks = tuple({contest.rules: contest.rulebook for contest in contests}.values())
    return Climbed(rows, rulebooks, tuple(contests), tuple(notes), interrupted, failed)
