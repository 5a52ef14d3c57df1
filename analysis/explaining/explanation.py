"""One explanation: the name, what kind of thing it is, what it means, and what else is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from conquestlab.analysis.language import marked

MEASURE, RULE, BOT, WEIGHT = marked("measure"), marked("rule"), marked("bot"), marked("weight")
RULEBOOK, TERM, COLUMN = marked("rulebook"), marked("term"), marked("column")
SIGN, RATING, POLICY = marked("sign"), marked("measure of a ladder"), marked("policy of exchanging")
ASPECT = marked("aspect of a value")

KINDS = (MEASURE, RATING, RULE, RULEBOOK, BOT, POLICY, TERM, COLUMN, SIGN, WEIGHT, ASPECT)
"""In the order of lists."""


@dataclass(frozen=True)
class Explanation:
    """What a name means.

    Attributes
    ----------
    name : str
        As tables and rulebooks write it.
    kind : str
        One of KINDS.
    means : str
        A sentence or two.
    facts : mapping of str
        What else is known, by what it is: the unit, the baseline, the value in each rulebook.
    """

    name: str
    kind: str
    means: str
    facts: Mapping[str, str] = field(default_factory=dict)
