"""How games of Risk Express are told, shown and measured."""

import numpy as np
import pytest
from express_script import seven_turns
from express_table import LINES, rulebook

from conquestlab.analysis.games.express.description import ENGINE
from conquestlab.analysis.games.express.measures import OWN
from conquestlab.analysis.measures.quantities import GameColumns
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.express import state

SEEDS = np.full(6, 5, np.uint64)


def told(record=None):
    return ENGINE.narrate(record or seven_turns(), rulebook())


def test_a_game_is_told_at_the_table():
    text = "\n".join(told())
    assert text.startswith("Chair 1 rolls 3 generals, then 1 general.\nChair 2 rolls 2 generals.\n")
    assert "Chair 3 begins and is seat 1" in text
    assert (
        "Seat 1:\n"
        "  rolls cannon, cannon, general, general, general, general, general\n"
        "  fills 2 cannons of Western Europe* with cannon, cannon\n"
    ) in text
    assert "  conquers Western Europe*, 4 points\n" in text
    assert "  takes over the attack on Western Europe* (2 cannons filled, 5 dice)\n" in text
    assert "  fills the general of Western Europe* with general\n" in text
    assert "  gives up a die: 1 die left\n" in text
    assert "  fails to conquer Western Europe*\n" in text
    assert "  does not take over the attack on China* (cannon filled, 6 dice)\n" in text
    assert "  owns all of Africa and turns it over\n" in text
    assert "The game is broken off after 7 turns. Scores: seat 1 9, seat 2 3, seat 3 0." in text


def test_the_reconstructed_names_have_a_star_wherever_they_show_and_no_others():
    table = SeatedGame(rulebook(), ("random",) * 3)
    head = {"event": "game", "players": ["random"] * 3}
    transcript = ENGINE.transcript(table.play_logged(SEEDS, 0).lines, table.rulebook, head)
    lines = told(transcript)
    assert lines[-1] == "* The name of this card is reconstructed."
    text = "\n".join(lines[:-1])
    for card in table.rulebook.cards.cards:
        if card.name_reconstructed:
            assert f"{card.name}*" in text
            assert card.name not in text.replace(f"{card.name}*", "")
        else:
            assert card.name in text
            assert f"{card.name}*" not in text


def test_winners_are_named():
    table = SeatedGame(rulebook(), ("points",) * 3)
    ends = set()
    for game in range(60):
        head = {"event": "game", "players": ["points"] * 3}
        transcript = ENGINE.transcript(table.play_logged(SEEDS, game).lines, table.rulebook, head)
        winners, line = transcript[-1]["winners"], told(transcript)[-3]
        assert line == " and ".join(f"seat {seat}" for seat in winners).capitalize() + (
            " wins." if len(winners) == 1 else " share the win."
        )
        ends.add(len(winners))
    assert ends >= {1, 2}


def test_a_seat_sees_all_that_lies_on_the_table():
    table = SeatedGame(rulebook(), [None] * 3)
    seen = []

    def look(position, choices):
        view = ENGINE.view(table.rules, position, int(position["asker"]))
        seen.append((view, choices))
        return choices[-1]

    table.play_logged(SEEDS, 2, look)
    kinds = set()
    names = list(LINES)
    for view, choices in seen:
        kinds.add(ENGINE.decisions[view["asked"]])
        assert len(view["owner"]) == 14
        assert view["player"] == view["seat"]
        if view["asked"] == state.FILL:
            assert len(view["roll"]) == view["dice"] <= 7 - view["dice_on_lines"]
            for card in set(choices[:, 1].tolist()):
                assert view["owner"][card] != view["seat"]
                assert card not in view["face_down"]
                assert view["target"] in (None, card)
        else:
            assert view["roll"] == []
            assert view["target"] is not None
            assert view["dice"] == 7 - view["dice_on_lines"]
            assert view["lines_left"]
    assert kinds == {"fill", "continue"}
    last = seen[-1][0]
    assert sum(owner is None for owner in last["owner"]) <= 2
    assert names.index("australia") in last["face_down"]


def rows_of(*games):
    """Rows of finished games of three: (turns, winner, conquered, robbed, continents by owner)."""
    rows = np.zeros(len(games), state.row_dtype)
    rows["continent"] = -1
    for row, (turns, winner, conquered, robbed, continents) in zip(rows, games, strict=True):
        row["seats"], row["how"], row["rounds"], row["turns"] = 3, 1, turns // 3, turns
        row["win"][winner] = 60
        row["conquered"][:3], row["robbed"][:3] = conquered, robbed
        for continent, owner in continents.items():
            row["continent"][continent] = owner
    rows["luck"] = np.arange(len(games))
    return rows


def test_its_own_measures_on_rows_with_known_answers():
    rows = rows_of(
        (12, 0, (5, 4, 1), (1, 0, 0), {0: 0, 5: 1}),
        (8, 1, (2, 8, 0), (0, 3, 0), {0: 2, 5: 1}),
        (20, 2, (0, 0, 10), (0, 0, 1), {5: 2}),
    )
    rows["taken_over"][0][:3] = (1, 2, 1)
    games = GameColumns(rows, 3, np.arange(6))
    found = {}
    for quantity in ENGINE.quantities(rulebook(), 3):
        number, weight = quantity.number(games).sum(), quantity.weight(games).sum()
        found[quantity.measure, quantity.of] = number / (weight * quantity.unit) if weight else None
    assert found["continent_share", "asia"] == pytest.approx(2 / 3)
    assert found["continent_share", "australia"] == 1
    assert found["continent_share", "africa"] == 0
    assert found["continent_win", "asia"] == pytest.approx(1 / 2)
    assert found["continent_win", "australia"] == pytest.approx(2 / 3)
    assert found["continent_win", "africa"] is None
    assert found["conquest_share", ""] == pytest.approx(30 / 40)
    assert found["robbed_share", ""] == pytest.approx(5 / 30)
    assert found["taken_over_share", ""] == pytest.approx(4 / 40)
    assert {measure for measure, _ in found} == {one.name for one in OWN}
    assert set(OWN) < set(ENGINE.measures)


def test_an_unfinished_game_counts_for_no_continent():
    rows = rows_of((9, 0, (1, 1, 1), (0, 0, 0), {0: 0}))
    rows["how"], rows["win"] = 0, 0
    games = GameColumns(rows, 3, np.arange(6))
    for quantity in ENGINE.quantities(rulebook(), 3):
        if quantity.measure.startswith("continent"):
            assert quantity.number(games).sum() == quantity.weight(games).sum() == 0
