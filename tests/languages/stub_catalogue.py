"""A language in which every known text stands in «…»: what has letters outside of them has escaped."""

import re

from languages.gather import gathered

WORD = re.compile(r"[^\W\d_]+")


class Stub:
    """A catalogue that maps each gathered text to itself between guillemets, and leaves all else as it is."""

    def __init__(self):
        self.known = set(gathered())

    def gettext(self, text):
        """Return a text marked as translated, if the catalogues would have it."""
        return f"«{text}»" if text in self.known else text


def escaped(text, names):
    """Return the words of a text that are neither translated nor names.

    Parameters
    ----------
    text : str
    names : set of str
        Words that are the same in all languages.
    """
    bare, before = text, None
    while bare != before:
        bare, before = re.sub(r"«[^«»]*»", " ", bare), bare
    found = WORD.findall(bare)
    return [word for word in found if len(word) > 2 and word.lower() not in names]


def words_of(texts):
    """Return the words of names, as `escaped` compares them."""
    return {word.lower() for text in texts for word in WORD.findall(str(text))}
