"""The golden playthroughs are told as they were; see regenerate.py."""

import pytest
from playthroughs.regenerate import FORMATS, GAMES, HERE, playthrough


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_told_as_it_was(name, suffix):
    assert playthrough(name, suffix) == (HERE / f"{name}.{suffix}").read_text(encoding="utf-8")


def test_no_playthrough_is_left_over():
    kept = {path.name for path in HERE.iterdir() if path.suffix.lstrip(".") in FORMATS}
    assert kept == {f"{name}.{suffix}" for name in GAMES for suffix in FORMATS}
