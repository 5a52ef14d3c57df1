"""What was found in an earlier run is told again: so a search that can be led the same way again can go on.

A search asks questions whose answers take games, one after the other. Everything else that it does follows
from the answers and the seed. So the answers are kept, in their order, and nothing else has to be.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import Failed

if TYPE_CHECKING:
    from conquestlab.analysis.training.state import StateFile

Find = Callable[[], Any]
Ask = Callable[[str, Find], Any]
"""Takes a question and what finds the answer, as JSON has it; returns the answer."""


def ask_anew(question: str, find: Find) -> Any:
    """Find the answer; nothing is kept."""
    return find()


class Recall:
    """Answers from a state file as long as it has some, then new ones, which are written into it.

    Parameters
    ----------
    state : StateFile
    began : float
        On the monotonic clock, when this run did.
    """

    def __init__(self, state: StateFile, began: float):
        self._state = state
        self._told = 0
        self._began = began
        self._before = float(state.kept[-1].get("seconds", 0.0)) if state.kept else 0.0

    @property
    def seconds(self) -> float:
        """Seconds used in all runs up to the last answer that was told, or up to now."""
        if self._told < len(self._state.kept):
            return float(self._state.kept[self._told - 1]["seconds"]) if self._told else 0.0
        return self._before + time.monotonic() - self._began

    def ask(self, question: str, find: Find) -> Any:
        """Return the answer to a question, which has to be that of the run before."""
        if self._told < len(self._state.kept):
            kept = self._state.kept[self._told]
            if kept.get("question") != question or "answer" not in kept:
                raise Failed(
                    f"the kept training goes another way from its line {self._told + 2} on: it was made with "
                    "other versions of cma, numpy or scipy, or on another processor; train anew"
                )
            self._told += 1
            return kept["answer"]
        answer = find()
        self._state.write({"question": question, "answer": answer, "seconds": round(self.seconds, 3)})
        self._told += 1
        return answer
