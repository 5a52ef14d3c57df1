"""The engine of Manchots Barjots keeps the contract of all engines."""

from conformance import Case, Conformance
from manchots_table import rulebook


class TestManchots(Conformance):
    cases = (
        Case(rulebook(), ("random", "random", "random", "random")),
        Case(rulebook(), ("random",) * 2, others_win=True),
        Case(rulebook(virtual_can_win=False, take_order="seat", virtual_lookout="none"), ("random",) * 2),
        Case(rulebook(twins_stack=True, copies=[2, 3, 4, 5, 3, 1, 1, 1, 1]), ("random",) * 5),
        Case(rulebook(rounds=4, draw=4, lowest_card="highest", handicap__points=[0, -3, 2]), ("random",) * 3),
    )
