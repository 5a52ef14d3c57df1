"""How the games go, in words: verdicts on their length, on leads and on those who fall."""

from __future__ import annotations

from collections.abc import Iterator

from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.reporting.sentences import (
    SHARE,
    WARNING,
    Measured,
    Number,
    Parts,
    Verdict,
    joined_words,
    number,
)

NOTEWORTHY = 0.01  # a share of games cut off that a reader must know first
# Up to which share of the games another wins than the leader at half-time, and what that is called.
LEADS = (
    (0.10, "Whoever leads at half-time nearly always wins."),
    (0.25, "Whoever leads at half-time mostly wins."),
    (0.45, "A lead at half-time helps, but is often lost."),
    (1.01, "The game is still open at half-time."),
)
# Up to which chance the standing after three tenths tells a winner from a loser.
EARLY = (
    (0.65, "An early lead says little about who will win."),
    (0.80, "An early lead says something about who will win."),
    (1.01, "An early lead says much about who will win."),
)
# Up to which share of the table's time those who are out watch.
WATCHING = (
    (0.05, "Those who fall hardly have to watch."),
    (0.15, "Those who fall watch for a while."),
    (1.01, "Those who fall watch for long."),
)


def _word(steps: tuple[tuple[float, str], ...], value: float) -> Parts:
    return (next(words for most, words in steps if value < most),)


def cut_off(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say how many games reached the cap on rounds."""
    row = measured.first("unfinished_share")
    if row is None or row["value"] == 0:
        return
    if row["value"] == 1:
        words: Parts = ("All reached the cap on rounds and were cut off.",)
        yield Verdict("Cut off", words, WARNING, ("No game came to an end.",))
        return
    words = (
        number(row, SHARE),
        " of the games reached the cap on rounds. Nobody has won them; what is said of winners rests on the "
        "others.",
    )
    many = row["value"] >= NOTEWORTHY
    head = "Some games do not come to an end." if many else "A few games were cut off."
    yield Verdict("Cut off", words, WARNING if many else "", (head,))


def length(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say how long a game takes."""
    mean = measured.first("rounds")
    if mean is None:
        return
    cut_off = measured.first("unfinished_share")
    counted = ", of games cut off as far as they went" if cut_off is not None and cut_off["value"] else ""
    average: Parts = ("he average is ", number(mean), f" rounds{counted}.")
    median, most = measured.first("rounds_median"), measured.first("rounds_p90")
    if median is None:
        # More than half of the games were cut off, so nobody knows how long a typical one is.
        yield Verdict("Length", (f"T{average[0]}", *average[1:]), head=("Most games are long.",))
        return
    words: list[str | Number] = ["Half of the games are over within ", number(median), " rounds"]
    words += [", nine in ten within ", number(most)] if most is not None else []
    head = ("A typical game takes ", number(median), " rounds.")
    yield Verdict("Length", (*words, f"; t{average[0]}", *average[1:]), head=head)


def lead(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether the leader wins."""
    comeback, decided = measured.first("comeback_share"), measured.first("decided_at")
    if comeback is None:
        return
    words: list[str | Number] = [
        "In ",
        number(comeback, SHARE),
        " of the games another player wins than the one who leads at half-time",
    ]
    if decided is not None:
        words += ["; from ", number(decided, SHARE), " of its length on the winner leads for good"]
    yield Verdict("Lead", (*words, "."), head=_word(LEADS, comeback["value"]))


def snowball(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say how early the standings tell the winner."""
    early, late = measured.at("snowball_auc", "3"), measured.at("snowball_auc", "8")
    if early is None or late is None:
        return
    words = (
        "After three tenths of a game a winner stands higher than a loser in ", number(early, SHARE),
        " of the cases, after eight tenths in ", number(late, SHARE), "; a coin would give 50 %.",
    )  # fmt: skip
    yield Verdict("Snowball", words, head=_word(EARLY, early["value"]))


def eliminations(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say when the first player falls, and how long those who are out watch."""
    first, watching = measured.first("first_elimination"), measured.first("downtime")
    if first is None or watching is None or seats == 2:
        return
    words = (
        "The first player falls after ", number(first, SHARE), " of the game. Of all the time at the table ",
        number(watching, SHARE), " is spent watching by players who are out.",
    )  # fmt: skip
    yield Verdict("Eliminations", words, head=_word(WATCHING, watching["value"]))


def of_one_game(measured: Measured) -> Iterator[Verdict]:
    """Say what happened in a single game, from which nothing follows for others."""
    rounds = measured.first("rounds")
    won = [row for row in measured.of("win_share") if row["kind"] == SEAT and row["value"] > 0]
    if rounds is None:
        return
    words: list[str | Number] = ["The game lasted ", number(rounds), " rounds"]
    if won:
        seats = joined_words(f"seat {row['of']}" for row in won)
        words.append(f" and was won by {seats}")
    yield Verdict("The game", (*words, "."), head=("One game was played.",))
