"""Seating: the records that tell the kernels about the bots, with the addresses of their policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numba.core.errors import NumbaError

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.compiled_bots import function_of
from conquestlab.analysis.errors import WrongUse
from conquestlab.kernels.compiling.policies import policy_address
from conquestlab.kernels.shared.contract import CALLED, OUTSIDE

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

Policy = Callable[[np.void, np.void], None]
"""From the records of rules and position: lays a choice into the position."""

_ADDRESSES: dict[tuple[Policy, Engine], int] = {}


def seat(
    bots: Sequence[Bot | Policy | None], engine: Engine, rulebook: Rulebook, rules: np.void, seats: int
) -> np.ndarray:
    """Return the records of bots, good in all threads of this process; policies are compiled if need be.

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
    kernels = engine.kernels

    def address_of(policy: Policy) -> int:
        if (policy, engine) not in _ADDRESSES:
            address = policy_address(policy, rules.dtype, kernels.position_dtype)
            _ADDRESSES[policy, engine] = address
        return _ADDRESSES[policy, engine]

    def address_of_user_policy(policy: Policy) -> int:
        try:
            return address_of(policy)
        except Exception as error:  # Numba fails in many ways at what it cannot compile
            name = getattr(policy, "__name__", repr(policy))
            raise WrongUse(f"the policy {name} cannot be compiled: {_first_line(error)}") from error

    known = [bot if isinstance(bot, Bot) and not bot.is_compiled else None for bot in bots]
    named = engine.seat_bots([bot for bot in known if bot is not None], rulebook, seats)
    records = np.zeros(len(bots), named.dtype)
    records[[bot is not None for bot in known]] = named
    for place, bot in enumerate(bots):
        record = records[place]
        if bot is None:
            record["policy"] = OUTSIDE
        elif known[place] is None:
            record["policy"] = CALLED
            record["call"] = address_of(kernels.call_checked)
            record["behind"] = address_of_user_policy(function_of(bot) if isinstance(bot, Bot) else bot)
        elif record["policy"] >= 0 and engine.played_by:
            policy, behind = engine.played_by[record["policy"]]
            record["call"] = address_of(policy)
            record["behind"] = 0 if behind is None else address_of(behind)
    return records


def _first_line(error: Exception) -> str:
    """Return the line of an error that says what is wrong; of Numba's, the first only says that it failed."""
    lines = [line for line in str(error).splitlines() if line.strip() and "pipeline" not in line]
    kind = "" if isinstance(error, (NumbaError, TypeError)) else f"{type(error).__name__}: "
    return kind + (lines or ["?"])[0]
