"""What small steps along each number of a network show of a loss, beside the slopes that a gradient says."""

import numpy as np

STEP = 1e-6


def slopes_and_steps(network, gradient, loss):
    """Yield pairs: a slope of the gradient, and how the loss changes with that number."""
    for numbers, slopes in zip(network, gradient, strict=True):
        for place in np.ndindex(numbers.shape[:1]):
            place = (*place, 3)[: numbers.ndim]
            kept = numbers[place]
            numbers[place] = kept + STEP
            above = loss(network)
            numbers[place] = kept - STEP
            below = loss(network)
            numbers[place] = kept
            yield slopes[place], (above - below) / (2 * STEP)
