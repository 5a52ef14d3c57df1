"""A slow twin of the games of conquest: whole games straight from rules.md, with given luck, told as records.

The choices are random among the legal ones. A bold player attacks where it is stronger with all its dice, so
that its games come to an end.
"""

from collections import Counter
from itertools import combinations, product

from slow_setup import ALLY, SlowTable

THREE_ARMS = ("artillery", "cavalry", "infantry")


class Over(Exception):
    """The game is over: the winner, and how."""


def play(rulebook, players, random, bold=False, positions=None):
    """Play a game and return its record.

    `random` is a `random.Random`. Where `positions` is a list, it gets the position before each event.
    """
    game = Game(rulebook, players, random, bold, positions)
    try:
        game.set_up()
        while True:
            game.turn()
            game.pass_on()
    except Over as over:
        winner, how = over.args
        game.tell("end", winner=winner, how=how, rounds=game.round)
    return game.record


class Game(SlowTable):
    """A game under way, turn by turn."""

    # A turn (3.4, 5.0)

    def turn(self):
        me = self.player
        self.tell("turn", round=self.round, player=me)
        self.tired = dict.fromkeys(self.lands, 0)
        self.fought, self.took_a_land, self.took_bonus = [], False, False
        lands = len(self.owned(me))
        cards = {"start": 1, "remainder": lands % self.rules.reinforcement.lands_per_army}
        for _ in range(cards.get(self.rules.cards.draw, 0)):
            self.draw(me, "start")
        armies = self.reinforcement(lands)
        gained, bonus = self.exchanges(captured=False)
        received = self.that_fit(me, armies + gained + sum(bonus.values()))
        self.place_all(me, received, bonus)
        self.check_winner()
        self.parts(received)
        if self.rules.cards.draw == "conquest" and self.took_a_land:
            self.draw(me, "end")
        self.movement()
        self.check_winner()

    def pass_on(self):
        """Pass to the next living seat; the round ends when play passes the opener's place."""
        while True:
            self.player += 1
            if self.player > self.n:
                if self.round == self.rules.max_rounds:
                    raise Over(None, "unfinished")
                self.player, self.round = 1, self.round + 1
            if self.player in self.alive:
                return

    def reinforcement(self, lands):
        rules, extra = self.rules.reinforcement, self.rules.handicap.first_reinforcement
        from_lands = max(rules.min_reinforcement, lands // rules.lands_per_army)
        continents = {}
        for continent, bonus in zip(self.rulebook.map.continents, self.rulebook.continent_bonus, strict=True):
            inside = [land.id for land in self.rulebook.map.lands if land.continent == continent.id]
            granted = self.rules.handicap.bonus.get(continent.id) == self.player
            if granted or all(self.owner[land] == self.player for land in inside):
                continents[continent.id] = bonus
        self.tell(
            "reinforce", player=self.player, lands=lands, from_lands=from_lands, from_continents=continents
        )
        armies = from_lands + sum(continents.values())
        if self.round == 1 and self.player <= len(extra):
            armies += extra[self.player - 1]
        return max(armies, 0)

    # Cards (3.4d, 5.0, 5C, 5D)

    def exchanges(self, captured):
        """Exchange sets; return the armies without the bonus, and the bonus by land."""
        rules, hand = self.rules.cards, list(self.hands[self.player])
        first, chosen = len(hand), []
        while sets := [cards for k in (1, 3) for cards in combinations(hand, k) if self.worth(cards, 1)]:
            if captured and rules.capture_exchange == "forced_from_six":
                if first < 6 or len(hand) < 5:
                    break
            else:
                forced = not captured and 0 < rules.must_exchange_at <= len(hand)
                if not forced and self.random.random() < 0.5:
                    break
            chosen.append(self.random.choice(sets))
            hand = [card for card in hand if card not in chosen[-1]]
        bonuses = self.bonuses(chosen)
        armies, bonus = 0, Counter()
        for cards, own_bonus in zip(chosen, bonuses, strict=True):
            number = self.sets_done + 1
            worth = self.worth(cards, number)
            self.tell(
                "exchange",
                player=self.player,
                cards=list(cards),
                number=number,
                armies=worth,
                bonus=own_bonus,
            )
            self.sets_done = number
            self.hands[self.player] = [card for card in self.hands[self.player] if card not in cards]
            self.discard += cards
            armies += worth
            bonus.update(own_bonus)
        return armies, bonus

    def bonuses(self, chosen):
        """Return the bonus of each of these sets, by land."""
        rules = self.rules.cards
        each = rules.land_bonus if rules.world_card_bonus else 0
        mine = [[card for card in cards if self.owner.get(card) == self.player and each] for cards in chosen]
        if rules.land_bonus_limit == "every_card":
            return [dict.fromkeys(cards, each) for cards in mine]
        found = [{} for _ in chosen]
        choices = [(i, card) for i, cards in enumerate(mine) for card in cards]
        if choices and not self.took_bonus:
            i, card = self.random.choice(choices)
            found[i] = {card: each}
            self.took_bonus = True
        return found

    def worth(self, cards, number):
        """Return the armies for these cards, 0 if they are no set."""
        rules = self.rules.cards
        arms = sorted(self.arm.get(card, "joker") for card in cards)
        plain = [arm for arm in arms if arm != "joker"]
        if rules.sets == "fixed":
            values = {arm: getattr(rules.fixed, arm) for arm in THREE_ARMS}
            if tuple(arms) == THREE_ARMS:
                return rules.fixed.different
            if len(arms) == 3 and len(plain) == 2:
                alike = plain[0] == plain[1]
                other = rules.fixed.different if rules.joker_fixed == "also_different_10" else 0
                return rules.fixed.joker_pair if alike else other
            return values.get(arms[0], 0) if len(arms) == 3 and len(set(arms)) == 1 else 0
        if rules.sets == "three_arms" and rules.joker == "series":
            good = arms == ["joker"] or tuple(arms) == THREE_ARMS
        elif rules.sets == "three_arms":
            meant = product(*([arm] if arm != "joker" else THREE_ARMS for arm in arms))
            good = any(tuple(sorted(some)) == THREE_ARMS for some in meant)
        else:
            good = len(arms) == 3 and ("joker" in arms or len(set(arms)) != 2)
        beyond = max(0, number - len(rules.scale))
        return (rules.scale[min(number, len(rules.scale)) - 1] + beyond * rules.scale_step) if good else 0

    def place_all(self, seat, armies, bonus, **more):
        """Place armies at once; the bonus on its lands, and before the others where pieces run short."""
        owner = more.get("side", seat)
        bound = list(Counter(bonus).elements())
        self.random.shuffle(bound)
        wanted = Counter(bound[:armies])
        lands = self.owned(owner)
        fronts = [a for a, b in self.borders if a in lands and self.owner[b] != owner]
        favourite = max(fronts, key=self.armies.get)
        while wanted.total() < armies:
            wanted[favourite if self.bold else self.random.choice(lands)] += 1
        for land, many in wanted.items():
            if many > 1 and self.random.random() < 0.3:
                self.put(seat, land, 1, **more)
                many -= 1
            self.put(seat, land, many, **more)

    # Combat (3.4, 3.5, 5.0, 5B)

    def parts(self, received):
        """Attack; in the game for two, the ally's part stands between two parts of the player's own."""
        me, ally = self.player, self.rules.ally
        three = ally.present and (received >= 1 or ally.ally_opens == "always") and bool(self.owned(ALLY))
        enemies = [ALLY, *self.seats]
        if three and ally.duel_part1 == "opponent_only":
            enemies = self.seats
        self.combat(me, me, [enemy for enemy in enemies if enemy != me])
        if three and self.owned(ALLY):
            if self.rules.movement.kind == "one" and ally.duel_moves == 2:
                self.movement()
            other = 2 if me == 1 else 1
            self.tell("ally", player=other, side=ALLY)
            self.place_all(other, received // 2, {}, side=ALLY)
            self.combat(other, ALLY, [me], side=ALLY)
            self.combat(me, me, [ALLY, other])

    def combat(self, commander, attacker, enemies, **more):
        while True:
            attacks = [
                (a, b)
                for a, b in self.borders
                if self.owner[a] == attacker
                and self.armies[a] >= 2
                and self.owner[b] in enemies
                and not self.protected(b)
                and not (self.bold and self.armies[a] <= self.armies[b])
            ]
            if not attacks or self.random.random() < (0.05 if self.bold else 0.3):
                return
            self.attack(commander, attacker, *self.random.choice(attacks), more)

    def protected(self, land):
        victim, rules = self.owner[land], self.rules.combat
        early = self.round <= rules.protected_rounds and rules.early_elimination == "forbid_attack"
        return early and victim != ALLY and len(self.owned(victim)) == 1

    def attack(self, commander, attacker, start, goal, more):
        dice = self.rules.dice
        a, d = min(dice.attacker, self.armies[start] - 1), min(dice.defender, self.armies[goal])
        if not self.bold:
            a, d = self.die(a), self.die(d)
        ours, theirs = [self.die(dice.sides) for _ in range(a)], [self.die(dice.sides) for _ in range(d)]
        lost = beaten = 0
        for x, y in zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False):
            wins = x >= y if dice.ties == "attacker" else x > y
            beaten, lost = beaten + wins, lost + (not wins)
        self.tell(
            "attack",
            player=commander,
            from_=start,
            to=goal,
            attack_dice=ours,
            defend_dice=theirs,
            attacker_lost=lost,
            defender_lost=beaten,
            **more,
        )
        self.fought.append(start)
        self.tired[start] = max(self.tired[start], a) - lost
        self.armies[start] -= lost
        self.armies[goal] -= beaten
        if self.armies[goal] == 0:
            self.occupy(commander, attacker, start, goal, a, more)

    def occupy(self, commander, attacker, start, goal, dice, more):
        victim, most = self.owner[goal], self.armies[start] - 1
        armies = most if self.bold else self.random.randint(dice, most)
        self.tell("occupy", player=commander, from_=start, to=goal, armies=armies, **more)
        along = min(self.tired[start], armies)
        self.tired[start] -= along
        self.tired[goal] = along
        self.armies[start] -= armies
        self.armies[goal] = armies
        self.owner[goal] = attacker
        self.fought.append(goal)
        if attacker != ALLY:
            self.took_a_land = True
        if victim != ALLY and not self.owned(victim):
            self.eliminate(commander, victim, more)
        self.check_winner()

    def eliminate(self, commander, victim, more):
        cards = [] if more else self.hands[victim]
        self.tell("eliminate", player=commander, victim=victim, cards=list(cards), **more)
        self.alive.remove(victim)
        self.victims[commander].append(victim)
        self.hands[commander] = self.hands[commander] + cards
        self.hands[victim] = []
        self.check_winner()
        armies, bonus = self.exchanges(captured=True)
        total = self.that_fit(commander, armies + sum(bonus.values()))
        self.place_all(commander, total, bonus if self.rules.cards.capture_bonus == "bound" else {})

    # Movement (3.4, 5.0)

    def movement(self):
        rules, mine = self.rules.movement, self.owned(self.player)
        if rules.kind == "one":
            ways = [(a, b) for a in mine for b in mine if a != b and self.armies[a] >= 2 and self.way(a, b)]
            if ways and self.random.random() < 0.7:
                start, goal = self.random.choice(ways)
                armies = self.die(self.armies[start] - 1)
                self.tell("move", player=self.player, from_=start, to=goal, armies=armies)
                self.armies[start] -= armies
                self.armies[goal] += armies
            return
        after = Counter(self.armies)
        for start in mine:
            free = self.armies[start] - max(1, self.tired[start])
            if rules.tired == "whole_land":
                free = 0 if start in self.fought else self.armies[start] - 1
            elif rules.tired == "none":
                free = self.armies[start] - 1
            goals = [goal for goal in mine if (start, goal) in self.borders]
            while goals and free > 0 and self.random.random() < 0.5:
                goal, armies = self.random.choice(goals), self.die(free)
                self.tell("move", player=self.player, from_=start, to=goal, armies=armies)
                free -= armies
                after[start] -= armies
                after[goal] += armies
        self.armies = dict(after)

    def way(self, start, goal):
        if self.rules.movement.fortify == "adjacent":
            return (start, goal) in self.borders
        reached = {start}
        for _ in self.lands:
            reached |= {b for a, b in self.borders if a in reached and self.owner[b] == self.player}
        return goal in reached

    # The end (5A)

    def check_winner(self):
        order = self.seats[self.player - 1 :] + self.seats[: self.player - 1]
        for seat in order:
            if seat in self.alive and seat in self.goals and self.met(seat, self.goals[seat]):
                raise Over(seat, "objective")
        if len(self.alive) == 1:
            raise Over(self.alive[0], "conquest")

    def met(self, seat, goal):
        mine = self.owned(seat)
        if goal.kind == "lands":
            return len([land for land in mine if self.armies[land] >= goal.armies]) >= goal.lands
        if goal.kind == "continents":
            whole = [c.id for c in self.rulebook.map.continents if self.whole(c.id, mine)]
            return set(goal.continents) <= set(whole) and len(whole) >= len(goal.continents) + goal.extra
        target = self.colours.index(goal.colour) + 1 if goal.colour in self.colours else None
        if target in self.victims[seat]:
            return True
        if target is not None and target != seat and target in self.alive:
            return False
        deck = self.rulebook.objectives
        return self.met(seat, {card.id: card for card in deck.objectives}[deck.fallback])

    def whole(self, continent, mine):
        return {land.id for land in self.rulebook.map.lands if land.continent == continent} <= set(mine)
