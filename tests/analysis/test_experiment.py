"""Experiments on a small race of dice: what may change a result, and what may not."""

import numpy as np
import pytest

from conquestlab import analysis
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.catalogue import OF_PACE
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.experiment import experiment_of, read_bots, read_players
from conquestlab.analysis.playing.many_games import play_experiment, widest_half_width
from conquestlab.analysis.playing.play_answers import experiments_of, play
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

ALL_FOUR = ("chaser", "bold", "cautious", "random")


def described(bots=ALL_FOUR, games=3000, rules="race", seats=4, seed="1", rotate=True):
    return experiment_of(rules, seats, bots, parse_seeds(seed), games, rotate)


def shares(tally, of=None):
    rows = measure_rows(tally, ("win_share",))
    return {row["of"]: row["value"] for row in rows if of is None or row["of"] in of}


def test_the_number_of_threads_changes_nothing():
    answers = [
        measure_rows(play_experiment(described(), jobs=jobs).tally, described().measures)
        for jobs in (1, 2, 5)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0]["games"] == 3000


def test_the_tally_is_that_of_all_rows_at_once():
    experiment = described(games=1500)
    at_once = experiment.tally(experiment.play(0, experiment.games))
    in_chunks = play_experiment(experiment, jobs=2).tally
    assert measure_rows(at_once) == measure_rows(in_chunks)
    assert experiment.chunk == 600


def test_bots_that_differ_share_their_luck_and_play_whole_blocks():
    experiment = described(games=1001)
    assert experiment.shared
    assert experiment.games == 1004
    rows = experiment.play(0, 8)
    assert rows["luck"].tolist() == [0] * 4 + [1] * 4
    for place in range(4):
        assert sorted(np.argwhere(rows["bot"][:4, :4] == place)[:, 1]) == [0, 1, 2, 3]


def test_equal_bots_have_luck_of_their_own():
    experiment = described(("bold",), games=1001)
    assert not experiment.shared
    assert experiment.games == 1001
    assert experiment.bots == ("bold",) * 4
    rows = experiment.play(0, 8)
    assert rows["luck"].tolist() == list(range(8))
    assert len({row["score"].tobytes() for row in rows}) == 8


def test_without_rotation_every_bot_keeps_its_seat():
    experiment = described(rotate=False, games=1001)
    assert experiment.games == 1001
    rows = experiment.play(0, 8)
    assert rows["luck"].tolist() == list(range(8))
    assert (rows["bot"][:, :4] == [0, 1, 2, 3]).all()


def test_a_bot_counts_where_it_sits_and_a_seat_whoever_sits_there():
    """A head start is worth the same to every bot that has it, and a bot wins wherever it sits."""
    tally = play_experiment(described(("bold", "random"), seats=2, rules="race,start=[9,0]")).tally
    found = shares(tally)
    assert found["1"] > 0.5 > found["2"]
    assert found["bold"] > 0.6 > found["1"]
    assert found["1"] + found["2"] == pytest.approx(1, abs=1e-12)
    assert found["bold"] + found["random"] == pytest.approx(1, abs=1e-12)


def test_within_stops_at_the_same_game_with_any_number_of_threads():
    experiment = described(("bold",), games=60_000, seats=2)
    stops = []
    for jobs in (1, 2, 4):
        tally = play_experiment(experiment, jobs=jobs, within=0.02).tally
        assert tally.games % experiment.chunk == 0
        assert widest_half_width(tally) <= 0.02
        stops.append(tally.games)
    assert stops[0] == stops[1] == stops[2] < 60_000
    before = play_experiment(described(("bold",), games=stops[0] - experiment.chunk, seats=2)).tally
    assert widest_half_width(before) > 0.02


def test_the_listener_hears_every_game_and_of_a_cold_cache(monkeypatch):
    heard = []
    listener = Listener(lambda seconds: heard.append(f"{seconds} s"), heard.append)
    play_experiment(described(games=1300), jobs=2, listener=listener)
    assert sum(heard) == 1300
    monkeypatch.setattr("conquestlab.analysis.playing.first_compile.cache_is_warm", lambda *kernels: False)
    heard.clear()
    play_experiment(described(games=60), listener=listener)
    assert heard == ["2 s", 60]


def test_an_interruption_leaves_the_games_that_were_done():
    def interrupt(games):
        heard.append(games)
        if len(heard) == 3:
            raise KeyboardInterrupt

    heard = []
    outcome = play_experiment(described(games=6000), jobs=1, listener=Listener(played=interrupt))
    assert outcome.interrupted
    assert outcome.games == 1200
    assert measure_rows(outcome.tally) == measure_rows(play_experiment(described(games=1200)).tally)


def test_rows_of_play_are_tidy():
    played = play(PlayRequest(rules=("race", "race,goal=40"), players="2-3", bots="bold", games=600))
    columns = ["rules", "players", "bots", "measure", "of", "value", "low", "high", "baseline", "games"]
    assert all(list(row) == [*columns, "kind", "unit"] for row in played.rows)
    tables = list(dict.fromkeys((row["rules"], row["players"], row["bots"]) for row in played.rows))
    assert tables == [
        ("race", 2, "bold"),
        ("race", 3, "bold"),
        ("race,goal=40", 2, "bold"),
        ("race,goal=40", 3, "bold"),
    ]
    told = ("acts_a_turn", "snowball_after")  # no seconds are stated, and games are too few for chances
    of_noted = {one.name for one in OF_PACE if one.name in told}
    assert {row["measure"] for row in played.rows} == {*described().measures, *of_noted}
    assert [book.label for book in played.rulebooks] == ["race", "race,goal=40"]
    assert len(played.notes) == 8
    assert sum("too few games to tell whether all seats are within 0.02" in one for one in played.notes) == 4
    assert sum("win chances, which take some 3,100" in one for one in played.notes) == 4
    assert not played.interrupted


def test_a_note_says_whether_within_was_reached():
    enough = play(PlayRequest(rules=("race",), players="2", within=0.04))
    assert any("stopped after" in note for note in enough.notes)
    too_few = play(PlayRequest(rules=("race",), players="2", within=0.001, games=600))
    assert any("takes more games" in note for note in too_few.notes)
    assert too_few.rows[0]["games"] == 600


def test_as_many_games_as_asked():
    assert PlayRequest().games_at_most == 10_000
    assert PlayRequest(games=7).games_at_most == 7
    assert PlayRequest(within=0.1).games_at_most == 10_000_000


@pytest.mark.parametrize(
    ("text", "bots", "expected"),
    [
        (None, (), [4]),
        (None, ("bold",), [4]),
        (None, ("bold", "bold", "chaser"), [3]),
        ("2-6", (), [2, 3, 4, 5, 6]),
        ("2, 3,5", (), [2, 3, 5]),
        ("3,2-4", (), [3, 2, 4]),
    ],
)
def test_numbers_of_players_are_read(text, bots, expected):
    assert read_players(text, load("race"), bots) == expected


def test_the_usual_number_of_players_is_the_nearest_to_four_that_the_rules_allow():
    assert read_players(None, load("race,players.max=2"), ()) == [2]
    assert read_players(None, load("race,players.min=5"), ()) == [5]


@pytest.mark.parametrize("text", ["", "four", "6-2", "2,", "-3", "2.5"])
def test_other_numbers_of_players_are_refused(text):
    with pytest.raises(WrongUse, match="players"):
        read_players(text, load("race"), ())


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (PlayRequest(players="7"), "played by 2 to 6, not by 7"),
        (PlayRequest(bots="chasr"), "did you mean chaser"),
        (PlayRequest(bots="bold,chaser", players="3"), "2 bots for 3 players"),
        (PlayRequest(bots="bold,,chaser"), "names between commas"),
        (PlayRequest(within=0.0), "within 0"),
        (PlayRequest(seed="x"), "seed"),
        (PlayRequest(games=0), "0 games"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(question, words):
    with pytest.raises(WrongUse, match=words) as refusal:
        experiments_of(question.but(rules=("race",)))
    assert "\n" not in str(refusal.value)


def test_names_of_bots_are_read():
    assert read_bots(None) == ()
    assert read_bots(" bold , chaser") == ("bold", "chaser")
    assert described(("bold",)).bots_text == "bold"
    assert described(ALL_FOUR).bots_text == "chaser,bold,cautious,random"


def test_the_answers_in_python_are_those_of_the_command():
    frame = analysis.play("race", bots=["bold", "chaser"], games=600, seed=7)
    played = play(PlayRequest(rules=("race",), bots="bold,chaser", games=600, seed="7"))
    assert frame.astype(object).where(frame.notna(), None).to_dict("records") == played.rows
    record = analysis.replay("race", game=3, bots="bold,chaser", seed=7)
    assert record[0]["players"] == ["chaser", "bold"]
    assert record[-1]["event"] == "end"
