"""Bots choose by what their seat may see: everything else may be dealt anew, and they choose the same."""

import numpy as np
import pytest
from manchots_cards import shuffle_hidden
from manchots_games import SEEDS, table_of
from plain_python import too_many_games

from conquestlab.analysis.games.manchots.description import ENGINE
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.shared.contract import CHOICE_WIDTH

pytestmark = too_many_games

BOTS = tuple(ENGINE.bots)
GAMES = {"planner": 2}


def choices_of(bot, seats, games, shuffles, **changes):
    """Yield what a bot chooses in each position of some games, and what it does after each shuffle."""
    outside = table_of(seats, [None] * seats, **changes)
    inside = SeatedGame(outside.rulebook, [bot] * seats)
    policy = ENGINE.played_by[inside.bots["policy"][0]][0]
    found, luck = [], np.random.default_rng(5)

    def chosen(position):
        policy(inside.rules, position)
        parts = position["choice"][: 3 if position["asked"] == 1 else 1 + position["need"][position["asker"]]]
        return tuple(parts.tolist())

    def choose(position, choices):
        seat = int(position["asker"])
        position["bot"] = 0
        position["bot"][seat] = inside.bots[0]
        answers = []
        for number in range(1 + shuffles):
            copied = np.array([position])[0]
            if number:
                shuffle_hidden(inside.rules, copied, seat, luck)
            answers.append(chosen(copied))
        found.append(answers)
        choice = np.zeros(CHOICE_WIDTH, np.int64)
        choice[: len(answers[0])] = answers[0]
        return choice

    for game in range(games):
        outside.play_logged(SEEDS, game, choose)
    return found


@pytest.mark.parametrize(
    ("bot", "seats"),
    [
        pytest.param(bot, seats, marks=pytest.mark.thorough if bot == "planner" and seats > 2 else ())
        for bot in BOTS
        for seats in (2, 3, 4, 5)
    ],
)
def test_hidden_cards_change_no_choice(bot, seats):
    found = choices_of(bot, seats, GAMES.get(bot, 6), 4)
    assert len(found) == 2 * 8 * seats * GAMES.get(bot, 6)
    for answers in found:
        assert len(set(answers)) == 1


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != "random"])
def test_what_is_seen_does_change_choices(bot):
    """The same bots do look at their cards: the test above could fail."""
    found = choices_of(bot, 4, 1, 0)
    assert len({answers[0] for answers in found}) > 10


def test_stacked_twins_and_late_lookouts_are_chosen_unseen_too():
    for bot in ("hoarder", "saboteur", "expert"):
        found = choices_of(bot, 4, 6, 3, twins_stack=True, specials__lookout=5, specials__twins=3)
        assert all(len(set(answers)) == 1 for answers in found)
