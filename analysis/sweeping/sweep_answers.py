"""Answers of `conquest sweep`: measures over a grid of rules, numbers of players and bots, as tidy rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.playing.play_answers import tunings
from conquestlab.analysis.playing.workers import Listener, Workers, workers_for
from conquestlab.analysis.row import Row
from conquestlab.analysis.sweeping.cells import Plan, plan_of
from conquestlab.analysis.sweeping.differences import CellRows, rows_of
from conquestlab.analysis.sweeping.noted_cells import Noted, noted_cells, too_few_noted
from conquestlab.analysis.sweeping.playing import play_cells
from conquestlab.analysis.sweeping.rounds import Round, first_share, next_round, stops_until
from conquestlab.analysis.sweeping.standing import Standing
from conquestlab.analysis.sweeping.sweep_folder import ROUNDS, SweepFolder, open_sweep

if TYPE_CHECKING:
    from conquestlab.analysis.requests.sweeps import SweepRequest

MOST_NAMED = 3  # cells that a note names


class SweepAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        A column for each key that varies; rules, players, bots, measure, of, value, low, high, baseline,
        games, kind, unit; against, difference, difference_low, difference_high, p, p_holm, verdict.
    plan : Plan
    notes : tuple of str
    interrupted : bool
        Ctrl-C came before the end; the rows tell of the games that were done.
    failed : ExternalBotFailed or None
        A bot outside failed; the rows tell of the games before.
    """

    rows: list[Row]
    plan: Plan
    notes: tuple[str, ...]
    interrupted: bool
    failed: ExternalBotFailed | None = None


class _Played(NamedTuple):
    """What was played, round by round."""

    rounds: list[dict[int, int]]
    last: Round | None
    interrupted: bool = False
    failed: ExternalBotFailed | None = None


def sweep(
    request: SweepRequest,
    plan: Plan | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> SweepAnswer:
    """Play the games of every cell and return the measures, and how they differ from those of the base.

    Parameters
    ----------
    request : SweepRequest
    plan : Plan, optional
        What `plan_of` returns, where it is known already.
    listener : Listener

    Raises
    ------
    ExternalBotFailed
        A bot outside failed before anything could be told.
    """
    plan = plan_of(request) if plan is None else plan
    with ExitStack() as at_the_end:
        folder = None
        if request.out is not None:
            folder = open_sweep(request.out, plan.settings, request.resume)
            at_the_end.callback(folder.close)
        standing = Standing(plan, folder)
        listener.played(standing.kept)
        workers = at_the_end.enter_context(workers_for(request))
        played = _play(plan, standing, folder, workers, listener)
        noted: Noted = {}
        if not played.interrupted and played.failed is None:
            try:
                noted = noted_cells(plan, standing, workers, listener)
            except KeyboardInterrupt:
                played = played._replace(interrupted=True)
    found = rows_of(plan, standing, noted)
    rows = [row for one in found for row in one.rows]
    if played.failed is not None and not rows:
        raise played.failed
    notes = (
        *dict.fromkeys(tunings([cell.experiment for cell in plan.cells])),
        *_notes(plan, standing, played, found),
        *too_few_noted(plan, noted),
    )
    return SweepAnswer(rows, plan, notes, played.interrupted, played.failed)


def _play(
    plan: Plan, standing: Standing, folder: SweepFolder | None, workers: Workers, listener: Listener
) -> _Played:
    """Play round by round: first an equal share of every cell, then what each round decides."""
    share = None if plan.request.within is None else first_share(plan)
    everyone = {cell.number: share or cell.experiment.games for cell in plan.cells}
    rounds = [everyone, *_kept_rounds(standing, folder, everyone)]
    last = None
    for targets in rounds:
        stops = stops_until(max(targets.values()), share) if share else ()
        try:
            done = play_cells(plan, standing, targets, stops, workers, listener)
        except ExternalBotFailed as failure:
            return _Played(rounds, None, failed=failure)
        if done.interrupted:
            return _Played(rounds, None, interrupted=True)
        if share is None or targets is not rounds[-1]:
            continue
        last = next_round(plan, standing, rows_of(plan, standing))
        if last.targets:
            rounds.append(last.targets)  # the loop goes on with it
            if folder is not None:
                folder.write_rounds([{str(at): games for at, games in one.items()} for one in rounds[1:]])
    return _Played(rounds, last)


def _kept_rounds(
    standing: Standing, folder: SweepFolder | None, everyone: dict[int, int]
) -> list[dict[int, int]]:
    """Return the rounds that were decided before; cells must not be further than these say."""
    kept = [] if folder is None else folder.read_rounds()
    rounds = [{int(at): games for at, games in one.items()} for one in kept]
    for number, games in enumerate(standing.games):
        most = max([everyone[number], *(one[number] for one in rounds if number in one)])
        if games > most:
            assert folder is not None
            raise Failed(
                f"{folder.path / ROUNDS} is missing or old, cell {number} has more games: "
                "put a copy in its place, or play the sweep anew in another folder"
            )
    return rounds


# Words ----------------------------------------------------------------------------------------


def _notes(plan: Plan, standing: Standing, played: _Played, found: Sequence[CellRows]) -> list[str]:
    notes = []
    tested = sum(row["p_holm"] is not None for one in found for row in one.rows)
    if tested:
        findings = sum(sign in "+-" for one in found for sign in one.signs.values())
        notes.append(
            f"{findings} of {tested} differences from {plan.base_label} are more than chance, "
            "by Holm's procedure over the whole grid"
        )
    if played.last is not None:
        notes += _spent(plan, standing, played, played.last)
    return notes


def _spent(plan: Plan, standing: Standing, played: _Played, last: Round) -> list[str]:
    """Say which cells got how many games."""
    share, within = first_share(plan), plan.request.within
    more = {number: games for number, games in enumerate(standing.games) if games > share}
    told = f"{share:,} games of each of {len(plan.cells)} cells"
    if more:
        extra = sum(more.values()) - share * len(more)
        most = sorted(more, key=lambda number: (-more[number], number))[:MOST_NAMED]
        named = "; ".join(f"{plan.cells[number].about}: {more[number]:,}" for number in most)
        told += f", then {extra:,} more of {len(more)} in {len(played.rounds) - 1} rounds, most of {named}"
    if last.unknown:
        end = (
            f"{last.unknown} cells are not known to {within:g} yet, and the games are spent: "
            "give more with --games"
        )
    else:
        end = f"all cells are known to {within:g} in {plan.first_measure}"
    return [told, end]
