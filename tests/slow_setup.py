"""The table of the slow twin of the conquest games, and all that comes before the first turn."""

from copy import deepcopy

ALLY = "ally"


class SlowTable:
    """The table of a game; seats count from 1, and a land is the ally's, a seat's or nobody's."""

    def __init__(self, rulebook, players, random, bold, positions):
        self.rulebook, self.rules, self.random, self.bold = rulebook, rulebook.spec, random, bold
        self.positions, self.record = positions, []
        self.n = players
        self.seats = list(range(1, players + 1))
        self.alive = list(self.seats)
        self.lands = [land.id for land in rulebook.map.lands]
        self.arm = {land.id: land.arm for land in rulebook.map.lands}
        pairs = {(border.a, border.b) for border in rulebook.map.borders}
        self.borders = sorted(pairs | {(b, a) for a, b in pairs})
        self.jokers = [f"joker_{i + 1}" for i in range(self.rules.cards.jokers)]
        self.owner = dict.fromkeys(self.lands)
        self.armies = dict.fromkeys(self.lands, 0)
        self.tired = dict.fromkeys(self.lands, 0)
        self.fought = []
        self.hands = {seat: [] for seat in self.seats}
        self.talon, self.discard = [], []
        self.sets_done, self.round, self.player = 0, 1, 1
        self.goals, self.colours, self.victims = {}, [], {seat: [] for seat in self.seats}
        self.took_a_land = self.took_bonus = False

    def tell(self, event, **keys):
        """Write an event; it is told before it is done."""
        if self.positions is not None:
            kept = ("owner", "armies", "tired", "hands", "talon", "discard", "player", "round", "sets_done")
            self.positions.append({key: deepcopy(getattr(self, key)) for key in kept})
        self.record.append({"event": event} | {key.rstrip("_"): value for key, value in keys.items()})

    def die(self, sides=6):
        return self.random.randint(1, sides)

    def owned(self, owner):
        return [land for land in self.lands if self.owner[land] == owner]

    # Before the first turn (3.2, 3.3, 5A, 5B)

    def set_up(self):
        rules, deck = self.rules, self.rulebook.objectives
        more = {}
        if deck is not None:
            colours = [colour.id for colour in deck.colours]
            self.colours = self.random.sample(colours, self.n) if len(colours) >= self.n else []
            more["colours"] = self.colours
        self.tell(
            "game",
            rules=self.rulebook.name,
            rules_hash=self.rulebook.hash,
            seed=1,
            game=0,
            options=self.rulebook.options,
            players=["random"] * self.n,
            **more,
        )
        rolls = self.rolls_for_order()
        hand_outs = self.hand_outs() if rules.setup.dealing == "dice" else []
        opener = (hand_outs[-1][0] + 1) % self.n if hand_outs else self.random.randrange(self.n)
        seat_of = {place: (place - opener) % self.n + 1 for place in range(self.n)}
        if rules.setup.order == "rolled":
            by_seat = sorted((seat_of[place], rolls[place]) for place in range(self.n))
            self.tell("roll_order", rolls=[own for _, own in by_seat], first_dealt=seat_of[0])
        if deck is not None:
            self.deal_objectives(deck)
        if hand_outs:
            dealt = [(seat_of[place], land, roll) for place, roll, lands in hand_outs for land in lands]
            stacked = self.stacked([(seat, land) for seat, land, _ in dealt])
            for (seat, land), (*_, roll) in zip(stacked, dealt, strict=True):
                self.deal(seat, land, 1, roll=roll)
        else:
            self.deal_cards(seat_of[0] if rules.setup.order == "rolled" else self.die(self.n))
        self.talon = self.lands + self.jokers
        self.random.shuffle(self.talon)
        for seat, cards in zip(self.seats, rules.handicap.cards, strict=False):
            for _ in range(cards):
                self.draw(seat, "start")
        self.first_placing()

    def rolls_for_order(self):
        """Return the rolls of the places in the order of play; the tied roll again among themselves."""
        rolls, tied = [[] for _ in self.seats], [list(range(self.n))]
        while tied:
            again = []
            for group in tied:
                for one in group:
                    rolls[one].append(self.die())
                for face in range(1, 7):
                    same = [one for one in group if rolls[one][-1] == face]
                    again += [same] if len(same) > 1 else []
            tied = again
        return sorted(rolls, reverse=True)

    def hand_outs(self):
        """Return who takes how many lands with which roll, from the highest roller on, until none is left."""
        lands, place, found = self.random.sample(self.lands, len(self.lands)), 0, []
        while lands:
            roll = self.die()
            found.append((place, roll, lands[:roll]))
            lands = lands[roll:]
            place = (place + 1) % self.n
        return found

    def deal(self, seat, land, armies, **more):
        self.tell("deal", player=None if seat == ALLY else seat, land=land, armies=armies, **more)
        self.owner[land], self.armies[land] = seat, armies

    def deal_objectives(self, deck):
        cards = list(deck.objectives)
        if self.rules.objectives.absent_colour == "remove_cards":
            cards = [card for card in cards if card.kind != "destroy" or card.colour in self.colours]
        for seat, card in zip(self.seats, self.random.sample(cards, self.n), strict=True):
            self.tell("objective", player=seat, objective=card.id)
            self.goals[seat] = card

    def deal_cards(self, seat):
        cards = self.lands + (self.jokers if self.rules.setup.deal_jokers else [])
        self.random.shuffle(cards)
        ally = self.rules.ally
        dealt = 2 * (len(self.lands) // 3) if ally.present else len(cards)
        places = [(seat - 1 + i) % self.n + 1 if i < dealt else ALLY for i in range(len(cards))]
        for seat, card in self.stacked(list(zip(places, cards, strict=True))):
            if card in self.jokers:
                self.tell("deal", player=seat, land=None, armies=0, card=card)
            elif seat == ALLY:
                self.deal(ALLY, card, ally.armies_each, side=ALLY)
            else:
                self.deal(seat, card, 1)

    def stacked(self, deal):
        """Return the deal, as pairs of a seat and a card, where some are given whole continents."""
        given = {
            land.id: self.rules.handicap.given[land.continent]
            for land in self.rulebook.map.lands
            if self.rules.handicap.given.get(land.continent, 99) <= self.n
        }
        for land, seat in given.items():
            owner = next(one for one, card in deal if card == land)
            if owner != seat:
                own = [card for one, card in deal if one == seat and card in self.lands]
                spare = [card for card in own if given.get(card) != seat]
                if spare:
                    back = self.random.choice(spare)
                    swapped = {land: back, back: land}
                    deal = [(one, swapped.get(card, card)) for one, card in deal]
        return deal

    def first_placing(self):
        for turns in self.placing_turns(self.left_to_place()):
            seats = [seat for seat, armies in turns for _ in range(armies)]
            if self.rules.setup.initial_placement != "in_turn_order":
                self.random.shuffle(seats)
            for seat in seats:
                self.put(seat, self.random.choice(self.owned(seat)), 1)

    def left_to_place(self):
        """Return by seat the starting armies beyond one on each land."""
        starting = self.rules.setup.starting_armies.get(self.n, 0)
        extra = [*self.rules.handicap.armies, *[0] * self.n]
        left = {}
        for seat in self.seats:
            armies = (starting - len(self.owned(seat)) if starting else 0) + extra[seat - 1]
            left[seat] = self.that_fit(seat, armies)
        return left

    def placing_turns(self, left):
        """Yield the rounds of the first placing, each as pairs of a seat and the armies that it places."""
        most = self.rules.setup.placement_round or 10**9
        while any(armies > 0 for armies in left.values()):
            turns = [(seat, min(armies, most)) for seat, armies in left.items() if armies > 0]
            left = {seat: left[seat] - dict(turns).get(seat, 0) for seat in left}
            yield turns

    def put(self, seat, land, armies, **more):
        self.tell("place", player=seat, land=land, armies=armies, **more)
        self.armies[land] += armies

    def that_fit(self, seat, armies):
        """Return how many of these armies the supply of pieces allows (C3)."""
        if not self.rules.piece_limit:
            return armies
        board = sum(self.armies[land] for land in self.owned(seat))
        return min(armies, max(0, self.rules.piece_limit - board))

    def draw(self, seat, when):
        if not self.talon:
            self.talon, self.discard = self.discard, []
            self.random.shuffle(self.talon)
        if self.talon:
            self.tell("draw", player=seat, card=self.talon[-1], when=when)
            self.hands[seat].append(self.talon.pop())
