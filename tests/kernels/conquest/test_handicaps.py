"""Section 2 of docs/rules.md: no seat loses more by a handicap than it would have had."""

import numpy as np
import pytest
from conquest_script import Script
from small_worlds import small

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load

WORLD = load("conquete-1957").map
AFRICA = [land.id for land in WORLD.lands if land.continent == "africa"]  # 2 armies for lands, 3 for itself


@pytest.mark.parametrize(
    ("more", "of_lands", "of_continents"),
    [(4, 6, 3), (0, 2, 3), (-1, 1, 3), (-2, 0, 3), (-4, 0, 1), (-5, 0, 0), (-6, 0, 0), (-100, 0, 0)],
)
def test_2_fewer_armies_of_the_first_turn_come_off_lands_and_then_off_continents(
    more, of_lands, of_continents
):
    lands = {1: dict.fromkeys(AFRICA, 4), 2: "rest"}
    game = Script(f"conquete-1957,handicap.first_reinforcement=[{more}]", 2, lands, round=1)
    game.run()
    assert game.position["received"] == of_lands + of_continents
    assert game.position["income_lands"][0] == of_lands
    assert game.position["income_continents"][0] == of_continents


def test_2_later_turns_have_no_handicap():
    game = Script(
        "conquete-1957,handicap.first_reinforcement=[-100]", 2, {1: dict.fromkeys(AFRICA, 4), 2: "rest"}
    )
    game.run()
    assert game.position["received"] == 5


def test_2_a_row_counts_no_armies_that_were_taken():
    book, seats = small("conquete-1957,handicap.first_reinforcement=[-100,-3]", rounds=1)
    rows = SeatedGame(book, ["reckless"] * seats).play(np.full(6, 5, np.uint64), 0, 300)
    assert not rows["income_lands"][:, 0].any()
    assert not rows["income_continents"][:, 0].any()
    assert rows["income_continents"][:, 1].min() == 0 < rows["income_continents"][:, 1].max()
    assert rows["income_lands"].min() == 0
