"""A position in words: `Brazil 5, Peru 3` for each side; and a position as a file to be edited."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.board_position import ALLY, ALLY_SIDE, FIRST_JOKER, UNKNOWN, Board
from conquestlab.analysis.games.conquest.named_lands import land_called
from conquestlab.analysis.rules.faults import shown

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

LAND_AND_ARMIES = re.compile(r"\s*(.+?)\s*[:=]?\s*(\d{1,6})\s*")


def view_of_words(me: str, them: Sequence[str], rulebook: Rulebook) -> dict[str, Any]:
    """Return the view that words tell: one's own lands, and those of each other side.

    Parameters
    ----------
    me : str
        "Brazil 5, Peru 3".
    them : sequence of str
        The same for seat 2, seat 3 and so on.
    rulebook : Rulebook
    """
    owner: dict[str, int] = {}
    armies: dict[str, int] = {}
    for seat, words in enumerate((me, *them), 1):
        for name, number in _lands(words, "--me" if seat == 1 else "--them"):
            land = land_called(name, rulebook)
            if land.id in owner:
                raise WrongUse(f"{land.name} is named twice")
            owner[land.id], armies[land.id] = seat, number
    return {"seat": 1, "owner": owner, "armies": armies}


def _lands(words: str, option: str) -> Iterator[tuple[str, int]]:
    for part in filter(str.strip, words.split(",")):
        found = LAND_AND_ARMIES.fullmatch(part)
        if found is None:
            raise WrongUse(f'{option} {shown(part.strip())}: give a land with its armies, as in "Brazil 5"')
        yield found[1], int(found[2])


def view_of_board(board: Board, rulebook: Rulebook) -> dict[str, Any]:
    """Return a board as the view of the protocol has it, with the keys that are read."""
    lands = rulebook.map.lands
    view: dict[str, Any] = {
        "seat": board.seat + 1,
        "round": board.round,
        "to_place": board.to_place,
        "conquered": board.conquered,
        "sets_done": board.sets_done,
        "hand": [_card(card, rulebook) for card in board.hand],
        "hand_sizes": list(board.hand_sizes),
        "discard": [_card(card, rulebook) for card in board.discard],
    }
    if board.objective is not None:
        view |= {"objective": board.objective}
    if any(board.colours):
        view |= {"colours": list(board.colours)}
    known = [place for place, side in enumerate(board.owner) if side != UNKNOWN]
    view["owner"] = {
        lands[place].id: ALLY if board.owner[place] == ALLY_SIDE else board.owner[place] + 1
        for place in known
    }
    view["armies"] = {lands[place].id: board.armies[place] for place in known}
    return view


def _card(card: int, rulebook: Rulebook) -> str:
    if card >= FIRST_JOKER:
        return f"joker_{card - FIRST_JOKER + 1}"
    land: str = rulebook.map.lands[card].id
    return land


def file_of_board(board: Board, rulebook: Rulebook) -> list[str]:
    """Return the lines of a position file in TOML, with a remark on each key."""
    from conquestlab.analysis.rules.faults import toml_text

    remarks = {
        "seat": "whose turn it is",
        "to_place": "armies still to be placed before the attacks",
        "conquered": "lands taken in this turn",
        "sets_done": "sets exchanged in the whole game, by anybody",
        "hand": "your cards, by their land; joker_1, joker_2",
        "hand_sizes": "how many cards each seat holds",
        "discard": "cards that were exchanged",
    }
    view = view_of_board(board, rulebook)
    lines = [f"rules = {_quoted(rulebook.label)}", f"players = {board.players}"]
    for key, value in view.items():
        if key in ("owner", "armies"):
            continue
        text = (
            _quoted(value)
            if isinstance(value, str)
            else toml_text(value)
            if not isinstance(value, list)
            else _list(value)
        )
        lines.append(f"{key} = {text}" + (f"  # {remarks[key]}" if key in remarks else ""))
    for key, remark in (("owner", "the seat, by land"), ("armies", "by land")):
        lines += ["", f"[{key}]  # {remark}"]
        lines += [
            f"{land} = {_quoted(value) if isinstance(value, str) else value}"
            for land, value in view[key].items()
        ]
    return lines


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _list(values: Sequence[Any]) -> str:
    return (
        "["
        + ", ".join(
            '""' if one is None else _quoted(one) if isinstance(one, str) else str(one) for one in values
        )
        + "]"
    )
