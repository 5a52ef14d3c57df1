"""Ctrl-C where it gets lost: in a function that machine code calls, an interruption is told and forgotten.

Python looks for signals wherever it runs: also in the callbacks of LLVM, of which Numba has some for every
kernel that it compiles. An exception cannot pass through the machine code that called them. It is handed to
`sys.unraisablehook`, which prints it, and the command goes on as if nobody had asked it to stop.
"""

from __future__ import annotations

import _thread
import sys
import threading
from functools import partial
from typing import Any

SOON = 0.1  # seconds until an interruption is told again


def interrupt_soon() -> None:
    """Interrupt the main thread again in a moment, when it may be where an exception can pass."""
    again = threading.Timer(SOON, _thread.interrupt_main)
    again.daemon = True
    again.start()


def heed_lost_interrupts() -> None:
    """Tell each interruption again that gets lost, until it is heard."""
    if not isinstance(sys.unraisablehook, partial):
        sys.unraisablehook = partial(_heed, sys.unraisablehook)


def _heed(usual: Any, lost: Any) -> None:
    if issubclass(lost.exc_type, KeyboardInterrupt):
        interrupt_soon()
    else:
        usual(lost)
