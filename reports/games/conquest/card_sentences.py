"""What tables of cards come to, in a sentence for each rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from conquestlab.analysis.formatted_numbers import exact_share, formatted
from conquestlab.analysis.language import say
from conquestlab.analysis.measures.measure import SHARE
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.formatted_numbers import with_unit

Row = Mapping[str, Any]
Rows = Sequence[Row]

USUAL_HAND = 5
SHARES = {
    "chance": ("chance", "first", "simulated", "low", "high"),
    "first": ("share",),
    "kinds": ("chance", "simulated", "low", "high"),
    "bonus": ("chance",),
    "timing": ("met",),
}
"""By table, the columns that hold chances."""


def card_sentences(view: str, rows: Rows) -> list[str]:
    """Return a sentence for each rulebook of a table of `conquest cards`, and number of players."""
    tables: dict[tuple[Any, Any], list[Row]] = {}
    for row in rows:
        tables.setdefault((row["rules"], row.get("players")), []).append(row)
    says = SENTENCES.get(view)
    if says is None:
        return []
    found = []
    for (rules, players), some in tables.items():
        head = f"{rules}, {say('{players} players', players=players)}" if players is not None else rules
        found += [f"{head}: {said}" if len(tables) > 1 else said for said in says(some)]
    return found


def card_table(view: str, rows: Rows) -> list[dict[str, Any]]:
    """Return the rows with the digits of the sentences; a rulebook that is the only one is left out."""
    several = len({row["rules"] for row in rows}) > 1
    shares = SHARES.get(view, ())
    found = []
    for row in rows:
        cells = {name: _cell(value, name in shares) for name, value in row.items()}
        measured = next((name for name in ("lead", "simulated") if name in row), "")
        if measured and row.get("low") is not None:
            percent = measured in shares
            texts = formatted(row[measured], row["low"], row["high"], percent)
            unit = SHARE if percent else ""
            named = zip((measured, "low", "high"), texts, strict=True)
            cells |= {name: ShownNumber(with_unit(text, unit)) for name, text in named}
        found.append({name: cell for name, cell in cells.items() if name != "rules" or several})
    return found


def _cell(value: Any, is_share: bool) -> Any:
    if not isinstance(value, float):
        return value
    return ShownNumber(exact_share(value) if is_share else formatted(value)[0])


def _number(value: float) -> str:
    return formatted(float(value))[0]


def _chance(rows: Rows) -> Iterator[str]:
    by_hand = {row["cards"]: row["chance"] for row in rows}
    some = [hand for hand in (3, USUAL_HAND) if hand in by_hand]
    if len(some) == 2:
        yield say(
            "Of hands of {few} cards {first} hold a set, of hands of {many} {second}.",
            few=some[0], first=exact_share(float(by_hand[some[0]])),
            many=some[1], second=exact_share(float(by_hand[some[1]])),
        )  # fmt: skip


def _first(rows: Rows) -> Iterator[str]:
    for row in rows:
        if row["set"] == "any":
            yield say("On average it takes {cards} cards to hold a first set.", cards=_number(row["cards"]))


def _kinds(rows: Rows) -> Iterator[str]:
    hand = max(row["cards"] for row in rows)
    best = max((row for row in rows if row["cards"] == hand), key=lambda row: row["chance"])
    yield say(
        "The likeliest kind of set is {set}: {chance} of the hands of {cards} cards hold one.",
        set=best["set"], chance=exact_share(float(best["chance"])), cards=hand,
    )  # fmt: skip


def _bonus(rows: Rows) -> Iterator[str]:
    row = rows[-1]
    yield say(
        "With {lands} lands and {cards} cards a set brings {bonus} armies more on average, for lands that "
        "you hold.",
        lands=row["lands"], cards=row["cards"], bonus=_number(row["bonus"]),
    )  # fmt: skip


def _scale(rows: Rows) -> Iterator[str]:
    rising = [row for row in rows if row["set"] == "any" and row["number"] is not None]
    if len(rising) > 1:
        yield say(
            "The first set of the game brings {first} armies, set {number} brings {last}.",
            first=rising[0]["armies"], number=rising[-1]["number"], last=rising[-1]["armies"],
        )  # fmt: skip
        return
    armies = [row["armies"] for row in rows]
    if armies and min(armies) != max(armies):
        yield say("A set brings {least} to {most} armies, by its kind.", least=min(armies), most=max(armies))


def _worth(rows: Rows) -> Iterator[str]:
    hand = max((row["cards"] for row in rows if row["cards"] <= USUAL_HAND), default=None)
    some = [row for row in rows if row["cards"] == hand]
    if some and some[0]["number"] is not None and len(some) > 1:
        yield say(
            "A hand of {cards} cards brings {first} armies on average while set {number} is next, and {last} "
            "when it is set {late}.",
            cards=hand, first=_number(some[0]["armies"]), number=some[0]["number"],
            last=_number(some[-1]["armies"]), late=some[-1]["number"],
        )  # fmt: skip
    elif some:
        yield say(
            "A hand of {cards} cards brings {armies} armies on average.",
            cards=hand, armies=_number(some[0]["armies"]),
        )  # fmt: skip


def _policies(rows: Rows) -> Iterator[str]:
    names = list(dict.fromkeys(row["policy"] for row in rows))
    if len(names) < 2:
        return
    worst = {name: min(row["lead"] for row in rows if row["policy"] == name) for name in names}
    best = max(names, key=lambda name: worst[name])
    row = next(row for row in rows if (row["policy"], row["lead"]) == (best, worst[best]))
    lead = formatted(row["lead"], row["low"], row["high"])[0]
    yield say(
        "Whatever the others play, {policy} risks least: at worst its lead is {lead} armies.",
        policy=best, lead=lead,
    )  # fmt: skip


def _turns(rows: Rows) -> Iterator[str]:
    last = max(row["turn"] for row in rows)
    ends = sorted((row for row in rows if row["turn"] == last), key=lambda row: row["armies"])
    if _number(ends[0]["armies"]) == _number(ends[-1]["armies"]):
        yield say(
            "After {turns} turns a player has had {armies} armies for cards.",
            turns=last, armies=_number(ends[0]["armies"]),
        )  # fmt: skip
        return
    yield say(
        "After {turns} turns {best} has brought {most} armies a player for cards, {worst} {least}.",
        turns=last, best=ends[-1]["policy"], most=_number(ends[-1]["armies"]),
        worst=ends[0]["policy"], least=_number(ends[0]["armies"]),
    )  # fmt: skip


SENTENCES: dict[str, Callable[[Rows], Iterator[str]]] = {
    "chance": _chance,
    "first": _first,
    "kinds": _kinds,
    "bonus": _bonus,
    "scale": _scale,
    "worth": _worth,
    "policies": _policies,
    "turns": _turns,
}
"""By table, what says the sentence of one rulebook; `timing` has its turning points."""
