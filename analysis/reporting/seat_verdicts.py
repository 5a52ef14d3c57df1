"""Who wins, in words: verdicts on seats and on bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from conquestlab.analysis.measures.measure import BOT, SEAT
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
)

SLIGHT, CLEAR = 0.10, 0.25  # by so much of an even share the best seat lies above it


def of_seats(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say which seats win more and which less than an even share."""
    shares = [row for row in measured.of("win_share") if row["kind"] == SEAT]
    if len(shares) < 2:
        return
    even = Number(1.0 / seats, form=SHARE)
    words = _apart(shares, even, lambda row: f"seat {row['of']}", seats == 2)
    if words:
        yield Verdict("Seats", words, head=(_edge(shares, 1.0 / seats),))
        return
    balanced = measured.first("seat_balanced")
    if balanced is not None and balanced["value"] == 1:
        margin = Number(float(balanced["of"]), form=POINTS)
        said: Parts = ("Each is shown to win within ", margin, " of the even share of ", even, ".")
        yield Verdict("Seats", said, head=("The seats are even.",))
        return
    ends = [row[end] for row in shares for end in ("low", "high") if row[end] is not None]
    if not ends:
        said = ("Too few games were won to tell one seat from another.",)
        yield Verdict("Seats", said, head=("Nothing is known of the seats.",))
        return
    open_to = Number(max(abs(end - 1.0 / seats) for end in ends), form=POINTS)
    low, high = (pick(shares, key=lambda row: row["value"]) for pick in (min, max))
    yield Verdict(
        "Seats",
        (
            "They win between ", number(low, SHARE), " and ", number(high, SHARE),
            "; an even share would be ", even, ". So few games do not rule out that a seat is ", open_to,
            " off.",
        ),
        head=("No seat is shown to be better than another.",),
    )  # fmt: skip


def of_bots(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say which bots win more and which less than an even share."""
    shares = [row for row in measured.of("win_share") if row["kind"] == BOT]
    if len(shares) < 2:
        return
    even = Number(1.0 / seats, form=SHARE)
    words = _apart(shares, even, lambda row: row["of"], False)
    if words is None:
        said: Parts = (
            "None wins more or less than the even share of ",
            even,
            ", as far as these games show.",
        )
        yield Verdict("Bots", said, head=("No bot is shown to be better than another.",))
        return
    *others, best = sorted(shares, key=lambda row: row["value"])
    first = f"{words[0]}"
    head = f"{best['of']} plays best." if all(lies_apart(one, best) for one in others) else "The bots differ."
    said = (f"From a seat drawn at random {first[0].lower()}{first[1:]}", *words[1:])
    yield Verdict("Bots", said, head=(head,))


def _edge(rows: Sequence[Row], even: float) -> str:
    """Say in a few words where the edge lies: with the later seats, the earlier ones, or with some."""
    above, below = _sides(rows, even)
    side = above or below
    size = max(abs(row["value"] / even - 1.0) for row in side)
    word = "a slight" if size < SLIGHT else "a clear" if size >= CLEAR else "an" if above else "a"
    if above and below and len(rows) > 2:
        if all(lies_apart(before, after) for before, after in pairwise(rows)):
            return "The later the seat, the better."
        if all(lies_apart(after, before) for before, after in pairwise(rows)):
            return "The earlier the seat, the better."
        better, worse = ([int(row["of"]) for row in some] for some in (above, below))
        if max(better) < min(worse):
            return f"Early seats have {word} edge."
        if min(better) > max(worse):
            return f"Late seats have {word} edge."
    names = sorted((row["of"] for row in side), key=int)
    who = f"Seats {joined_words(names)} have" if len(names) > 1 else f"Seat {names[0]} has"
    return f"{who} {word} {'edge' if above else 'disadvantage'}."


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
    first, then = (above, below) if above else (below, above)
    if not first:
        return None
    word, other = ("more", "less") if above else ("less", "more")
    head = _winning(first, name)
    words: list[str | Number] = [capital(f"{head[0]}"), *head[1:]]
    words += [f", {word} than the even share of ", even]
    if then and not one_tells_all:
        words += ["; ", *_winning(then, name), f", {other}"]
    return (*words, ".")


def _winning(rows: Sequence[Row], name: Callable[[Row], str]) -> Parts:
    """Say who wins how much."""
    return tuple(joined([(f"{name(row)} wins ", number(row, SHARE)) for row in rows]))
