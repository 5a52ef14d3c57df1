"""Policies that are called by address: each bot is compiled by itself, and only if it sits at the table.

Numba links the code of all that a kernel calls into the kernel, and optimises it there again. An address is a
number: whoever calls it knows nothing of what it calls.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types

from conquestlab.kernels._jit import OPTIONS, compiled_for_c, config, instruction

_PLAIN: list[Callable[..., Any]] = []  # where the JIT is off: the address is a place in this list, from 1
_COMPILED: dict[Any, Any] = {}  # the code is freed with the object that holds it


def policy_address(function: Callable[..., Any], rules: np.dtype, position: np.dtype) -> int:
    """Compile a policy, or load it, and return its address, good for all threads until this process ends.

    Parameters
    ----------
    function : callable
        (rules, position) -> None, two records: lays a choice into the position. A function compiled by Numba
        or a plain one, which then is compiled.
    rules, position : dtype
        What the engine calls it with.
    """
    plain = getattr(function, "py_func", function)
    if config.DISABLE_JIT:
        if plain not in _PLAIN:
            _PLAIN.append(plain)
        return _PLAIN.index(plain) + 1
    options = getattr(function, "targetoptions", OPTIONS)
    key = plain, rules, position, repr(sorted(options.items()))
    if key not in _COMPILED:
        signature = types.void(from_dtype(rules), from_dtype(position))
        _COMPILED[key] = compiled_for_c(plain, signature, options)
    address: int = _COMPILED[key].address
    return address


def _plain_call(address, rules, position):
    _PLAIN[address - 1](rules, position)


@instruction(_plain_call)
def call_policy(typing_context, address, rules, position):
    """Call the policy at an address with two records."""

    def generate(context, builder, signature, arguments):
        records = [context.get_value_type(argument) for argument in signature.args[1:]]
        function = ir.FunctionType(ir.VoidType(), records)
        builder.call(builder.inttoptr(arguments[0], function.as_pointer()), arguments[1:])
        return context.get_dummy_value()

    return types.void(types.int64, rules, position), generate
