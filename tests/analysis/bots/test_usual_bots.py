"""Who plays where no bot is named: a strong bot, and a fast one where very many games are played."""

import pytest
from command_line import run

from conquestlab.analysis.exploiting.exploit_plan import exploit_plan_of
from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.learning.learn_plan import learn_plan_of
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.requests.searches import ExploitRequest, LearnRequest, TrainRequest
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.starting.own_bot import own_bot
from conquestlab.analysis.training.plan import plan_of


def test_the_usual_bots_are_those_that_help_names():
    found = {name: find_game(name).engine.default_bot for name in BUILT_IN}
    assert found.pop("conquest") == "strategist"
    assert set(found.values()) == {"expert"}
    for command in ("play", "sweep", "report", "replay"):
        told = " ".join(run(command, "--help").stdout.split())
        assert "[default: strategist in games of conquest, expert in the others]" in told


@pytest.mark.parametrize(("rules", "usual"), [("risk-modern", "strategist"), ("risk-express", "expert")])
def test_games_are_played_and_exploited_with_the_usual_bot(rules, usual):
    seated = experiment_of(rules, 4, (), parse_seeds("1"), 1).seated
    assert {bot.name for bot in seated} == {usual}
    assert exploit_plan_of(ExploitRequest(rules=(rules,), players="4")).bot.name == usual


def test_searches_and_bots_of_ones_own_begin_beside_a_fast_one():
    assert plan_of(TrainRequest(out="mine.toml", players="4")).start.name == "expert"
    plan = learn_plan_of(LearnRequest(out="mine.toml", players="4"))
    assert [bot.name for bot in plan.against] == ["expert"]
    assert "my_bot.py:MyBot,expert --games" in own_bot("my_bot.py", "risk-modern", False)
