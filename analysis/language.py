"""The words of answers: every sentence that a reader sees is found by its English form, then filled in.

What is written for a reader goes through `say` (or, in verdicts, through `reporting.sentences.sentence`), so
that each sentence stands whole in one place, with names where values go, and can stand in another language in
another order. A sentence that is kept in a constant is `marked` there and said where it is shown. English
needs no catalogue: it is what the code says. The others have one in analysis/words/; see docs/languages.md.

Keys, names and columns are the same in all languages: what can be typed, and what a program reads, is no
prose.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, FRENCH)
DOMAIN = "messages"  # the one in which Click looks up its own words
WORDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words")
ASKED_BY = ("CONQUEST_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name a language, the first that is set decides."""

THIN, SPACE = "\u202f", "\u00a0"  # spaces at which no line is broken
_POINTS = {FRENCH: str.maketrans({",": THIN, ".": ","})}

_language = ENGLISH
_catalogue: NullTranslations | None = None


def language() -> str:
    """Return the language that answers are in."""
    return _language


def language_asked(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, English where it asks for none that is known."""
    for name in ASKED_BY:
        asked = environment.get(name, "")
        if asked:
            code = asked.partition(":")[0].partition("_")[0].partition(".")[0].lower()
            return code if code in LANGUAGES else ENGLISH
    return ENGLISH


def use_language(code: str) -> None:
    """Answer in a language from now on, in the whole process."""
    global _language, _catalogue
    _language, _catalogue = code, None
    if code == ENGLISH:
        return
    import gettext

    _catalogue = gettext.translation(DOMAIN, WORDS, [code])
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain(DOMAIN, WORDS)  # for Click, which asks the module itself


def translated(english: str) -> str:
    """Return a sentence in the reader's language, with its places for values as they are."""
    return _catalogue.gettext(english) if _catalogue is not None and english else english


def say(english: str, /, **values: object) -> str:
    """Return a sentence in the reader's language.

    Parameters
    ----------
    english : str
        The sentence with names in braces: "You win {chance}.".
    **values
        What stands at each name, as it is to be shown.
    """
    return translated(english).format(**values)


def marked(english: str) -> str:
    """Mark a text that is said elsewhere, so that whoever gathers what is to be translated finds it."""
    return english


def native(english: str, french: str) -> str:
    """Return the name of a land, a card or a game in the reader's language, where it has one."""
    return french if _language == FRENCH and french else english


def numerals(text: str) -> str:
    """Return a number, written as English does (1,234.5), as the reader's language writes it."""
    return text.translate(_POINTS[_language]) if _language in _POINTS else text
