"""The engine of Manchots Barjots keeps the contract of all engines."""

from conformance import Case, Conformance
from manchots_table import rulebook

QUIET = {"virtual_can_win": False, "take_order": "seat", "virtual_lookout": "none"}


class TestManchots(Conformance):
    cases = (
        Case(rulebook(), ("random", "hoarder", "saboteur", "expert")),
        Case(rulebook(), ("hoarder", "expert"), others_win=True),
        Case(rulebook(**QUIET), ("saboteur",) * 2),
        Case(
            rulebook(twins_stack=True, copies=[2, 3, 4, 5, 3, 1, 1, 1, 1]),
            ("random", "expert", "random", "saboteur", "random"),
        ),
        Case(
            rulebook(rounds=4, draw=4, lowest_card="highest", handicap__points=[0, -3, 2]), ("expert",) * 3
        ),
        Case(
            rulebook(specials__twins=5, specials__kamikaze_from=0, lowest_card="none"), ("random",) * 2,
            others_win=True,
        ),
        Case(
            rulebook(rounds=2), ("planner", "expert", "expert"), games=12, slow_games=1, heavy=True
        ),
    )  # fmt: skip
