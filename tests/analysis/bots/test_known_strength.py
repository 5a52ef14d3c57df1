"""How strong the bots that played are known to be."""

from types import SimpleNamespace

import pytest

from conquestlab.analysis.bots.bot import OUTSIDE, Bot
from conquestlab.analysis.bots.known_strength import known_strength, who_played
from conquestlab.analysis.games import find_game


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("conquest", "planner", "the strongest that ships"),
        ("conquest", "expert", "the strongest that ships but for planner"),
        ("express", "expert", "the strongest that ships"),
        ("conquest", "reckless", "weaker than expert"),
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
    return SimpleNamespace(seated=seated, engine=find_game("conquest").engine)


def test_who_played_is_one_line():
    one = table("expert", "random", "expert")
    assert who_played([one, one]) == (
        "Bots played: expert x2 (the strongest that ships but for planner), random x1 (plays at random). "
        "Other players may play otherwise."
    )
    assert who_played([table("expert"), table("random", "random")]) == (
        "Bots played: expert (the strongest that ships but for planner), random (plays at random). "
        "Other players may play otherwise."
    )
