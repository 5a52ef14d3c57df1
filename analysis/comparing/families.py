"""Which differences are tested together: the few that are asked, and all the others.

What was asked first, the primary questions, is one family: Holm's procedure keeps the chance of any false
finding among them at 5 %. All other differences are exploratory: of those that are called findings, one in
twenty may be false (Benjamini and Hochberg). A question counts once, however many measures ask it, and not at
all where the games could not have shown a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import BOT, SEAT, TWO_BOTS
from conquestlab.analysis.measures.significance import benjamini_hochberg, holm
from conquestlab.analysis.rules.faults import nearest

PRIMARY, EXPLORATORY, UNTESTED = "primary", "exploratory", ""
SEAT_SHARES = "seat_shares"
WITH_THE_SEATS = ("seat_gap", "seat_effect")
"""Sizes that grow with noise: they have no test of their own, but go with that of the seats."""

USUAL = (SEAT_SHARES, "rounds", "unfinished_share")
OPENNESS = ("openness", "comeback_share", "lead_changes")
"""How open games are: the first of these that a game has is a primary question."""


class Question(NamedTuple):
    """One difference of one variant at one table.

    Attributes
    ----------
    table : object
        The table and the variant; equal ones ask about the same games.
    key : (measure, of)
    kind : str
        Of the `of`.
    p : float
    can_differ : bool
    """

    table: object
    key: Key
    kind: str
    p: float
    can_differ: bool


class Adjusted(NamedTuple):
    """What a family makes of a difference.

    Attributes
    ----------
    family : str
        PRIMARY, EXPLORATORY, or UNTESTED.
    p : float or None
        Adjusted over the family; None where nothing is tested.
    tests : int
        By how many the level is divided, at worst, before there is a finding.
    """

    family: str
    p: float | None
    tests: int = 1


def same_question(key: Key, kind: str, seats: int, bots: Sequence[str]) -> Key:
    """Return the key that asks the same: two seats, and two bots, have one share between them."""
    measure, of = key
    if seats == 2 and (measure == "seat_slope" or (measure == "win_share" and kind == SEAT)):
        return SEAT_SHARES, ""
    if len(bots) == 2:
        of_both = measure == "win_share" and kind == BOT
        if of_both or (measure == "skill_gap" and kind == TWO_BOTS):
            return "win_share", bots[0]
    return measure, of


def usual_primary(measures: Iterable[str]) -> tuple[str, ...]:
    """Return the measures of a game that are primary questions where none is named."""
    known = set(measures)
    return (*USUAL, *[name for name in OPENNESS if name in known][:1])


def is_primary(key: Key, kind: str, named: Sequence[str], measures: Iterable[str]) -> bool:
    """Whether a difference is a primary question.

    Parameters
    ----------
    key : (measure, of)
    kind : str
    named : sequence of str
        What the request names, as in `rounds` or `win_share.1`; nothing stands for the usual ones, and for
        the chances of bots that differ.
    measures : iterable of str
        Of the game.
    """
    measure, of = key
    if named:
        return measure in named or f"{measure}.{of}" in named
    return measure in usual_primary(measures) or (measure == "win_share" and kind == BOT)


def check_named(named: Sequence[str], measures: Iterable[str]) -> None:
    """Refuse what names no measure that can be a primary question."""
    known = [one for one in measures if one not in WITH_THE_SEATS]
    for text in named:
        name = text.partition(".")[0]
        if name in WITH_THE_SEATS:
            raise WrongUse(f"--measure {text}: it is tested with the shares of all seats: name {SEAT_SHARES}")
        if name not in known:
            near = nearest(name, known)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
            raise WrongUse(f"--measure {text}: no measure that is compared is called so: {meant}")


def adjusted(questions: Sequence[Question], same: Sequence[Key], primary: Sequence[bool]) -> list[Adjusted]:
    """Return what their families make of differences.

    Parameters
    ----------
    questions : sequence of Question
    same : sequence of (measure, of)
        Of each, the key that asks the same (`same_question`).
    primary : sequence of bool
        Of each, whether it is named; one that asks the same as a named one is, too.
    """
    asked: dict[tuple[object, Key], int] = {}
    named: set[tuple[object, Key]] = set()
    for place, (one, key, chosen) in enumerate(zip(questions, same, primary, strict=True)):
        if one.key[0] in WITH_THE_SEATS:
            continue
        question = one.table, key
        if question not in asked or one.key == key:
            asked[question] = place
        if chosen:
            named.add(question)
    tested = {question: place for question, place in asked.items() if questions[place].can_differ}
    found: dict[tuple[object, Key], Adjusted] = {}
    for family, adjust in ((PRIMARY, holm), (EXPLORATORY, benjamini_hochberg)):
        members = [one for one in tested if (one in named) == (family == PRIMARY)]
        raised = adjust([questions[tested[one]].p for one in members])
        tests = len(members) if family == PRIMARY else 1
        found |= {one: Adjusted(family, p, tests) for one, p in zip(members, raised, strict=True)}
    untested = Adjusted(UNTESTED, None)
    answer = []
    for one, key in zip(questions, same, strict=True):
        gated = one.key[0] in WITH_THE_SEATS
        answer.append(untested if gated else found.get((one.table, key), untested))
    return answer
