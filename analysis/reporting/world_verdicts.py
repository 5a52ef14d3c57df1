"""What is worth having, in words: verdicts on sources of armies, continents and objectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conquestlab.analysis.reporting.sentences import (
    SHARE,
    Measured,
    Parts,
    Row,
    Verdict,
    capital,
    joined,
    lies_apart,
    number,
)

HALF = 0.5


def income(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say where the armies come from."""
    rows = sorted(measured.of("income_share"), key=lambda row: -row["value"])
    if not rows:
        return
    best = rows[0]
    if best["low"] is not None and best["low"] > HALF:
        head: Parts = (f"Most armies come from {best['of']}.",)
    elif all(lies_apart(other, best) for other in rows[1:]):
        head = (f"{capital(best['of'])} bring the most armies.",)
    else:
        head = ("No source of armies is shown to be the greatest.",)
    pieces: list[Parts] = [
        (f"{row['of'] if place else capital(row['of'])} {'' if place else 'bring '}", number(row, SHARE))
        for place, row in enumerate(rows)
    ]
    first, *rest = joined(pieces)
    yield Verdict("Armies", (first, *rest, " of the armies of an average game."), head=head)


def of_things(measured: Measured, names: Mapping[str, str]) -> Iterator[Verdict]:
    """Say which continent and which objective fares best and which worst, where their intervals lie apart."""
    for measure, (topic, head, first, then) in ENDS.items():
        rows = sorted(measured.of(measure), key=lambda row: row["value"])
        if len(rows) < 2 or not lies_apart(rows[0], rows[-1]):
            continue
        worst, best = (_named(row, names) for row in (rows[0], rows[-1]))
        said: Parts = (
            first.format(best), number(rows[-1], SHARE), then.format(worst), number(rows[0], SHARE), ".",
        )  # fmt: skip
        yield Verdict(topic, said, head=(head.format(best, worst),))


# By measure: the topic, the head, and the sentence around the two numbers.
ENDS = {
    "continent_kept": (
        "Continents",
        "{} is easier to keep than {}.",
        "Whoever owns all of {} after a round still does after the next in ",
        " of the cases; of {}, in ",
    ),
    "continent_win": (
        "Continents",
        "Completing {} is worth more than completing {}.",
        "Whoever completes {} wins ",
        " of these games; whoever completes {}, ",
    ),
    "objective_share": (
        "Objectives",
        "The objectives are not equally hard.",
        "“{}” wins ",
        " of the games in which it is held; “{}” ",
    ),
}


def _named(row: Row, names: Mapping[str, str]) -> str:
    return names.get(row["of"], row["of"]).rstrip(".")
