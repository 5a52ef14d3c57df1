"""Games of the engine of Manchots Barjots, event by event, as the slow twin plays them; and what is legal.

`TWIN_GAMES=10000` in the environment plays so many games for each number of players, before the referee too.
"""

import os
from itertools import combinations, permutations

import numpy as np
import pytest
from manchots_games import SEEDS, record_of, table_of
from manchots_table import OPTIONS
from numba import config
from plain_python import too_many_games
from slow_manchots import Streams, Told, play

from conquestlab.analysis.games.manchots.transcript import card_name

MANY = int(os.environ.get("TWIN_GAMES", "400"))
A_FEW = 2 if config.DISABLE_JIT else 15
GIVE = 1
WHOLE_WIN = 60


def twin_of(table, record, seeds=SEEDS):
    """Return the game of the slow twin with the same luck and the same choices."""
    names = record[0]["players"]
    return play(table.rulebook, names, Streams(seeds, record[0]["game"]), Told(record), record[0])


@pytest.mark.parametrize("changes", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("players", range(2, 6))
def test_7_games_are_those_of_the_slow_twin_event_by_event(players, changes):
    table = table_of(players, **changes)
    for game in range(A_FEW):
        record = record_of(table, game)
        assert record == twin_of(table, record)


@too_many_games
@pytest.mark.parametrize("players", range(2, 6))
def test_7_many_games_are_those_of_the_slow_twin(players):
    table, seeds = table_of(players), SEEDS + np.uint64(100)
    effects = set()
    for game in range(MANY):
        record = record_of(table, game, seeds)
        assert record == twin_of(table, record, seeds)
        assert table.engine.check(record, table.rulebook) == []
        effects |= {event["event"] for event in record}
        effects |= {event["step"] for event in record if event["event"] == "land"}
    assert effects >= {"destroyed", "a", "b"} | ({"remake", "take"} if players == 2 else set())


class Watcher:
    """A player who plays as a record says and keeps what could have been chosen."""

    def __init__(self, record):
        self.told, self.seen = Told(record), {}

    def give(self, seat, hand):
        self.seen.setdefault((seat, "give"), []).append(set(permutations(hand, 2)))
        return self.told.give(seat, hand)

    def land(self, seat, hand, many):
        choices = {tuple(sorted(cards)) for cards in combinations(hand, many)}
        self.seen.setdefault((seat, "land"), []).append(choices)
        return self.told.land(seat, hand, many)


@pytest.mark.parametrize("name", ["as printed", "twins stack", "other specials"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_7_what_may_be_chosen_is_what_the_hand_allows(players, name):
    table = table_of(players, [None] * players, **OPTIONS[name])
    chance = np.random.default_rng(players)
    for game in range(6):
        offered = {}

        def choose(position, choices, offered=offered):
            kind = "give" if position["asked"] == GIVE else "land"
            seat = int(position["asker"])
            many = min(int(position["need"][seat]), int(position["hand_size"][seat]))
            width = 2 if kind == "give" else many
            named = [tuple(card_name(int(card)) for card in row[1 : 1 + width]) for row in choices]
            named = named if kind == "give" else [tuple(sorted(cards)) for cards in named]
            assert len(named) == len(set(named))
            offered.setdefault((seat + 1, kind), []).append(set(named))
            return chance.choice(choices)

        played = table.play_logged(SEEDS, game, choose)
        head = {"event": "game", "rules": table.rulebook.name, "game": game, "players": ["some"] * players}
        transcript = table.engine.transcript(played.lines, table.rulebook, head)
        watcher = Watcher(transcript)
        twin = play(table.rulebook, head["players"], Streams(SEEDS, game), watcher, transcript[0])
        assert transcript == twin
        assert offered == watcher.seen


@pytest.mark.parametrize("players", range(2, 6))
def test_7a_4_the_row_keeps_the_score_of_the_slow_twin(players):
    table = table_of(players, handicap__points=[2, -1])
    rows = table.play(SEEDS, 0, 4 * A_FEW)
    for game, row in enumerate(rows):
        twin = twin_of(table, record_of(table, game))
        scores = {event["player"]: event for event in twin if event["event"] == "score"}
        assert row["score"][:players].tolist() == [scores[seat]["total"] for seat in range(1, players + 1)]
        winners = twin[-1]["winners"]
        share = WHOLE_WIN // len(winners)
        real = [share * (seat in winners) for seat in range(1, players + 1)]
        alone = sum(real) == WHOLE_WIN
        assert alone == (not row["virtual_win"])
        if players == 2:
            assert row["virtual_score"].tolist() == [scores[f"virtual_{i}"]["total"] for i in (1, 2)]
        else:
            assert row["win"][:players].tolist() == real
