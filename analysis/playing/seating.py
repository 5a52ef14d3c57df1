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

    Returns
    -------
    array of records
        By place, in the order of the bots; then the members of mixes, in the order of these. In its own
        place a mix has the record of its largest member, for those who play without `sit_down`.
    """
    mixes = [(place, bot) for place, bot in enumerate(bots) if isinstance(bot, Bot) and bot.mix]
    listed = [*bots, *(member for _, bot in mixes for member in bot.members)]
    records = _plainly_seated(listed, engine, rulebook, rules, seats)
    first = len(bots)
    for place, bot in mixes:
        after = first + len(bot.mix)
        records["share"][first:after] = [one.share for one in bot.mix]
        records[place]["share"] = sum(one.share for one in bot.mix)
        records[place]["mix"] = first
        first = after
    return records


def laid_together(tables: Sequence[np.ndarray]) -> np.ndarray:
    """Return the records of bots that were seated one by one, as `seat` returns those of all together."""
    # Byte by byte, since NumPy looks at every field of records that it joins.
    heads = b"".join(one[:1].tobytes() for one in tables)
    members = b"".join(one[1:].tobytes() for one in tables)
    records = np.frombuffer(heads + members, tables[0].dtype).copy()
    first = len(tables)
    for place, one in enumerate(tables):
        if len(one) > 1:
            records[place]["mix"] = first
            first += len(one) - 1
    return records


def _plainly_seated(
    bots: Sequence[Bot | Policy | None], engine: Engine, rulebook: Rulebook, rules: np.void, seats: int
) -> np.ndarray:
    """Return one record for each bot, by its own policy and weights."""
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
