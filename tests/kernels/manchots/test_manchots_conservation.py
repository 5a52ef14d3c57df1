"""No card comes into being or is lost: all of them lie somewhere at every decision, and at the end."""

import numpy as np
import pytest
from conformance import at_random
from manchots_cards import all_cards, whole_deck
from manchots_games import SEEDS, table_of
from manchots_table import OPTIONS

from conquestlab.kernels.manchots.state import KINDS, VALUES, ZONES


def check_sums(position):
    """The sums that stand beside the cards are theirs."""
    values = np.arange(KINDS) % VALUES + 1
    for player in range(position["players"]):
        for cards, sums in (("copies", "hand_sum"), ("table", "table_sum")):
            by_zone = (position[cards][player] * values).reshape(ZONES, VALUES).sum(axis=1)
            assert (by_zone == position[sums][player]).all()
        held = position["copies"][player]
        assert position["hand_size"][player] == held.sum()
        assert position["kinds"][player] == sum(1 << int(kind) for kind in np.flatnonzero(held))
    landed = [position["landed"][player][: position["landed_count"][player]] for player in range(5)]
    seen = position["table"].sum(axis=0) + position["gone"]
    seen = seen + np.bincount(np.concatenate(landed), minlength=KINDS)
    assert (position["seen"] == seen).all()
    assert position["seen_count"] == seen.sum()
    assert (position["seen_sum"] == (seen * values).reshape(ZONES, VALUES).sum(axis=1)).all()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("option", OPTIONS)
def test_every_card_lies_somewhere_after_every_step(option, seats):
    table = table_of(seats, [None] * seats, **OPTIONS[option])
    deck = whole_deck(table.rules)
    for game in range(2):
        choose = at_random(table, SEEDS, game)

        def watched(position, choices, choose=choose):
            assert all_cards(table.rules, position) == deck
            check_sums(position)
            return choose(position, choices)

        position = np.zeros(1, table.engine.kernels.position_dtype)[0]
        table.engine.kernels.begin(table.rules, SEEDS, game, seats, position)
        assert all_cards(table.rules, position) == deck
        position["bot_of_seat"][:seats] = np.arange(seats)
        table.go_on(position, watched)
        assert all_cards(table.rules, position) == deck
        check_sums(position)
