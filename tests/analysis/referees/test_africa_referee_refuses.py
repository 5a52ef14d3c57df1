import copy
import random

import pytest
import slow_africa
from africa_script import (
    THREE,
    arrive,
    colony,
    develop,
    end,
    game,
    orders,
    removed,
    round_,
    score,
    short_book,
    short_game,
    starts,
    void,
)
from africa_table import rulebook

from conquestlab.analysis.games.africa.referee import check


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


def cut(kind, number, *events):
    """Return a spoiler that tells a game up to an event and goes on in another way."""

    def spoil(record):
        record[nth(record, kind, number) :] = events

    return spoil


FOUR = (*THREE, "italy")
OTHERS = ["alliance", None, "alliance"]

BROKEN = [
    ("record", "an event is an object", lambda record: record.insert(3, "start")),
    ("record", "no event 'attack'", change("start", event="attack")),
    ("record", "'round' lacks 'year'", lambda record: record[4].pop("year")),
    ("record", "'round' has no 'mood'", change("round", mood="good")),
    ("record", "'nations' of 'game' cannot be ['spain']", change("game", nations=["spain"])),
    ("record", "'player' of 'start' cannot be True", change("start", player=True)),
    ("record", "'player' of 'start' cannot be 4", change("start", player=4)),
    ("record", "'territory' of 'start' cannot be 'atlantis'", change("start", territory="atlantis")),
    ("record", "'year' of 'round' cannot be '1880'", change("round", year="1880")),
    ("record", "'develop' of 'orders' cannot be 'tripoli'", change("orders", develop="tripoli")),
    ("record", "'explore' of 'orders' cannot be [['tunis']]", change("orders", explore=[["tunis"]])),
    ("record", "'land' of 'orders' cannot be ''", change("orders", land="")),
    (
        "record",
        "'relations' of 'orders' cannot be [None, 'peace',",
        change("orders", relations=[None, "peace", "war"]),
    ),
    ("record", "'relations' of 'orders' cannot be [None]", change("orders", relations=[None])),
    ("record", "'counters' of 'develop' cannot be 0", change("develop", counters=0)),
    ("record", "'presences' of 'colony' cannot be [4]", change("colony", presences=[4])),
    ("record", "'rounds' of 'end' cannot be 0", change("end", rounds=0)),
    ("record", "the record breaks off; 'end' should follow", drop("end")),
    ("record", "the record breaks off; 'start' should follow", cut("start", 3)),
    ("record", "the record breaks off; 'round' should follow", cut("round", 2)),
    ("record", "the record breaks off; 'score' should follow", cut("score", 1)),
    ("record", "rules should be africa-1880", change("game", rules="africa")),
    ("record", "map should be africa32", change("game", map="africa")),
    ("record", "'round' cannot stand here; 'game' should", lambda record: record.__delitem__(slice(4))),
    ("8.2", "3 to 6 players, not 2", change("game", players=["some"] * 2, nations=list(THREE[:2]))),
    ("8.2", "3 different nations, in the order of placing", change("game", nations=list(FOUR))),
    ("8.2", "3 different nations, in the order of placing", change("game", nations=[*THREE[:2], "france"])),
    (
        "8.2",
        "3 different nations, in the order of placing",
        change("game", nations=["france", "great_britain", "germany"]),
    ),
    ("8.2", "it is for seat 2, not for seat 3", drop("start", 2)),
    ("8.2", "it is for seat 2, not for seat 1", change("start", 2, player=1)),
    ("8.2", "khartoum has no coast", change("start", territory="khartoum")),
    ("8.2", "'round' cannot stand here; 'start' should", drop("start", 3)),
    ("8.3", "'start' cannot stand here; 'round' should", put("round", 1, *starts("tripoli"))),
    ("8.3", "round should be 2, not 3", change("round", 2, round=3)),
    ("8.3", "year should be 1885, not 1890", change("round", 2, year=1890)),
    ("8.3", "'orders' cannot stand here; 'round' should", drop("round", 1)),
    ("8.3", "'score' cannot stand here; 'round' should", cut("round", 2, score(1))),
    ("8.3", "'develop' comes too late, after 'arrive'", put("arrive", 2, develop("tunis"))),
    ("8.3", "'arrive' comes too late, after 'removed'", put("colony", 1, arrive(1, "dakar"))),
    ("8.3", "'void' comes too late, after 'colony'", put("round", 3, void(3, "rio_de_oro", "sahara"))),
    ("8.3.2", "'round' cannot stand here; 'orders' should", put("orders", 2, round_(1, 1880))),
    ("8.3.2", "it is for seat 2, not for seat 3", drop("orders", 2)),
    ("8.3.2", "it is for seat 2, not for seat 1", change("orders", 2, player=1)),
    ("8.3.2", "seat 1 has no presence in tunis to give an order to", change("orders", develop=["tunis"])),
    ("8.3.2", "seat 1 has no presence in tunis", change("orders", explore=[["tunis", "tripoli"]])),
    ("8.3.2", "the presence in tripoli has two orders", change("orders", develop=["tripoli", "tripoli"])),
    ("8.3.2", "the presence in tripoli has two orders", change("orders", explore=[["tripoli", "sahara"]])),
    (
        "8.3.2",
        "all squares of rio_de_oro are filled",
        change("orders", 6, develop=["rio_de_oro"], explore=[]),
    ),
    ("8.3.2", "dakar is no neighbour of tunis", change("orders", 2, explore=[["tunis", "dakar"]])),
    (
        "8.3.2",
        "tripoli is a colony, into which nobody explores",
        change("orders", 8, develop=[], explore=[["tunis", "tripoli"]]),
    ),
    ("8.3.2", "khartoum has no coast to land on", change("orders", land="khartoum")),
    ("8.3.2", "seat 2 declares 'war' to itself", change("orders", 2, relations=["war"] * 3)),
    ("8.3.2", "seat 2 declares None to seat 3", change("orders", 2, relations=["war", None, None])),
    ("8.3.3", "counters should be 1, not 2", change("develop", counters=2)),
    ("8.3.3", "'develop' of tripoli is missing", drop("develop", 2)),
    ("8.3.3", "'develop' cannot stand here: it was told already", put("arrive", 1, develop("tripoli"))),
    ("8.3.3", "nobody develops tunis", put("arrive", 1, develop("tunis"))),
    ("8.3.3", "'arrive' of 2, tripoli is missing", drop("arrive", 2)),
    ("8.3.3", "from should be tunis, not None", change("arrive", 2, from_=None)),
    ("8.3.3", "from should be None, not tunis", change("arrive", 1, from_="tunis")),
    ("8.3.3", "'arrive' cannot stand here: it was told already", put("arrive", 2, arrive(1, "gabon"))),
    ("8.3.3", "no order brings a new presence of seat 1 to dakar", change("arrive", territory="dakar")),
    ("8.3.3", "no order brings a new presence of seat 3 to gabon", change("arrive", player=3)),
    ("8.3.3", "all its 3 presences on the board", put("arrive", 5, arrive(3, "sahara", "rio_de_oro"))),
    ("8.3.3", "all its 3 presences on the board", put("void", 2, arrive(1, "alger"))),
    ("8.3.3", "'void' of 3, rio_de_oro, sahara is missing", drop("void", 1)),
    ("8.3.3", "the limit of 3 presences stops no such order", change("void", from_="massaoua")),
    ("8.3.3", "the limit of 3 presences stops no such order", change("void", player=1)),
    ("8.3.4", "'removed' of 1, tripoli is missing", drop("removed")),
    ("8.3.4", "seat 2 stays: of 1 others there 0 declared war on it", change("removed", player=2)),
    ("8.3.4", "seat 3 has no presence in tripoli", change("removed", player=3)),
    ("8.3.4", "it was told already", put("colony", 1, removed(1, "tripoli"))),
    (
        "8.3.4",
        "seat 3 stays: of 1 others there 1 declared war on it",
        put("colony", 3, removed(3, "khartoum")),
    ),
    ("8.3.4", "tripoli is a colony, where presences are permanent", put("colony", 3, removed(2, "tripoli"))),
    ("8.3.5", "'colony' of rio_de_oro is missing", drop("colony")),
    ("8.3.5", "presences should be [3], not [1, 3]", change("colony", presences=[1, 3])),
    ("8.3.5", "it was told already", put("round", 2, colony("rio_de_oro", 3))),
    ("8.3.5", "1 squares of tripoli are free", change("colony", territory="tripoli")),
    ("8.3.5", "rio_de_oro is a colony already", change("colony", 2, territory="rio_de_oro")),
    ("8.4", "'round' cannot stand here; 'score' should", put("score", 1, round_(4, 1895))),
    ("8.4", "it is for seat 2, not for seat 3", drop("score", 2)),
    ("8.4", "alone should be 16, not 8", change("score", 2, alone=8, total=9)),
    ("8.4", "shared should be 0, not 3", change("score", 2, shared=3)),
    ("8.4", "alliances should be 1, not 2", change("score", 2, alliances=2)),
    ("8.4", "total should be 17, not 18", change("score", 2, total=18)),
    ("8.4", "'end' cannot stand here; 'score' should", drop("score", 3)),
    ("8.4", "winner should be 2, not None", change("end", winner=None)),
    ("8.4", "winner should be 2, not 1", change("end", winner=1)),
    ("8.4", "how should be 1914, not colonies", change("end", how="colonies")),
    ("8.4", "rounds should be 3, not 2", change("end", rounds=2)),
    ("8.4", "nothing more should", lambda record: record.append(record[-1])),
    ("8.5 F4", "tunis is not empty, so nobody lands there", change("orders", land="tunis")),
]


@pytest.mark.parametrize(("paragraph", "what", "spoil"), BROKEN, ids=[f"{p}: {w}" for p, w, _ in BROKEN])
def test_8_a_record_that_breaks_a_rule_is_refused(paragraph, what, spoil):
    record = short_game()
    spoil(record)
    found = check(record, short_book())
    assert found, "the record was praised"
    assert found[0].paragraph == paragraph, found[0]
    assert what in found[0].what


def refused(record, **changes):
    """Return the first finding about a record, in words."""
    return "{0.paragraph}: {0.what}".format(check(record, short_book(**changes))[0])


def one_round(places, plans, *consequences, nations=THREE):
    """Return the record of a game up to the consequences of its first round."""
    wars = [{"seats": len(places)} | plan for plan in plans]
    told = [orders(seat, **plan) for seat, plan in enumerate(wars, 1)]
    return [game(nations), *starts(*places), round_(1, 1880), *told, *consequences]


def test_8_5_f3_a_first_presence_may_share_a_coast_unless_the_option_forbids_it():
    record = [game(), *starts("alger", "alger", "dakar")]
    assert refused(record).startswith("record: the record breaks off")
    assert refused(record, share_first=False).startswith("8.5 F3: alger is taken")


def test_8_5_f4_a_landing_on_a_coast_that_is_reached_meanwhile_depends_on_the_option():
    places = ("alger", "dakar", "gabon")
    plans = [{"explore": "alger>tunis"}, {"land": "tunis"}, {"land": "tunis"}]
    both = [arrive(1, "tunis", "alger"), arrive(2, "tunis"), arrive(3, "tunis")]
    assert refused(one_round(places, plans, *both)).startswith("record: the record breaks off")
    forestalled = one_round(places, plans, *both[:2])
    assert refused(forestalled, landing_empty="execution").startswith(
        "8.3.3: 'arrive' cannot stand here: an "
    )
    missing = "8.3.3: 'arrive' of 2, tunis is missing"
    assert refused(one_round(places, plans, both[0])) == missing
    alone = refused(one_round(places, plans, both[0]), landing_empty="execution")
    assert alone == "record: the record breaks off; 'round' should follow"
    landed = [{}, {"land": "tunis"}, {"land": "tunis"}]
    record = one_round(places, landed, arrive(2, "tunis"), arrive(3, "tunis"))
    assert refused(record, landing_empty="execution").startswith("record: the record breaks off; 'round'")


def test_8_5_f20_a_historical_start_is_refused_elsewhere():
    where = "8.5 F20: Great Britain begins in alexandrie, not in tripoli"
    assert refused([game(), *starts("tripoli")], historical=True) == where
    record = [game(), *starts("alexandrie", "alger", "dahomey")]
    assert refused(record, historical=True).startswith("record: the record breaks off; 'round'")


def test_8_4_the_last_colony_ends_the_game():
    record = short_game()
    assert refused(record, last_colony=2).startswith("8.4: 'round' cannot stand here; 'score' should")
    place = nth(record, "round", 3)
    scores = [score(1, alliances=2), score(2, alone=8, alliances=2), score(3, alone=8, alliances=2)]
    over = [*record[:place], *scores, end(None, "colonies", 2)]
    assert check(over, short_book(last_colony=2)) == []
    assert refused([*over[:-1], end(2, "colonies", 2)], last_colony=2) == "8.4: winner should be None, not 2"
    assert (
        refused([*over[:-1], end(None, "1914", 2)], last_colony=2) == "8.4: how should be colonies, not 1914"
    )


def test_8_3_5_a_colony_is_refused_where_there_is_war_or_nobody():
    places = ("rio_de_oro", "rio_de_oro", "dakar")
    record = one_round(
        places,
        [{"develop": "rio_de_oro", "war": (2,)}, {"war": (1,)}, {}],
        develop("rio_de_oro"),
        colony("rio_de_oro", 1, 2),
    )
    assert refused(record).endswith("there is war among those present in rio_de_oro")
    assert refused([*record[:-1], colony("alger")]).endswith("3 squares of alger are free")


@pytest.mark.parametrize("changes", [{}, {"alphabetical": "target"}, {"landing_empty": "execution"}], ids=str)
def test_no_event_can_be_left_out_told_twice_or_told_too_early(changes):
    table = rulebook(**changes)
    record = slow_africa.play_at_random(table, THREE, random.Random(3))
    assert not check(record, table)
    in_any_order = ("develop", "arrive", "void", "removed", "colony")
    place = [i for i, event in enumerate(record) if event["event"] == "round"][3]
    for i in range(place - 1):
        kinds = record[i]["event"], record[i + 1]["event"]
        dropped = record[:i] + record[i + 1 :]
        doubled = record[: i + 1] + record[i:]
        swapped = [*record[:i], record[i + 1], record[i], *record[i + 2 :]]
        for spoilt in (dropped, doubled):
            assert check(spoilt, table), i
        if kinds[0] != kinds[1] or kinds[0] not in in_any_order:
            assert check(swapped, table), i


def test_no_number_can_be_changed_unnoticed():
    record = short_game()
    unchecked = {("game", "seed"), ("game", "game")}
    for i, event in enumerate(record):
        for key, value in event.items():
            if type(value) is not int or (event["event"], key) in unchecked:
                continue
            spoilt = copy.deepcopy(record)
            spoilt[i][key] = value + 1
            assert check(spoilt, short_book()), (i, key)
