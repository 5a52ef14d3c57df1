"""The rulebook of Manchots Barjots as numbers for its engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from conquestlab.analysis.games.manchots.rules import VALUES, ZONES, copies_of, manchots_rules
from conquestlab.kernels.manchots.state import HIGHEST, LOWEST, NO_CARD, rules_dtype
from conquestlab.kernels.shared.rows import SEATS

SCORED = {"lowest": LOWEST, "highest": HIGHEST, "none": NO_CARD}


def compile_rules(rulebook: Any) -> np.ndarray:
    """Return the rules as an array of one record of `rules_dtype`."""
    spec = manchots_rules(rulebook)
    compiled = np.zeros(1, rules_dtype)
    rules = compiled[0]
    rules["rounds"], rules["deal"], rules["draw"] = spec.rounds, spec.deal, spec.draw
    rules["lowest_card"] = SCORED[spec.lowest_card]
    rules["twins_stack"] = spec.twins_stack
    rules["virtual_can_win"] = spec.virtual_can_win
    rules["alternate"] = spec.take_order == "alternate"
    rules["virtual_lookout"] = spec.virtual_lookout == "acts"
    for seat, points in enumerate(spec.handicap.points[:SEATS]):
        rules["handicap"][seat] = points
    specials = spec.specials
    for number, value in enumerate((specials.twins, specials.kamikaze, specials.lookout)):
        rules["special"][number] = _kinds({value})
    from_value = specials.kamikaze_from or VALUES + 1
    rules["kamikaze_from"] = from_value
    rules["high"] = _kinds(set(range(from_value, VALUES + 1)))
    deck = []
    for zone in range(len(ZONES)):
        for value in range(1, VALUES + 1):
            rules["copies"][value - 1] = copies_of(spec, value)
            deck += [VALUES * zone + value - 1] * copies_of(spec, value)
    rules["deck"][: len(deck)] = deck
    rules["cards"] = len(deck)
    rules["points"] = sum(kind % VALUES + 1 for kind in deck)
    return compiled


def _kinds(values: set[int]) -> int:
    """Return the set of kinds of these values in all zones; no kind has the value 0."""
    return sum(1 << VALUES * zone + value - 1 for zone in range(len(ZONES)) for value in values if value)
