"""A slow twin of Manchots Barjots: a whole game from docs/rules.md, with given luck and choices."""

import numpy as np

ZONES = ["antarctica", "desert", "jungle", "city", "moon"]


def deck(spec):
    """Return every card, zone after zone and in each by value, copies one after the other."""
    return [
        f"{zone}_{value}"
        for zone in ZONES
        for value, copies in enumerate(spec.copies, 1)
        for _ in range(copies)
    ]


def zone_of(card):
    return card[: card.index("_")]


def value_of(card):
    return int(card[card.index("_") + 1 :])


class Luck:
    """The chances of a game, out of a `random.Random`."""

    def __init__(self, random):
        self.random = random

    def deal(self, cards, players, each):
        """Return what each player is dealt, the top first."""
        cards = list(cards)
        self.random.shuffle(cards)
        return [cards[place * each : (place + 1) * each] for place in range(players)]

    def shuffled(self, player, cards):
        """Return the new stock of a virtual player, the top first."""
        cards = list(cards)
        self.random.shuffle(cards)
        return cards


class Anything:
    """A player who does anything that the rules allow."""

    def __init__(self, random):
        self.random = random

    def give(self, seat, hand):
        """Return the card for the left neighbour and the one for the right."""
        return self.random.sample(hand, 2)

    def land(self, seat, hand, many):
        """Return the cards to land."""
        return self.random.sample(hand, many)


class Specialist(Anything):
    """A player who lands specials and high cards whenever possible, so that their rules meet."""

    def __init__(self, random, specials):
        super().__init__(random)
        self.specials = specials

    def land(self, seat, hand, many):
        first = [card for card in hand if value_of(card) in self.specials]
        self.random.shuffle(first)
        rest = sorted((card for card in hand if card not in first), key=value_of, reverse=True)
        return (first + rest)[:many]


class Told:
    """Players who choose as a record says."""

    def __init__(self, record):
        self.gifts, self.landings = {}, {}
        for event in record:
            if event["event"] == "give":
                self.gifts.setdefault(event["player"], []).append([event["left"], event["right"]])
            if event["event"] == "land":
                self.landings.setdefault(event["player"], []).append(event["cards"])

    def give(self, seat, hand):
        return self.gifts[seat].pop(0)

    def land(self, seat, hand, many):
        return self.landings[seat].pop(0)


def play(rulebook, players, luck, choose, head=None):
    """Play a game and return its record.

    `luck` has the methods of `Luck`, `choose` those of `Anything`; `head` is the first event where it is not
    the plain one.
    """
    spec = rulebook.spec
    seats = list(range(1, len(players) + 1))
    virtual = ["virtual_1", "virtual_2"] if len(seats) == 2 else []
    ring = [1, "virtual_1", 2, "virtual_2"] if virtual else seats
    everybody = seats + virtual
    start = {"event": "game", "rules": rulebook.name, "rules_hash": "0", "seed": 0, "game": 0}
    start |= {"options": {}, "players": list(players), "ring": ring}
    record = [head or start]

    def tell(event, **keys):
        record.append({"event": event} | {key.rstrip("_"): value for key, value in keys.items()})

    pile = dict(zip(everybody, luck.deal(deck(spec), len(everybody), spec.deal), strict=True))
    hand = {seat: [] for seat in seats}
    given = {player: [] for player in virtual}
    table = {player: [] for player in everybody}
    twins = dict.fromkeys(everybody, 0)
    lookout = dict.fromkeys(everybody, False)

    def draw(seat, many):
        cards = pile[seat][:many]
        del pile[seat][:many]
        hand[seat] += cards
        tell("draw", player=seat, cards=cards)

    def off_the_top(player):
        """Take the top card of a stock; return it, and whether a new stock had to be made."""
        card = pile[player].pop(0)
        if pile[player] or not given[player]:
            return card, False
        pile[player] = luck.shuffled(player, given[player])
        given[player] = []
        return card, True

    for player in everybody:
        tell("deal", player=player, cards=list(pile[player]))
    for seat in seats:
        draw(seat, 2)
    for number in range(1, spec.rounds + 1):
        tell("round", round=number)
        for seat in seats:
            draw(seat, spec.draw)
        gifts = []
        for seat in seats:
            left, right = choose.give(seat, list(hand[seat]))
            tell("give", player=seat, left=left, right=right)
            place = ring.index(seat)
            gifts += [(ring[(place + 1) % len(ring)], left), (ring[(place - 1) % len(ring)], right)]
            hand[seat].remove(left)
            hand[seat].remove(right)
        for player, card in gifts:
            (given if player in virtual else hand)[player].append(card)
        if virtual:
            backwards = spec.take_order == "alternate" and number % 2 == 0
            for seat in [2, 1] if backwards else [1, 2]:
                for player in virtual:
                    card, remade = off_the_top(player)
                    hand[seat].append(card)
                    tell("take", player=seat, from_=player, card=card)
                    if remade:
                        tell("remake", player=player, cards=list(pile[player]))
        landed = {}
        for step in "ab":
            chosen = []
            for player in everybody:
                if lookout[player] != (step == "b"):
                    continue
                many = 1 + (twins[player] if spec.twins_stack else int(twins[player] > 0))
                if player in virtual:
                    many = min(many, len(pile[player]) + len(given[player]))
                    cards, remade = [], False
                    for place in range(many):
                        if number == spec.rounds and place == many - 1:
                            cards.append(pile[player].pop(0))  # nobody needs a new stock any more
                        else:
                            card, again = off_the_top(player)
                            cards.append(card)
                            remade = remade or again
                    chosen.append((player, cards, remade))
                else:
                    many = min(many, len(hand[player]))
                    chosen.append((player, choose.land(player, list(hand[player]), many), False))
            for player, cards, remade in chosen:
                landed[player] = cards
                tell("land", player=player, cards=cards, step=step)
                if player in virtual:
                    if remade:
                        tell("remake", player=player, cards=list(pile[player]))
                else:
                    for card in cards:
                        hand[player].remove(card)
        everything = [(player, card) for player in everybody if player in landed for card in landed[player]]
        values = [value_of(card) for _, card in everything]
        destroyed = []
        if spec.specials.kamikaze in values and spec.specials.kamikaze_from > 0:
            destroyed = [pair for pair in everything if value_of(pair[1]) >= spec.specials.kamikaze_from]
        if destroyed:
            tell("destroyed", cards=[{"player": player, "card": card} for player, card in destroyed])
        for pair in everything:
            if pair not in destroyed:
                table[pair[0]].append(pair[1])
        for player, cards in landed.items():
            worth = [value_of(card) for card in cards]
            twins[player] = worth.count(spec.specials.twins)
            sees = player not in virtual or spec.virtual_lookout == "acts"
            lookout[player] = spec.specials.lookout in worth and sees
    face_down = hand | {player: pile[player] + given[player] for player in virtual}
    scores = scored(spec, everybody, table, face_down)
    for player in everybody:
        tell("score", player=player, **scores[player])
    able = everybody if spec.virtual_can_win else seats
    best = max(scores[player]["total"] for player in able)
    winners = [player for player in able if scores[player]["total"] == best]
    alone = winners[0] if len(winners) == 1 else None
    tell("end", winner=alone, winners=winners, how="scored", rounds=spec.rounds)
    return record


def scored(spec, players, table, face_down):
    """Return the keys of the event `score` by player, out of lists of cards."""
    scores = {player: {"table": {}, "majority": [], "hand": {}, "total": 0} for player in players}
    for zone in ZONES:
        own = {player: [value_of(c) for c in table[player] if zone_of(c) == zone] for player in players}
        sums = {player: sum(own[player]) for player in players}
        for player in players:
            held = sorted(value_of(card) for card in face_down[player] if zone_of(card) == zone)
            points = 0
            if own[player]:
                if all(sums[player] >= other for other in sums.values()):
                    scores[player]["majority"].append(zone)
                    points = sum(held)
                elif held and spec.lowest_card != "none":
                    points = held[0] if spec.lowest_card == "lowest" else held[-1]
            scores[player]["table"][zone] = sums[player]
            scores[player]["hand"][zone] = points
            scores[player]["total"] += points
    for seat, points in enumerate(spec.handicap.points, 1):
        if seat in scores:
            scores[seat]["total"] += points
    return scores


class Streams:
    """The chances of a game as the engine has them: words of numpy's Philox; see docs/streams.md.

    The deck is shuffled from the front, one word a card that is dealt: the card in each place is changed for
    one of those from there on. Each card given to a virtual player goes to a random place among those given
    before: it changes places with one of them or stays, one word a card, from a stream of that player's.
    """

    DEAL, CARDS = 1, 4

    def __init__(self, seeds, luck, seats=2):
        self.seeds, self.luck = seeds, luck
        self.place = {"virtual_1": seats, "virtual_2": seats + 1}
        self.words = {player: self._stream(self.CARDS, place) for player, place in self.place.items()}

    def _stream(self, purpose, place):
        key = np.array([self.seeds[purpose], self.luck], np.uint64)
        counter = np.array([0, purpose + 8 * place, 0, 0], np.uint64)
        philox = np.random.Philox(key=key, counter=counter)
        while True:
            yield int(philox.random_raw())

    def deal(self, cards, players, each):
        words = self._stream(self.DEAL, 0)
        cards = list(cards)
        for i in range(players * each):
            j = i + (next(words) * (len(cards) - i) >> 64)
            cards[i], cards[j] = cards[j], cards[i]
        return [cards[place * each : (place + 1) * each] for place in range(players)]

    def shuffled(self, player, cards):
        pile = []
        for card in cards:
            pile.append(card)
            j = next(self.words[player]) * len(pile) >> 64
            pile[-1], pile[j] = pile[j], pile[-1]
        return pile
