"""Luck and choice, in words: verdicts on the dice, on the leader and on those who do not win."""

from __future__ import annotations

from collections.abc import Iterator

from conquestlab.analysis.reporting.sentences import SHARE, Measured, Verdict, number

BLIND, HALF = 1.0, 0.5


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
    """Say who turns the games."""
    row = measured.first("kingmaking")
    if row is None or row["low"] is None or row["high"] is None:
        return
    if row["high"] < HALF:
        head = "Most games are turned by the player who wins them."
    elif row["low"] > HALF:
        head = "Most games are turned by a player who does not win them."
    else:
        head = "It is open who turns the games."
    words = (
        "In ", number(row, SHARE),
        " of the games the turn that moved the standings most was that of a player who did not win.",
    )  # fmt: skip
    yield Verdict("Kingmaking", words, head=(head,))
