"""The table of cards against its slow twin, and the counts that are taken of it."""

from dataclasses import dataclass

import numpy as np
import pytest
from card_rulebooks import ALL, FIRST_1957, MODERN
from slow_exchange import ONE, Game, Words, planned

from conquestlab.analysis.games.conquest.card_sets.card_rules import best_sets, covers, set_kinds
from conquestlab.analysis.games.conquest.card_sets.exchange_model import (
    POLICIES,
    CardTable,
    Policy,
    draw_chances,
    model_hands,
    nearest_hand,
    play_arrays,
    whole_chances,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_solution import play_scratch
from conquestlab.kernels.conquest import exchange_runs
from conquestlab.kernels.conquest.exchange_answer import KIND_BITS, MOODS, SURE
from conquestlab.kernels.conquest.exchange_table import NO_PROBE
from conquestlab.kernels.shared.purposes import BOTS

SEEDS = np.arange(5, 11, dtype=np.uint64)
GAMES = 6
RULES = pytest.mark.parametrize(
    "name", ["first_1957", "second_1957", "fixed_mixed", "world_1970", "many_jokers", "short_hands"]
)
ASKED = (
    Policy("at_once"),
    Policy("when_forced"),
    Policy("wait_scale", 8),
    Policy("wait_sets", 2),
    Policy("solved"),
)


@dataclass
class Table:
    """A table with random chances for the players that play SOLVED, in the kernel and for the twin."""

    rules: object
    table: object
    policies: tuple
    trembles: int = 0

    def __post_init__(self):
        self.chances = whole_chances(draw_chances(self.rules, self.table), ONE)
        self.numbers, self.values, self.plan = play_arrays(self.rules, self.table)
        self.numbers[0]["trembles"] = self.trembles
        for player, policy in enumerate(self.policies):
            self.numbers[0]["policy"][player] = POLICIES.index(policy.name)
            self.numbers[0]["waits_for"][player] = policy.waits_for
        hands = model_hands(self.rules, len(self.chances) - 1)
        self.known = {hand: place for place, hand in enumerate(hands)}
        self.positions = 9
        random = np.random.default_rng(3)
        shape = (self.table.players, self.table.turns, MOODS, self.positions, len(hands))
        self.choice = random.choice([0, 40, 200, SURE], shape)
        self.kind = np.zeros(shape, int)
        kinds = set_kinds(self.rules)
        for place, hand in enumerate(hands):
            held = [number for number, kind in enumerate(kinds) if covers(hand, kind.takes)]
            if held:
                self.kind[..., place] = random.choice(held, shape[:-1]) + 1
        self.solved = (self.kind | self.choice << KIND_BITS).astype(np.uint16) * (self.kind > 0)

    def solved_choice(self, seat, turn, begun, stirred, done, hand):
        case = seat, turn, begun + 2 * stirred, min(done, self.positions - 1), nearest_hand(self.known, hand)
        return set_kinds(self.rules)[self.kind[case] - 1], int(self.choice[case])

    def twin(self, game, probe=None):
        return Game(
            self.rules,
            self.table,
            self.policies,
            SEEDS,
            game,
            chances=self.chances,
            solved=self.solved_choice,
            trembles=self.trembles,
            probe=probe,
        )

    def play(self, kernel, *rest):
        kernel(self.numbers, self.values, self.plan, self.solved, play_scratch(), SEEDS, *rest)


def table_of(name, players=3, trembles=0, **asked):
    turns = {"players": players, "turns": 9, "discount": 0.75, "conquests": 0.7} | asked
    return Table(ALL[name], CardTable(**turns), (*ASKED[5 - players :],), trembles)


@RULES
@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_against_the_slow_twin(name, players):
    table = table_of(name, players)
    totals = np.zeros((GAMES, players, 2), np.int64)
    table.play(exchange_runs.play_games, 4, totals)
    rows = np.zeros((GAMES, 9), np.int64)
    table.play(exchange_runs.keep_turns, 4, rows)
    discounts = table.numbers[0]["discounts"][:9].astype(object)
    for row in range(GAMES):
        game = 4 + row
        received = table.twin(game).received
        seats = [(player + game) % players for player in range(players)]
        assert totals[row, :, 0].tolist() == [received[seat].sum() for seat in seats]
        assert totals[row, :, 1].tolist() == [int((received[seat] * discounts).sum()) for seat in seats]
        assert rows[row].tolist() == received[seats[0]].tolist()
    assert totals[..., 0].sum(axis=0).min() > 0


def test_discounts_are_powers():
    discounts = table_of("modern").numbers[0]["discounts"][:9] / ONE
    assert np.allclose(discounts, 0.75 ** np.arange(9), rtol=1e-5)


@RULES
def test_plan_of_every_hand(name):
    rules = ALL[name]._replace(arms=(5, 4, 5), jokers=2)
    numbers, _, plan = play_arrays(rules, CardTable())
    strides, deck = numbers[0]["strides"], rules.deck
    assert len(plan) == 6 * 5 * 6 * 3
    for number, can in enumerate(plan):
        hand = tuple(int(number // stride % (held + 1)) for stride, held in zip(strides, deck, strict=True))
        kind = planned(rules, hand)
        assert can["kind"] == (0 if kind is None else set_kinds(rules).index(kind) + 1), hand
        assert can["size"] == sum(hand)
        if rules.has_scale:
            assert can["sets"] == len(best_sets(rules, hand))


@pytest.mark.parametrize("name", ALL)
def test_hands_of_the_model_keep_their_sets(name):
    rules = ALL[name]
    _, _, plan = play_arrays(rules, CardTable())
    hands = model_hands(rules, 3 if rules.draw == "remainder" else 1)
    held = np.array([planned(rules, hand) is not None for hand in hands])
    sizes = [sum(hand) for hand in hands]
    reached = plan["size"] <= max(sizes) if rules.must_exchange_at else plan["size"] >= 0
    assert ((plan["kind"] > 0) == held[plan["model_hand"]])[reached].all()
    if rules.must_exchange_at:
        # Whoever need not exchange has so few cards that the next are still told apart.
        free = plan[(plan["kind"] == 0) | (plan["size"] < rules.must_exchange_at)]
        assert free["size"].max() < max(sizes)
        assert (plan["size"][reached] == np.array(sizes)[plan["model_hand"]][reached]).all()


@pytest.mark.parametrize("name", ["modern", "first_1957"])
def test_probes_against_the_slow_twin(name):
    table = table_of(name, players=3)
    table.numbers[0]["policy"][:] = POLICIES.index("solved")
    table.policies = (Policy("solved"),) * 3
    games = 80
    rows = np.zeros((games, 4), np.int64)
    table.play(exchange_runs.probe_games, 0, rows)
    discounts = table.numbers[0]["discounts"].astype(object)
    met = 0
    for game in range(games):
        words = Words(SEEDS, game, BOTS, 1)
        seat, turn, exchanges = words.below(3), words.below(8), words.below(2)
        twin = table.twin(game, (seat, turn, bool(exchanges)))
        hand, done, exchanged, lead = rows[game].tolist()
        if twin.probed is None:
            assert hand == NO_PROBE
            continue
        met += 1
        assert (hand, done, exchanged) == (
            nearest_hand(table.known, twin.probed[0]),
            twin.probed[1],
            exchanges,
        )
        worth = [
            sum(
                int(twin.received[other, later]) * discounts[later - turn]
                for later in range(turn, 9)
                if later > turn or other >= seat
            )
            for other in range(3)
        ]
        own = worth.pop(seat)
        assert lead == own - sum(worth) // 2
    assert met > 5


@pytest.mark.parametrize("name", ["modern", "second_1957"])
def test_watched_habits_against_the_slow_twin(name):
    table = table_of(name, players=3, trembles=ONE // 8)
    sizes, most = 7, 6
    case = (3, 9, MOODS, sizes, table.positions)
    by_hand = (3, 9, 2, table.positions, len(table.known))
    seen = np.zeros((*case, most), np.int32), np.zeros(case, np.int64), np.zeros(by_hand, np.int64)
    table.play(exchange_runs.watch_games, 2, GAMES, seen)
    expected = tuple(np.zeros_like(array) for array in seen)
    discounts = table.numbers[0]["discounts"]
    for game in range(2, 2 + GAMES):
        twin = table.twin(game)
        turns = {(seat, turn): rest for seat, turn, *rest in twin.log}
        for (seat, turn), (hand, done, left, left_done) in turns.items():
            stirred = int(done != (turns[seat, turn - 1][3] if turn else 0))
            if planned(table.rules, hand):
                place = nearest_hand(table.known, hand)
                expected[2][seat, turn, stirred, min(done, table.positions - 1), place] += 1
            next_done = turns[seat, turn + 1][1] if turn < 8 else left_done
            mood = 2 * stirred + int(left_done > done)
            at = seat, turn, mood, min(sum(left), sizes - 1), min(left_done, table.positions - 1)
            expected[0][(*at, min(next_done - left_done, most - 1))] += 1
            theirs = sum(
                int(twin.received[other, turn + (other < seat)]) * int(discounts[int(other < seat)])
                for other in range(3)
                if other != seat and turn + (other < seat) < 9
            )
            expected[1][at] += theirs // 2
    for found, wanted in zip(seen, expected, strict=True):
        assert np.array_equal(found, wanted)


def test_3_6_A3_nobody_has_to_exchange_in_1957():
    table = Table(FIRST_1957, CardTable(2, 6), (Policy("when_forced"),) * 2)
    rows = np.zeros((20, 6), np.int64)
    table.play(exchange_runs.keep_turns, 0, rows)
    assert rows[:, :5].sum() == 0  # all is exchanged at the end
    assert rows[:, 5].sum() > 0


def test_5_five_cards_force_an_exchange():
    table = Table(MODERN, CardTable(2, 7, conquests=1.0), (Policy("when_forced"),) * 2)
    rows = np.zeros((20, 7), np.int64)
    table.play(exchange_runs.keep_turns, 0, rows)
    # A card after each turn: the fifth is in hand when the sixth turn begins.
    assert rows[:, :5].sum() == 0
    assert rows[:, 5].min() > 0
