"""The best answer to known habits against plain recursion in fractions, and habits against plain counting."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from card_rulebooks import FIXED_MIXED, MODERN, SECOND_1957

from conquestlab.analysis.games.conquest.card_sets.card_rules import must_exchange, set_kinds
from conquestlab.analysis.games.conquest.card_sets.exchange_model import CardTable, model_arrays, model_hands
from conquestlab.kernels.conquest import exchange_answer as kernel

ONE = kernel.CHANCE_ONE
SMALL = {"arms": (3, 2, 2), "jokers": 1}
GAMES = {
    "alike, five force": (MODERN._replace(**SMALL), {"conquests": 0.625}),
    "fixed values": (FIXED_MIXED._replace(**SMALL), {"conquests": 1.0}),
    "up to two cards, nothing forces": (SECOND_1957._replace(**SMALL, lands_per_army=3), {}),
}
TURNS = 4


class Question:
    """Habits, and where needed a policy, drawn at random."""

    def __init__(self, name, follow):
        rules, asked = GAMES[name]
        self.rules, self.table = rules, CardTable(2, TURNS, 0.75, **asked)
        self.setting, self.hands, values = model_arrays(rules, self.table)
        self.setting["follow"] = follow
        self.values = values[:5]
        self.names = model_hands(rules, int(self.setting[0]["most_draws"]))
        random = np.random.default_rng(2)
        self.sizes, self.positions = 4, len(self.values)
        shape = (TURNS, kernel.MOODS, self.sizes, self.positions)
        moves = random.integers(0, 1 << 18, (*shape, 3))
        moves[..., 0] = ONE - moves[..., 1:].sum(axis=-1)
        self.moves = moves.astype(np.int32)
        self.receipts = random.integers(0, 9 * ONE, shape)
        by_choice = (TURNS, kernel.MOODS, self.positions, len(self.hands))
        self.policy = np.zeros(by_choice, np.uint16)
        if follow:
            for place, hand in enumerate(self.hands):
                held = np.flatnonzero(hand["rest"] != kernel.NO_HAND)
                if len(held):
                    kinds = random.choice(held, by_choice[:-1]) + 1
                    chances = random.choice([0, 100, kernel.SURE], by_choice[:-1])
                    self.policy[..., place] = kinds | chances << kernel.KIND_BITS
        self.given = self.policy.copy()
        self.gains = np.zeros(by_choice, np.int64)

    def solve(self):
        kernel.answer(
            self.setting[0], self.hands, self.values, self.moves, self.receipts, self.policy, self.gains
        )


def by_recursion(question):
    """Return gain(turn, mood, done, hand), by the definition."""
    rules, setting, hands = question.rules, question.setting[0], question.hands
    follow = bool(setting["follow"])
    discount = Fraction(int(setting["discount"]), ONE)
    law = [Fraction(int(chance), ONE) for chance in setting["draw_chances"]]

    @cache
    def drawn(turn, mood, done, hand, cards):
        """The worth of a hand that draws so many cards and then has its turn."""
        if cards == 0:
            return worth(turn, mood, done, hand)
        mean = sum(
            int(weight) * drawn(turn, mood, done, int(to), cards - 1)
            for weight, to in zip(hands[hand]["weights"], hands[hand]["draws_to"], strict=True)
        )
        return mean / int(hands[hand]["weights"].sum())

    @cache
    def waiting(turn, mood, done, hand):
        case = turn, mood, min(int(hands[hand]["size"]), question.sizes - 1), done
        mean = -Fraction(int(question.receipts[case]), ONE)
        if turn == TURNS - 1:
            return mean
        for sets, chance in enumerate(question.moves[case].tolist()):
            later = min(done + sets, question.positions - 1)
            next_mood = kernel.STIRRED if sets else 0
            mean += sum(
                Fraction(chance, ONE) * discount * share * drawn(turn + 1, next_mood, later, hand, cards)
                for cards, share in enumerate(law)
                if share
            )
        return mean

    @cache
    def exchanging(turn, mood, done, hand):
        entry = int(question.given[turn, mood, done, hand])
        worths = []
        for number, kind in enumerate(set_kinds(rules)):
            rest = int(hands[hand]["rest"][number])
            if rest != kernel.NO_HAND and (not follow or entry % 32 == number + 1):
                armies = int(question.values[done]) if rules.has_scale else kind.armies
                after = min(done + 1, question.positions - 1)
                worths.append(armies + worth(turn, mood | kernel.BEGUN, after, rest))
        return max(worths, default=None)

    @cache
    def worth(turn, mood, done, hand):
        wait, now = waiting(turn, mood, done, hand), exchanging(turn, mood, done, hand)
        if now is None:
            return wait
        if turn == TURNS - 1 or must_exchange(rules, question.names[hand]):
            return now
        if not follow:
            return max(wait, now)
        chance = Fraction(int(question.given[turn, mood, done, hand]) // 32, 256)
        return chance * now + (1 - chance) * wait

    def gain(turn, mood, done, hand):
        now = exchanging(turn, mood, done, hand)
        return None if now is None else waiting(turn, mood, done, hand) - now

    return gain


@pytest.mark.parametrize("follow", [0, 1], ids=["best", "follow"])
@pytest.mark.parametrize("name", GAMES)
def test_gains_against_plain_recursion(name, follow):
    question = Question(name, follow)
    question.solve()
    gain = by_recursion(question)
    checked = 0
    for turn in range(TURNS):
        for hand, held in enumerate(question.hands):
            if held["size"] > (turn + 1) * question.setting[0]["most_draws"]:
                continue  # nobody holds so many cards so early
            for mood in range(kernel.MOODS):
                for done in range(question.positions):
                    expected = gain(turn, mood, done, hand)
                    case = turn, mood, done, hand
                    entry = int(question.policy[case])
                    if expected is None:
                        assert (entry, question.gains[case]) == (0, 0)
                        continue
                    checked += 1
                    assert question.gains[case] / ONE == pytest.approx(float(expected), abs=2e-4)
                    if not follow and abs(expected) > 1e-3:
                        forced = turn == TURNS - 1 or held["must"]
                        assert (entry >> kernel.KIND_BITS == kernel.SURE) == (forced or expected < 0)
    assert checked > 100
    assert follow == np.array_equal(question.policy, question.given)


def test_hands_of_the_model_are_all_small_hands():
    rules = MODERN
    _, hands, _ = model_arrays(rules, CardTable())
    names = model_hands(rules, 1)
    assert len(names) == 111
    assert [sum(hand) for hand in names] == sorted(sum(hand) for hand in names) == hands["size"].tolist()
    assert all(hands["must"] == [must_exchange(rules, hand) for hand in names])
    for place, hand in enumerate(names):
        assert hands[place]["unseen"] == hands[place]["weights"].sum() == 44 - sum(hand)


def test_habits_are_shares_with_little_seen_filled_in():
    """Three levels: a case, its position, its turn; each stands for LITTLE_SEEN sightings in the next."""
    random = np.random.default_rng(8)
    shape = (2, kernel.MOODS, 3, 4)
    seen = random.integers(0, 40, (*shape, 3)).astype(np.int32)
    seen[:, :, :, 1] = 0  # a position never seen
    receipts = random.integers(0, 500, shape) * seen.sum(axis=-1)
    moves, means = np.zeros_like(seen), np.zeros_like(receipts)
    kernel.habits_seen(seen, receipts, moves, means)
    few = kernel.LITTLE_SEEN
    for turn in range(2):
        general = seen[turn].sum(axis=(0, 1, 2)) / seen[turn].sum()
        mean = receipts[turn].sum() / seen[turn].sum()
        for done in range(4):
            here = seen[turn, :, :, done]
            at_position = (here.sum(axis=(0, 1)) + few * general) / (here.sum() + few)
            mean_here = (receipts[turn, :, :, done].sum() + few * mean) / (here.sum() + few)
            for mood in range(kernel.MOODS):
                for size in range(3):
                    case = turn, mood, size, done
                    total = seen[case].sum() + few
                    assert moves[case].sum() == ONE
                    expected = (seen[case] + few * at_position) / total
                    assert moves[case] / ONE == pytest.approx(expected, abs=1e-5)
                    assert abs(means[case] - (receipts[case] + few * mean_here) / total) < 3


def test_habits_never_seen_are_that_nothing_happens():
    shape = (1, kernel.MOODS, 2, 2)
    moves, means = np.zeros((*shape, 3), np.int32), np.zeros(shape, np.int64)
    kernel.habits_seen(moves.copy(), means.copy(), moves, means)
    assert (moves[..., 0] == ONE).all()
    assert not moves[..., 1:].any()
    assert not means.any()
