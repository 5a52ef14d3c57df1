"""The engine of Risk Express keeps the contract of all engines."""

from conformance import Case, Conformance
from express_table import rulebook


class TestExpress(Conformance):
    cases = (
        Case(rulebook(), ("random", "points", "expert", "points")),
        Case(rulebook(), ("points", "points")),
        Case(rulebook(voluntary_sacrifice=True), ("expert", "random", "expert")),
        Case(rulebook(continue_failed=False, tie="more_continents"), ("points",) * 6),
        Case(rulebook(max_turns=7, dice__count=8, handicap__points=[0, -3, 2]), ("expert",) * 3),
    )
