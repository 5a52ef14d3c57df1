"""Pieces of a board on which a game is watched: places that the script of the page fills, and patterns.

A place is a group with the class `place`. It has a `ground`, which is filled by its holder, a name, and an
empty `token`, into which the script writes who holds it and how much is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.reports.webpage.svg import drawing, element, text_at

TILE = 12  # how wide a pattern is
PATTERNS = (
    (),
    ("M0 12L12 0M-3 3L3 -3M9 15L15 9",),
    ("M0 6H12",),
    ("M0 0L12 12M-3 9L3 15M9 -3L15 3",),
    ("M6 0V12",),
    ("M0 6H12M6 0V12",),
    ("M0 12L12 0M0 0L12 12",),
    ("M2 6H10",),
)
"""By player, the lines over the tint, so that holders can be told apart without colours."""


def place(
    id: str, name: str, ground: str, at: tuple[float, float], lines: Sequence[tuple[str, float, float]]
) -> str:
    """Return a place.

    Parameters
    ----------
    id : str
        As the scenes name it.
    name : str
        What pointing at it tells first.
    ground : str
        An element with the class `ground`.
    at : tuple of float
        Where its token goes.
    lines : sequence of tuple
        Lines of its name, each with the middle of its foot.
    """
    names = [text_at(text, x, y, class_="name") for text, x, y in lines]
    token = element("g", class_="token")
    title = element("title", name)
    inside = (title, ground, *names, token)
    return element("g", *inside, class_="place", data_place=id, data_name=name, data_x=at[0], data_y=at[1])


def board(*inside: str, size: tuple[float, float], title: str, players: int, style: str = "") -> str:
    """Return a whole board, with the patterns of so many players."""
    patterns = [_pattern(player) for player in range(1, players + 1)]
    ground = element("rect", width=TILE, height=TILE, class_="shared")
    shared = _tile("held-shared", ground)
    above = element("g", class_="arrows")
    classes = " ".join(filter(None, ["world", "board-of-game", style]))
    return drawing(element("defs", *patterns, shared), *inside, above, size=size, title=title, class_=classes)


def _pattern(player: int) -> str:
    colour = f"s{player - 1}"
    ground = element("rect", width=TILE, height=TILE, class_=f"tint {colour}")
    hatch = [element("path", d=d, class_=f"hatch {colour}") for d in PATTERNS[(player - 1) % len(PATTERNS)]]
    return _tile(f"held-{player}", ground, *hatch)


def _tile(id: str, *inside: str) -> str:
    return element("pattern", *inside, id=id, width=TILE, height=TILE, patternUnits="userSpaceOnUse")
