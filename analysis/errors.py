"""The two ways in which a question goes unanswered; for a user, one line and a status."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))


class WrongUse(ValueError):
    """The question cannot be asked this way; the message says how to mend it (exit status 2)."""


class Failed(RuntimeError):
    """The question was right but the work could not be done; the message says why (exit status 1)."""


def why(error: OSError, way: str = "") -> str:
    """Return the system's own words for its refusal of a file, and how to mend it: room, or another way."""
    ways = [*(["make room"] if error.errno in NO_ROOM else []), *([way] if way else [])]
    return "; ".join([(error.strerror or str(error)).lower(), *([" or ".join(ways)] if ways else [])])


@contextmanager
def refusals(work: str, way: str = "", after: str = "") -> Iterator[None]:
    """Turn the refusal of a file by the system into one line: `cannot WORK: why`, and how to mend it.

    Parameters
    ----------
    work : str
        What was to be done, as in "write odds.csv".
    way : str
        Another way than to make room where there is none.
    after : str
        What to do when it is mended.
    """
    try:
        yield
    except OSError as error:
        raise Failed("; ".join(filter(None, (f"cannot {work}: {why(error, way)}", after)))) from error
