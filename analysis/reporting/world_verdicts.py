"""What is worth having, in words: verdicts on sources of armies, continents and objectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conquestlab.analysis.language import marked, translated
from conquestlab.analysis.reporting.degrees import BARELY, OF_SHARES, PLAINLY
from conquestlab.analysis.reporting.sentences import (
    SHARE,
    Measured,
    Number,
    Parts,
    Row,
    Verdict,
    capital,
    joined,
    lies_apart,
    number,
    sentence,
)

HALF = 0.5


def income(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say where the armies come from."""
    rows = sorted(measured.of("income_share"), key=lambda row: -row["value"])
    if not rows:
        return
    head, degree = _first_source(rows)
    first, *others = rows
    begins = sentence(
        "{source} bring {share}", source=capital(translated(first["of"])), share=number(first, SHARE)
    )
    pieces = [
        sentence("{source} {share}", source=translated(row["of"]), share=number(row, SHARE)) for row in others
    ]
    words = sentence("{shares} of the armies of an average game.", shares=tuple(joined([begins, *pieces])))
    yield Verdict(marked("Armies"), words, head=head, weight=degree)


def _first_source(rows: list[Row]) -> tuple[Parts, int]:
    """Return what is said of the greatest source, and how much it matters."""
    best, others = rows[0], rows[1:]
    if best["low"] is not None and best["low"] > HALF:
        if OF_SHARES.degree(best["value"] - HALF) < PLAINLY:
            return sentence(
                "A little more than half of the armies come from {source}.", source=translated(best["of"])
            ), 1
        return sentence("Most armies come from {source}.", source=translated(best["of"])), PLAINLY
    if others and all(lies_apart(other, best) for other in others):
        source, other = capital(translated(best["of"])), translated(others[0]["of"])
        heads = (
            sentence("{source} bring barely more armies than {other}.", source=source, other=other),
            sentence("{source} bring slightly more armies than {other}.", source=source, other=other),
            sentence("{source} bring the most armies.", source=source),
            sentence("{source} bring the most armies by far.", source=source),
        )
        degree = OF_SHARES.degree(best["value"] - others[0]["value"])
        return heads[degree], degree
    return sentence("No source of armies is shown to be the greatest."), BARELY


def of_things(measured: Measured, names: Mapping[str, str]) -> Iterator[Verdict]:
    """Say which continent and which objective fares best and which worst, where their intervals lie apart."""
    for measure, say_ends in ENDS.items():
        rows = sorted(measured.of(measure), key=lambda row: row["value"])
        if len(rows) < 2 or not lies_apart(rows[0], rows[-1]):
            continue
        worst, best = (_named(row, names) for row in (rows[0], rows[-1]))
        shares = {"least": number(rows[0], SHARE), "most": number(rows[-1], SHARE)}
        degree = OF_SHARES.degree(rows[-1]["value"] - rows[0]["value"])
        topic, heads, words = say_ends(best, worst, shares)
        yield Verdict(topic, words, head=heads[degree], weight=degree)


def _kept(best: str, worst: str, shares: Mapping[str, Number]) -> tuple[str, tuple[Parts, ...], Parts]:
    named = {"best": best, "worst": worst}
    heads = (
        sentence("All continents are about as easy to keep."),
        sentence("{best} is slightly easier to keep than {worst}.", **named),
        sentence("{best} is easier to keep than {worst}.", **named),
        sentence("{best} is clearly easier to keep than {worst}.", **named),
    )
    words = sentence(
        "Whoever owns all of {best} after a round still does after the next in {most} of the cases; of "
        "{worst}, in {least}.",
        **named, **shares,
    )  # fmt: skip
    return "Continents", heads, words


def _completed(best: str, worst: str, shares: Mapping[str, Number]) -> tuple[str, tuple[Parts, ...], Parts]:
    named = {"best": best, "worst": worst}
    heads = (
        sentence("It barely matters which continent is completed."),
        sentence("Completing {best} is worth slightly more than completing {worst}.", **named),
        sentence("Completing {best} is worth more than completing {worst}.", **named),
        sentence("Completing {best} is worth clearly more than completing {worst}.", **named),
    )
    words = sentence(
        "Whoever completes {best} wins {most} of these games; whoever completes {worst}, {least}.",
        **named, **shares,
    )  # fmt: skip
    return "Continents", heads, words


def _held(best: str, worst: str, shares: Mapping[str, Number]) -> tuple[str, tuple[Parts, ...], Parts]:
    heads = (
        sentence("The objectives are about equally hard."),
        sentence("The objectives are not quite equally hard."),
        sentence("The objectives are not equally hard."),
        sentence("The objectives are far from equally hard."),
    )
    words = sentence(
        "“{best}” wins {most} of the games in which it is held; “{worst}” {least}.",
        best=best, worst=worst, **shares,
    )  # fmt: skip
    return "Objectives", heads, words


ENDS = {"continent_kept": _kept, "continent_win": _completed, "objective_share": _held}
"""By measure, what says the best and the worst of its rows."""


def _named(row: Row, names: Mapping[str, str]) -> str:
    return names.get(row["of"], row["of"]).rstrip(".")
