"""How the games go, in words: verdicts on their length, on leads and on those who fall."""

from __future__ import annotations

from collections.abc import Iterator

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.reporting.degrees import BARELY, CLEARLY, Sizes
from conquestlab.analysis.reporting.sentences import (
    SHARE,
    WARNING,
    Measured,
    Number,
    Parts,
    Verdict,
    joined_words,
    number,
    run_on,
    sentence,
)

NOTEWORTHY = 0.01  # a share of games cut off that a reader must know first
# Up to which part of what a lead by lot would give another wins than the leader at half-time.
OF_LEADS = Sizes(0.15, 0.40, 0.75)
BY_LOT = 0.95  # from here on the lead tells nothing that matters
# Up to which chance the standing after three tenths tells a winner from a loser.
OF_EARLY_STANDINGS = Sizes(0.55, 0.65, 0.80)
# From which share of the table's time on those who are out watch for a while, and for long.
OF_WATCHING = Sizes(0.02, 0.05, 0.15)


def cut_off(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say how many games reached the cap on rounds."""
    row = measured.first("unfinished_share")
    if row is None or row["value"] == 0:
        return
    if row["value"] == 1:
        words = sentence("All reached the cap on rounds and were cut off.")
        yield Verdict(marked("Cut off"), words, WARNING, sentence("No game came to an end."), CLEARLY)
        return
    words = sentence(
        "{share} of the games reached the cap on rounds. Nobody has won them; what is said of winners rests "
        "on the others.",
        share=number(row, SHARE),
    )
    if row["value"] >= NOTEWORTHY:
        yield Verdict(
            marked("Cut off"), words, WARNING, sentence("Some games do not come to an end."), CLEARLY
        )
    else:
        yield Verdict(marked("Cut off"), words, "", sentence("A few games were cut off."), BARELY)


def length(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say how long a game takes."""
    mean = measured.first("rounds")
    if mean is None:
        return
    cut_off = measured.first("unfinished_share")
    counted: Parts = ()
    if cut_off is not None and cut_off["value"]:
        counted = sentence("Games that were cut off count as far as they went.")
    median, most = measured.first("rounds_median"), measured.first("rounds_p90")
    if median is None:
        # More than half of the games were cut off, so nobody knows how long a typical one is.
        average = sentence("The average is {mean} rounds.", mean=number(mean))
        yield Verdict(marked("Length"), run_on(average, counted), head=sentence("Most games are long."))
        return
    if most is None:
        words = sentence(
            "Half of the games are over within {median} rounds; the average is {mean} rounds.",
            median=number(median), mean=number(mean),
        )  # fmt: skip
    else:
        words = sentence(
            "Half of the games are over within {median} rounds, nine in ten within {most}; the average is "
            "{mean} rounds.",
            median=number(median), most=number(most), mean=number(mean),
        )  # fmt: skip
    minutes = measured.first("minutes")
    if minutes is None:
        head = sentence("A typical game takes {median} rounds.", median=number(median))
    else:
        head = sentence(
            "A typical game takes {median} rounds; the average is {minutes} minutes.",
            median=number(median), minutes=number(minutes),
        )  # fmt: skip
    yield Verdict(marked("Length"), run_on(words, counted), head=head)


def lead(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say whether the leader wins."""
    comeback, decided = measured.first("comeback_share"), measured.first("decided_at")
    if comeback is None:
        return
    if decided is None:
        words = sentence(
            "In {share} of the games another player wins than the one who leads at half-time; by lot it "
            "would be {lot}.",
            share=number(comeback, SHARE), lot=_by_lot(seats),
        )  # fmt: skip
    else:
        words = sentence(
            "In {share} of the games another player wins than the one who leads at half-time, by lot it "
            "would be {lot}; from {decided} of its length on the winner leads for good.",
            share=number(comeback, SHARE), lot=_by_lot(seats), decided=number(decided, SHARE),
        )  # fmt: skip
    lot = 1.0 - 1.0 / seats
    if comeback["value"] >= BY_LOT * lot:
        yield Verdict(
            marked("Lead"), words, head=sentence("A lead at half-time tells little about who will win.")
        )
        return
    heads = (
        sentence("Whoever leads at half-time nearly always wins."),
        sentence("Whoever leads at half-time mostly wins."),
        sentence("A lead at half-time helps, but is often lost."),
        sentence("The game is still open at half-time."),
    )
    yield Verdict(marked("Lead"), words, head=heads[OF_LEADS.degree(comeback["value"] / lot)])


def _by_lot(seats: int) -> Number:
    return Number(1.0 - 1.0 / seats, form=SHARE)


def snowball(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say how early the standings tell the winner."""
    early, late = measured.at("snowball_auc", "3"), measured.at("snowball_auc", "8")
    if early is None or late is None:
        return
    words = sentence(
        "After three tenths of a game a winner stands higher than a loser in {early} of the cases, after "
        "eight tenths in {late}; a coin would give 50 %.",
        early=number(early, SHARE), late=number(late, SHARE),
    )  # fmt: skip
    heads = (
        sentence("An early lead says hardly anything about who will win."),
        sentence("An early lead says little about who will win."),
        sentence("An early lead says something about who will win."),
        sentence("An early lead says much about who will win."),
    )
    degree = OF_EARLY_STANDINGS.degree(early["value"])
    yield Verdict(marked("Snowball"), words, head=heads[degree], weight=degree)


def eliminations(measured: Measured, seats: int) -> Iterator[Verdict]:
    """Say when the first player falls, and how long those who are out watch."""
    first, watching = measured.first("first_elimination"), measured.first("downtime")
    if first is None or watching is None or seats == 2:
        return
    words = sentence(
        "The first player falls after {first} of the game. Of all the time at the table {watching} is spent "
        "watching by players who are out.",
        first=number(first, SHARE), watching=number(watching, SHARE),
    )  # fmt: skip
    heads = (
        sentence("Those who fall hardly have to watch."),
        sentence("Those who fall watch for a short while."),
        sentence("Those who fall watch for a while."),
        sentence("Those who fall watch for long."),
    )
    degree = OF_WATCHING.degree(watching["value"])
    yield Verdict(marked("Eliminations"), words, head=heads[degree], weight=degree)


def of_one_game(measured: Measured) -> Iterator[Verdict]:
    """Say what happened in a single game, from which nothing follows for others."""
    rounds = measured.first("rounds")
    won = [row for row in measured.of("win_share") if row["kind"] == SEAT and row["value"] > 0]
    if rounds is None:
        return
    if won:
        words = sentence(
            "The game lasted {rounds} rounds and was won by {seats}.",
            rounds=number(rounds),
            seats=joined_words(say("seat {seat}", seat=row["of"]) for row in won),
        )
    else:
        words = sentence("The game lasted {rounds} rounds.", rounds=number(rounds))
    yield Verdict(marked("The game"), words, head=sentence("One game was played."))
