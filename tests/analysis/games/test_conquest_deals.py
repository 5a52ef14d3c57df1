"""What the deal is worth: rows keep it as it was told, and the measures are those of a plain count."""

from fractions import Fraction

import numpy as np
import pytest

from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

TABLES = {"risk-modern": ("greedy",) * 4, "conquete-1957": ("reckless", "random", "reckless")}


def measured(experiment, rows):
    known = measure_rows(experiment.tally(rows), experiment.measures, known=experiment.known_measures)
    return {(row["measure"], row["of"]): row for row in known}


@pytest.mark.parametrize(
    ("text", "seats"),
    [("conquete-1957", 4), ("risk-1970-duel", 2), ("risk-modern,given.asia=2,players.max=3", 3)],
)
def test_a_row_keeps_the_lands_that_the_transcript_deals(text, seats):
    book = load(f"{text},max_rounds=2")
    table = SeatedGame(book, ["reckless"] * seats)
    for game in range(10):
        played = table.play_logged(np.full(6, 3, np.uint64), game)
        head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": 3, "game": game}
        record = table.engine.transcript(played.lines, book, head | {"options": {}, "players": ["reckless"]})
        dealt = [0] * 6
        for event in record:
            if event["event"] == "deal" and event["player"] and event["land"]:
                dealt[event["player"] - 1] |= 1 << book.map.number[event["land"]]
        assert played.row["dealt"].tolist() == dealt


@pytest.mark.parametrize("rules", TABLES)
def test_winning_by_the_deal_is_as_counted(rules):
    experiment = experiment_of(rules, len(TABLES[rules]), TABLES[rules], parse_seeds("5"), 300)
    rows = experiment.play(0, experiment.games)
    seen, world, n = measured(experiment, rows), experiment.rulebook.map, experiment.seats
    decided = [row for row in rows if row["how"] > 0 and any(row["win"])]
    ends = {"best": Fraction(0), "worst": Fraction(0)}
    by_continent = {one.id: [Fraction(0), 0] for one in world.continents}
    for row in decided:
        hands = [{land for land in range(42) if int(row["dealt"][seat]) >> land & 1} for seat in range(n)]
        won = [Fraction(int(share), 60) for share in row["win"][:n]]
        strengths = [
            sum((1 << 20) * len(hand & set(lands)) ** 2 // len(lands) ** 2 for lands in world.continent_lands)
            for hand in hands
        ]
        for of, best in (("best", max(strengths)), ("worst", min(strengths))):
            alike = [seat for seat in range(n) if strengths[seat] == best]
            ends[of] += sum(won[seat] for seat in alike) / len(alike)
        for one, lands in zip(world.continents, world.continent_lands, strict=True):
            many = [len(hand & set(lands)) for hand in hands]
            if many.count(max(many)) == 1:
                by_continent[one.id][0] += won[many.index(max(many))]
                by_continent[one.id][1] += 1
    for of, share in ends.items():
        row = seen["deal_strength", of]
        assert row["value"] == pytest.approx(float(share / len(decided)))
        assert (row["kind"], row["games"], row["baseline"]) == ("deal", len(decided), 1 / n)
        assert row["low"] < row["value"] < row["high"]
    for continent, (share, games) in by_continent.items():
        row = seen["start_continent", continent]
        assert row["value"] == pytest.approx(float(share / games))
        assert (row["games"], row["kind"]) == (games, "continent")


def test_whoever_is_dealt_more_wins_more_by_the_dice_of_1957():
    experiment = experiment_of("conquete-1957", 4, ("reckless",), parse_seeds("1"), 2000)
    seen = measured(experiment, experiment.play(0, 2000))
    assert seen["deal_strength", "best"]["low"] > 0.25 > seen["deal_strength", "worst"]["high"]


def test_who_is_dealt_alike_shares():
    experiment = experiment_of("risk-modern", 3, ("reckless",), parse_seeds("1"), 60)
    rows = experiment.play(0, 60)
    rows["dealt"] = 0
    seen = measured(experiment, rows)
    assert seen["deal_strength", "best"]["value"] == pytest.approx(1 / 3)
    assert seen["start_continent", "asia"]["value"] is None
    assert seen["start_continent", "asia"]["games"] == 0
