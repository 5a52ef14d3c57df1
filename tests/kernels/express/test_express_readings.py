"""Open questions of Risk Express (paragraph 6.6 of docs/rules.md): what the engine offers, roll by roll."""

from collections import Counter

import numpy as np
from express_table import LINES, card, rulebook
from oracle_express import numbers_that_fill

from conquestlab.analysis.games.express.transcript import faces_of
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.express import state

SEEDS = np.full(6, 8, np.uint64)
NAMES = list(LINES)
GENERAL = (("general",), 0)


def owner(position, name):
    """Return the seat that has a card, None for one in the middle."""
    place = NAMES.index(name)
    return next((seat for seat in range(3) if int(position["held"][seat]) >> place & 1), None)


def offered(games):
    """Play games of three by chance; return each position with a line to fill, and what is legal."""
    chance = np.random.default_rng(4)
    found = []

    def choose(position, choices):
        if position["asked"] == state.FILL:
            legal = {(NAMES[choice[1]], int(choice[2])) for choice in choices}
            found.append((np.array([position])[0], legal))
        return chance.choice(choices)

    table = SeatedGame(rulebook(), [None] * 3)
    for game in range(games):
        table.play_logged(SEEDS, game, choose)
    return found


def fillable(position, name, lines):
    roll = tuple(sorted(faces_of(int(position["roll_index"]), int(position["dice"]))))
    every = (GENERAL, *card(name).lines)
    return {(name, line) for line in lines if numbers_that_fill(every[line], roll)}


def test_6_6_x3_cards_of_others_may_be_attacked_as_soon_as_there_are_any():
    seen = Counter()
    for position, legal in offered(40):
        if position["target"] >= 0:
            continue
        expected = set()
        for place, name in enumerate(NAMES):
            has = owner(position, name)
            if has == position["asker"] or int(position["safe"]) >> place & 1:
                continue
            general = has is not None and card(name).circled_general
            expected |= fillable(position, name, range(0 if general else 1, len(card(name).lines) + 1))
        assert legal == expected
        if position["turn"] <= 3:  # of the first round
            seen[any(owner(position, name) is not None for name, _ in legal)] += 1
    assert seen[True] > 5
    assert seen[False] > 20


def test_6_6_x4_the_extra_general_is_filled_at_any_time():
    seen = Counter()
    for position, legal in offered(40):
        if position["target"] < 0:
            seen["first"] += any(line == 0 for _, line in legal)
            continue
        name = NAMES[position["target"]]
        left = [line for line in range(len(card(name).lines) + 1) if int(position["left"]) >> line & 1]
        assert legal == fillable(position, name, left)
        if (name, 0) in legal:
            seen["last" if left == [0] else "between"] += 1
    assert min(seen["first"], seen["between"], seen["last"]) > 5
