"""What `conquest explain` is asked."""

from __future__ import annotations

from conquestlab.analysis.requests.request import Request


class ExplainRequest(Request, frozen=True, kw_only=True, dict=True):
    """What `conquest explain` is asked; its rulebooks are all that have a name.

    Attributes
    ----------
    names : tuple of str
        Names of measures, rules, bots, terms, columns or signs; none asks for the list of all.
    """

    names: tuple[str, ...] = ()
