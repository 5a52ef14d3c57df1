"""What notes tell of a position of Manchots Barjots, against a plain reading of the record of the game."""

from collections import Counter, defaultdict

import pytest
from manchots_games import SEEDS, record_of, table_of

TWINS, LOOKOUT = "1", "3"  # values of the cards that are so in the printed game


def read_notes(record, seats):
    """Yield what is to be seen after the deal and after each round."""
    acts = dict.fromkeys(("drawn", "given", "landed", "destroyed"), 0)
    hands, tables, landed = Counter(), defaultdict(Counter), defaultdict(list)
    for event in record[1:]:
        kind, player, cards = event["event"], event.get("player"), event.get("cards")
        if kind in ("round", "score"):
            yield dict(acts), [features(hands, tables, landed, seat) for seat in range(1, seats + 1)]
            landed.clear()
            if kind == "score":
                return
        elif kind == "draw":
            acts["drawn"] += len(cards)
            hands[player] += len(cards)
        elif kind == "give":
            acts["given"] += 2
            hands[player] -= 2 if seats == 2 else 0  # otherwise they get as many
        elif kind == "take":
            hands[player] += 1
        elif kind == "land":
            acts["landed"] += len(cards)
            hands[player] -= len(cards)
            landed[player] += cards
            add(tables, [(player, card) for card in cards], 1)
        elif kind == "destroyed":
            acts["destroyed"] += len(cards)
            add(tables, [(one["player"], one["card"]) for one in cards], -1)


def add(tables, cards, sign):
    for player, card in cards:
        zone, value = card.split("_")
        tables[player][zone] += sign * int(value)


def features(hands, tables, landed, seat):
    own = {zone: points for zone, points in tables[seat].items() if points}
    others = [tables[player] for player in tables if player != seat]
    ahead = {zone: own[zone] - max((other[zone] for other in others), default=0) for zone in own}
    values = [card.split("_")[1] for card in landed[seat]]
    return {
        "majorities": sum(lead >= 0 for lead in ahead.values()),
        "zones": len(own),
        "table": sum(own.values()),
        "ahead": sum(lead for lead in ahead.values() if lead > 0),
        "behind": -sum(lead for lead in ahead.values() if lead < 0),
        "hand": hands[seat],
        "need": 2 if TWINS in values else 1,
        "watching": int(LOOKOUT in values),
    }


@pytest.mark.parametrize(("seats", "bot"), [(2, "random"), (3, "random"), (4, "expert"), (5, "saboteur")])
def test_notes_tell_what_the_record_tells(seats, bot):
    table = table_of(seats, bot)
    seen = dict.fromkeys((*table.engine.features, *table.engine.acts), 0)
    for game in range(8):
        notes = table.play_noted(SEEDS, game, 1)[1]
        for note, (acts, told) in zip(notes, read_notes(record_of(table, game), seats), strict=True):
            assert dict(zip(table.engine.acts, note["acts"].tolist(), strict=True)) == acts
            for seat, expected in enumerate(told):
                found = dict(zip(table.engine.features, note["features"][seat].tolist(), strict=True))
                assert found == expected
                seen = {name: max(seen[name], expected.get(name, acts.get(name))) for name in seen}
    rare = {"destroyed"} if bot == "expert" else set()
    assert {name for name in seen if seen[name] == 0} <= rare
