"""The run folders that are meant by what was typed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from conquestlab.analysis.errors import WrongUse


def find_folders(places: Sequence[str]) -> list[str]:
    """Return the run folders that are meant: each place itself, or the runs in the folders right below it."""
    found: list[str] = []
    for place in places:
        inside = Path(place)
        if not (inside / "run.json").exists() and inside.is_dir():
            below = sorted(str(one.parent) for one in inside.glob("*/run.json"))
            if not below:
                raise WrongUse(f"{place} holds no run: name a folder that conquest play --out has made")
            found += below
        else:
            found.append(place)
    return list(dict.fromkeys(os.path.normpath(place) for place in found))
