"""The engine of Africa 1880 keeps the contract of all engines, with every bot and every number of seats."""

from conformance import Case, Conformance

from conquestlab.analysis.rules.rulebook import load

LIMITED = "africa-1880,presences=5,alphabetical=target,landing_empty=execution,share_first=off"
LONGER = "africa-1880,placing=drawn,last_colony=12,handicap.points=[0,-30,2],years=[1880,1881,1882,1883,1890]"


class TestAfrica(Conformance):
    cases = (
        Case(load("africa-1880"), ("expert", "random", "settler", "grabber")),
        Case(load("africa-1880"), ("tit_for_tat", "traitor", "balancer")),
        Case(load("africa-1880"), ("expert",) * 6),
        Case(load("africa-1880,historical=on"), ("random", "faithful", "expert", "balancer", "traitor")),
        Case(load(LIMITED), ("random",) * 4),
        Case(load(LONGER), ("grabber", "expert", "settler", "tit_for_tat", "random", "faithful")),
        Case(load("africa-1880"), ("planner", "expert", "grabber"), games=12, slow_games=1, heavy=True),
    )
