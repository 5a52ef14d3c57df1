"""Rows and sentences of `conquest tune`: the answer, whole numbers near it, the fresh run, the response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.formatted_numbers import formatted
from conquestlab.analysis.measures.measure import BOT
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.row import Row
from conquestlab.analysis.tuning.fresh_runs import is_wanted, measured, meets, tolerance
from conquestlab.analysis.tuning.search import DOUBT, FLAT, NEAREST, ROOT

if TYPE_CHECKING:
    from conquestlab.analysis.tuning.box import Point
    from conquestlab.analysis.tuning.fresh_runs import Fresh
    from conquestlab.analysis.tuning.plans import Plan
    from conquestlab.analysis.tuning.search import Search, TuningAnswer
    from conquestlab.analysis.tuning.varied import Varied
    from conquestlab.analysis.tuning.whole_numbers import Whole

COLUMNS = (
    *("rules", "players", "bots", "target", "part", "key", "at", "measure", "of"),
    *("value", "low", "high", "rounded", "games"),
)
SHOWN = {1.0: "all seats are", 0.0: "not all seats are", None: "not shown to be"}
"""What `seat_balanced` says."""
OF_THE_SEATS = ("win_share", "seat_gap", "seat_balanced", "seat_balanced_p")


@dataclass(eq=False)
class Rows:
    """Everything that is known at the end of a tuning, as rows.

    Attributes
    ----------
    plan : Plan
    varied : sequence of Varied
    search : Search
    answer : TuningAnswer
    whole : sequence of Whole
        Best first.
    fresh : sequence of Fresh
        Of the first ones of `whole`.
    """

    plan: Plan
    varied: Sequence[Varied]
    search: Search
    answer: TuningAnswer
    whole: Sequence[Whole]
    fresh: Sequence[Fresh]

    def all(self) -> list[Row]:
        """Return all rows, those of the response only if they are wanted."""
        rows = [*self.answers(), *self.predicted(), *self.played()]
        if self.plan.request.response:
            rows += self.response()
        return rows

    def answers(self) -> Iterator[Row]:
        """Yield the answer: a row a number."""
        answer = self.answer
        known = answer.verdict != FLAT
        for place, one in enumerate(self.varied):
            settled = known and place not in answer.without_effect
            yield self._row(
                answer.verdict,
                key=one.key,
                value=float(answer.point[place]) if settled else None,
                low=float(answer.spread.low[place]) if settled else None,
                high=float(answer.spread.high[place]) if settled else None,
                rounded=self.whole[0].point[place] if self.whole and settled else None,
                games=self.search.games,
            )

    def predicted(self) -> Iterator[Row]:
        """Yield what is expected of the best whole numbers; `games` are those played at each of them."""
        target = self.plan.target
        measure, of = ("seat_gap", "") if target.levels_seats else target.shown[0]
        for one in self.whole:
            value, low, high = one.value(target)
            yield self._row(
                "predicted",
                one.point,
                measure=measure,
                of=of,
                value=value,
                low=low,
                high=high,
                games=one.games,
            )

    def played(self) -> Iterator[Row]:
        """Yield what the fresh run showed: of the best whole numbers all seats, of the others the gap."""
        target = self.plan.target
        for place, one in enumerate(self.fresh):
            names = OF_THE_SEATS if target.levels_seats and place == 0 else (target.measure,)
            for row in measure_rows(one.tally, names, margin=self.plan.margin):
                if (target.levels_seats and row["kind"] != BOT) or is_wanted(target, row):
                    yield self._row("played", one.point, **row)

    def response(self) -> Iterator[Row]:
        """Yield what the search saw, point by point."""
        for point, sums in sorted(self.search.sums.items()):
            for record in self.plan.target.rows(sums):
                yield self._row("response", point, **record)

    def rules(self, point: Point) -> str:
        """Return the label of the rulebook at a point."""
        return self.plan.variants.rulebook(self.varied, point).label

    def _row(self, part: str, point: Point | None = None, **values: Any) -> Row:
        experiment = self.plan.experiment
        head: Row = {
            "rules": experiment.rulebook.label if point is None else self.rules(point),
            "players": experiment.seats,
            "bots": experiment.bots_text,
            "target": self.plan.target.text,
            "part": part,
            "key": "",
            "at": "" if point is None else ",".join(map(str, point)),
            "measure": "",
            "of": "",
        }
        filled = dict.fromkeys(COLUMNS) | head | values
        return {name: filled[name] for name in COLUMNS}


def all_notes(tables: Sequence[Rows], kept: int | None, met: bool) -> tuple[str, ...]:
    """Return the sentences that belong to the rows.

    Parameters
    ----------
    tables : sequence of Rows
        Those of each set of bots.
    kept : int or None
        The seat, from 0, that keeps what it has.
    met : bool
        Whether fresh runs meet the target with every set of bots.
    """
    if len(tables) == 1:
        return (*_notes_of(tables[0], kept),)
    notes = []
    if tables[0].fresh:
        best = tables[0].rules(tables[0].fresh[0].point)
        told = "meets" if met else "does not meet"
        notes.append(f"best for the bots that it suits least: {best}; it {told} {tables[0].plan.target.text}")
    for rows in tables:
        notes += [f"{rows.plan.experiment.bots_text}: {note}" for note in _notes_of(rows, kept)]
    return tuple(notes)


def _notes_of(rows: Rows, kept: int | None) -> list[str]:
    notes = list(_verdict(rows))
    if rows.fresh:
        notes.append(_judgement(rows))
    if kept is not None:
        path = rows.varied[0].path
        now = rows.plan.varied[kept].now
        notes.append(f"seat {kept + 1}, the strongest as the rules are, keeps {path}.{kept + 1} = {now}")
    for low, high in rows.answer.others:
        key = rows.varied[0].key
        notes.append(f"the target is met once more between {low} and {high}: --vary {key}={low}..{high}")
    if rows.answer.verdict != FLAT and rows.answer.surface.misfit_p < DOUBT:
        notes.append(
            "the measure does not move smoothly from one whole number to the next: "
            "trust what was played more than what lies between"
        )
    if rows.whole:
        notes.append(_rounding(rows))
    if rows.fresh:
        notes.append(_confirmation(rows))
    return notes


def _judgement(rows: Rows) -> str:
    """Say whether the best whole numbers meet the target in their fresh run."""
    plan, one = rows.plan, rows.fresh[0]
    target, whole = plan.target, rows.rules(one.point)
    if target.levels_seats:
        within = f"seats within {100 * plan.margin:g} points of an even share"
    else:
        within = f"{target.text.partition('=')[0]} within {tolerance(plan):.3g} of {target.value:g}"
    if meets(plan, one.tally):
        return f"met: {whole} brings {within}"
    row = measured(plan, one.tally).get("seat_gap" if target.levels_seats else target.measure)
    if row is None or row["value"] is None:
        return f"not met: nothing is known of {target.measure} with {whole}"
    seen = f"{'a gap of ' if target.levels_seats else ''}{_told(row, target.levels_seats)}"
    return f"not met: no whole numbers were shown to bring {within}; nearest, {whole} gives {seen}"


def _verdict(rows: Rows) -> Iterator[str]:
    answer, target, varied = rows.answer, rows.plan.target, rows.varied
    games = f"{rows.search.games:,} games"
    if answer.verdict == FLAT:
        keys = " and ".join(one.key for one in varied)
        spans = " and ".join(f"{one.low} to {one.high}" for one in varied)
        yield f"no answer: in {games}, {keys} from {spans} moved nothing that could be told from chance"
    if answer.verdict == ROOT:
        for place in answer.without_effect:
            yield f"{varied[place].key} is open: in {games} it moved nothing that could be told from chance"
    if answer.verdict == NEAREST:
        yield from _out_of_reach(rows)
    if answer.verdict != FLAT and target.measure == "rounds":
        cut_off = [one for one in rows.fresh[:1] if one.tally.lengths[:, 1].any()]
        if cut_off:
            yield "some games were cut off: the mean is that of the rounds up to the cap"


def _out_of_reach(rows: Rows) -> Iterator[str]:
    answer, target, varied, box = rows.answer, rows.plan.target, rows.varied, rows.search.range
    at_low, at_high = np.isclose(answer.point, box.low), np.isclose(answer.point, box.high)
    if len(varied) < target.aim.size and not (at_low | at_high).any():
        numbers = "one number" if len(varied) == 1 else f"{len(varied)} numbers"
        seats = rows.plan.experiment.seats
        yield f"{target.text} cannot be met: {numbers} cannot level {seats} seats; this is nearest"
        return
    where = "in this range" if len(varied) == 1 else "in these ranges"
    yield f"nothing was found {where} that meets {target.text}; this is nearest"
    for place, one in enumerate(varied):
        if at_low[place] or at_high[place]:
            end, side = (one.low, "lower") if at_low[place] else (one.high, "higher")
            yield f"{one.key} would have to be {side} than {end}{_way_out(rows, one, end)}"


def _way_out(rows: Rows, one: Varied, end: int) -> str:
    """Say what to do where a number would have to leave its range."""
    beyond = end + 1 if end == one.high else end - 1
    if not rows.plan.variants.refusal([one], (beyond,)):
        width = one.high - one.low
        low, high = (one.low, end + 2 * width) if end == one.high else (end - 2 * width, one.high)
        return f": try --vary {one.key}={low}..{high}"
    from conquestlab.analysis.tuning.varied import by_seat

    if rows.plan.target.levels_seats and by_seat(rows.plan.variants.book.game, one.path):
        return f", which no rulebook allows: --vary {one.path} finds the seats that need more"
    return ", which no rulebook allows"


def _rounding(rows: Rows) -> str:
    """Name the best whole numbers, with what rounding costs where the target can be met."""
    best, target = rows.whole[0], rows.plan.target
    same = all(number == one.now for number, one in zip(best.point, rows.varied, strict=True))
    told = f"whole numbers: {rows.rules(best.point)}{' as it is' if same else ''}"
    if rows.answer.verdict != ROOT:
        return told
    value, low, high = best.value(target)
    if target.levels_seats:
        gap = _told({"value": value, "low": low, "high": high}, True)
        return f"{told}; rounding is expected to leave a gap of {gap}"
    measure = " ".join(target.shown[0]).strip()
    left = _told({"value": value, "low": low, "high": high}, False)
    return f"{told}; rounding is expected to leave {measure} at {left}"


def _told(row: Mapping[str, Any], in_points: bool) -> str:
    """Return a value with its interval as it is shown everywhere; gaps between seats in points."""
    value, low, high = formatted(row["value"], row["low"], row["high"], percent=in_points)
    unit = (" point" if value == "1" else " points") if in_points else ""
    return f"{value}{unit} ({low} to {high})"


def _confirmation(rows: Rows) -> str:
    """Say what the fresh run makes of the best whole numbers."""
    plan, one = rows.plan, rows.fresh[0]
    how = f"played anew, {one.tally.games:,} games, seed {one.experiment.seeds.text}"
    if not plan.target.levels_seats:
        found = [row for row in rows.played() if row["at"] == ",".join(map(str, one.point))]
        if found[0]["value"] is None or found[0]["low"] is None:
            return f"{how}: {plan.target.measure} is not known"
        return f"{how}: {plan.target.measure} {_told(found[0], False)}"
    records = measure_rows(one.tally, OF_THE_SEATS, margin=plan.margin)
    by_name: dict[str, Row] = {row["measure"]: {**row} for row in records}
    p_value, gap = by_name["seat_balanced_p"]["value"], by_name["seat_gap"]
    if p_value is None:
        return f"{how}: nothing is known of the seats"
    told = f"{how}: a gap of {_told(gap, True)}"
    shown = SHOWN[by_name["seat_balanced"]["value"]]
    margin = 100 * plan.margin
    return f"{told}, {shown} within {margin:g} points of an even share (p = {p_value:.2g})"
