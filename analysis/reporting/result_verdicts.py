"""What results of compare, sweep, ladder and tune say, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.reporting.compare_verdicts import compare_verdicts
from conquestlab.analysis.reporting.degrees import BARELY, OF_CHANGED_SHARE, OF_RATING
from conquestlab.analysis.reporting.result_files import Result, is_number, span_of
from conquestlab.analysis.reporting.sentences import (
    PLAIN,
    SHARE,
    Number,
    Parts,
    Verdict,
    ended,
    joined,
    joined_words,
    sentence,
)
from conquestlab.analysis.reporting.sweep_verdicts import sweep_verdicts, title_of
from conquestlab.analysis.reporting.tuned_words import (
    aim_in_words,
    aimed_at,
    tuned_advice,
    tuned_key,
    tuned_value,
)

LEVEL_SEATS = "seat_gap"  # the measure whose target 0 levels the seats


def result_verdicts(result: Result) -> list[Verdict]:
    """Return the sentences of one result."""
    says = {"compare": compare_verdicts, "sweep": sweep_verdicts, "ladder": _climbed, "tune": _tuned}
    return list(says[result.kind](result.named))


def heading_of(result: Result) -> str:
    """Return what a result is about, in a few words."""
    if result.kind == "compare" and len(result.rules) > 1:
        base, *variants = map(result.called, result.rules)
        return say("{variants} against {base}", variants=joined_words(variants), base=base)
    words = {"compare": "Comparison", "sweep": "Sweep", "ladder": "Ladder of bots", "tune": "Tuning"}[
        result.kind
    ]
    if not result.rules:
        return words
    first = result.rules[0]
    return f"{words}, {title_of(first) if result.kind == 'sweep' else result.called(first)}"


def _climbed(result: Result) -> Iterator[Verdict]:
    """Say for each number of players who is strongest, by rating or else by share of the wins."""
    rows = result.with_numbers("value")
    several = len({row.get("players") for row in rows}) > 1
    for players in dict.fromkeys(row.get("players") for row in rows):
        some = [row for row in rows if row.get("players") == players]
        rated = [row for row in some if row.get("measure") == "rating"]
        measure = "rating" if rated else "win_share"
        ranked = sorted((row for row in some if row.get("measure") == measure), key=lambda row: -row["value"])
        if len(ranked) >= 2:
            elo = {row["of"]: row for row in some if row.get("measure") == "elo"}
            yield _strongest(ranked[0], ranked[1], measure == "rating", players, several, elo)


def _strongest(
    best: dict[str, Any],
    second: dict[str, Any],
    is_rated: bool,
    players: Any,
    several: bool,
    elo: Mapping[str, dict[str, Any]],
) -> Verdict:
    """Say who leads at one number of players, and whether that is sure; ratings in points of Elo if known."""
    low, high = span_of(best)["low"], span_of(second)["high"]
    sure = low is not None and high is not None and low > high
    numbers = {"first": _number(best), "second": _number(second)}
    named = {"best": str(best.get("of")), "next": str(second.get("of"))}
    if is_rated and {best["of"], second["of"]} <= elo.keys():
        numbers = {"first": _number(elo[best["of"]]), "second": _number(elo[second["of"]])}
        words = sentence(
            "{best} is rated highest, at {first} points of Elo, before {next} at {second}", **named, **numbers
        )
        degree = OF_RATING.degree(best["value"] - second["value"])
    elif is_rated:
        words = sentence("{best} is rated highest, at {first}, before {next} at {second}", **named, **numbers)
        degree = OF_RATING.degree(best["value"] - second["value"])
    else:
        words = sentence("{best} wins most, {first}, before {next} at {second}", **named, **numbers)
        degree = OF_CHANGED_SHARE.degree(best["value"] - second["value"])
    if players is not None:
        words = sentence("With {players} players {words}", players=str(players), words=words)
    if not sure:
        words = sentence("{words}; their intervals overlap", words=words)
    head = _who_is_strongest(named, sure, degree)
    if several:
        head = sentence("{verdict} with {players} players", verdict=head, players=str(players))
    return Verdict(
        marked("Ladder"),
        sentence("{words}.", words=words),
        head=sentence("{verdict}.", verdict=head),
        weight=degree if sure else BARELY,
    )


def _who_is_strongest(named: dict[str, str], sure: bool, degree: int) -> Parts:
    if not sure:
        return sentence("{best} and {next} are not told apart", **named)
    return (
        sentence("{best} is barely stronger than {next}", **named),
        sentence("{best} is slightly stronger than {next}", **named),
        sentence("{best} is the strongest", best=named["best"]),
        sentence("{best} is clearly the strongest", best=named["best"]),
    )[degree]


def _tuned(result: Result) -> Iterator[Verdict]:
    """Say which numbers were found and, where games were played anew, whether they do what was asked."""
    found = [row for row in result.rows if row.get("key") and is_number(row.get("value"))]
    if found:
        values = tuple(
            joined(
                sentence("{key} of {value}", key=tuned_key(result, row), value=_number(row)) for row in found
            )
        )
        whole = [tuned_value(result, row) for row in found if is_number(row.get("rounded"))]
        words = _answer(str(found[0].get("part")), values)
        if whole:
            words = sentence("{words}; to be played, {whole}", words=words, whole=joined_words(whole))
        yield Verdict(
            marked("Tuning"), sentence("{words}.", words=words), head=_tuned_head(result, found, whole)
        )
    for note in result.notes:
        yield Verdict(marked("Tuning"), (ended(note),))


def _answer(part: str, values: Parts) -> Parts:
    if part == "root":
        return sentence("The answer is {values}", values=values)
    return sentence("Nearest comes {values}", values=values) if part == "nearest" else values


def _tuned_head(result: Result, found: Sequence[dict[str, Any]], whole: Sequence[str]) -> Parts:
    """Return a headline that claims no more than the games bear out."""
    part = found[0].get("part")
    if not whole or part not in ("root", "nearest"):
        return ()
    advice = tuned_advice(result, [row for row in found if is_number(row.get("rounded"))])
    measure, _, aim = str(found[0].get("target") or "").partition("=")
    failed = any(note.startswith("not met") for note in result.notes)
    if measure == LEVEL_SEATS:
        if part == "nearest":
            return sentence("{advice}: nearest, but no value in this range levels the seats.", advice=advice)
        fresh = [row for row in result.rows if row.get("part") == "played"]
        tests = [row for row in fresh if row.get("measure") == "seat_balanced"]
        if not failed and tests and tests[0]["value"] == 1:
            return sentence("{advice}: the seats are level then.", advice=advice)
        if failed:
            return sentence(
                "{advice}: nearest, but no whole numbers are shown to level the seats.", advice=advice
            )
        return sentence("{advice}: nearest to level seats.", advice=advice)
    told = {"measure": aimed_at(measure), "aim": aim_in_words(measure, aim), "advice": advice}
    if part == "nearest":
        return sentence("{advice}: nearest, but no value in this range brings {measure} to {aim}.", **told)
    if failed:
        return sentence(
            "{advice}: nearest, but no whole numbers are shown to bring {measure} to {aim}.", **told
        )
    return sentence("{advice}: {measure} comes near {aim} then.", **told)


def _number(row: dict[str, Any]) -> Number:
    measure, of = str(row.get("measure") or ""), str(row.get("of") or "")
    form = SHARE if measure == "win_share" else PLAIN
    return Number(**span_of(row), measure=measure, of=of, form=form, run=table_of(row))


def table_of(row: dict[str, Any]) -> str:
    """Return at which table of a ladder a number was found."""
    parts = ["ladder", str(row.get("rules") or ""), f"{row['players']} players" if row.get("players") else ""]
    return ", ".join(part for part in parts if part) if row.get("players") else ""
