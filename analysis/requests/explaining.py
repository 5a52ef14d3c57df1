"""What `conquest explain` is asked."""

from __future__ import annotations

from conquestlab.analysis.requests.request import Request


class ExplainRequest(Request, frozen=True, kw_only=True, dict=True):
    """What `conquest explain` is asked; of rules it tells the values of rulebooks.

    Attributes
    ----------
    rules : tuple of str
        Rulebooks whose values are told of a rule; none stands for all that have a name.
    names : tuple of str
        Names of measures, rules, bots, terms, columns or signs; none asks for the list of all.
    """

    rules: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
