"""What a learned value is told of a position, by the record of a game and the meanings of the names."""

from fractions import Fraction
from math import floor

from card_oracle import holds_set
from slow_positions import Positions

from conquestlab.analysis.games.conquest.compiled_rules import card_rules_of

UNIT = 256
GUESSED = {3: 108, 4: 209}  # that a hand of so many cards, which nobody else sees, has a set, in 256ths


def against(one, other):
    """One force against another, as a part of both."""
    return Fraction(one, one + other) if one + other else Fraction(1, 2)


def log2(number):
    """The logarithm, along straight lines between the powers of two."""
    whole = 0
    while number >= 2 ** (whole + 1):
        whole += 1
    while number < 2**whole:
        whole -= 1
    return whole + Fraction(number) / Fraction(2) ** whole - 1


def power(share, whole):
    """How many times one number is another, as a logarithm that goes no farther than 4."""
    return max(-4, min(4, log2(share) - log2(whole))) if share > 0 else -4


class Aspects(Positions):
    """A ledger that tells at the end of each turn what the value is told, with the eyes of whoever had it."""

    def __init__(self, book, record):
        self.goals, self.destroyer = {}, {}
        self.colours = record[0].get("colours", [])
        super().__init__(book, record)

    def _objective(self, event):
        self.goals[event["player"]] = event["objective"]

    def _eliminate(self, event):
        super()._eliminate(event)
        self.destroyer[event["victim"]] = "ally" if event.get("side") == "ally" else event["player"]

    def features(self):
        self.prepare()
        return super().features()

    def prepare(self):
        """Take together what is seen of all."""
        self.near = {
            land: {self.lands[other] for other in self.book.map.neighbours[i]}
            for i, land in enumerate(self.lands)
        }
        self.inside = [{self.lands[land] for land in lands} for lands in self.book.map.continent_lands]
        self.own = {
            seat: {land for land, owner in self.owner.items() if owner == seat}
            for seat in range(1, self.seats + 1)
        }
        self.dues = {seat: self.due_to(seat) for seat in self.living()}
        self.coming = {seat: self.next_set() * self.chance_of_set(seat) for seat in self.living()}
        self.forces = {
            seat: self.armies_of(seat)
            + floor(self.coming[seat])
            + (self.dues[seat] if place == 0 else self.dues[seat] // 2)
            for place, seat in enumerate(self.living())
        }

    def due_to(self, seat):
        rules, own = self.book.spec.reinforcement, self.own[seat]
        return max(rules.min_reinforcement, len(own) // rules.lands_per_army) + self.held(own)

    def held(self, own):
        return sum(b for lands, b in zip(self.inside, self.book.continent_bonus, strict=True) if lands <= own)

    def chance_of_set(self, seat):
        if seat == self.mover:
            return int(self.holds_set(seat))
        cards = sum(self.hands[seat].values())
        return 0 if cards < 3 else Fraction(GUESSED.get(cards, UNIT), UNIT)

    def holds_set(self, seat):
        arms = {land.id: land.arm for land in self.book.map.lands}
        held = [card for card, number in self.hands[seat].items() if number]
        return holds_set(card_rules_of(self.book), "".join(arms.get(card, "joker")[0] for card in held))

    def leaving(self, lands):
        """The armies that may leave these lands."""
        return sum(self.armies[land] - 1 for land in lands)

    def features_of(self, seat, wait):
        own, armies, living = self.own[seat], self.armies_of(seat), self.living()
        others = [other for other in living if other != seat]
        border = {land for land in own if self.near[land] - own}
        facing = {land for land in self.lands if land not in own and self.near[land] & own}
        bonuses = list(zip(self.inside, self.book.continent_bonus, strict=True))
        all_bonuses, all_dues = sum(self.book.continent_bonus), max(1, sum(self.dues.values()))
        in_part = sum(bonus * Fraction(len(c & own), len(c)) ** 2 for c, bonus in bonuses if not c <= own)
        open_bonus = sum(bonus * self.openness(c, own) for c, bonus in bonuses if c <= own)
        peril, prey, prize = self.fights(seat, others)
        even, due = len(living), self.dues[seat]
        told = {
            "lands": Fraction(len(own), self.all_lands()),
            "armies": Fraction(armies, self.all_armies()),
            "strength": power(armies * even, self.all_armies()),
            "due": Fraction(due, all_dues),
            "income": power(due * even, all_dues),
            "continents": Fraction(self.held(own), all_bonuses) if all_bonuses else 0,
            "progress": in_part / all_bonuses if all_bonuses else 0,
            "insecure": open_bonus / max(1, due),
            "border": Fraction(sum(self.armies[land] for land in border), armies),
            "largest": Fraction(max(self.armies[land] for land in own), armies),
            "bare": Fraction(sum(self.armies[land] == 1 for land in border), len(own)),
            "threat": against(self.leaving(facing), armies),
            "reach": against(self.leaving(border), self.leaving(facing)),
            "peril": peril,
            "prey": prey,
            "prize": prize,
            "cards": Fraction(sum(self.hands[seat].values()), 4),
            "exchange": min(4, self.coming[seat] / Fraction(self.all_armies())),
            "force": Fraction(self.forces[seat], sum(self.forces.values())),
            "power": power(self.forces[seat] * even, sum(self.forces.values())),
            "next": wait == 0,
            "soon": wait == 1,
            "last": wait == even - 1,
            "viewer": seat == self.mover,
            "goal": self.reached(seat) if self.goals else 0,
            "rivals": Fraction(even - 1, 4),
            "round": Fraction(self.round, self.round + 8),
            "density": power(self.all_armies(), self.all_lands()),
            "stake": min(4, Fraction(self.next_set(), self.all_armies())),
        }
        return {name: UNIT * value for name, value in told.items()}

    def openness(self, continent, own):
        """The armies that may come into a continent from outside, against those on its border."""
        inside_out = set().union(*(self.near[land] for land in continent)) - own
        guards = {land for land in continent if self.near[land] & inside_out}
        return against(self.leaving(inside_out), sum(self.armies[land] for land in guards))

    def at_hand(self, one, other):
        """What one seat can bring against another, if any of its armies beside its lands may leave."""
        beside = {land for land in self.own[one] if self.near[land] & self.own[other]}
        near = self.leaving(beside)
        return near + self.dues[one] + floor(self.coming[one]) if near else 0

    def fights(self, seat, others):
        def all_of(one):
            return self.armies_of(one) + len(self.own[one])

        perils = [against(force, all_of(seat)) for o in others if (force := self.at_hand(o, seat))]
        preys = {o: against(force, all_of(o)) for o in others if (force := self.at_hand(seat, o))}
        prizes = [part * self.coming[o] / self.all_armies() for o, part in preys.items()]
        return max(perils, default=0), max(preys.values(), default=0), max(prizes, default=0)

    def reached(self, seat):
        deck = {goal.id: goal for goal in self.book.objectives.objectives}
        if seat == self.mover:
            return self.part_of(seat, deck[self.acting(seat, deck)])
        return max((self.part_of(seat, g) for g in deck.values() if g.kind != "destroy"), default=0)

    def acting(self, seat, deck):
        goal = deck[self.goals[seat]]
        if goal.kind != "destroy":
            return goal.id
        prey = self.seat_of(goal.colour)
        killed = prey is not None and not self.own[prey] and self.destroyer.get(prey) != seat
        return self.book.objectives.fallback if prey in (None, seat) or killed else goal.id

    def seat_of(self, colour):
        return self.colours.index(colour) + 1 if colour in self.colours else None

    def part_of(self, seat, goal):
        own = self.own[seat]
        if goal.kind == "lands":
            return min(1, Fraction(len(own), goal.lands))
        if goal.kind == "destroy":
            return 1 - Fraction(len(self.own[self.seat_of(goal.colour)]), len(self.lands))
        ids = [continent.id for continent in self.book.map.continents]
        named = set().union(*(self.inside[ids.index(continent)] for continent in goal.continents))
        return Fraction(len(named & own), len(named))
