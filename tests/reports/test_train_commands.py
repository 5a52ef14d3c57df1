"""The learning curve of `conquest train`."""

from types import SimpleNamespace

import pytest

from conquestlab.analysis.requests.searches import TrainRequest
from conquestlab.analysis.training.train_answers import TrainAnswer
from conquestlab.reports.train_commands import _curve, _verdict

CURVE = [
    {"generation": generation, "against": name, "value": value, "low": value - 0.02, "high": value + 0.02}
    for generation, shares in ((0, (0.25, 0.1)), (20, (0.5, 0.3)), (33, (0.625, 0.5)))
    for name, value in zip(("zero", "expert"), shares, strict=True)
]


def trained(is_better=True):
    gain = {"gain": 0.104, "gain_low": 0.091, "gain_high": 0.117}
    return TrainAnswer([gain], CURVE, SimpleNamespace(label="race"), 33, "conquest train", is_better, False)


def test_a_curve_for_each_opponent_with_an_even_share_to_compare():
    figure = _curve(TrainRequest(out="mine.toml", rules=("race",)), trained(), 4)
    (axes,) = figure.axes
    curves = {line.get_label(): line.get_xydata().tolist() for line in axes.lines}
    assert curves["against zero"] == [[0, 25.0], [20, 50.0], [33, 62.5]]
    assert curves["against expert"][-1] == [33, 50.0]
    (even,) = (line for line in axes.lines if str(line.get_label()).startswith("_"))
    assert list(even.get_ydata()) == [25.0, 25.0]
    words = " ".join(text.get_text() for text in figure.texts)
    assert "Training of mine.toml: race, 4 players" in words
    assert "3 others that are alike" in words


@pytest.mark.parametrize(("is_better", "words"), [(True, "mine.toml written"), (False, "nothing written")])
def test_the_verdict_tells_the_gain_with_its_interval(is_better, words):
    verdict = _verdict(TrainRequest(out="mine.toml", rules=("race",)), trained(is_better))
    assert verdict.startswith("+10.4 points (+9.1 to +11.7) on its start")
    assert words in verdict
