"""What a comparison shows, in words: which way each measure goes, and by how much at which table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import BOT, HUNDREDTHS, MINUTES, ROUNDS, SEAT, SOURCE, Headlines
from conquestlab.analysis.reporting.compare_signs import Compared, compared, difference_row, holds
from conquestlab.analysis.reporting.degrees import (
    BARELY,
    OF_CHANGED_LENGTH,
    OF_CHANGED_SHARE,
    OF_STANDARD_DEVIATIONS,
    PLAINLY,
    SLIGHTLY,
)
from conquestlab.analysis.reporting.known_measures import known_measures, measure_called
from conquestlab.analysis.reporting.result_files import Result, is_number, span_of
from conquestlab.analysis.reporting.sentences import (
    PLAIN,
    POINTS,
    SHARE,
    WARNING,
    Number,
    Parts,
    Verdict,
    capital,
    joined,
    joined_words,
    sentence,
)
from conquestlab.analysis.row import Row

MOST_MEASURES = 9
MOST_NUMBERS = 4  # in one sentence

Place = tuple[str, str, str, str]


class Tables(NamedTuple):
    """Where things were compared: what tells the tables apart, and the rows of the base.

    Attributes
    ----------
    names : mapping
        By players and bots: the bots, the number of players, both, or nothing.
    base : mapping
        The row of the base, by players, bots, measure and what it is of.
    """

    names: Mapping[tuple[str, str], str]
    base: Mapping[Place, Row]

    def name(self, row: Row) -> str:
        """Return the name of the table of a row."""
        return self.names[_table(row)]

    def before(self, row: Row) -> Row | None:
        """Return the row of the base that a row is compared with."""
        return self.base.get(_place(row))


def compare_verdicts(result: Result) -> Iterator[Verdict]:
    """Say what differs, measure by measure; those that others tell already are left to the tables."""
    groups = compared(result.rows)
    variants = list(dict.fromkeys(one.rules for one in groups))
    base = {_place(row): row for row in result.rows if row.get("against") is None}
    tables = Tables(_table_names(groups), base)
    told = 0
    differing = list(dict.fromkeys((one.rules, one.measure) for one in groups if one.is_finding))
    in_order = sorted(
        (one.headlines.rank, name, one.headlines) for name, one in known_measures().items() if one.headlines
    )
    for rules, measure, own in [
        (rules, name, own) for rules in variants for _, name, own in in_order if (rules, name) in differing
    ]:
        if told == MOST_MEASURES:
            break
        told += 1
        some = [one for one in groups if (one.rules, one.measure) == (rules, measure)]
        yield from _of_measure(own, some, tables, rules if len(variants) > 1 else "")
    if len(differing) > told:
        yield _the_rest(len(differing) - told, told)
    if groups and not differing:
        words = sentence(
            "{count} measures were compared; no difference is more than chance may bring.",
            count=str(len(groups)),
        )
        yield Verdict(marked("Comparison"), words, head=sentence("No difference is shown."), weight=BARELY)


def _the_rest(count: int, told: int) -> Verdict:
    """Say how many measures differ beside those that were told."""
    if told and count > 1:
        words = sentence("{count} more measures differ: see the tables.", count=str(count))
    elif told:
        words = sentence("1 more measure differs: see the tables.")
    elif count > 1:
        words = sentence("{count} measures differ: see the tables.", count=str(count))
    else:
        words = sentence("1 measure differs: see the tables.")
    head = sentence("That is not all.") if told else sentence("They differ.")
    return Verdict(marked("Comparison"), words, head=head, weight=BARELY)


def _table_names(groups: Sequence[Compared]) -> dict[tuple[str, str], str]:
    """Return what tells the tables apart: bots, numbers of players, both, or nothing."""
    keys = list(dict.fromkeys(_table(row) for one in groups for row in one.rows))
    players, bots = ({key[place] for key in keys} for place in (0, 1))
    names = {}
    for number, who in keys:
        parts = [say("{players} players", players=number)] if len(players) > 1 else []
        names[number, who] = ", ".join([*parts, *([who] if len(bots) > 1 else [])])
    return names


def _table(row: Row) -> tuple[str, str]:
    return str(row.get("players") or ""), str(row.get("bots") or "")


def _place(row: Row) -> Place:
    return (*_table(row), str(row.get("measure")), str(row.get("of") or ""))


def _of_measure(
    told: Headlines, groups: Sequence[Compared], tables: Tables, variant: str
) -> Iterator[Verdict]:
    """Say where a measure is more and where it is less; twice at most."""
    if any(one.agreement.turns for one in groups):
        words = "; ".join(f"{one.name}: {holds(one)}" for one in groups if one.is_finding)
        head = sentence("It depends on who plays.")
        if not any(_turns_with_the_bots(one) for one in groups):
            head = sentence("It depends on the number of players.")
        yield Verdict(told.topic, _about(variant, (f"{capital(words)}.",)), WARNING, head)
        return
    for sign in (1, -1):
        some = [one for one in groups if sign in one.ways]
        if not some:
            continue
        degree = max(_degrees(some, sign, tables), default=PLAINLY)
        english = told.told(sign > 0, of_many=len(some) > 1)
        head = _hedged(capital(translated(english).format(who=_who(some))), degree)
        found, of = (len({_table(row) for row in rows}) for rows in _rows_of(some, groups, sign))
        if found < of:
            words = "".join(f"{part}" for part in head).removesuffix(".")
            head = sentence(
                "{finding}, at {found} of {tables} tables.", finding=words, found=str(found), tables=str(of)
            )
        pieces, alone = _pieces(some, sign, tables)
        if pieces:
            said = _told_pieces(pieces, alone, _elsewhere(some, tables))
        else:
            said = (f"{joined_words([f'{one.name}: {holds(one)}' for one in some])}.",)
        said = (capital(f"{said[0]}"), *said[1:])
        yield Verdict(told.topic, _about(variant, said), head=head, weight=degree)


def _rows_of(some: Sequence[Compared], groups: Sequence[Compared], sign: int) -> tuple[list[Row], list[Row]]:
    """Return the rows that go one way, and all rows of the measure."""
    found = [row for one in some for row, way in zip(one.rows, one.ways, strict=True) if way == sign]
    return found, [row for one in groups for row in one.rows]


def _turns_with_the_bots(one: Compared) -> bool:
    """Whether a finding goes both ways with as many players."""
    ways: dict[str, set[int | None]] = {}
    for row, way in zip(one.rows, one.ways, strict=True):
        ways.setdefault(str(row.get("players") or ""), set()).add(way)
    return any({1, -1} <= some for some in ways.values())


def _hedged(finding: str, degree: int) -> Parts:
    """Say a finding as loudly as its size allows."""
    words = finding.removesuffix(".")
    if degree == BARELY:
        return sentence("{finding}, but barely.", finding=words)
    if degree == SLIGHTLY:
        return sentence("{finding}, slightly.", finding=words)
    return (finding,)


def _degrees(some: Sequence[Compared], sign: int, tables: Tables) -> Iterator[int]:
    """Yield how much each difference of this way matters."""
    for one in some:
        for row, own in zip(one.rows, one.ways, strict=True):
            if own == sign and is_number(row.get("difference")):
                yield degree_of(one, row, tables.before(row))


def degree_of(one: Compared, row: Row, before: Row | None) -> int:
    """Return how much a difference matters, as a degree of degrees.py.

    Parameters
    ----------
    one : Compared
    row : dict
        One of its rows.
    before : dict or None
        The row of the base.
    """
    size = abs(float(row["difference"]))
    if one.in_points:
        return OF_CHANGED_SHARE.degree(size)
    values = [abs(float(each["value"])) for each in (row, before) if each and is_number(each.get("value"))]
    if len(values) == 2 and not measure_called(one.measure).signed and min(values) > 0.0:
        return OF_CHANGED_LENGTH.degree(size / min(values))
    if is_number(row.get("effect")):
        return OF_STANDARD_DEVIATIONS.degree(row["effect"])
    return PLAINLY


def _about(variant: str, said: Parts) -> Parts:
    return sentence("{variant}: {said}", variant=variant, said=said) if variant else said


def _who(some: Sequence[Compared]) -> str:
    """Return what the head speaks of: seats or bots or sources of armies or continents."""
    kind, many = some[0].kind, len(some) > 1
    names = [one.of.replace("_", " ") for one in some]
    if kind in (SEAT, BOT) and {one.kind for one in some} == {SEAT}:
        listed = joined_words(names)
        return say("seats {seats}", seats=listed) if many else say("seat {seat}", seat=listed)
    if kind in (SEAT, BOT, SOURCE):
        return joined_words(names)
    return translated(f"{kind}s") if len(names) > 2 else joined_words([name.title() for name in names])


def _told_pieces(pieces: Sequence[Parts], alone: str, elsewhere: Mapping[str, str]) -> Parts:
    """Put together by how much a measure differs and where, and where it does not."""
    said = tuple(joined(pieces[:MOST_NUMBERS]))
    rest = len(pieces) - MOST_NUMBERS
    if rest > 0:
        said = sentence("{said}, and {rest} more", said=said, rest=str(rest))
    if alone:
        said = sentence("{said} with {table}", said=said, table=alone)
    if "same" in elsewhere:
        said = sentence(
            "{said}; no difference that matters with {tables}", said=said, tables=elsewhere["same"]
        )
    if "open" in elsewhere:
        said = sentence("{said}; not decided with {tables}", said=said, tables=elsewhere["open"])
    return sentence("{said}.", said=said)


def _pieces(some: Sequence[Compared], sign: int, tables: Tables) -> tuple[list[Parts], str]:
    """Return by how much for each thing and table that goes this way, and the table if there is just one."""
    found = [
        (one, row)
        for one in some
        for row, own in zip(one.rows, one.ways, strict=True)
        if own == sign and is_number(row.get("difference"))
    ]
    there = {tables.name(row) for _, row in found}
    alone = there.pop() if len(there) == 1 else ""
    pieces: list[Parts] = []
    for one, row in found:
        size = _size(one, row, tables.before(row) if len(found) < 3 else None)
        table = "" if alone else tables.name(row)
        if len(some) > 1 and table:
            piece = sentence("{thing} by {size} with {table}", thing=one.thing, size=size, table=table)
        elif len(some) > 1:
            piece = sentence("{thing} by {size}", thing=one.thing, size=size)
        elif table:
            piece = sentence("by {size} with {table}", size=size, table=table)
        else:
            piece = sentence("by {size}", size=size)
        pieces.append(piece)
    return pieces, alone


def _size(one: Compared, row: Row, before: Row | None) -> Parts:
    """Say how large a difference is, and from what to what where that is known."""
    known = difference_row(row)
    known.pop("finding")
    number = Number(**known, form=POINTS if one.unit in HUNDREDTHS else PLAIN, is_size=True)
    size: Parts = (number,)
    if one.unit == ROUNDS:
        size = sentence("{number} rounds", number=number)
    elif one.unit == MINUTES:
        size = sentence("{number} minutes", number=number)
    if before is None or not (is_number(before.get("value")) and is_number(row.get("value"))):
        return size
    values = (_value(one, each) for each in (before, row))
    return sentence("{size}, from {before} to {after}", size=size, before=next(values), after=next(values))


def _value(one: Compared, row: Row) -> Number:
    """Return a value of one side, without its interval."""
    form = SHARE if one.unit == SHARE else POINTS if one.unit == POINTS else PLAIN
    return Number(**span_of(row), form=form, is_alone=True)


def _elsewhere(some: Sequence[Compared], tables: Tables) -> dict[str, str]:
    """Return at which tables nothing is shown, and at which it is open, where the measure is of one thing."""
    if len(some) > 1:
        return {}
    found = {}
    for sign, what in ((0, "same"), (None, "open")):
        names = [tables.name(row) for row, own in zip(some[0].rows, some[0].ways, strict=True) if own == sign]
        if names and names[0]:
            found[what] = joined_words(names)
    return found
