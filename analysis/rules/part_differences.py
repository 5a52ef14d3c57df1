"""How the maps or decks of two rulebooks differ, summed up where many entries do: new, gone, renamed."""

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.games import find_game
from conquestlab.analysis.language import say
from conquestlab.analysis.rules.rulebook import Rulebook

MOST_LISTED = 6  # entries of a kind that are listed one by one
MOST_NAMED = 5
Entries = dict[str, list[Any]]
BETWEEN = " - "


def entries_of(book: Rulebook) -> dict[str, Entries]:
    """Return what the files of a rulebook hold that acts, by `map.lands`, `map.borders` and so on."""
    found: dict[str, Entries] = {}
    for part, file in find_game(book.game).files.items():
        for kind, entries in book.contents.get(part, {}).items():
            if kind in file.pairs:
                entries = [[BETWEEN.join(pair), "yes"] for pair in entries]
            rows = entries if isinstance(entries, list) else []
            listed = [[entry, "yes"] if isinstance(entry, str) else entry for entry in rows]
            found[f"{part}.{kind}"] = {name: rest for name, *rest in listed}
    return found


def part_differences(one: Rulebook, other: Rulebook, keys: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return by kind of entries, of those of which many differ, what tables show of both rulebooks.

    Parameters
    ----------
    one, other
    keys
        Everything that differs, as dotted keys.
    """
    left, right = entries_of(one), entries_of(other)
    found: dict[str, dict[str, str]] = {}
    new_names: dict[str, str] = {}
    for head in left:
        if head in right and sum(key.startswith(f"{head}.") for key in keys) > MOST_LISTED:
            renamed = _renamed(left[head], right[head])
            new_names |= renamed
            found[head] = _summed_up(left[head], right[head], renamed, new_names)
    return found


def _renamed(left: Entries, right: Entries) -> dict[str, str]:
    """Return the entries that stand at the same place with the same contents under another name."""
    if len(left) != len(right):
        return {}
    return {
        a: b
        for (a, x), (b, y) in zip(left.items(), right.items(), strict=True)
        if a not in right and b not in left and x == y and BETWEEN not in a
    }


def _summed_up(
    left: Entries, right: Entries, renamed: Mapping[str, str], new_names: Mapping[str, str]
) -> dict[str, str]:
    """Return how many entries there are, and how those of the second differ."""

    def called(name: str) -> str:
        return BETWEEN.join(new_names.get(part, part) for part in name.split(BETWEEN))

    def standing(name: str) -> frozenset[str]:
        return frozenset(name.split(BETWEEN))

    old = {standing(called(name)): (name, rest) for name, rest in left.items()}
    new = {standing(name): (name, rest) for name, rest in right.items()}
    gone = [name for key, (name, _) in old.items() if key not in new]
    added = [name for key, (name, _) in new.items() if key not in old]
    changed = [name for key, (name, rest) in new.items() if key in old and old[key][1] != rest]
    said = [say("{count} entries", count=len(right))]
    if renamed:
        pairs = [say("{old} is {new}", old=a, new=b) for a, b in renamed.items()]
        said.append(say("{count} renamed ({names})", count=len(renamed), names=_named(pairs)))
    if gone:
        said.append(say("{count} gone ({names})", count=len(gone), names=_named(gone)))
    if added:
        said.append(say("{count} new ({names})", count=len(added), names=_named(added)))
    if changed:
        said.append(say("{count} changed ({names})", count=len(changed), names=_named(changed)))
    if len(said) == 1:
        said.append(say("the same but for the names"))
    return {"a": say("{count} entries", count=len(left)), "b": "; ".join(said)}


def _named(names: Sequence[str]) -> str:
    return ", ".join([*names[:MOST_NAMED], *(["…"] if len(names) > MOST_NAMED else [])])
