"""The signs in tables and answers: what each stands for, and how it is known again."""

from __future__ import annotations

import re
from typing import NamedTuple

from conquestlab.analysis.language import marked


class Sign(NamedTuple):
    """A sign.

    Attributes
    ----------
    shown : str
        As tables show it.
    pattern : str
        What is such a sign, as a regular expression over the whole word.
    means : str
    """

    shown: str
    pattern: str
    means: str


SIGNS = (
    Sign(
        "2+1+j",
        r"\d+[ica]?(\+\d+[ica]?)*(\+\d*j)?|\d*j",
        marked(
            "A hand of cards: two cards of one arm, one of another, a joker. Where the arms count alike "
            "they are not named; else i is infantry, c cavalry, a artillery, as in 2i+1c."
        ),
    ),
    Sign("wait", r"wait", marked("Of cards: keep the set for a turn. Its opposite is exchange.")),
    Sign("+", r"\+", marked("In a comparison: higher or longer than the base, as a finding.")),
    Sign("-", r"-", marked("In a comparison: lower or shorter than the base, as a finding.")),
    Sign("=", r"=", marked("In a comparison: no difference larger than the margin.")),
    Sign("?", r"\?", marked("In a comparison: undecided.")),
    Sign("x", r"x", marked("In a comparison: different, where there is no higher and lower.")),
    Sign("0", r"0", marked("In a comparison: the same in every game.")),
    Sign("–", r"–", marked("Not known, or not defined here.")),
    Sign("->", r"->", marked("From the value of the base to the value of the variant.")),
    Sign("<.001", r"<\s*\.?0*\.?0*1", marked("More than 0, but it would be rounded to 0.")),
    Sign(">.999", r">\s*\.?9+", marked("Less than 1, but it would be rounded to 1.")),
    Sign("±", r"±|\+-", marked("Up or down by so much.")),
    Sign("*", r"\*", marked("A name of a card that is reconstructed.")),
    Sign(
        "3(2,4(1))",
        r"\d+\(.*\)",
        marked("A tree of lands: a land of 3, behind it a land of 2, and one of 4 with one of 1 behind."),
    ),
    Sign("10x8", r"\d+x\d+", marked("A table of up to 10 attackers and 8 defenders.")),
)


def sign_called(word: str) -> Sign | None:
    """Return the sign that a word is, or None."""
    shown = (sign for sign in SIGNS if sign.shown == word)
    return next(shown, None) or next(
        (sign for sign in SIGNS if re.fullmatch(sign.pattern, word, re.IGNORECASE)), None
    )
