"""Who wins, in words: verdicts on seats and on bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.measures.measure import BOT, SEAT
from conquestlab.analysis.reporting.degrees import BARELY, OF_BOTS, OF_EVEN_SHARE
from conquestlab.analysis.reporting.sentences import (
    POINTS,
    SHARE,
    Measured,
    Number,
    Parts,
    Row,
    Verdict,
    capital,
    joined,
    joined_words,
    lies_apart,
    number,
    sentence,
)


def of_seats(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say which seats win more and which less than an even share."""
    shares = [row for row in measured.of("win_share") if row["kind"] == SEAT]
    if len(shares) < 2:
        return
    even = Number(1.0 / seats, form=SHARE)
    words = _apart(shares, even, lambda row: say("seat {seat}", seat=row["of"]), seats == 2)
    if words:
        degree = OF_EVEN_SHARE.degree(_greatest_edge(shares, 1.0 / seats))
        yield Verdict(marked("Seats"), words, head=_edge(shares, 1.0 / seats, degree), weight=degree)
        return
    balanced = measured.first("seat_balanced")
    if balanced is not None and balanced["value"] == 1:
        margin = Number(float(balanced["of"]), form=POINTS)
        said = sentence(
            "Each is shown to win within {margin} of the even share of {even}.", margin=margin, even=even
        )
        yield Verdict(marked("Seats"), said, head=sentence("The seats are even."))
        return
    ends = [row[end] for row in shares for end in ("low", "high") if row[end] is not None]
    if not ends:
        said = sentence("Too few games were won to tell one seat from another.")
        yield Verdict(marked("Seats"), said, head=sentence("Nothing is known of the seats."), weight=BARELY)
        return
    open_to = Number(max(abs(end - 1.0 / seats) for end in ends), form=POINTS)
    low, high = (pick(shares, key=lambda row: row["value"]) for pick in (min, max))
    said = sentence(
        "They win between {low} and {high}; an even share would be {even}. So few games do not rule out that "
        "a seat is {open_to} off.",
        low=number(low, SHARE), high=number(high, SHARE), even=even, open_to=open_to,
    )  # fmt: skip
    head = sentence("No seat is shown to be better than another.")
    yield Verdict(marked("Seats"), said, head=head, weight=BARELY)


def of_bots(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say which bots win more and which less than an even share."""
    shares = [row for row in measured.of("win_share") if row["kind"] == BOT]
    if len(shares) < 2:
        return
    even = Number(1.0 / seats, form=SHARE)
    words = _apart(shares, even, lambda row: str(row["of"]), False)
    if words is None:
        said = sentence(
            "None wins more or less than the even share of {even}, as far as these games show.", even=even
        )
        head = sentence("No bot is shown to be better than another.")
        yield Verdict(marked("Bots"), said, head=head, weight=BARELY)
        return
    *others, best = sorted(shares, key=lambda row: row["value"])
    degree = OF_BOTS.degree((best["value"] - others[-1]["value"]) * seats)
    first = f"{words[0]}"
    words = (f"{first[0].lower()}{first[1:]}", *words[1:])
    said = sentence("From a seat drawn at random {words}", words=words)
    if not all(lies_apart(one, best) for one in others):
        yield Verdict(marked("Bots"), said, head=sentence("The bots differ."))
        return
    named = {"best": str(best["of"]), "next": str(others[-1]["of"])}
    heads = (
        sentence("{best} plays barely better than {next}.", **named),
        sentence("{best} plays slightly better than {next}.", **named),
        sentence("{best} plays best.", best=named["best"]),
        sentence("{best} clearly plays best.", best=named["best"]),
    )
    yield Verdict(marked("Bots"), said, head=heads[degree], weight=degree)


def _greatest_edge(rows: Sequence[Row], even: float) -> float:
    """Return by how much of an even share the seat shown to lie furthest from it does so."""
    above, below = _sides(rows, even)
    return max(abs(float(row["value"]) / even - 1.0) for row in above or below)


def _edge(rows: Sequence[Row], even: float, degree: int) -> Parts:
    """Say in a few words where the edge lies: with the later seats, the earlier ones, or with some."""
    above, below = _sides(rows, even)
    if above and below and len(rows) > 2:
        if all(lies_apart(before, after) for before, after in pairwise(rows)):
            return _in_order(degree)[0]
        if all(lies_apart(after, before) for before, after in pairwise(rows)):
            return _in_order(degree)[1]
        better, worse = ([int(row["of"]) for row in some] for some in (above, below))
        if max(better) < min(worse):
            return _early(degree)
        if min(better) > max(worse):
            return _late(degree)
    names = sorted((row["of"] for row in above or below), key=int)
    if above:
        return _better(joined_words(names), len(names) > 1, degree)
    return _worse(joined_words(names), len(names) > 1, degree)


def _in_order(degree: int) -> tuple[Parts, Parts]:
    if degree == BARELY:
        return (
            sentence("The later the seat, the better, but barely."),
            sentence("The earlier the seat, the better, but barely."),
        )
    return sentence("The later the seat, the better."), sentence("The earlier the seat, the better.")


def _early(degree: int) -> Parts:
    return (
        sentence("Early seats have barely an edge."),
        sentence("Early seats have a slight edge."),
        sentence("Early seats have an edge."),
        sentence("Early seats have a clear edge."),
    )[degree]


def _late(degree: int) -> Parts:
    return (
        sentence("Late seats have barely an edge."),
        sentence("Late seats have a slight edge."),
        sentence("Late seats have an edge."),
        sentence("Late seats have a clear edge."),
    )[degree]


def _better(seats: str, several: bool, degree: int) -> Parts:
    if several:
        return (
            sentence("Seats {seats} have barely an edge.", seats=seats),
            sentence("Seats {seats} have a slight edge.", seats=seats),
            sentence("Seats {seats} have an edge.", seats=seats),
            sentence("Seats {seats} have a clear edge.", seats=seats),
        )[degree]
    return (
        sentence("Seat {seat} has barely an edge.", seat=seats),
        sentence("Seat {seat} has a slight edge.", seat=seats),
        sentence("Seat {seat} has an edge.", seat=seats),
        sentence("Seat {seat} has a clear edge.", seat=seats),
    )[degree]


def _worse(seats: str, several: bool, degree: int) -> Parts:
    if several:
        return (
            sentence("Seats {seats} have barely a disadvantage.", seats=seats),
            sentence("Seats {seats} have a slight disadvantage.", seats=seats),
            sentence("Seats {seats} have a disadvantage.", seats=seats),
            sentence("Seats {seats} have a clear disadvantage.", seats=seats),
        )[degree]
    return (
        sentence("Seat {seat} has barely a disadvantage.", seat=seats),
        sentence("Seat {seat} has a slight disadvantage.", seat=seats),
        sentence("Seat {seat} has a disadvantage.", seat=seats),
        sentence("Seat {seat} has a clear disadvantage.", seat=seats),
    )[degree]


def _sides(rows: Sequence[Row], even: float) -> tuple[list[Row], list[Row]]:
    """Return the rows shown to lie above an even share, highest first, and those below, lowest first."""
    above = [row for row in rows if row["low"] is not None and row["low"] > even]
    below = [row for row in rows if row["high"] is not None and row["high"] < even]
    return sorted(above, key=lambda row: -row["value"]), sorted(below, key=lambda row: row["value"])


def _apart(
    rows: Sequence[Row], even: Number, name: Callable[[Row], str], one_tells_all: bool
) -> Parts | None:
    """Say which rows lie above and below an even share; None if none does."""
    above, below = _sides(rows, float(even.value or 0.0))
    if not (above or below):
        return None
    first, then = (_winning(some, name) for some in ((above, below) if above else (below, above)))
    if above and then and not one_tells_all:
        words = sentence(
            "{first}, more than the even share of {even}; {then}, less.", first=first, even=even, then=then
        )
    elif above:
        words = sentence("{first}, more than the even share of {even}.", first=first, even=even)
    else:
        words = sentence("{first}, less than the even share of {even}.", first=first, even=even)
    return (capital(f"{words[0]}"), *words[1:])


def _winning(rows: Sequence[Row], name: Callable[[Row], str]) -> Parts:
    """Say who wins how much."""
    return tuple(
        joined(sentence("{who} wins {share}", who=name(row), share=number(row, SHARE)) for row in rows)
    )
