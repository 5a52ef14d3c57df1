"""What a run says, in words: sentences made of its measures and their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Record = Mapping[str, Any]

SHARE, PLAIN, POINTS = "share", "plain", "points"
WARNING = "warning"
CONTINENTS = {
    "continent_kept": "Who owns a continent after a round still owns it after the next in",
    "continent_win": "Who completes a continent wins in",
}
NOTEWORTHY = 0.01  # a share of games cut off that a reader must know first


class Number(NamedTuple):
    """A number in a sentence, with the measure that it comes from.

    Attributes
    ----------
    value, low, high : float or None
    measure, of : str
        Of the row it is taken from; empty for a number that is none of a row.
    form : str
        `share` (shown in per cent), `points` (a difference of shares) or `plain`.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    measure: str = ""
    of: str = ""
    form: str = PLAIN


class Verdict(NamedTuple):
    """One verdict: its topic, the sentence in parts, and whether it warns."""

    topic: str
    parts: tuple[str | Number, ...]
    tone: str = ""

    @property
    def numbers(self) -> list[Number]:
        """The numbers of the sentence."""
        return [part for part in self.parts if isinstance(part, Number)]

    @property
    def words(self) -> str:
        """The sentence with an ellipsis for each number, as tests read it."""
        return "".join(part if isinstance(part, str) else "…" for part in self.parts)


class Measured:
    """The rows of one run, found by measure and what they are of."""

    def __init__(self, rows: Sequence[Record]):
        self._rows = {(row["measure"], row["of"]): row for row in rows if row["value"] is not None}

    def of(self, measure: str) -> list[Record]:
        """Return the rows of a measure that have a value."""
        return [row for (name, _), row in self._rows.items() if name == measure]

    def first(self, measure: str) -> Record | None:
        """Return the first row of a measure, if it has a value."""
        return next(iter(self.of(measure)), None)

    def at(self, measure: str, of: str) -> Record | None:
        """Return one row, if it has a value."""
        return self._rows.get((measure, of))


def number(row: Record, form: str = PLAIN) -> Number:
    """Return a row's number for a sentence."""
    return Number(row["value"], row["low"], row["high"], row["measure"], row["of"], form)


def verdicts(rows: Sequence[Record], seats: int, names: Mapping[str, str] | None = None) -> list[Verdict]:
    """Return all that the rows of a run say.

    Parameters
    ----------
    rows : sequence of dict
        As `conquest play` gives them.
    seats : int
    names : mapping, optional
        Of continents, by id.
    """
    measured = Measured(rows)
    if max((row["games"] for row in rows), default=0) == 1:
        return list(_of_one_game(measured))
    found: list[Verdict] = []
    for judge in (_cut_off, _of_seats, _of_bots, _length, _lead, _surprise_of_lead, _eliminations, _income):
        found += judge(measured, seats)
    found += _continents(measured, names or {})
    return found


def _cut_off(measured: Measured, seats: int) -> Iterator[Verdict]:
    row = measured.first("unfinished_share")
    if row is None or row["value"] == 0:
        return
    if row["value"] == 1:
        words: tuple[str | Number, ...] = ("No game came to an end: all reached the cap on rounds.",)
    else:
        words = (
            number(row, SHARE),
            " of the games reached the cap on rounds and were cut off. Nobody has won them; what is said of "
            "winners rests on the others.",
        )
    yield Verdict("Cut off", words, WARNING if row["value"] >= NOTEWORTHY else "")


def _of_seats(measured: Measured, seats: int) -> Iterator[Verdict]:
    shares = [row for row in measured.of("win_share") if row["of"].isdigit()]
    if len(shares) < 2:
        return
    even = Number(1.0 / seats, form=SHARE)
    words = _apart(shares, 1.0 / seats, lambda row: f"seat {row['of']}", " of the games", seats == 2)
    if words:
        capital = f"{words[0][0]}"[0].upper() + f"{words[0][0]}"[1:]
        yield Verdict("Seats", (capital, *words[0][1:], " an even share of ", even, *words[1], "."))
        return
    balanced = measured.first("seat_balanced")
    if balanced is not None and balanced["value"] == 1:
        margin = Number(float(balanced["of"]), form=POINTS)
        yield Verdict("Seats", ("The seats are even: each is shown to be within ", margin, " of ", even, "."))
        return
    ends = [row[end] for row in shares for end in ("low", "high") if row[end] is not None]
    if not ends:
        yield Verdict("Seats", ("Too few games were won to tell one seat from another.",))
        return
    open_to = Number(max(abs(end - 1.0 / seats) for end in ends), form=POINTS)
    low, high = (pick(shares, key=lambda row: row["value"]) for pick in (min, max))
    yield Verdict(
        "Seats",
        (
            "No seat is shown to win more or less than an even share of ", even, ": the shares lie between ",
            number(low, SHARE), " and ", number(high, SHARE), ". The games do not rule out that a seat is ",
            open_to, " off.",
        ),
    )  # fmt: skip


def _of_bots(measured: Measured, seats: int) -> Iterator[Verdict]:
    shares = [row for row in measured.of("win_share") if not row["of"].isdigit()]
    if len(shares) < 2:
        return
    even = Number(1.0 / seats, form=SHARE)
    words = _apart(shares, 1.0 / seats, lambda row: row["of"], "", False)
    if words:
        yield Verdict("Bots", ("Counted by seat: ", *words[0], " an even share of ", even, *words[1], "."))
    else:
        yield Verdict("Bots", ("No bot is shown to win more or less than an even share of ", even, "."))


def _apart(
    rows: Sequence[Record], even: float, name: Callable[[Record], str], whole: str, one_tells_all: bool
) -> tuple[list[str | Number], list[str | Number]] | None:
    """Say which rows lie above and below; the words before and after what `even` is; None if none does."""
    above = sorted(
        (row for row in rows if row["low"] is not None and row["low"] > even), key=lambda row: -row["value"]
    )
    below = sorted(
        (row for row in rows if row["high"] is not None and row["high"] < even), key=lambda row: row["value"]
    )
    first, then = (above, below) if above else (below, above)
    if not first:
        return None
    word, other = ("more than", "less") if above else ("less than", "more")
    names = _joined([name(row) for row in first])
    verb = "wins" if len(first) == 1 else "win"
    head = [f"{names} {verb} ", *_joined_numbers(first), f"{whole}{':' if whole else ','} {word}"]
    tail: list[str | Number] = []
    if then and not one_tells_all:
        verb = "wins" if len(then) == 1 else "win"
        tail = [f"; {_joined([name(row) for row in then])} {verb} {other}, ", *_joined_numbers(then)]
    return head, tail


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _joined_numbers(rows: Sequence[Record]) -> list[str | Number]:
    parts: list[str | Number] = []
    for place, row in enumerate(rows):
        if place:
            parts.append(" and " if place == len(rows) - 1 else ", ")
        parts.append(number(row, SHARE))
    return parts


def _length(measured: Measured, seats: int) -> Iterator[Verdict]:
    mean = measured.first("rounds")
    if mean is None:
        return
    upto = f" ({mean['of']})" if mean["of"] else ""
    words: list[str | Number] = ["A game lasts ", number(mean), f" rounds on average{upto}"]
    median, most = measured.first("rounds_median"), measured.first("rounds_p90")
    if median is not None:
        words += ["; half of the games are over within ", number(median)]
        words += [", nine in ten within ", number(most)] if most is not None else []
    yield Verdict("Length", (*words, "."))


def _lead(measured: Measured, seats: int) -> Iterator[Verdict]:
    comeback, decided = measured.first("comeback_share"), measured.first("decided_at")
    if comeback is None:
        return
    words: list[str | Number] = [
        "In ",
        number(comeback, SHARE),
        " of the games another seat wins than the one that leads at half-time",
    ]
    if decided is not None:
        words += ["; the winner leads for good after ", number(decided, SHARE), " of the game"]
    yield Verdict("Lead", (*words, "."))


def _surprise_of_lead(measured: Measured, seats: int) -> Iterator[Verdict]:
    early, late = measured.at("snowball_auc", "3"), measured.at("snowball_auc", "8")
    if early is None or late is None:
        return
    yield Verdict(
        "Snowball",
        (
            "After three tenths of a game the winner stands higher than a loser with a chance of ",
            number(early, SHARE), ", after eight tenths of ", number(late, SHARE),
            "; 50 % would say nothing.",
        ),
    )  # fmt: skip


def _eliminations(measured: Measured, seats: int) -> Iterator[Verdict]:
    first, watching = measured.first("first_elimination"), measured.first("downtime")
    if first is None or watching is None:
        return
    if seats == 2:
        return
    yield Verdict(
        "Eliminations",
        (
            "The first player falls after ", number(first, SHARE),
            " of the game; those who are out watch for ", number(watching, SHARE),
            " of the time of the table.",
        ),
    )  # fmt: skip


def _income(measured: Measured, seats: int) -> Iterator[Verdict]:
    rows = sorted(measured.of("income_share"), key=lambda row: -row["value"])
    if not rows:
        return
    words: list[str | Number] = ["Of all armies received "]
    for place, row in enumerate(rows):
        joint = "" if place == 0 else " and " if place == len(rows) - 1 else ", "
        words += [joint, number(row, SHARE), f" come from {row['of']}"]
    yield Verdict("Armies", (*words, "."))


def _continents(measured: Measured, names: Mapping[str, str]) -> Iterator[Verdict]:
    for measure, words in CONTINENTS.items():
        rows = sorted(measured.of(measure), key=lambda row: row["value"])
        if len(rows) < 2:
            continue
        worst, best = rows[0], rows[-1]
        if worst["high"] is None or best["low"] is None or worst["high"] >= best["low"]:
            continue
        low, high = (f" ({names.get(row['of'], row['of'])})" for row in (worst, best))
        yield Verdict(
            "Continents",
            (f"{words} ", number(worst, SHARE), f"{low} to ", number(best, SHARE), f"{high} of the cases."),
        )


def _of_one_game(measured: Measured) -> Iterator[Verdict]:
    """Say what happened in a single game, from which nothing follows for others."""
    length = measured.first("rounds")
    won = [row for row in measured.of("win_share") if row["of"].isdigit() and row["value"] > 0]
    if length is None:
        return
    words: list[str | Number] = ["The game lasted ", number(length), " rounds"]
    if won:
        seats = _joined([f"seat {row['of']}" for row in won])
        words.append(f" and was won by {seats}")
    yield Verdict("The game", (*words, "."))
