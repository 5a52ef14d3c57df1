"""What is read in a terminal of long answers about battles: a table, all ends, and how losses spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conquestlab.analysis.formatted_numbers import exact_share, formatted
from conquestlab.analysis.language import say
from conquestlab.reports.digits import ShownNumber, show_percent
from conquestlab.reports.games.conquest.attack_sentences import odds_table
from conquestlab.reports.reading import Reading, Sheet

Row = Mapping[str, Any]
Rows = Sequence[Row]


def table_reading(rows: Rows) -> Reading:
    """Return what is read of a table of odds: where an attack is better than even, then all chances."""
    tables = _by_rules(rows)
    said = [
        sentence
        for rules, some in tables.items()
        for sentence in (_largest_difference(some) if "against" in some[0] else _even(rules, some))
    ]
    if "against" in rows[0]:
        return Reading(tuple(said), (Sheet("", odds_table(rows)),))
    sheets = tuple(Sheet(_heading(rules), _crosswise(some)) for rules, some in tables.items())
    return Reading(tuple(said), sheets)


def _heading(rules: str) -> str:
    return say(
        "{rules}: chance to take the land in per cent, by attackers (across) and defenders (down)",
        rules=rules,
    )


def _even(rules: str, rows: Rows) -> Iterator[str]:
    """Say how many attackers it takes for better than even odds against the most defenders that are known."""
    fewest: dict[int, int] = {}
    for row in sorted(rows, key=lambda one: one["attackers"]):
        if row["win"] > 0.5:
            fewest.setdefault(row["defenders"], row["attackers"])
    if fewest:
        defenders = max(fewest)
        yield say(
            "Under {rules} you need {attackers} attackers to be the favourite against {defenders} defenders.",
            rules=rules, defenders=defenders, attackers=fewest[defenders],
        )  # fmt: skip


def _crosswise(rows: Rows) -> list[dict[str, Any]]:
    """Return the chances with a row for each number of defenders."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        line = found.setdefault(row["defenders"], {"defenders": row["defenders"]})
        line[str(row["attackers"])] = ShownNumber(show_percent(row["win"], 1, row["lose"]))
    return list(found.values())


def _largest_difference(rows: Rows) -> Iterator[str]:
    """Say where two rulebooks differ most."""
    row = max(rows, key=lambda one: abs(one["difference"]))
    if row["difference"]:
        yield say(
            "{rules} and {other} differ most at {attackers} against {defenders}: {chance} and {instead}.",
            rules=row["rules"], other=row["against"], attackers=row["attackers"], defenders=row["defenders"],
            chance=exact_share(float(row["win"])), instead=exact_share(float(row["against_win"])),
        )  # fmt: skip


def ends_reading(rows: Rows) -> Reading:
    """Return what is read of all ends of a battle: the chance to win and the likeliest end, then each."""
    tables = _by_rules(rows)
    said = []
    for rules, some in tables.items():
        win = exact_share(float(sum(row["probability"] for row in some if not row["defenders_left"])))
        likeliest = max(some, key=lambda row: row["probability"])
        chance = exact_share(float(likeliest["probability"]))
        first = say("Under {rules} you win {win}.", rules=rules, win=win)
        said.append(f"{first} {_likeliest(likeliest, chance)}")
    return Reading(tuple(said), (Sheet("", [_end(row, len(tables) > 1) for row in rows]),))


def _likeliest(row: Row, chance: str) -> str:
    if row["defenders_left"]:
        return say(
            "The likeliest end is that {armies} defenders are left: {chance}.",
            armies=row["defenders_left"],
            chance=chance,
        )
    return say(
        "The likeliest end is that {armies} attackers are left: {chance}.",
        armies=row["attackers_left"],
        chance=chance,
    )


def _end(row: Row, named: bool) -> dict[str, Any]:
    chance = row["probability"]
    shown = ShownNumber(exact_share(chance)) if isinstance(chance, float) else chance
    return {
        **({"rules": row["rules"]} if named else {}),
        "attackers left": row["attackers_left"],
        "defenders left": row["defenders_left"],
        "chance": shown,
    }


def losses_reading(rows: Rows) -> Reading:
    """Return what is read of the spread of losses: the means and nine cases of ten, then the numbers."""
    said = []
    for rules, some in _by_rules(rows).items():
        mine, theirs = ({row["of"]: row for row in some}[of] for of in ("attackers_lost", "defenders_lost"))
        said.append(
            say(
                "Under {rules} you lose {mean} armies on average, {low} to {high} in nine battles of ten; "
                "the defender loses {other_mean}, {other_low} to {other_high}.",
                rules=rules,
                mean=formatted(float(mine["mean"]))[0],
                low=mine["q05"],
                high=mine["q95"],
                other_mean=formatted(float(theirs["mean"]))[0],
                other_low=theirs["q05"],
                other_high=theirs["q95"],
            )
        )
    return Reading(tuple(said), (Sheet("", [_spread(row) for row in odds_table(rows)]),))


def _spread(row: Row) -> dict[str, Any]:
    """Return the spread of one number in words; `q05` is what one battle of twenty stays below."""
    of = {
        "attackers_lost": say("attackers lost"),
        "defenders_lost": say("defenders lost"),
        "rounds": say("rolls"),
    }
    return {
        f"{int(name[1:])} %" if name[0] == "q" else name: of[value] if name == "of" else value
        for name, value in row.items()
    }


def _by_rules(rows: Rows) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["rules"], []).append(row)
    return found
