"""The measures in plain Python, straight from the courses of games: plain enough to be the definition."""

import itertools
import math
import random
import statistics
from fractions import Fraction

import numpy as np

from conquestlab.kernels.shared.rows import row_dtype

ONE = 1 << 20
SIXTIETHS = 60


class Story:
    """One game as it went: standings after every round, and how it ended."""

    def __init__(
        self, standings, winners, finished=True, out=None, score=None, bots=None, luck=0, turns=None, end=None
    ):
        self.standings = standings  # standings[t][seat] in 2**-20, t = 0 .. rounds
        self.end = end or standings[-1]  # when the game is over, where a round is a mean of its turns
        self.winners = winners if finished else []
        self.finished = finished
        self.seats = len(standings[0])
        self.out = out or [0] * self.seats
        self.score = score or [0] * self.seats
        self.bots = bots or [0] * self.seats
        self.luck = luck
        self.rounds = len(standings) - 1
        self.decisions = 3 * self.rounds + self.seats
        self.turns = turns or self.rounds * self.seats

    def leader(self, after):
        """Who leads after a round, from 1: of several that stand highest the one that led before, if any."""
        leader = None
        for now in self.standings[1 : after + 1]:
            highest = [seat for seat, v in enumerate(now) if v == max(now)]
            if len(highest) == 1:
                leader = highest[0]
            elif leader not in highest:
                leader = None
        return leader

    @property
    def sole(self):
        return len(self.winners) == 1

    def share(self, seat):
        return Fraction(seat in self.winners, len(self.winners)) if self.winners else Fraction(0)

    def tenth(self, k):
        if k == 10:
            return self.end
        return self.standings[-(-self.rounds * k // 10)]

    def behind(self):
        """How far the winner trails after each round in which it does."""
        winner = self.winners[0]
        later = self.standings[1:]
        return [math.sqrt((max(now) - now[winner]) / ONE) for now in later if now[winner] < max(now)]

    def lead_changes(self):
        leaders = [self.leader(t) for t in range(1, self.rounds + 1)]
        known = [leader for leader in leaders if leader is not None]
        return sum(now != before for before, now in itertools.pairwise(known))

    def led(self):
        return sum(self.leader(t) == self.winners[0] for t in range(1, self.rounds + 1))

    def settled(self):
        others = [t for t in range(1, self.rounds + 1) if self.leader(t) != self.winners[0]]
        return max(others, default=0)

    def half_leader(self):
        return self.leader(-(-self.rounds // 2))

    def surprise(self):
        pairs = itertools.pairwise(self.standings)
        return sum(abs(b - a) for now, then in pairs for a, b in zip(now, then, strict=True))


def rows_of(stories):
    """The rows that an engine would have written, by docs/architecture.md."""
    rows = np.zeros(len(stories), dtype=row_dtype([("decisions", np.int64)]))
    for number, (row, story) in enumerate(zip(rows, stories, strict=True)):
        n = story.seats
        row["game"], row["luck"], row["seats"], row["how"] = number, story.luck, n, story.finished
        row["rounds"], row["turns"], row["decisions"] = story.rounds, story.turns, story.decisions
        row["bot"][:n], row["score"][:n], row["out"][:n] = story.bots, story.score, story.out
        row["win"][:n] = [story.share(seat) * SIXTIETHS for seat in range(n)]
        row["lead_changes"], row["surprise"] = story.lead_changes(), story.surprise()
        row["led"] = row["trailed"] = row["settled"] = -1
        if story.sole:
            behind = story.behind()
            row["led"], row["settled"], row["trailed"] = story.led(), story.settled(), len(behind)
            row["drama"] = sum(int(part * ONE) for part in behind)
        row["half_leader"] = -1 if story.half_leader() is None else story.half_leader()
        for k in range(10):
            row["tenth"][k, :n] = story.tenth(k + 1)
    return rows


def random_stories(seed, games, seats, bots=None, cap=30, shared=0.0, block=1):
    """Games in which armies drift from seat to seat until one has most, or luck or the cap ends them."""
    dice = random.Random(seed)
    stories = []
    for game in range(games):
        armies = [10] * seats
        path = [standing(armies)]
        out = [0] * seats
        finished = False
        while not finished and len(path) <= cap:
            turns = []
            for _ in range(seats):
                alive = [seat for seat in range(seats) if out[seat] == 0]
                if len(alive) < 2:
                    continue
                loser, taker = dice.sample(alive, 2)
                moved = min(armies[loser], dice.randint(0, 6))
                armies[loser] -= moved
                armies[taker] += moved
                if armies[loser] == 0:
                    out[loser] = len(path)
                turns.append(standing(armies))
            path.append(mean_standing(turns or [standing(armies)]))
            finished = max(armies) > 8 * seats or dice.random() < 0.05
        best = max(alive, key=lambda seat: armies[seat])
        if dice.random() < 0.2:
            best = dice.choice(alive)  # an objective was reached from behind
        winners = sorted({best, dice.choice(alive)}) if dice.random() < shared else [best]
        names = [(seat - game) % seats for seat in range(seats)] if bots is None else bots
        end = standing(armies)
        stories.append(Story(path, winners, finished, out, list(armies), names, game // block, end=end))
    return stories


def mean_standing(turns):
    """The standings of a round: the mean over the ends of its turns."""
    return [sum(seat) // len(turns) for seat in zip(*turns, strict=True)]


def standing(armies):
    return [armies[seat] * ONE // sum(armies) for seat in range(len(armies))]


def mean(values):
    return sum(values) / len(values) if values else None


def survival(stories):
    """Kaplan and Meier's curve in fractions: the share of games longer than t, t = 0 .. the longest."""
    alive, curve = Fraction(1), []
    for t in range(max(story.rounds for story in stories) + 1):
        at_risk = sum(story.rounds >= t for story in stories)
        ended = sum(story.rounds == t and story.finished for story in stories)
        alive *= 1 - Fraction(ended, at_risk)
        curve.append(alive)
    return curve


def measures(stories, bots):
    """Return the value of every measure, by (measure, of); None where it is not defined."""
    n = stories[0].seats
    finished = [story for story in stories if story.finished]
    decided = [story for story in stories if story.winners]
    sole = [story for story in decided if story.sole]
    answer = {}

    shares = [mean([story.share(seat) for story in decided]) for seat in range(n)]
    for seat in range(n):
        answer["win_share", str(seat + 1)] = shares[seat]
        answer["score", str(seat + 1)] = mean([story.score[seat] for story in finished])
    for name in dict.fromkeys(bots):
        held = [(story, s) for story in decided for s in range(n) if bots[story.bots[s]] == name]
        answer["win_share", name] = mean([story.share(seat) for story, seat in held])
    names = list(dict.fromkeys(bots))
    if len(names) == 2:
        weak, strong = (answer["win_share", name] for name in names)
        answer["skill_gap", " against ".join(names)] = strong - weak if decided else None
    answer["seat_gap", ""] = max(shares) - min(shares) if decided else None
    middle = Fraction(n - 1, 2)
    line = sum((seat - middle) ** 2 for seat in range(n))
    answer["seat_slope", ""] = (
        sum((s - middle) * shares[s] for s in range(n)) / line if decided and n > 1 else None
    )

    curve = survival(stories)
    answer["rounds", ""] = sum(curve[:-1])
    for name, share in (("rounds_median", Fraction(1, 2)), ("rounds_p90", Fraction(9, 10))):
        answer[name, ""] = next((t for t, alive in enumerate(curve) if 1 - alive >= share), None)
    middle, long = answer["rounds_median", ""], answer["rounds_p90", ""]
    answer["rounds_spread", ""] = Fraction(long, middle) if middle and long is not None else None
    answer["unfinished_share", ""] = mean([not story.finished for story in stories])

    fallen = [story for story in finished if any(story.out)]
    answer["first_elimination", ""] = mean([min(e for e in s.out if e > 0) / s.rounds for s in fallen])
    answer["downtime", ""] = mean(
        [
            sum(s.rounds - e for i, e in enumerate(s.out) if e > 0 and i not in s.winners) / (n * s.rounds)
            for s in finished
        ]
    )
    answer["lead_changes", ""] = mean([story.lead_changes() for story in stories])
    answer["winner_led", ""] = mean([story.led() / story.rounds for story in sole])
    answer["drama", ""] = mean([mean(story.behind()) or 0.0 for story in sole])
    answer["decided_at", ""] = mean([story.settled() / story.rounds for story in sole])
    answer["comeback_share", ""] = mean(
        [story.half_leader() != story.winners[0] for story in sole if story.half_leader() is not None]
    )
    choices = [story.decisions / story.turns for story in stories if story.turns]
    answer["decisions", ""] = statistics.geometric_mean(choices) if choices else None
    for k in range(1, 11):
        answer["snowball_auc", str(k)] = snowball(sole, k)
    return answer


def baselines(stories):
    """What the measures of leads would be, were the winner of each game drawn by lot among its seats."""
    again = [Story(one.standings, [seat]) for one in stories if one.sole for seat in range(one.seats)]
    return {
        "winner_led": mean([Fraction(one.led(), one.rounds) for one in again]),
        "decided_at": mean([Fraction(one.settled(), one.rounds) for one in again]),
        "comeback_share": mean([Fraction(one.half_leader() != one.winners[0]) for one in again]),
    }


def openness(now):
    return -sum(v / ONE * math.log(v / ONE) for v in now if v > 0) / math.log(len(now))


def snowball(sole, k):
    """Share of its losers that stand lower than the winner of a game, a tie half, on average over games."""
    found = []
    for story in sole:
        winner, now = story.winners[0], story.tenth(k)
        others = [v for seat, v in enumerate(now) if seat != winner]
        found.append(mean([Fraction((now[winner] > v) - (now[winner] < v) + 1, 2) for v in others]))
    return mean(found)


# The notes of conquest, from rows as they are written --------------------------------------------


def holders(rows):
    """Yield of every seat that stands: its win, its shares of lands and armies, what it holds."""
    for row in rows:
        n = row["seats"]
        if row["how"] == 0 or row["noted_round"] == 0 or not any(row["win"]):
            continue
        lands, armies = row["noted_lands"][:n], row["noted_armies"][:n]
        for seat in range(n):
            if lands[seat] > 0:
                # Shares are told in whole parts of 256.
                share_of_lands = int(lands[seat]) * 256 // int(sum(lands)) / 256
                share_of_armies = int(armies[seat]) * 256 // int(sum(armies)) / 256
                held = [holder == seat for holder in row["noted_holder"]]
                yield row["win"][seat] / SIXTIETHS, share_of_lands, share_of_armies, held


def continent_lift(rows, continent):
    """The slope on holding a continent in a straight regression of the win, by numpy's least squares."""
    cases = list(holders(rows))
    known = [
        [held[continent], 1, lands, armies, lands**2, lands * armies, armies**2]
        for _, lands, armies, held in cases
    ]
    if not 0 < sum(row[0] for row in known) < len(known):
        return None
    slopes, _, rank, _ = np.linalg.lstsq(np.array(known, float), np.array([win for win, *_ in cases]))
    return slopes[0] if rank == 7 else None


def dice_luck(rows):
    """Pearson's correlation of the win with the losses beyond those expected, in standard deviations."""
    wins, surpluses = [], []
    for row in rows:
        for seat in range(row["seats"]):
            variance = Fraction(int(row["loss_variance"][seat]), ONE)
            if row["how"] > 0 and any(row["win"]) and variance > 0:
                lost = int(row["lost_attacking"][seat]) + int(row["lost_defending"][seat])
                surplus = lost - Fraction(int(row["expected_losses"][seat]), ONE)
                surpluses.append(float(surplus) / math.sqrt(variance))
                wins.append(row["win"][seat] / SIXTIETHS)
    return statistics.correlation(surpluses, wins)


def notes(rows):
    """What else is noted: by measure, in fractions."""
    rounds = sum(int(x) for row in rows for x in row["set_delay"])
    sets = sum(int(x) for row in rows for x in row["sets"])
    hits = sum(int(row["leader_hits"]) for row in rows)
    expected = Fraction(sum(int(row["leader_expected"]) for row in rows), ONE)
    counted = [row for row in rows if row["decisions"] >= 0]
    return {
        "set_delay": Fraction(rounds, sets),
        "leader_bashed": hits / expected,
        "decisions": statistics.geometric_mean([row["decisions"] / row["turns"] for row in counted]),
    }


# Shares of luck, from pairs of games -----------------------------------------------------------------


def luck_share(first, again, place, bots_move):
    """The shares that fixed things and one stream explain, before any correction, by their definitions.

    first, again: winners (lists of shares by seat) of games and of the same with one stream held; place: the
    way to sit of each game.
    """
    n = len(first[0])
    places = sorted(set(place))
    total = mean([sum(x * x for x in wins) for wins in first + again]) - Fraction(1, n)

    def shares(games):
        return {
            k: [mean([wins[s] for wins, at in zip(games, place, strict=True) if at == k]) for s in range(n)]
            for k in places
        }

    one, other = shares(first), shares(again)
    by_chance = mean([sum(a * b for a, b in zip(one[k], other[k], strict=True)) for k in place])
    alike = mean([sum(a * b for a, b in zip(w, v, strict=True)) for w, v in zip(first, again, strict=True)])
    pooled = {k: [(a + b) / 2 for a, b in zip(one[k], other[k], strict=True)] for k in places}
    answer = {"stream": (alike - by_chance) / total}
    by_seat = [mean([pooled[k][s] for k in places]) for s in range(n)]
    answer["seat"] = sum((share - Fraction(1, n)) ** 2 for share in by_seat) / total
    if bots_move:
        by_bot = [mean([pooled[k][(bot + k) % n] for k in places]) for bot in range(n)]
        answer["skill"] = sum((share - Fraction(1, n)) ** 2 for share in by_bot) / total
    return answer
