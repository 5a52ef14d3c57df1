"""The smallest engine keeps the contract, so that the suite is known to hold where it should."""

from conformance import Case, Conformance

from conquestlab.analysis.rules.rulebook import load


class TestRace(Conformance):
    cases = (
        Case(load("race"), ("random", "bold", "cautious", "chaser", "steady")),
        Case(load("race,jostle=off,start=[0,3]"), ("chaser", "chaser")),
        Case(load("race,goal=500,max_rounds=7"), ("bold",) * 6),
    )
