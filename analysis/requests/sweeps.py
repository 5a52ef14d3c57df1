"""What `conquest sweep` is asked: a grid of rules, numbers of players and bots."""

from __future__ import annotations

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.requests.games import USUAL_GAMES, games_at_most
from conquestlab.analysis.requests.request import BOT_SECONDS, SeededRequest


class SweepRequest(SeededRequest, frozen=True, kw_only=True, dict=True):
    """What `conquest sweep` is asked.

    Attributes
    ----------
    rules : tuple of str
        One rulebook, with changes.
    vary : tuple of str
        Keys of the rulebook with their values: "dice.defender=2,3", "cards.scale_step=0..10..5".
    players : str or None
        4, "2-6" or "2,3,5"; None is the number of bots, or what the rulebook allows nearest to four.
    bots : tuple of str
        Sets of bots, each one name for all seats, or one for each between commas; none stands for the usual
        bot of the game.
    games : int or None
        Of each cell; with `within` on average at most. None is 10,000, or as many as `within` needs.
    measure : tuple of str
        Which measures; the first is what `within` looks at. None stands for a few, "all" for all that tallies
        tell: those of noted games, as `minutes` and `suspense`, have to be named.
    against : str or None
        The values of the base, as in "dice.defender=2"; None is the rulebook unchanged or the first of the
        grid.
    within : float or None
        Give games to the cells whose first measure, or whose difference, is not known to this, up or down.
    margin : float
        A difference of shares too small to matter; for other measures 2 M standard deviations of a game.
    rotate : bool
        Whether bots that differ move on by one seat after each game.
    bot_seconds : float
        Time limit for each decision of an external bot.
    out : str or None
        A folder to keep the tally of every cell in.
    resume : bool
        Go on with the sweep that the folder holds.
    """

    vary: tuple[str, ...] = ()
    players: str | None = None
    bots: tuple[str, ...] = ()
    games: int | None = None
    measure: tuple[str, ...] = ()
    against: str | None = None
    within: float | None = None
    margin: float = 0.02
    rotate: bool = True
    bot_seconds: float = BOT_SECONDS
    out: str | None = None
    resume: bool = False

    @property
    def games_at_most(self) -> int:
        """How many games a cell gets, or all cells get on average at most."""
        return games_at_most(self.games, self.within, USUAL_GAMES)

    def check(self) -> None:
        """Refuse what has no meaning by itself."""
        if self.within is not None and not self.within > 0.0:
            raise WrongUse(f"within {self.within:g}: give a number above 0, such as 0.01")
        if not 0.0 < self.margin < 1.0:
            raise WrongUse(f"margin {self.margin:g}: give a share between 0 and 1, such as 0.02")
        if self.resume and self.out is None:
            raise WrongUse("--resume goes on with a sweep that was kept: name its folder with --out DIR")
