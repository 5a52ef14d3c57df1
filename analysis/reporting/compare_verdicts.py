"""What a comparison shows, in words: which way each measure goes, and by how much at which table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conquestlab.analysis.reporting.compare_signs import (
    LESS,
    MORE,
    OPEN,
    SAME,
    Compared,
    compared,
    holds,
    place_of,
)
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

Record = dict[str, Any]

MOST_MEASURES = 9
MOST_NUMBERS = 4  # in one sentence
# By measure, in the order of telling: its topic, what more and less of it are called, and its unit.
WORDS: dict[str, tuple[str, str, str, str]] = {
    "win_share": ("Seats", "{} more often.", "{} less often.", POINTS),
    "rounds": ("Length", "Games are longer.", "Games are shorter.", "rounds"),
    "unfinished_share": ("Cut off", "More games are cut off.", "Fewer games are cut off.", POINTS),
    "comeback_share": ("Lead", "A lead at half-time is lost more often.",
                       "A lead at half-time is lost less often.", POINTS),
    "decided_at": ("Lead", "Games are open for longer.", "Games are decided earlier.", POINTS),
    "first_elimination": ("Eliminations", "The first player falls later.", "The first player falls earlier.",
                          POINTS),
    "downtime": ("Eliminations", "Those who fall watch for longer.", "Those who fall watch for less time.",
                 POINTS),
    "income_share": ("Armies", "More of the armies come from {}.", "Fewer of the armies come from {}.",
                     POINTS),
    "continent_kept": ("Continents", "{} easier to keep.", "{} harder to keep.", POINTS),
    "continent_win": ("Continents", "{} worth more.", "{} worth less.", POINTS),
    "objective_share": ("Objectives", "{} won more often.", "{} won less often.", POINTS),
    "lead_changes": ("Lead", "The lead changes more often.", "The lead changes less often.", ""),
    "leader_bashed": ("Leader", "The leader is attacked more often.",
                      "The leader is attacked less often.", ""),
    "kingmaking": ("Kingmaking", "More games are turned by a player who does not win.",
                   "Fewer games are turned by a player who does not win.", POINTS),
    "drama": ("Drama", "Winners come from further behind.", "Winners come from less far behind.", ""),
    "score": ("Score", "{} with more.", "{} with less.", "points"),
}  # fmt: skip
BY_SEAT = {"win_share": ("wins", "win"), "score": ("ends", "end")}


def compare_verdicts(result: Result) -> Iterator[Verdict]:
    """Say what differs, measure by measure; those that others tell already are left to the tables."""
    groups = compared(result.rows)
    variants = list(dict.fromkeys(one.rules for one in groups))
    tables = _table_names(groups)
    told = 0
    differing = list(dict.fromkeys((one.rules, one.measure) for one in groups if one.is_finding))
    for rules, measure in [
        (rules, name) for rules in variants for name in WORDS if (rules, name) in differing
    ]:
        if told == MOST_MEASURES:
            break
        told += 1
        some = [one for one in groups if (one.rules, one.measure) == (rules, measure)]
        yield from _of_measure(measure, some, tables, rules if len(variants) > 1 else "")
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


def _table(row: Record) -> tuple[str, str]:
    return str(row.get("players") or ""), str(row.get("bots") or "")


def _of_measure(
    measure: str, groups: Sequence[Compared], tables: dict[tuple[str, str], str], variant: str
) -> Iterator[Verdict]:
    """Say where a measure is more and where it is less; twice at most."""
    topic, more, less, unit = WORDS[measure]
    if _turns(groups):
        words = "; ".join(f"{one.name}: {holds(one)}" for one in groups if one.is_finding)
        yield Verdict(topic, _about(variant, (f"{capital(words)}.",)), WARNING, ("It depends on who plays.",))
        return
    for sign, template in ((MORE, more), (LESS, less)):
        some = [one for one in groups if sign in one.signs]
        if not some:
            continue
        head = template.format(_who(measure, some))
        pieces, where = _pieces(some, sign, tables, unit)
        if not pieces:
            said: Parts = (f"{capital(joined_words([f'{one.name} {holds(one)}' for one in some]))}.",)
        else:
            rest = len(pieces) - MOST_NUMBERS
            more_words = f", and {rest} more" if rest > 0 else ""
            said = (*joined(pieces[:MOST_NUMBERS]), f"{more_words}{where}{_elsewhere(some, tables)}.")
            said = (capital(f"{said[0]}"), *said[1:])
        yield Verdict(topic, _about(variant, said), head=(head,))


def _turns(groups: Sequence[Compared]) -> bool:
    return any(MORE in one.signs and LESS in one.signs for one in groups)


def _about(variant: str, said: Parts) -> Parts:
    return (f"{variant}: ", *said) if variant else said


def _who(measure: str, some: Sequence[Compared]) -> str:
    """Return what the head speaks of: seats, sources of armies, continents."""
    names = [one.of.replace("_", " ") for one in some]
    if measure in BY_SEAT:
        seats = all(name.isdigit() for name in names)
        words = f"seat{'s' * (len(names) > 1)} {joined_words(names)}" if seats else joined_words(names)
        return capital(f"{words} {BY_SEAT[measure][len(names) > 1]}")
    if measure == "income_share":
        return joined_words(names)
    many = len(names) > 2
    words = measure.partition("_")[0] + "s" if many else joined_words([name.title() for name in names])
    return capital(f"{words} {'are' if many or len(names) > 1 else 'is'}")


def _pieces(
    some: Sequence[Compared], sign: str, tables: dict[tuple[str, str], str], unit: str
) -> tuple[list[Parts], str]:
    """Return by how much for each thing and table that goes this way, and the table if there is just one."""
    there = {
        tables[_table(row)]
        for one in some
        for row, own in zip(one.rows, one.signs, strict=True)
        if own == sign and is_number(row.get("difference"))
    }
    alone = there.pop() if len(there) == 1 else ""
    pieces: list[Parts] = []
    for one in some:
        for row, own in zip(one.rows, one.signs, strict=True):
            if own != sign or not is_number(row.get("difference")):
                continue
            thing = f"{one.thing} " if len(some) > 1 else ""
            table = "" if alone else tables[_table(row)]
            where = f" with {table}" if table else ""
            words = unit if unit not in (POINTS, PLAIN) else ""
            pieces.append((f"{thing}by ", _number(row, unit), f"{f' {words}' if words else ''}{where}"))
    return pieces, f" with {alone}" if alone else ""


def _number(row: Record, unit: str) -> Number:
    low, high = (
        row[key] if is_number(row.get(key)) else None for key in ("difference_low", "difference_high")
    )
    form = POINTS if unit == POINTS else PLAIN
    measure, of = f"difference of {row.get('measure')}", str(row.get("of") or "")
    return Number(row["difference"], low, high, measure, of, form, is_size=True, run=place_of(row))


def _elsewhere(some: Sequence[Compared], tables: dict[tuple[str, str], str]) -> str:
    """Say at which tables nothing is shown, where the measure is of one thing."""
    if len(some) > 1:
        return ""
    found = []
    for sign, words in ((SAME, "no difference that matters"), (OPEN, "not decided")):
        names = [
            tables[_table(row)] for row, own in zip(some[0].rows, some[0].signs, strict=True) if own == sign
        ]
        if names and names[0]:
            found.append(f"{words} with {joined_words(names)}")
    return f"; {', '.join(found)}" if found else ""
