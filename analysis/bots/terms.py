"""What a program states at `hello`: the second version of the protocol, and what it wants of it.

Every program is first spoken to in version 1. One that wants more answers its first question with
`{"hello": 2, "wants": [...]}`; it is then told the game again, and asked again, as it wants.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from conquestlab.analysis.bots.programs import ProgramFailed
from conquestlab.analysis.rules.faults import nearest, shown

HELLO = "hello"
FIRST, SECOND = 1, 2  # versions of the protocol
WANTS = {
    "turns": "a message at the end of each turn",
    "decided": "decisions with one answer are told, not asked",
    "changes": "the view as what has changed since it was told last",
    "grouped": "attacks listed once, with all the numbers of dice",
}


class Terms(NamedTuple):
    """On which terms a program is spoken to.

    Attributes
    ----------
    version : int
        Of the protocol.
    wants : frozenset of str
        Names of WANTS.
    """

    version: int = FIRST
    wants: frozenset[str] = frozenset()


def says_hello(answer: Any) -> bool:
    """Whether an answer is no choice, but states terms."""
    return isinstance(answer, dict) and HELLO in answer


def read_hello(answer: dict[str, Any]) -> Terms:
    """Return the terms that a program states; ProgramFailed if there are no such terms."""
    version, wants = answer[HELLO], answer.get("wants", [])
    if type(version) is not int or version != SECOND:
        raise ProgramFailed(f"said hello with {shown(version)}: the version that is stated so is {SECOND}")
    if not isinstance(wants, list) or not all(isinstance(want, str) for want in wants):
        raise ProgramFailed(f"said hello and wants {shown(wants)}: give a list of {', '.join(WANTS)}")
    for want in wants:
        if want not in WANTS:
            near = nearest(want, WANTS)
            hint = f", nearest: {near}" if near else ""
            raise ProgramFailed(f"said hello and wants {shown(want)}: there are {', '.join(WANTS)}{hint}")
    return Terms(version, frozenset(wants))
