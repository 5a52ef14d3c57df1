"""What notes tell of a position of Risk Express, against a plain reading of the record of the same game."""

import numpy as np
import oracle_express
import pytest
from express_table import rulebook

from conquestlab.analysis.playing.seated_game import SeatedGame

SEEDS = np.arange(41, 47, dtype=np.uint64)
ONE = 1 << 20
FAR = 9  # dice, for which the slow chance takes too long


def read_notes(book, record, seats):
    """Yield what is to be seen before the first turn, and when each has ended."""
    cards = {card.id: card for card in book.cards.cards}
    owner, turn, mover, lying, filled = dict.fromkeys(cards), 0, 0, None, []
    acts = dict.fromkeys(("rolls", "dice", "decisions", "fills", "conquests"), 0)
    for event in record[1:]:
        kind = event["event"]
        if kind in ("turn", "end"):
            yield (
                mover,
                dict(acts),
                [features(book, owner, lying, seat, turn, seats) for seat in range(1, seats + 1)],
            )
            if kind == "turn":
                turn, mover, filled = event["turn"], event["player"], []
        elif kind == "start_roll":
            rolls = [roll for chair in event["rolls"] for roll in chair]
            acts["rolls"] += len(rolls)
            acts["dice"] += sum(len(roll) for roll in rolls)
        elif kind == "roll":
            acts["rolls"] += 1
            acts["dice"] += len(event["dice"])
        elif kind == "continue":
            acts["decisions"] += 1
            filled = event["filled"] if event["accepted"] else []
        elif kind == "fill":
            acts["decisions"] += 1
            acts["fills"] += 1
            filled = [*filled, event["line"]]
        elif kind == "conquer":
            acts["conquests"] += 1
            owner[event["card"]], lying = mover, None
        elif kind == "fail":
            lying = (event["card"], filled, event["dice_on_lines"]) if event["card"] else None


def features(book, owner, lying, seat, turn, seats):
    own = {card for card, holder in owner.items() if holder == seat}
    score = safe = 0
    lacking = []
    for continent in book.cards.continents:
        inside = {card.id: card for card in book.cards.cards if card.continent == continent.id}
        if set(inside) <= own:
            safe += continent.back
            continue
        score += sum(card.points for name, card in inside.items() if name in own)
        if len({owner[name] for name in inside}) > 1 or None in {owner[name] for name in inside}:
            lacking.append(len(set(inside) - own))
    wait = (seat - 1 - turn) % seats
    return {
        "wait": wait,
        "score": score + safe,
        "cards": len(own),
        "safe": safe,
        "apart": min(lacking, default=0),
        "middle": sum(holder is None for holder in owner.values()),
        "offered": offered(book, owner, lying, seat) if wait == 0 else 0,
    }


def offered(book, owner, lying, seat):
    """The chance to finish the attack that lies there; None if that takes too long to find out."""
    if lying is None or owner[lying[0]] == seat:
        return 0
    name, filled, on_lines = lying
    card = next(card for card in book.cards.cards if card.id == name)
    lines = dict(enumerate(card.lines, 1))
    if owner[name] is not None and card.circled_general:
        lines[0] = (("general",), 0)
    dice = book.spec.dice.count - on_lines
    if dice >= FAR:
        return None
    left = tuple((tuple(line[0]), line[1]) for number, line in sorted(lines.items()) if number not in filled)
    return ONE * oracle_express.conquer(left, dice, False)


@pytest.mark.parametrize(("seats", "bot"), [(2, "random"), (3, "points"), (4, "expert")])
def test_notes_tell_what_the_record_tells(seats, bot):
    book = rulebook()
    table = SeatedGame(book, [bot] * seats)
    seen = dict.fromkeys((*table.engine.features, *table.engine.acts), 0)
    for game in range(4):
        lines = table.play_logged(SEEDS, game).lines
        record = table.engine.transcript(lines, book, {"event": "game", "players": [bot] * seats})
        notes = table.play_noted(SEEDS, game, 1)[1]
        for note, (mover, acts, told) in zip(notes, read_notes(book, record, seats), strict=True):
            assert note["mover"] == mover - 1
            assert dict(zip(table.engine.acts, note["acts"].tolist(), strict=True)) == acts
            scores = [one["score"] + 1 for one in told]
            assert note["standing"][:seats].tolist() == [ONE * score // sum(scores) for score in scores]
            for seat, expected in enumerate(told):
                found = dict(zip(table.engine.features, note["features"][seat].tolist(), strict=True))
                if expected["offered"] is None:
                    expected["offered"] = found["offered"]
                assert abs(found.pop("offered") - expected["offered"]) < 2
                assert found.items() <= expected.items()
                seen = {name: max(seen[name], expected.get(name, acts.get(name))) for name in seen}
    assert min(seen.values()) > 0
