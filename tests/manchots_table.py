"""Rulebooks of Manchots Barjots for tests."""

from functools import cache

from conquestlab.analysis.rules.rulebook import load

RULES = "manchots-barjots"

OPTIONS = {
    "as printed": {},
    "twins stack": {"twins_stack": True},
    "virtual players cannot win": {"virtual_can_win": False},
    "seat 1 takes first": {"take_order": "seat"},
    "virtual lookouts do nothing": {"virtual_lookout": "none"},
    "the highest card": {"lowest_card": "highest"},
    "no card": {"lowest_card": "none"},
    "no specials": {"specials__twins": 0, "specials__kamikaze": 0, "specials__lookout": 0},
    "other specials": {"specials__twins": 5, "specials__kamikaze": 6, "specials__lookout": 4},
    "a kamikaze that spares all": {"specials__kamikaze_from": 0},
    "a strong kamikaze": {"specials__kamikaze_from": 4},
    "a kamikaze that spares nothing": {"specials__kamikaze_from": 1, "specials__kamikaze": 5},
    "four rounds": {"rounds": 4, "deal": 10},
    "five rounds of eighteen": {"rounds": 5},
    "stocks that end with the game": {"rounds": 5, "deal": 15},
    "three cards a round": {"rounds": 5, "draw": 3, "deal": 17},
    "few copies": {"copies": [2, 2, 2, 2, 2, 2, 2, 2, 2]},
    "seven values": {"copies": [2, 2, 3, 3, 4, 3, 3], "specials__kamikaze_from": 6},
    "handicaps": {"handicap__points": [3, -2]},
}
"""By what it is about, the changed values of a rulebook; together they have every option."""


@cache
def _loaded(text):
    return load(text)


def rulebook(**changes):
    """Return the rulebook with some values changed; `__` stands for a dot."""
    parts = [f"{key.replace('__', '.')}={_shown(value)}" for key, value in changes.items()]
    return _loaded(",".join([RULES, *parts]))


def _shown(value):
    return str(value).lower() if isinstance(value, bool) else str(value).replace(" ", "")
