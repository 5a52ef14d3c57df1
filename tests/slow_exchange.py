"""A slow twin of the table on which players only draw and exchange cards, in plain Python."""

from functools import cache

import numpy as np

from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    best_sets,
    covers,
    scale_value,
    set_kinds,
    without,
)
from conquestlab.kernels.shared.purposes import BOTS, CARDS

ONE = 1 << 20


class Words:
    """The words of a stream, from numpy's own generator."""

    def __init__(self, seeds, game, purpose, seat):
        self.source = np.random.Philox(key=[int(seeds[purpose]), game], counter=[0, purpose + 8 * seat, 0, 0])

    def below(self, bound):
        return int(self.source.random_raw()) * bound >> 64


@cache
def most_gain(rules, hand):
    """The most that exchanging everything brings: sets on a scale, else armies."""
    gains = [
        (1 if rules.has_scale else kind.armies) + most_gain(rules, without(hand, kind.takes))
        for kind in set_kinds(rules)
        if covers(hand, kind.takes)
    ]
    return max(gains, default=0)


@cache
def planned(rules, hand):
    """The kind to exchange first where all is exchanged: the largest, then that of the fewest jokers."""
    best = None
    for kind in set_kinds(rules):
        if covers(hand, kind.takes):
            now = 1 if rules.has_scale else kind.armies
            found = now + most_gain(rules, without(hand, kind.takes)), now
            if best is None or found > best[0]:
                best = found, kind
    return None if best is None else best[1]


class Game:
    """One game, played to its end; what happened stands in lists by seat and turn."""

    def __init__(self, rules, table, policies, seeds, game, *, chances, solved=None, trembles=0, probe=None):
        self.rules, self.table, self.seeds, self.solved, self.trembles = rules, table, seeds, solved, trembles
        self.probe, self.probed = probe, None
        players = table.players
        self.streams = [Words(seeds, game, CARDS, seat) for seat in range(players)]
        self.toss = Words(seeds, game, BOTS, 0)
        self.talon, self.discard = list(rules.deck), [0, 0, 0, 0]
        self.hands = [(0, 0, 0, 0)] * players
        self.policies = [policies[(seat - game) % players] for seat in range(players)]
        self.sets_done = 0
        self.left_at = [0] * players
        self.received = np.zeros((players, table.turns), np.int64)
        self.log = []  # seat, turn, hand before, sets before, hand after, sets after
        for turn in range(table.turns):
            for seat in range(players):
                if turn > 0 or rules.draw != "conquest":
                    self.draw(seat, chances)
                before = self.hands[seat], self.sets_done
                self.received[seat, turn] = self.exchanges(seat, turn)
                self.left_at[seat] = self.sets_done
                self.log.append((seat, turn, *before, self.hands[seat], self.sets_done))

    def draw(self, seat, chances):
        cards = chances.index(ONE) if ONE in chances else None
        if cards is None:
            drawn = self.streams[seat].below(ONE)
            cards = next(n for n in range(len(chances)) if drawn < sum(chances[: n + 1]))
        for _ in range(cards):
            if not sum(self.talon):
                self.talon, self.discard = self.discard, [0, 0, 0, 0]
            if not sum(self.talon):
                return
            place = self.streams[seat].below(sum(self.talon))
            sort = next(sort for sort in range(4) if place < sum(self.talon[: sort + 1]))
            self.talon[sort] -= 1
            hand = list(self.hands[seat])
            hand[sort] += 1
            self.hands[seat] = tuple(hand)

    def exchanges(self, seat, turn):
        rules, policy = self.rules, self.policies[seat]
        last, opened, armies, begun = turn == self.table.turns - 1, False, 0, False
        stirred = self.sets_done != self.left_at[seat]
        first = True
        while (kind := planned(rules, self.hands[seat])) is not None:
            hand = self.hands[seat]
            if policy.name == "solved":
                kind, chance = self.solved(seat, turn, begun, stirred, self.sets_done, hand)
            now = scale_value(rules, self.sets_done + 1) if rules.has_scale else kind.armies
            forced = 0 < rules.must_exchange_at <= sum(hand)
            if policy.name == "wait_sets":
                opened = opened or len(best_sets(rules, hand)) >= policy.waits_for
            willing = {
                "at_once": lambda: True,
                "when_forced": lambda: False,
                "wait_scale": lambda: now >= policy.waits_for,  # noqa: B023 - called at once
                "wait_sets": lambda: opened,  # noqa: B023
                "solved": lambda: chance == 256 or (chance > 0 and self.toss.below(256) < chance),  # noqa: B023
            }[policy.name]()
            if first and not forced and self.probe and self.probe[:2] == (seat, turn):
                self.probed = hand, self.sets_done
                willing = self.probe[2]
                if not willing:
                    break
            first = False
            if self.trembles and self.toss.below(ONE) < self.trembles:
                willing = not willing
            if not (willing or forced or last):
                break
            self.hands[seat] = without(hand, kind.takes)
            self.discard = [held + taken for held, taken in zip(self.discard, kind.takes, strict=True)]
            self.sets_done += 1
            armies += now
            begun = True
        return armies
