"""Rulebooks, exact answers, experiments, measures and comparisons, in plain Python, numpy, scipy and pandas."""
