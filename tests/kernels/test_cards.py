import card_oracle as oracle
import numpy as np
import pytest
from card_rulebooks import ALL, FIRST_1957, FIXED_1970, MODERN, SECOND_1957, WORLD_1970

from conquestlab.analysis.games.conquest.card_sets import card_rules as plain
from conquestlab.kernels.conquest import cards as kernel
from conquestlab.kernels.shared.purposes import CARDS
from conquestlab.kernels.shared.streams import open_stream, stream_dtype

RULES = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
LETTERS = "ica"


class Table:
    """A table of cards with a slow twin: lists of card numbers for the talon, the discard and the hands."""

    def __init__(self, rules, seed=1, luck=0):
        self.plain = rules
        # The arms are dealt out over the lands, so that no test leans on their order.
        self.arms = [land % 3 for land in range(3 * min(rules.arms))]
        left = [count - min(rules.arms) for count in rules.arms]
        self.arms += [arm for arm, count in enumerate(left) for _ in range(count)]
        self.rules = plain.card_numbers(rules, self.arms)[0]
        self.cards = np.zeros(1, kernel.cards_dtype)[0]
        self.stream = np.zeros(1, stream_dtype)[0]
        open_stream(self.stream, np.uint64(seed), luck, CARDS, 0)
        kernel.start_cards(self.rules, self.cards)
        lands, jokers = range(len(self.arms)), range(64, 64 + rules.jokers)
        self.talon, self.discard = [*lands, *jokers], []
        self.hands = [[] for _ in range(6)]
        self.words = np.random.Philox(key=[seed, luck], counter=[0, CARDS, 0, 0])

    def draw(self, seat):
        """Draw in both; the twin takes the same word of numpy's own generator."""
        card = kernel.draw_card(self.cards, seat, self.stream)
        if not self.talon:
            self.talon, self.discard = sorted(self.discard), []
        if not self.talon:
            assert card == kernel.NO_CARD
            return card
        place = int(self.words.random_raw()) * len(self.talon) >> 64
        expected = self.talon[place]
        self.talon[place] = self.talon[-1]
        self.talon.pop()
        self.hands[seat].append(expected)
        assert card == expected
        return card

    def exchange(self, seat, lands, jokers, bonus_lands):
        armies = kernel.exchange(self.rules, self.cards, seat, lands, jokers, bonus_lands)
        for card in cards_of(lands, jokers):
            self.hands[seat].remove(card)
            self.discard.append(card)
        return armies

    def shown(self, cards):
        """Cards as the oracle knows them."""
        return [("j", None) if card >= 64 else (LETTERS[self.arms[card]], card) for card in cards]

    def letters(self, cards):
        return "".join(letter for letter, _ in self.shown(cards))

    def check(self):
        """The record says what the lists say."""
        for seat, hand in enumerate(self.hands):
            held = cards_of(self.cards["hand_lands"][seat], self.cards["hand_jokers"][seat])
            assert held == sorted(hand)
            assert kernel.hand_size(self.cards, seat) == len(hand)
            letters = self.letters(hand)
            counts = tuple(letters.count(letter) for letter in "icaj")
            assert tuple(kernel.hand_counts(self.rules, self.cards, seat)) == counts
        assert cards_of(self.cards["discard_lands"], self.cards["discard_jokers"]) == sorted(self.discard)
        assert self.cards["talon"][: self.cards["talon_left"]].tolist() == self.talon


def cards_of(lands, jokers):
    """Bit sets as a sorted list of card numbers."""
    return [
        place + 64 * part for part in (0, 1) for place in range(64) if int((lands, jokers)[part]) >> place & 1
    ]


def word(cards):
    return np.uint64(sum(1 << card for card in cards))


def give(table, seat, letters):
    """Put cards of these letters into a hand, the lowest free ones, out of the talon."""
    for letter in letters:
        card = next(card for card in table.talon if table.letters([card]) == letter)
        table.talon.remove(card)
        table.hands[seat].append(card)
        if card < 64:
            table.cards["hand_lands"][seat] |= word([card])
        else:
            table.cards["hand_jokers"][seat] |= word([card - 64])
    table.cards["talon"][: len(table.talon)] = table.talon
    table.cards["talon_left"] = len(table.talon)


def random_owned(random):
    return set(np.flatnonzero(random.random(64) < random.choice([0.1, 0.4, 0.9])).tolist())


@RULES
def test_whole_tables_against_the_slow_twin(rules):
    """Draws, exchanges and captures at random; after each, both readings of everything agree."""
    random = np.random.default_rng(5)
    exchanged = with_bonus = 0
    for luck in range(4):
        table = Table(rules, seed=11, luck=luck)
        for turn in range(60):
            seat = int(random.integers(4))
            kernel.start_card_turn(table.cards)
            bonus_taken = False
            for _ in range(int(random.integers(4))):
                table.draw(seat)
            owned = random_owned(random)
            while len(table.hands[seat]) < 12 and random.random() < 0.7:
                twin = rules._replace(land_bonus=0) if bonus_taken and one_a_turn(rules) else rules
                bonus = exchange_best(table, seat, twin, owned)
                if bonus is None:
                    break
                exchanged += 1
                with_bonus += bonus > 0
                bonus_taken = bonus_taken or bonus > 0
            if turn % 20 == 19:
                victim = (seat + 1) % 4
                kernel.capture_hand(table.cards, seat, victim)
                table.hands[seat] += table.hands[victim]
                table.hands[victim] = []
            table.check()
    assert exchanged > 40
    assert (with_bonus > 10) == (rules.land_bonus > 0)


def exchange_best(table, seat, rules, owned):
    """Exchange the best set in both and compare; return its land bonus, or None where there is no set."""
    hand = table.hands[seat]
    number = int(table.cards["sets_done"]) + 1
    best = oracle.best_first(rules, table.shown(hand), owned, number)
    assert kernel.has_set(table.rules, table.cards, seat) == (best is not None)
    lands, jokers, armies, bonus_lands = kernel.best_set(table.rules, table.cards, seat, word(owned))
    if best is None:
        assert (lands, jokers, armies, bonus_lands) == (0, 0, kernel.NO_SET, 0)
        return None
    taken = cards_of(lands, jokers)
    assert set(taken) <= set(hand)
    letters = table.letters(taken)
    assert oracle.is_set(rules, letters)
    bonus = rules.land_bonus * len(cards_of(bonus_lands, 0))
    assert set(cards_of(bonus_lands, 0)) <= owned & set(taken)
    assert bonus == oracle.bonus(rules, table.shown(taken), owned)
    assert armies == oracle.set_value(rules, letters, number)
    assert (armies + bonus, -letters.count("j")) == best[1:]
    assert table.exchange(seat, lands, jokers, bonus_lands) == armies
    assert table.cards["sets_done"] == number
    return bonus


def one_a_turn(rules):
    return rules.land_bonus_limit == "one_a_turn"


def test_3_6_A12_talon_is_renewed_only_when_a_card_is_due():
    table = Table(MODERN)
    for _ in range(44):
        table.draw(0)
    assert table.draw(1) == kernel.NO_CARD
    drawn = table.stream["drawn"]
    lands, jokers, _, bonus_lands = kernel.best_set(table.rules, table.cards, 0, word([]))
    table.exchange(0, lands, jokers, bonus_lands)
    assert table.cards["talon_left"] == 0
    assert [table.draw(1) != kernel.NO_CARD for _ in range(4)] == [True, True, True, False]
    assert table.stream["drawn"] == drawn + 3
    table.check()


def test_3_4_first_rule_draws_a_card_each_turn():
    rules = Table(FIRST_1957).rules
    assert [kernel.cards_due(rules, lands, taken) for lands in (1, 14) for taken in (0, 1)] == [1] * 4


def test_4_second_rule_draws_the_remainder():
    rules = Table(SECOND_1957).rules
    assert [kernel.cards_due(rules, lands, 1) for lands in range(1, 10)] == [1, 2, 3, 0, 1, 2, 3, 0, 1]


def test_5_a_card_for_a_conquest():
    rules = Table(WORLD_1970).rules
    assert [kernel.cards_due(rules, 14, taken) for taken in (0, 1)] == [0, 1]


@RULES
def test_scale_and_obligations_as_the_plain_rules_say(rules):
    table = Table(rules)
    if rules.has_scale:
        for number in (1, 2, 7, 8, 9, 60, 223):
            assert kernel.scale_value(table.rules, number) == plain.scale_value(rules, number)
    for letters in ("", "iic", "iiccj", "iccaa", "iiica", "iiicca", "jj", "iicc", "iiccaa"):
        table = Table(rules)
        if letters.count("j") > rules.jokers:
            continue
        give(table, 2, letters)
        hand = tuple(letters.count(letter) for letter in "icaj")
        assert kernel.must_exchange(table.rules, table.cards, 2) == plain.must_exchange(rules, hand)
        for begun in (0, 1):
            assert kernel.must_exchange_captured(
                table.rules, table.cards, 2, begun
            ) == plain.must_exchange_captured(rules, hand, begun)
            assert kernel.may_exchange_captured(
                table.rules, table.cards, 2, begun
            ) == plain.may_exchange_captured(rules, hand, begun)


@RULES
def test_every_choice_of_cards_is_judged(rules):
    """Legal or not, with its worth, for all subsets of up to four of eleven cards."""
    table = Table(rules)
    table.cards["sets_done"] = 3
    hand = table.talon[:9] + [64, 65][: rules.jokers]
    for size in range(5):
        for cards in oracle.combinations(hand, size):
            letters = table.letters(cards)
            expected = oracle.set_value(rules, letters, 4) if oracle.is_set(rules, letters) else kernel.NO_SET
            lands, jokers = word([c for c in cards if c < 64]), word([c - 64 for c in cards if c >= 64])
            assert kernel.set_armies(table.rules, table.cards, lands, jokers) == expected


def test_5_own_lands_go_first_where_each_card_has_its_bonus():
    table = Table(FIXED_1970)
    give(table, 0, "iiii")  # lands 0, 3, 6, 9
    lands, _, armies, bonus_lands = kernel.best_set(table.rules, table.cards, 0, word([6, 9, 12]))
    assert (cards_of(lands, 0), armies, cards_of(bonus_lands, 0)) == ([0, 6, 9], 6, [6, 9])


def test_5D_one_land_has_the_bonus_and_the_other_own_lands_stay_in_hand():
    table = Table(MODERN)
    give(table, 0, "iiiii")  # lands 0, 3, 6, 9, 12
    owned = word([6, 9, 12])
    lands, jokers, armies, bonus_lands = kernel.best_set(table.rules, table.cards, 0, owned)
    assert (cards_of(lands, 0), armies, cards_of(bonus_lands, 0)) == ([0, 3, 6], 4, [6])
    table.exchange(0, lands, jokers, bonus_lands)
    assert kernel.bonus_choices(table.rules, table.cards, word([9, 12]), owned) == 0
    kernel.start_card_turn(table.cards)
    assert cards_of(kernel.bonus_choices(table.rules, table.cards, word([9, 11]), owned), 0) == [9]


def test_5D_of_a_mixed_set_only_one_card_is_of_an_own_land():
    table = Table(MODERN)
    give(table, 0, "iiccaa")  # lands 0, 3 and 1, 4 and 2, 5
    lands, _, _, bonus_lands = kernel.best_set(table.rules, table.cards, 0, word([3, 4, 5]))
    assert (cards_of(lands, 0), cards_of(bonus_lands, 0)) == ([1, 2, 3], [3])


def test_shuffles_are_uniform():
    """First, second and last card of 6,000 shuffles: chi-square on 43 degrees of freedom, within 4.5 sd."""
    counts = np.zeros((3, 72))
    table = Table(MODERN)
    games = 6000
    for luck in range(games):
        open_stream(table.stream, np.uint64(3), luck, CARDS, 2)
        kernel.start_cards(table.rules, table.cards)
        order = [kernel.draw_card(table.cards, 0, table.stream) for _ in range(44)]
        assert sorted(order) == [*range(42), 64, 65]
        for row, place in enumerate((0, 1, 43)):
            counts[row, order[place]] += 1
    present = np.r_[0:42, 64, 65]
    chi2 = ((counts[:, present] - games / 44) ** 2 / (games / 44)).sum(axis=1)
    assert np.all(np.abs(chi2 - 43) < 4.5 * np.sqrt(2 * 43))
