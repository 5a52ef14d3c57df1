"""What `conquest docs` is asked."""

from __future__ import annotations

from conquestlab.analysis.requests.request import Request


class DocsRequest(Request, frozen=True, kw_only=True, dict=True):
    """What `conquest docs` is asked.

    Attributes
    ----------
    name : str or None
        The page to open, such as "odds" or "measures#terms"; None is the first page.
    text : bool
        Whether the page is printed in the terminal instead.
    check : bool
        Whether links that lead nowhere are listed.
    no_open : bool
        Whether no browser is opened.
    """

    name: str | None = None
    text: bool = False
    check: bool = False
    no_open: bool = False
