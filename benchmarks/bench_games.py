"""What the bench times of whole games of conquest."""

from __future__ import annotations

from functools import partial

from conquestlab.analysis.rules.rulebook import load
from conquestlab.benchmarks.bench import Measurement, Work

GAMES = {2: 2000, 4: 600, 6: 400}  # a batch, by seats
PLAIN_GAMES = 40
PLANNED_GAMES = 10
REACH = {2: 60_000, 4: 20_000, 6: 20_000}
OTHERS = (
    ("conquete-1957", 4),
    ("conquete-1957-second", 4),
    ("risk-1970-objectives", 4),
    ("risk-1970-world", 4),
    ("risk-1970-duel", 2),
)
BOTS: tuple[tuple[int, tuple[str, ...], int], ...] = (
    (4, ("greedy",) * 4, 15_000),
    (2, ("expert",) * 2, 10_000),
    (4, ("expert",) * 4, 4_000),
    (6, ("expert",) * 6, 0),
    (4, ("planner", "expert", "expert", "expert"), 60),
)


def measurements() -> list[Measurement]:
    """Return the measurements of this part."""
    listed = [
        Measurement(
            f"risk-modern, {seats} x reckless",
            "games/s",
            partial(_beside_plain, seats),
            "jitted np.random loop over arrays, simpler rules",
            f">= {reach:,}",
        )
        for seats, reach in REACH.items()
    ]
    for name, seats in OTHERS:
        work = partial(_alone, name, ("reckless",) * seats)
        listed.append(Measurement(f"{name}, {seats} x reckless", "games/s", work))
    for seats, bots, reach in BOTS:
        who = f"{seats} x {bots[0]}" if len(set(bots)) == 1 else f"{bots[0]} and {seats - 1} x {bots[1]}"
        work, wanted = partial(_alone, "risk-modern", bots), f">= {reach:,}" if reach else ""
        listed.append(Measurement(f"risk-modern, {who}", "games/s", work, "", wanted))
    return listed


def _alone(name: str, bots: tuple[str, ...]) -> tuple[Work, None]:
    from conquestlab.analysis.playing.seated_game import SeatedGame
    from conquestlab.analysis.seeds import parse_seeds

    table = SeatedGame(load(name), bots)
    games = PLANNED_GAMES if "planner" in bots else GAMES[len(bots)]
    seeds = parse_seeds(1).words

    def work() -> int:
        return len(table.play(seeds, 0, games))

    return work, None


def _beside_plain(seats: int) -> tuple[Work, Work]:
    import numpy as np

    from conquestlab.benchmarks.bench_plain_game import plain_games

    book = load("risk-modern")
    widest = max(len(near) for near in book.map.neighbours)
    neighbours = np.full((len(book.map.lands), widest), -1)
    for land, near in enumerate(book.map.neighbours):
        neighbours[land, : len(near)] = near
    ids = [continent.id for continent in book.map.continents]
    continents = np.array([ids.index(land.continent) for land in book.map.lands])
    bonus = np.array(book.continent_bonus)

    def plain() -> int:
        plain_games(neighbours, continents, bonus, seats, PLAIN_GAMES)
        return PLAIN_GAMES

    return _alone("risk-modern", ("reckless",) * seats)[0], plain
