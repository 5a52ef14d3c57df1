"""From a board to the record that the kernels play on, and from a game under way to a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.games.conquest.board_position import FIRST_JOKER, Board
from conquestlab.analysis.games.conquest.view import seat_view
from conquestlab.kernels.conquest import play, state
from conquestlab.kernels.conquest.turn import end_turn

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def record_of(board: Board, rulebook: Rulebook, rules: np.void, seeds: np.ndarray) -> np.void:
    """Return a whole board as a position, in which its seat is about to place or to attack.

    Cards that are hidden are in some order, and objectives of the others are any: whoever plays on deals them
    anew (kernels/conquest/planner.py).
    """
    position = np.zeros(1, play.position_dtype)[0]
    play.begin(rules, seeds, 0, board.players, position)
    for land, (side, armies) in enumerate(zip(board.owner, board.armies, strict=True)):
        position["owner"][land] = side
        position["armies"][land] = armies
        position["owned"][side] |= np.uint64(1 << land)
        position["armies_of"][side] += armies
        if armies > 1:
            position["several"] |= np.uint64(1 << land)
    _put_out(position, board)
    _deal_cards(position["cards"], board, rules)
    if rules["has_objectives"]:
        _deal_objectives(position, board, rulebook)
    position["round"] = board.round
    position["turn"] = board.round * board.players + board.seat
    end_turn(position)
    for name in ("active", "actor", "commander"):
        position[name] = board.seat
    position["part"], position["stage"] = 1, state.FORCES
    position["pool"] = position["received"] = board.to_place
    position["conquered"] = board.conquered
    position["phase"] = state.EXCHANGING if board.to_place else state.PLACING
    return position


def _put_out(position: np.void, board: Board) -> None:
    """Put out the seats without a land."""
    for seat in range(board.players):
        if seat not in board.owner:
            position["out"][seat] = 1
            position["alive"] -= 1


def _deal_cards(cards: np.void, board: Board, rules: np.void) -> None:
    """Give out the cards that are known, and to the others as many as they hold of those that are left."""
    whole = [int(card) for card in cards["talon"][: cards["talon_left"]]]
    left = [card for card in whole if card not in (*board.hand, *board.discard)]
    hands = {board.seat: list(board.hand)}
    for seat, size in enumerate(board.hand_sizes):
        if seat != board.seat:
            hands[seat], left = left[:size], left[size:]
    for seat, hand in hands.items():
        for card in hand:
            kind, place = ("hand_lands", card) if card < FIRST_JOKER else ("hand_jokers", card - FIRST_JOKER)
            cards[kind][seat] |= np.uint64(1 << place)
    for card in board.discard:
        kind, place = (
            ("discard_lands", card) if card < FIRST_JOKER else ("discard_jokers", card - FIRST_JOKER)
        )
        cards[kind] |= np.uint64(1 << place)
    cards["talon"][: len(left)] = left
    cards["talon_left"] = len(left)
    cards["sets_done"] = board.sets_done


def _deal_objectives(position: np.void, board: Board, rulebook: Rulebook) -> None:
    deck = rulebook.objectives
    goals = [one.id for one in deck.objectives]
    colours = [one.id for one in deck.colours]
    own = goals.index(board.objective) if board.objective else 0
    others = iter(goal for goal in range(len(goals)) if goal != own)
    for seat in range(board.players):
        named = board.colours[seat] if seat < len(board.colours) else None
        position["colour"][seat] = colours.index(named) if named in colours else seat
        position["objective"][seat] = own if seat == board.seat else next(others)


def board_of(position: np.void, rules: np.void, rulebook: Rulebook, seat: int) -> Board:
    """Return what a seat sees of a game that stands before its turn, its armies still to be placed."""
    seen: dict[str, Any] = seat_view(rules, position, seat)
    owner, armies = tuple(seen["owner"]), tuple(seen["armies"])
    deck = rulebook.objectives
    return Board(
        players=int(position["seats"]),
        seat=seat,
        owner=owner,
        armies=armies,
        round=max(1, seen["round"] + (seat <= seen["active"] and seen["turn"] > 0)),
        to_place=forces_due(owner, seat, rulebook),
        sets_done=seen["sets_done"],
        hand=tuple(seen["hand"]),
        discard=tuple(seen["discard"]),
        hand_sizes=tuple(seen["hand_sizes"]),
        objective=deck.objectives[seen["objective"]].id if deck else None,
        colours=tuple(deck.colours[one].id if one >= 0 else None for one in seen["colours"]) if deck else (),
    )


def forces_due(owner: tuple[int, ...], seat: int, rulebook: Rulebook) -> int:
    """Return the armies that a seat gets for lands and continents at the start of its turn."""
    spec = rulebook.spec.reinforcement  # type: ignore[attr-defined]
    lands = sum(side == seat for side in owner)
    due = max(lands // spec.lands_per_army, spec.min_reinforcement)
    for armies, inside in zip(rulebook.continent_bonus, rulebook.map.continent_lands, strict=True):
        if all(owner[land] == seat for land in inside):
            due += armies
    return int(due)
