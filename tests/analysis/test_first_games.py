"""Games that hardly end are told of early, and nothing that is played depends on it."""

import numpy as np
import pytest
from click.testing import CliRunner

from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.first_games import FirstGames, Watch, play_watched, word_on
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.reducers import Count
from conquestlab.analysis.playing.workers import Job, Listener
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.cli import main

ENDLESS = "race,goal=900,max_rounds=7"


def described(rules=ENDLESS, bots=("bold", "random"), games=600):
    return experiment_of(rules, 2, bots, parse_seeds("3"), games)


class Clock:
    """Every look at it takes so many seconds."""

    def __init__(self, *steps):
        self.now, self.steps = 0.0, list(steps)

    def __call__(self):
        self.now += self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return self.now


@pytest.mark.parametrize(
    ("first", "wanted", "word"),
    [
        (FirstGames(8, 8, 4.0), 100, "all of the first 8 games were cut off after 1,500 rounds, 0.5 s"),
        (FirstGames(20, 18, 4.0), 100, "18 of the first 20 games were cut off"),
        (FirstGames(8, 8, 4.0), 0, "or a smaller max_rounds"),
        (FirstGames(20, 17, 4.0), 100, None),
        (FirstGames(2000, 2000, 2.9), 100, None),
        (FirstGames(8, 0, 4.0), 3600, "8 games took 0.5 s each, so 3,600 take one core about 0.5 hours"),
        (FirstGames(8, 0, 4.0), 3500, None),
        (FirstGames(8, 0, 4.0), 0, None),
        (FirstGames(80, 0, 4.0), 10**9, None),
    ],
)
def test_what_is_said_of_the_first_games(first, wanted, word):
    said = word_on(first, "race, 2 players", 1500, "max_rounds", wanted)
    assert (said is None) if word is None else (word in said and said.startswith("race, 2 players: "))


def test_where_somebody_thinks_a_quicker_bot_is_named_before_games_are_slow():
    first = FirstGames(4000, 0, 4.0)
    assert word_on(first, "race, 2 players", 1500, "max_rounds", 2 * 10**6) is None
    said = word_on(first, "race, 2 players", 1500, "max_rounds", 2 * 10**6, "bold")
    assert said.endswith(
        "take one core about 0.56 hours: play fewer (--games), or take a quicker bot (--bots bold)"
    )
    assert word_on(first, "race, 2 players", 1500, "max_rounds", 10**6, "bold") is None


@pytest.mark.parametrize(("bot", "named"), [("strategist", True), ("expert", False)])
def test_of_the_usual_bot_of_conquest_the_quicker_one_is_expert(bot, named):
    heard, batch = [], experiment_of("risk-modern", 4, (bot,), parse_seeds("1"), 60).batch(0, 60)
    watch = Watch(batch, heard.append, 10**7)
    for _ in range(2):
        watch.saw(FirstGames(2000, 0, 2.0))
    assert [said.endswith("(--bots expert)") for said in heard] == [True] * named


@pytest.mark.parametrize("count", [1, 2, 3, 8, 13, 600])
@pytest.mark.parametrize("seconds", [0.0, 0.01, 5.0])
def test_the_rows_are_those_of_all_games_at_once(count, seconds):
    experiment = described("race")
    rows = play_watched(experiment.batch(0, count), lambda words: None, clock=Clock(seconds)).rows
    assert rows.tobytes() == experiment.play(0, count).tobytes()


def test_the_word_comes_after_two_games_that_took_long_and_before_the_rest(monkeypatch):
    heard, experiment = [], described()
    batch = experiment.batch(0, 600)
    played = Batch.rows

    def rows_of(part):
        heard.append((part.first, part.games))
        return played(part)

    monkeypatch.setattr(Batch, "rows", rows_of)
    rows = play_watched(batch, heard.append, clock=Clock(2.0)).rows
    assert heard[0] == (0, 1)
    assert heard[1] == (1, 1)
    assert heard[2].startswith(f"{ENDLESS}, 2 players: all of the first 2 games were cut off after 7 rounds")
    assert heard[3:] == [(2, 598)]
    assert np.array_equal(rows["game"], np.arange(600))


def test_compiling_at_the_first_games_is_no_slow_game():
    heard = []
    play_watched(described().batch(0, 600), heard.append, clock=Clock(0.0, 60.0, 0.0, 0.001))
    assert not heard


@pytest.mark.parametrize(("rules", "first"), [("race", 0), (ENDLESS, 60)])
def test_nothing_is_said_of_games_that_end_or_come_later(rules, first, monkeypatch):
    heard = []
    monkeypatch.setattr("conquestlab.analysis.playing.first_games.PATIENCE", 0.0)
    Job(Count(), (described(rules).batch(first, 60),), warned=heard.append)()
    assert not heard


def test_a_run_hears_of_it_and_comes_to_the_same(monkeypatch):
    heard = []
    experiment = described(games=1500)
    quiet = play_experiment(experiment, jobs=2).tally
    monkeypatch.setattr("conquestlab.analysis.playing.first_games.PATIENCE", 0.0)
    told = play_experiment(experiment, jobs=2, listener=Listener(warned=heard.append)).tally
    assert len(heard) == 1
    assert "cut off after 7 rounds" in heard[0]
    assert told.lengths.tobytes() == quiet.lengths.tobytes()
    assert told.wins == quiet.wins


@pytest.mark.parametrize(
    "command",
    [
        f"play --rules {ENDLESS} --rules race --bots bold --games 600",
        f"compare {ENDLESS} {ENDLESS},jostle=off --bots bold --games 600",
        f"ladder --rules {ENDLESS} --rules race --bots bold,random --games 600",
        f"tune --rules {ENDLESS} --bots bold --vary max_rounds=5..8 --target rounds=7 --games 1000",
        f"train --rules {ENDLESS} --bot slow.toml --generations 1 --population 4 --games 8 --out new.toml",
    ],
    ids=lambda command: command.split()[0],
)
def test_commands_say_it_once_and_not_when_quiet(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    weights = "[weights]\nin_front = 0\nbehind = 0\n"
    (tmp_path / "slow.toml").write_text(f'game = "race"\npolicy = "paced"\n{weights}', encoding="utf-8")

    def afresh():
        for kept in tmp_path.glob("new.*"):
            kept.unlink()

    words = [*command.split(), "--players", "2", "--format", "csv"]
    before = CliRunner().invoke(main, words)
    monkeypatch.setattr("conquestlab.analysis.playing.first_games.PATIENCE", 0.0)
    afresh()
    loud = CliRunner().invoke(main, words)
    afresh()
    quiet = CliRunner().invoke(main, [*words, "--quiet"])
    assert (loud.stderr.count("cut off after"), quiet.stderr.count("cut off after")) == (1, 0)
    assert before.stdout == loud.stdout == quiet.stdout != ""
