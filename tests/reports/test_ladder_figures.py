"""Figures of a ladder, checked by what is drawn."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.text import Annotation
from readable import assert_readable

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.figures.ladder_figures import MEASURES, ladder, one_against, one_measure
from conquestlab.reports.ladder_commands import FIGURES

LONG = "conquete-1957,dice.defender=2,cards.scale=[6,8,10,12,15,20,25,30,35,40]"


def row(measure, of, value, low=None, high=None, against="", players=2, rules="a"):
    return {
        "rules": rules,
        "players": players,
        "measure": measure,
        "of": of,
        "against": against,
        "value": value,
        "low": low,
        "high": high,
        "games": 100,
    }


def ratings(players=2, rules="a"):
    return [
        row("rating", "weak", -1.0, -1.5, -0.5, players=players, rules=rules),
        row("rating", "strong", 1.0, 0.5, 1.5, players=players, rules=rules),
        row("rating", "hopeless", None, None, -4.0, players=players, rules=rules),
    ]


def pairs(rules="a"):
    return [
        row("pair_share", "strong", 0.8, 0.7, 0.9, "weak", rules=rules),
        row("pair_share", "weak", 0.2, 0.1, 0.3, "strong", rules=rules),
    ]


def arrows(axes):
    return [text for text in axes.texts if isinstance(text, Annotation) and text.arrow_patch is not None]


def test_ratings_the_best_at_the_top_with_their_intervals():
    figure = ladder(ratings())
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == ["strong", "weak", "hopeless"]
    assert axes.yaxis_inverted()
    (lines,) = [one for one in axes.collections if isinstance(one, LineCollection)]
    assert sorted(tuple(part[:, 0]) for part in lines.get_segments()) == [(-1.5, -0.5), (0.5, 1.5)]
    (arrow,) = arrows(axes)
    assert tuple(arrow.xyann) == (-4.0, 2.0)
    assert arrow.xy[0] < -4.0
    assert_readable(figure)


def test_a_bot_that_never_loses_points_upwards():
    figure = ladder([*ratings()[:2], row("rating", "unbeaten", None, 3.0)])
    (arrow,) = arrows(figure.axes[0])
    assert arrow.xy[0] > 3.0
    assert figure.axes[0].get_yticklabels()[0].get_text() == "unbeaten"


def test_pairs_stand_crosswise():
    figure = ladder([*ratings(), *pairs()])
    _, axes = figure.axes
    (mesh,) = [one for one in axes.collections if not isinstance(one, LineCollection)]
    values = np.ma.filled(mesh.get_array(), np.nan).reshape(3, 3)
    expected = [[np.nan, 0.8, np.nan], [0.2, np.nan, np.nan], [np.nan] * 3]
    np.testing.assert_array_equal(values, expected)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["strong", "weak", "hopeless"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["strong", "weak", "hopeless"]
    assert_readable(figure)


def test_several_numbers_of_players_and_rulebooks_are_told_apart():
    figure = ladder([each for n in (2, 3, 4) for each in ratings(n)])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "2 players",
        "3 players",
        "4 players",
    ]
    assert_readable(figure)
    rows = [each for rules in ("a", LONG) for each in [*ratings(rules=rules), *pairs(rules)]]
    figure = ladder(rows)
    assert len(figure.axes) == 3
    assert "a, 2 players" in [text.get_text() for text in figure.legends[0].get_texts()]
    assert_readable(figure)


@pytest.mark.parametrize(("bots", "series"), [(2, 1), (8, 5), (12, 2)])
def test_ladders_of_any_size_are_readable(bots, series):
    names = [f"bot-{number:02}" for number in range(bots)]
    rows = [
        row("rating", name, place / 3, place / 3 - 0.2, place / 3 + 0.2, players=2 + n)
        for n in range(series)
        for place, name in enumerate(names)
    ]
    rows += [
        row("pair_share", one, 0.123 if one < two else 0.877, against=two)
        for one in names
        for two in names
        if one != two
    ]
    assert_readable(ladder(rows))


def test_nothing_to_draw():
    with pytest.raises(WrongUse, match="nothing to draw"):
        ladder([row("rating", "weak", None)])


def test_one_bot_against_others_by_number_of_players():
    rows = [row("win_share", "one", 1.5 / n, 1.4 / n, 1.6 / n, "greedy", n) for n in (2, 3, 4)]
    rows += [row("unfinished_share", "one", 0.0, 0.0, 0.1, "greedy", n) for n in (2, 3, 4)]
    figure = one_against(rows)
    line, even = figure.axes[0].lines
    assert list(line.get_ydata()) == pytest.approx([75, 50, 37.5])
    assert list(even.get_ydata()) == pytest.approx([50, 100 / 3, 25])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["one against greedy", "even share"]
    assert_readable(figure)


def test_one_table_of_different_bots():
    rows = [row("win_share", bot, 0.25, 0.2, 0.3, "others", 4) for bot in ("one", "two", "three", "four")]
    figure = one_against(rows)
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [25.0] * 4
    assert any(list(line.get_xdata()) == pytest.approx([25] * 2) for line in axes.lines)
    assert_readable(figure)


def test_one_bot_against_several_at_one_number_of_players():
    rows = [row("win_share", "one", 0.25, 0.2, 0.3, other, 4) for other in ("greedy", "random")]
    figure = one_against(rows)
    names = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert names == ["one against greedy", "one against random"]
    assert_readable(figure)


def test_one_measure_alone():
    assert tuple(MEASURES) == FIGURES
    figure = one_measure(pairs(), "pair_share")
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == ["strong against weak"]
    assert_readable(figure)
    both = one_measure([*ratings(), *ratings(players=3)], "rating")
    assert [text.get_text() for text in both.legends[0].get_texts()] == ["2 players", "3 players"]
    assert_readable(both)
    with pytest.raises(WrongUse, match="nothing to draw"):
        one_measure(ratings(), "triple")
