"""The two ways in which a question goes unanswered; for a user, one line and a status."""


class WrongUse(ValueError):
    """The question cannot be asked this way; the message says how to mend it (exit status 2)."""


class Failed(RuntimeError):
    """The question was right but the work could not be done; the message says why (exit status 1)."""
