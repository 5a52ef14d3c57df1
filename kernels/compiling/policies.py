"""Kernels called by address: each is compiled by itself, and a policy only if its bot plays."""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import is_jitted

from conquestlab.kernels.compiling.apart import NO_RESULT, Taken, call_native, native_code
from conquestlab.kernels.compiling.jit import OPTIONS, config, instruction

_KNOWN: list[Any] = []  # kernels that have an address; with the JIT off it is the place in this list, from 1


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
    return kernel_address(policy, NO_RESULT, (rules, position))


def kernel_address(kernel: Callable[..., Any], result: types.Type, arguments: Sequence[Taken]) -> int:
    """Compile any kernel, or load it, for these arguments and this result; return its address likewise."""
    function = getattr(kernel, "py_func", kernel)
    known = [each for each in _KNOWN if getattr(each, "py_func", each) is function]
    if known:
        kernel = known[0]
    else:
        if not (config.DISABLE_JIT or is_jitted(kernel)):
            kernel = njit(**OPTIONS)(kernel)
        _KNOWN.append(kernel)
    if config.DISABLE_JIT:
        return _KNOWN.index(kernel) + 1
    return native_code(kernel, result, tuple(arguments))


def _plain_call(address, taken):
    return _KNOWN[address - 1](*taken)


def _calling(result):
    """Return what types a call by address, with that result."""

    def typed(typing_context, address, taken):
        def generate(context, builder, signature, arguments):
            given = signature.args[1]
            values = [builder.extract_value(arguments[1], place) for place in range(len(given))]
            return call_native(context, builder, arguments[0], result(*given), values)

        return result(types.int64, taken), generate

    return typed


call = instruction(_plain_call)(_calling(types.none))
"""Call the kernel at an address with a tuple of arguments."""
call_for_number = instruction(_plain_call)(_calling(types.int64))
"""The same for a kernel that returns a whole number."""


def numbers_at(address: int, count: int) -> np.ndarray:
    """Return the numbers that lie at an address, where the JIT is off."""
    return np.ctypeslib.as_array((ctypes.c_int64 * count).from_address(address))
