"""What notes tell of a position of Africa 1880, against a plain reading of the record of the same game."""

from collections import defaultdict

import numpy as np
import pytest
from africa_table import SQUARES, rulebook

from conquestlab.analysis.playing.seated_game import SeatedGame

SEEDS = np.arange(41, 47, dtype=np.uint64)


def read_notes(book, record, seats):
    """Yield what is to be seen when the first presences stand, and after each round."""
    present, colonies, counters = defaultdict(set), set(), defaultdict(int)
    acts = dict.fromkeys(("orders", "declarations", "conflicts"), 0)
    wars = None
    all_seats = range(1, seats + 1)
    removed = False
    record = [*record[1:], {"event": "round"}]
    for event in record:
        kind = event["event"]
        if kind in ("removed", "colony", "score", "end", "round") and wars and not removed:
            removed = True  # all have arrived, and nobody is removed yet
            acts["conflicts"] += sum(
                any(other in seats_there for seat in seats_there for other in wars[seat])
                for name, seats_there in present.items()
                if name not in colonies
            )
        if kind in ("score", "round") and (wars is None or removed):
            yield (
                dict(acts),
                [features(book, present, colonies, counters, wars, seat, seats) for seat in all_seats],
            )
            if kind == "score":
                return
            wars, removed = {}, False
        elif kind in ("start", "arrive"):
            present[event["territory"]].add(event["player"])
        elif kind == "orders":
            acts["orders"] += len(event["develop"]) + len(event["explore"]) + (event["land"] is not None)
            acts["declarations"] += seats - 1
            wars[event["player"]] = {seat for seat in all_seats if event["relations"][seat - 1] == "war"}
        elif kind == "develop":
            counters[event["territory"]] += event["counters"]
        elif kind == "removed":
            present[event["territory"]].discard(event["player"])
        elif kind == "colony":
            colonies.add(event["territory"])


def features(book, present, colonies, counters, wars, seat, seats):
    own = [name for name, seats_there in present.items() if seat in seats_there]
    alone = [name for name in own if name in colonies and len(present[name]) == 1]
    shared = [name for name in own if name in colonies and len(present[name]) > 1]
    others = [other for other in range(1, seats + 1) if other != seat]
    enemies = sum(seat in wars[other] for other in others) if wars else 0
    friends = len(others) - enemies if wars else 0
    points = book.spec.score
    return {
        "score": points.alone * len(alone) + points.shared * len(shared) + points.alliance * friends,
        "presences": len(own),
        "alone": len(alone),
        "shared": len(shared),
        "company": sum(name not in colonies and len(present[name]) > 1 for name in own),
        "free": sum(SQUARES[name] - counters[name] for name in own),
        "friends": friends,
        "enemies": enemies,
        "wars": len(wars[seat]) if wars else 0,
    }


@pytest.mark.parametrize(
    "bots", [("balancer", "expert", "random"), ("random",) * 4, ("traitor", "expert") * 3]
)
def test_notes_tell_what_the_record_tells(bots):
    book, seats = rulebook(), len(bots)
    table = SeatedGame(book, bots)
    seen = dict.fromkeys((*table.engine.features, *table.engine.acts), 0)
    for game in range(4):
        lines = table.play_logged(SEEDS, game).lines
        record = table.engine.transcript(lines, book, {"event": "game", "players": list(bots)})
        notes = table.play_noted(SEEDS, game, 1)[1]
        for note, (acts, told) in zip(notes, read_notes(book, record, seats), strict=True):
            assert dict(zip(table.engine.acts, note["acts"].tolist(), strict=True)) == acts
            for seat, expected in enumerate(told):
                found = dict(zip(table.engine.features, note["features"][seat].tolist(), strict=True))
                assert found == expected
                seen = {name: max(seen[name], expected.get(name, acts.get(name))) for name in seen}
    assert min(seen.values()) > 0
