"""What a comparison shows, in words: which way each measure goes, and by how much at which table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conquestlab.analysis.measures.measure import BOT, HUNDREDTHS, ROUNDS, SEAT, SOURCE, Headlines
from conquestlab.analysis.reporting.compare_signs import Compared, compared, difference_row, holds
from conquestlab.analysis.reporting.known_measures import known_measures
from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.analysis.reporting.sentences import (
    PLAIN,
    POINTS,
    WARNING,
    Number,
    Parts,
    Verdict,
    capital,
    joined,
    joined_words,
)
from conquestlab.analysis.row import Row

MOST_MEASURES = 9
MOST_NUMBERS = 4  # in one sentence


def compare_verdicts(result: Result) -> Iterator[Verdict]:
    """Say what differs, measure by measure; those that others tell already are left to the tables."""
    groups = compared(result.rows)
    variants = list(dict.fromkeys(one.rules for one in groups))
    tables = _table_names(groups)
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
        count = len(differing) - told
        which = f"{count}{' more' if told else ''} measure{'s' * (count > 1)}"
        rest = f"{which} differ{'s' * (count == 1)}: see the tables."
        yield Verdict("Comparison", (rest,), head=("That is not all.",) if told else ("They differ.",))
    if groups and not differing:
        words = f"{len(groups)} measures were compared; no difference is more than chance may bring."
        yield Verdict("Comparison", (words,), head=("No difference is shown.",))


def _table_names(groups: Sequence[Compared]) -> dict[tuple[str, str], str]:
    """Return what tells the tables apart: bots, numbers of players, both, or nothing."""
    keys = list(dict.fromkeys(_table(row) for one in groups for row in one.rows))
    players, bots = ({key[place] for key in keys} for place in (0, 1))
    names = {}
    for number, who in keys:
        parts = [f"{number} players"] if len(players) > 1 else []
        names[number, who] = ", ".join([*parts, *([who] if len(bots) > 1 else [])])
    return names


def _table(row: Row) -> tuple[str, str]:
    return str(row.get("players") or ""), str(row.get("bots") or "")


def _of_measure(
    told: Headlines, groups: Sequence[Compared], tables: dict[tuple[str, str], str], variant: str
) -> Iterator[Verdict]:
    """Say where a measure is more and where it is less; twice at most."""
    said: Parts
    if any(one.agreement.turns for one in groups):
        words = "; ".join(f"{one.name}: {holds(one)}" for one in groups if one.is_finding)
        yield Verdict(
            told.topic, _about(variant, (f"{capital(words)}.",)), WARNING, ("It depends on who plays.",)
        )
        return
    for sign, template in ((1, told.more), (-1, told.less)):
        some = [one for one in groups if sign in one.ways]
        if not some:
            continue
        head = capital(template.format(**_who(some)))
        pieces, where = _pieces(some, sign, tables)
        if not pieces:
            said = (f"{capital(joined_words([f'{one.name}: {holds(one)}' for one in some]))}.",)
        else:
            rest = len(pieces) - MOST_NUMBERS
            more_words = f", and {rest} more" if rest > 0 else ""
            said = (*joined(pieces[:MOST_NUMBERS]), f"{more_words}{where}{_elsewhere(some, tables)}.")
            said = (capital(f"{said[0]}"), *said[1:])
        yield Verdict(told.topic, _about(variant, said), head=(head,))


def _about(variant: str, said: Parts) -> Parts:
    return (f"{variant}: ", *said) if variant else said


def _who(some: Sequence[Compared]) -> dict[str, str]:
    """Return what the head speaks of, seats or bots or sources of armies or continents, and its verbs."""
    kind, many = some[0].kind, len(some) > 1
    names = [one.of.replace("_", " ") for one in some]
    if kind in (SEAT, BOT) and {one.kind for one in some} == {SEAT}:
        who = f"seat{'s' * many} {joined_words(names)}"
    elif kind in (SEAT, BOT, SOURCE):
        who = joined_words(names)
    else:
        who = f"{kind}s" if len(names) > 2 else joined_words([name.title() for name in names])
    return {"who": who, "s": "" if many else "s", "are": "are" if many else "is"}


def _pieces(
    some: Sequence[Compared], sign: int, tables: dict[tuple[str, str], str]
) -> tuple[list[Parts], str]:
    """Return by how much for each thing and table that goes this way, and the table if there is just one."""
    there = {
        tables[_table(row)]
        for one in some
        for row, own in zip(one.rows, one.ways, strict=True)
        if own == sign and is_number(row.get("difference"))
    }
    alone = there.pop() if len(there) == 1 else ""
    pieces: list[Parts] = []
    for one in some:
        for row, own in zip(one.rows, one.ways, strict=True):
            if own != sign or not is_number(row.get("difference")):
                continue
            thing = f"{one.thing} " if len(some) > 1 else ""
            table = "" if alone else tables[_table(row)]
            where = f" with {table}" if table else ""
            words = f" {ROUNDS}" if one.unit == ROUNDS else ""
            pieces.append((f"{thing}by ", _number(row, one.unit), f"{words}{where}"))
    return pieces, f" with {alone}" if alone else ""


def _number(row: Row, unit: str) -> Number:
    known = difference_row(row)
    known.pop("finding")
    return Number(**known, form=POINTS if unit in HUNDREDTHS else PLAIN, is_size=True)


def _elsewhere(some: Sequence[Compared], tables: dict[tuple[str, str], str]) -> str:
    """Say at which tables nothing is shown, where the measure is of one thing."""
    if len(some) > 1:
        return ""
    found = []
    for sign, words in ((0, "no difference that matters"), (None, "not decided")):
        names = [
            tables[_table(row)] for row, own in zip(some[0].rows, some[0].ways, strict=True) if own == sign
        ]
        if names and names[0]:
            found.append(f"{words} with {joined_words(names)}")
    return f"; {', '.join(found)}" if found else ""
