"""The smallest engine keeps the contract, so that the suite is known to hold where it should."""

import race
from conformance import Case, Conformance

race.register()


class TestRace(Conformance):
    cases = (
        Case(race.rulebook_of(), ("random", "bold", "cautious", "chaser")),
        Case(race.rulebook_of(jostle=False, start=(0, 3)), ("chaser", "chaser")),
        Case(race.rulebook_of(goal=500, max_rounds=7), ("bold",) * 6),
    )
