"""How strong the bots that played are known to be."""

from types import SimpleNamespace

import pytest

from conquestlab.analysis.bots import known_strength as known_strength_module
from conquestlab.analysis.bots.bot import OUTSIDE, Bot
from conquestlab.analysis.bots.known_strength import known_gain, known_strength, who_played
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games import find_game
from conquestlab.analysis.rules.rulebook import load


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("conquest", "planner", "the strongest that ships"),
        ("conquest", "expert", "the strongest that ships but for raider"),
        ("conquest", "strategist", "the strongest that ships but for planner"),
        ("express", "expert", "the strongest that ships"),
        ("conquest", "reckless", "weaker than expert"),
        ("conquest", "hoarder", "about as strong as expert"),
        ("conquest", "builder", "weaker than expert"),
        ("manchots", "hoarder", "weaker than expert"),
        ("conquest", "random", "plays at random"),
        ("conquest", "mine.toml", "how strong is not known"),
    ],
)
def test_the_strength_of_a_bot_is_told_by_what_ships(game, name, words):
    engine = find_game(game).engine
    assert known_strength(Bot(name, game, name), engine) == words


def test_of_a_bot_that_a_user_brings_nothing_is_known():
    engine = find_game("conquest").engine
    assert known_strength(Bot("expert", "conquest", OUTSIDE), engine) == "how strong is not known"


def table(*names):
    seated = [Bot(name, "conquest", name) for name in names]
    return SimpleNamespace(seated=seated, engine=find_game("conquest").engine, rulebook=load("risk-modern"))


def test_who_played_is_one_line():
    one = table("expert", "random", "expert")
    assert who_played([one, one]) == (
        "Bots played: expert x2 (the strongest that ships but for raider), random x1 (plays at random). "
        "Other players may play otherwise."
    )
    assert who_played([table("expert"), table("random", "random")]) == (
        "Bots played: expert (the strongest that ships but for raider), random (plays at random). "
        "Other players may play otherwise."
    )


def test_what_a_trained_opponent_gains_is_told_where_a_bot_fills_the_table(monkeypatch):
    full, mixed = table("expert", "expert"), table("expert", "random")
    found = {"bot": "expert", "hash": full.seated[0].hash, "rules": "risk-modern", "players": 2}
    kept = [
        found | {"gain_low": 0.0951},
        found | {"gain_low": 0.04},
        found | {"hash": "old", "gain_low": 0.3},
    ]
    monkeypatch.setattr(known_strength_module, "_found_exploits", lambda: kept)
    words = "a trained opponent gains at least 9 points on it at this table"
    assert words in who_played([full])
    assert "points" not in who_played([mixed])
    assert "points" not in who_played([full, table("expert", "expert", "expert")])
    assert known_gain(full.seated[0], full.rulebook, 2) == 0.0951
    kept[0]["gain_low"], kept[1]["gain_low"] = -0.013, 0.004
    words = "no trained opponent is known to gain a point on it at this table"
    assert words in who_played([full])
    kept[1]["gain_low"] = 0.012
    assert "a trained opponent gains a point or more on it at this table" in who_played([full])
    assert known_gain(full.seated[0], full.rulebook, 3) is None


def test_what_a_trained_opponent_gains_is_known_of_equal_rules_whatever_they_are_called():
    name, changed = "risk-1970-world", "risk-1970-world-3v3,dice.defender=2"
    assert load(changed).label != name
    bot = find_bot("strategist", find_game("conquest").engine, load(name), 4)
    known = known_gain(bot, load(name), 4)
    assert known is not None
    assert known_gain(bot, load(changed), 4) == known
    assert known_gain(bot, load("risk-1970-world-3v3"), 4) is None


def test_what_is_kept_of_exploits_is_of_bots_as_they_ship():
    """Whoever changes the weights of a bot has to run the command again."""
    for found in known_strength_module._found_exploits():
        engine = find_game(found["game"]).engine
        bot = find_bot(found["bot"], engine, load(found["rules"]), found["players"])
        assert bot.hash == found["hash"]
        assert found["gain_low"] <= found["gain"] <= found["gain_high"]
        assert found["command"].startswith(("conquest exploit --rules", "conquest ladder --rules"))
