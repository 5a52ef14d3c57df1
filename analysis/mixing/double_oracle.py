"""The training of a mix: again and again, a response to the mix so far is trained, and the mix is found anew.

This is the double oracle (McMahan, Gordon and Blum 2003) for tables at which all seats are alike. A response
that is shown to gain becomes a member; the new mix is one on which no member gains, as far as games tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.exploiting.hunt import SPREAD, Hunt
from conquestlab.analysis.exploiting.proof import prove
from conquestlab.analysis.mixing.equilibrium import whole_shares
from conquestlab.analysis.mixing.mix_plan import MOST_KNOWN, MixPlan
from conquestlab.analysis.mixing.payoffs import Payoffs

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.exploiting.proof import Proof
    from conquestlab.analysis.playing.workers import Workers
    from conquestlab.analysis.training.recall import Ask


WIDE = 0.15  # spread of the search after one in vain, in ranges of the weights
PATIENCE = 2  # rounds with too little gain, after which there is no other


class Mix(NamedTuple):
    """A mix, as it is played.

    Attributes
    ----------
    members : list of (int, Bot)
        Shares of a hundred, the largest first.
    gain : float
        What the best of all that are known gains on it at the most, as a share of the wins.
    """

    members: list[tuple[int, Bot]]
    gain: float

    @property
    def said(self) -> str:
        """Names and shares, in one line."""
        return ", ".join(f"{bot.name} {share}" for share, bot in self.members)


class Round(NamedTuple):
    """One round: the response that was found, what it gains on the mix before, and the mix after."""

    number: int
    proof: Proof
    is_added: bool
    mix: Mix


class DoubleOracle:
    """A training of a mix under way.

    Parameters
    ----------
    plan : MixPlan
    workers : Workers
    warned : callable, optional
    ask : callable
        Who knows what games were played already.

    Attributes
    ----------
    rounds : list of Round
        Those that are done.
    mix : Mix
        As it is now; there is none before `begin`.
    """

    def __init__(self, plan: MixPlan, workers: Workers, warned: Callable[[str], object] | None, ask: Ask):
        self.plan = plan
        self.rounds: list[Round] = []
        self.mix = Mix([], 0.0)
        self._payoffs = Payoffs(plan, plan.games, workers, ask)
        self._workers, self._warned, self._ask = workers, warned, ask

    def get_ready(self, compiling: Callable[[int], object]) -> None:
        """Load the kernels, or compile them; `compiling` is told about how many seconds that takes."""
        self._hunt([(1, one) for one in self.plan.start.members], 0).get_ready(compiling)

    def begin(self) -> None:
        """Find the mix of those that are members from the beginning."""
        start = self.plan.start
        names = [f"{start.name} {number}" for number in range(1, len(start.mix) + 1)] or [start.name]
        for name, bot in zip(names, start.members, strict=True):
            self._payoffs.add(replace(bot, name=name))
        for bot in self.plan.given:
            self._payoffs.add(bot)
        self.mix = self._settled()

    def step(self, learned: Callable[[int], object]) -> Round:
        """Search a response to the mix, and find the mix anew if it gains.

        Parameters
        ----------
        learned : callable
            Called after each generation of the search with how many are done in all rounds.
        """
        done = len(self.rounds)
        hunt = self._hunt(self.mix.members, (self.plan.generations + 1) * done)
        hunt.begin()
        while hunt.generation < self.plan.generations:
            hunt.step()
            learned(done * self.plan.generations + hunt.generation)
        proof = prove(hunt, f"response_{done + 1}")
        low = proof.gain.low
        is_added = low is not None and low > 0.0
        if is_added:
            self._payoffs.add(proof.bot)
            self._forget(proof.bot)
            self.mix = self._settled()
        self.rounds.append(Round(done + 1, proof, is_added, self.mix))
        return self.rounds[-1]

    @property
    def is_over(self) -> bool:
        """Whether the last responses gained too little to go on; each was searched in games of its own."""
        last = self.rounds[-PATIENCE:]
        least = self.plan.least_gain
        in_vain = [not one.is_added or one.proof.gain.value < least for one in last]
        return len(last) == PATIENCE and all(in_vain)

    def _hunt(self, members: list[tuple[int, Bot]], first: int) -> Hunt:
        is_wide = bool(self.rounds) and not self.rounds[-1].is_added  # near the starts there was nothing
        spread = WIDE if is_wide else SPREAD
        return Hunt(self.plan.hunt_for(members), self._workers, self._warned, self._ask, first, spread)

    def _forget(self, newest: Bot) -> None:
        """Forget the oldest member without a share, if there are too many."""
        payoffs = self._payoffs
        if len(payoffs.members) <= MOST_KNOWN:
            return
        kept = {bot.hash for bot in (newest, *self.plan.given, *(bot for _, bot in self.mix.members))}
        loose = [bot for bot in payoffs.members if bot.hash not in kept]
        if loose:
            payoffs.members.remove(loose[0])

    def _settled(self) -> Mix:
        payoffs = self._payoffs
        found = payoffs.settle(self.plan.members)
        shares = whole_shares(found.shares.tolist())
        inside = [(share, bot) for share, bot in zip(shares, payoffs.members, strict=True) if share]
        gain = payoffs.shares().gain(np.array(shares) / sum(shares))
        return Mix(sorted(inside, key=lambda one: -one[0]), gain)
