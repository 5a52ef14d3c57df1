"""Writes docs/glossary.md, which has the same words as `conquest explain`.

`python -m conquestlab.analysis.explaining.glossary_page > docs/glossary.md` makes it anew; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conquestlab.analysis.explaining.columns import COLUMNS
from conquestlab.analysis.explaining.common_words import COMMON_KEYS
from conquestlab.analysis.explaining.game_explanations import measure_explanations, words_of
from conquestlab.analysis.explaining.glossary import LADDER, POLICIES, TERMS
from conquestlab.analysis.explaining.signs import SIGNS
from conquestlab.analysis.games import BUILT_IN

HEAD = """\
# Glossary

What `conquest explain NAME` says, as a page; it is made from the same words. Measures are defined in
[measures.md](measures.md), rules in [rules.md](rules.md), bots in [bots.md](bots.md)."""


def glossary_page() -> str:
    """Return the page."""
    signs = {f"`{sign.shown}`": sign.means for sign in SIGNS}
    keys = {f"`{key}`": (words, "every game") for key, words in COMMON_KEYS.items()}
    rows = [(key, words, game) for key, (words, game) in keys.items()]
    for game in BUILT_IN:
        rows += [(f"`{key}`", words, game) for key, words in words_of(game).keys.items()]
    cautions = [
        (f"`{one.name}`", one.facts.get("not to be read as", ""), one.facts.get("source", ""))
        for one in measure_explanations(BUILT_IN)
    ]
    parts = [
        HEAD,
        "## Terms",
        _table(("term", "meaning"), _named(TERMS)),
        "## Signs in tables",
        _table(("sign", "meaning"), signs.items()),
        "## What measures must not be read as",
        _table(("measure", "caution", "source"), cautions),
        "## Measures of a ladder",
        _table(("measure", "meaning"), _named(LADDER, "`")),
        "## Policies of exchanging cards",
        _table(("policy", "meaning"), _named(POLICIES, "`")),
        "## Keys of rulebooks",
        _table(("key", "meaning", "game"), rows),
        "## Columns of tables",
        _table(("column", "what stands in it"), _named(COLUMNS, "`")),
    ]
    return "\n\n".join(parts) + "\n"


def _named(words: Mapping[str, str], quote: str = "") -> list[tuple[str, str]]:
    return [(f"{quote}{name}{quote}", means) for name, means in words.items()]


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [_row(heads), _row(("---",) * len(heads))]
    return "\n".join([*lines, *(_row(row) for row in rows)])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


if __name__ == "__main__":
    print(glossary_page(), end="")
