"""A bot for the games of conquest, as a class: it attacks where it outnumbers the defender three to one.

conquest play --rules risk-modern --players 3 --bots timid.py:Timid,reckless,reckless
"""


class Timid:
    def __init__(self, game):
        self.borders = {land["id"]: land["borders"] for land in game["map"]["lands"]}

    def choose(self, view, choices):
        decide = getattr(self, view["asked"])
        return decide(view, choices)

    def exchange(self, view, choices):
        return max(choices, key=lambda choice: choice["armies"])

    def place(self, view, choices):
        """All on the own land that has the most enemies beside it."""
        return max(choices, key=lambda choice: self.danger(view, choice["land"]))

    def attack(self, view, choices):
        armies = view["armies"]
        safe = [
            choice
            for choice in choices
            if choice["from"] and armies[choice["from"]] > 3 * armies[choice["to"]]
        ]
        return max(safe, key=lambda choice: choice["dice"]) if safe else choices[0]  # the first is to stop

    def defend(self, view, choices):
        return choices[-1]

    def occupy(self, view, choices):
        """March on with everything; without an amount it would be the same."""
        return {"choice": 0, "amount": choices[0]["most"]}

    def move(self, view, choices):
        """From the land with the least danger to one with more."""
        better = [
            choice
            for choice in choices
            if choice["from"] and self.danger(view, choice["to"]) > self.danger(view, choice["from"]) == 0
        ]
        return max(better, key=lambda choice: choice["most"]) if better else choices[0]

    def danger(self, view, land):
        side = view["owner"][land]
        return sum(view["armies"][near] for near in self.borders[land] if view["owner"][near] != side)
