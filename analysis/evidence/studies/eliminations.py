"""How often bots of conquest put a seat out where they could, and how many continents they break.

A chance is counted at the start of a turn: all lands of a victim hang together and lie beside lands of the
seat, and the largest force beside them, with all armies of the turn and those of a set that the seat could
exchange, is at least 1.3 times the armies and lands of the victim. It is taken if the seat puts the victim
out in this turn. A continent is broken if the seat takes a land of one that another seat held as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from collections.abc import Iterator

FORCE = 1.3
Z = 1.96


class Counts(NamedTuple):
    """What one bot did in one block of games with shared luck."""

    turns: int
    chances: int
    taken: int
    broken: int


def chances_taken(rules: str, bots: Sequence[str], games: int, seed: int = 1) -> list[Row]:
    """Return, for each bot, how many of its chances to put a seat out it took.

    Parameters
    ----------
    rules : str
        The rulebook.
    bots : sequence of str
        One for each seat; they move on by one seat from game to game.
    games : int
        Rounded up to whole blocks.
    seed : int
    """
    table = SeatedGame(load(rules), bots, shared=True)
    blocks = -(-games // table.seats)
    names = list(dict.fromkeys(bots))
    counts = np.zeros((len(names), blocks, len(Counts._fields)))
    for game in range(blocks * table.seats):
        for before, after in pairwise(_turns(table, game, seed)):
            seat = _next_seat(before, table.seats)
            bot = names.index(bots[int(before["bot_of_seat"][seat])])
            counts[bot, game // table.seats] += _count(table.rules, before, after, seat, table.seats)
    return [_row(name, of_bot) for name, of_bot in zip(names, counts, strict=True)]


def _turns(table: SeatedGame, game: int, seed: int) -> Iterator[np.void]:
    """Yield the position before the first turn of a game, and after each turn."""
    from conquestlab.kernels.shared.contract import EVENT_WIDTH, OVER, PAUSED

    kernels, seats = table.engine.kernels, table.seats
    positions = np.zeros(1, kernels.position_dtype)
    events = np.zeros((0, EVENT_WIDTH), np.int64)
    course = np.zeros((0, seats), np.int32)
    kernels.begin(table.rules, parse_seeds(seed).words, game // seats, seats, positions[0])
    positions[0]["bot_of_seat"][:seats] = [(seat - game) % seats for seat in range(seats)]
    positions[0]["pauses"] = 1
    why = PAUSED
    while why != OVER:
        why = kernels.advance(table.rules, table.bots, positions[0], events, course)
        if why == PAUSED:
            yield positions.copy()[0]


def _next_seat(position: np.void, seats: int) -> int:
    seat = (int(position["active"]) + 1) % seats if position["turn"] > 0 else 0
    while position["out"][seat]:
        seat = (seat + 1) % seats
    return seat


def _count(rules: np.void, before: np.void, after: np.void, seat: int, seats: int) -> Counts:
    """Count what a seat could do in a turn, and did."""
    owned = [int(lands) for lands in before["owned"]]
    armies = [int(number) for number in before["armies"]]
    to_place = _to_place(rules, before, seat)
    chances, taken = 0, 0
    for victim in range(seats):
        if victim == seat or owned[victim] == 0 or not _hang_together(rules, owned[victim]):
            continue
        stacks = [armies[land] - 1 for land in _lands(_beside(rules, owned[victim]) & owned[seat])]
        needed = sum(armies[land] + 1 for land in _lands(owned[victim]))
        if stacks and max(stacks) + to_place >= FORCE * needed:
            chances += 1
            taken += bool(after["out"][victim]) and int(after["destroyer"][victim]) == seat
    broken = 0
    for continent in range(int(rules["continents"])):
        lands = int(rules["continent_lands"][continent])
        held = any(lands & ~owned[other] == 0 for other in range(seats) if other != seat)
        broken += held and bool(lands & int(after["owned"][seat]))
    return Counts(1, chances, taken, broken)


def _to_place(rules: np.void, position: np.void, seat: int) -> int:
    """Return the armies of the turn that begins: for lands, for continents, and for a set in hand."""
    from conquestlab.kernels.conquest.cards import best_set
    from conquestlab.kernels.conquest.turn import forces_of_lands

    own = int(position["owned"][seat])
    armies = int(forces_of_lands(rules, own.bit_count()))
    for continent in range(int(rules["continents"])):
        if int(rules["continent_lands"][continent]) & ~own == 0:
            armies += int(rules["continent_armies"][continent])
    return armies + max(0, int(best_set(rules["cards"], position["cards"], seat, np.uint64(own))[2]))


def _lands(bits: int) -> list[int]:
    return [land for land in range(64) if bits >> land & 1]


def _beside(rules: np.void, lands: int) -> int:
    near = 0
    for land in _lands(lands):
        near |= int(rules["neighbours"][land])
    return near & ~lands


def _hang_together(rules: np.void, lands: int) -> bool:
    reached = lands & -lands
    while (wider := reached | _beside(rules, reached) & lands) != reached:
        reached = wider
    return reached == lands


def _row(name: str, counts: np.ndarray) -> Row:
    """Return the row of a bot, with intervals from what varies between blocks."""
    turns, chances, taken, broken = counts.sum(axis=0)
    row: Row = {"bot": name, "turns": int(turns), "chances": int(chances)}
    for kind, part, whole, column in (("taken", taken, chances, 1), ("broken_a_turn", broken, turns, 0)):
        share = part / whole if whole else 0.0
        parts = counts[:, 2 if kind == "taken" else 3]
        error = np.sqrt(((parts - share * counts[:, column]) ** 2).sum()) / max(whole, 1.0)
        row |= {kind: share, f"{kind}_low": share - Z * error, f"{kind}_high": share + Z * error}
    return row


def table(rules: str, bots: Sequence[str], games: int, seed: int) -> list[str]:
    """Return the table of the study in Markdown."""
    lines = [
        "| bot | turns | chances | taken | continents broken a turn |",
        "|---|---|---|---|---|",
    ]
    for row in chances_taken(rules, bots, games, seed):
        taken = f"{row['taken']:.1%} ({row['taken_low']:.1%} to {row['taken_high']:.1%})"
        broken = f"{row['broken_a_turn']:.3f}"
        broken += f" ({row['broken_a_turn_low']:.3f} to {row['broken_a_turn_high']:.3f})"
        lines.append(f"| {row['bot']} | {row['turns']} | {row['chances']} | {taken} | {broken} |")
    return lines
