#!/usr/bin/env python3
"""The bot `reckless` once more, as a program of its own that needs nothing but Python's standard library.

conquest play --rules risk-modern --players 3 --bots 'exec:"python reckless_program.py",reckless,reckless'

It reinforces its strongest border, attacks while it can, and marches on. Lands stand in the order of the map;
of equals the first is taken.
"""

import json
import sys

ARMS = ("infantry", "cavalry", "artillery")


class Reckless:
    def __init__(self, game):
        lands = game["map"]["lands"]
        self.order = [land["id"] for land in lands]
        self.borders = {land["id"]: land["borders"] for land in lands}
        self.arms = {land["id"]: land["arm"] for land in lands}
        cards = game["cards"]
        self.sets, self.scale, self.step = cards["sets"], cards["scale"] or [], cards["scale_step"]
        self.one_bonus = cards["land_bonus_limit"] == "one_a_turn"

    def choose(self, view, choices):
        self.view = view
        side = "ally" if view["side"] == "ally" else view["seat"]
        self.owned = [land for land in self.order if view["owner"][land] == side]
        self.targets = set(view["targets"])
        return getattr(self, view["asked"])(choices)

    # Attacks

    def attack(self, choices):
        armies = self.view["armies"]
        source = self.marching_land()
        if source is None:
            source = self.strongest([land for land in self.owned if armies[land] > 1], self.targets)
        if source is None:
            return choices[0]  # to stop
        targets = [land for land in self.order if land in self.targets and land in self.borders[source]]
        target = self.view["to"]
        if source != self.view["from"] or target not in targets:
            target = min(targets, key=lambda land: armies[land])
        rolls = [choice for choice in choices if (choice["from"], choice["to"]) == (source, target)]
        return max(rolls, key=lambda choice: choice["dice"])

    def marching_land(self):
        """The land from which the last attack goes on, be it the one that attacked or the one it took."""
        land = self.view["from"]
        if land is not None and self.view["to"] in self.owned:
            land = self.view["to"]
        if land is not None and self.view["armies"][land] > 1 and self.targets & set(self.borders[land]):
            return land
        return None

    def strongest(self, lands, targets):
        """The land with the most armies among those that have something to attack beside them."""
        secret = self.view["placed_in_secret"]
        near = [land for land in lands if targets & set(self.borders[land])]
        return max(near, key=lambda land: self.view["armies"][land] + secret.get(land, 0), default=None)

    def defend(self, choices):
        return choices[-1]  # the most dice

    def occupy(self, choices):
        """March on with everything, except into a land from which nothing can be attacked."""
        source, target = self.view["from"], self.view["to"]
        ahead = self.targets & set(self.borders[target])
        behind = self.targets & set(self.borders[source]) - {target}
        amount = self.view["attack_dice"] if behind and not ahead else choices[0]["most"]
        return {"choice": 0, "amount": amount}

    # Armies

    def place(self, choices):
        """Everything on the strongest border."""
        targets = self.targets
        if self.view["stage"] == "start":
            targets = set(self.order) - set(self.owned)
        land = self.strongest(self.owned, targets) or self.owned[0]
        return next(choice for choice in choices if choice["land"] == land)

    def move(self, choices):
        """Bring the largest force that has no enemy beside it nearer to the border, or stop."""
        inside = set(self.owned)
        border = {land for land in self.owned if not inside.issuperset(self.borders[land])}
        movable = self.view["movable"]
        sources = [c["from"] for c in choices if c["from"] is not None and c["from"] not in border]
        source = max(sources, key=lambda land: movable[land], default=None)
        near = {choice["to"] for choice in choices if choice["from"] == source}
        reached = border
        while source is not None and not reached & near:
            wider = reached | {land for one in reached for land in self.borders[one] if land in inside}
            if wider == reached:
                source = None
            reached = wider
        if source is None:
            return choices[0]  # to stop
        towards = [land for land in self.order if land in reached & near]
        target = max(towards, key=lambda land: self.view["armies"][land])
        return next(choice for choice in choices if (choice["from"], choice["to"]) == (source, target))

    # Cards

    def exchange(self, choices):
        """The set that brings the most armies together with the best set after it."""
        hand = self.view["hand"]
        held = self.counts(hand)
        number = self.view["sets_done"] + 1
        best, best_worth = ((), ()), (-1, -1)
        for kind in self.sets:
            takes = kind["cards"]
            of_kind = [c for c in choices if c["cards"] and self.counts(c["cards"]) == takes]
            if not of_kind:
                continue
            now = self.armies(kind, number) + max(sum(c["bonus"].values()) for c in of_kind)
            rest = [have - taken for have, taken in zip(held, takes)]
            worth = now + max((self.armies(k, number + 1) for k in self.sets if covers(rest, k)), default=0)
            if (worth, now) > best_worth:
                best, best_worth = (of_kind, takes), (worth, now)
        return self.cards_of_kind(*best)

    def counts(self, cards):
        arms = [self.arms.get(card, "joker") for card in cards]
        return [arms.count(arm) for arm in (*ARMS, "joker")]

    def armies(self, kind, number):
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


def covers(counts, kind):
    return all(have >= taken for have, taken in zip(counts, kind["cards"]))


def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            bot = Reckless(message)
        elif message["type"] == "ask":
            print(json.dumps(bot.choose(message["view"], message["choices"])), flush=True)


if __name__ == "__main__":
    main()
