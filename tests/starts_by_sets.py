"""Lands to start from, weighed by sets of their numbers: the slow twin of weighed/opening.py."""

WHOLE = 64  # a share of one
SWEEPS = 2


class World:
    """A position told by sets of numbers of lands."""

    def __init__(self, script):
        rules, position = script.rules, script.position
        self.lands = range(int(rules["lands"]))
        self.near = [
            {other for other in self.lands if int(rules["neighbours"][land]) >> other & 1}
            for land in self.lands
        ]
        self.owner = [int(position["owner"][land]) for land in self.lands]
        self.armies = [int(position["armies"][land]) for land in self.lands]
        self.bonus = [int(bonus) for bonus in rules["continent_armies"][: rules["continents"]]]
        self.continent = [int(rules["continent_of"][land]) for land in self.lands]
        self.inside = [
            {land for land in self.lands if self.continent[land] == number}
            for number in range(len(self.bonus))
        ]
        self.seats = script.seats

    def within_two(self, land):
        near = self.near[land]
        return near.union(*(self.near[other] for other in near))

    def of_army(self, weights, land, home):
        """What an army of another seat on its home counts for a start of the owner of a land."""
        counted = 0
        if home in self.near[land]:
            counted += weights["start_beside"]
            counted += weights["start_sooner"] * (self.owner[home] < self.owner[land])
        counted += weights["start_near"] * (home in self.within_two(land))
        return counted + weights["start_same"] * (self.continent[home] == self.continent[land])

    def of_land(self, weights, land):
        """What a land is worth by its continent and by the armies on the board; None behind the border."""
        seat = self.owner[land]
        if all(self.owner[other] == seat for other in self.near[land]):
            return None
        continent = self.inside[self.continent[land]]
        bonus, size = self.bonus[self.continent[land]], len(continent)
        held = sum(self.owner[other] == seat for other in continent)
        doors = sum(bool(self.near[other] - continent) for other in continent)
        rival = max(
            sum(self.owner[other] == rival for other in continent)
            for rival in range(self.seats)
            if rival != seat
        )
        seen = {
            "start_share": WHOLE * held * held // (size * size),
            "start_closed": WHOLE * held * held // (size * size * max(1, doors)),
            "start_bonus": bonus,
            "start_each": WHOLE * bonus // size,
            "start_doors": doors,
            "start_rival": WHOLE * rival // size,
            "start_wide": sum(self.owner[other] != seat for other in self.within_two(land)),
        }
        worth = sum(weights[name] * number for name, number in seen.items())
        for home in self.lands:
            if self.owner[home] != seat:
                worth += self.of_army(weights, land, home) * (self.armies[home] - 1)
        return worth

    def home(self, weights, seat, homes, left):
        """The best land of a seat, if the others start in their homes; the first of equals."""
        best = None
        for land in self.lands:
            if self.owner[land] == seat and self.of_land(weights, land) is not None:
                worth = self.of_land(weights, land)
                for other, home in homes.items():
                    if other != seat:
                        worth += self.of_army(weights, land, home) * left[other]
                if best is None or worth > best[0]:
                    best = worth, land
        return best[1]


def expected_home(world, weights, seat, left):
    """Where a seat starts: all seats that have armies left choose in turn, twice, then it does for itself."""
    homes = {}
    for _ in range(SWEEPS):
        for other in range(world.seats):
            if left[other]:
                homes[other] = world.home(weights, other, homes, left)
    return world.home(weights, seat, homes, left)
