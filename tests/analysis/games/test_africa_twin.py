"""Whole games of Africa 1880: the engine beside its slow twin, event by event, and read by the referee."""

from collections import Counter
from functools import cache

import pytest
import slow_africa
from plain_python import too_many_games

from conquestlab.analysis.evidence.refereed import referee_rows
from conquestlab.analysis.games.africa.referee import check
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.replay_answers import replay
from conquestlab.analysis.seeds import parse_seeds

GAMES = 4
OPTIONS = [
    "historical=on",
    "placing=drawn",
    "share_first=off",
    "landing_empty=execution",
    "presences=5",
    "presences=6,alphabetical=target",
    "presences=4,landing_empty=execution",
    "last_colony=6",
    "years=[1880,1914]",
    "score.alone=5,score.shared=4,score.alliance=3,handicap.points=[1,2,-3]",
]
TABLES = [("random",), ("settler",), ("random", "settler", "grabber", "traitor", "tit_for_tat", "balancer")]


@cache
def games(options, seats, bots):
    """Return the rulebook, and the records of a few games."""
    text = ",".join(["africa-1880", *[options][: bool(options)]])
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    experiment = experiment_of(text, seats, seated, parse_seeds("16"), GAMES)
    return experiment.rulebook, [replay(experiment, game).transcript for game in range(GAMES)]


@pytest.mark.parametrize("bots", TABLES, ids=lambda bots: bots[0] if len(bots) == 1 else "several")
@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("options", ["", *OPTIONS])
def test_8_a_game_is_the_same_in_the_engine_and_in_its_slow_twin(options, seats, bots):
    rulebook, records = games(options, seats, bots)
    for record in records:
        again = slow_africa.play_again(rulebook, record)
        for told, true in zip(record, again, strict=False):
            assert told == true
        assert len(record) == len(again)
        assert check(record, rulebook) == []


def test_the_games_have_everything_in_them():
    seen, ends = Counter(), Counter()
    for options in ("", "presences=5", "last_colony=6"):
        for bots in TABLES:
            for record in games(options, 4, bots)[1]:
                seen.update(event["event"] for event in record)
                ends[record[-1]["how"], record[-1]["winner"] is None] += 1
    assert min(seen[kind] for kind in ("develop", "arrive", "void", "removed", "colony")) > 20
    assert {how for how, _ in ends} == {"colonies", "1914"}


def test_8_2_the_nations_in_play_are_drawn_for_each_game():
    drawn = {tuple(record[0]["nations"]) for bots in TABLES for record in games("", 3, bots)[1]}
    assert len(drawn) > 1
    assert len({tuple(record[0]["nations"]) for record in games("", 6, TABLES[0])[1]}) == 1


def test_8_4_the_game_ends_in_the_round_of_the_last_colony_with_all_its_colonies():
    """Somewhere more colonies are founded than the last one asks for, and all of them count."""
    more = 0
    for seats in range(3, 7):
        for bots in TABLES:
            for record in games("last_colony=6", seats, bots)[1]:
                colonies = sum(event["event"] == "colony" for event in record)
                if record[-1]["how"] == "colonies":
                    assert colonies >= 6
                    more += colonies > 6
    assert more > 5


@too_many_games
@pytest.mark.parametrize("options", ["", *OPTIONS[:5]])
def test_the_referee_finds_nothing_in_many_games(options):
    text = ",".join(["africa-1880", *[options][: bool(options)]])
    rows = referee_rows((text,), 240, "16").rows
    assert [row["value"] for row in rows] == [0]
