"""Policies that are called by address: each bot is compiled by itself, and only if it sits at the table."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import is_jitted

from conquestlab.kernels.compiling.apart import call_native, native_code
from conquestlab.kernels.compiling.jit import OPTIONS, config, instruction

_SEATED: list[Any] = []  # kernels that have an address; with the JIT off it is the place in this list, from 1


def policy_address(policy: Callable[..., Any], rules: np.dtype, position: np.dtype) -> int:
    """Compile a policy, or load it, and return its address, good in all threads until this process ends.

    Parameters
    ----------
    policy : callable
        (rules, position) -> None, two records: lays a choice into the position. A kernel, or a function of
        somebody else's; a plain one is compiled in each process, since nobody knows what its code depends on.
    rules, position : dtype
        What the engine calls it with.
    """
    function = getattr(policy, "py_func", policy)
    known = [kernel for kernel in _SEATED if getattr(kernel, "py_func", kernel) is function]
    kernel = known[0] if known else policy
    if not known:
        if not (config.DISABLE_JIT or is_jitted(policy)):
            kernel = njit(**OPTIONS)(policy)
        _SEATED.append(kernel)
    if config.DISABLE_JIT:
        return _SEATED.index(kernel) + 1
    return native_code(kernel, types.none, (rules, position))


def _plain_call(address, rules, position):
    _SEATED[address - 1](rules, position)


@instruction(_plain_call)
def call_policy(typing_context, address, rules, position):
    """Call the policy at an address with two records."""

    def generate(context, builder, signature, arguments):
        taken = types.none(*signature.args[1:])
        return call_native(context, builder, arguments[0], taken, arguments[1:])

    return types.none(types.int64, rules, position), generate
