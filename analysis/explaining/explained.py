"""Finds the explanation of a name as tables print it, and lists all names by kind."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.explaining.columns import COLUMNS, column_means
from conquestlab.analysis.explaining.explanation import (
    ASPECT,
    COLUMN,
    KINDS,
    POLICY,
    RATING,
    RULE,
    SIGN,
    TERM,
    WEIGHT,
    Explanation,
)
from conquestlab.analysis.explaining.game_explanations import (
    aspect_explanations,
    bot_explanations,
    measure_explanations,
    rule_explanations,
    rulebook_explanations,
    weight_explanations,
    with_values_of,
)
from conquestlab.analysis.explaining.glossary import LADDER, POLICIES, TERMS
from conquestlab.analysis.explaining.signs import SIGNS, sign_called
from conquestlab.analysis.language import translated
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.faults import nearest, shown

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_NEAR = 3


@cache
def explanations() -> tuple[Explanation, ...]:
    """Return everything that is explained, in the order of KINDS."""
    found = sorted(_all(), key=lambda one: KINDS.index(one.kind))
    return tuple(found)


def _all() -> Iterator[Explanation]:
    yield from measure_explanations()
    for name, means in LADDER.items():
        yield Explanation(name, RATING, translated(means))
    yield from rule_explanations()
    yield from rulebook_explanations()
    yield from bot_explanations()
    for name, means in POLICIES.items():
        yield Explanation(name, POLICY, translated(means))
    for name, means in TERMS.items():
        yield Explanation(name, TERM, translated(means))
    for name, means in COLUMNS.items():
        yield Explanation(name, COLUMN, translated(means))
    for sign in SIGNS:
        yield Explanation(sign.shown, SIGN, translated(sign.means))
    yield from weight_explanations()
    yield from aspect_explanations()


def folded(name: str) -> str:
    """Return a name without case, accents, and what parts its words: `win_share` and `Win share` are one."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    words = "".join(sign if sign.isalnum() or sign == "." else " " for sign in plain).split()
    return " ".join(words)


@cache
def _by_name() -> dict[str, tuple[Explanation, ...]]:
    found: dict[str, list[Explanation]] = {}
    for one in explanations():
        names = {folded(one.name)}
        if "title" in one.facts:
            names.add(folded(one.facts["title"]))
        for name in names - {""}:
            found.setdefault(name, []).append(one)
    return {name: tuple(some) for name, some in found.items()}


def explain(name: str) -> list[Explanation]:
    """Return every explanation of a name, those of measures first.

    Parameters
    ----------
    name : str
        As a table or a rulebook prints it, in any case, with or without its unit in brackets: `win_share`,
        "win share (share)", `fortify`, `handicap.armies.2`, `2+1+j`.

    Raises
    ------
    WrongUse
        If nothing has this name; the nearest names are told.
    """
    found = list(_found(name))
    if not found:
        raise WrongUse(_no_such_name(name))
    return found


def _found(name: str) -> Iterator[Explanation]:
    sign = sign_called(name.strip())
    if sign is not None:
        yield Explanation(sign.shown, SIGN, translated(sign.means))
    bare = name.partition("(")[0].strip() or name
    known = _by_name()
    for word in dict.fromkeys((folded(name), folded(bare))):
        some = [one for one in known.get(word, ()) if sign is None or one.kind != SIGN]
        if some:
            yield from some
            return
    if sign is None:
        yield from _less_exactly(bare)


def _less_exactly(name: str) -> Iterator[Explanation]:
    """Yield what a shortened key, an entry of a key, a section, a plural or the end of an interval means."""
    word = folded(name)
    known = _by_name()
    rules = [one for one in explanations() if one.kind == RULE]
    ends = [one for one in rules if folded(one.name).endswith("." + word)]
    if not ends:
        ends = [one for one in rules if folded(one.name).startswith(word + ".")]
    if not ends and "." in word:  # handicap.armies.2 is an entry of handicap.armies
        table = word.rpartition(".")[0]
        ends = [
            one for one in rules if folded(one.name) in (table,) or folded(one.name).endswith("." + table)
        ]
    if ends:
        yield from ends
        return
    means = column_means(name.strip().lower())
    if means is not None:
        yield Explanation(name.strip().lower(), COLUMN, means)
        return
    yield from known.get(word.removesuffix("s"), ())
    if word.startswith(("wait scale", "wait sets")):
        yield from known.get(" ".join(word.split()[:2]), ())


def _no_such_name(name: str) -> str:
    from difflib import get_close_matches

    known = _by_name()
    near = get_close_matches(folded(name), known, MOST_NEAR) or [nearest(folded(name), known)]
    names = [known[one][0].name for one in near if one]
    meant = f"did you mean {' or '.join(dict.fromkeys(names))}? " if names else ""
    return f"nothing is called {shown(name)!r}: {meant}conquest explain without a name lists all names"


def names_by_kind() -> dict[str, list[str]]:
    """Return all names, each once, by kind; weights and aspects are left to their bots."""
    return {
        kind: list(dict.fromkeys(one.name for one in explanations() if one.kind == kind))
        for kind in KINDS
        if kind not in (WEIGHT, ASPECT)
    }


def explain_all(names: Iterable[str], books: Sequence[Rulebook] = ()) -> list[Explanation]:
    """Return the explanations of several names, each once.

    Parameters
    ----------
    names
    books
        Rulebooks whose values are told of the rules among them; none stands for all that have a name.
    """
    found = [one for name in dict.fromkeys(names) for one in explain(name)]
    whole = [one for place, one in enumerate(found) if one not in found[:place]]
    return [with_values_of(one, books) if one.kind == RULE and books else one for one in whole]


def explanation_rows(names: Iterable[str], books: Sequence[Rulebook] = ()) -> list[Row]:
    """Return explanations as rows: name, kind, means, and a table of what else is known."""
    return [
        {"name": one.name, "kind": one.kind, "means": one.means, "facts": dict(one.facts)}
        for one in explain_all(names, books)
    ]


def listed_rows() -> list[Row]:
    """Return all names as rows: kind, name."""
    return [{"kind": kind, "name": name} for kind, names in names_by_kind().items() for name in names]
