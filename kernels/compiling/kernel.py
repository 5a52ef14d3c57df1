"""A kernel: compiled by itself when it is called from Python, and as a part of each kernel that calls it.

Numba makes a whole piece of its own of every function: optimised, turned into machine code, wrapped for
Python, kept on disk; and it optimises each once more in whatever calls it, at each level of calls. Of the 200
functions of an engine all but twenty are only ever called by others. A `Kernel` that another one calls is
typed and written in LLVM's language, once in a process, and no more. Whoever is compiled as a whole takes in
all that it calls, directly or not, and is optimised with it, once. That halves the time of compiling.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core import cgutils, compiler, sigutils, types
from numba.core.codegen import CodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

types.Record.__repr__ = cache(types.Record.__repr__)  # type: ignore[method-assign,unused-ignore]
"""Numba asks for it in each pass of each function; that of a position is long: an eighth of all compiling."""


class Written(CodeLibrary):
    """What one kernel is in LLVM's language, with what it calls; it becomes machine code only in others."""

    def __init__(self, codegen: Any, name: str):
        super().__init__(codegen, name)
        self._texts: list[tuple[str, str]] = []
        self._called: dict[Any, None] = {}
        self._whole: Any = None

    def add_ir_module(self, ir_module: Any) -> None:
        """Take in what was written."""
        self._texts.append((ir_module.name, cgutils.normalize_ir_text(str(ir_module))))

    def add_linking_library(self, library: Any) -> None:
        """Take in a library of what is called; it may be one of a usual function."""
        library._ensure_finalized()
        self._called[library] = None

    def finalize(self) -> None:
        """Write no more."""
        self._finalized = True

    def closure(self) -> Iterator[Any]:
        """Yield this and all that it calls, directly or not, each once."""
        found: dict[Any, None] = {}
        waiting = [self]
        while waiting:
            library = waiting.pop()
            if library not in found:
                found[library] = None
                waiting += getattr(library, "_called", ())
        return iter(found)

    def _get_module_for_linking(self) -> Any:
        """Return a module of this and all it calls, to be copied into another, and dropped where unused."""
        if self._whole is None:
            whole = llvm.parse_assembly(str(self._codegen._create_empty_module(self.name)))
            for library in self.closure():
                if isinstance(library, Written):
                    for name, text in library._texts:
                        module = llvm.parse_assembly(text)
                        module.name = name
                        module.data_layout = self._codegen._data_layout
                        whole.link_in(module)
                else:
                    whole.link_in(library._get_module_for_linking(), preserve=True)
            for function in whole.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._whole = whole
        return self._whole

    def get_function(self, name: str) -> Any:
        """Return the function of this name; there is none before it is a part of another library."""
        return self._get_module_for_linking().get_function(name)

    def get_llvm_str(self) -> str:
        """Return all that was written."""
        return "\n".join(text for _, text in self._texts)

    def get_asm_str(self) -> str:
        """Return nothing: there is no machine code of it alone."""
        return ""


class Kernel(CPUDispatcher):  # type: ignore[misc,unused-ignore]
    """What `jit` makes of a function."""

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._compiler: Any
        self.targetctx: Any
        self._written: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """Tell the type of a call from another kernel; the base class compiles this one for that."""
        signature, folded = self._compiler.fold_argument_types(args, kws)
        self._write(tuple(folded))
        signatures = [signature for _, signature in self._written.values()]
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=signatures)
        return template, signature, folded, {}

    def get_overload(self, sig: Any) -> Any:
        """Return by what a call from another kernel is looked up when it is written."""
        return self._write(tuple(sigutils.normalize_signature(sig)[0]))[0]

    def _write(self, args: tuple[Any, ...]) -> tuple[Any, Any]:
        """Type and write the kernel for arguments of these types, if it is not done."""
        with global_compiler_lock:
            if args not in self._written:
                flags: Any = compiler.Flags()
                self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
                flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
                library = Written(self.targetctx.codegen(), self.py_func.__qualname__)
                made = compiler.compile_extra(
                    self.typingctx, self.targetctx, self.py_func, args, None, flags, {}, library=library
                )
                key = (self, args)
                self.targetctx.insert_user_function(key, made.fndesc, [library])
                self._written[args] = key, made.signature
            return self._written[args]
