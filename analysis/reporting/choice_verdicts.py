"""Luck and choice, in words: verdicts on the dice, on the leader and on those who do not win."""

from __future__ import annotations

from collections.abc import Iterator

from conquestlab.analysis.language import marked
from conquestlab.analysis.reporting.degrees import BARELY, OF_CORRELATION, OF_RATIO, Sizes, ratio_size
from conquestlab.analysis.reporting.sentences import SHARE, Measured, Verdict, number, sentence

BLIND = 1.0
OF_KINGMAKING = Sizes(0.05, 0.15, 0.30)  # of the games


def dice(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether bad dice go with losing."""
    row = measured.first("dice_luck")
    if row is None or row["high"] is None:
        return
    if row["high"] < 0:
        heads = (
            sentence("Bad dice barely cost games."),
            sentence("Bad dice cost games, slightly."),
            sentence("Bad dice cost games."),
            sentence("Bad dice clearly cost games."),
        )
        degree = OF_CORRELATION.degree(row["value"])
        words = sentence(
            "Who loses more armies than the odds let expect wins less often: a correlation of {correlation}, "
            "where 0 would be none.",
            correlation=number(row),
        )
        yield Verdict(marked("Dice"), words, head=heads[degree], weight=degree)
        return
    words = sentence(
        "Losing armies to bad dice, and winning: a correlation of {correlation}, where 0 would be none.",
        correlation=number(row),
    )
    head = sentence("The dice are not shown to decide who wins.")
    yield Verdict(marked("Dice"), words, head=head, weight=BARELY)


def leader(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether the others turn against the leader, where that is shown."""
    row = measured.first("leader_bashed")
    if row is None or row["low"] is None or row["high"] is None:
        return
    if row["low"] <= BLIND <= row["high"]:
        return
    degree = OF_RATIO.degree(ratio_size(row["value"]))
    if row["low"] > BLIND:
        heads = (
            sentence("The others barely mind who leads."),
            sentence("The others turn slightly against the leader."),
            sentence("The others turn against the leader."),
            sentence("The others clearly turn against the leader."),
        )
    else:
        heads = (
            sentence("The others barely mind who leads."),
            sentence("The others spare the leader, slightly."),
            sentence("The others spare the leader."),
            sentence("The others clearly spare the leader."),
        )
    words = sentence(
        "They begin their attacks with the leader {ratio} times as often as by blind choice.",
        ratio=number(row),
    )
    yield Verdict(marked("Leader"), words, head=heads[degree], weight=degree)


def kingmaking(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether players without a chance settle who wins, where that is shown."""
    row = measured.first("kingmaking")
    if row is None or row["low"] is None or row["high"] is None:
        return
    if row["low"] <= OF_KINGMAKING.slight <= row["high"]:
        return
    heads = (
        sentence("Players without a chance hardly ever settle who wins."),
        sentence("Players without a chance now and then settle who wins."),
        sentence("Players without a chance sometimes settle who wins."),
        sentence("Players without a chance often settle who wins."),
    )
    degree = OF_KINGMAKING.degree(row["value"])
    words = sentence(
        "In {share} of the games a turn of a seat with less than 5 % moves the chances of the others far.",
        share=number(row, SHARE),
    )
    yield Verdict(marked("Kingmaking"), words, head=heads[degree], weight=degree)
