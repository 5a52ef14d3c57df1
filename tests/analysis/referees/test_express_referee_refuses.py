import copy
import random

import pytest
import slow_express
from express_script import (
    conquer,
    end,
    fail,
    fill,
    offer,
    roll,
    sacrifice,
    seven_turns,
    turn,
)
from express_table import rulebook

from conquestlab.analysis.games.express.referee import check


def nth(record, kind, number=1):
    """Return the place of the n-th event of a kind."""
    return [place for place, event in enumerate(record) if event["event"] == kind][number - 1]


def change(kind, number=1, **values):
    """Return a spoiler that gives an event other values; `from_` stands for `from`."""

    def spoil(record):
        record[nth(record, kind, number)].update({key.rstrip("_"): value for key, value in values.items()})

    return spoil


def drop(kind, number=1):
    """Return a spoiler that leaves an event out."""
    return lambda record: record.pop(nth(record, kind, number))


def put(kind, number, *events):
    """Return a spoiler that puts events before another."""

    def spoil(record):
        place = nth(record, kind, number)
        record[place:place] = events

    return spoil


def follow(kind, number, *events):
    """Return a spoiler that puts events after another."""

    def spoil(record):
        place = nth(record, kind, number) + 1
        record[place:place] = events

    return spoil


def cut(kind, number, *events):
    """Return a spoiler that tells a game up to an event and goes on in another way."""

    def spoil(record):
        record[nth(record, kind, number) :] = events

    return spoil


FIVE = ["general"] * 5
SEVEN = ["general"] * 7
TWO = [SEVEN, SEVEN]
CAVALRY = fill(1, "europe_1", 2, "cavalry cavalry")
SOLDIER = fill(2, "europe_1", 2, "soldier1")
OWN_CARD = offer(1, True, "europe_1", [0, 1], 4)
ROBBED = conquer(2, "europe_1", taken_from=1)
ENOUGH = ["soldier3", "soldier3", "soldier2"]

BROKEN = [
    ("record", "an event is an object", lambda record: record.insert(3, "turn")),
    ("record", "no event 'throw'", change("roll", event="throw")),
    ("record", "'turn' lacks 'round'", lambda record: record[2].pop("round")),
    ("record", "'turn' has no 'mood'", change("turn", mood="good")),
    ("record", "'dice_left' of 'sacrifice' cannot be '4'", change("sacrifice", dice_left="4")),
    ("record", "'continent_completed' of 'conquer' cannot be 0", change("conquer", continent_completed=0)),
    ("record", "'player' of 'turn' cannot be True", change("turn", player=True)),
    ("record", "the record breaks off; 'end' should follow", drop("end")),
    ("record", "the record breaks off; 'fill' should follow", cut("fill", 1)),
    ("record", "rules should be risk-express", change("game", rules="risk")),
    ("6.1", "2 to 6 players, not 1", change("game", players=["some"])),
    ("6.1", "2 to 6 players, not 7", change("game", players=["some"] * 7)),
    ("6.1", "no die shows 'admiral'", change("roll", dice=["admiral"] * 7)),
    ("6.1", "no die shows 6", change("roll", dice=[6] * 7)),
    ("6.1", "no card 'atlantis'", change("fill", card="atlantis")),
    ("6.2", "each chair has its list of rolls", change("start_roll", rolls=[[SEVEN], [SEVEN]])),
    ("6.2", "7 dice are rolled", change("start_roll", rolls=[[SEVEN], [FIVE], [FIVE]])),
    ("6.2", "chair 2 is tied and rolls again", change("start_roll", rolls=[TWO, [SEVEN], [SEVEN]])),
    (
        "6.2",
        "chair 2 is out of the tie",
        change("start_roll", rolls=[TWO, [["cannon"] * 7, SEVEN], [SEVEN, ["cannon"] * 7]]),
    ),
    (
        "6.2",
        "chair 1 has won",
        change("start_roll", rolls=[TWO, [["cannon"] * 7], [["cannon"] * 7]], first=1),
    ),
    ("6.2", "the first chair should be 3, not 1", change("start_roll", first=1)),
    ("6.2", "player should be 2, not 3", change("turn", 2, player=3)),
    ("6.2", "turn should be 2, not 3", change("turn", 2, turn=3)),
    ("6.2", "round should be 2, not 1", change("turn", 4, round=1)),
    ("6.2", "it is seat 1's turn, not seat 2's", change("roll", player=2)),
    ("6.2", "rounds should be 3, not 2", change("end", rounds=2)),
    ("6.2", "turns should be 7, not 6", change("end", turns=6)),
    ("6.3", "7 dice are rolled", change("roll", dice=["cannon"] * 6)),
    ("6.3", "7 dice are rolled", change("roll", dice=["cannon"] * 8)),
    ("6.3", "5 dice are rolled", change("roll", 2, dice=["cavalry"] * 7)),
    ("6.3", "the target of this turn is europe_1, not asia_1", change("fill", 2, card="asia_1")),
    ("6.3", "europe_1 is the player's own card", cut("fill", 5, fill(1, "europe_1", 0, "general"))),
    ("6.3", "australia lies face down", change("fill", 11, card="australia", line=3)),
    ("6.3", "line 1 of europe_1 is filled already", change("fill", 2, line=1)),
    ("6.3", "asia_3 has no line 2", cut("fill", 1, fill(1, "asia_3", 2, "cannon"))),
    ("6.3", "asia_4 has no line 0", cut("fill", 1, fill(1, "asia_4", 0, "general"))),
    ("6.3", "are not among the dice rolled", change("fill", dice=["cavalry", "cavalry"])),
    ("6.3", "are not among the dice rolled", change("fill", dice=["cannon"] * 3)),
    ("6.3", "are not among the dice rolled", change("fill", dice=[1, 1])),
    ("6.3", "[] do not fill line 1", change("fill", dice=[])),
    ("6.3", "['cannon'] do not fill line 1", change("fill", dice=["cannon"])),
    ("6.3", "'general'] do not fill line 1", change("fill", dice=["cannon", "cannon", "general"])),
    ("6.3", "['soldier3'] do not fill line 2", change("fill", 6, dice=["soldier3"])),
    ("6.3", "'general'] do not fill line 2", change("fill", 6, dice=[*ENOUGH, "general"])),
    ("6.3", "'fill' cannot stand here; 'roll' should", put("roll", 2, CAVALRY)),
    ("6.3", "'fill' cannot stand here; 'roll' should", drop("roll", 2)),
    ("6.3", "'roll' cannot stand here; 'fill' should", put("fill", 1, roll(1, "cannon"))),
    ("6.3", "'fill' cannot stand here; 'sacrifice' should", put("sacrifice", 1, SOLDIER)),
    ("6.3", "'roll' cannot stand here; 'sacrifice' should", drop("sacrifice")),
    ("6.3", "dice_left should be 4, not 3", change("sacrifice", dice_left=3)),
    ("6.3", "'conquer' cannot stand here; 'roll' should", put("roll", 2, conquer(1, "europe_1"))),
    ("6.3", "'conquer' cannot stand here; 'fail' should", put("fail", 1, ROBBED)),
    ("6.3", "'turn' cannot stand here; 'conquer' should", drop("conquer")),
    ("6.3", "card should be europe_1, not asia_1", change("conquer", card="asia_1")),
    ("6.3", "from should be None, not 2", change("conquer", from_=2)),
    ("6.3", "continent_completed should be False", change("conquer", continent_completed=True)),
    ("6.3", "continent_completed should be True", change("conquer", 3, continent_completed=False)),
    ("6.3", "'fail' cannot stand here; 'roll' should", put("roll", 4, fail(2, "europe_1", 2))),
    ("6.3", "'turn' cannot stand here; 'fail' should", drop("fail")),
    ("6.3", "card should be europe_1, not None", change("fail", card=None)),
    ("6.4", "dice_on_lines should be 3, not 1", change("fail", 2, dice_on_lines=1)),
    ("6.4", "'roll' cannot stand here; 'continue' should", drop("continue")),
    ("6.4", "'continue' cannot stand here; 'roll' should", put("roll", 1, offer(1, True, "asia_1", [], 7))),
    ("6.4", "'continue' cannot stand here; 'roll' should", follow("turn", 4, OWN_CARD)),
    ("6.4", "card should be europe_1, not asia_1", change("continue", card="asia_1")),
    ("6.4", "filled should be [1], not []", change("continue", filled=[])),
    ("6.4", "dice should be 5, not 7", change("continue", dice=7)),
    ("6.3", "7 dice are rolled", change("continue", accepted=False)),
    ("6.3", "6 dice are rolled", change("continue", 2, accepted=True)),
    ("6.5", "scores should be [9, 3, 0], not [8, 3, 0]", change("end", scores=[8, 3, 0])),
    ("6.5", "how should be unfinished, not taken", change("end", how="taken")),
    ("6.5", "'end' cannot stand here; 'turn' should", cut("turn", 7, end([4, 3, 0], 6))),
    ("6.5", "'end' cannot stand here; 'roll' should", put("roll", 1, end([0, 0, 0], 1))),
    ("2 C2", "'turn' cannot stand here; 'end' should", put("end", 1, turn(8, 3))),
    ("2 C2", "nothing more should", lambda record: record.append(record[-1])),
    ("2 C2", "winners should be [], not [1]", change("end", winners=[1])),
    ("6.6 X1", "a line can be filled", put("fill", 2, sacrifice(1, 4))),
    ("6.6 X2", "a line can be filled", put("fill", 1, sacrifice(1, 6))),
]


@pytest.mark.parametrize(("paragraph", "what", "spoil"), BROKEN, ids=[f"{p}: {w}" for p, w, _ in BROKEN])
def test_6_a_record_that_breaks_a_rule_is_refused(paragraph, what, spoil):
    record = seven_turns()
    spoil(record)
    found = check(record, rulebook(max_turns=7))
    assert found, "the record was praised"
    assert found[0].paragraph == paragraph
    assert what in found[0].what


@pytest.mark.parametrize("changes", [{}, {"voluntary_sacrifice": True}], ids=str)
def test_no_event_can_be_left_out_told_twice_or_told_too_early(changes):
    table = rulebook(**changes)
    record = slow_express.play(table, ["some"] * 3, random.Random(0), slow_express.anything)[:200]
    place = max(place for place, event in enumerate(record) if event["event"] == "turn")
    whole = {finding.what for finding in check(record[:place], table)}
    assert whole == {"the record breaks off; 'turn' should follow"}
    for i in range(place - 1):
        dropped = record[:i] + record[i + 1 : place]
        doubled = record[: i + 1] + record[i:place]
        swapped = [*record[:i], record[i + 1], record[i], *record[i + 2 : place]]
        for spoilt in (dropped, doubled, swapped):
            assert check(spoilt, table)[0].event <= i + 2


def test_no_number_or_truth_can_be_changed_unnoticed():
    record = seven_turns()
    unchecked = {("game", "seed"), ("game", "game")}
    for i, event in enumerate(record):
        for key, value in event.items():
            if type(value) not in (int, bool) or (event["event"], key) in unchecked:
                continue
            spoilt = copy.deepcopy(record)
            spoilt[i][key] = not value if isinstance(value, bool) else value + 1
            assert check(spoilt, rulebook(max_turns=7)), (i, key)
