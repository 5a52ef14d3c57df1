"""Seating: the records by which the kernels know the bots of a table, with the addresses of their policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.kernels.apart import load_all
from conquestlab.kernels.contract import CALLED, OUTSIDE
from conquestlab.kernels.policies import policy_address

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

Policy = Callable[[np.void, np.void], None]
"""From the records of rules and position: lays a choice into the position."""


def seat(
    bots: Sequence[Bot | Policy | None], engine: Engine, rulebook: Rulebook, rules: np.void, seats: int
) -> np.ndarray:
    """Return the records of bots, good in all threads of this process; their policies are compiled if need be.

    Parameters
    ----------
    bots : sequence of Bot, callable or None
        None is one whose choices are made outside; a callable is a policy that is compiled, plays inside and
        is checked.
    engine : Engine
    rulebook : Rulebook
    rules : record
        The rules compiled for this number of
    seats : int
    """
    load_all()
    kernels = engine.kernels

    @cache
    def address_of(policy: Policy) -> int:
        return policy_address(policy, rules.dtype, kernels.position_dtype)

    known = [bot if hasattr(bot, "policy") else None for bot in bots]
    named = engine.seat_bots([bot for bot in known if bot is not None], rulebook, seats)
    records = np.zeros(len(bots), named.dtype)
    records[[bot is not None for bot in known]] = named
    for place, bot in enumerate(bots):
        record = records[place]
        if bot is None:
            record["policy"] = OUTSIDE
        elif known[place] is None:
            record["policy"] = CALLED
            record["call"] = address_of(kernels.checked_choice)
            record["behind"] = address_of(bot)  # type: ignore[arg-type]
        elif record["policy"] >= 0 and engine.played_by:
            policy, behind = engine.played_by[record["policy"]]
            record["call"] = address_of(policy)
            record["behind"] = 0 if behind is None else address_of(behind)
    return records


def seat_counters(records: np.ndarray, engine: Engine, rules: np.void) -> None:
    """Write into the records of bots, in place, what counts the legal choices of a bot that is called."""
    if "counted" in (records.dtype.names or ()):
        kernels = engine.kernels
        records["counted"] = policy_address(kernels.counted_choice, rules.dtype, kernels.position_dtype)
