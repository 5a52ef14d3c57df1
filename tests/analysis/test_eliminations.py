"""The study of eliminations: what counts as a chance, as taken, and as a broken continent."""

import numpy as np
from conquest_script import Script

from conquestlab.analysis.evidence.studies.eliminations import Counts, _count, chances_taken

OCEANIA = dict.fromkeys(("indonesia", "new_guinea", "western_australia", "eastern_australia"), 1)


def counted(lands, after=None, hands=None):
    """What seat 1 could do in its first turn in a position, and did if things are as `after` says."""
    script = Script("risk-modern", 3, lands, hands=hands)
    before = script.position
    then = before.copy()
    if after is not None:
        after(script, then)
    return _count(script.rules, before, then, 0, 3)


def test_a_chance_needs_armies_beside_a_cluster():
    # 3 armies come with the turn: 11 - 1 + 3 = 13 against 1.3 * (8 + 2).
    assert counted({1: {"brazil": 11}, 2: {"north_africa": 4, "egypt": 4}, 3: "rest"}).chances == 1
    assert counted({1: {"brazil": 10}, 2: {"north_africa": 4, "egypt": 4}, 3: "rest"}).chances == 0
    assert counted({1: {"brazil": 40}, 2: {"north_africa": 4, "japan": 4}, 3: "rest"}).chances == 0
    assert counted({1: {"brazil": 40}, 2: {"egypt": 4}, 3: "rest"}).chances == 0


def test_a_set_that_could_be_exchanged_counts():
    lands = {1: {"brazil": 7}, 2: {"north_africa": 4, "egypt": 4}, 3: "rest"}
    assert counted(lands).chances == 0
    assert counted(lands, hands={1: ["alaska", "alberta", "iceland"]}).chances == 1


def test_a_chance_is_taken_by_whoever_puts_the_victim_out():
    lands = {1: {"brazil": 20}, 2: {"north_africa": 4}, 3: "rest"}

    def put_out(script, position):
        position["out"][1], position["destroyer"][1] = 9, 0

    assert counted(lands) == Counts(1, 1, 0, 0)
    assert counted(lands, put_out) == Counts(1, 1, 1, 0)


def test_a_continent_is_broken_by_taking_a_land_of_it():
    def take_indonesia(script, position):
        position["owned"][0] |= np.uint64(1 << script.number["indonesia"])

    assert counted({1: {"siam": 5}, 2: OCEANIA, 3: "rest"}, take_indonesia).broken == 1
    short = {land: 1 for land in OCEANIA if land != "new_guinea"}
    assert counted({1: {"siam": 5, "new_guinea": 1}, 2: short, 3: "rest"}, take_indonesia).broken == 0


def test_every_bot_is_counted_over_all_its_turns():
    for row in chances_taken("risk-modern", ("reckless", "expert", "expert"), 12):
        assert 0 <= row["taken"] <= 1
        assert row["turns"] > row["chances"] > 0
