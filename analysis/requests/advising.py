"""What `conquest advise` is asked."""

from __future__ import annotations

from conquestlab.analysis.requests.request import TableRequest


class AdviseRequest(TableRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest advise` is asked.

    Attributes
    ----------
    position : str or None
        A file with a position, .json or .toml, in the form of docs/positions.md.
    me : str or None
        Your lands with their armies, as in "Brazil 5, Peru 3", instead of a file.
    them : tuple of str
        With `me`: the lands of each other side that matter.
    game : int or None
        A game instead: its number, from 0.
    folder : str or None
        A run that is kept, of which the game is.
    round : int or None
        Of the game: before a turn of this round; None is round 4.
    seat : int or None
        Of the game: the seat whose turn it is; None is seat 1.
    simulate : int
        How often each attack and each plan is played on to the end of the game; 0 for the odds alone.
    example : bool
        Write the position itself, as a file to be edited, instead of advice.
    """

    position: str | None = None
    me: str | None = None
    them: tuple[str, ...] = ()
    game: int | None = None
    folder: str | None = None
    round: int | None = None
    seat: int | None = None
    simulate: int = 400
    example: bool = False
