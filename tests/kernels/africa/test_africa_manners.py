"""Which manner of declaring prospers among which: one of a kind among others who are all alike.

They settle alike, so that who wins is due to what they declare. Shares of all games, 4.5 standard errors.
"""

import numpy as np
import pytest
from africa_table import rulebook
from plain_python import too_many_games

from conquestlab.analysis.playing.seated_game import SeatedGame

SEEDS = np.arange(51, 57, dtype=np.uint64)
GAMES = 8_000
ERRORS = 4.5


def share(one, others, seats):
    """Return the share of the games that one wins among others alike, and its standard error."""
    rows = SeatedGame(rulebook(), [one, *[others] * (seats - 1)], shared=True).play(SEEDS, 0, GAMES)
    won = (rows["win"][:, :seats] * (rows["bot"][:, :seats] == 0)).sum(axis=1) / 60
    blocks = won[: GAMES // seats * seats].reshape(-1, seats).mean(axis=1)
    return blocks.mean(), blocks.std() / np.sqrt(blocks.size)


@too_many_games
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("one", "others"),
    [("grabber", "faithful"), ("grabber", "traitor"), ("traitor", "faithful")],
)
def test_who_goes_to_war_prospers_among_those_who_do_not_answer_in_time(one, others, seats):
    value, error = share(one, others, seats)
    assert value - 1 / seats > ERRORS * error


@too_many_games
@pytest.mark.parametrize("seats", [3, 4])
def test_a_traitor_prospers_among_those_who_answer_too_late(seats):
    """It beats those whom `grabber` loses to, and `grabber` beats it. With five seats it does not show."""
    value, error = share("traitor", "tit_for_tat", seats)
    assert value - 1 / seats > ERRORS * error


@too_many_games
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(("one", "others"), [("grabber", "tit_for_tat"), ("faithful", "grabber")])
def test_war_does_not_pay_among_those_who_answer_nor_peace_among_those_at_war(one, others, seats):
    value, error = share(one, others, seats)
    assert value - 1 / seats < -ERRORS * error
