#!/usr/bin/env python3
"""The bot `greedy` once more, as a program of its own that needs nothing but Python's standard library.

conquest play --rules risk-modern --players 3 --bots 'exec:"python greedy_program.py",greedy,greedy'

It attacks wherever the exact odds give it an advantage, fights every battle to its end, and marches on. It
reckons in whole numbers: worths in sixty-fourths of an army, chances in parts of 1024. Lands stand in the
order of the map; of equals the first is taken.
"""

import json
import sys
from collections import Counter
from itertools import product

LAND, CARD, ARMY = 192, 64, 64  # what a land is worth, the card of a first conquest, an army of either side
LEAST_CHANCE = 614  # at which a battle is begun
MOST_ARMIES = 63  # in the tables; larger armies are scaled down
ARMS = ("infantry", "cavalry", "artillery")


class Odds:
    """Chances and mean losses of battles that are fought to the end with all the dice that may be rolled."""

    def __init__(self, values):
        self.attack, self.defend = values["dice.attacker"], values["dice.defender"]
        self.sides, self.defender_wins_ties = values["dice.sides"], values["dice.ties"] == "defender"
        self.laws = {}
        size = range(MOST_ARMIES + 1)
        win = [[float(not d) for d in size] for _ in size]
        left = [[float(a * (not d)) for d in size] for a in size]
        for a in size[1:]:
            for d in size[1:]:
                law = self.law(min(a, self.attack), min(d, self.defend))
                win[a][d] = sum(chance * win[a - lost][d - taken] for (lost, taken), chance in law)
                left[a][d] = sum(chance * left[a - lost][d - taken] for (lost, taken), chance in law)
        self.chances = [[round(1024 * chance) for chance in row] for row in win]
        self.losses = [[round(64 * (a - mean)) for mean in row] for a, row in enumerate(left)]

    def law(self, attack, defend):
        """What each side loses in a roll, with its chance."""
        if (attack, defend) not in self.laws:
            faces = range(1, self.sides + 1)
            ways = Counter()
            for roll in product(faces, repeat=attack + defend):
                best, other = sorted(roll[:attack])[::-1], sorted(roll[attack:])[::-1]
                pairs = list(zip(best, other))
                lost = sum(a < d or (a == d and self.defender_wins_ties) for a, d in pairs)
                ways[lost, len(pairs) - lost] += 1
            total = self.sides ** (attack + defend)
            self.laws[attack, defend] = [(ends, count / total) for ends, count in ways.items()]
        return self.laws[attack, defend]

    def of(self, attackers, defenders):
        """The chance to win and the mean loss of the attackers."""
        scaled = 0
        while max(attackers, defenders) > MOST_ARMIES:
            attackers, defenders, scaled = (attackers + 1) // 2, (defenders + 1) // 2, scaled + 1
        return self.chances[attackers][defenders], self.losses[attackers][defenders] << scaled


class Greedy:
    def __init__(self, game, odds):
        lands = game["map"]["lands"]
        self.order = [land["id"] for land in lands]
        self.borders = {land["id"]: sorted(land["borders"], key=self.order.index) for land in lands}
        self.arms = {land["id"]: land["arm"] for land in lands}
        self.odds = odds
        cards = game["cards"]
        self.draws_for_conquest = cards["draw"] == "conquest"
        self.sets, self.scale, self.step = cards["sets"], cards["scale"] or [], cards["scale_step"]
        self.one_bonus = cards["land_bonus_limit"] == "one_a_turn"

    def choose(self, view, choices):
        self.view, self.armies = view, view["armies"]
        side = "ally" if view["side"] == "ally" else view["seat"]
        self.owned = [land for land in self.order if view["owner"][land] == side]
        self.targets = set(view["targets"])
        if view["stage"] == "start":
            self.targets = set(self.order) - set(self.owned)
        return getattr(self, view["asked"])(choices)

    # Attacks

    def best_target(self, source, attackers, targets):
        """What an attack from a land promises most, and where; None where the odds are too small."""
        first = self.draws_for_conquest and not self.view["conquered"] and self.view["side"] != "ally"
        best = None, None
        for target in self.borders[source]:
            if target in targets:
                defenders = self.armies[target]
                chance, loss = self.odds.of(attackers, defenders)
                if chance >= LEAST_CHANCE:
                    gain = LAND + CARD * first + ARMY * defenders
                    promise = (gain * chance >> 10) - ARMY * loss // 64
                    if best[0] is None or promise > best[0]:
                        best = promise, target
        return best

    def attack(self, choices):
        """Go on with a battle to its end, then with the force that marched last, then with any."""
        source, target = self.view["from"], self.view["to"]
        if source is None or target not in self.targets or self.armies[source] < 2:
            source, target = self.best_attack(source, target)
        if source is None:
            return choices[0]  # to stop
        rolls = [choice for choice in choices if (choice["from"], choice["to"]) == (source, target)]
        return max(rolls, key=lambda choice: choice["dice"])

    def best_attack(self, source, target):
        marching = [target if target in self.owned else source] if source is not None else []
        for lands in (marching, self.owned):
            best = (0, None, None)
            for land in lands:
                if self.armies[land] > 1:
                    promise, there = self.best_target(land, self.armies[land] - 1, self.targets)
                    if promise is not None and promise > best[0]:
                        best = (promise, land, there)
            if best[1] is not None:
                return best[1:]
        return None, None

    def defend(self, choices):
        return choices[-1]  # the most dice

    def occupy(self, choices):
        """March on with everything where more is to be had, else share by the threats."""
        source, target = self.view["from"], self.view["to"]
        least, most = choices[0]["fewest"], choices[0]["most"]
        left = self.targets - {target}
        ahead, _ = self.best_target(target, most - 1, left)
        behind, _ = self.best_target(source, most, left)
        if ahead is not None and ahead > 0:
            amount = most
        elif behind is not None and behind > 0:
            amount = least
        else:
            own = {*self.owned, target}
            before, after = (self.strongest_beside(land, own) for land in (source, target))
            amount = (most * after + before + after - 1) // (before + after) if before else most
        return {"choice": 0, "amount": max(least, min(most, amount))}

    def strongest_beside(self, land, own):
        return max((self.armies[near] for near in self.borders[land] if near not in own), default=0)

    # Armies

    def place(self, choices):
        """Everything where it promises the best attack, or where most armies are."""
        front, promise, strong, strength = None, None, None, 0
        for land in self.owned:
            if self.targets.isdisjoint(self.borders[land]):
                continue
            standing = self.armies[land] + self.view["placed_in_secret"].get(land, 0)
            there, _ = self.best_target(land, standing - 1 + self.view["to_place"], self.targets)
            if there is not None and (promise is None or there > promise):
                front, promise = land, there
            if standing > strength:
                strong, strength = land, standing
        land = front or strong or self.owned[0]
        return next(choice for choice in choices if choice["land"] == land)

    def move(self, choices):
        """Bring the largest force that has no enemy beside it nearer to the border, or stop."""
        inside = set(self.owned)
        border = {land for land in self.owned if not inside.issuperset(self.borders[land])}
        best, most = choices[0], 0  # to stop
        for source in self.owned:
            idle = self.view["movable"].get(source, 0)
            ways = {choice["to"]: choice for choice in choices if choice["from"] == source}
            if source not in border and idle > most and ways:
                target = self.nearer(set(ways), inside, border)
                if target is not None:
                    best, most = ways[target], idle
        return best

    def nearer(self, near, inside, border):
        """The strongest land near by from which the border is nearest."""
        reached = border
        while not reached & near:
            wider = reached | {land for one in reached for land in self.borders[one] if land in inside}
            if wider == reached:
                return None
            reached = wider
        return max((land for land in self.order if land in reached & near), key=self.armies.get)

    # Cards

    def exchange(self, choices):
        """The set that brings the most armies together with the best set after it, whenever there is one."""
        held = self.counts(self.view["hand"])
        number = self.view["sets_done"] + 1
        best, best_worth = ((), ()), (-1, -1)
        for kind in self.sets:
            takes = kind["cards"]
            of_kind = [c for c in choices if c["cards"] and self.counts(c["cards"]) == takes]
            if not of_kind:
                continue
            now = self.armies_of(kind, number) + max(sum(c["bonus"].values()) for c in of_kind)
            rest = [have - taken for have, taken in zip(held, takes)]
            after = [self.armies_of(k, number + 1) for k in self.sets if covers(rest, k["cards"])]
            worth = now + max(after, default=0)
            if (worth, now) > best_worth:
                best, best_worth = (of_kind, takes), (worth, now)
        return self.cards_of_kind(*best)

    def counts(self, cards):
        arms = [self.arms.get(card, "joker") for card in cards]
        return [arms.count(arm) for arm in (*ARMS, "joker")]

    def armies_of(self, kind, number):
        """What a set brings as the one of this number in the game."""
        if kind["armies"] is not None:
            return kind["armies"]
        if number <= len(self.scale):
            return self.scale[number - 1]
        return (self.scale[-1] if self.scale else 0) + self.step * (number - len(self.scale))

    def cards_of_kind(self, choices, takes):
        """Own lands first where each has its bonus; where one a turn is enough, one of them, then others."""
        due = any(choice["bonus"] for choice in choices)
        cards = []
        for arm, wanted in zip(ARMS, takes):
            hand = [card for card in self.order if card in self.view["hand"] and self.arms[card] == arm]
            own = [card for card in hand if card in self.owned]
            others = [card for card in hand if card not in self.owned]
            if not self.one_bonus:
                hand = own + others
            elif due and own and wanted:
                hand = [own[0], *others, *own[1:]]
                due = False
            else:
                hand = others + own
            cards += hand[:wanted]
        cards += sorted(card for card in self.view["hand"] if card not in self.arms)[: takes[-1]]
        return next(choice for choice in choices if set(choice["cards"]) == set(cards))


def covers(counts, takes):
    return all(have >= taken for have, taken in zip(counts, takes))


def main():
    odds = bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            odds = odds or Odds(message["values"])  # the rules are the same in all games
            bot = Greedy(message, odds)
        elif message["type"] == "ask":
            print(json.dumps(bot.choose(message["view"], message["choices"])), flush=True)


if __name__ == "__main__":
    main()
