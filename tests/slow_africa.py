"""A slow twin of the game of Africa 1880: whole games in plain Python, from rules.md, with given choices.

It knows the board from tests/africa_table.py and of the rulebook the values alone. Names of territories are
in alphabetical order there, without accents.
"""

from africa_table import COASTS, NATIONS, NEAR, SQUARES, STARTS

NAMES = sorted(SQUARES)  # no underscore of an id stands where it would change the order of the names


def head_of(rulebook, nations, **options):
    """Return the first event of a game."""
    return {
        "event": "game",
        "rules": rulebook.name,
        "rules_hash": "0",
        "seed": 0,
        "game": 0,
        "options": options,
        "players": ["some"] * len(nations),
        "nations": list(nations),
        "map": rulebook.map.name,
    }


class Game:
    """One game: the board is a dictionary, territory to [counters, is a colony, set of seats]."""

    def __init__(self, rulebook, seats):
        self.spec = rulebook.spec
        self.seats = range(1, seats + 1)
        self.board = {name: [0, False, set()] for name in NAMES}
        self.events = []

    def tell(self, event, **keys):
        self.events.append({"event": event} | {key.rstrip("_"): value for key, value in keys.items()})

    def held(self, seat):
        return [name for name in NAMES if seat in self.board[name][2]]

    def colonies(self):
        return [name for name in NAMES if self.board[name][1]]

    def start(self, seat, territory):
        self.board[territory][2].add(seat)
        self.tell("start", player=seat, territory=territory)

    def play_round(self, number, orders):
        """Carry out the orders of all seats, a list of dictionaries without `player`."""
        self.tell("round", round=number, year=self.spec.years[number - 1])
        for seat, own in zip(self.seats, orders, strict=True):
            self.tell("orders", player=seat, **own)
        self.relations = [own["relations"] for own in orders]
        self._develop(orders)
        self._arrive(orders)
        self._fight()
        self._settle()

    def _develop(self, orders):
        for name in NAMES:
            before = self.board[name][0]
            for own in orders:
                if name in own["develop"] and self.board[name][0] < SQUARES[name]:
                    self.board[name][0] += 1
            if self.board[name][0] > before:
                self.tell("develop", territory=name, counters=self.board[name][0] - before)

    def _arrive(self, orders):
        """Carry out explorations, one nation after the other, then landings."""
        spec = self.spec
        present = {name: set(seats) for name, (_, _, seats) in self.board.items()}
        new, void = [], []
        for seat, own in zip(self.seats, orders, strict=True):
            for source, target in sorted(
                own["explore"], key=lambda way: way if spec.alphabetical == "source" else way[::-1]
            ):
                if seat in present[target]:
                    continue
                if sum(seat in seats for seats in present.values()) == spec.presences:
                    void.append((seat, source, target))
                else:
                    present[target].add(seat)
                    new.append((seat, source, target))
        explored = {name for name in NAMES if present[name]}
        for seat, own in zip(self.seats, orders, strict=True):
            target = own["land"]
            if target is None or seat in present[target]:
                continue
            if spec.landing_empty == "execution" and target in explored:
                continue
            if sum(seat in seats for seats in present.values()) == spec.presences:
                void.append((seat, None, target))
            else:
                present[target].add(seat)
                new.append((seat, None, target))
        self._tell_arrivals(new, void)
        for name in NAMES:
            self.board[name][2] = present[name]

    def _tell_arrivals(self, new, void):
        """Tell the arrivals seat by seat, by the names of their targets, then what was void by its source."""
        for seat, source, target in sorted(new, key=lambda one: (one[0], one[1] is None, one[2])):
            self.tell("arrive", player=seat, territory=target, from_=source)
        for seat, source, target in sorted(void, key=lambda one: (one[0], one[1] is None, one[1])):
            self.tell("void", player=seat, from_=source, to=target)

    def says_war(self, one, other):
        return self.relations[one - 1][other - 1] == "war"

    def _fight(self):
        gone = []
        for name, (_, is_colony, seats) in self.board.items():
            if not is_colony:
                gone += [(name, seat) for seat in sorted(seats) if self._falls(seat, sorted(seats - {seat}))]
        for seat, name in sorted((seat, name) for name, seat in gone):
            self.board[name][2].discard(seat)
            self.tell("removed", player=seat, territory=name)

    def _falls(self, seat, others):
        wars = [other for other in others if self.says_war(other, seat)]
        alliances = [other for other in others if other not in wars]
        if len(others) == 1:
            return bool(wars) and not self.says_war(seat, others[0])
        return len(wars) > len(alliances)

    def _settle(self):
        for name, place in self.board.items():
            counters, is_colony, seats = place
            peace = not any(self.says_war(x, y) for x in seats for y in seats if x != y)
            if not is_colony and counters == SQUARES[name] and seats and peace:
                place[1] = True
                self.tell("colony", territory=name, presences=sorted(seats))

    def is_over(self, rounds):
        return len(self.colonies()) >= self.spec.last_colony or rounds == len(self.spec.years)

    def finish(self, rounds):
        totals = []
        for seat in self.seats:
            groups = [self.board[name][2] for name in self.colonies() if seat in self.board[name][2]]
            alone = sum(self.spec.score.alone for seats in groups if len(seats) == 1)
            shared = sum(self.spec.score.shared for seats in groups if len(seats) > 1)
            friends = [other for other in self.seats if other != seat and not self.says_war(other, seat)]
            alliances = self.spec.score.alliance * len(friends)
            extra = [*self.spec.handicap.points, *[0] * len(self.seats)][seat - 1]
            totals.append(alone + shared + alliances + extra)
            self.tell("score", player=seat, alone=alone, shared=shared, alliances=alliances, total=totals[-1])
        best = [seat for seat in self.seats if totals[seat - 1] == max(totals)]
        full = len(self.colonies()) >= self.spec.last_colony
        self.tell(
            "end",
            winner=best[0] if len(best) == 1 else None,
            how="colonies" if full else "1914",
            rounds=rounds,
        )


def play(rulebook, nations, choose_start, choose_orders, head=None, order=()):
    """Play a game and return its record.

    `choose_start(game, seat, coasts)` chooses one of the coasts; `choose_orders(game, seat, number)` returns
    develop, explore, land and relations of a round. `order` is that of the first presences, where they are
    not placed by seat.
    """
    game = Game(rulebook, len(nations))
    game.events.append(head or head_of(rulebook, nations))
    for seat in order or game.seats:
        coasts = [STARTS[NATIONS.index(nations[seat - 1])]] if rulebook.spec.historical else list(COASTS)
        if not rulebook.spec.share_first:
            coasts = [name for name in coasts if not game.board[name][2]]
        game.start(seat, choose_start(game, seat, coasts))
    number = 0
    while number == 0 or not game.is_over(number):
        number += 1
        game.play_round(number, [choose_orders(game, seat, number) for seat in game.seats])
    game.finish(number)
    return game.events


def play_at_random(rulebook, nations, random, war=0.4, work=0.6):
    """Play a game of which chance makes all choices, and return its record.

    `war` is the chance of each relation to be war, `work` that of a presence to develop where it can.
    """

    def choose_orders(game, seat, number):
        develop, explore = [], []
        for name in game.held(seat):
            counters = game.board[name][0]
            ways = [near for near in NEAR[name] if not game.board[near][1]]
            if counters < SQUARES[name] and random.random() < work:
                develop.append(name)
            elif ways and random.random() < 0.8:
                explore.append([name, random.choice(ways)])
        empty = [name for name in COASTS if not game.board[name][2]]
        relations = ["war" if random.random() < war else "alliance" for _ in game.seats]
        relations[seat - 1] = None
        land = random.choice(empty) if empty and random.random() < 0.8 else None
        return {"develop": develop, "explore": explore, "land": land, "relations": relations}

    order = list(range(1, len(nations) + 1))
    if rulebook.spec.placing == "drawn" and not rulebook.spec.historical:
        random.shuffle(order)

    def choose_start(game, seat, coasts):
        return random.choice(coasts)

    return play(rulebook, nations, choose_start, choose_orders, order=order)


def play_again(rulebook, record):
    """Play a game again from the choices that a record tells, and return the record that comes of them."""
    starts = {event["player"]: event["territory"] for event in record if event["event"] == "start"}
    orders = {}
    for event in record:
        if event["event"] == "round":
            number = event["round"]
        if event["event"] == "orders":
            orders[number, event["player"]] = {k: v for k, v in event.items() if k not in ("event", "player")}
    head = record[0]
    return play(
        rulebook,
        head["nations"],
        lambda game, seat, coasts: starts[seat],
        lambda game, seat, number: orders[number, seat],
        head,
        order=list(starts),
    )
