"""Rulebooks, exact answers, experiments, measures and comparisons, in numpy, scipy and pandas."""

from typing import Any

_FRAMES = ("odds", "need", "cards", "play", "replay", "compare", "train", "ladder", "sweep", "tune", "verify")


def __getattr__(name: str) -> Any:
    """Find the answers as pandas frames; pandas is loaded only when one is asked for."""
    if name in _FRAMES:
        from conquestlab.analysis import frames

        return getattr(frames, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_FRAMES])
