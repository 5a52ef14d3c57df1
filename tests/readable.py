"""What every figure must keep: nothing clipped, nothing small, no words on top of others."""

from unittest.mock import patch

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text


def assert_readable(figure, dots=900, least=9):
    """Draw a figure and check its width, its smallest type, and its words by where they come to stand."""
    drawn = []
    draw = Text.draw

    def draw_and_remember(text, renderer):
        drawn.append(text)
        draw(text, renderer)

    canvas = FigureCanvasAgg(figure)
    with patch.object(Text, "draw", draw_and_remember):
        canvas.draw()
    texts = [text for text in drawn if text.get_visible() and text.get_text().strip()]
    assert figure.get_size_inches()[0] * figure.dpi == dots
    assert min(text.get_fontsize() for text in texts) >= least
    boxes = [text.get_window_extent(canvas.get_renderer()).extents for text in texts]
    for text, (left, low, right, high) in zip(texts, boxes, strict=True):
        inside = left >= 0 and low >= 0 and right <= figure.bbox.x1 and high <= figure.bbox.y1
        assert inside, f"{text.get_text()!r} is clipped"
    left, low, right, high = np.array(boxes).T
    apart = 0.5
    overlap = (left[:, None] < right - apart) & (left < right[:, None] - apart)
    overlap &= (low[:, None] < high - apart) & (low < high[:, None] - apart)
    for one, other in np.argwhere(np.triu(overlap, 1)):
        raise AssertionError(f"{texts[one].get_text()!r} overlaps {texts[other].get_text()!r}")
