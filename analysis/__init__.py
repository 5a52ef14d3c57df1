"""Rulebooks, exact answers, experiments, measures and comparisons, in numpy, scipy and pandas."""

from typing import Any

_FRAMES = (
    *("odds", "need", "cards", "explain", "advise"),
    *("play", "replay", "compare", "train", "learn", "exploit", "ladder", "sweep", "tune", "verify"),
)
_RUNS = ("read_run",)


def __getattr__(name: str) -> Any:
    """Find the answers as pandas frames, and runs that are kept; pandas is loaded only when it is needed."""
    if name in _FRAMES:
        from conquestlab.analysis import frames

        return getattr(frames, name)
    if name in _RUNS:
        from conquestlab.analysis.playing import runs

        return getattr(runs, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_FRAMES, *_RUNS])
