"""Luck and choice, in words: verdicts on the dice, on the leader and on those who do not win."""

from __future__ import annotations

from collections.abc import Iterator

from conquestlab.analysis.reporting.sentences import SHARE, Measured, Verdict, number

BLIND = 1.0
SELDOM = 0.05  # of the games


def dice(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether bad dice go with losing."""
    row = measured.first("dice_luck")
    if row is None or row["high"] is None:
        return
    if row["high"] < 0:
        head, first = "Bad dice lose games.", "Who loses more armies than the odds let expect wins less often"
    else:
        head, first = "The dice are not shown to decide who wins.", "Losing armies to bad dice, and winning"
    words = (f"{first}: a correlation of ", number(row), ", where 0 would be none.")
    yield Verdict("Dice", words, head=(head,))


def leader(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether the others turn against the leader, where that is shown."""
    row = measured.first("leader_bashed")
    if row is None or row["low"] is None or row["high"] is None:
        return
    if row["low"] <= BLIND <= row["high"]:
        return
    head = "The others turn against the leader." if row["low"] > BLIND else "The others spare the leader."
    words = ("They begin their attacks with the leader ", number(row), " times as often as by blind choice.")
    yield Verdict("Leader", words, head=(head,))


def kingmaking(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether players without a chance settle who wins, where that is shown."""
    row = measured.first("kingmaking")
    if row is None or row["low"] is None or row["high"] is None:
        return
    if row["high"] < SELDOM:
        head = "Players without a chance hardly ever settle who wins."
    elif row["low"] > SELDOM:
        head = "Players without a chance sometimes settle who wins."
    else:
        return
    words = (
        "In ", number(row, SHARE),
        " of the games a turn of a seat with less than 5 % moves the chances of the others far.",
    )  # fmt: skip
    yield Verdict("Kingmaking", words, head=(head,))
