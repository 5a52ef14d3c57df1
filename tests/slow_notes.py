"""What rows note of a game for its measures, read off its record event by event in plain Python."""

from fractions import Fraction
from itertools import product

from card_oracle import holds_set
from conquest_ledger import Ledger
from oracle import one_roll

from conquestlab.analysis.games.conquest.compiled_rules import card_rules_of

ONE = 1 << 20


def law_of_roll(attack, defend, sides, ties):
    """Mean and variance of the attacker's losses, over all faces of all dice."""
    faces = range(1, sides + 1)
    losses = [
        one_roll(roll[:attack], roll[attack:], ties)[0] for roll in product(faces, repeat=attack + defend)
    ]
    mean = Fraction(sum(losses), len(losses))
    return mean, Fraction(sum(lost * lost for lost in losses), len(losses)) - mean * mean


class Notes(Ledger):
    """A ledger that keeps besides what the measures need."""

    def __init__(self, book, record, laws):
        seats = len(record[0]["players"])
        self.laws = laws
        self.rolls = dict.fromkeys(range(1, seats + 1), 0)
        self.expected = dict.fromkeys(range(1, seats + 1), Fraction(0))
        self.variance = dict.fromkeys(range(1, seats + 1), Fraction(0))
        self.leader = None
        self.attacks = self.hits = 0
        self.chances = []
        self.round, self.player, self.attacked = 0, None, False
        self.standings = None
        self.of_round = []  # the standings at the ends of the turns of this round
        self.swings = []  # by turn with an attack: how much moved, and whose turn it was
        self.noted = {}  # by round: lands, armies and holders
        self.delays = dict.fromkeys(range(1, seats + 1), 0)
        self.since = {}
        self.moment = None  # who may exchange now, and out of which kind of moment
        self.begun = False
        super().__init__(book, record)

    def read(self, event):
        kind = event["event"]
        if kind != "exchange":
            self.keep_set(kind == "end")
        super().read(event)
        if kind == "reinforce":
            self.moment = event["player"], "forces"
        elif kind == "eliminate":
            self.moment, self.begun = (event["player"], "captured"), False

    def standing(self):
        lands = [self.lands_of(seat) for seat in range(1, self.seats + 1)]
        armies = [self.armies_of(seat) for seat in range(1, self.seats + 1)]
        return [
            (Fraction(own, sum(lands)) + Fraction(mine, sum(armies))) / 2
            for own, mine in zip(lands, armies, strict=True)
        ]

    def keep_set(self, game_over):
        """If something else than an exchange follows where there might be one, a set is kept from now on."""
        if self.moment is not None and not game_over:
            seat, stage = self.moment
            if self.may_exchange(seat, stage):
                self.since.setdefault(seat, self.round)
        self.moment = None

    def may_exchange(self, seat, stage):
        rules = card_rules_of(self.book)
        arms = {land.id: land.arm for land in self.book.map.lands}
        cards = [card for card, number in self.hands[seat].items() if number]
        fewest = 5 if self.begun else 6
        if stage == "captured" and rules.capture_exchange == "forced_from_six" and len(cards) < fewest:
            return False
        return holds_set(rules, "".join(arms.get(card, "joker")[0] for card in cards))

    def _exchange(self, event):
        super()._exchange(event)
        self.begun = True
        since = self.since.pop(event["player"], None)
        self.delays[event["player"]] += 0 if since is None else self.round - since

    def _turn(self, event):
        self.turn_over(event["round"] > self.round)
        super()._turn(event)
        self.player, self.attacked = event["player"], False
        if self.standings is None:
            self.standings = self.standing()

    def _end(self, event):
        self.turn_over(True)

    def turn_over(self, round_too):
        if self.round == 0:
            return
        now = self.standing()
        if self.attacked:
            moved = sum(abs(a - b) for a, b in zip(now, self.standings, strict=True))
            self.swings.append((moved, self.player))
        self.standings = now
        self.of_round.append([int(ONE * share) for share in now])
        if round_too:
            means = [sum(shares) // len(shares) for shares in zip(*self.of_round, strict=True)]
            self.leader, self.of_round = leader_after(means, self.leader), []
            holders = [self.holder(lands) for lands in self.book.map.continent_lands]
            lands = [self.lands_of(seat) for seat in range(1, self.seats + 1)]
            armies = [self.armies_of(seat) for seat in range(1, self.seats + 1)]
            self.noted[self.round] = lands, armies, holders

    def holder(self, lands):
        owners = {self.owner[self.lands[land]] for land in lands}
        return owners.pop() if len(owners) == 1 and "ally" not in owners else None

    def _attack(self, event):
        attacker, defender = self._side(event), self.owner[event["to"]]
        if not self.attacked and attacker != "ally":
            self.first_attack(event, attacker, defender)
        self.attacked = True
        dice = len(event["attack_dice"]), len(event["defend_dice"])
        mean, variance = self.laws[dice]
        self.rolls[event["player"]] += 1
        for side, losses in ((attacker, mean), (defender, min(dice) - mean)):
            if side != "ally":
                self.expected[side] += losses
                self.variance[side] += variance
        super()._attack(event)

    def first_attack(self, event, attacker, defender):
        leader = self.leader
        if leader is None or leader == attacker or self.lands_of(leader) == 0:
            return
        near = {
            self.lands[other]
            for place, land in enumerate(self.lands)
            if self.owner[land] == attacker and self.armies[land] > 1
            for other in self.book.map.neighbours[place]
        }
        spared = set()
        if self.round <= self.book.spec.combat.protected_rounds:
            spared = {seat for seat in range(1, self.seats + 1) if self.lands_of(seat) == 1}
        open_lands = [land for land in near if self.owner[land] not in (attacker, *spared)]
        self.attacks += 1
        self.hits += defender == leader
        self.chances.append(Fraction(sum(self.owner[land] == leader for land in open_lands), len(open_lands)))


def leader_after(standings, leader):
    highest = [seat for seat, v in enumerate(standings, 1) if v == max(standings)]
    if len(highest) == 1:
        return highest[0]
    return leader if leader in highest else None
