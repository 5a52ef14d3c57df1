"""Kernels that are compiled apart from those that call them, and called where their machine code lies.

Numba copies the code of all that a kernel calls into the kernel and optimises it there again, on each level
of calls. A kernel that is called by address or by symbol is optimised once, by itself. Such a call costs a
few nanoseconds, and nothing is shared over it: that is for what is large or seldom called.
"""

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar

import llvmlite.binding
import numpy as np
from numba import from_dtype
from numba.core import cgutils, types
from numba.extending import lower_builtin, type_callable

from conquestlab.kernels._jit import config, jit

Function = TypeVar("Function", bound=Callable[..., Any])

_APART: dict[str, tuple[Any, tuple[np.dtype, ...]]] = {}  # by symbol: the kernel and its arguments
_LOADED: set[str] = set()


def apart(*arguments: np.dtype) -> Callable[[Function], Function]:
    """Make a kernel that other kernels call by its symbol.

    Parameters
    ----------
    *arguments : dtype
        Of the records that it takes.
    """

    def choose(function: Function) -> Function:
        if config.DISABLE_JIT:
            return function
        symbol = f"{function.__module__}.{function.__qualname__}"
        kernel = jit(function)
        _APART[symbol] = kernel, arguments

        @wraps(function)
        def called(*given: Any) -> Any:
            return kernel(*given)

        def typed(*given: Any) -> Any:
            return load(symbol)

        typed.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        type_callable(called)(lambda context: typed)
        lower_builtin(called, types.VarArg(types.Any))(partial(_call_by_symbol, symbol))
        return called  # type: ignore[return-value]

    return choose


def _call_by_symbol(symbol, context, builder, signature, values):
    # Who loads the caller from the folder has to load this kernel before.
    context.active_code_library._reload_init.add(partial(load, symbol))
    kernel = context.call_conv.get_function_type(signature.return_type, signature.args)
    pointer = cgutils.get_or_insert_function(builder.module, kernel, symbol)
    return call_native(context, builder, pointer, signature, values)


def load_all() -> None:
    """Load every kernel that was set apart so far, the called before the callers.

    What calls one of them and comes out of the folder of compiled kernels needs its symbol, and Numba tells a
    kernel only what it called itself when it was compiled, not what came compiled into it. So this is done
    before anything is played.
    """
    for symbol in [symbol for symbol in _APART if symbol not in _LOADED]:
        load(symbol)


def load(symbol: str) -> types.Type:
    """Compile or load a kernel that was set apart, make its symbol known, and return the type of its result."""
    kernel, arguments = _APART[symbol]
    address, result = native_code(kernel, arguments)
    llvmlite.binding.add_symbol(symbol, address)
    _LOADED.add(symbol)
    return result


def native_code(kernel: Any, arguments: tuple[np.dtype, ...]) -> tuple[int, types.Type]:
    """Return the address of a kernel's machine code, good as long as the kernel lives, and its result's type."""
    signature = tuple(from_dtype(argument) for argument in arguments)
    kernel.compile(signature)
    compiled = kernel.overloads[signature]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address, compiled.signature.return_type


def call_native(context, builder, pointer, signature, values):
    """Write the call of a kernel's machine code; an exception of the kernel is one of the caller."""
    status, result = context.call_conv.call_function(
        builder, pointer, signature.return_type, signature.args, values
    )
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result
