"""The words of answers: every sentence that a reader sees is found by its English form, then filled in.

What is written for a reader goes through `say` (or, in verdicts, through `reporting.sentences.sentence`), so
that each sentence stands whole in one place, with names where values go, and can stand in another language in
another order. A sentence that is kept in a constant is `marked` there and said where it is shown. English
needs no catalogue: it is what the code says.
"""


def translated(english: str) -> str:
    """Return a sentence in the reader's language, with its places for values as they are."""
    return english


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
