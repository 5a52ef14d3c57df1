"""The measures of win chances in plain Python, from the chances along one game, as their definitions say."""

import math

RUNAWAY, BELOW, HOPELESS, KINGMAKER, SWING = 0.8, 0.1, 0.02, 0.05, 0.2


class Course:
    """One game: chances at each pause, of which the last are the shares of the win.

    Parameters
    ----------
    chances : list of list of float
    movers : list of int
        Whose turn ended at each pause; -1 before the first.
    rounds : list of int
        The round at each pause.
    """

    def __init__(self, chances, movers, rounds):
        self.chances, self.movers, self.rounds = chances, movers, rounds
        self.seats = len(chances[0])
        self.won = chances[-1]
        self.winner = self.won.index(1.0) if 1.0 in self.won else None

    def alive(self, t):
        return [i for i in range(self.seats) if self.chances[t][i] > 0.0]

    def steps(self):
        return list(zip(self.chances, self.chances[1:], self.movers[1:], strict=False))

    def surprise(self):
        return sum(math.dist(now, then) for now, then, _ in self.steps())

    def surprise_at_once(self):
        start = self.chances[0]
        ends = [[float(i == j) for j in range(self.seats)] for i in range(self.seats)]
        return sum(p * math.dist(start, end) for p, end in zip(start, ends, strict=True))

    def openness(self, t):
        return -sum(p * math.log(p) for p in self.chances[t] if p > 0.0) / math.log(self.seats)

    def after_round(self, round):
        return max(t for t, r in enumerate(self.rounds) if r <= round)

    def at_tenth(self, k):
        return len(self.rounds) - 1 if k == 10 else self.after_round(-(-self.rounds[-1] * k // 10))

    def lowest(self):
        return min(now[self.winner] for now in self.chances)

    def settled(self, likeliest):
        last = 0
        for t, now in enumerate(self.chances):
            mine = now[self.winner]
            if mine < max(now) if likeliest else mine <= 0.5:
                last = t + 1
        return last / (len(self.chances) - 1)

    def first_runaway(self):
        """The seat that first had all but won before the end, and its chance then."""
        for now in self.chances[:-1]:
            if max(now) >= RUNAWAY:
                return now.index(max(now)), max(now)
        return None

    def swing(self, now, then, mover):
        if now[mover] >= 1.0 or then[mover] >= 1.0:
            return 0.0
        others = [i for i in range(self.seats) if i != mover]
        return sum(abs(then[i] / (1 - then[mover]) - now[i] / (1 - now[mover])) for i in others) / 2

    def kingmaking(self):
        return any(
            mover >= 0 and now[mover] < KINGMAKER and self.swing(now, then, mover) >= SWING
            for now, then, mover in self.steps()
        )

    def hopeless(self):
        ends = [t for t, round in enumerate(self.rounds[:-1]) if round > 0 and self.rounds[t + 1] != round]
        return sum(self.chances[t][i] < HOPELESS for t in ends for i in self.alive(t)) / self.seats

    def moved(self):
        return sum(math.dist(now, then) ** 2 for now, then, _ in self.steps())
