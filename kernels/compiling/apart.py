"""Kernels that are compiled apart from their callers, when they are first called.

A kernel takes in all that it calls (kernel.py). One that is compiled apart is optimised once, whoever calls
it, and not at all if no game needs it; and two that are apart can be compiled at the same time. A call of it
costs a few nanoseconds more, and nothing is optimised across it, so this is for kernels that are large or
seldom called.

Each such kernel has a cell that holds the address of its machine code, which is 0 until the first call. The
cell has a symbol, so that callers loaded from the cache of an earlier process find it.
"""

import ctypes
import inspect
import traceback
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any, NamedTuple, TypeVar

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import from_dtype
from numba.core import cgutils, types
from numba.extending import lower_builtin, type_callable

from conquestlab.kernels.compiling.interrupts import interrupt_soon
from conquestlab.kernels.compiling.jit import config, jit

Function = TypeVar("Function", bound=Callable[..., Any])
Taken = np.dtype | types.Type
Need = Callable[[np.void, np.ndarray], bool]

NO_RESULT, WHOLE_NUMBER, YES_OR_NO = types.none, types.int64, types.boolean
LOADER = "conquestlab.load"  # the symbol of `_load`
WORD = ir.IntType(64)


class Cell(NamedTuple):
    """Where the address of a kernel lies, and all that is needed to compile the kernel.

    Attributes
    ----------
    address : int64 array, (1,)
    kernel : Kernel
    result : numba type
    arguments : tuple of dtype or numba type
    needed : callable or None
        As `apart` takes it.
    """

    address: np.ndarray
    kernel: Any
    result: types.Type
    arguments: tuple[Taken, ...]
    needed: Need | None


_CELLS: dict[int, Cell] = {}
"""By where they lie."""


def needed_cells(package: str, rules: np.void, bots: np.ndarray) -> Iterator[Cell]:
    """Yield the cells of an engine but for those that games by some rules, of some bots, never come to."""
    for cell in _CELLS.values():
        if cell.kernel.__module__.startswith(f"{package}.") and (not cell.needed or cell.needed(rules, bots)):
            yield cell


def apart(
    result: types.Type, *arguments: Taken, needed: Need | None = None
) -> Callable[[Function], Function]:
    """Set a kernel apart from those that call it.

    Parameters
    ----------
    result : numba type
        What it returns: NO_RESULT, WHOLE_NUMBER or YES_OR_NO.
    *arguments : dtype or numba type
        What it takes: records, by their dtype, and WHOLE_NUMBERs.
    needed : callable, optional
        (record of the rules, records of the bots) -> whether games of that table may come to it. What is
        needed is compiled before the first game, side by side (beside.py). Without this function that is
        whatever the policies at the table call.
    """

    def choose(function: Function) -> Function:
        if config.DISABLE_JIT:
            return function
        kernel = jit(function)
        symbol = f"{function.__module__}.{function.__qualname__}"
        cell = Cell(np.zeros(1, np.int64), kernel, result, arguments, needed)
        _CELLS[cell.address.ctypes.data] = cell
        llvmlite.binding.add_symbol(symbol, cell.address.ctypes.data)

        @wraps(function)
        def called(*given: Any) -> Any:
            return kernel(*given)

        called.kernel = kernel  # type: ignore[attr-defined]

        def typed(*given: Any) -> Any:
            return result(*_types_of(arguments))

        typed.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        type_callable(called)(lambda context: typed)
        lower_builtin(called, types.VarArg(types.Any))(partial(_call_by_cell, symbol))
        return called  # type: ignore[return-value]

    return choose


def _call_by_cell(symbol, context, builder, signature, values):
    """Write a call of the kernel whose address lies in a cell, which is loaded before if need be.

    The loader is asked twice: an interruption that comes at its first step ends it, and is told again later.
    """
    module = builder.module
    cell = module.globals.get(symbol) or ir.GlobalVariable(module, WORD, symbol)
    with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(cell))):
        loader = cgutils.get_or_insert_function(module, ir.FunctionType(ir.VoidType(), [WORD]), LOADER)
        builder.call(loader, [builder.ptrtoint(cell, WORD)])
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(cell))):
            builder.call(loader, [builder.ptrtoint(cell, WORD)])
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(cell))):
            context.call_conv.return_user_exc(builder, RuntimeError, (f"{symbol} could not be compiled",))
    return call_native(context, builder, builder.load(cell), signature, values)


@ctypes.CFUNCTYPE(None, ctypes.c_int64)
def _load(place):
    """Write the address of its kernel into a cell, or leave it at 0 where that goes wrong."""
    cell = _CELLS[place]
    interrupted = False
    while cell.address[0] == 0:
        try:
            cell.address[0] = native_code(cell.kernel, cell.result, cell.arguments)
        except KeyboardInterrupt:  # it does not pass through machine code: go on, and come back to it
            interrupted = True
        except Exception:
            traceback.print_exc()
            return
    if interrupted:
        interrupt_soon()


llvmlite.binding.add_symbol(LOADER, ctypes.cast(_load, ctypes.c_void_p).value)


def native_code(kernel: Any, result: types.Type, arguments: tuple[Taken, ...]) -> int:
    """Compile a kernel, or load it, and return the address of its machine code; it is good while it lives."""
    signature = _types_of(arguments)
    kernel.compile(signature)
    compiled = kernel.overloads[signature]
    if compiled.signature.return_type != result:
        raise TypeError(f"{kernel.__name__} returns {compiled.signature.return_type}, not {result}")
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


def _types_of(arguments: tuple[Taken, ...]) -> tuple[types.Type, ...]:
    return tuple(from_dtype(each) if isinstance(each, np.dtype) else each for each in arguments)


def call_native(context, builder, address, signature, values):
    """Write the call of a kernel at an address; an exception of the kernel is one of the caller."""
    kernel = context.call_conv.get_function_type(signature.return_type, signature.args)
    pointer = builder.inttoptr(address, kernel.as_pointer())
    status, result = context.call_conv.call_function(
        builder, pointer, signature.return_type, signature.args, values
    )
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result
